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
            "mean of the cards held at the end and the share of games won, with their 95 % "
            "intervals, and what it did a game."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--players", type=count, default=4, metavar="N", help="2 to 6 (default: 4)")
    parser.add_argument(
        "--player",
        type=_trait,
        nargs="+",
        action="append",
        default=[],
        metavar="TRAIT=VALUE",
        help="of dotduel.SimulatedPlayer, as in look_ms=600 miss=30, or the word usual for one "
        "without any; once for each seat. With fewer of them than seats they are taken over again: "
        "a single one is every seat's. Without any all are usual",
    )
    add_rules(parser)
    parser.add_argument("--games", type=count, default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="default: 0")
    parser.add_argument("--threads", type=count, default=1, metavar="N", help="default: 1")
    add_json(parser)
    parser.set_defaults(run=run)


def _trait(text: str) -> tuple[str, Any] | None:
    """A trait; None for what is usual."""
    return None if text == "usual" else option(text)


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
    if options.player:
        for line in _traits_told(players):
            terminal.print(line)
    terminal.print(
        f"{'seat':<6}{'cards':>14}{'wins':>22}{'claims':>8}{'Double Dots':>13}"
        f"{'duels':>7}{'errors':>8}"
    )
    for seat in seats:
        terminal.print(
            f"P{seat['seat']:<5}{mean_text(seat['cards'], seat['half_width_95']):>14}"
            f"{_wins_text(seat):>22}{seat['claims']:>8.2f}{seat['double_dots']:>13.2f}"
            f"{seat['duels']:>7.2f}{seat['errors']:>8.2f}"
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
    for words in options.player or [[]]:
        traits = [word for word in words if word is not None]
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


def _traits_told(players: list[dotduel.SimulatedPlayer]) -> list[str]:
    """Which seats have which traits, a line for each kind of player."""
    from dotcore import dotduel

    usual: dict[str, Any] = dict(dotduel.SimulatedPlayer().as_dict())
    seats: dict[str, list[str]] = {}
    for seat, player in enumerate(players):
        own = [
            f"{name}={value}" for name, value in player.as_dict().items() if value != usual[name]
        ]
        seats.setdefault(" ".join(own) or "usual", []).append(f"P{seat}")
    return [f"{', '.join(those)}: {told}" for told, those in seats.items()]


def _wins_text(seat: dict[str, Any]) -> str:
    low, high = seat["wins_95"]
    return f"{100 * seat['wins']:.1f}% ({100 * low:.1f}-{100 * high:.1f})"


def _share_interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, which holds for shares near 0 and 1, too.

    >>> [round(end, 3) for end in _share_interval(50, 100)]
    [0.404, 0.596]
    >>> [round(end, 3) for end in _share_interval(0, 10)]
    [0.0, 0.278]
    """
    z = 1.96
    share, scale = won / games, 1 + z * z / games
    middle = (share + z * z / (2 * games)) / scale
    half = z * ((share * (1 - share) + z * z / (4 * games)) / games) ** 0.5 / scale
    return max(middle - half, 0.0), min(middle + half, 1.0)


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
            "wins_95": _share_interval(int((games.winner == seat).sum()), count),
            "claims": float(games.claims[:, seat].mean()),
            "double_dots": float(games.double_dots[:, seat].mean()),
            "duels": float(games.duels[:, seat].mean()),
            "errors": float(games.errors[:, seat].mean()),
        }
        for seat in range(players)
    ]
