"""What nobody would do by mistake: objects half made, calls from within calls, hostile values."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import dots, sgf
from dotcore.cli import main

# Objects that __init__ never saw

CLASSES: list[Any] = [
    dotcore.Rng,
    dots.Board,
    dots.Capture,
    dots.Move,
    dots.OneMoveCaptures,
    dots.Playouts,
    dots.Result,
    dots.Rules,
]


@pytest.mark.parametrize("cls", CLASSES)
def test_an_object_that_was_never_initialised_is_refused(cls: Any) -> None:
    """Its memory would be whatever lay there before."""
    hollow = cls.__new__(cls)
    told = 0
    for name in dir(cls):
        if isinstance(vars(cls).get(name), property):
            with pytest.raises(TypeError, match="never initialised"):
                getattr(hollow, name)
            told += 1
    assert told
    for refuses in (repr, lambda it: it == it, lambda it: it.__reduce__()):
        if cls in (dotcore.Rng, dots.Board, dots.Rules):
            with pytest.raises(TypeError, match="never initialised"):
                refuses(hollow)


def test_an_object_whose_making_failed_is_refused() -> None:
    board = dots.Board.__new__(dots.Board)
    with pytest.raises(dotcore.RulesError):
        board.__init__(0, 0)  # type: ignore[misc]
    with pytest.raises(dotcore.InvalidRecord):
        board.__setstate__((b"no board",))
    with pytest.raises(TypeError, match="never initialised"):
        board.place(0, 0)
    with pytest.raises(TypeError, match="never initialised"):
        dots.playouts(board, 1, 1)
    with pytest.raises(TypeError, match="never initialised"):
        dots.Board(3, 3, dots.Rules.__new__(dots.Rules))
    with pytest.raises(TypeError, match="never initialised"):
        dots.random_four_crosses(8, 8, dotcore.Rng.__new__(dotcore.Rng))
    board.__init__(3, 3)  # type: ignore[misc]
    assert board == dots.Board(3, 3)


# Values that cannot even be told


class Untold:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


class OddlyTold:
    def __repr__(self) -> str:
        return "\ud800" * 100


HOSTILE = [10**5000, Untold(), OddlyTold(), "\ud800", "\xe9" * 100, b"\xff" * 100]
CALLS: dict[str, Callable[[Any], object]] = {
    "seed": dotcore.Rng,
    "rng": lambda value: dots.random_four_crosses(8, 8, value),
    "capture": lambda value: dots.Rules(capture=value),
    "replace": lambda value: dots.Rules().replace(entry=value),
    "rules": lambda value: dots.Board(3, 3, value),
    "start": lambda value: dots.Board(3, 3, start=value),
    "starting dot": lambda value: dots.Board(3, 3, start=[value]),
    "starting x": lambda value: dots.Board(3, 3, start=[(value, 0, 0)]),
    "chain point": lambda value: dots.Board(3, 3).place(0, 0, enclose=[[value]]),
    "chain x": lambda value: dots.Board(3, 3).place(0, 0, enclose=[[(value, 0)]]),
    "action": lambda value: dots.Board(3, 3).string_to_action(value),
    "playouts": lambda value: dots.playouts(dots.Board(3, 3), 1, value),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_value_that_cannot_be_told_is_refused_by_the_right_error(call: str) -> None:
    for value in HOSTILE:
        with pytest.raises((dotcore.Error, TypeError)) as caught:
            CALLS[call](value)
        assert str(caught.value)


# Arrays to write into


@pytest.mark.parametrize("offset", [1, 2, 3])
def test_an_unaligned_out_is_refused(offset: int) -> None:
    board = dots.Board(4, 4)
    memory = np.zeros(offset + 4 * 8 * 16, np.uint8)[offset:]
    with pytest.raises(TypeError, match="aligned"):
        board.observe(0, out=memory.view(np.float32))
    with pytest.raises(TypeError, match="aligned"):
        board.legal_actions(out=memory.view(np.int32))
    assert not memory.any()


# Calls from within calls


class Meddling:
    """Chains or starting dots that do something to the board whenever one is asked for."""

    def __init__(self, act: Callable[[], object], item: object) -> None:
        self.act, self.item, self.left = act, item, 3

    def __iter__(self) -> Iterator[object]:
        while self.left:
            self.left -= 1
            self.act()
            yield self.item


@pytest.mark.parametrize("call", ["place", "try_place", "why_illegal"])
@pytest.mark.parametrize("act", ["place", "undo", "resign", "init", "setstate", "nested"])
def test_chains_that_meddle_with_the_board(act: str, call: str) -> None:
    board = dots.Board(6, 6, dots.Rules(capture="manual"))
    board.place(5, 5)
    acts: dict[str, Callable[[], object]] = {
        "place": lambda: board.try_place(board.move_number, 4),
        "undo": lambda: board.undo() if board.move_number else None,
        "resign": lambda: None if board.is_terminal else board.resign(),
        "init": lambda: board.__init__(64, 64),  # type: ignore[misc]
        "setstate": lambda: board.__setstate__((dots.Board(1, 1).to_bytes(history=True),)),
        "nested": lambda: board.try_place(2, 2, enclose=[]),
    }
    with contextlib.suppress(dotcore.IllegalMove):
        getattr(board, call)(1, 1, enclose=Meddling(acts[act], [(0, 0), (1, 0), (0, 1)]))
    board.check_consistency()
    assert (board.width, board.height) == (6, 6)


# Long calls end by Ctrl-C


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
@pytest.mark.parametrize(
    "call",
    [
        "dots.perft(dots.Board(20, 20), 9)",
        "dots.perft(dots.Board(20, 20, dots.Rules(entry='illegal')), 9)",
        "dots.playouts(dots.Board(64, 64), 1_000_000, 1, threads=1024)",
    ],
)
def test_ctrl_c_ends_a_long_call(call: str) -> None:
    code = f"from dotcore import dots\nprint('ready', flush=True)\n{call}"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert b"KeyboardInterrupt" in errors


@pytest.mark.parametrize("entry", ["wait", "illegal"])
def test_perft_is_the_sum_over_the_first_dots(entry: Any) -> None:
    board = dots.Board.from_ascii(".X.\nX.X\n...", dots.Rules(entry=entry), to_move=1)
    for depth in range(1, 7):
        total = 0
        for x, y in board.legal_moves().tolist():
            board.place(x, y)
            total += dots.perft(board, depth - 1)
            board.undo()
        assert dots.perft(board, depth) == total


@pytest.mark.skipif(sys.platform != "linux", reason="bounds the address space")
def test_playouts_go_on_where_the_system_gives_no_more_threads() -> None:
    code = """
import resource
from dotcore import dots
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (200 << 20),) * 2)
print(dots.playouts(dots.Board(20, 20), 20_000, 1, threads=1000).dots.shape)
"""
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == "(20000,)\n"


# The command line


@pytest.mark.parametrize("command", ["show", "replay"])
def test_a_standard_input_that_was_closed_is_told(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python then has None in the place of the stream."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main([command, "-"]) == 1
    assert capsys.readouterr().err == "dotcore: standard input: it was closed before the start\n"


# Pictures


def test_a_highlight_that_is_no_point_is_refused() -> None:
    board = dots.Board(3, 3)
    for point in [(1.5, 0), ("1", 0), (float("nan"), 0), (1,), (1, 2, 3), None, "ab", 7]:
        for draw in (board.to_svg, board.to_ansi):
            with pytest.raises(TypeError, match=r"a point is \(x, y\) in ints"):
                draw(highlight=[point])  # type: ignore[list-item]
    board.to_svg(highlight=np.array([[1, 2]]).tolist())


@pytest.mark.parametrize("cell", [10**400, float("inf"), float("nan"), -1, 3.99])
def test_a_cell_that_cannot_be_drawn_is_refused(cell: float) -> None:
    with pytest.raises(dotcore.Error, match="4 to 400 pixels"):
        dots.Board(3, 3).to_svg(cell=cell)


@pytest.mark.parametrize("colors", [(), ("#000",), ("#000", "#111", "#222"), "ab"])
def test_colours_that_are_not_two_are_refused(colors: Any) -> None:
    with pytest.raises(dotcore.Error, match="two colours"):
        dots.Board(3, 3).to_svg(colors=colors)


# Records


def test_going_through_many_properties_takes_linear_time() -> None:
    """Read anew for each name, they would take minutes."""
    names = [f"A{i}" for i in range(20_000)]
    game = sgf.parse("(;SZ[9]" + "".join(f"{name}[x]" for name in names) + ")").games[0]
    properties = game.root.properties
    assert dict(properties) == {"SZ": ("9",)} | dict.fromkeys(names, ("x",))


def test_every_view_of_properties_shows_what_another_changed() -> None:
    root = sgf.parse("(;SZ[9]C[a]C[b])").games[0].root
    first, second = root.properties, root.properties
    assert [*first["C"]] == [*second["C"]] == ["a", "b"]
    first["C"] = ["c"]
    assert [*second["C"]] == ["c"]
    del second["C"]
    assert "C" not in first
    first["N"] = ["d"]
    assert dict(second) == {"SZ": ("9",), "N": ("d",)}
    for name in second:
        first[name] = ["e"]
    assert dict(second) == {"SZ": ("e",), "N": ("e",)}
