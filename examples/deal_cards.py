"""Four bots play DotCard; the table where it locked longest becomes a picture.

python examples/deal_cards.py locked.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

from dotcore import Rng, dotcard

NAMES = ["Ann", "Bo", "Ewa", "Jan"]


def main(picture: str) -> None:
    rng = Rng(4)
    game = dotcard.Game(players=4, rules=dotcard.Rules(sub_rounds=2))
    players = [dotcard.bots.make(name) for name in ("search:200", "greedy", "greedy", "random")]
    locked = game.copy()
    held = longest = 0  # acts for which a block has stood
    while not game.is_terminal:
        game.resolve_chance(rng)
        held = held + 1 if game.lock else 0
        if held > longest:
            longest, locked = held, game.copy(history=False)
        game.apply(players[game.current_player].choose(game, rng))
    print(game.score_sheet(NAMES))
    Path(picture).write_text(
        locked.to_svg(names=NAMES, title=f"Locked for {longest} acts"), encoding="utf-8"
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "locked.svg")
