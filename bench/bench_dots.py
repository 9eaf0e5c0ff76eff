"""What Dots costs from Python, in CPU time: see bench/README.md.

The base line is ``num_players``, the cheapest call there is: it takes no argument, looks at nothing
and returns a small number.  What another call takes beyond that is the work it does.
"""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from bench.timing import group

from dotcore import dots, sgf

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

# CPU time of the process; each round long enough to drown what reading that clock takes.

WIDTH, HEIGHT = 39, 32
PRESETS = {"zagram": dots.Rules.zagram(), "bga": dots.Rules.bga()}


def random_dots(board: dots.Board, seed: int) -> list[tuple[int, int]]:
    """The dots of a random game on a copy of the board, all playable when their turn comes."""
    board = board.copy()
    order = [(int(x), int(y)) for x, y in board.legal_moves()]
    random.Random(seed).shuffle(order)
    return [(x, y) for x, y in order if board.try_place(x, y)]


@pytest.fixture
def half_full() -> dots.Board:
    board = dots.Board(WIDTH, HEIGHT)
    moves = random_dots(board, 1)
    for x, y in moves[: len(moves) // 2]:
        board.place(x, y)
    return board


def tell(benchmark: BenchmarkFixture, unit: str, units: int) -> None:
    """Put nanoseconds a unit into the record, beside the time of the whole call."""
    stats: Any = benchmark.stats
    if stats is not None:
        benchmark.extra_info[f"ns_a_{unit}"] = round(stats.stats.min / units * 1e9, 2)


@group("whole games")
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("size", [(20, 20), (30, 30), (39, 32)], ids="{0[0]}x{0[1]}".format)
def test_100_playouts(benchmark: BenchmarkFixture, size: tuple[int, int], rules: str) -> None:
    board = dots.Board(*size, PRESETS[rules])
    results = benchmark(dots.playouts, board, 100, 1, 1)
    tell(benchmark, "dot", int(results.dots.sum()))


@group("whole games")
@pytest.mark.parametrize("rules", PRESETS)
def test_1000_dots_placed_and_undone(benchmark: BenchmarkFixture, rules: str) -> None:
    board = dots.Board(WIDTH, HEIGHT, PRESETS[rules])
    moves = random_dots(board, 2)[:1000]

    def place_and_undo() -> None:
        place, undo = board.place, board.undo
        for x, y in moves:
            place(x, y)
        for _ in moves:
            undo()

    benchmark(place_and_undo)
    tell(benchmark, "dot", len(moves))


@group("whole games")
def test_1000_actions_applied_and_undone(benchmark: BenchmarkFixture) -> None:
    board = dots.Board(WIDTH, HEIGHT)
    actions = [y * WIDTH + x for x, y in random_dots(board, 2)[:1000]]

    def apply_and_undo() -> None:
        apply, undo = board.apply, board.undo
        for action in actions:
            apply(action)
        for _ in actions:
            undo()

    benchmark(apply_and_undo)
    tell(benchmark, "action", len(actions))


@group("one call")
def test_num_players_the_base_line(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    benchmark(lambda: half_full.num_players)


@group("one call")
def test_key(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    benchmark(lambda: half_full.key)


@group("one call")
def test_is_legal(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    benchmark(half_full.is_legal, 3, 4)


@group("one call")
def test_legal_actions(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    benchmark(half_full.legal_actions)


@group("one call")
def test_legal_actions_into_an_array(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    out = np.empty(half_full.num_actions, np.int32)
    benchmark(half_full.legal_actions, None, out)


@group("one call")
def test_legal_mask_into_an_array(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    out = np.empty(half_full.num_actions, np.bool_)
    benchmark(half_full.legal_mask, None, out)


@group("one call")
def test_observe_into_an_array(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    out = np.empty(half_full.observation_shape, np.float32)
    benchmark(half_full.observe, 0, out)


@group("one call")
@pytest.mark.parametrize("history", [False, True], ids=["position", "game"])
def test_copy(benchmark: BenchmarkFixture, half_full: dots.Board, history: bool) -> None:
    benchmark(half_full.copy, history)


@group("one call")
def test_to_ascii(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    benchmark(half_full.to_ascii)


@group("records")
@pytest.mark.parametrize("history", [False, True], ids=["position", "game"])
def test_to_and_from_bytes(
    benchmark: BenchmarkFixture, half_full: dots.Board, history: bool
) -> None:
    benchmark(lambda: dots.Board.from_bytes(half_full.to_bytes(history)))


@group("records")
def test_pickle_and_back(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    benchmark(lambda: pickle.loads(pickle.dumps(half_full)))


@group("records")
def test_sgf_written(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    benchmark(sgf.dumps, half_full)


@group("records")
@pytest.mark.parametrize("check", [False, True], ids=["parsed", "parsed_and_checked"])
def test_sgf(benchmark: BenchmarkFixture, half_full: dots.Board, check: bool) -> None:
    text = sgf.dumps(half_full)

    def parse() -> int:
        return len(sgf.parse(text, check=check).games)

    assert benchmark(parse) == 1
    tell(benchmark, "byte", len(text))


@group("records")
def test_sgf_played_through(benchmark: BenchmarkFixture, half_full: dots.Board) -> None:
    game = sgf.parse(sgf.dumps(half_full), check=False).games[0]
    board = benchmark(game.board)
    assert board == half_full


@group("records")
def test_sgf_of_a_real_game_parsed(benchmark: BenchmarkFixture) -> None:
    folder = Path(__file__).parent.parent / "tests" / "data" / "sgf"
    text = (folder / "territory_with_variations.sgf").read_bytes()
    benchmark(sgf.parse, text, check=False)
    tell(benchmark, "byte", len(text))
