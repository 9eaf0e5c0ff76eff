"""Options that several commands of Dot Duel have, and what their values mean."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dotcore.cli._terminal import CommandError, plain
from dotcore.cli.dotcard_options import option

if TYPE_CHECKING:
    from dotcore import dotduel

__all__ = ["add_rules", "deck_of", "parts_of", "read_file", "rules_of", "write_bytes"]

# A deck of order 16 is a tenth of that.
_MOST_BYTES = 1 << 20
_BYTES_BEGIN = b"ddck"


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The deck, and the options of the rules."""
    parser.add_argument(
        "--deck", metavar="FILE", help="a deck that `deck --save` wrote (default: the standard one)"
    )
    parser.add_argument(
        "--rules",
        type=option,
        nargs="+",
        action="extend",
        default=[],
        metavar="OPTION=VALUE",
        help="options of dotduel.Rules, as in window_ms=3000 auto_check=over",
    )


def rules_of(options: argparse.Namespace) -> dotduel.Rules:
    """The rules that the options name; wrong use if there are none such."""
    import dotcore
    from dotcore import dotduel

    try:
        return dotduel.Rules().replace(**dict(options.rules))
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None
    except TypeError:
        told = ", ".join(f"{name}={value!r}" for name, value in options.rules)
        raise CommandError(f"--rules: {plain(told)[:200]}: a value of the wrong kind", 2) from None


def read_file(path: str) -> tuple[str, bytes]:
    """What to call a file, and what is in it; "-" is standard input."""
    name = "standard input" if path == "-" else path
    try:
        if path != "-":
            with Path(path).open("rb") as file:
                return name, file.read(_MOST_BYTES + 1)
        if sys.stdin is None:
            raise CommandError(f"{name}: it was closed before the start")
        return name, sys.stdin.buffer.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as wrong:
        raise CommandError(f"{name}: {getattr(wrong, 'strerror', None) or wrong}") from None


def parts_of(name: str, data: bytes, *needed: str) -> dict[str, Any]:
    """A deck file's cards, numbers and whether it is partial, sound or not.

    Those ``needed`` must be there; without ``partial`` the deck is none.
    """
    import dotcore
    from dotcore import dotduel

    if len(data) > _MOST_BYTES:
        raise CommandError(f"{name}: it is too large for a deck")
    if data.startswith(_BYTES_BEGIN):
        try:
            return dict(dotduel.Deck.from_bytes(data).as_dict())
        except dotcore.Error as wrong:
            raise CommandError(f"{name}: {plain(str(wrong))}") from None
    try:
        parts = json.loads(data)
    except (ValueError, RecursionError):
        raise CommandError(f"{name}: neither JSON nor a deck's bytes") from None
    if not isinstance(parts, dict):
        raise CommandError(f"{name}: a deck is an object with cards, numbers, and partial")
    faults = [f"{key} is missing" for key in needed if key not in parts]
    unknown = [key for key in parts if key not in ("cards", "numbers", "partial")]
    faults += [f"unknown key {key[:40]!r}" for key in unknown[:1]]
    if faults:
        raise CommandError(f"{name}: {'; '.join(faults)}")
    parts = {"partial": False, **parts}
    if not isinstance(parts["partial"], bool):
        raise CommandError(f"{name}: partial is true or false")
    return parts


def deck_of(options: argparse.Namespace) -> dotduel.Deck | None:
    """The deck of the option --deck; None without it."""
    import dotcore
    from dotcore import dotduel

    if options.deck is None:
        return None
    name, data = read_file(options.deck)
    try:
        return dotduel.Deck.from_dict(parts_of(name, data, "cards", "numbers"))
    except dotcore.Error as wrong:
        raise CommandError(f"{name}: {plain(str(wrong))}") from None


def write_bytes(path: str, data: bytes) -> None:
    """Write a file; an error of the command if it cannot be."""
    try:
        Path(path).write_bytes(data)
    except (OSError, ValueError) as wrong:
        raise CommandError(f"{path}: {getattr(wrong, 'strerror', None) or wrong}") from None
