"""What a board tells of its game: moves that can be made again, who stopped, final pools."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import IllegalMove, InvalidRecord, RulesError, dots

RING = [(2, 1, 0), (1, 2, 0), (2, 2, 1), (3, 2, 0)]


def a_manual_game() -> dots.Board:
    board = dots.Board(5, 5, rules="zagram_territory")
    for x, y, player in RING:
        board.place(x, y, player)
    board.to_move = 0
    for act in ("2,3", "enclose 2,2", "end_turn", "0,0"):
        board.apply(board.string_to_action(act))
    board.place(4, 4, player=0)
    board.stop()
    board.stop()
    return board


def test_moves_of_one_board_can_be_made_again_on_another() -> None:
    board = a_manual_game()
    twin = dots.Board(5, 5, rules=board.rules)
    for number, move in enumerate(board.moves, 1):
        twin.replay(move)
        assert twin.move_number == number
    assert twin == board
    assert twin.moves == board.moves
    assert [move.kind for move in twin.moves[4:]] == [
        *("place", "enclose", "end_turn", "place", "place", "stop", "stop"),
    ]


def test_a_move_that_cannot_be_made_again_changes_nothing() -> None:
    first, *_, enclosing = a_manual_game().moves[:6]
    board = dots.Board(5, 2, rules="zagram_territory")
    before = board.to_bytes(history=True)
    for move in (enclosing, dots.Board.from_ascii("X"), None):
        with pytest.raises((IllegalMove, TypeError)):
            board.replay(move)  # type: ignore[arg-type]
        assert board.to_bytes(history=True) == before
    board.replay(first)
    with pytest.raises(IllegalMove, match="holds a dot"):
        board.replay(first)
    with pytest.raises(IllegalMove, match="off this board"):
        dots.Board(2, 2).replay(first)


def test_moves_and_results_compare_and_pickle() -> None:
    board = a_manual_game()
    assert board.last_move == board.moves[-1]
    assert board.moves[0] != board.moves[1]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(board.moves, protocol)) == board.moves
        assert pickle.loads(pickle.dumps(board.result, protocol)) == board.result
    named = dots.Board(5, 5, rules="zagram_territory")
    for x, y, player in RING:
        named.place(x, y, player)
    named.place(2, 3, player=0, enclose=[[(2, 1), (1, 2), (2, 3), (3, 2)]])
    copied = pickle.loads(pickle.dumps(named.last_move))
    assert copied == named.last_move
    assert copied.enclose[0].tolist() == [[2, 1], [1, 2], [2, 3], [3, 2]]


@pytest.mark.parametrize(
    "state",
    [
        (),
        (0, 0, 0, 0, 0),
        (9, 0, 0, 0, 0, ()),
        (0, 2, 0, 0, 0, ()),
        (0, 0, 0, 64, 0, ()),
        (0, 0, 0, 0, -1, ()),
        (0, 0, 0, 0, 0, ((1,),)),
        (0, 0, 0, 0, 0, ((1, 64),)),
        ("a", 0, 0, 0, 0, ()),
    ],
)
def test_a_damaged_move_is_told(state: tuple[object, ...]) -> None:
    made: Any = dots.Move
    move = made.__new__(made)
    with pytest.raises(InvalidRecord):
        move.__setstate__(state)


@pytest.mark.parametrize("state", [(), (2, 0, 1), (0, 0, 0), (0, 0, 5), ("a", 0, 1), (0, 1)])
def test_a_damaged_result_is_told(state: tuple[object, ...]) -> None:
    made: Any = dots.Result
    result = made.__new__(made)
    with pytest.raises(InvalidRecord):
        result.__setstate__(state)


def test_a_board_tells_who_stopped() -> None:
    board = dots.Board(4, 4)
    told = [board.stopped_by]
    board.stop(player=1)
    told += [board.stopped_by, board.view(0)["stopped_by"]]
    told.append(dots.Board.from_bytes(board.to_bytes()).stopped_by)
    board.undo()
    told.append(board.stopped_by)
    assert told == [None, 1, 1, 1, None]


def test_a_board_tells_that_a_turn_is_not_ended() -> None:
    board = dots.Board(5, 5, rules="zagram_territory")
    for x, y, player in RING:
        board.place(x, y, player)
    board.to_move = 0
    told = [board.is_closing]
    for action in (board.dot_action(2, 3), board.enclose_action(2, 2), 25):
        board.apply(action)
        told += [board.is_closing, board.view(1)["is_closing"]]
    assert told == [False, True, True, True, True, False, False]


def test_rules_are_accepted_by_the_name_of_a_preset() -> None:
    for name in ("bga", "zagram", "zagram_territory", "russian"):
        rules = dots.Rules.preset(name)
        assert dots.Board(8, 8, rules=name).rules == rules == getattr(dots.Rules, name)()
        assert dots.Board.from_ascii("...\n...", rules=name).rules == rules
    with pytest.raises(RulesError, match="rules='chess'; one of 'bga', 'zagram'"):
        dots.Board(8, 8, rules="chess")
    with pytest.raises(TypeError, match="rules must be Rules or the name of a preset, not int"):
        dots.Board(8, 8, rules=3)  # type: ignore[arg-type]


def test_points_and_actions_lead_to_each_other() -> None:
    board = dots.Board(7, 4, rules=dots.Rules(capture="manual"))
    for y in range(4):
        for x in range(7):
            dot, enclose = board.dot_action(x, y), board.enclose_action(x, y)
            assert board.point_of(dot) == board.point_of(enclose) == (x, y)
            assert board.action_to_string(dot) == f"{x},{y}"
            assert board.action_to_string(enclose) == f"enclose {x},{y}"
    assert board.point_of(28) is None
    with pytest.raises(dotcore.Error):
        board.dot_action(7, 0)
    with pytest.raises(dotcore.Error):
        board.point_of(57)
    with pytest.raises(dotcore.Error):
        dots.Board(7, 4).enclose_action(0, 0)


def test_final_pools_explain_the_totals_of_a_territory_game() -> None:
    board = dots.Board.from_ascii(
        """
        .XXXX..
        X....X.
        X.O..X.
        .XXXX..
        """,
        rules="zagram_territory",
    )
    board.stop()
    board.stop()
    (pool,) = board.final_pools
    assert pool.owner == 0
    assert pool.dots.tolist() == [[2, 2]]
    assert len(pool.area) == 8
    assert len(pool.chain) == 12
    assert list(board.totals) == [1 + 7 / 2, 0]
    assert list(board.scores) == [0, 0]
    playable = board.cells() == dots.Cell.EMPTY
    xs, ys = pool.area[:, 0], pool.area[:, 1]
    assert np.count_nonzero(playable[ys, xs]) == 7
    assert 'class="capture-0' in board.to_svg()


@pytest.mark.parametrize(
    "text", ["-0,0", "+1,2", "007,1", "1,02", "1, 2", "enclose -0,1", "enclose  1,2", "1,2,", ""]
)
def test_an_action_has_one_text(text: str) -> None:
    board = dots.Board(9, 9, rules="zagram_territory")
    with pytest.raises(dotcore.Error, match="no action of this board"):
        board.string_to_action(text)
