"""``dotcore dotcard simulate``: many games among bots, and who has the fewest points."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, count
from dotcore.cli._terminal import CommandError, Terminal
from dotcore.cli.dotcard_options import BOT_NAMES, add_rules, bots_of, mean_text, rules_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from dotcore import dotcard

    Totals = npt.NDArray[np.int32]

__all__ = ["add_to"]

# Policies of dotcard.playouts, which plays them much faster than bots are asked.
_POLICIES = {"random": "uniform", "play_first": "play_first"}


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "simulate",
        help="many games among bots: mean points and wins of each seat",
        description=(
            "Plays games among bots. Tells for each seat the mean total with its 95 % interval and "
            "the share of games won; a shared win counts for each of its winners in part."
        ),
        allow_abbrev=False,
    )
    add_rules(parser, 10)
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="A,B,...",
        help=f"by seat, over again where there are more seats (default: greedy): "
        f"{', '.join(BOT_NAMES)}; search:5000 for more simulations",
    )
    parser.add_argument("--games", type=count, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="default: 0")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore
    from dotcore import dotcard

    players = 4 if options.players is None else options.players
    if not 1 <= options.games <= 1_000_000:
        raise CommandError(f"--games {options.games}: 1 to 1000000", 2)
    rules = rules_of(options, 10)
    try:
        start = dotcard.Game(players, rules)
    except (dotcore.Error, TypeError) as wrong:
        raise CommandError(str(wrong).partition("\n")[0], 2) from None
    names = bots_of(options.bots, players)
    totals = _totals(start, names, options.games, options.seed, terminal)
    seats = _summary(totals, names)
    if options.json:
        terminal.json(
            {
                "players": players,
                "rules": rules.as_dict(),
                "games": options.games,
                "seed": options.seed,
                "seats": seats,
            }
        )
        return
    sub_rounds = f"{rules.sub_rounds} sub-round{'s' * (rules.sub_rounds > 1)}"
    games = f"{options.games} game{'s' * (options.games > 1)}"
    terminal.print(f"{games} of {sub_rounds}, {players} players, seed {options.seed}")
    terminal.print(f"{'seat':<6}{'bot':<12}{'mean total':>16}{'wins':>9}")
    for seat in seats:
        mean = mean_text(seat["mean"], seat["half_width_95"])
        wins = f"{100 * seat['wins']:.1f}%"
        terminal.print(f"P{seat['seat']:<5}{seat['bot']:<12}{mean:>16}{wins:>9}")


def _totals(
    start: dotcard.Game, names: list[str], games: int, seed: int, terminal: Terminal
) -> Totals:
    import numpy as np

    from dotcore import Rng, dotcard
    from dotcore.dotcard import bots

    if len(set(names)) == 1 and names[0] in _POLICIES:
        policy: Any = _POLICIES[names[0]]
        return dotcard.playouts(start, games, seed, policy=policy)
    seated = [bots.make(name) for name in names]
    rng = Rng(seed)
    totals = np.empty((games, start.players), np.int32)
    with terminal.progress("games", games) as advance:
        for i in range(games):
            game = start.copy()
            bots.play(game, seated, rng)
            totals[i] = game.totals
            advance()
    return totals


def _summary(totals: Totals, names: list[str]) -> list[dict[str, Any]]:
    """What each seat made of its games."""
    import numpy as np

    games = len(totals)
    won = totals == totals.min(axis=1, keepdims=True)
    shares = won / won.sum(axis=1, keepdims=True)
    spread = totals.std(axis=0, ddof=1) if games > 1 else np.full(len(names), np.nan)
    half = 1.96 * spread / np.sqrt(games)
    return [
        {
            "seat": seat,
            "bot": name,
            "mean": float(totals[:, seat].mean()),
            "half_width_95": float(half[seat]) if games > 1 else 0.0,
            "least": int(totals[:, seat].min()),
            "most": int(totals[:, seat].max()),
            "wins": float(shares[:, seat].mean()),
        }
        for seat, name in enumerate(names)
    ]
