"""Boards from drawings, and boards held against drawings.

X and O are dots of players 0 and 1, x and o those that are captured, a and b captured empty points
of players 0 and 1, a point is free.
"""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from dotcore import dots

X, O = 0, 1  # noqa: E741 - the players, as the drawings show them


def drawn(text: str, to_move: int = X, **rules: Any) -> dots.Board:
    return dots.Board.from_ascii(text, dots.Rules(**rules), to_move)


def shows(board: dots.Board, text: str) -> bool:
    """Whether the board looks like the drawing; its insides must agree with each other too."""
    board.check_consistency()
    assert board.to_ascii() == dedent(text).strip()
    return True


# Boards that several tests use

RING = [(1, 0), (2, 1), (1, 2), (0, 1)]  # around (1, 1)


def with_a_capture() -> dots.Board:
    """A captured dot and a captured empty point; player 1 is to move after the move 8 of 0.

    .XX.
    XoaX
    .XX.
    O...
    """
    board = dots.Board(4, 4)
    dots_of_0 = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2)]
    board.place(1, 1, 1)
    for x, y in dots_of_0[:-1]:
        board.place(x, y, 0)
    board.place(0, 3, 1)
    board.place(*dots_of_0[-1], 0)
    assert board.to_ascii() == ".XX.\nXoaX\n.XX.\nO..."
    return board


def with_an_open_ring() -> dots.Board:
    """The loop of player 0 around (1, 1) needs (1, 2) yet.

    .X...
    XOX..
    .....
    """
    rules = dots.Rules(capture="manual")
    return dots.Board(5, 3, rules, [(1, 0, 0), (0, 1, 0), (2, 1, 0), (1, 1, 1)])
