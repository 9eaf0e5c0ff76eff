"""Dots in drawn positions: what closes, what is captured, what stays playable."""

from __future__ import annotations

import pytest
from tests.dots_drawing import O, X, drawn, shows
from tests.twin_compare import mask_points, point_set

import dotcore
from dotcore import dots

every_entry = pytest.mark.parametrize("entry", ["wait", "capture", "illegal"])
every_recapture = pytest.mark.parametrize("recapture", ["keep", "free"])

# Closing a chain


def test_a_closed_chain_captures_the_enemy_dot_inside() -> None:
    board = drawn("""
        .X.
        XOX
        ...
    """)
    assert board.place(1, 2) == 1
    assert board.scores == (1, 0)
    assert shows(
        board,
        """
        .X.
        XoX
        .X.
    """,
    )
    capture = board.captures[0]
    assert (capture.owner, capture.move_number) == (X, 1)
    assert point_set(capture.chain) == {(1, 0), (0, 1), (2, 1), (1, 2)}
    assert capture.area.tolist() == capture.dots.tolist() == [[1, 1]]


def test_the_edge_is_no_wall() -> None:
    board = drawn("""
        OX.
        X..
        ...
    """)
    board.place(1, 1, X)
    board.place(2, 2, X)
    assert board.scores == (0, 0)
    assert board.captures == ()


def test_an_enemy_link_across_a_link_of_the_chain_does_not_open_it() -> None:
    board = drawn("""
        .XO
        XOX
        ...
    """)
    assert board.place(1, 2) == 1
    assert shows(
        board,
        """
        .XO
        XoX
        .X.
    """,
    )


def test_the_smallest_pool_is_captured_and_the_outer_one_stays_open() -> None:
    """Diagram (a) of the rules."""
    board = drawn("""
        .XX.XX.
        X.....X
        X.XOX.X
        X..X..X
        .X...X.
        ..XXX..
    """)
    assert board.place(3, 1) == 1
    assert shows(
        board,
        """
        .XX.XX.
        X..X..X
        X.XoX.X
        X..X..X
        .X...X.
        ..XXX..
    """,
    )
    assert board.is_legal(1, 1)
    assert (1, 1) in mask_points(board.empty_pools(X))


def test_of_two_pools_the_one_with_an_enemy_is_captured() -> None:
    """Diagram (b)."""
    board = drawn("""
        .X.X.
        X..OX
        .X.X.
    """)
    assert board.place(2, 1) == 1
    assert shows(
        board,
        """
        .X.X.
        X.XoX
        .X.X.
    """,
    )
    assert mask_points(board.empty_pools(X)) == {(1, 1)}


def test_one_dot_closes_regions_on_both_sides() -> None:
    board = drawn("""
        .X.X.
        XO.OX
        .X.X.
    """)
    assert board.place(2, 1) == 2
    assert shows(
        board,
        """
        .X.X.
        XoXoX
        .X.X.
    """,
    )
    assert len(board.captures) == 2


def test_one_dot_closes_four_regions() -> None:
    """All dots of O had entered a closed pool, where they live under entry="wait"."""
    board = drawn("""
        ...X...
        ..XOX..
        .XX.XX.
        XO...OX
        .XX.XX.
        ..XOX..
        ...X...
    """)
    assert board.place(3, 3) == 4
    assert shows(
        board,
        """
        ...X...
        ..XoX..
        .XXaXX.
        XoaXaoX
        .XXaXX.
        ..XoX..
        ...X...
    """,
    )
    assert [len(capture.area) for capture in board.captures] == [2, 2, 2, 2]


# What lies inside


def test_a_pocket_between_touching_dots_of_the_chain_lies_outside() -> None:
    board = drawn("""
        .X...XX.
        X..XX..X
        XOX..X.X
        X..XX..X
        X......X
        .XXXXXX.
    """)
    assert board.place(2, 0) == 1
    assert shows(
        board,
        """
        .XX..XX.
        XaaXXaaX
        XoX..XaX
        XaaXXaaX
        XaaaaaaX
        .XXXXXX.
    """,
    )
    assert {(3, 2), (4, 2)} <= mask_points(board.empty_pools(X))
    board.place(3, 2, O)


def test_an_own_loop_hanging_on_one_dot_of_the_wall_is_inside() -> None:
    board = drawn("""
        .X..XX.
        X..X..X
        XOX.X.X
        X..X..X
        X.....X
        .XXXXX.
    """)
    assert board.place(2, 0) == 1
    assert shows(
        board,
        """
        .XX.XX.
        XaaXaaX
        XoXaXaX
        XaaXaaX
        XaaaaaX
        .XXXXX.
    """,
    )
    owners = board.owners()
    assert (owners[1:5, 1:6] == X).all()
    assert board.why_illegal(3, 2) == "captured"


def test_own_dots_hanging_into_the_pool_and_own_islands_are_blocked_but_do_not_score() -> None:
    """(2, 1) lies on the chain, (2, 2) hangs on it, (4, 3) is an island."""
    board = drawn("""
        .XX.XXX.
        X.X....X
        X.X..O.X
        X...X..X
        X......X
        .XXXXXX.
    """)
    assert board.place(3, 0) == 1
    assert shows(
        board,
        """
        .XXXXXX.
        XaXaaaaX
        XaXaaoaX
        XaaaXaaX
        XaaaaaaX
        .XXXXXX.
    """,
    )
    area = point_set(board.captures[0].area)
    assert len(area) == 6 * 4 - 1
    assert {(2, 2), (4, 3)} < area
    assert (2, 1) in point_set(board.captures[0].chain)
    assert (2, 0) not in point_set(board.captures[0].chain)


def test_an_enemy_dot_in_an_inner_pool_of_the_same_owner_counts_for_the_outer_one() -> None:
    board = drawn("""
        ..XXXXX..
        .X.....X.
        X...X...X
        X..XOX..X
        X...X...X
        .X.....X.
        ..XXX.X..
    """)
    assert board.place(5, 6) == 1
    assert shows(
        board,
        """
        ..XXXXX..
        .XaaaaaX.
        XaaaXaaaX
        XaaXoXaaX
        XaaaXaaaX
        .XaaaaaX.
        ..XXXXX..
    """,
    )


def test_of_nested_pools_closed_by_one_dot_the_inner_one_is_captured_first() -> None:
    board = drawn("""
        .XX.XX.
        XO....X
        X.XOX.X
        X..X..X
        .X...X.
        ..XXX..
    """)
    assert board.place(3, 1) == 2
    assert [capture.dots.tolist() for capture in board.captures] == [[[3, 2]], [[1, 1]]]
    inner, outer = (point_set(capture.area) for capture in board.captures)
    assert inner < outer
    board.undo()
    assert board.place(3, 0) == 2
    assert [capture.dots.tolist() for capture in board.captures] == [[[1, 1], [3, 2]]]


@every_recapture
def test_a_region_inside_a_region_inside_a_region(recapture: str) -> None:
    board = dots.Board(7, 7, dots.Rules(recapture=recapture))  # type: ignore[arg-type]
    outer = [(3, 0), (2, 1), (4, 1), (1, 2), (5, 2), (0, 3), (6, 3), (1, 4), (5, 4), (2, 5)]
    rings = [
        (X, [(3, 2), (2, 3), (4, 3), (3, 4)]),
        (O, [(3, 1), (2, 2), (4, 2), (1, 3), (5, 3), (2, 4), (4, 4), (3, 5)]),
        (X, [*outer, (4, 5), (3, 6)]),
    ]
    board.place(3, 3, O)
    scores = []
    for player, ring in rings:
        for x, y in ring:
            board.place(x, y, player)
        scores.append(board.scores)
    if recapture == "keep":
        assert scores == [(1, 0), (1, 4), (9, 4)]
        assert board.to_ascii().split("\n")[3] == "XoxoxoX"
    else:
        assert scores == [(1, 0), (0, 4), (9, 0)]
        assert board.to_ascii().split("\n")[3] == "XoXoXoX"
    assert (board.owners()[3] == X).all()
    while board.move_number:
        board.undo()
    assert board == dots.Board(7, 7, dots.Rules(recapture=recapture))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("recapture", "scores", "text"),
    [
        ("keep", (1, 4), "..O..\n.OxO.\nOxoxO\n.OxO.\n..O.."),
        ("free", (0, 4), "..O..\n.OxO.\nOxOxO\n.OxO.\n..O.."),
    ],
)
def test_capturing_the_captors(recapture: str, scores: tuple[int, int], text: str) -> None:
    """Diagram (e)."""
    board = drawn(
        """
        ..O..
        .OXO.
        OXoX.
        .OXO.
        ..O..
        """,
        to_move=O,
        recapture=recapture,
    )
    assert board.scores == (1, 0)
    assert board.place(4, 2) == (5 if recapture == "free" else 4)
    assert board.scores == scores
    assert shows(board, text)


def test_captured_empty_points_change_hands_without_scoring() -> None:
    board = drawn(
        """
        ..OO..
        .OXXO.
        OXoaX.
        .OXXO.
        ..OO..
        """,
        to_move=O,
    )
    assert board.place(5, 2) == 6
    assert shows(
        board,
        """
        ..OO..
        .OxxO.
        OxobxO
        .OxxO.
        ..OO..
    """,
    )
    assert board.scores == (1, 6)


# Entering an empty pool


@pytest.mark.parametrize(("entry", "gained"), [("wait", 0), ("capture", -1)])
def test_an_enemy_dot_in_an_empty_pool(entry: str, gained: int) -> None:
    """Diagram (c)."""
    board = drawn(
        """
        .X.
        X.X
        .X.
        """,
        to_move=O,
        entry=entry,
    )
    assert board.place(1, 1) == gained
    assert board.scores == (-gained, 0)
    assert shows(board, ".X.\nXOX\n.X." if entry == "wait" else ".X.\nXoX\n.X.")


def test_a_dot_into_an_empty_pool_is_refused_under_illegal_but_the_owner_may() -> None:
    board = drawn(
        """
        .X.
        X.X
        .X.
        """,
        entry="illegal",
    )
    assert board.why_illegal(1, 1, O) == "suicide"
    with pytest.raises(dotcore.IllegalMove, match="empty pool of player 0"):
        board.place(1, 1, O)
    assert point_set(board.legal_moves(O)) == {(0, 0), (2, 0), (0, 2), (2, 2)}
    assert board.place(1, 1, X) == 0


@every_entry
def test_an_entering_dot_that_captures_wins(entry: str) -> None:
    """Diagram (d)."""
    board = drawn(
        """
        .XO.
        X.XO
        .XO.
        """,
        to_move=O,
        entry=entry,
    )
    assert board.place(1, 1) == 1
    assert shows(
        board,
        """
        .XO.
        XOxO
        .XO.
    """,
    )


@every_entry
def test_a_wall_that_lost_a_dot_is_no_wall(entry: str) -> None:
    """The pool into which O went is gone; the dots of X around it close nothing any more."""
    board = drawn(
        """
        .XO.
        X.XO
        .XO.
        """,
        to_move=O,
        entry=entry,
    )
    board.place(1, 1)
    assert board.place(3, 0, X) == 0
    assert board.scores == (0, 1)
    assert not board.empty_pools(X).any()


def test_thickening_the_wall_takes_the_dot_that_had_entered() -> None:
    """Diagram (f)."""
    board = drawn("""
        .XXX.
        X...X
        X.O.X
        .XXX.
    """)
    assert board.place(2, 1) == 1
    assert shows(
        board,
        """
        .XXX.
        XaXaX
        XaoaX
        .XXX.
    """,
    )


def test_a_dot_of_the_owner_off_the_smallest_chain_takes_nothing() -> None:
    board = drawn("""
        .XXXX.
        X....X
        X.O..X
        .XXXX.
    """)
    board.place(0, 0)
    assert board.scores == (0, 0)
    assert board.to_ascii().count("O") == 1


def test_the_innermost_of_nested_pools_is_captured_on_entry() -> None:
    board = drawn(
        """
        ..XXX..
        .X...X.
        X..X..X
        X.X.X.X
        X..X..X
        .X...X.
        ..XXX..
        """,
        to_move=O,
        entry="capture",
    )
    assert board.place(3, 3) == -1
    assert board.captures[0].area.tolist() == [[3, 3]]
    assert board.place(1, 3, O) == -1
    assert (3, 3) in point_set(board.captures[1].area)
    assert board.scores == (2, 0)


def test_a_closed_empty_pool_is_blocked_at_once_under_capture_empty() -> None:
    board = drawn(
        """
        .X.
        X.X
        ...
        """,
        capture_empty=True,
    )
    assert board.place(1, 2) == 0
    assert shows(
        board,
        """
        .X.
        XaX
        .X.
    """,
    )
    assert board.why_illegal(1, 1, O) == board.why_illegal(1, 1, X) == "captured"


# Looking ahead


def test_the_dots_that_capture_at_once_with_what_they_take() -> None:
    board = drawn("""
        .X..OO.
        XOX.OXX
        ....OO.
    """)
    mine, theirs = board.one_move_captures(X), board.one_move_captures(O)
    assert (mine.moves.tolist(), mine.gains.tolist()) == ([[1, 2]], [1])
    assert mask_points(mine.taken) == {(1, 1)}
    assert len(theirs.moves) == len(theirs.gains) == 0
    assert not theirs.taken.any()


def test_empty_pools_are_the_playable_points_walled_off_without_an_enemy() -> None:
    board = drawn("""
        .XX..X..
        X..XX.X.
        .XX..X..
        ........
    """)
    assert mask_points(board.empty_pools(X)) == {(1, 1), (2, 1), (5, 1)}
    assert not board.empty_pools(O).any()
    board.place(1, 1, O)
    assert mask_points(board.empty_pools(X)) == {(5, 1)}
