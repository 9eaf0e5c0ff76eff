"""The positions of a played game, as a search shall see them."""

from __future__ import annotations

import contextlib

import numpy as np

from dotcore import dots
from dotcore._core import Error, IllegalMove

__all__ = ["positions", "text_of"]


def positions(board: dots.Board) -> list[dots.Board]:
    """Return the positions of the game played on ``board``, first the start, last as it is now.

    They come without history, and with the player to move who then moved, also out of turn. Of a
    game under ``capture="manual"`` they are under automatic capture wherever that makes no
    difference: players close what they can, and the search then does not have to try what they
    would not, which makes it some twenty times faster.
    """
    then = board.copy()
    moves = board.moves
    found = [then.copy(history=False)]
    for move in reversed(moves):
        then.undo()
        before = then.copy(history=False)
        if before.current_player != move.player:
            # Refused in a turn that is not ended, or where the other has stopped.
            with contextlib.suppress(IllegalMove):
                before.to_move = move.player
        found.append(before)
    found.reverse()
    if board.rules.capture == "manual":
        return [
            one if other is None or not _looks_like(other, one) else other
            for one, other in zip(found, _automatic(board), strict=True)
        ]
    return found


def _automatic(board: dots.Board) -> list[dots.Board | None]:
    """The positions of the game if dots had captured by themselves, as far as it goes."""
    rules = board.rules.replace(capture="automatic")
    found: list[dots.Board | None] = []
    try:
        then = dots.Board(board.width, board.height, rules, board.start_dots)
        found.append(then.copy(history=False))
        for move in board.moves:
            if move.x is not None and move.y is not None and move.kind == "place":
                then.place(move.x, move.y, move.player)
            elif move.kind in ("stop", "resign"):
                getattr(then, move.kind)(move.player)
            found.append(then.copy(history=False))
    except Error:
        pass  # a dot into what would have been captured
    return found + [None] * (len(board.moves) + 1 - len(found))


def _looks_like(other: dots.Board, board: dots.Board) -> bool:
    """Whether two boards differ in nothing but how they capture; gives them the same player."""
    if board.is_closing or board.is_terminal != other.is_terminal:
        return False
    if board.totals != other.totals or not np.array_equal(board.cells(), other.cells()):
        return False
    if other.current_player != board.current_player:
        try:
            other.to_move = board.current_player
        except Error:
            return False
    return True


def text_of(board: dots.Board, move: dots.Move) -> str:
    """A move made on ``board`` as `dots.Board.action_to_string` writes it, or "resign".

    >>> board = dots.Board(4, 4)
    >>> board.place(1, 2)
    0
    >>> text_of(dots.Board(4, 4), board.last_move)
    '1,2'
    """
    if move.kind == "resign":
        return "resign"
    action = board.num_points
    if move.x is not None and move.y is not None:
        to_action = board.enclose_action if move.kind == "enclose" else board.dot_action
        action = to_action(move.x, move.y)
    return board.action_to_string(action)
