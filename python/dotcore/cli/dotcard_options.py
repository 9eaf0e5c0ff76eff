"""Options that several commands of DotCard have, and what their values mean."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import count
from dotcore.cli._terminal import CommandError, plain

if TYPE_CHECKING:
    from dotcore import dotcard

__all__ = ["BOT_NAMES", "add_rules", "bots_of", "mean_text", "option", "rules_of", "write_file"]

# Told by --help, without loading the game.
BOT_NAMES = ("random", "play_first", "greedy", "expert", "search")


def add_rules(parser: argparse.ArgumentParser, sub_rounds: int) -> None:
    """Players, sub-rounds, and all other options of the rules."""
    parser.add_argument("--players", type=count, metavar="N", help="2 to 8 (default: 4)")
    parser.add_argument(
        "--sub-rounds", type=count, metavar="N", help=f"of a game (default: {sub_rounds})"
    )
    parser.add_argument(
        "--rules",
        type=option,
        nargs="+",
        action="extend",
        default=[],
        metavar="OPTION=VALUE",
        help="options of dotcard.Rules, as in starter=winner deck=D59",
    )


def option(text: str) -> tuple[str, Any]:
    """An option of the rules: a name and a word, a number, true or false, or other JSON.

    >>> option("skip_turns=2"), option("own_track_first=true"), option("deck=D59")
    (('skip_turns', 2), ('own_track_first', True), ('deck', 'D59'))
    """
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: OPTION=VALUE is needed")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def rules_of(options: argparse.Namespace, sub_rounds: int) -> dotcard.Rules:
    """The rules that the options name; wrong use if there are none such."""
    import dotcore
    from dotcore import dotcard

    chosen: dict[str, Any] = {"sub_rounds": sub_rounds, **dict(options.rules)}
    if options.sub_rounds is not None:
        chosen["sub_rounds"] = options.sub_rounds
    try:
        return dotcard.Rules().replace(**chosen)
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None
    except TypeError:
        told = ", ".join(f"{name}={value!r}" for name, value in options.rules)
        raise CommandError(f"--rules: {plain(told)[:200]}: a value of the wrong kind", 2) from None


def bots_of(text: str, seats: int) -> list[str]:
    """Names of bots for so many seats: a list shorter than that starts anew; wrong use if longer.

    >>> bots_of("greedy,random", 3)
    ['greedy', 'random', 'greedy']
    """
    import dotcore
    from dotcore.dotcard import bots

    names = [name.strip() for name in text.split(",")]
    try:
        for name in names:
            bots.make(name)
    except dotcore.Error as wrong:
        raise CommandError(f"--bots: {plain(str(wrong))}", 2) from None
    if len(names) > seats:
        raise CommandError(f"--bots: {len(names)} given, for {seats} seats", 2)
    return [names[i % len(names)] for i in range(seats)]


def write_file(path: str, text: str) -> None:
    """Write a file; an error of the command if it cannot be."""
    from pathlib import Path

    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as wrong:
        raise CommandError(f"{path}: {getattr(wrong, 'strerror', None) or wrong}") from None


def mean_text(mean: float, half: float) -> str:
    """A mean and half the width of its interval.

    >>> mean_text(71.52, 1.24)
    '71.5 +- 1.2'
    """
    return f"{mean:.1f} +- {half:.1f}"
