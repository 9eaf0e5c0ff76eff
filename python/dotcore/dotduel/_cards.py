"""Cards as SVG: one, several side by side, or a whole deck on pages for printing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Literal, SupportsIndex

from dotcore._core import Error
from dotcore._svg_parts import decimal, escaped

from ._layout import Place, layout_of
from ._symbols import dots_of, most_symbols, outline_of, symbol_name

if TYPE_CHECKING:
    from dotcore._core.dotduel import Deck

    _Paper = Literal["a4", "letter"]

__all__ = ["card_shapes", "card_svg", "checked_card", "to_html", "to_pages", "to_svg"]

_INK, _PAPER, _RIM = "#000000", "#ffffff", "#8a939c"
# Fill of the outline, dots, more about the outline; by style.
_LOOKS = {
    "light": (_PAPER, _INK, ""),
    "dark": (_INK, _PAPER, ""),
    "grey": ("#b8b8b8", _INK, ""),
    "dashed": (_PAPER, _INK, ' stroke-dasharray="0.16 0.1"'),
}
_STROKE = 0.06  # of a symbol's radius
_LETTERED = "font-family=\"system-ui, 'DejaVu Sans', Arial, sans-serif\""

# Millimetres
_SHEETS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGIN = 10.0
_CUT = 2.2  # length of a cut mark
_BETWEEN = 5.0  # from card to card


def card_svg(self: Deck, card: SupportsIndex, *, size: int = 320) -> str:
    """A card as an SVG picture: round, with its symbols in several sizes.

    Each symbol is a shape of its own that holds as many dots as its number. One card always has
    the same picture, whatever numbers the deck gives to the symbols.

    Parameters
    ----------
    card
        The number of the card.
    size
        Pixels, 60 to 4000.

    Raises
    ------
    Error
        For a card that the deck has not, or a size that cannot be.

    >>> picture = dotduel.Deck.standard(seed=1).card_svg(0)
    >>> picture[:4], picture.count('class="symbol"')
    ('<svg', 8)
    """
    number = checked_card(self, card)
    if not 60 <= size <= 4000:
        raise Error(f"size={size}; 60 to 4000 pixels")
    return _document(
        f'width="{size}" height="{size}" viewBox="-103 -103 206 206"',
        f"Dot Duel, card {number}",
        [_card_told(self, number)],
        card_shapes(self, number, 0, 0, 100),
    )


def to_svg(
    self: Deck,
    cards: Iterable[SupportsIndex] | None = None,
    *,
    columns: int = 8,
    size: int = 160,
) -> str:
    """Cards side by side as an SVG picture, with their numbers below.

    Parameters
    ----------
    cards
        Their numbers; all without.
    columns
        How many are in a row, 1 to 64.
    size
        Pixels of a card, 60 to 1000.

    Raises
    ------
    Error
        For cards, columns or a size that cannot be.

    >>> dotduel.Deck.standard(seed=1).to_svg([0, 5]).count('class="card"')
    2
    """
    chosen = [checked_card(self, card) for card in (range(len(self)) if cards is None else cards)]
    if not 1 <= columns <= 64:
        raise Error(f"columns={columns}; 1 to 64")
    if not 60 <= size <= 1000:
        raise Error(f"size={size}; 60 to 1000 pixels")
    across, down = size + 12, size + 26
    width = 12 + across * max(min(columns, len(chosen)), 1)
    height = 12 + down * max(-(-len(chosen) // columns), 1)
    shapes = [f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>']
    for i, card in enumerate(chosen):
        x, y = 12 + i % columns * across + size / 2, 12 + i // columns * down + size / 2
        shapes += card_shapes(self, card, x, y, size / 2)
        shapes.append(_label(x, y + size / 2 + 13, 11, f"card {card}"))
    return _document(
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"',
        f"Dot Duel, {len(chosen)} cards",
        [_card_told(self, card) for card in chosen],
        shapes,
    )


def to_pages(self: Deck, *, diameter: float = 85, paper: _Paper = "a4") -> list[str]:
    """The deck for printing: pages as SVG pictures in millimetres, with cut marks.

    Parameters
    ----------
    diameter
        Of a card in millimetres, 30 to 180.
    paper
        "a4" or "letter", upright.

    Raises
    ------
    Error
        For a diameter or a paper that cannot be.

    >>> pages = dotduel.Deck.standard(seed=1).to_pages()
    >>> len(pages), 'width="210mm" height="297mm"' in pages[0]
    (10, True)
    """
    if paper not in _SHEETS:
        raise Error(f"paper={paper!r}; one of {', '.join(map(repr, _SHEETS))}")
    if not 30 <= diameter <= 180:
        raise Error(f"diameter={diameter}; 30 to 180 mm")
    _check_drawable(self)
    width, height = _SHEETS[paper]
    step = diameter + _BETWEEN
    columns = int((width - 2 * _MARGIN + _BETWEEN) // step)
    rows = int((height - 2 * _MARGIN + _BETWEEN) // step)
    per_page = columns * rows
    left = (width - columns * step + _BETWEEN) / 2 + diameter / 2
    top = (height - rows * step + _BETWEEN) / 2 + diameter / 2
    pages = []
    for first in range(0, len(self), per_page):
        cards = range(first, min(first + per_page, len(self)))
        shapes = [f'<rect width="{decimal(width)}" height="{decimal(height)}" fill="{_PAPER}"/>']
        for i, card in enumerate(cards):
            x, y = left + i % columns * step, top + i // columns * step
            shapes += card_shapes(self, card, x, y, diameter / 2)
            shapes += _cut_marks(x, y, diameter / 2)
            # Beside the cut, where it is cut off.
            corner = diameter / 2 * 0.86
            shapes.append(_label(x + corner, y + corner + 1, 2.6, str(card)))
        box = f"{decimal(width)} {decimal(height)}"
        pages.append(
            _document(
                f'width="{decimal(width)}mm" height="{decimal(height)}mm" viewBox="0 0 {box}"',
                f"Dot Duel, cards {cards[0]} to {cards[-1]}",
                [],
                shapes,
            )
        )
    return pages


def to_html(self: Deck, *, diameter: float = 85, paper: _Paper = "a4") -> str:
    """The pages of `to_pages` as one HTML file that a browser prints as they are.

    >>> page = dotduel.Deck.standard(seed=1).to_html(diameter=60)
    >>> page.count("<svg "), page[:15]
    (5, '<!doctype html>')
    """
    pages = to_pages(self, diameter=diameter, paper=paper)
    style = f"@page{{size:{paper};margin:0}}body{{margin:0}}svg{{display:block;break-after:page}}"
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f"<title>Dot Duel, {len(self)} cards</title>\n<style>{style}</style>\n</head>\n<body>",
            *pages,
            "</body>\n</html>\n",
        ]
    )


# The parts, also for the table


def checked_card(deck: Deck, card: SupportsIndex) -> int:
    """The card as an int; Error if the deck has no such card, or too many symbols to draw."""
    number = index(card)
    if not 0 <= number < len(deck):
        raise Error(f"card={number}; 0 to {len(deck) - 1}")
    _check_drawable(deck)
    return number


def _check_drawable(deck: Deck) -> None:
    if deck.num_symbols > most_symbols():
        raise Error(f"a deck of {deck.num_symbols} symbols; {most_symbols()} are drawn at most")


def card_shapes(deck: Deck, card: int, x: float, y: float, radius: float) -> list[str]:
    """A card around a point, its edge included."""
    rim = max(0.006 * radius, 0.15)
    shapes = [
        f'<g class="card" data-card="{card}">',
        (
            f'<circle cx="{decimal(x)}" cy="{decimal(y)}" r="{decimal(radius)}" fill="{_PAPER}" '
            f'stroke="{_RIM}" stroke-width="{decimal(rim)}"/>'
        ),
    ]
    symbols = deck.cards[card].tolist()
    numbers = deck.numbers
    for symbol, place in zip(symbols, layout_of(len(symbols), card), strict=True):
        shapes += _symbol_shapes(symbol, int(numbers[symbol]), place, (x, y, radius))
    return [*shapes, "</g>"]


def _symbol_shapes(
    symbol: int, number: int, place: Place, card: tuple[float, float, float]
) -> list[str]:
    cx, cy, radius = card
    size = place.radius * radius
    corners, style = outline_of(symbol)
    fill, ink, more = _LOOKS[style]
    dots, dot = dots_of(number)
    # The line lies half outside the outline.
    inner = 1 - _STROKE / 2
    scale = size * inner
    told = f"{number}: {symbol_name(symbol)}"
    middle = f"{decimal(cx + radius * place.x)} {decimal(cy + radius * place.y)}"
    sine, cosine = (f(math.radians(place.turn)) for f in (math.sin, math.cos))

    def at(point: tuple[float, float]) -> str:
        px, py = scale * point[0], scale * point[1]
        return f"{decimal(px * cosine - py * sine)} {decimal(px * sine + py * cosine)}"

    dashes = more.replace("0.16 0.1", f"{decimal(0.16 * size)} {decimal(0.1 * size)}")
    return [
        (
            f'<g class="symbol" data-symbol="{symbol}" data-number="{number}" '
            f'transform="translate({middle})"><title>{told}</title>'
        ),
        (
            f'<path d="M{"L".join(map(at, corners))}Z" fill="{fill}" stroke="{_INK}" '
            f'stroke-width="{decimal(_STROKE * size)}" stroke-linejoin="round"{dashes}/>'
        ),
        (
            f'<path class="dots" d="{"".join(f"M{at(point)}h0" for point in dots)}" '
            f'stroke="{ink}" stroke-width="{decimal(2 * dot * scale)}" stroke-linecap="round"/>'
        ),
        "</g>",
    ]


def _cut_marks(x: float, y: float, radius: float) -> list[str]:
    """Four ticks around a card, clear of its edge."""
    near, far = radius + 0.4, radius + _CUT
    ticks = [
        f"M{decimal(x + dx * near)} {decimal(y + dy * near)}"
        f"L{decimal(x + dx * far)} {decimal(y + dy * far)}"
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    return [f'<path class="cut" d="{"".join(ticks)}" stroke="{_INK}" stroke-width="0.2"/>']


def _label(x: float, y: float, size: float, text: str) -> str:
    return (
        f'<text x="{decimal(x)}" y="{decimal(y)}" font-size="{decimal(size)}" {_LETTERED} '
        f'text-anchor="middle" fill="#5f6c7b">{escaped(text)}</text>'
    )


def _card_told(deck: Deck, card: int) -> str:
    numbers = deck.numbers
    told = ", ".join(f"{numbers[s]} ({symbol_name(s)})" for s in deck.cards[card].tolist())
    return f"card {card}: {told}"


def _document(head: str, title: str, told: list[str], shapes: list[str]) -> str:
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {head} role="img">']
    lines.append(f"<title>{escaped(title)}</title>")
    if told:
        lines.append(f"<desc>{escaped(chr(10).join(told))}</desc>")
    return "\n".join([*lines, *shapes, "</svg>", ""])
