"""Writes whole games of DotCard, act by act, into tests/golden.

``python -m tests.make_dotcard_golden`` plays random games with the core, holds every act against
the slow twin, and writes down what the core shows. tests/test_dotcard_golden.py does the acts of a
file again and compares it byte for byte.
"""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.dotcard_compare import Case, Pair
from tests.oracle.dotcard import PRESETS, Deck, Rules

from dotcore import dotcard

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).parent / "golden"
SMALL = Deck(2, 2, 1, (0, -5))

# file: players and rules and the first sub-round, seed, liking for plays
GAMES = {
    "dotcard_two": (Case(2, Rules(), 10, 1), 7, 0.5),
    "dotcard_three": (
        Case(
            3,
            Rules(
                PRESETS["D59"],
                starter="random",
                free_start="any",
                block_extra_turn=True,
                skip_turns=2,
            ),
            9,
        ),
        1,
        0.8,
    ),
    "dotcard_four": (
        Case(
            4,
            Rules(
                SMALL,
                sub_rounds=6,
                hand_size=2,
                starter="winner",
                second_half="again",
                others_may_start=False,
                own_track_first=True,
                block_on_block=False,
                drawn_card_only=True,
                voluntary_pass_opens=False,
            ),
        ),
        3,
        0.6,
    ),
    "dotcard_eight": (Case(8, Rules(PRESETS["D118"], dot_call="automatic"), 10, 2), 4, 0.9),
}


def settings_of(game: dotcard.Game) -> dict[str, Any]:
    """Of a game that has not begun."""
    starter = None if game.phase == "choose_starter" else game.starter
    return {
        "players": game.players,
        "rules": game.rules.as_dict(),
        "sub_round": game.sub_round,
        "starter": starter,
    }


def started(settings: dict[str, Any]) -> dotcard.Game:
    return dotcard.Game(
        settings["players"],
        dotcard.Rules(**settings["rules"]),
        sub_round=settings["sub_round"],
        starter=settings["starter"],
    )


def playthrough(game: dotcard.Game, acts: Sequence[str]) -> str:
    """The game as text: settings, then the table after each act, the sheet, and its bytes."""
    lines = ["dotcard", *json.dumps(settings_of(game), indent=1).split("\n"), table(game), ""]
    for number, act in enumerate(acts, 1):
        ended = len(game.sheet)
        game.do(act)
        lines += [f"{number}. {act}", *map(row, game.sheet[ended:]), table(game)]
    lines += ["", "returns: " + " ".join(f"{value:.4f}" for value in game.returns())]
    lines += [json.dumps(game.view(0)), f"bytes: {game.to_bytes(history=True).hex()}", ""]
    return "\n".join(lines)


def table(game: dotcard.Game) -> str:
    """A line: tracks, markers, lock, hands, pile, who is to act, what seat 0 observes."""
    tracks = " ".join(
        f"{track.name}{'=' + str(track.end) if track.is_started else ''}"
        f"{'g' if track.is_open else 'r'}{'L' if track.is_locked else ''}"
        for track in game.tracks
    )
    hands = ",".join(map(str, game.hand_sizes))
    seen = zlib.crc32(game.observe(0).astype("<f4").tobytes())
    skips = "".join(map(str, game.skips))
    legal = len(game.legal_actions())
    return (
        f"{tracks} hands {hands} pile {game.pile_size} skips {skips} "
        f"{game.phase} P{game.turn} legal {legal} seen {seen:08x}"
    )


def row(ended: dotcard.SubRound) -> str:
    how = "locked" if ended.out is None else f"P{ended.out} out"
    hands = " / ".join(" ".join(map(str, hand)) or "-" for hand in ended.hands)
    scores = ",".join(map(str, ended.scores))
    return f"sub-round {ended.number} from {ended.start_number}: {how}, {scores}; {hands}"


def random_acts(case: Case, seed: int, liking: float) -> list[str]:
    """A game of the twin, held against the core at every act."""
    rng = random.Random(seed)
    pair = Pair(case)
    acts = []
    while not pair.game.is_terminal:
        before = pair.game.copy()
        acts.append(before.action_to_string(pair.random_act(rng, liking)))
        pair.compare()
    return acts


def main() -> None:
    for name, (case, seed, liking) in GAMES.items():
        acts = random_acts(case, seed, liking)
        text = playthrough(case.game(), acts)
        (FOLDER / f"{name}.txt").write_text(text)
        print(f"{name}: {len(acts)} acts, {len(text)} characters")


if __name__ == "__main__":
    main()
