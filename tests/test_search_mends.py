"""Faults that were found in search once, each as a test of its kind."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys

import numpy as np
import pytest

import dotcore
from dotcore import dots, search

CLASSES = [
    kind
    for module in (dotcore, dots, search)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if type(kind).__name__ == "pybind11_type"
]


def examples() -> list[object]:
    board = dots.Board(3, 3)
    return [
        search.Tree(board),
        search.Leaves([search.Tree(board)]),
        search.AlphaBeta(),
        dots.playouts(board, 1, seed=1),
        board.one_move_captures(0),
    ]


@pytest.mark.parametrize("thing", examples(), ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_cannot_be_pickled_says_so(thing: object, protocol: int) -> None:
    with pytest.raises(TypeError, match="cannot be pickled or copied"):
        pickle.dumps(thing, protocol)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_compiled_class_has_a_way_of_its_own_to_be_pickled(kind: type) -> None:
    assert "__reduce__" in vars(kind)


DAEMON = """
import threading, time
from dotcore import dots, search
board = dots.Board(20, 20, start="cross")
def evaluator(obs, mask, logits, values):
    logits[:] = 0
    values[:] = 0
def work():
    while True:
        {work}
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""


@pytest.mark.parametrize(
    "work",
    [
        "search.mcts(board, time_ms=60_000)",
        "search.mcts(board, simulations=1)",
        "search.mcts(board, simulations=500, evaluator=evaluator)",
        "search.alphabeta(board, time_ms=60_000)",
        "search.ladder_losses(board, nodes=10**6)",
        "dots.playouts(board, 10, seed=1)",
    ],
)
def test_a_program_ends_while_daemon_threads_search(work: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DAEMON.replace("{work}", work)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_priors_stay_numbers_when_a_ladder_takes_very_many_dots() -> None:
    # One dot is missing around 100 dots; whoever leaves it open loses them.
    board = dots.Board(14, 14, rules="zagram")
    for y in range(2, 12):
        for x in range(2, 12):
            board.place(x, y, player=1)
    for i in range(2, 12):
        for x, y in ((i, 1), (i, 12), (1, i), (12, i)):
            if (x, y) != (6, 1):
                board.place(x, y, player=0)
    board.place(6, 0, player=1)  # on the edge: a dot between joins the hundred to it
    board.to_move = 1
    tree = search.Tree(board, search.Config(ladder_fear=100), seed=1)
    for _ in range(5):
        found = tree.run(simulations=700)
        assert np.isfinite(found.priors).all()
        assert (found.priors >= 0).all()
    assert board.point_of(found.best) == (6, 1)


def test_time_limits_hold_where_everything_is_under_capture() -> None:
    board = dots.Board(40, 40, rules="zagram")
    rng = np.random.default_rng(1)
    for _ in range(900):
        board.apply(int(rng.choice(board.legal_actions()[:-1])))
    assert search.mcts(board, time_ms=10).elapsed_ms < 5_000
