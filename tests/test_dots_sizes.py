"""Dots on the largest, the longest and the narrowest boards."""

from __future__ import annotations

import random

import pytest
from tests.dots_drawing import O, X

from dotcore import dots


@pytest.mark.parametrize("left", [0, 1, 30, 31, 60, 61])
@pytest.mark.parametrize("top", [0, 1, 31, 61])
@pytest.mark.parametrize("last", range(4))
def test_a_capture_anywhere_on_the_largest_board(left: int, top: int, last: int) -> None:
    board = dots.Board(64, 64)
    ring = [(left + 1, top), (left + 2, top + 1), (left + 1, top + 2), (left, top + 1)]
    ring = ring[last + 1 :] + ring[: last + 1]
    board.place(left + 1, top + 1, O)
    for x, y in ring[:3]:
        board.place(x, y, X)
    assert board.scores == (0, 0)
    assert board.one_move_captures(X).moves.tolist() == [list(ring[3])]
    assert board.place(*ring[3], X) == 1
    assert board.captures[0].area.tolist() == [[left + 1, top + 1]]
    board.check_consistency()


def test_the_ends_of_neighbouring_rows_do_not_touch() -> None:
    """As bits of rows they do; O at the left edge is not walled in by X at the right one."""
    board = dots.Board(64, 5)
    board.place(0, 2, O)
    for x, y in ((0, 1), (1, 2), (0, 3), (63, 1), (63, 2), (63, 3), (1, 1), (1, 3)):
        assert board.place(x, y, X) == 0
    board.place(63, 0, O)
    assert board.captures == ()
    assert not board.empty_pools(X).any()


def test_a_chain_around_all_of_the_largest_board() -> None:
    board = dots.Board(64, 64)
    inside = [(x, y) for y in range(1, 63) for x in range(1, 63)]
    for x, y in inside[::7]:
        board.place(x, y, O)
    wall = [(x, y) for x in range(64) for y in (0, 63)] + [
        (x, y) for y in range(1, 63) for x in (0, 63)
    ]
    for x, y in wall[:-1]:
        assert board.place(x, y, X) == 0
    assert board.place(*wall[-1], X) == len(inside[::7])
    assert len(board.captures[0].area) == len(inside)
    assert board.is_terminal
    board.undo()
    assert board.scores == (0, 0)
    board.check_consistency()


def test_a_chain_as_wide_as_the_board() -> None:
    board = dots.Board(64, 3)
    for x in range(1, 63):
        board.place(x, 1, O)
        board.place(x, 0, X)
        board.place(x, 2, X)
    board.place(0, 1, X)
    assert board.place(63, 1, X) == 62
    assert board.to_ascii().split("\n")[1] == "X" + "o" * 62 + "X"


@pytest.mark.parametrize("size", [(1, 1), (1, 64), (64, 1), (2, 2), (2, 64), (64, 2)])
def test_boards_too_narrow_for_a_capture_fill_up(size: tuple[int, int]) -> None:
    board = dots.Board(*size)
    rng = random.Random(1)
    points = [(x, y) for x in range(size[0]) for y in range(size[1])]
    rng.shuffle(points)
    for x, y in points:
        assert board.place(x, y) == 0
    assert board.result == dots.Board(*size, start=[(*p, 0) for p in points]).result
    assert board.is_terminal
