"""``dotcore dotcard solve``: the best track that a hand can lay."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, count
from dotcore.cli._terminal import CommandError, Terminal, plain

if TYPE_CHECKING:
    from dotcore import dotcard

__all__ = ["add_to"]

_OBJECTIVES = ("cards", "points", "remaining")
_TOLD = {
    "cards": ("card{} laid", "point{} left in hand"),
    "points": ("pip{} laid", "card{} laid"),
    "remaining": ("point{} left in hand", "card{} laid"),
}


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "solve",
        help="the best track that a hand can lay",
        description="Finds the best track that a hand can lay, alone, from an open end.",
        epilog='Cards are written 9|4, 5|5 and B-15: dotcore dotcard solve "9|4 4|4 B0" --start 9',
        allow_abbrev=False,
    )
    parser.add_argument("hand", metavar="CARDS", help="the hand, with blanks or commas between")
    parser.add_argument(
        "--start", type=count, metavar="N", help="the open end (default: whichever is best)"
    )
    parser.add_argument(
        "--objective",
        choices=_OBJECTIVES,
        default="cards",
        help="most cards laid, most pips laid, or least points left in hand (default: cards)",
    )
    parser.add_argument("--best", type=count, default=1, metavar="K", help="the K best tracks")
    parser.add_argument("--deck", default="D114", metavar="NAME", help="default: D114")
    parser.add_argument("--max-cards", type=count, metavar="N", help="no longer track")
    parser.add_argument("--no-bonus", action="store_true", help="lay no bonus cards")
    parser.add_argument("--no-blocks", action="store_true", help="lay no blocks")
    parser.add_argument("--no-block-on-block", action="store_true", help="no block on a block")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore

    if not 1 <= options.best <= 1000:
        raise CommandError(f"--best {options.best}: 1 to 1000", 2)
    if options.best > 1 and options.start is None:
        raise CommandError("--best: an open end is needed, --start N", 2)
    hand = options.hand.replace(",", " ").split()
    try:
        tracks = _tracks(options, hand)
    except (dotcore.Error, TypeError) as wrong:
        raise CommandError(plain(str(wrong).partition("\n")[0]), 2) from None
    if options.json:
        told: dict[str, Any] = {"hand": hand, "objective": options.objective}
        terminal.json(told | {"tracks": [_json(track) for track in tracks]})
        return
    value, then = _TOLD[options.objective]
    for number, track in enumerate(tracks, 1):
        place = f"{number:>3}  " if len(tracks) > 1 else ""
        terminal.print(f"{place}{track or 'no card'}")
        sure = "" if track.exact else "; not sure: the search was cut short"
        ends = f"from {track.start} to {track.end}" + (", locked" if track.lock else "")
        worth = f"{_counted(track.value, value)}, {_counted(track.then, then)}"
        terminal.print(f"{' ' * len(place)}{ends}: {worth}{sure}")


def _tracks(options: argparse.Namespace, hand: list[str]) -> list[dotcard.BestTrack]:
    from dotcore import dotcard

    how: dict[str, Any] = {
        "objective": options.objective,
        "deck": options.deck,
        "use_bonus": not options.no_bonus,
        "allow_blocks": not options.no_blocks,
        "block_on_block": not options.no_block_on_block,
        "max_cards": options.max_cards,
    }
    if options.start is None:
        return [dotcard.best_start(hand, **how)]
    if options.best == 1:
        return [dotcard.best_track(hand, options.start, **how)]
    return list(dotcard.k_best(hand, options.start, options.best, **how))


def _counted(number: int, what: str) -> str:
    """A number of things.

    >>> _counted(1, "card{} laid"), _counted(0, "point{} left")
    ('1 card laid', '0 points left')
    """
    return f"{number} {what.format('s' if number != 1 else '')}"


def _json(track: dotcard.BestTrack) -> dict[str, Any]:
    return {
        "cards": [
            {"card": str(laid.card), "touching": laid.touching, "end": laid.end}
            for laid in track.cards
        ],
        "start": track.start,
        "end": track.end,
        "lock": track.lock,
        "value": track.value,
        "then": track.then,
        "exact": track.exact,
    }
