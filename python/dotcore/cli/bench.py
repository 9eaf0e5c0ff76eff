"""``dotcore bench``: how long a random dot takes, and one number for how the game behaves.

The signature is made of the scores of random games with fixed seeds, over several sizes and rules.
It is the same on every machine, and changes only if a rule, or the drawing of random dots, does.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from dotcore.cli._options import PRESETS, Commands, add_json, count, size, starting_board
from dotcore.cli._terminal import CommandError, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from dotcore import dots

__all__ = ["add_to", "signature"]

_SIZES = ((20, 20), (30, 30), (39, 32))
_REPEATS = 5


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "bench",
        help="time random games, and print the signature of the game's behaviour",
        description=(
            "Times uniform random games in nanoseconds of CPU time a dot, the best of several runs,"
            " and a dot placed and undone from Python. The signature changes only if the game does."
        ),
        allow_abbrev=False,
    )
    sizes = " ".join(f"{width}x{height}" for width, height in _SIZES)
    parser.add_argument(
        "--size",
        type=size,
        nargs="+",
        default=list(_SIZES),
        metavar="WxH",
        help=f"default: {sizes}",
    )
    parser.add_argument("--rules", choices=PRESETS, nargs="+", default=["bga"], help="default: bga")
    parser.add_argument(
        "--games", type=count, default=2000, metavar="N", help="random games a run (default: 2000)"
    )
    parser.add_argument(
        "--threads", type=count, default=1, metavar="N", help="threads of random games (default: 1)"
    )
    parser.add_argument("--signature", action="store_true", help="only the signature")
    add_json(parser)
    parser.set_defaults(run=run)


class _Timing(NamedTuple):
    size: tuple[int, int]
    rules: str
    dot: float  # ns of CPU time
    games: float  # a second of wall-clock time
    undo: float  # ns, placed and undone from Python


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    if not 1 <= options.games <= 10_000_000:
        raise CommandError(f"--games {options.games}: 1 to 10,000,000", 2)
    if not 1 <= options.threads <= 1024:
        raise CommandError(f"--threads {options.threads}: 1 to 1024", 2)
    timings: list[_Timing] = []
    if not options.signature:
        pairs = [(one, rules) for rules in options.rules for one in options.size]
        starts = [starting_board(one[0], one[1], rules, None) for one, rules in pairs]
        if not options.json:
            terminal.print(
                f"{'board':<8}{'rules':<18}{'ns a dot':>9}{'games/s':>10}{'dot+undo':>10}"
            )
        with terminal.progress("bench", len(pairs) * _REPEATS) as advance:
            for (one, rules), start in zip(pairs, starts, strict=True):
                timing = _time(one, rules, start, options.games, options.threads, advance)
                timings.append(timing)
                if not options.json:
                    name = f"{one[0]}x{one[1]}"
                    terminal.print(
                        f"{name:<8}{rules:<18}{timing.dot:>9.1f}{timing.games:>10,.0f}"
                        f"{timing.undo:>10.0f}"
                    )
                    terminal.flush()
    number = signature()
    if options.json:
        told: dict[str, Any] = {"signature": number}
        if timings:
            told["games"] = options.games
            told["threads"] = options.threads
            told["timings"] = [
                {
                    "size": list(timing.size),
                    "rules": timing.rules,
                    "ns_per_dot": round(timing.dot, 2),
                    "games_per_second": round(timing.games, 1),
                    "ns_per_dot_and_undo": round(timing.undo, 1),
                }
                for timing in timings
            ]
        terminal.json(told)
    elif options.signature:
        terminal.print(str(number))
    else:
        terminal.print("dot+undo: ns from Python, its calls included; the others: the core alone")
        terminal.print(f"signature {number}")


def _time(
    one: tuple[int, int],
    rules: str,
    start: dots.Board,
    games: int,
    threads: int,
    advance: Callable[[], None],
) -> _Timing:
    from dotcore import dots

    best_cpu = best_wall = best_undo = float("inf")
    game = _random_game(start)
    for _ in range(_REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        played = dots.playouts(start, games, 1, threads)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        best_cpu = min(best_cpu, 1e9 * cpu / max(int(played.dots.sum()), 1))
        best_wall = min(best_wall, wall / games)
        best_undo = min(best_undo, _place_and_undo(start, game))
        advance()
    return _Timing(one, rules, best_cpu, 1 / best_wall if best_wall else 0.0, best_undo)


def _random_game(start: dots.Board) -> list[tuple[int, int]]:
    """The dots of one random game."""
    import dotcore

    rng = dotcore.Rng(1)
    then = start.copy()
    points = [(int(x), int(y)) for x, y in start.legal_moves()]
    game: list[tuple[int, int]] = []
    while points:
        i = rng.below(len(points))
        points[i], points[-1] = points[-1], points[i]
        x, y = points.pop()
        if then.try_place(x, y):
            game.append((x, y))
    return game


def _place_and_undo(start: dots.Board, game: list[tuple[int, int]]) -> float:
    """Nanoseconds for a dot placed and undone, over a whole game and back."""
    then = start.copy()
    place, undo = then.place, then.undo
    began = time.process_time_ns()
    for x, y in game:
        place(x, y)
    for _ in game:
        undo()
    return (time.process_time_ns() - began) / max(len(game), 1)


def signature() -> int:
    """One number for the behaviour of the game: 48 bits, the same on every machine."""
    import dotcore
    from dotcore import dots

    told = hashlib.sha256()
    variants = [getattr(dots.Rules, preset)() for preset in PRESETS]
    variants += [
        dots.Rules(entry="illegal"),
        dots.Rules(entry="illegal", recapture="free", komi=0.5),
        dots.Rules(capture_empty=True, start="four_crosses"),
        dots.Rules(entry="wait", recapture="free", ending="full", start="double_cross"),
    ]
    for seed, (width, height) in enumerate([(8, 8), (20, 20), (39, 32), (13, 64), (64, 9)]):
        for rules in variants:
            start = dots.Board(width, height, rules)
            played = dots.playouts(start, 20, seed)
            told.update(played.scores.astype("<i2").tobytes())
            told.update(played.dots.astype("<i2").tobytes())
    # Acts that random games lack: named ones, and the end of a territory game.
    for preset in PRESETS:
        for seed in range(4):
            game = dots.Board(10, 9, getattr(dots.Rules, preset)())
            rng = dotcore.Rng(seed)
            for _ in range(80):
                actions = game.legal_actions()
                if len(actions) == 0:
                    break
                game.apply(int(actions[rng.below(len(actions))]))
            if not game.is_terminal:
                game.ground(game.to_move)
            told.update(f"{game.to_ascii()} {game.totals} {game.move_number}".encode())
    return int.from_bytes(told.digest()[:6], "big")
