"""Options that several commands have, and what their values mean."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from dotcore.cli._terminal import CommandError

if TYPE_CHECKING:
    from dotcore import dots

__all__ = [
    "PRESETS",
    "START_NAMES",
    "Commands",
    "add_json",
    "add_record",
    "count",
    "duration",
    "rules",
    "size",
    "starting_board",
]

# What add_subparsers gives has no public name.
Commands = Any

PRESETS = ("bga", "zagram", "zagram_territory", "russian")
START_NAMES = ("empty", "single", "cross", "double_cross", "four_crosses")

# The largest count: nine digits.
_MOST = 999_999_999


def size(text: str) -> tuple[int, int]:
    """A board's size: "39x32", or "20" for a square.

    >>> size("39x32"), size("20")
    ((39, 32), (20, 20))
    """
    found = re.fullmatch(r"(\d{1,3})(?:[xX:](\d{1,3}))?", text, re.ASCII)
    if found:
        width, height = int(found[1]), int(found[2] or found[1])
        if 1 <= width <= 64 and 1 <= height <= 64:
            return width, height
    raise argparse.ArgumentTypeError(
        f"{text!r} is no size of a board; such as 39x32, at most 64x64"
    )


def count(text: str) -> int:
    """A whole number from 0, of at most nine digits.

    >>> count("12")
    12
    """
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(text)
    if re.fullmatch(r"\d+", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text[:30]} is too large; at most {_MOST}")
    raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")


def duration(text: str) -> float:
    """Seconds, above 0 and up to a day.

    >>> duration("0.5")
    0.5
    """
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return value


def rules(preset: str) -> dots.Rules:
    """The rules of a preset."""
    from dotcore import dots

    made: dots.Rules = getattr(dots.Rules, preset)()
    return made


def starting_board(width: int, height: int, preset: str, start: str | None) -> dots.Board:
    """A board at its start; wrong use if the start does not fit."""
    import dotcore
    from dotcore import dots

    try:
        return dots.Board(width, height, rules(preset), start)  # type: ignore[arg-type]
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None


def add_json(parser: argparse.ArgumentParser, help_text: str = "JSON for machines") -> None:
    """The option --json."""
    parser.add_argument("--json", action="store_true", help=help_text)


def add_record(parser: argparse.ArgumentParser) -> None:
    """The file, which of its games, and colours."""
    parser.add_argument("file", metavar="FILE", help="an SGF file, or - for standard input")
    parser.add_argument("--game", type=count, metavar="N", help="the N-th game of the file, from 1")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )
