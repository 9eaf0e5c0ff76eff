"""Trees and threads: searched by several, guarded against two users, stopped, interrupted."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import dotcore
from dotcore import dots, search


def until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.001)


def is_busy(tree: search.Tree) -> bool:
    try:
        _ = tree.simulations
    except dotcore.Error:
        return True
    return False


class Running:
    """A tree that is searched in another thread until it is stopped."""

    def __init__(self) -> None:
        self.tree = search.Tree(dots.Board(12, 12), search.Config(memory_mb=8))
        self.found: search.Result | None = None
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        self.found = self.tree.run(time_ms=60_000)

    def end(self) -> None:
        end = time.monotonic() + 30
        while self.thread.is_alive() and time.monotonic() < end:
            self.tree.stop()
            self.thread.join(0.05)
        assert not self.thread.is_alive()


@pytest.fixture
def running() -> Iterator[Running]:
    running = Running()
    running.thread.start()
    until(lambda: is_busy(running.tree))
    yield running
    running.end()


def test_two_threads_search_one_tree() -> None:
    board = dots.Board(12, 12, start="cross")
    found = search.mcts(board, simulations=3000, threads=2)
    assert found.simulations == found.visits.sum() == 3000
    tree = search.Tree(board)
    for _ in range(5):
        tree.advance(tree.run(200, threads=3).best)
    assert tree.run(time_ms=20, threads=2).visits.sum() == tree.simulations


def test_a_run_is_stopped_from_another_thread(running: Running) -> None:
    running.end()
    assert running.found is not None
    assert running.found.simulations > 0
    assert running.found.elapsed_ms < 30_000
    assert running.tree.run(5).run_simulations == 5


def test_stopping_a_tree_at_rest_does_nothing() -> None:
    tree = search.Tree(dots.Board(5, 5), search.Config(memory_mb=1))
    tree.stop()
    assert tree.run(50).simulations == 50


USES: dict[str, Callable[[search.Tree], object]] = {
    "run": lambda tree: tree.run(1),
    "result": lambda tree: tree.result(),
    "advance": lambda tree: tree.advance(0),
    "board": lambda tree: tree.board,
    "simulations": lambda tree: tree.simulations,
    "memory_mb": lambda tree: tree.memory_mb,
    "is_full": lambda tree: tree.is_full,
    "gather": lambda tree: search.Leaves([tree]).gather(),
}


def test_another_user_of_a_tree_is_refused(running: Running) -> None:
    for use in USES.values():
        with pytest.raises(dotcore.Error, match="being searched by another thread"):
            use(running.tree)
    assert running.tree.config.memory_mb == 8
    assert "12x12" in repr(running.tree)


@pytest.mark.parametrize("use", USES)
def test_a_tree_whose_leaves_are_out_is_refused(use: str) -> None:
    tree = search.Tree(dots.Board(5, 5), search.Config(memory_mb=1))
    leaves = search.Leaves([tree], batch=2)
    assert leaves.gather() == 1
    with pytest.raises(dotcore.Error, match="waiting for answers about its leaves"):
        USES[use](tree)
    leaves.cancel()
    assert tree.run(10).simulations == 10


def test_leaves_that_are_forgotten_go_back() -> None:
    tree = search.Tree(dots.Board(5, 5), search.Config(memory_mb=1))
    leaves = search.Leaves([tree], batch=2)
    leaves.gather()
    del leaves
    gc.collect()
    assert tree.run(10).simulations == 10


def test_many_threads_search_trees_of_their_own_and_steal_nothing() -> None:
    board = dots.Board(9, 9, start="cross")
    config = search.Config(memory_mb=4)
    want = [search.mcts(board, simulations=400, seed=seed, config=config).best for seed in range(6)]
    got: dict[int, int] = {}

    def work(seed: int) -> None:
        got[seed] = search.mcts(board, simulations=400, seed=seed, config=config).best

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [got[seed] for seed in range(6)] == want


def test_threads_that_fight_for_a_tree_get_errors_and_break_nothing() -> None:
    tree = search.Tree(dots.Board(7, 7), search.Config(memory_mb=4))
    done: list[int] = []

    def work(kind: int) -> None:
        for _ in range(60):
            with contextlib.suppress(dotcore.Error):
                if kind == 0:
                    done.append(tree.run(20).run_simulations)
                elif kind == 1:
                    leaves = search.Leaves([tree], batch=8)
                    n = leaves.gather()
                    leaves.logits[:n] = 0
                    leaves.values[:n] = 0
                    leaves.apply()
                    done.append(n)
                else:
                    tree.stop()
                    _ = tree.board

    threads = [threading.Thread(target=work, args=(i % 3,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = tree.run(10)
    assert found.visits.sum() <= found.simulations
    assert sum(done) > 0


INTERRUPTED = """
    import os, signal, threading, time
    from dotcore import dots, search

    board = dots.Board(20, 20)
    tree = search.Tree(board, search.Config(memory_mb=16))

    def blank(obs, mask, logits_out, value_out):
        logits_out.fill(0)
        value_out.fill(0)

    def interrupt():
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    start = time.monotonic()
    try:
        {call}
    except KeyboardInterrupt:
        assert time.monotonic() - start < 20, time.monotonic() - start
        before = tree.simulations
        assert tree.run(10).run_simulations == 10
        assert board == dots.Board(20, 20)
        print("interrupted", before > 0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to send")
@pytest.mark.parametrize(
    ("call", "searched"),
    [
        ("tree.run(time_ms=100_000)", True),
        ("tree.run(time_ms=100_000, threads=2)", True),
        ("list(search.analyze(board, time_ms=100_000))", False),
        ("search.mcts(board, time_ms=100_000, evaluator=blank)", False),
    ],
)
def test_ctrl_c_is_heard_and_the_tree_goes_on(call: str, searched: bool) -> None:
    code = textwrap.dedent(INTERRUPTED).format(call=call)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    assert done.stdout == f"interrupted {searched}\n"


def test_a_handler_that_uses_the_tree_meanwhile_is_refused() -> None:
    if sys.platform == "win32":
        pytest.skip("no SIGALRM")
    tree = search.Tree(dots.Board(12, 12), search.Config(memory_mb=8))
    told: list[str] = []

    def handler(*_: Any) -> None:
        try:
            tree.run(1)
        except dotcore.Error as error:
            told.append(str(error))
        tree.stop()

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        tree.run(time_ms=60_000)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert told == ["the tree is being searched by another thread"]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc")
def test_trees_give_their_memory_back() -> None:
    def resident_mb() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def work() -> None:
        config = search.Config(memory_mb=8, grow_at=1)
        board = dots.Board(15, 15)
        tree = search.Tree(board, config)
        tree.advance(tree.run(1000).best)
        leaves = search.Leaves([tree, search.Tree(tree.board, config)], batch=64)
        for answered in (True, False, True):
            n = leaves.gather()
            leaves.logits[:n] = leaves.values[:n, None] = 0
            if answered:
                leaves.apply()
            else:
                leaves.cancel()
        leaves.gather()

    for _ in range(3):
        work()
    before = resident_mb()
    for _ in range(25):
        work()
    assert resident_mb() < before + 40  # of the 200 MB and more that went through
