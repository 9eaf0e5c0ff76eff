"""Moves, colours and times as GTP writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from dotcore._core import Error

if TYPE_CHECKING:
    from dotcore.dots import Board

__all__ = [
    "GtpError",
    "color_text",
    "move_text",
    "point_text",
    "read_color",
    "read_move",
    "read_number",
    "read_real",
]

# The first player is black, as in Go; the other words are those of Dots programs.
_COLORS = {
    **dict.fromkeys(("b", "black", "blue", "x", "p1"), 0),
    **dict.fromkeys(("w", "white", "red", "r", "o", "p2"), 1),
}
_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # Go leaves out the I


class GtpError(Error):
    """What a command is refused with, or a text that is no move, colour, number."""


def point_text(board: Board, x: int, y: int) -> str:
    """A point: column and row from 1, rows from the bottom.

    >>> from dotcore import dots
    >>> point_text(dots.Board(39, 32), 0, 0)
    '1-32'
    """
    return f"{x + 1}-{board.height - y}"


def move_text(board: Board, action: int) -> str:
    """An action of this board: a point, ``pass``, ``ground``, ``enclose:`` and a point.

    >>> from dotcore import dots
    >>> board = dots.Board(20, 20)
    >>> move_text(board, board.dot_action(2, 16)), move_text(board, board.num_points)
    ('3-4', 'pass')
    """
    if action == board.num_points:
        is_ground = board.rules.ending == "ground" and not board.is_closing
        return "ground" if is_ground else "pass"
    point = board.point_of(action)
    assert point is not None
    return ("enclose:" if action > board.num_points else "") + point_text(board, *point)


def read_move(board: Board, text: str) -> int | Literal["resign"]:
    """The action that a text means on this board; whether it is legal is not asked.

    Points may be written as in Go too: a letter (A to Z without I, then AA ...) and the row.

    Raises
    ------
    GtpError
        If it means none.

    >>> from dotcore import dots
    >>> board = dots.Board(20, 20)
    >>> [board.point_of(read_move(board, text)) for text in ("3-4", "c4", "C4")]
    [(2, 16), (2, 16), (2, 16)]
    """
    word = text.lower()
    if word == "resign":
        return "resign"
    if word in ("pass", "stop", "ground"):
        return _last_action(board, word)
    is_enclosing = word.startswith("enclose:")
    if is_enclosing and board.rules.capture != "manual":
        raise GtpError(f"{_shown(text)}: only where capture=manual")
    x, y = _read_point(board, word.removeprefix("enclose:"), text)
    return board.enclose_action(x, y) if is_enclosing else board.dot_action(x, y)


def _last_action(board: Board, word: str) -> int:
    ending = board.rules.ending
    if word == "pass":
        if board.num_actions == board.num_points:
            raise GtpError("no pass under ending=full")
    elif word != ending:
        raise GtpError(f"no {word} under ending={ending}")
    return board.num_points


def _read_point(board: Board, word: str, text: str) -> tuple[int, int]:
    if match := re.fullmatch(r"(\d{1,3})-(\d{1,3})", word, re.ASCII):
        column, row = int(match[1]), int(match[2])
    elif match := re.fullmatch(r"([a-hj-z]{1,2})(\d{1,3})", word, re.ASCII):
        column, row = 0, int(match[2])
        for letter in match[1].upper():
            column = column * 25 + _LETTERS.index(letter) + 1
    else:
        raise GtpError(f"{_shown(text)} is no move; such as 3-4, C4, pass or resign")
    if not (1 <= column <= board.width and 1 <= row <= board.height):
        raise GtpError(f"{_shown(text)} lies outside the board of {board.width}x{board.height}")
    return column - 1, board.height - row


def read_color(text: str) -> int:
    """The player that a colour means: black 0, white 1.

    >>> read_color("B"), read_color("white"), read_color("blue")
    (0, 1, 0)
    """
    try:
        return _COLORS[text.lower()]
    except KeyError:
        raise GtpError(f"{_shown(text)} is no colour; black or white") from None


def color_text(player: int) -> str:
    """B or W."""
    return "BW"[player]


def read_number(text: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``."""
    if not re.fullmatch(r"\d{1,20}", text, re.ASCII) or not low <= int(text) <= high:
        raise GtpError(f"{text[:40]!a} is no whole number from {low} to {high}")
    return int(text)


def read_real(text: str, low: float, high: float) -> float:
    """A number from ``low`` to ``high``, written with digits, a point and an exponent."""
    if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", text[:40], re.ASCII):
        value = float(text[:40])
        if low <= value <= high:
            return value
    raise GtpError(f"{text[:40]!a} is no number from {low:g} to {high:g}")


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:40] + "...")
