"""What a board of Dots tells of itself: its moves, its captures, its points, its text."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.dots_drawing import O, X, drawn

from dotcore import dots


def test_moves_and_captures_are_told() -> None:
    board = dots.Board(4, 3, start=[(1, 0, X), (1, 1, O)])
    assert board.start_dots.tolist() == [[1, 0, X], [1, 1, O]]
    assert board.start_dots.dtype == np.int16
    for x, y, player in ((0, 1, X), (3, 0, O), (2, 1, X), (3, 1, O)):
        board.place(x, y, player)
    board.place(1, 2)
    told = [(m.kind, m.player, m.x, m.y) for m in board.moves]
    assert told[0] == ("place", X, 0, 1)
    assert told[-1] == ("place", X, 1, 2)
    assert board.move_number == 5
    assert board.last_move is not None
    assert board.last_move.enclose == ()
    capture = board.captures[0]
    assert capture.move_number == 5
    for array in (capture.chain, capture.area, capture.dots):
        assert array.dtype == np.int16
        assert array.shape[1:] == (2,)
    board.undo()
    assert board.captures == ()
    board.stop()
    last = board.last_move
    assert last is not None
    assert (last.kind, last.player, last.x, last.y) == ("stop", X, None, None)


def test_the_chain_of_a_capture_is_in_order_and_closed() -> None:
    board = drawn("""
        .XXX..
        X.O..X
        X....X
        .XX.X.
    """)
    board.place(4, 0, X)
    board.place(3, 3, X)
    chain = board.captures[0].chain.tolist()
    assert len({tuple(point) for point in chain}) == len(chain) == 12
    for (x1, y1), (x2, y2) in zip(chain, [*chain[1:], chain[0]], strict=True):
        assert max(abs(x1 - x2), abs(y1 - y2)) == 1


def test_cells_and_owners() -> None:
    board = drawn("""
        .XX..
        XoaXO
        .XX..
    """)
    assert board.cells().tolist() == [[0, 1, 1, 0, 0], [1, 4, 5, 1, 2], [0, 1, 1, 0, 0]]
    assert board.owners().tolist() == [[-1, 0, 0, -1, -1], [0, 0, 0, 0, 1], [-1, 0, 0, -1, -1]]
    assert board.cells().dtype == np.uint8
    assert board.owners().dtype == np.int8


def test_a_player_who_is_named_may_move_out_of_turn_and_the_other_is_then_to_move() -> None:
    board = dots.Board(5, 5)
    board.place(0, 0, O)
    assert board.to_move == X
    board.place(1, 0, X)
    board.place(2, 0, X)
    assert board.to_move == O
    board.to_move = X
    board.place(3, 0)
    assert board.to_ascii().split("\n")[0] == "OXXX."
    board.undo()
    assert board.to_move == X


@pytest.mark.parametrize("seed", range(40))
def test_a_text_shows_all_of_an_automatic_position(seed: int) -> None:
    rng = random.Random(seed)
    rules = dots.Rules(
        recapture=rng.choice(["keep", "free"]),
        entry=rng.choice(["wait", "capture", "illegal"]),
        capture_empty=rng.random() < 0.3,
    )
    board = dots.Board(rng.randint(3, 9), rng.randint(3, 9), rules)
    while not board.is_terminal:
        moves = board.legal_moves()
        if not len(moves):
            break
        board.place(*moves[rng.randrange(len(moves))].tolist())
        text = board.to_ascii()
        again = dots.Board.from_ascii(text, rules, to_move=board.to_move)
        assert again == board
        assert again.key == board.key
        assert str(again) == text


def test_blank_lines_and_white_space_around_rows_do_not_count() -> None:
    plain = dots.Board.from_ascii("X.\n.O")
    for text in ("\n\n  X.\n\n\t.O  \n\n", "X.\r\n.O\r\n", "   X.   \n   .O"):
        assert dots.Board.from_ascii(text) == plain
