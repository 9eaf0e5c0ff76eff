"""Chains that a move names (capture="manual"), through place() and through numbered actions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dots_drawing import RING, O, X, drawn, shows

import dotcore
from dotcore import dots


def manual(text: str, to_move: int = X, **rules: Any) -> dots.Board:
    return drawn(text, to_move, capture="manual", **rules)


def test_nothing_closes_by_itself_under_manual() -> None:
    board = manual("""
        .X.
        XOX
        ...
    """)
    assert board.place(1, 2) == 0
    assert shows(
        board,
        """
        .X.
        XOX
        .X.
    """,
    )


def test_a_chain_may_be_named_late_and_need_not_hold_the_new_dot() -> None:
    board = manual("""
        .X...
        XOX..
        .X...
        .....
    """)
    assert board.place(4, 3, X, [RING]) == 1
    assert shows(
        board,
        """
        .X...
        XoX..
        .X...
        ....X
    """,
    )
    move = board.last_move
    assert move is not None
    assert [chain.tolist() for chain in move.enclose] == [[list(point) for point in RING]]


def test_a_named_chain_may_be_larger_than_the_smallest() -> None:
    board = manual("""
        .XX..
        XOXX.
        .XX..
        .....
    """)
    larger = [(1, 0), (2, 0), (3, 1), (2, 2), (1, 2), (0, 1)]
    assert board.place(4, 3, X, [larger]) == 1
    assert shows(
        board,
        """
        .XX..
        XoXX.
        .XX..
        ....X
    """,
    )
    assert board.owners()[1].tolist() == [X, X, X, X, -1]
    with pytest.raises(dotcore.IllegalMove, match="no legal chain"):  # (2, 1) is dead now
        board.place(4, 0, X, [RING])


def test_all_chains_of_a_move_are_judged_with_the_dot_placed_and_then_all_closed() -> None:
    board = manual("""
        .X.X.
        XO.OX
        .X.X.
    """)
    right = [(x + 2, y) for x, y in RING]
    with pytest.raises(dotcore.IllegalMove):
        board.place(0, 0, X, [RING])  # the dot that both need is not this one
    assert board.place(2, 1, X, [RING, right]) == 2
    assert len(board.captures) == 2
    board.undo()
    board.place(2, 1)
    assert board.place(0, 2, X, [right]) == 1
    assert board.place(4, 2, X, [RING]) == 1


def test_a_suicidal_dot_is_legal_only_with_a_chain() -> None:
    board = manual(
        """
        .XO.
        X.XO
        .XO.
        """,
        to_move=O,
        entry="illegal",
    )
    ring = [(2, 0), (3, 1), (2, 2), (1, 1)]
    assert board.why_illegal(1, 1) == "suicide"
    assert board.why_illegal(1, 1, O, [ring]) is None
    assert board.place(1, 1, O, [ring]) == 1


def test_the_numbered_actions_close_the_smallest_chains_one_by_one_after_the_dot() -> None:
    board = manual("""
        .X.X.
        XO.OX
        .X.X.
    """)
    board.apply(board.string_to_action("2,1"))
    assert board.current_player == X
    texts = [board.action_to_string(int(action)) for action in board.legal_actions()]
    assert texts == ["end_turn", "enclose 1,1", "enclose 3,1"]
    assert board.why_illegal(0, 0) == "turn"
    board.apply(board.string_to_action("enclose 3,1"))
    assert board.scores == (1, 0)
    texts = [board.action_to_string(int(action)) for action in board.legal_actions()]
    assert texts == ["end_turn", "enclose 1,1"]
    board.apply(board.string_to_action("end_turn"))
    assert board.current_player == O
    assert [move.kind for move in board.moves] == ["place", "enclose", "end_turn"]
    for _ in range(3):
        board.undo()
    assert board.scores == (0, 0)
    assert board.current_player == X


def test_a_dot_that_needs_a_chain_is_an_action_and_its_turn_waits_for_the_chain() -> None:
    rules = dots.Rules(capture="manual", entry="illegal", ending="full")
    board = dots.Board.from_ascii("OXOO\nX.XO\nOXOO", rules, to_move=1)
    assert not board.is_terminal
    assert board.why_illegal(1, 1) == "suicide"
    assert board.legal_actions().tolist() == [board.dot_action(1, 1)]
    board.apply(board.dot_action(1, 1))
    enclose = board.enclose_action(2, 1)
    assert board.legal_actions().tolist() == [enclose]
    assert dots.Board.from_bytes(board.to_bytes()) == board
    board.apply(enclose)
    assert board.legal_actions().tolist() == [board.num_points]
    board.apply(board.num_points)
    assert board.result == dots.Board.from_bytes(board.to_bytes()).result
    assert board.legal_actions().size == 0
    assert list(board.scores) == [0, 1]
