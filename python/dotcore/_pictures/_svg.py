"""A board as SVG: one file that needs nothing else, without scripts, the same text every time.

From back to front: paper, grid, filled regions, highlights, dots, the last move, text.  Regions
are hatched as well as coloured, captured dots are small: a black and white print tells all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from dotcore._core import Error
from dotcore._svg_parts import decimal, escaped

from ._regions import Region, Regions, inside, last_dot, marked, regions_of

if TYPE_CHECKING:
    from dotcore._core.dots import Board

    _ThemeName = Literal["light", "dark", "print"]

__all__ = ["repr_svg", "to_svg"]


class _Theme(NamedTuple):
    paper: str
    grid: str
    text: str
    accent: str
    colors: tuple[str, str]


_THEMES: dict[str, _Theme] = {
    "light": _Theme("#ffffff", "#c9d1da", "#48525e", "#e8a200", ("#d62f3c", "#2563c9")),
    "dark": _Theme("#171b21", "#39424e", "#aab4c0", "#ffc53d", ("#ff6b6b", "#5fa8ff")),
    "print": _Theme("#ffffff", "#b5b5b5", "#222222", "#000000", ("#000000", "#000000")),
}
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"


def to_svg(
    self: Board,
    *,
    cell: float = 24.0,
    theme: _ThemeName = "light",
    colors: tuple[str, str] | None = None,
    coordinates: bool = True,
    move_numbers: bool = False,
    last_move: bool = True,
    highlight: Iterable[Iterable[int]] = (),
    marks: Mapping[tuple[int, int], str] | None = None,
    title: str | None = None,
) -> str:
    """The board as an SVG picture.

    Each captured region is filled along its chain.  Full dots are the first player's, rings the
    second player's; small ones are captured.

    Parameters
    ----------
    cell
        Pixels from one point to the next, 4 to 400.
    theme
        "light", "dark", or "print" for black on white.
    colors
        Of the two players, such as ("#d62f3c", "#2563c9"), in place of the theme's.
    coordinates
        Columns and rows at the edges, counted from 0 as in ``place(x, y)``.
    move_numbers
        Which move placed a dot, as ``Board.moves`` counts, from 1.
    last_move
        A ring around the dot placed last.
    highlight
        Points (x, y) to frame.
    marks
        What to write on points, up to three signs each: ``{(3, 4): "1"}``.
    title
        A line above the board.

    Returns
    -------
    str
        An XML document; equal boards with equal histories give equal text.

    Raises
    ------
    Error
        For a theme, colour, cell or mark that cannot be, or a point off the board.

    >>> board = dots.Board(8, 8, start="cross")
    >>> picture = board.to_svg(title="Ann & Ben", highlight=[(3, 3)])
    >>> picture[:4], "Ann &amp; Ben" in picture
    ('<svg', True)
    """
    chosen = _theme(theme, colors)
    if not 4 <= cell <= 400:
        raise Error(f"cell={cell}; 4 to 400 pixels")
    drawing = _Drawing(self, cell, chosen, coordinates, title is not None)
    drawing.open(title)
    drawing.grid()
    drawing.regions(regions_of(self))
    drawing.highlights(inside(self, highlight))
    drawing.dots(move_numbers, last_move)
    drawing.marks(marked(self, marks, 3))
    if coordinates:
        drawing.coordinates()
    return drawing.close()


def repr_svg(self: Board) -> str:
    """The picture that a notebook shows for a board."""
    return to_svg(self)


def _theme(name: str, colors: tuple[str, str] | None) -> _Theme:
    theme = _THEMES.get(name)
    if theme is None:
        raise Error(f"theme={name!r}; one of {', '.join(map(repr, _THEMES))}")
    if colors is None:
        return theme
    wanted = "two colours such as '#d62f3c' are needed"
    for color in colors:
        if not _HEX.fullmatch(color):
            raise Error(f"colors: {color!r}; {wanted}")
    if len(colors) != 2:
        raise Error(f"colors: {len(colors)} given; {wanted}")
    first, second = colors
    return theme._replace(colors=(first, second))


class _Drawing:
    """The lines of the picture, and where a point of the board lies in it."""

    def __init__(
        self, board: Board, cell: float, theme: _Theme, coordinates: bool, titled: bool
    ) -> None:
        self.board, self.cell, self.theme = board, cell, theme
        self.margin = cell * (1.25 if coordinates else 0.8)
        # Labels keep a size that can be read, also on small pictures.
        if coordinates:
            self.margin = max(self.margin, 22.0)
        self.title = max(1.3 * cell, 26.0) if titled else 0.0  # height of its line
        self.top = self.margin + self.title
        self.width = 2 * self.margin + (board.width - 1) * cell
        self.height = self.top + self.margin + (board.height - 1) * cell
        self.lines: list[str] = []
        # Two pictures on one page must not share a hatching unless it looks the same.
        self.mark = "-".join(["dots", decimal(cell), *theme.colors]).replace("#", "")

    def at(self, x: float, y: float) -> tuple[str, str]:
        return decimal(self.margin + x * self.cell), decimal(self.top + y * self.cell)

    def size(self, cells: float) -> str:
        return decimal(cells * self.cell)

    def open(self, title: str | None) -> None:
        board, theme = self.board, self.theme
        width, height = decimal(self.width), decimal(self.height)
        told = f"Dots {board.width}x{board.height}, {board.move_number} moves"
        told += f", score {board.scores[0]}:{board.scores[1]}"
        shown = told if title is None else f"{title} ({told})"
        self.lines += [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="0 0 {width} {height}" role="img" font-family="{_FONT}">'
            ),
            f"<title>{escaped(shown)}</title>",
            "<defs>",
            *(self._hatching(player) for player in (0, 1)),
            "</defs>",
            f'<rect width="{width}" height="{height}" fill="{theme.paper}"/>',
        ]
        if title is not None:
            size = max(0.72 * self.cell, 14.0)
            # A long title is set smaller, down to what can still be read.
            size = max(min(size, 1.75 * self.width / max(len(title), 1)), 7.0)
            x, y = decimal(self.width / 2), decimal(0.8 * self.title)
            self.lines.append(
                f'<text x="{x}" y="{y}" font-size="{decimal(size)}" font-weight="600" '
                f'text-anchor="middle" fill="{theme.text}">{escaped(title)}</text>'
            )

    def _hatching(self, player: int) -> str:
        step = decimal(self.cell / 3)
        # A pattern's seams show where a slanted line ends at its border; turned, they do not.
        turn = (45, -45)[player]
        color = self.theme.colors[player]
        return (
            f'<pattern id="{self.mark}-{player}" width="{step}" height="{step}" '
            f'patternUnits="userSpaceOnUse" patternTransform="rotate({turn})">'
            f'<rect width="{step}" height="{step}" fill="{color}" fill-opacity="0.16"/>'
            f'<rect width="{decimal(self.cell / 14)}" height="{step}" fill="{color}" '
            f'fill-opacity="0.34"/></pattern>'
        )

    def regions(self, regions: Regions) -> None:
        self.lines += [self._region(region) for region in regions.shapes]

    def _region(self, region: Region) -> str:
        lines = ("L".join(" ".join(self.at(x, y)) for x, y in line) for line in region.lines)
        steps = "Z".join(f"M{line}" for line in lines)
        color = self.theme.colors[region.owner]
        return (
            f'<path class="capture-{region.owner}" d="{steps}Z" '
            f'fill="url(#{self.mark}-{region.owner})" stroke="{color}" '
            f'stroke-width="{self.size(0.13)}" stroke-linejoin="round"/>'
        )

    def grid(self) -> None:
        right, bottom = self.board.width - 1, self.board.height - 1
        steps: list[str] = []
        for x in range(right + 1):
            (left, top), (_, end) = self.at(x, -0.5), self.at(x, bottom + 0.5)
            steps.append(f"M{left} {top}V{end}")
        for y in range(bottom + 1):
            (left, top), (end, _) = self.at(-0.5, y), self.at(right + 0.5, y)
            steps.append(f"M{left} {top}H{end}")
        width = decimal(max(0.04 * self.cell, 0.75))
        self.lines.append(
            f'<path d="{"".join(steps)}" fill="none" stroke="{self.theme.grid}" '
            f'stroke-width="{width}"/>'
        )

    def highlights(self, points: list[tuple[int, int]]) -> None:
        for x, y in points:
            left, top = self.at(x - 0.46, y - 0.46)
            self.lines.append(
                f'<rect class="highlight" x="{left}" y="{top}" width="{self.size(0.92)}" '
                f'height="{self.size(0.92)}" rx="{self.size(0.12)}" fill="{self.theme.accent}" '
                f'fill-opacity="0.25" stroke="{self.theme.accent}" '
                f'stroke-width="{self.size(0.08)}"/>'
            )

    def dots(self, move_numbers: bool, last_move: bool) -> None:
        board = self.board
        numbers: dict[tuple[int, int], int] = {}
        if move_numbers:
            for count, move in enumerate(board.moves, 1):
                if move.kind == "place" and move.x is not None and move.y is not None:
                    numbers[move.x, move.y] = count
        texts: list[str] = []
        for y, row in enumerate(board.cells().tolist()):
            for x, code in enumerate(row):
                if 1 <= code <= 4:
                    player, is_taken = (code - 1) % 2, code > 2
                    number = numbers.get((x, y))
                    self.lines.append(self._dot(x, y, player, is_taken, number is not None))
                    if number is not None:
                        texts.append(self._move_number(x, y, player, is_taken, number))
        last = last_dot(board) if last_move else None
        if last is not None:
            self.lines.append(self._ring(*last, move_numbers))
        self.lines += texts

    def _dot(self, x: int, y: int, player: int, is_taken: bool, is_numbered: bool) -> str:
        cx, cy = self.at(x, y)
        color, paper = self.theme.colors[player], self.theme.paper
        radius = 0.42 if is_numbered else (0.2 if is_taken else 0.33)
        kind = f'class="{"taken" if is_taken else "dot"}-{player}"'
        place = f'<circle {kind} cx="{cx}" cy="{cy}"'
        if player == 0:
            # Under its number a captured dot is big but pale.
            pale = ' fill-opacity="0.45"' if is_taken and is_numbered else ""
            return f'{place} r="{self.size(radius)}" fill="{color}"{pale}/>'
        line = 0.08 if is_taken else (0.1 if is_numbered else 0.15)
        dashes = f' stroke-dasharray="{self.size(0.12)}"' if is_taken and is_numbered else ""
        return (
            f'{place} r="{self.size(radius - line / 2)}" fill="{paper}" stroke="{color}" '
            f'stroke-width="{self.size(line)}"{dashes}/>'
        )

    def _move_number(self, x: int, y: int, player: int, is_taken: bool, number: int) -> str:
        color = self.theme.text
        if player == 0 and not is_taken:
            color = _readable_on(self.theme.colors[0])
        size = self.cell * {1: 0.5, 2: 0.46, 3: 0.36}.get(len(str(number)), 0.28)
        cx, cy = self.at(x, y + 0.36 * size / self.cell)
        return (
            f'<text x="{cx}" y="{cy}" font-size="{decimal(size)}" text-anchor="middle" '
            f'fill="{color}">{number}</text>'
        )

    def _ring(self, x: int, y: int, is_numbered: bool) -> str:
        cx, cy = self.at(x, y)
        radius = 0.5 if is_numbered else 0.45
        return (
            f'<circle class="last-move" cx="{cx}" cy="{cy}" r="{self.size(radius)}" fill="none" '
            f'stroke="{self.theme.text}" stroke-width="{self.size(0.08)}"/>'
        )

    def marks(self, marks: dict[tuple[int, int], str]) -> None:
        theme = self.theme
        for (x, y), text in marks.items():
            cx, cy = self.at(x, y)
            size = self.cell * {1: 0.62, 2: 0.52}.get(len(text), 0.4)
            _, low = self.at(x, y + 0.36 * size / self.cell)
            self.lines.append(
                f'<g class="mark"><circle cx="{cx}" cy="{cy}" r="{self.size(0.43)}" '
                f'fill="{theme.paper}" stroke="{theme.accent}" stroke-width="{self.size(0.1)}"/>'
                f'<text x="{cx}" y="{low}" font-size="{decimal(size)}" font-weight="600" '
                f'text-anchor="middle" fill="{theme.text}">{escaped(text)}</text></g>'
            )

    def coordinates(self) -> None:
        size = min(max(0.42 * self.cell, 9.0), 16.0)
        # Two digits need some 1.4 times their size; where a cell is narrower, each fifth is told.
        step = 1 if self.cell >= 1.4 * size else 5
        gap = (self.margin - self.cell / 2) / 2 + self.cell / 2
        low = 0.36 * size
        right = self.margin + (self.board.width - 1) * self.cell
        bottom = self.top + (self.board.height - 1) * self.cell
        labels: list[str] = []
        for x in range(0, self.board.width, step):
            at = self.margin + x * self.cell
            labels += [_label(at, self.top - gap + low, x), _label(at, bottom + gap + low, x)]
        for y in range(0, self.board.height, step):
            at = self.top + y * self.cell + low
            labels += [_label(self.margin - gap, at, y), _label(right + gap, at, y)]
        self.lines += [
            (
                f'<g class="coordinates" font-size="{decimal(size)}" text-anchor="middle" '
                f'fill="{self.theme.text}">'
            ),
            *labels,
            "</g>",
        ]

    def close(self) -> str:
        return "\n".join([*self.lines, "</svg>", ""])


def _label(x: float, y: float, value: int) -> str:
    return f'<text x="{decimal(x)}" y="{decimal(y)}">{value}</text>'


def _readable_on(color: str) -> str:
    """Black or white, whichever can be read on a colour.

    >>> _readable_on("#d62f3c"), _readable_on("#ff0")
    ('#ffffff', '#000000')
    """
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 150 else "#000000"
