"""A board as text for a terminal, coloured with the sixteen colours that all of them have.

Two columns a point.  The columns between two points are coloured where both sides belong to one
player's region, so that a region is one patch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ._regions import inside, last_dot, marked, regions_of

if TYPE_CHECKING:
    from dotcore._core.dots import Board

__all__ = ["to_ansi"]

_RESET = "\x1b[0m"
_FAINT = "\x1b[2m"
_DOT = ("\x1b[1;31m", "\x1b[1;34m")
_MARK = "\x1b[1;33m"
_REGION = ("\x1b[97;41m", "\x1b[97;44m")
# By Cell code; the letters are those of Board.to_ascii.
_SYMBOLS = ("·", "●", "○", "•", "◦", " ", " ")
_LETTERS = (".", "X", "O", "x", "o", "a", "b")


def to_ansi(
    self: Board,
    *,
    color: bool = True,
    unicode: bool = True,
    coordinates: bool = True,
    last_move: bool = True,
    highlight: Iterable[Iterable[int]] = (),
    marks: Mapping[tuple[int, int], str] | None = None,
) -> str:
    """The board as text for a terminal, one line a row.

    Red and full dots are the first player's, blue rings the second player's; small ones are
    captured.  The points of captured regions stand on their owner's colour.

    Parameters
    ----------
    color
        False leaves out all escape sequences.
    unicode
        False takes the letters of ``to_ascii``, for terminals without other signs.
    coordinates
        Columns and rows at the edges, counted from 0 as in ``place(x, y)``.
    last_move
        Brackets ``[ ]`` around the dot placed last.
    highlight
        Points (x, y) to put between ``( )``.
    marks
        What to write on points in place of their own sign, one sign each: ``{(3, 4): "1"}``.

    Raises
    ------
    Error
        For a highlight or a mark off the board, or a mark that is not one sign.

    >>> board = dots.Board(4, 3)
    >>> board.place(1, 1)
    0
    >>> print(board.to_ansi(color=False, unicode=False))
        0 1 2 3
     0  . . . .
     1  .[X]. .
     2  . . . .
    """
    board = self
    symbols = _SYMBOLS if unicode else _LETTERS
    captured = regions_of(board).captured
    cells = board.cells().tolist()
    owners = board.owners().tolist()
    between = _marks(board, last_move, highlight)
    written = marked(board, marks, 1)
    lines = _column_labels(board.width, color) if coordinates else []
    for y in range(board.height):
        line = _Line(color)
        if coordinates:
            line.add(f"{y:2} ", _FAINT)
        for x in range(board.width + 1):
            # The column to the left of point x, then the point.
            gap = ""
            for player in (0, 1):
                mine = captured[player][y]
                is_between = 0 < x < board.width and owners[y][x - 1] == owners[y][x] == player
                if is_between and (mine[x - 1] or mine[x]):
                    gap = _REGION[player]
            mark = between.get((2 * x, y), " ")
            line.add(mark, gap)
            if x == board.width:
                break
            code = cells[y][x]
            mark = written.get((x, y), "")
            if mark:
                line.add(mark, _MARK)
                continue
            owner = 0 if captured[0][y, x] else 1 if captured[1][y, x] else None
            if owner is not None:
                line.add(symbols[code], _REGION[owner])
            else:
                line.add(symbols[code], _FAINT if code == 0 else _DOT[(code - 1) % 2])
        lines.append(line.text())
    return "\n".join(lines)


class _Line:
    """Text with a style for each part, written with as few escape sequences as will do."""

    def __init__(self, color: bool) -> None:
        self._color = color
        self._style = ""
        self._parts: list[str] = []

    def add(self, text: str, style: str = "") -> None:
        if text == " " and not style and self._style not in _REGION:
            style = self._style  # a blank looks the same in any colour but a background
        if self._color and style != self._style:
            self._parts.append(_RESET + style if self._style else style)
            self._style = style
        self._parts.append(text)

    def text(self) -> str:
        if self._style:
            return "".join(self._parts) + _RESET
        return "".join(self._parts).rstrip()


def _marks(
    board: Board, last_move: bool, highlight: Iterable[Iterable[int]]
) -> dict[tuple[int, int], str]:
    """What stands in the columns beside marked points, by (2 * column, row)."""
    marks: dict[tuple[int, int], str] = {}
    for x, y in inside(board, highlight):
        marks[2 * x, y], marks[2 * x + 2, y] = "(", ")"
    last = last_dot(board) if last_move else None
    if last is not None:
        x, y = last
        marks[2 * x, y], marks[2 * x + 2, y] = "[", "]"
    return marks


def _column_labels(width: int, color: bool) -> list[str]:
    """The columns' numbers: tens, where there are any, above ones."""
    rows = ["".join(f" {x % 10}" for x in range(width))]
    if width > 10:
        tens = "".join(f" {x // 10 if x % 10 == 0 and x else ' '}" for x in range(width))
        rows.insert(0, tens.rstrip())
    start, end = (_FAINT, _RESET) if color else ("", "")
    return [f"{start}   {row}{end}" for row in rows]
