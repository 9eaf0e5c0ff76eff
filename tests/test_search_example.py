"""The example of an evaluator runs, and passes the type checker."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dotcore import dots

EXAMPLE = Path(__file__).parents[1] / "examples" / "numpy_evaluator.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("numpy_evaluator", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_prints_a_move_and_plays_itself() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    assert "best: (3, 4)" in done.stdout
    assert "self-play: planes (32, 17, 6, 6), policies (32, 37)" in done.stdout


def test_its_network_finds_a_capture(example: ModuleType) -> None:
    board = dots.Board.from_ascii("""
        .......
        ...X...
        ..XO...
        ...X...
        .......
    """)
    found = example.best_move(board, example.SmallNetwork())
    assert board.point_of(found.best) == (4, 2)


def test_its_self_play_yields_policies(example: ModuleType) -> None:
    planes, policies = example.self_play(
        example.SmallNetwork(), games=2, size=4, moves=3, simulations=20
    )
    assert planes.shape == (6, 17, 4, 4)
    assert policies.sum(axis=1) == pytest.approx(1)
    assert not policies[planes[:, 5].reshape(6, 16).sum(axis=1) == 0].any()


def test_its_convolution_is_one(example: ModuleType) -> None:
    """Against a convolution by four loops."""
    rng = np.random.default_rng(1)
    planes = rng.normal(size=(2, 3, 4, 5)).astype(np.float32)
    weights = rng.normal(size=(27, 2)).astype(np.float32)
    found = example.convolved(planes, weights)
    for y in range(4):
        for x in range(5):
            total = np.zeros((2, 2))
            for i in range(3):
                for j in range(3):
                    if 0 <= y + i - 1 < 4 and 0 <= x + j - 1 < 5:
                        kernel = weights.reshape(3, 3, 3, 2)[:, i, j]
                        total += planes[:, :, y + i - 1, x + j - 1] @ kernel
            assert found[:, :, y, x] == pytest.approx(total, abs=1e-4)


def test_it_passes_the_type_checker() -> None:
    pytest.importorskip("mypy")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--follow-imports=silent",
            "--no-incremental",
            str(EXAMPLE),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=EXAMPLE.parents[1],
    )
    assert done.returncode == 0, done.stdout
