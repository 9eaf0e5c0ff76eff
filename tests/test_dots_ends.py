"""How games of Dots end: full boards, stop and done, grounding, resignation, territory."""

from __future__ import annotations

from typing import Any

import pytest
from tests.dots_drawing import O, X, drawn, shows

import dotcore
from dotcore import dots


def result(board: dots.Board) -> tuple[int | None, float, str] | None:
    end = board.result
    return None if end is None else (end.winner, end.margin, end.reason)


# A full board


def test_a_full_board_ends_the_game() -> None:
    board = drawn("""
        .XO
        XOX
        O.O
    """)
    assert result(board) is None
    board.place(1, 2)
    assert result(board) is None
    board.place(0, 0)
    assert result(board) == (X, 1.0, "full")
    assert board.is_terminal
    assert board.current_player == -4
    assert board.returns().tolist() == [1.0, -1.0]


def test_captured_points_are_no_points_to_play_on() -> None:
    board = drawn("""
        OXXO
        XO.X
        OX.O
    """)
    board.place(2, 2)
    assert shows(
        board,
        """
        OXXO
        XoaX
        OXXO
    """,
    )
    assert result(board) == (X, 1.0, "full")


@pytest.mark.parametrize(
    ("komi", "end"),
    [
        (0.0, (X, 1.0, "full")),
        (1.0, (None, 0.0, "full")),
        (1.5, (O, 0.5, "full")),
        (-2.0, (X, 3.0, "full")),
    ],
)
def test_komi_is_added_to_the_second_player(
    komi: float, end: tuple[int | None, float, str]
) -> None:
    board = drawn(
        """
        OXO
        XOX
        O.O
        """,
        komi=komi,
    )
    assert board.totals == (0.0, komi)
    board.place(1, 2)
    assert board.totals == (1.0, komi)
    assert result(board) == end
    winner = end[0]
    expected = [0.0, 0.0] if winner is None else [1.0 - 2 * winner, 2.0 * winner - 1.0]
    assert board.returns().tolist() == board.rewards().tolist() == expected


def test_a_player_without_a_legal_dot_loses_the_turn_for_good_where_nothing_else_is_left() -> None:
    """entry="illegal" and ending="full": no pass, the game is over, though points are playable."""
    text = """
        OXO
        X.X
        OXO
    """
    assert result(drawn(text, O, entry="illegal", ending="full")) == (None, 0.0, "full")
    assert result(drawn(text, X, entry="illegal", ending="full")) is None
    assert result(drawn(text, O, entry="illegal", ending="stop")) is None
    assert drawn(text, O, entry="illegal", ending="stop").legal_actions().tolist() == [9]
    assert drawn(text, O, entry="illegal", ending="ground").legal_actions().tolist() == [9]


# Stop and done


def test_after_a_stop_only_the_other_player_moves_until_done() -> None:
    board = dots.Board(3, 3)
    board.place(0, 0)
    board.stop()
    assert board.to_move == X
    for x, y in ((1, 0), (2, 0)):
        board.place(x, y)
        assert board.to_move == X
    assert board.why_illegal(0, 2, O) == "turn"
    assert board.action_to_string(9) == "done"
    board.stop()
    assert result(board) == (None, 0.0, "stop")
    board.undo()
    assert result(board) is None
    assert board.to_move == X
    for _ in range(3):
        board.undo()
    assert board.action_to_string(9) == "stop"
    assert board.to_move == O


def test_the_player_who_is_not_to_move_may_stop_by_name() -> None:
    board = dots.Board(3, 3)
    board.stop(O)
    assert board.to_move == X
    board.stop(X)
    assert result(board) == (None, 0.0, "stop")


def test_the_game_that_a_player_plays_out_alone_ends_with_the_board() -> None:
    board = drawn("""
        OXO
        XOX
        O.O
    """)
    board.stop(O)
    assert board.place(1, 2) == 1
    assert result(board) == (X, 1.0, "stop")


# Grounding


def test_what_touches_no_edge_goes_to_the_other_player() -> None:
    text = """
        ..X...
        ..X.X.
        ......
        .XOX..
        ..X...
    """
    board = drawn(text, ending="ground")
    assert board.scores_if_grounded(X) == (0, 3)
    assert board.scores_if_grounded(O) == (1, 0)
    board.ground()
    assert shows(
        board,
        """
        ..X...
        ..X.x.
        ......
        .xOx..
        ..X...
    """,
    )
    assert board.scores == (0, 3)
    assert result(board) == (O, 3.0, "ground")


def test_captured_regions_hold_the_dots_around_them_together() -> None:
    board = drawn(
        """
        ......
        ..XX..
        .XoaX.
        ..XX..
        ......
        """,
        ending="ground",
    )
    assert board.scores == (1, 0)
    board.ground()
    assert board.scores == (0, 6)
    assert shows(
        board,
        """
        ......
        ..xx..
        .xObx.
        ..xx..
        ......
    """,
    )


def test_one_dot_at_the_edge_holds_all_that_is_connected() -> None:
    board = drawn(
        """
        ......
        ..XX..
        .XoaX.
        ..XX..
        ..X...
        """,
        ending="ground",
    )
    before = board.to_ascii()
    board.ground()
    assert board.scores == (1, 0)
    assert board.to_ascii() == before


@pytest.mark.parametrize("recapture", ["keep", "free"])
def test_the_others_dots_captured_there_are_freed_under_both_values_of_recapture(
    recapture: str,
) -> None:
    board = drawn(
        """
        .....
        ..X..
        .XoX.
        ..X..
        .....
        """,
        recapture=recapture,
        ending="ground",
    )
    assert board.scores == (1, 0)
    assert board.scores_if_grounded(X) == (0, 4)
    board.ground(X)
    assert board.scores == (0, 4)
    assert board.to_ascii().split("\n")[2] == ".xOx."


def test_empty_points_in_a_pool_that_was_never_captured_do_not_pass() -> None:
    board = drawn(
        """
        .....
        ..X..
        .X.X.
        ..X..
        .....
        """,
        ending="ground",
    )
    board.ground()
    assert board.scores == (0, 4)
    assert board.owners()[2].tolist() == [-1, O, -1, O, -1]


@pytest.mark.parametrize("ending", ["stop", "ground", "full"])
@pytest.mark.parametrize("player", [X, O])
def test_either_player_may_be_grounded_by_name_under_any_ending(ending: str, player: int) -> None:
    board = drawn(
        """
        ....
        .XO.
        .OX.
        ....
        """,
        ending=ending,
    )
    board.ground(player)
    assert result(board) == (1 - player, 2.0, "ground")
    last = board.last_move
    assert last is not None
    assert (last.kind, last.player) == ("ground", player)
    board.undo()
    assert result(board) is None


def test_the_player_to_move_grounds_by_number_under_ground() -> None:
    board = dots.Board(4, 4, dots.Rules.russian())
    board.apply(board.string_to_action("ground"))
    assert result(board) == (O, 2.0, "ground")


# Resignation


@pytest.mark.parametrize("player", [None, X, O])
def test_who_resigns_loses(player: int | None) -> None:
    board = dots.Board(4, 4, dots.Rules(komi=3.5))
    board.resign(player)
    winner = O if player is None else 1 - player
    assert result(board) == (winner, 0.0, "resign")
    assert board.returns()[winner] == 1.0
    board.undo()
    assert result(board) is None


# Territory


def territory(text: str, **rules: Any) -> tuple[float, float]:
    """The totals when both stop here."""
    board = drawn(text, scoring="territory", **rules)
    assert board.totals == (float(board.scores[0]), float(board.scores[1]))
    board.stop()
    assert board.totals == (float(board.scores[0]), float(board.scores[1]))
    board.stop()
    assert result(board) is not None
    return board.totals


def test_walled_off_points_count_half_a_point_each() -> None:
    assert territory("""
        .XX...O.
        X..X.O.O
        .XX...O.
        ........
    """) == (1.0, 0.5)


def test_live_enemy_dots_in_a_pool_count_as_captured_in_the_end() -> None:
    text = """
        .XX..
        XO.X.
        .XX..
    """
    assert territory(text) == (1.5, 0.0)
    assert territory(text, capture="manual", recapture="free") == (1.5, 0.0)


def test_points_that_are_blocked_already_count_nothing() -> None:
    assert territory("""
        .XX..
        XoaX.
        .XX..
    """) == (1.0, 0.0)


def test_a_pool_inside_another_of_either_player_is_dropped() -> None:
    """Only the outer pool of X counts: eleven points, four dots of O among them."""
    assert territory("""
        ..XXX..
        .X.O.X.
        X.O.O.X
        .X.O.X.
        ..XXX..
    """) == (4 + 7 * 0.5, 0.0)


@pytest.mark.parametrize("recapture", ["keep", "free"])
def test_own_dots_captured_in_the_end_are_freed_under_both_values_of_recapture(
    recapture: str,
) -> None:
    """X had taken a dot inside the pool of O, where its ring lives under entry="wait"."""
    text = """
        ..O..
        .OXO.
        OXoXO
        .OXO.
        ..O..
    """
    assert territory(text, recapture=recapture) == (0.0, 4.0)


def test_the_board_and_the_scores_stay_as_the_last_dot_left_them() -> None:
    board = drawn(
        """
        .XX..
        XO.X.
        .XX..
        """,
        scoring="territory",
    )
    before = board.to_ascii()
    board.stop()
    board.stop()
    assert board.to_ascii() == before
    assert board.scores == (0, 0)
    assert board.totals == (1.5, 0.0)
    assert result(board) == (X, 1.5, "stop")


def test_there_is_no_final_step_at_a_full_board_or_after_a_grounding() -> None:
    board = drawn(
        """
        OXO
        XOX
        OX.
        """,
        scoring="territory",
        capture="manual",
    )
    board.place(2, 2)
    assert result(board) == (None, 0.0, "full")
    grounded = drawn(".XX..\nX..X.\n.XX..", scoring="territory")
    grounded.ground(O)
    assert grounded.totals == (0.0, 0.0)


def test_a_result_knows_itself() -> None:
    board = dots.Board(2, 2)
    board.resign()
    other = dots.Board(3, 3)
    other.resign()
    assert board.result == other.result
    assert repr(board.result) == "Result(winner=1, margin=0.0, reason='resign')"
    with pytest.raises(dotcore.IllegalMove, match="the game is over"):
        board.place(0, 0)
