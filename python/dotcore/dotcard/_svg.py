"""The table as SVG: one file that needs nothing else, without scripts, the same text every time.

Cards lie on their tracks as on a table: dominoes along it, blocks across, bonus cards with the
number chosen for them. Pips are told apart by place, never by colour alone, and markers by a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from dotcore._core import Error
from dotcore._player_names import checked_names, printable
from dotcore._svg_parts import decimal, escaped

from ._table import checked_player, table_lines, touching, turn_text

if TYPE_CHECKING:
    from dotcore._core.dotcard import Card, Game, LaidCard, Track

    _ThemeName = Literal["light", "dark"]

__all__ = ["repr_svg", "to_svg"]


class _Theme(NamedTuple):
    paper: str
    band: str  # behind a track
    text: str
    faint: str
    card: str
    edge: str
    bonus: str
    back: str
    open: str
    closed: str
    lock: str
    pips: tuple[str, ...]  # by number


_THEMES: dict[str, _Theme] = {
    "light": _Theme(
        "#ffffff", "#eef2f4", "#1f2933", "#5f6c7b", "#fffdf7", "#6b7683", "#fff1c2", "#9fb3c8",
        "#1a7f37", "#c22733", "#e07b00",
        (
            "#000000", "#1d6fc4", "#1a7f37", "#c22733", "#7a3fb0",
            "#0f7c85", "#b0560b", "#b3247f", "#4a5a2a", "#2b3a67",
        ),
    ),
    "dark": _Theme(
        "#14181d", "#1f262e", "#e4e9ee", "#98a5b3", "#f3efe2", "#0b0e11", "#ffe08a", "#4a6078",
        "#4cc26a", "#ff6b6b", "#ffb020",
        (
            "#000000", "#1d6fc4", "#1a7f37", "#c22733", "#7a3fb0",
            "#0f7c85", "#b0560b", "#b3247f", "#4a5a2a", "#2b3a67",
        ),
    ),
}  # fmt: skip
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"

# Where the pips of a half lie, in thirds of it from its middle, column by column.
_C, _L, _R = (0, 0), -1, 1
_PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    (_C,),
    ((_L, _R), (_R, _L)),
    ((_L, _R), _C, (_R, _L)),
    ((_L, _L), (_L, _R), (_R, _L), (_R, _R)),
    ((_L, _L), (_L, _R), _C, (_R, _L), (_R, _R)),
    ((_L, _L), (_L, 0), (_L, _R), (_R, _L), (_R, 0), (_R, _R)),
    ((_L, _L), (_L, 0), (_L, _R), _C, (_R, _L), (_R, 0), (_R, _R)),
    ((_L, _L), (_L, 0), (_L, _R), (0, _L), (0, _R), (_R, _L), (_R, 0), (_R, _R)),
    ((_L, _L), (_L, 0), (_L, _R), (0, _L), _C, (0, _R), (_R, _L), (_R, 0), (_R, _R)),
)

# Pixels
_HALF = 30  # the side of half a card
_GAP = 3  # between cards
_MARGIN = 16
_LABELS = 132  # the column of names and markers
_LINE = 20  # a line of text


def to_svg(
    self: Game,
    player: int | None = None,
    *,
    names: Sequence[str] | None = None,
    theme: _ThemeName = "light",
    width: int = 960,
    title: str | None = None,
) -> str:
    """The table as an SVG picture, as one seat sees it.

    Parameters
    ----------
    player
        The seat that looks: the other hands lie face down. None lays all hands open.
    names
        Of the players; P0, P1, ... without.
    theme
        "light" or "dark".
    width
        Pixels, 400 to 4000; tracks and hands that are longer go on in a new row.
    title
        A line above the table.

    Returns
    -------
    str
        An XML document; equal tables give equal text.

    Raises
    ------
    Error
        For a seat, names, theme or width that cannot be.

    >>> picture = dotcard.Game(2, seed=1).to_svg(player=0, names=["Ann", "Bo & Co"])
    >>> picture[:4], "Bo &amp; Co" in picture
    ('<svg', True)
    """
    seat = checked_player(self, player)
    if theme not in _THEMES:
        raise Error(f"theme={theme!r}; one of {', '.join(map(repr, _THEMES))}")
    if not 400 <= width <= 4000:
        raise Error(f"width={width}; 400 to 4000 pixels")
    known = checked_names(names, self.players)
    drawing = _Drawing(self, seat, known, _THEMES[theme], int(width))
    drawing.head(title)
    for track in self.tracks:
        drawing.track(track)
    drawing.hands()
    return drawing.close(title)


def repr_svg(self: Game) -> str:
    """The picture that a notebook shows for a game, all hands open."""
    return to_svg(self)


class _Drawing:
    """The lines of the picture, and how far down it has got."""

    def __init__(
        self, game: Game, seat: int | None, names: list[str] | None, theme: _Theme, width: int
    ) -> None:
        self.game, self.seat, self.known, self.theme = game, seat, names, theme
        self.width, self.y = width, float(_MARGIN)
        self.lines: list[str] = []
        called = names or [f"P{i}" for i in range(game.players)]
        self.names = [printable(name).strip() for name in called]

    # The parts, from the top down

    def head(self, title: str | None) -> None:
        game, theme = self.game, self.theme
        if title is not None:
            self.y += 22
            # A long title is set smaller, down to what can still be read.
            size = max(min(20.0, 1.75 * (self.width - 2 * _MARGIN) / max(len(title), 1)), 7.0)
            self.text(_MARGIN, self.y, title, theme.text, size, "600")
            self.y += 8
        self.y += 14
        told = f"Sub-round {game.sub_round} of {game.rules.sub_rounds}"
        told += f"  ·  start number {game.start_number}  ·  {game.pile_size} in the pile"
        self.text(_MARGIN, self.y, told, theme.faint, 14)
        self.y += 24
        self.text(_MARGIN, self.y, turn_text(game, self.known), theme.text, 15, "600")
        self.y += 14

    def track(self, track: Track) -> None:
        theme = self.theme
        rows = self.rows(track)
        heights = [_HALF * (2 if any(c.card.is_block for c in row) else 1) + 12 for row in rows]
        height = max(sum(heights), 2 * _LINE + 8)
        kind = "track locked" if track.is_locked else "track"
        self.lines.append(f'<g class="{kind}">')
        edge = f' stroke="{theme.lock}" stroke-width="2"' if track.is_locked else ""
        self.lines.append(
            f'<rect x="{_MARGIN}" y="{decimal(self.y)}" width="{self.width - 2 * _MARGIN}" '
            f'height="{decimal(height)}" rx="8" fill="{theme.band}"{edge}/>'
        )
        self.label(track, height)
        y = self.y + (height - sum(heights)) / 2
        for row, row_height in zip(rows, heights, strict=True):
            x = float(_MARGIN + _LABELS)
            middle = y + row_height / 2
            is_last = row is rows[-1]
            for i, laid in enumerate(row, 1):
                x = self.laid(laid, x, middle, track.is_locked and is_last and i == len(row))
            if is_last:
                self.open_end(track, x, middle)
            y += row_height
        self.lines.append("</g>")
        self.y += height + 8

    def hands(self) -> None:
        theme = self.theme
        for seat in range(self.game.players):
            cards = self.game.hand(seat)
            is_shown = self.seat is None or self.seat == seat
            left = _MARGIN + _LABELS
            room = self.width - _MARGIN - left
            step = 2 * _HALF + 6 if is_shown else 14
            columns = max(1, (room - (0 if is_shown else _HALF)) // step)
            rows = max(1, -(-len(cards) // columns))
            height = rows * (_HALF + 6) + 6 if is_shown else rows * (_HALF + 2) + 6
            height = max(height, 2 * _LINE + 4)
            self.lines.append('<g class="hand">')
            name = self.short(self.names[seat])
            self.text(_MARGIN + 10, self.y + 19, name, theme.text, 14, "600")
            told = f"total {self.game.totals[seat]}"
            if skips := int(self.game.skips[seat]):
                told += f", misses {skips}"
            self.text(_MARGIN + 10, self.y + 37, told, theme.faint, 12)
            y = self.y + 6
            for i, card in enumerate(cards):
                x, row_y = left + i % columns * step, y + i // columns * (_HALF + 6)
                if is_shown:
                    self.held(card, x, row_y)
                else:
                    self.back(x, y + i // columns * (_HALF + 2))
            if not is_shown or not cards:
                count = len(cards) % columns or (columns if cards else 0)
                x = left + count * step + (_HALF - 14 if cards else 0) + 12
                shown = "no cards" if not cards else "1 card" if len(cards) == 1 else ""
                last = y + (rows - 1) * (_HALF + 2) + 20
                self.text(min(x, self.width - 70), last, shown or f"{len(cards)} cards",
                          theme.faint, 13)  # fmt: skip
            self.lines.append("</g>")
            self.y += height + 4

    def close(self, title: str | None) -> str:
        theme, width, height = self.theme, self.width, decimal(self.y + _MARGIN - 4)
        told = f"DotCard, sub-round {self.game.sub_round}: {turn_text(self.game, self.known)}"
        told = told if title is None else f"{title} ({told})"
        plain = "\n".join(table_lines(self.game, self.seat, self.known, 200))
        return "\n".join(
            [
                (
                    f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                    f'viewBox="0 0 {width} {height}" role="img" font-family="{_FONT}">'
                ),
                f"<title>{escaped(told)}</title>",
                f"<desc>{escaped(plain)}</desc>",
                f'<rect width="{width}" height="{height}" fill="{theme.paper}"/>',
                *self.lines,
                "</svg>",
                "",
            ]
        )

    # Pieces of them

    def rows(self, track: Track) -> list[list[LaidCard]]:
        """The cards of a track in rows that fit; room for the open end is kept in each."""
        room = self.width - 2 * _MARGIN - _LABELS - 92
        rows: list[list[LaidCard]] = [[]]
        used = 0
        for laid in track.cards:
            needed = (_HALF if laid.card.is_block else 2 * _HALF) + _GAP
            if used + needed > room and rows[-1]:
                rows.append([])
                used = 0
            rows[-1].append(laid)
            used += needed
        return rows

    def label(self, track: Track, height: float) -> None:
        theme, game = self.theme, self.game
        x, middle = _MARGIN + 10, self.y + height / 2
        owner = track.owner
        if owner is None:
            self.text(x, middle + 5, "free track", theme.text, 14, "600")
            return
        is_turn = owner == game.turn and game.phase in ("start", "draw", "drawn", "penalty")
        name = self.short(("▸ " if is_turn else "") + self.names[owner])
        self.text(x, middle - 4, name, theme.text, 14, "600")
        color = theme.open if track.is_open else theme.closed
        word = "open" if track.is_open else "closed"
        self.lines.append(
            f'<circle class="marker-{word}" cx="{x + 6}" cy="{decimal(middle + 12)}" r="6" '
            f'fill="{color}"/>'
        )
        self.text(x + 18, middle + 16.5, word, theme.faint, 12)

    def laid(self, laid: LaidCard, x: float, middle: float, locks: bool) -> float:
        """Draw a card of a track; return where the next one begins."""
        card, top = laid.card, middle - _HALF / 2
        if card.is_bonus:
            self.plate(x, top, 2 * _HALF, _HALF, self.theme.bonus, "bonus")
            self.bonus_value(card, x + 1, top)
            self.digit(laid.end, x + _HALF, top)
            return x + 2 * _HALF + _GAP
        if card.is_block:
            self.plate(x, middle - _HALF, _HALF, 2 * _HALF, self.theme.card, "block", locks=locks)
            self.across(laid.end, x, middle)
            return x + _HALF + _GAP
        self.plate(x, top, 2 * _HALF, _HALF, self.theme.card, "domino")
        self.faces(touching(card, laid.end), laid.end, x, top)
        return x + 2 * _HALF + _GAP

    def open_end(self, track: Track, x: float, middle: float) -> None:
        """The number that the next card must have, or why there can be none."""
        theme, game = self.theme, self.game
        if not track.cards:
            waits = track.owner is None and not track.is_started
            if waits and not all(other.is_started for other in game.tracks[:-1]):
                told = "not yet: a track has not been started"
            elif waits and game.rules.free_start == "any":
                told = "starts with any card"
            else:
                told = (
                    f"goes on with {track.end}" if track.is_started else f"starts with {track.end}"
                )
            self.text(x, middle + 5, told, theme.faint, 13)
            return
        color = theme.lock if track.is_locked else theme.faint
        self.lines.append(
            f'<circle class="end" cx="{decimal(x + 16)}" cy="{decimal(middle)}" r="12" fill="none" '
            f'stroke="{color}" stroke-width="2"/>'
        )
        self.text(x + 16, middle + 5, str(track.end), theme.text, 14, "600", "middle")
        if track.is_locked:
            self.text(x + 34, middle + 5, "locked", color, 13, "600")

    def held(self, card: Card, x: float, y: float) -> None:
        if card.is_bonus:
            self.plate(x, y, 2 * _HALF, _HALF, self.theme.bonus, "bonus")
            self.bonus_value(card, x + _HALF / 2, y)
            return
        assert card.high is not None
        assert card.low is not None
        self.plate(x, y, 2 * _HALF, _HALF, self.theme.card, "block" if card.is_block else "domino")
        self.faces(card.high, card.low, x, y)

    def back(self, x: float, y: float) -> None:
        self.plate(x, y, _HALF, _HALF, self.theme.back, "back")

    def plate(
        self,
        x: float,
        y: float,
        width: int,
        height: int,
        fill: str,
        kind: str,
        *,
        locks: bool = False,
    ) -> None:
        edge, line = (self.theme.lock, "3") if locks else (self.theme.edge, "1")
        self.lines.append(
            f'<rect class="{kind}" x="{decimal(x)}" y="{decimal(y)}" width="{width}" '
            f'height="{height}" rx="5" fill="{fill}" stroke="{edge}" stroke-width="{line}"/>'
        )

    def faces(self, first: int, second: int, x: float, y: float) -> None:
        """The two halves of a card that lies along its track."""
        self.lines.append(
            f'<path d="M{decimal(x + _HALF)} {decimal(y + 4)}v{_HALF - 8}" '
            f'stroke="{self.theme.edge}" stroke-width="1"/>'
        )
        self.half(first, x, y)
        self.half(second, x + _HALF, y)

    def across(self, number: int, x: float, middle: float) -> None:
        """The two halves of a block that lies across its track."""
        self.lines.append(
            f'<path d="M{decimal(x + 4)} {decimal(middle)}h{_HALF - 8}" '
            f'stroke="{self.theme.edge}" stroke-width="1"/>'
        )
        self.half(number, x, middle - _HALF, upright=True)
        self.half(number, x, middle, upright=True)

    def half(self, number: int, x: float, y: float, upright: bool = False) -> None:
        if not number:
            return
        steps = []
        for dx, dy in _PIPS[number]:
            across, down = (dx, dy) if upright else (dy, dx)
            at_x, at_y = x + _HALF / 2 + across * 8.5, y + _HALF / 2 + down * 8.5
            steps.append(f"M{decimal(at_x)} {decimal(at_y)}h0")
        self.lines.append(
            f'<path class="pips" d="{"".join(steps)}" stroke="{self.theme.pips[number]}" '
            f'stroke-width="6" stroke-linecap="round"/>'
        )

    def bonus_value(self, card: Card, x: float, y: float) -> None:
        value = str(card.points).replace("-", "−")
        self.text(x + _HALF / 2, y + _HALF / 2 + 4.5, f"★{value}", "#6b4e00", 9.5, "600", "middle")

    def digit(self, number: int, x: float, y: float) -> None:
        self.text(x + _HALF / 2, y + _HALF / 2 + 7, str(number), "#1f2933", 20, "700", "middle")

    def short(self, name: str) -> str:
        return name if len(name) <= 12 else name[:11] + "…"

    def text(
        self,
        x: float,
        y: float,
        text: str,
        color: str,
        size: float,
        weight: str = "",
        anchor: str = "",
    ) -> None:
        more = f' font-weight="{weight}"' if weight else ""
        more += f' text-anchor="{anchor}"' if anchor else ""
        self.lines.append(
            f'<text x="{decimal(x)}" y="{decimal(y)}" font-size="{decimal(size)}"{more} '
            f'fill="{color}">{escaped(text)}</text>'
        )
