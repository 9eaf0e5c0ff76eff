"""Captures, plans and ladders: drawn answers, known positions, the slow twin."""

from __future__ import annotations

import _thread
import json
import pickle
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import test_dots_vectors as own
from tests.oracle import search as twin
from tests.oracle.dots import Position
from tests.oracle.dots import Rules as TwinRules
from tests.oracle.random_games import all_rules
from tests.test_dots_twin import games

import dotcore
from dotcore import dots, search

SHARED = Path(__file__).parents[1].parent / "shared" / "vectors" / "dots_ladder.jsonl"
X, O = 0, 1  # noqa: E741 - the players, as the drawings show them
PASS = -1
Point = tuple[int, int]

LADDER = """
    .........
    ......X..
    .........
    .........
    .........
    .XOOX....
    ..XX.....
    .........
"""


def drawn(text: str, rules: dots.Rules | None = None) -> dots.Board:
    return dots.Board.from_ascii(text, rules or dots.Rules.zagram())


def point(board: dots.Board, action: int) -> Point:
    found = board.point_of(action)
    assert found is not None
    return found


def points(board: dots.Board, actions: Iterable[int]) -> list[Point]:
    return [point(board, action) for action in actions]


def captures(board: dots.Board, player: int | None = None) -> dict[Point, int]:
    found = search.captures(board, player)
    return dict(zip(points(board, found.actions), found.gains.tolist(), strict=True))


def plans(board: dots.Board, player: int | None = None) -> dict[frozenset[Point], int]:
    found = search.plans(board, player)
    sets = [frozenset(points(board, row[row >= 0])) for row in found.actions]
    assert len(set(sets)) == len(sets) == len(found)
    return dict(zip(sets, found.gains.tolist(), strict=True))


def gains_along(board: dots.Board, player: int, line: Iterable[int]) -> list[int]:
    """What the player and the other gain along a line of ladder()."""
    board = board.copy()
    gains = [0, 0]
    for turn, action in enumerate(line):
        mover = player ^ turn % 2
        if action != PASS:
            gains[turn % 2] += board.place(*point(board, action), player=mover)
    return gains


# Captures and plans


def test_captures_tell_the_dots_and_what_each_gains() -> None:
    board = drawn("""
        .XX....
        XOO.X..
        .XX....
        ....XO.
        ...X...
        ....X..
    """)
    assert captures(board, X) == {(3, 1): 2}
    assert captures(board, O) == {}
    found = search.captures(board, X)
    assert found.actions.dtype == np.int32
    assert found.gains.dtype == np.int16
    assert len(found) == 1


def test_whoever_is_to_move_is_asked_where_no_player_is_named() -> None:
    board = drawn("""
        .X..
        XO..
        .X..
    """)
    board.to_move = X
    assert captures(board) == captures(board, X) == {(2, 1): 1}
    board.to_move = O
    assert captures(board) == captures(board, O) == {}
    assert captures(board, X) == {(2, 1): 1}


def test_a_plan_is_two_dots_of_which_either_may_come_first() -> None:
    board = drawn("""
        .X..
        XOOX
        .X..
    """)
    assert plans(board, X) == {frozenset({(2, 0), (2, 2)}): 2}
    assert search.plans(board, X).actions.tolist() == [[2, 10]]
    assert search.plans(board, X, size=1).actions.shape == (0, 1)


def test_captures_come_first_among_plans_and_are_filled_up() -> None:
    board = drawn("""
        .XX...
        XOO...
        .XX...
    """)
    found = search.plans(board, X)
    assert found.actions[0].tolist() == [board.dot_action(3, 1), -1]
    assert found.actions.dtype == np.int32


def test_nothing_is_captured_by_dots_alone_where_chains_are_named() -> None:
    board = drawn(LADDER, dots.Rules.zagram_territory())
    assert len(search.captures(board, X)) == len(search.plans(board, X)) == 0
    ladder = search.ladder(board, X)
    assert (ladder.value, ladder.best, ladder.is_exact) == (0, None, True)


def test_whoever_has_stopped_captures_nothing() -> None:
    board = drawn("""
        .X...
        XO.X.
        .X...
    """)
    assert len(search.captures(board, X)) == 1
    board.stop(X)
    assert len(search.captures(board, X)) == 0
    assert search.ladder(board, X).value == 0


# Ladders


def test_a_ladder_is_a_line_of_turns_that_brings_its_value() -> None:
    board = drawn(LADDER)
    ladder = search.ladder(board, X)
    assert (ladder.value, ladder.worth, ladder.is_exact) == (2, 2, True)
    assert ladder.best == board.dot_action(2, 4) == ladder.line[0]
    assert ladder.line.dtype == np.int32
    assert gains_along(board, X, ladder.line) == [2, 0]
    assert search.ladder(board, O).value == 0


def test_without_the_dot_that_it_runs_to_a_ladder_fails() -> None:
    board = drawn(LADDER.replace("......X..", "........."))
    ladder = search.ladder(board, X)
    assert (ladder.value, ladder.best, ladder.line.tolist()) == (0, None, [])


def test_a_ladder_that_is_cut_says_so() -> None:
    board = drawn(LADDER)
    assert search.ladder(board, X, depth=3).value == 0
    cut = search.ladder(board, X, nodes=100)
    assert (cut.value, cut.is_exact) == (0, False)
    assert cut.nodes <= 100


def test_losses_show_which_dots_stand_in_the_way_of_a_ladder() -> None:
    board = drawn(LADDER)
    losses = search.ladder_losses(board, O)
    lost = np.full(board.num_points, -1)
    lost[losses.actions] = losses.lost
    assert "\n".join("".join(row) for row in np.array(list(".012"))[lost.reshape(8, 9) + 1]) == (
        "222222222\n222200.22\n222000002\n220000022\n200000022\n2....0222\n22..02222\n222222222"
    )
    assert losses.gains.tolist() == [0] * len(losses)
    some = search.ladder_losses(board, O, actions=np.array([22, 0], dtype=np.int32))
    assert (some.actions.tolist(), some.lost.tolist()) == ([22, 0], [0, 2])


def test_dots_that_are_not_legal_are_left_out_of_losses() -> None:
    board = drawn(LADDER)
    occupied = board.dot_action(6, 1)
    assert search.ladder_losses(board, O, actions=[occupied, 0]).actions.tolist() == [0]


def check_ladder(line: own.Line) -> None:
    board = own.started(line)
    ladder = search.ladder(board, X)
    assert ladder.is_exact
    assert ladder.nodes <= line["nodes"]
    assert ladder.value == line["taken"] - line["lost"]
    assert gains_along(board, X, ladder.line) == [line["taken"], line["lost"]]
    if line["taken"]:
        assert ladder.best is not None
        assert board.point_of(ladder.best) in own.points(line["best"])
    else:
        assert ladder.best is None


@own.vectors("ladders.jsonl")
def test_known_ladders(line: own.Line) -> None:
    check_ladder(line)


@pytest.mark.skipif(not SHARED.exists(), reason="no dots_ladder.jsonl beside the project")
def test_the_shared_ladders_begin_and_take_what_they_should() -> None:
    for raw in map(json.loads, SHARED.read_text().splitlines()):
        board = dots.Board(raw["width"], raw["height"], dots.Rules(**raw["rules"]))
        for x, y, player in raw["moves"]:
            board.place(x, y, player=player)
        player, expect = raw["to_move"], raw["expect"]
        ladder = search.ladder(board, player)
        assert gains_along(board, player, ladder.line)[0] == expect["score"], raw["id"]
        best = None if ladder.best is None else list(point(board, ladder.best))
        assert best == expect["best"] or best in expect["moves"], raw["id"]


# The slow twin


def random_pair(rules: TwinRules, size: tuple[int, int], seed: int) -> tuple[dots.Board, Position]:
    """Random dots of both players, on the core's board and on the twin's."""
    rng = random.Random(seed)
    options = {name: value for name, value in vars(rules).items() if name != "start"}
    board = dots.Board(*size, dots.Rules(**options))
    position = Position(*size, rules)
    for _ in range(rng.randint(0, size[0] * size[1])):
        x, y, player = rng.randrange(size[0]), rng.randrange(size[1]), rng.randrange(2)
        if board.is_legal(x, y, player=player):
            board.place(x, y, player=player)
            position.place(x, y, player)
    return board, position


automatic_rules = st.sampled_from([rules for rules in all_rules() if rules.capture == "automatic"])
every_rules = st.sampled_from(list(all_rules()))
seeds = st.integers(0, 2**32 - 1)


def sizes(most: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(1, most), st.integers(1, most))


@games(300)
@given(every_rules, sizes(9), seeds)
def test_captures_are_those_of_the_twin(rules: TwinRules, size: tuple[int, int], seed: int) -> None:
    board, position = random_pair(rules, size, seed)
    if not board.is_terminal:
        for player in (X, O):
            assert captures(board, player) == twin.captures(position, player)


@games(150)
@given(every_rules, sizes(5), seeds)
def test_plans_are_those_of_the_twin(rules: TwinRules, size: tuple[int, int], seed: int) -> None:
    board, position = random_pair(rules, size, seed)
    if not board.is_terminal:
        for player in (X, O):
            assert plans(board, player) == twin.plans(position, player, 2)


@games(150)
@given(automatic_rules, sizes(6), seeds, st.integers(0, 3))
def test_ladders_are_those_of_the_twin(
    rules: TwinRules, size: tuple[int, int], seed: int, depth: int
) -> None:
    board, position = random_pair(rules, size, seed)
    if board.is_terminal or len(board.legal_moves(X)) > 20 - 3 * depth:
        return
    for player in (X, O):
        ladder = search.ladder(board, player, depth=depth, nodes=10**9)
        value, best = twin.ladder_best(position, player, depth)
        assert ladder.is_exact
        assert ladder.value == value
        assert ladder.worth == value - twin.quiescence(position, player)
        assert (ladder.best is None) == (value == 0)
        assert ladder.best is None or board.point_of(ladder.best) in best
        gains = gains_along(board, player, ladder.line)
        assert gains[0] - gains[1] == value


# Use and misuse


CALLS: list[Callable[..., Any]] = [
    search.captures,
    search.plans,
    search.ladder,
    search.ladder_losses,
]


@pytest.mark.parametrize("call", CALLS)
def test_the_board_is_not_changed(call: Callable[..., Any]) -> None:
    board = drawn(LADDER)
    before = board.copy()
    call(board)
    assert board == before
    assert board.to_bytes() == before.to_bytes()


@pytest.mark.parametrize("call", CALLS)
def test_what_is_found_can_be_pickled(call: Callable[..., Any]) -> None:
    found = call(drawn(LADDER), X)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(found, protocol))
        assert again.__getstate__() == found.__getstate__()
        assert repr(again) == repr(found)
    assert type(found).__module__ == "dotcore.search"


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("player", [-1, 2, 100])
def test_there_are_two_players(call: Callable[..., Any], player: int) -> None:
    with pytest.raises(dotcore.Error, match=f"player={player}"):
        call(drawn(LADDER), player)


@pytest.mark.parametrize("call", CALLS)
def test_a_game_that_is_over_has_no_tactics(call: Callable[..., Any]) -> None:
    board = drawn(LADDER)
    board.resign()
    with pytest.raises(dotcore.Error, match="the game is over"):
        call(board)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("board", [None, 3, "board"])
def test_only_boards_have_tactics(call: Callable[..., Any], board: Any) -> None:
    with pytest.raises(TypeError):
        call(board)


@pytest.mark.parametrize("size", [-1, 0, 3, 2**40])
def test_plans_have_one_dot_or_two(size: int) -> None:
    with pytest.raises(dotcore.Error, match=f"size={size}; 1 or 2"):
        search.plans(drawn(LADDER), X, size=size)


@pytest.mark.parametrize("call", [search.ladder, search.ladder_losses])
@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": -1}, "depth=-1; 0 to 100"),
        ({"depth": 101}, "depth=101; 0 to 100"),
        ({"nodes": 0}, "nodes=0; at least 1"),
        ({"nodes": -5}, "nodes=-5; at least 1"),
    ],
)
def test_limits_out_of_range_are_refused(
    call: Callable[..., Any], limits: dict[str, int], message: str
) -> None:
    with pytest.raises(dotcore.Error, match=message):
        call(drawn(LADDER), X, **limits)


@pytest.mark.parametrize("action", [-1, 72, 2**40])
def test_losses_are_of_dots(action: int) -> None:
    with pytest.raises(dotcore.Error, match=f"action {action} is no dot; 0 to 71"):
        search.ladder_losses(drawn(LADDER), O, actions=[action])


@pytest.mark.parametrize("actions", [3, ["a"], [1.5], [None], [(1, 2)]])
def test_losses_want_ints(actions: Any) -> None:
    with pytest.raises(TypeError):
        search.ladder_losses(drawn(LADDER), O, actions=actions)


def test_an_endless_list_of_actions_is_refused() -> None:
    def endless() -> Iterable[int]:
        while True:
            yield 0

    with pytest.raises(dotcore.Error, match="more actions than points on a board"):
        search.ladder_losses(drawn(LADDER), O, actions=endless())


def test_what_only_search_makes_cannot_be_made() -> None:
    for kind in (search.Captures, search.Plans, search.Ladder, search.LadderLosses):
        with pytest.raises(TypeError):
            kind()


def crowded(seed: int) -> dots.Board:
    """A large board full of random dots, where everything threatens everything."""
    rng = random.Random(seed)
    board = dots.Board(30, 30, dots.Rules.zagram())
    while len(board.legal_moves()) > 300:
        x, y = rng.randrange(30), rng.randrange(30)
        if board.is_legal(x, y):
            board.place(x, y)
    return board


def test_ctrl_c_ends_a_long_ladder() -> None:
    boards = map(crowded, range(20))
    board = next(b for b in boards if not search.ladder(b, X, nodes=20000).is_exact)
    before = board.copy()
    # A shell starts what runs in the background with SIGINT ignored.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupt = threading.Timer(0.2, _thread.interrupt_main)
    interrupt.start()
    start = time.monotonic()

    def read_on() -> None:  # should one reading end before the interrupt comes
        while time.monotonic() - start < 10:
            search.ladder(board, X, depth=100, nodes=10**15)

    try:
        with pytest.raises(KeyboardInterrupt):
            read_on()
        interrupt.join()
    finally:
        signal.signal(signal.SIGINT, handler)
    assert time.monotonic() - start < 10
    assert board == before


@own.vectors("ladder_stops.jsonl")
def test_a_search_stops_a_ladder_that_it_can_read(line: own.Line) -> None:
    board = dots.Board.from_ascii("\n".join(line["board"]), "zagram", to_move=line["to_move"])
    assert search.ladder(board, 1 - line["to_move"], nodes=5000).value == line["ladder"]
    found = search.mcts(board, simulations=1500, seed=1)
    assert list(point(board, found.best)) in line["stops"]
