"""Alpha-beta: exact where it says so, strong where it guesses, well-behaved throughout.

``DOTCORE_GAMES=20 python -m pytest tests/test_search_alphabeta.py`` holds it against the slow twin
in twenty times as many positions.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.dots_drawing import drawn
from tests.oracle.dots import Rules
from tests.oracle.random_games import act, all_rules, random_action
from tests.oracle.solve import solve
from tests.twin_compare import Case, random_start

import dotcore
from dotcore import dots, search

DATA = Path(__file__).parent / "data" / "search"
SHARED = Path(__file__).parents[1].parent / "shared" / "vectors" / "dots_best_move.jsonl"
FACTOR = float(os.environ.get("DOTCORE_GAMES", "1"))
ALL_RULES = list(all_rules())
QUICK = 0.5  # seconds that a solved board may take to be solved again here

Raw = dict[str, Any]


def lines(path: Path) -> list[Raw]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def board_of(raw: Raw) -> dots.Board:
    return dots.Board.from_ascii("\n".join(raw["board"]), dots.Rules(**raw["rules"]))


def action_at(board: dots.Board, x: int, y: int) -> int:
    return y * board.width + x


def settings_for(count: int) -> settings:
    return settings(
        max_examples=max(1, round(count * FACTOR)),
        derandomize=FACTOR == 1,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


# Positions with known answers


@pytest.mark.parametrize("raw", lines(DATA / "best_dots.jsonl"), ids=range(6))
def test_the_best_dot_is_found_within_a_number_of_nodes(raw: Raw) -> None:
    board = board_of(raw)
    result = search.alphabeta(board, depth=raw["depth"])
    x, y = map(int, raw["best"].split(","))
    assert board.action_to_string(result.best) == f"{x},{y}"
    assert result.nodes <= raw["nodes"]
    assert result.pv[0] == result.best


@pytest.mark.skipif(not SHARED.exists(), reason="no dots_best_move.jsonl beside the project")
def test_the_carried_positions_are_the_shared_ones() -> None:
    for raw, own in zip(lines(SHARED), lines(DATA / "best_dots.jsonl"), strict=True):
        board = dots.Board(raw["width"], raw["height"], dots.Rules(**raw["rules"]), raw["moves"])
        board.to_move = raw["to_move"]
        assert board == board_of(own)
        assert " ".join(f"{x},{y}" for x, y in raw["best"]) == own["best"]


def is_quick(raw: Raw) -> bool:
    return float(raw["seconds"]) < QUICK


@pytest.mark.parametrize(
    "raw",
    [raw for raw in lines(DATA / "solved.jsonl") if is_quick(raw)],
    ids=lambda raw: (
        f"{raw['size'][0]}x{raw['size'][1]}-{raw['preset']}-{raw['ending']}-{raw['start']}"
    ),
)
def test_a_small_board_has_the_value_that_is_written_down(raw: Raw) -> None:
    rules = dots.Rules.preset(raw["preset"]).replace(ending=raw["ending"], start=raw["start"])
    width, height = raw["size"]
    board = dots.Board(width, height, rules)
    result = search.alphabeta(board, time_ms=60_000, complete=True)
    assert result.proven
    assert result.value == raw["value"]


# Held against the slow twin


@st.composite
def late_cases(draw: st.DrawFn, most_points: int) -> tuple[Case, int, int]:
    """A board with dots strewn over it, a seed to go on with, and how many points to leave."""
    width = draw(st.integers(1, 6))
    height = draw(st.integers(1, max(1, min(6, most_points // width))))
    rules = draw(st.sampled_from(ALL_RULES))
    rules = replace(rules, komi=draw(st.sampled_from([0.0, 0.0, 0.5, -1.5, 3.0])))
    seed = draw(st.integers(0, 2**32 - 1))
    case = Case(width, height, rules, to_move=draw(st.sampled_from([None, 0, 1])))
    case = random_start(case, random.Random(seed), draw(st.integers(0, width * height)))
    return case, seed, draw(st.integers(1, 3 if rules.capture == "manual" else 4))


def check_against_twin(case: Case, seed: int, left: int) -> None:
    twin, board = case.twin(), case.board()
    rng = random.Random(seed)
    while not twin.over and len(twin.playable) > left:
        action = random_action(twin, rng)
        if action is None or action.kind == "ground":
            break
        act(twin, action)
        act(board, action)  # type: ignore[arg-type]
    assume(not twin.over and len(twin.playable) <= left)
    before = board.copy()
    solution = solve(twin)
    result = search.alphabeta(board, time_ms=60_000, complete=True, table_mb=1)
    assert result.proven
    assert result.value == solution.value / 2
    assert result.best in {ids[0] for ids in solution.best}
    assert board == before
    # Looking at a part of the acts, it calls nothing proven that is not true.
    some = search.alphabeta(board, depth=6, table_mb=1)
    assert board.legal_mask()[some.best]
    assert not some.at_least or some.value <= result.value
    assert not some.at_most or some.value >= result.value


@settings_for(150)
@given(late_cases(12))
def test_tiny_boards_are_solved_as_by_the_twin(case: tuple[Case, int, int]) -> None:
    check_against_twin(*case)


@settings_for(100)
@given(late_cases(36))
def test_late_positions_are_solved_as_by_the_twin(case: tuple[Case, int, int]) -> None:
    check_against_twin(*case)


@pytest.mark.parametrize("ending", ["full", "stop", "ground"])
@pytest.mark.parametrize("entry", ["wait", "capture", "illegal"])
def test_whole_games_on_a_tiny_board_are_solved_as_by_the_twin(ending: str, entry: str) -> None:
    for size in ((1, 3), (2, 2), (3, 2)) + (((3, 3),) if entry == "wait" else ()):
        case = Case(*size, Rules(ending=ending, entry=entry))
        result = search.alphabeta(case.board(), time_ms=60_000, complete=True)
        assert result.proven
        assert result.value == solve(case.twin()).value / 2


# Values and whose they are


def test_values_are_points_as_the_player_to_move_sees_them() -> None:
    text = """
        .X....
        XO....
        .X....
    """
    assert search.alphabeta(drawn(text), depth=2).value == 1.0
    # O cannot save the dot, and has nothing else.
    saved = search.alphabeta(drawn(text, to_move=1), depth=2)
    assert saved.value == 0.0
    assert saved.best == 8


def test_komi_counts() -> None:
    for komi in (0.0, 0.5, -2.5):
        board = dots.Board(4, 4, dots.Rules(start="cross", komi=komi))
        assert search.alphabeta(board, time_ms=60_000, complete=True).value == -komi


def test_after_a_stop_the_other_plays_alone() -> None:
    """X has stopped; O closes around the lone X in three dots, while X may not answer."""
    board = drawn("""
        .....
        .OX..
        .....
    """)
    board.stop()
    result = search.alphabeta(board, time_ms=60_000, complete=True)
    assert result.proven
    assert result.value == 1.0
    assert search.alphabeta(board, depth=3).value == 1.0


def test_under_manual_capture_the_dot_and_its_chain_are_found() -> None:
    board = drawn(
        """
        .X....
        XO....
        .X....
        """,
        capture="manual",
    )
    result = search.alphabeta(board, depth=3)
    assert result.value == 1.0
    assert [board.action_to_string(result.best)] == ["2,1"]
    board.apply(result.best)
    follow = search.alphabeta(board, depth=1)
    assert board.action_to_string(follow.best) == "enclose 1,1"


def test_a_ladder_to_the_edge_is_seen_through() -> None:
    """O runs, X keeps it between two walls, and a dot of X waits at the far end."""
    board = drawn("""
        ............
        .XXXXXXXXX..
        .XO.......X.
        ..XXXXXXXX..
        ............
    """)
    assert search.alphabeta(board, depth=4).value == 1.0


def test_a_lost_dot_is_not_thrown_after() -> None:
    """Running out of the net would lose two dots instead of one."""
    board = drawn(
        """
        .......
        ..XXX..
        .X.O.X.
        ..X.X..
        .......
        """,
        to_move=1,
    )
    result = search.alphabeta(board, depth=6)
    assert result.value == -1.0
    assert board.action_to_string(result.best) != "3,3"


def test_a_quiet_board_gets_a_legal_dot() -> None:
    board = dots.Board(20, 20)
    result = search.alphabeta(board, depth=4)
    assert board.legal_mask()[result.best]
    assert result.value == 0.0


# Limits


def test_each_limit_ends_a_search() -> None:
    board = dots.Board(10, 10, dots.Rules(start="cross", ending="full"))
    assert search.alphabeta(board, depth=3, complete=True).depth == 3
    result = search.alphabeta(board, nodes=500, complete=True)
    assert result.stopped
    assert result.nodes <= 500
    start = time.monotonic()
    result = search.alphabeta(board, time_ms=100, complete=True)
    assert result.stopped
    assert time.monotonic() - start < 5
    assert 90 < result.elapsed_ms < 5000


def test_even_one_node_gives_a_legal_action() -> None:
    board = dots.Board(6, 6, start="cross")
    for complete in (False, True):
        result = search.alphabeta(board, nodes=1, complete=complete)
        assert board.legal_mask()[result.best]
        assert result.pv == [result.best]
        assert not result.proven


def test_a_search_is_repeated_exactly() -> None:
    board = board_of(lines(DATA / "best_dots.jsonl")[3])
    first, second = (search.alphabeta(board, nodes=20_000, table_mb=1) for _ in range(2))
    assert (first.best, first.value, first.pv, first.nodes) == (
        second.best,
        second.value,
        second.pv,
        second.nodes,
    )


def test_the_table_helps_the_next_search() -> None:
    engine = search.AlphaBeta(table_mb=16)
    board = dots.Board(5, 4, dots.Rules(start="cross", ending="full"))
    first = engine.run(board, time_ms=60_000, complete=True)
    again = engine.run(board, time_ms=60_000, complete=True)
    assert first.proven
    assert again.proven
    assert again.value == first.value
    assert again.nodes < first.nodes / 2
    engine.forget()
    assert engine.run(board, time_ms=60_000, complete=True).nodes == first.nodes


# Bad input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "no limit given; at least one of depth=, time_ms= and nodes="),
        ({"complete": True}, "no limit given"),
        ({"depth": 0}, "depth=0; 1 to 249"),
        ({"depth": -3}, "depth=-3; 1 to 249"),
        ({"depth": 10**12}, "depth=1000000000000; 1 to 249"),
        ({"nodes": 0}, "nodes=0; at least 1"),
        ({"nodes": -1}, "nodes=-1; at least 1"),
        ({"time_ms": 0}, r"time_ms=0\.0; more than 0"),
        ({"time_ms": -5}, r"time_ms=-5\.0; more than 0"),
        ({"time_ms": math.nan}, "time_ms=nan; more than 0"),
        ({"time_ms": math.inf}, "time_ms=inf; more than 0, at most 1e9"),
        ({"depth": 1, "table_mb": 0}, "table_mb=0; 1 to 65536"),
        ({"depth": 1, "table_mb": -1}, "table_mb=-1; 1 to 65536"),
        ({"depth": 1, "table_mb": 10**9}, "table_mb=1000000000; 1 to 65536"),
    ],
)
def test_bad_numbers_are_told(arguments: dict[str, Any], message: str) -> None:
    board = dots.Board(5, 5)
    with pytest.raises(dotcore.Error, match=message):
        search.alphabeta(board, **arguments)
    assert board == dots.Board(5, 5)


@pytest.mark.parametrize("arguments", [{"depth": 1.5}, {"depth": "4"}, {"nodes": 2**64}])
def test_arguments_of_a_wrong_type_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        search.alphabeta(dots.Board(5, 5), **arguments)
    with pytest.raises(TypeError):
        search.alphabeta("board", depth=1)  # type: ignore[arg-type]


def test_an_ended_game_is_refused() -> None:
    full = dots.Board(2, 2, start="cross")
    resigned = dots.Board(5, 5)
    resigned.resign()
    for board in (full, resigned):
        with pytest.raises(dotcore.Error, match="the game is over"):
            search.alphabeta(board, depth=1)


def test_the_board_and_its_history_are_left_alone() -> None:
    board = dots.Board(6, 6, start="cross")
    board.place(0, 0)
    copy = board.copy()
    search.alphabeta(board, depth=5)
    search.alphabeta(board, depth=3, complete=True)
    assert board == copy
    assert board.moves == copy.moves
    board.check_consistency()


# The result


def test_a_result_is_pickled_and_shown() -> None:
    result = search.alphabeta(dots.Board(4, 4, start="cross"), time_ms=60_000, complete=True)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        copy = pickle.loads(pickle.dumps(result, protocol))
        assert repr(copy) == repr(result)
        assert copy.pv == result.pv
        assert copy.proven
        assert copy.at_least
        assert copy.at_most
    assert "proven" in repr(result)
    assert 0 <= result.table_full <= 1


def test_the_line_can_be_played() -> None:
    board = dots.Board(4, 4, dots.Rules(start="cross", ending="full"))
    result = search.alphabeta(board, time_ms=60_000, complete=True)
    for action in result.pv:
        board.apply(action)
    assert len(result.pv) > 1


# Threads and signals


def long_search(board: dots.Board, engine: search.AlphaBeta) -> search.AlphaBetaResult:
    return engine.run(board, time_ms=60_000, complete=True)


def big_board() -> dots.Board:
    return dots.Board(20, 20, dots.Rules(start="cross", ending="full"))


def test_a_search_is_stopped_from_another_thread() -> None:
    engine = search.AlphaBeta(table_mb=4)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(long_search, big_board(), engine)
        start = time.monotonic()
        while not running.done() and time.monotonic() - start < 30:
            time.sleep(0.05)
            engine.stop()
        result = running.result(timeout=1)
    assert result.stopped
    assert time.monotonic() - start < 30


def test_one_engine_serves_one_thread_at_a_time() -> None:
    engine = search.AlphaBeta(table_mb=4)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(long_search, big_board(), engine)
        while not running.running():
            time.sleep(0.01)
        time.sleep(0.3)
        with pytest.raises(dotcore.Error, match="another thread"):
            engine.run(dots.Board(4, 4), depth=1)
        with pytest.raises(dotcore.Error, match="another thread"):
            engine.forget()
        engine.stop()
        assert running.result(timeout=30).stopped
    assert engine.run(dots.Board(4, 4, start="cross"), depth=1).depth == 1


def test_threads_may_search_the_same_board() -> None:
    board = board_of(lines(DATA / "best_dots.jsonl")[4])
    alone = search.alphabeta(board, depth=7, table_mb=4)
    found: list[search.AlphaBetaResult] = []

    def run() -> None:
        found.append(search.alphabeta(board, depth=7, table_mb=4))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(each.best, each.value, each.nodes) for each in found] == [
        (alone.best, alone.value, alone.nodes)
    ] * 4


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_ctrl_c_ends_a_search() -> None:
    program = """
from dotcore import dots, search
board = dots.Board(20, 20, dots.Rules(start="cross", ending="full"))
copy = board.copy()
print("ready", flush=True)
try:
    search.alphabeta(board, time_ms=60_000, complete=True)
except KeyboardInterrupt:
    print("ended", board == copy, search.alphabeta(board, depth=1).depth, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline().strip() == b"ended True 1"
        assert time.monotonic() - start < 10
        assert process.wait(timeout=30) == 0
