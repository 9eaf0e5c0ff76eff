"""``dotcore dotduel deck`` and ``check``: making decks, and finding what is wrong with one."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, count
from dotcore.cli._terminal import CommandError, Terminal, plain
from dotcore.cli.dotcard_options import write_file
from dotcore.cli.dotduel_options import parts_of, read_file, write_bytes

if TYPE_CHECKING:
    from dotcore import dotduel

__all__ = ["add_to"]

_SHOWN = 12  # cards, of which the chances are told


def add_to(commands: Commands) -> None:
    """Declare both commands and their options."""
    parser = commands.add_parser(
        "deck",
        help="make a deck, tell its chances, draw or print it",
        description=(
            "Makes a deck and tells how likely nothing matches, and how likely there is a Double "
            "Dot, by the cards that show."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="default: 0")
    parser.add_argument("--order", type=count, default=7, metavar="N", help="default: 7, 57 cards")
    parser.add_argument(
        "--profile",
        type=_profile,
        metavar="A,B,...",
        help="how many symbols stand for each of 2 to 12, eleven numbers",
    )
    parser.add_argument(
        "--most-on-a-card", type=count, metavar="N", help="no card has more of one number"
    )
    parser.add_argument(
        "--even-double-dots",
        action="store_true",
        help="Double Dots are equally likely for numbers with equally many symbols",
    )
    parser.add_argument(
        "--save", metavar="FILE", help="keep it as JSON; as bytes if the name ends in .bin"
    )
    parser.add_argument("--svg", metavar="OUT.svg", help="draw all cards into one picture")
    parser.add_argument("--pages", metavar="DIR", help="write pages for printing, as SVG")
    parser.add_argument("--html", metavar="OUT.html", help="write those pages as one HTML file")
    parser.add_argument(
        "--diameter", type=_diameter, default=85.0, metavar="MM", help="of printed cards (85)"
    )
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help="of the pages (default: a4)"
    )
    add_json(parser)
    parser.set_defaults(run=run)

    parser = commands.add_parser(
        "check",
        help="tell all that is wrong with a deck",
        description=(
            "Checks a deck: JSON with cards, numbers and partial, or a deck's bytes. Without "
            "numbers the cards alone are checked."
        ),
        epilog="Exit status 1 if there are faults.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a deck, or - for standard input")
    add_json(parser)
    parser.set_defaults(run=run_check)


def _profile(text: str) -> list[int]:
    """How many symbols each number has.

    >>> _profile("6,5,5,5,5,5,5,5,5,5,6")
    [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6]
    """
    if not re.fullmatch(r"\d{1,3}(,\d{1,3}){10}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: eleven numbers, of 2 to 12")
    return [int(part) for part in text.split(",")]


def _diameter(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 30 <= value <= 180:
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: 30 to 180 mm")
    return value


# Making one


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore

    try:
        deck = _made(options)
        _write(options, deck)
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None
    shown = min(_SHOWN, len(deck))
    try:
        chances: Any = deck.statistics(shown)
    except dotcore.Error:  # too many symbols of a number for all sets to be counted
        chances = None
    if options.json:
        terminal.json(_json(options, deck, chances))
        return
    terminal.print(
        f"{len(deck)} cards, {deck.card_size} symbols each, "
        f"{deck.num_symbols} symbols, seed {options.seed}"
    )
    profile = deck.profile
    terminal.print("number     " + "".join(f"{number:>4}" for number in profile))
    terminal.print("symbols    " + "".join(f"{share:>4}" for share in profile.values()))
    most = [int(deck.counts[:, number].max()) for number in profile]
    terminal.print("on a card  " + "".join(f"{share:>4}" for share in most))
    if chances is None:
        terminal.print("chances    too many symbols of a number: not counted")
        return
    terminal.print("cards shown  no match  Double Dot")
    for cards in range(1, shown + 1):
        nothing, double = chances["no_match"][cards], chances["double_dot"][cards]
        terminal.print(f"{cards:>11}{100 * nothing:>9.2f}%{100 * double:>11.2f}%")


def _made(options: argparse.Namespace) -> dotduel.Deck:
    from dotcore import dotduel

    if options.most_on_a_card is None and not options.even_double_dots:
        return dotduel.Deck.of_order(options.order, options.seed, options.profile)
    return dotduel.Deck.design(
        options.seed,
        order=options.order,
        profile=options.profile,
        most_on_a_card=options.most_on_a_card,
        even_double_dots=options.even_double_dots,
    )


def _write(options: argparse.Namespace, deck: dotduel.Deck) -> None:
    if options.save is not None:
        if options.save.endswith(".bin"):
            write_bytes(options.save, deck.to_bytes())
        else:
            write_file(options.save, json.dumps(deck.as_dict()) + "\n")
    if options.svg is not None:
        write_file(options.svg, deck.to_svg())
    if options.html is not None:
        write_file(options.html, deck.to_html(diameter=options.diameter, paper=options.paper))
    if options.pages is not None:
        pages = deck.to_pages(diameter=options.diameter, paper=options.paper)
        try:
            Path(options.pages).mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            raise CommandError(f"{options.pages}: {why}") from None
        for number, page in enumerate(pages, 1):
            write_file(str(Path(options.pages) / f"page-{number:02}.svg"), page)


def _json(options: argparse.Namespace, deck: dotduel.Deck, chances: Any) -> dict[str, Any]:
    return {
        "seed": options.seed,
        "order": options.order,
        **deck.as_dict(),
        "profile": {str(number): share for number, share in deck.profile.items()},
        "no_match": None if chances is None else chances["no_match"].tolist(),
        "double_dot": None if chances is None else chances["double_dot"].tolist(),
    }


# Checking one


def run_check(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore
    from dotcore import dotduel

    name, data = read_file(options.file)
    parts = parts_of(name, data, "cards")
    has_numbers = parts.get("numbers") is not None
    try:
        faults = dotduel.Deck.faults(parts["cards"], parts.get("numbers"), parts["partial"])
    except (dotcore.Error, TypeError):
        raise CommandError(f"{name}: {_where_wrong(parts)}") from None
    if options.json:
        report: dict[str, Any] = {
            "sound": not faults,
            "faults": [_fault(fault) for fault in faults],
        }
        terminal.json(report if has_numbers else {**report, "cards_alone": True})
    else:
        if not has_numbers:
            terminal.print("no numbers: the cards alone are checked")
        for line in _told(faults):
            terminal.print(line)
    if faults:
        found = f"{len(faults)} fault{'s' * (len(faults) > 1)}"
        raise CommandError(f"{name}: {found}")
    if not options.json:
        cards = f"{len(parts['cards'])} cards of {len(parts['cards'][0])} symbols"
        terminal.print(f"sound: {cards}{', partial' * parts['partial']}")


def _where_wrong(parts: dict[str, Any]) -> str:
    """What in a deck is no number where one belongs."""
    import dotcore
    from dotcore import dotduel

    try:
        dotduel.Deck.from_dict({"numbers": [], **parts})
    except dotcore.Error as wrong:
        return plain(str(wrong))
    raise AssertionError("a deck that cannot be read was read")


def _told(faults: list[dotduel.Fault]) -> list[str]:
    """A line for each fault; and what all pairs have in common, as that card is the wrong one."""
    lines = [str(fault) for fault in faults]
    pairs = [(i, {fault.card, fault.other}) for i, fault in enumerate(faults) if _is_pair(fault)]
    if len(pairs) > 1 and (common := set.intersection(*(pair for _, pair in pairs))):
        (card,), end = common, pairs[-1][0] + 1
        are_all = all(card in (fault.card, fault.other) for fault in faults[:end])
        lines.insert(end, f"all of these {'' if are_all else 'pairs '}concern card {card}")
    return lines


def _is_pair(fault: dotduel.Fault) -> bool:
    return fault.kind in ("shares_none", "shares_several")


def _fault(fault: dotduel.Fault) -> dict[str, Any]:
    return {
        "kind": fault.kind,
        "card": fault.card,
        "other": fault.other,
        "symbol": fault.symbol,
        "found": fault.found,
        "expected": fault.expected,
        "text": str(fault),
    }
