"""The table as SVG: the cards that show, claims with the time they have left, piles and duels.

One file that needs nothing else, without scripts, the same text for the same table. It tells no
more than players may know; all is told in words too, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dotcore._core import Error
from dotcore._player_names import checked_names, printable
from dotcore._svg_parts import decimal, escaped

from ._cards import card_shapes, checked_card
from ._table import table_lines
from ._words import cards_count, checked_player, seconds, state_text, status_text

if TYPE_CHECKING:
    from dotcore._core.dotduel import Engine

__all__ = ["repr_svg", "to_svg"]

_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
_PAPER, _BAND, _TEXT, _FAINT, _ALERT = "#ffffff", "#eef2f4", "#1f2933", "#5f6c7b", "#b3261e"

# Pixels; all grows with the width that is asked for.
_WIDTH = 960
_MARGIN = 16
_CARD = 190  # a card in one of the six slots or in the grounds
_SMALL = 110  # any other
_SIDE = 300  # the column of players


def to_svg(
    self: Engine,
    player: int | None = None,
    *,
    names: Sequence[str] | None = None,
    width: int = 960,
    title: str | None = None,
) -> str:
    """The table as an SVG picture.

    Parameters
    ----------
    player
        The seat that looks: it is marked. Nobody sees more than the others.
    names
        Of the players; P0, P1, ... without.
    width
        Pixels, 400 to 4000.
    title
        A line above the table.

    Returns
    -------
    str
        An XML document; equal tables give equal text.

    Raises
    ------
    Error
        For a seat, names or width that cannot be.

    >>> engine = dotduel.Engine(2, seed=1)
    >>> engine.submit(0, None, "start").outcome
    'STARTED'
    >>> picture = engine.to_svg(names=["Ann", "Bo & Co"])
    >>> picture.count('class="card"'), "Bo &amp; Co" in picture
    (6, True)
    """
    checked_player(player, self.players)
    if not 400 <= width <= 4000:
        raise Error(f"width={width}; 400 to 4000 pixels")
    known = checked_names(names, self.players)
    drawing = _Drawing(self, player, known)
    drawing.head(title)
    drawing.main()
    drawing.duels()
    return drawing.close(title, int(width))


def repr_svg(self: Engine) -> str:
    """The picture that a notebook shows for a game."""
    return to_svg(self)


class _Drawing:
    """The lines of the picture, and how far down it has got."""

    def __init__(self, engine: Engine, seat: int | None, names: list[str] | None) -> None:
        self.engine, self.seat, self.known = engine, seat, names
        self.view: Mapping[str, Any] = engine.view(seat)
        self.deck = engine.deck
        checked_card(self.deck, 0)
        called = names or [f"P{i}" for i in range(engine.players)]
        self.names = [_short(printable(name).strip()) for name in called]
        self.lines: list[str] = []
        self.y = float(_MARGIN)

    # The parts, from the top down

    def head(self, title: str | None) -> None:
        view = self.view
        if title is not None:
            # A long title is set smaller, down to what can still be read.
            size = max(min(20.0, 1.75 * (_WIDTH - 2 * _MARGIN) / max(len(title), 1)), 7.0)
            self.y += 22
            self.text(_MARGIN, self.y, title, size=size, weight="600")
            self.y += 8
        self.y += 14
        told = f"Round {view['round']}" if view["round"] else "Before the first round"
        told += f"  ·  {cards_count(view['deck_size'])} in the deck"
        self.text(_MARGIN, self.y, told, _FAINT, 14)
        self.y += 26
        self.text(_MARGIN, self.y, state_text(view, self.names), size=18, weight="600")
        self.y += 16

    def main(self) -> None:
        """What everybody looks at: the slots or, in a duel, the grounds; the players beside it."""
        view = self.view
        if view["grounds"]:
            cards = [(card, f"{i}  ·  card {card}") for i, card in enumerate(view["grounds"], 1)]
        else:
            cards = [
                (card, f"{slot}" if card is None else f"{slot}  ·  card {card}")
                for slot, card in enumerate(view["show"], 1)
            ]
        top = self.y
        self.players(_MARGIN + 3 * (_CARD + 18) + 8, top)
        columns = 2 if len(cards) == 4 else 3
        for first in range(0, len(cards), columns):
            row = cards[first : first + columns]
            below = max(self.slot(column, *cell) for column, cell in enumerate(row))
            self.y += _CARD + below
        self.y = max(self.y, top + self.engine.players * 58)

    def slot(self, column: int, card: int | None, told: str) -> int:
        """Draw a large card, and what is claimed of it; return the room taken below it."""
        x, y = _MARGIN + column * (_CARD + 18) + _CARD / 2, self.y + _CARD / 2
        if card is None:
            self.empty(x, y)
        else:
            self.lines += card_shapes(self.deck, card, x, y, _CARD / 2)
        self.text(x, y + _CARD / 2 + 15, told, _FAINT, 12, anchor="middle")
        below = 21
        for claim in self.view["claims"]:
            if claim["card"] == card:
                self.claim(claim, x, y + _CARD / 2 + below)
                below += 23
        return below + 7

    def claim(self, claim: Mapping[str, Any], x: float, y: float) -> None:
        due = claim["deadline"]
        left = "waits" if due is None else seconds(due - self.view["now"])
        told = f"{self.names[claim['player']]}: {claim['count']}  ({left})"
        self.lines.append(
            f'<rect class="claim" x="{decimal(x - _CARD / 2)}" y="{decimal(y)}" width="{_CARD}" '
            f'height="20" rx="4" fill="#fff3bf" stroke="{_TEXT}" stroke-width="1"/>'
        )
        self.text(x, y + 14.5, told, size=13, weight="600", anchor="middle")

    def players(self, x: float, top: float) -> None:
        view = self.view
        for seat, name in enumerate(self.names):
            y = top + 58 * seat
            marked = ' stroke="#1f2933" stroke-width="2"' if seat == self.seat else ""
            self.lines.append(
                f'<rect class="player" x="{decimal(x)}" y="{decimal(y)}" width="{_SIDE}" '
                f'height="50" rx="6" fill="{_BAND}"{marked}/>'
            )
            turn = "▸ " if seat == view["roller"] else ""
            you = " (you)" if seat == self.seat else ""
            self.text(x + 12, y + 21, turn + name + you, size=15, weight="600")
            count = cards_count(view["scores"][seat])
            self.text(x + _SIDE - 12, y + 21, count, size=14, anchor="end")
            status = status_text(view, seat)
            won = view["phase"] == "OVER" and view["winner"] == seat
            self.text(x + 12, y + 40, "wins the game" if won else status, _ALERT, 12)

    def duels(self) -> None:
        view = self.view
        duel = view["duel"]
        if duel is not None and duel["card"] is not None:
            self.row("Dueled over", [(duel["card"], f"card {duel['card']}")])
        if view["grounds"]:
            shown = [(card, f"card {card}") for card in view["show"] if card is not None]
            self.row("Showing", shown)
        waiting = [
            (duel["card"], f"{self.names[duel['initiator']]} – {self.names[duel['other']]}")
            for duel in view["duels"]
        ]
        self.row("Set aside for duels", waiting)

    def row(self, told: str, cards: list[tuple[int, str]]) -> None:
        if not cards:
            return
        self.y += 16
        self.text(_MARGIN, self.y, told, size=14, weight="600")
        self.y += 10
        step = _SMALL + 16
        columns = (_WIDTH - 2 * _MARGIN + 16) // step
        for i, (card, label) in enumerate(cards):
            x = _MARGIN + i % columns * step + _SMALL / 2
            y = self.y + i // columns * (_SMALL + 24) + _SMALL / 2
            self.lines += card_shapes(self.deck, card, x, y, _SMALL / 2)
            self.text(x, y + _SMALL / 2 + 13, label, _FAINT, 11, anchor="middle")
        self.y += -(-len(cards) // columns) * (_SMALL + 24)

    def close(self, title: str | None, width: int) -> str:
        height = self.y + _MARGIN
        shown = decimal(height * width / _WIDTH)
        told = f"Dot Duel: {state_text(self.view, self.names)}"
        told = told if title is None else f"{title} ({told})"
        plain = "\n".join(table_lines(self.engine, self.seat, self.known, 200))
        return "\n".join(
            [
                (
                    f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{shown}" '
                    f'viewBox="0 0 {_WIDTH} {decimal(height)}" role="img" font-family="{_FONT}">'
                ),
                f"<title>{escaped(told)}</title>",
                f"<desc>{escaped(plain)}</desc>",
                f'<rect width="{_WIDTH}" height="{decimal(height)}" fill="{_PAPER}"/>',
                *self.lines,
                "</svg>",
                "",
            ]
        )

    # Pieces of them

    def empty(self, x: float, y: float) -> None:
        self.lines.append(
            f'<circle class="empty" cx="{decimal(x)}" cy="{decimal(y)}" r="{_CARD / 2 - 1:g}" '
            f'fill="none" stroke="{_FAINT}" stroke-width="1" stroke-dasharray="5 5"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        color: str = _TEXT,
        size: float = 14,
        *,
        weight: str = "",
        anchor: str = "",
    ) -> None:
        if not text:
            return
        more = f' font-weight="{weight}"' if weight else ""
        more += f' text-anchor="{anchor}"' if anchor else ""
        self.lines.append(
            f'<text x="{decimal(x)}" y="{decimal(y)}" font-size="{decimal(size)}"{more} '
            f'fill="{color}">{escaped(text)}</text>'
        )


def _short(name: str) -> str:
    return name if len(name) <= 14 else name[:13] + "…"
