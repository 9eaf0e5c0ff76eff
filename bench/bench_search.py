"""What Monte Carlo search costs from Python, in CPU time: see bench/README.md.

The loop over leaves is that of bench/cpp/bench_mcts.cpp; the difference of the two is what Python
adds.  CPU time counts all threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest
from bench.timing import group

from dotcore import dots, search

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture


CONFIGS = {"strong": search.Config.strong(), "uniform": search.Config.uniform()}
LEAVES = 1024  # of each tree


@pytest.fixture
def cross() -> dots.Board:
    return dots.Board(20, 20, dots.Rules.zagram(), start="cross")


def tell(benchmark: BenchmarkFixture, unit: str, units: int) -> None:
    """Put microseconds a unit into the record, beside the time of the whole call."""
    stats: Any = benchmark.stats
    if stats is not None:
        benchmark.extra_info[f"us_a_{unit}"] = round(stats.stats.min / units * 1e6, 3)


def five_times(benchmark: BenchmarkFixture, work: Callable[[], object]) -> None:
    pedantic: Any = benchmark.pedantic
    pedantic(work, rounds=5)


def zeros(
    obs: npt.NDArray[np.float32],  # noqa: ARG001 - it looks at nothing
    mask: npt.NDArray[np.bool_],  # noqa: ARG001
    logits_out: npt.NDArray[np.float32],
    value_out: npt.NDArray[np.float32],
) -> None:
    logits_out.fill(0)
    value_out.fill(0)


@group("simulations")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("config", CONFIGS)
def test_10000_simulations(
    benchmark: BenchmarkFixture, cross: dots.Board, config: str, threads: int
) -> None:
    five_times(
        benchmark, lambda: search.mcts(cross, 10_000, config=CONFIGS[config], threads=threads)
    )
    tell(benchmark, "simulation", 10_000)


@group("leaves")
@pytest.mark.parametrize("symmetry", ["none", "random"])
def test_leaves_of_16_trees_pulled(
    benchmark: BenchmarkFixture, cross: dots.Board, symmetry: Any
) -> None:
    def pull() -> None:
        config = search.Config(memory_mb=64)
        trees = [search.Tree(cross, config, seed=i) for i in range(16)]
        leaves = search.Leaves(trees, batch=256, simulations=LEAVES, symmetry=symmetry)
        while n := leaves.gather():
            zeros(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
            leaves.apply()

    five_times(benchmark, pull)
    tell(benchmark, "leaf", 16 * LEAVES)


@group("leaves")
def test_leaves_of_one_tree_called_back(benchmark: BenchmarkFixture, cross: dots.Board) -> None:
    config = search.Config(memory_mb=256)
    five_times(
        benchmark,
        lambda: search.mcts(cross, 8192, evaluator=zeros, batch=256, config=config),
    )
    tell(benchmark, "leaf", 8192)


@group("leaves")
def test_what_python_does_for_a_batch(benchmark: BenchmarkFixture, cross: dots.Board) -> None:
    """All that the loop adds to the core's work, but for the writing of answers."""
    leaves = search.Leaves([search.Tree(cross, search.Config(memory_mb=64))], batch=256)
    nothing: Callable[..., None] = lambda *_: None  # noqa: E731

    def turn() -> None:
        leaves.cancel()
        n = 256
        nothing(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
        len(leaves)

    benchmark(turn)
    tell(benchmark, "leaf", 256)


@group("planes")
@pytest.mark.parametrize("symmetry", [0, 1])
def test_planes_into_an_array(
    benchmark: BenchmarkFixture, cross: dots.Board, symmetry: int
) -> None:
    out = np.empty((len(search.feature_planes), 20, 20), np.float32)
    benchmark(search.features, cross, 0, symmetry, out)
