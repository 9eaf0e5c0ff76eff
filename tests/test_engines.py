"""Engines by name: their specs, their moves, their time."""

from __future__ import annotations

import threading
from time import monotonic
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import dots, engines, search
from dotcore.engines import Clock, EngineSpec

BUILTIN = ["strong:simulations=60", "uniform:simulations=60", "alphabeta:depth=2", "random"]


def cross(width: int = 8, height: int = 8, rules: str = "zagram") -> dots.Board:
    return dots.Board(width, height, rules, start="cross")


# Specs


@pytest.mark.parametrize(
    "text",
    [
        "strong",
        "uniform:time_ms=0.5",
        "strong:simulations=2000,seed=3,threads=2,resign=0.95,name=the best",
        "strong:exploration=0.25,informed=false,selection=uct,memory_mb=64",
        "alphabeta:depth=6,complete=true,table_mb=16,nodes=1000000",
        "random:seed=18446744073709551615",
        "gtp:engine --level 3 'an argument'",
    ],
)
def test_a_spec_survives_as_text(text: str) -> None:
    spec = EngineSpec.parse(text)
    assert str(spec) == text
    assert EngineSpec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no engine ''; strong, uniform"),
        ("Strong", "no engine 'Strong'"),
        ("strong:", "'' in 'strong:' is no option such as time_ms=500"),
        ("strong:seed=1,,", "is no option"),
        ("strong:seed", "'seed' in"),
        ("strong:depth=3", "strong has no option 'depth'; one of name, seed, time_ms"),
        ("random:time_ms=3", "random has no option 'time_ms'; one of name, seed"),
        ("strong:seed=1,seed=2", "gives seed twice"),
        ("strong:simulations=0", "simulations=0; 1 to"),
        ("strong:simulations=1_000", "a whole number"),
        ("strong:simulations=٣", "a whole number"),
        ("strong:simulations=" + "9" * 5000, "a whole number"),
        ("strong:seed=-1", "seed=-1; 0 to"),
        ("strong:time_ms=0", "time_ms=0; 0.001 to"),
        ("strong:time_ms=nan", "time_ms=nan"),
        ("strong:time_ms=soon", "a number"),
        ("strong:time_ms=٣", "a number"),
        ("strong:time_ms=1_0", "a number"),
        ("strong:resign=2", "resign=2; 1e-09 to 1"),
        ("strong:informed=1", "true or false"),
        ("strong:memory_mb=-5", "memory_mb"),
        ("strong:selection=luck", "'uct', 'puct'"),
        ("alphabeta:table_mb=99999999", "table_mb"),
        ("alphabeta:table_mb=65537", "table_mb=65537; 1 to 65536"),
        ("alphabeta:depth=250", "depth=250; 1 to 249"),
        ("random:name=", "name=''"),
        ("random:name=a\x1b", "printed"),
        ("gtp:", "names no program"),
        ("gtp:'open", "No closing quotation"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(text: str, told: str) -> None:
    with pytest.raises(engines.SpecError) as wrong:
        engines.make(text)
    assert told in str(wrong.value)


@pytest.mark.parametrize("spec", [None, 3, b"strong"])
def test_only_a_text_is_a_spec(spec: Any) -> None:
    for call in (engines.make, EngineSpec.parse):
        with pytest.raises(engines.SpecError, match="names no engine"):
            call(spec)


def test_the_limits_of_alphabeta_are_those_of_its_search() -> None:
    with pytest.raises(dotcore.Error, match="depth=250; 1 to 249"):
        search.AlphaBeta(table_mb=1).run(dots.Board(2, 2), depth=250)
    with pytest.raises(dotcore.Error, match="table_mb=65537; 1 to 65536"):
        search.AlphaBeta(table_mb=65537)
    with engines.make("alphabeta:depth=249,table_mb=1") as engine:
        engine.new_game(dots.Board(2, 2))
        assert engine.genmove().action is not None


def test_a_program_that_is_not_there_is_a_typed_error() -> None:
    with pytest.raises(engines.EngineDied, match="no-such-program: cannot be started"):
        engines.make("gtp:no-such-program")


# Following a game


@pytest.mark.parametrize("spec", BUILTIN)
def test_an_engine_plays_to_the_end(spec: str) -> None:
    board = cross(5, 4)
    with engines.make(spec) as engine:
        assert engine.name == spec
        engine.new_game(board)
        while not board.is_terminal:
            choice = engine.genmove()
            assert choice.action is not None
            assert choice.action in board.legal_actions()
            board.apply(choice.action)
            assert engine.board == board
        with pytest.raises(dotcore.Error):
            engine.genmove()
        engine.undo()
        board.undo()
        assert engine.board == board


@pytest.mark.parametrize("spec", BUILTIN)
def test_a_seed_fixes_the_game(spec: str) -> None:
    def moves(seed: int | None) -> list[int | None]:
        engine.new_game(cross(), seed)
        return [engine.genmove().action for _ in range(4)]

    with engines.make(f"{spec}{',' if ':' in spec else ':'}seed=5") as engine:
        first = moves(None)
        assert moves(5) == first
        assert moves(None) == first
        if spec == "random":
            assert moves(6) != first


def test_the_tree_is_kept_from_move_to_move() -> None:
    with engines.make("strong:simulations=2000") as engine:
        engine.new_game(cross())
        mine = engine.genmove()
        assert mine.result is not None
        assert mine.simulations == 2000
        engine.play(mine.pv[1])
        again = engine.genmove()
        assert again.result is not None
        assert again.simulations == 2000 < again.result.simulations
        engine.undo()
        fresh = engine.genmove()
        assert fresh.result is not None
        assert fresh.result.simulations == 2000


@pytest.mark.parametrize("spec", BUILTIN)
def test_players_may_be_out_of_turn(spec: str) -> None:
    board = cross()
    with engines.make(spec) as engine:
        engine.new_game(board)
        engine.play(0, player=1)
        engine.play(1, player=1)
        board.place(0, 0, 1)
        board.place(1, 0, 1)
        choice = engine.genmove(player=1)
        assert choice.action is not None
        board.place(*board.point_of(choice.action) or (0, 0), 1)
        assert engine.board == board
        engine.play(board.num_points, player=1)
        board.stop(1)
        assert engine.board == board
        with pytest.raises(dotcore.Error):
            engine.play(board.num_points + 1, player=1)
        with pytest.raises(dotcore.IllegalMove):
            engine.play(0)
        assert engine.board == board


def test_the_only_action_needs_no_search() -> None:
    board = dots.Board(2, 1, dots.Rules(ending="full"))
    with engines.make("strong:time_ms=1000000") as engine:
        engine.new_game(board)
        engine.play(0)
        choice = engine.genmove()
    assert (choice.action, choice.simulations, choice.result) == (1, 0, None)


@pytest.mark.parametrize("spec", BUILTIN)
def test_a_closed_engine_says_so(spec: str) -> None:
    engine = engines.make(spec)
    engine.close()
    engine.close()
    for call in (engine.genmove, engine.undo, lambda: engine.play(0)):
        with pytest.raises(engines.EngineError, match="is closed"):
            call()


def test_an_engine_takes_what_can_be_taken() -> None:
    board = dots.Board.from_ascii("""
        .....
        ..X..
        .XOX.
        .....
        .....
    """)
    for spec in ("strong:simulations=300", "alphabeta:depth=2"):
        with engines.make(spec) as engine:
            engine.new_game(board)
            choice = engine.genmove()
            assert board.point_of(choice.action or 0) == (2, 3)
            assert choice.margin is not None
            assert choice.margin > 0


@pytest.mark.parametrize("size", [(64, 1), (64, 2), (63, 2), (1, 64), (64, 64)])
def test_no_search_looks_around_the_ends_of_the_longest_rows(size: tuple[int, int]) -> None:
    board = dots.Board(*size)
    with engines.make("strong:simulations=40") as engine:
        engine.new_game(board)
        for corner in (0, board.num_points - 1):
            engine.play(corner)
        for _ in range(6):
            choice = engine.genmove()
            assert choice.action is not None
            assert choice.value is not None
            assert -1 <= choice.value <= 1
        engine.board.check_consistency()


# Resigning


def test_a_proven_draw_has_no_margin() -> None:
    board = dots.Board(4, 3, "zagram", "empty")
    for x, y in [(3, 2), (1, 1), (2, 1), (1, 2), (1, 0), (3, 1), (0, 1)]:
        board.place(x, y)
    with engines.make("uniform:simulations=5000") as engine:
        engine.new_game(board)
        choice = engine.genmove()
    assert choice.result is not None
    assert choice.result.proven == "draw"
    assert (choice.value, choice.margin) == (0, 0)


def test_an_engine_resigns_a_lost_game_only_if_it_may() -> None:
    lost = dots.Board(6, 6, dots.Rules(komi=30))  # more than there can be to win
    with engines.make("strong:simulations=200,resign=0.9") as engine:
        engine.new_game(lost)
        played = [engine.genmove(player=0).action for _ in range(3)]
        assert played[-1] is None
        assert engine.board.move_number == sum(action is not None for action in played)
    with engines.make("strong:simulations=200") as engine:
        engine.new_game(lost)
        assert all(engine.genmove(player=0).action is not None for _ in range(4))


# Time


def test_a_move_takes_the_time_it_may() -> None:
    with engines.make("strong:time_ms=100000") as engine:
        engine.new_game(cross(20, 20))
        start = monotonic()
        choice = engine.genmove(time_ms=150)
        assert 100 < choice.elapsed_ms <= (monotonic() - start) * 1000
        assert choice.simulations > 0


@pytest.mark.parametrize("left_ms", [0, 1, 100, 151, 1000, 10_000, 1e7])
@pytest.mark.parametrize("size", [(2, 1), (10, 10), (39, 32)])
def test_a_share_of_the_clock_is_never_all_of_it(left_ms: float, size: tuple[int, int]) -> None:
    board = dots.Board(*size)
    for moves in (0, 1, 2, 50):
        share = Clock(left_ms, moves).for_move(board)
        assert 0 <= share <= max(0.0, left_ms - 150)
    # A whole game at these shares leaves something.
    clock = Clock(left_ms)
    for _ in range(300):
        clock = clock.after(clock.for_move(board))
    assert clock.left_ms > 0 or left_ms == 0


WRONG_TIMES = [float("nan"), float("inf"), -1, "x", True, 10**400, 10**5000, 1j]


@pytest.mark.parametrize("spec", BUILTIN)
def test_a_time_that_cannot_be_is_refused_alike(spec: str) -> None:
    with engines.make(spec) as engine:
        for board in (cross(), dots.Board(1, 1)):  # the second leaves nothing to search
            engine.new_game(board)
            for wrong in [0, 2e9, *WRONG_TIMES]:
                time_ms: Any = wrong
                with pytest.raises(engines.EngineError, match=r"^time_ms=.*; above 0, at most"):
                    engine.genmove(time_ms=time_ms)
            assert engine.board == board


@pytest.mark.parametrize("wrong", WRONG_TIMES, ids=lambda wrong: type(wrong).__name__)
def test_a_clock_is_checked(wrong: Any) -> None:
    for name in ("left_ms", "moves", "increment_ms", "overtime_ms", "overtime_moves"):
        told: dict[str, Any] = {"left_ms": 1, name: wrong}
        with pytest.raises(engines.EngineError, match=f"^clock: {name}="):
            Clock(**told)


def test_the_longest_clock_gives_a_move() -> None:
    clock = Clock(1e15, moves=1, increment_ms=1e15)
    assert clock.after(1).left_ms == 1e15
    for spec in ("strong:simulations=20", "alphabeta:depth=1"):
        with engines.make(spec) as engine:
            engine.new_game(dots.Board(3, 3))
            assert engine.genmove(clock=clock).action is not None


def test_overtime_and_increments_are_used() -> None:
    board = dots.Board(20, 20)
    assert Clock(0, increment_ms=1000).for_move(board) == 0  # it comes only with the move
    assert Clock(5000, increment_ms=1000).for_move(board) > Clock(5000).for_move(board) + 800
    assert Clock(300, overtime_ms=10_000, overtime_moves=5).for_move(board) > 1900
    clock = Clock(300, overtime_ms=10_000, overtime_moves=5).after(1900)
    assert clock == Clock(8400, 4, 0, 10_000, 5)
    for _ in range(4):
        clock = clock.after(2000)
    assert clock == Clock(10_000, 5, 0, 10_000, 5)


def test_hardly_any_time_still_gives_a_move() -> None:
    with engines.make("strong") as engine:
        engine.new_game(cross(39, 32))
        choice = engine.genmove(clock=Clock(20))
        assert choice.action is not None
        assert choice.simulations <= 16


@pytest.mark.parametrize("spec", ["strong", "uniform:threads=2", "alphabeta:complete=true"])
def test_a_search_can_be_cancelled(spec: str) -> None:
    cancel = threading.Event()
    with engines.make(spec) as engine:
        engine.new_game(dots.Board(20, 20, start="four_crosses"))
        threading.Timer(0.1, cancel.set).start()
        choice = engine.genmove(time_ms=1_000_000, cancel=cancel)
        assert choice.action is not None
        assert choice.elapsed_ms < 30_000
        # One that was cancelled before it began has its move too.
        assert engine.genmove(time_ms=1_000_000, cancel=cancel).action is not None


# Analysis


def test_analysis_tells_more_and_more_and_plays_nothing() -> None:
    with engines.make("strong") as engine:
        engine.new_game(cross(12, 12))
        found = list(engine.analyze(time_ms=200, every_ms=50))
        assert len(found) >= 2
        counts = [result.simulations for result in found]
        assert counts == sorted(counts)
        assert engine.board.move_number == 0
        (last,) = engine.analyze(simulations=500, every_ms=1e6)
        assert last.run_simulations == 500
        assert last.simulations == counts[-1] + 500  # the tree is the same
        for result in engine.analyze(player=1):
            assert result.player == 1
            break
        cancel = threading.Event()
        for _ in engine.analyze(every_ms=1, cancel=cancel):
            cancel.set()
        assert engine.genmove(time_ms=50).action is not None


def test_analysis_agrees_with_the_search_it_is() -> None:
    board = cross()
    with engines.make("uniform:seed=4") as engine:
        engine.new_game(board)
        *_, found = engine.analyze(simulations=3000)
    wanted = search.mcts(board, simulations=3000, seed=4, config=search.Config.uniform())
    assert np.array_equal(found.actions, wanted.actions)
    assert np.array_equal(found.visits, wanted.visits)


def test_what_cannot_be_analyzed_is_told_at_once() -> None:
    over = dots.Board(1, 1)
    over.place(0, 0)
    with engines.make("strong") as engine:
        engine.new_game(over)
        with pytest.raises(dotcore.Error, match="over"):
            engine.analyze()
        engine.new_game(cross())
        for wrong in ({"time_ms": 0}, {"every_ms": -1}, {"every_ms": float("nan")}):
            with pytest.raises(engines.EngineError):
                engine.analyze(**wrong)
        with pytest.raises(engines.EngineError):
            engine.analyze(simulations=0)
    with (
        engines.make("alphabeta") as engine,
        pytest.raises(engines.EngineError, match="alphabeta does not analyze"),
    ):
        engine.analyze()
