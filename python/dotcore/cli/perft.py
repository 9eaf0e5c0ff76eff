"""``dotcore perft``: the number of ways to place so many dots, the classic check of a move rule."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import (
    PRESETS,
    START_NAMES,
    Commands,
    add_json,
    count,
    size,
    starting_board,
)
from dotcore.cli._terminal import CommandError, Terminal

if TYPE_CHECKING:
    from dotcore import dots

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "perft",
        help="count the sequences of legal dots",
        description="Counts the sequences of N legal dots, for N from 1 to the depth.",
        allow_abbrev=False,
    )
    parser.add_argument("--size", type=size, default=(10, 10), metavar="WxH", help="default: 10x10")
    parser.add_argument("--rules", choices=PRESETS, default="bga", help="default: bga")
    parser.add_argument("--start", choices=START_NAMES, help="default: the rules' own")
    parser.add_argument("--depth", type=count, default=3, metavar="D", help="default: 3")
    parser.add_argument("--divide", action="store_true", help="also the count of each first dot")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    width, height = options.size
    if not 1 <= options.depth <= 64:
        raise CommandError(f"--depth {options.depth}: 1 to 64", 2)
    root = starting_board(width, height, options.rules, options.start)
    if not options.json:
        start = f", start {options.start}" if options.start else ""
        terminal.print(f"{width}x{height}, {options.rules}{start}")
    counts: list[dict[str, Any]] = []
    division: list[tuple[int, int, int]] = []
    for depth in range(1, options.depth + 1):
        began = time.perf_counter()
        division = _divide(root, depth, terminal)
        total = sum(leaves for _, _, leaves in division) if division else 1
        seconds = time.perf_counter() - began
        counts.append({"depth": depth, "count": total, "seconds": round(seconds, 3)})
        if not options.json:
            speed = f"   {seconds:.1f} s, {total / seconds / 1e6:.0f} M/s" if seconds > 0.5 else ""
            terminal.print(f"depth {depth}: {total}{speed}")
            terminal.flush()
    if options.json:
        told: dict[str, Any] = {"size": [width, height], "rules": options.rules}
        told |= {"start": root.rules.start if options.start is None else options.start}
        told["counts"] = counts
        if options.divide:
            told["divide"] = [{"x": x, "y": y, "count": leaves} for x, y, leaves in division]
        terminal.json(told)
    elif options.divide:
        for x, y, leaves in division:
            terminal.print(f"{f'{x},{y}':>6}: {leaves}")


def _divide(root: dots.Board, depth: int, terminal: Terminal) -> list[tuple[int, int, int]]:
    """Count dot by dot: so that Ctrl-C is heard, and progress seen."""
    from dotcore import dots

    moves = [(int(x), int(y)) for x, y in root.legal_moves()]
    division: list[tuple[int, int, int]] = []
    with terminal.progress(f"depth {depth}", len(moves) if depth > 2 else 1) as advance:
        for x, y in moves:
            after = root.copy(history=False)
            after.place(x, y)
            division.append((x, y, dots.perft(after, depth - 1)))
            advance()
    return division
