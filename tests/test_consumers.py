"""Programs outside dotcore, in C++ and in Cython, are built against the installed package and run.

Skipped where there is no compiler; CMake and Cython come with the extra `test`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dotcore
from dotcore import dotcard, dotduel, dots, search

CONSUMERS = Path(__file__).parent / "consumers"

# How many dots the playout placed, which both print last
PLAYOUT = r"[1-9]\d*\n"

pytestmark = pytest.mark.consumer


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command to its end; a failure shows all that it printed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a copy of the consumer that the test names."""
    has_compiler = any(map(shutil.which, ("c++", "g++", "clang++", "cl"))) or "CXX" in os.environ
    if not has_compiler:
        pytest.skip("no C++ compiler")
    return Path(shutil.copytree(CONSUMERS / request.param, tmp_path / request.param))


@pytest.mark.parametrize("project", ["cmake"], indirect=True)
def test_a_cmake_project_finds_the_library_and_plays_a_game(project: Path) -> None:
    # The scripts' folder first: there pip puts the CMake that the extra `test` asks for.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    cmake = shutil.which("cmake", path=path)
    if cmake is None:
        pytest.skip("no CMake")
    run(cmake, "-S", ".", "-B", "build", f"-Ddotcore_DIR={dotcore.get_cmake_dir()}",
        "-DCMAKE_BUILD_TYPE=Release", cwd=project)  # fmt: skip
    run(cmake, "--build", "build", "--config", "Release", cwd=project)
    programs = [project / "build" / "consumer", project / "build" / "Release" / "consumer.exe"]
    program = next(program for program in programs if program.exists())
    printed = run(program, cwd=project)
    found = f"{best_after_the_game()}\n" + expected_cards() + expected_duel()
    assert re.fullmatch(re.escape(expected()) + PLAYOUT + found, printed)


@pytest.mark.parametrize("project", ["cython"], indirect=True)
def test_a_cython_module_plays_a_game_and_reaches_into_a_python_board(project: Path) -> None:
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    run(sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", cwd=project)
    printed = run(
        sys.executable, "-W", "error", "-c", "import consumer; consumer.main()", cwd=project
    )
    assert re.fullmatch((re.escape(expected()) + PLAYOUT) * 2, printed)


def game() -> dots.Board:
    board = dots.Board(20, 20, rules=dots.Rules.bga())
    rng = dotcore.Rng(1)
    while board.move_number < 300:
        board.try_place(rng.below(20), rng.below(20))
    return board


def best_after_the_game() -> int:
    return search.mcts(game().copy(history=False), simulations=500, seed=1).best


def expected_cards() -> str:
    """Return what the consumer's game of DotCard gives in Python."""
    cards = dotcard.Game(4)
    rng = dotcore.Rng(1)
    cards.resolve_chance(rng)
    while not cards.is_terminal:
        actions = cards.legal_actions()
        cards.apply(int(actions[rng.below(len(actions))]))
        cards.resolve_chance(rng)
    return f"{len(cards.action_history)} {cards.key}\n"


def expected_duel() -> str:
    """Return what the consumer's game of Dot Duel gives in Python."""
    engine = dotduel.Engine(3, dotduel.Deck.standard(1), seed=1)
    engine.submit(0, None, "start")
    t = 1
    while engine.phase == "FIRST_PLAYER":
        engine.submit(t, t % 3, "roll")
        t += 1
    return f"{engine.round} {engine.hash}\n"


def expected() -> str:
    """Return what the consumers' game gives in Python."""
    board = game()
    with pytest.raises(dotcore.IllegalMove) as refused:
        board.place(20, 0, player=0)
    return f"{board.scores[0]} {board.scores[1]} {board.key}\n{refused.value}\n"
