"""``dotcore dotduel simulate``: many games among simulated players, and what they came to."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, count
from dotcore.cli._terminal import CommandError, Terminal, plain
from dotcore.cli.dotcard_options import mean_text, option
from dotcore.cli.dotduel_options import add_rules, deck_of, rules_of

if TYPE_CHECKING:
    from dotcore import dotduel

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "simulate",
        help="many games among simulated players: cards, wins, errors of each seat",
        description=(
            "Plays games among players with reaction times and errors. Tells for each seat the "
            "mean of the cards held at the end with its 95 % interval, and what it did a game."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--players", type=count, default=4, metavar="N", help="2 to 6 (default: 4)")
    parser.add_argument(
        "--player",
        type=option,
        nargs="+",
        action="append",
        default=[],
        metavar="TRAIT=VALUE",
        help="of dotduel.SimulatedPlayer, as in look_ms=600 miss=30; once for each seat, over "
        "again where there are more seats",
    )
    add_rules(parser)
    parser.add_argument("--games", type=count, default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="default: 0")
    parser.add_argument("--threads", type=count, default=1, metavar="N", help="default: 1")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore
    from dotcore import dotduel

    players = _players(options)
    rules, deck = rules_of(options), deck_of(options)
    try:
        games = dotduel.simulate(
            options.games,
            players,
            seed=options.seed,
            threads=options.threads,
            deck=deck,
            rules=rules,
        )
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None
    seats = _summary(games, len(players))
    rounds, minutes = float(games.rounds.mean()), float(games.duration_ms.mean()) / 60_000
    undecided = float((games.winner < 0).mean())
    if options.json:
        terminal.json(
            {
                "games": options.games,
                "seed": options.seed,
                "rules": rules.as_dict(),
                "players": [player.as_dict() for player in players],
                "rounds": rounds,
                "minutes": minutes,
                "no_winner": undecided,
                "seats": seats,
            }
        )
        return
    played = f"{options.games} game{'s' * (options.games > 1)}"
    terminal.print(f"{played}, {len(players)} players, seed {options.seed}")
    terminal.print(f"a game: {rounds:.1f} rounds, {minutes:.1f} minutes")
    terminal.print(
        f"{'seat':<6}{'cards':>14}{'wins':>8}{'claims':>9}{'Double Dots':>13}"
        f"{'duels':>8}{'errors':>8}"
    )
    for seat in seats:
        terminal.print(
            f"P{seat['seat']:<5}{mean_text(seat['cards'], seat['half_width_95']):>14}"
            f"{100 * seat['wins']:>7.1f}%{seat['claims']:>9.2f}{seat['double_dots']:>13.2f}"
            f"{seat['duels']:>8.2f}{seat['errors']:>8.2f}"
        )
    if undecided:
        terminal.print(f"no winner in {100 * undecided:.1f}%")


def _players(options: argparse.Namespace) -> list[dotduel.SimulatedPlayer]:
    import dotcore
    from dotcore import dotduel

    if not 2 <= options.players <= 6:
        raise CommandError(f"--players {options.players}: 2 to 6", 2)
    if len(options.player) > options.players:
        told = f"--player: {len(options.player)} given, for {options.players} seats"
        raise CommandError(told, 2)
    made = []
    for traits in options.player or [[]]:
        told = " ".join(f"{name}={value}" for name, value in traits)
        try:
            made.append(dotduel.SimulatedPlayer(**dict(traits)))
        except dotcore.Error as wrong:
            raise CommandError(f"--player: {wrong}", 2) from None
        except TypeError:
            names = ", ".join(dotduel.SimulatedPlayer().as_dict())
            raise CommandError(
                f"--player {plain(told)[:100]}: whole numbers for some of {names}", 2
            ) from None
    return [made[seat % len(made)] for seat in range(options.players)]


def _summary(games: dotduel.Simulation, players: int) -> list[dict[str, Any]]:
    """What each seat made of its games."""
    import numpy as np

    count = len(games.winner)
    spread = games.cards.std(axis=0, ddof=1) if count > 1 else np.zeros(players)
    half = 1.96 * spread / np.sqrt(count)
    return [
        {
            "seat": seat,
            "cards": float(games.cards[:, seat].mean()),
            "half_width_95": float(half[seat]),
            "wins": float((games.winner == seat).mean()),
            "claims": float(games.claims[:, seat].mean()),
            "double_dots": float(games.double_dots[:, seat].mean()),
            "duels": float(games.duels[:, seat].mean()),
            "errors": float(games.errors[:, seat].mean()),
        }
        for seat in range(players)
    ]
