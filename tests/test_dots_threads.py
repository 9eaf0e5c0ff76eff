"""Playouts: the same for a seed whatever runs beside them, and others run beside them."""

from __future__ import annotations

import sys
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import dots

Outcome = tuple[int, int, int, int]


def signature(found: dots.Playouts) -> Outcome:
    """Sums of both scores and of the dots, and a checksum of every game."""
    first, second = found.scores.sum(axis=0, dtype=int).tolist()
    games = np.column_stack([found.scores, found.dots]).astype("<i2")
    return first, second, int(found.dots.sum(dtype=int)), zlib.crc32(games.tobytes())


RULES = {
    "bga": dots.Rules.bga(),
    "zagram": dots.Rules.zagram(),
    "zagram_territory": dots.Rules.zagram_territory(),
    "russian": dots.Rules.russian(),
    "illegal": dots.Rules(entry="illegal"),
    "capture_empty": dots.Rules(capture_empty=True, recapture="free"),
}

# (width, height, rules, games, seed): the signature. The same on every platform; a change here is
# a change of what a seed means to users.
GOLDEN: dict[tuple[int, int, str, int, int], Outcome] = {
    (1, 1, "bga", 5, 0): (0, 0, 5, 3401610189),
    (5, 5, "bga", 100, 1): (38, 18, 2492, 1102264223),
    (8, 8, "zagram", 100, 2): (217, 161, 6321, 1369304621),
    (13, 9, "illegal", 60, 3): (244, 295, 6895, 2181063837),
    (20, 20, "bga", 50, 4): (1327, 1569, 19067, 3359812004),
    (20, 20, "russian", 50, 18446744073709551615): (1347, 1509, 18946, 1911421376),
    (30, 30, "zagram", 20, 5): (1517, 1680, 16939, 4052797260),
    (39, 32, "russian", 20, 6): (2363, 2280, 23277, 4100283353),
    (39, 32, "capture_empty", 20, 7): (1983, 2586, 22801, 4099045692),
    (64, 64, "bga", 5, 8): (2698, 2356, 18676, 2609349877),
    (64, 64, "illegal", 2, 9): (1449, 926, 7295, 473897405),
    (64, 1, "zagram", 10, 10): (0, 0, 640, 2579649097),
    (12, 12, "zagram_territory", 20, 11): (0, 0, 2880, 4234411059),
    (10, 10, "capture_empty", 50, 12): (206, 170, 4845, 3875140996),
}


@pytest.mark.parametrize("call", GOLDEN, ids=str)
def test_a_seed_means_the_same_games_everywhere(call: tuple[int, int, str, int, int]) -> None:
    width, height, rules, games, seed = call
    board = dots.Board(width, height, RULES[rules])
    assert signature(dots.playouts(board, games, seed)) == GOLDEN[call]


def test_playouts_have_their_types_and_bounds() -> None:
    board = dots.Board(9, 7, dots.Rules.zagram())
    board.place(4, 3)
    found = dots.playouts(board, 50, seed=3)
    assert found.scores.shape == (50, 2)
    assert found.scores.dtype == found.dots.dtype == np.int16
    assert found.dots.shape == (50,)
    assert (found.dots <= 62).all()
    assert (found.scores.sum(axis=1) <= found.dots + 1).all()


def test_the_first_games_of_many_are_those_of_few() -> None:
    board = dots.Board(8, 8)
    few, many = dots.playouts(board, 10, seed=5), dots.playouts(board, 100, seed=5)
    assert np.array_equal(few.scores, many.scores[:10])
    assert np.array_equal(few.dots, many.dots[:10])


def test_seeds_differ() -> None:
    board = dots.Board(8, 8)
    assert len({signature(dots.playouts(board, 40, seed)) for seed in range(20)}) == 20


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("threads", [2, 3, 16, 1000])
def test_a_seed_means_the_same_for_any_number_of_threads(rules: str, threads: int) -> None:
    board = dots.Board(9, 8, RULES[rules])
    for games in (1, 15, 16, 17, 200):
        alone = signature(dots.playouts(board, games, 7))
        assert signature(dots.playouts(board, games, 7, threads=threads)) == alone


def test_playouts_of_a_game_that_is_over_are_empty() -> None:
    board = dots.Board(3, 3)
    board.resign()
    found = dots.playouts(board, 5, 1)
    assert found.dots.tolist() == [0] * 5
    assert not found.scores.any()


def test_a_playout_ends_with_a_full_board_or_where_every_dot_is_suicide() -> None:
    full = dots.playouts(dots.Board(6, 6, dots.Rules.bga()), 200, 1)
    no_capture = full.scores.sum(axis=1) == 0
    assert (full.dots[no_capture] == 36).all()
    board = dots.Board.from_ascii(".X.\nX.X\n.X.", dots.Rules(entry="illegal"), to_move=1)
    assert set(dots.playouts(board, 100, 1).dots.tolist()) <= {4, 5}


MASK = 2**64 - 1


def splitmix64(seed: int) -> int:
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def played_out(board: dots.Board, seed: int, number: int) -> tuple[int, int, int]:
    """A playout, dot by dot: points are drawn from an urn, suicidal ones go back into it."""
    rng = dotcore.Rng((splitmix64(seed) + number) & MASK)
    board = board.copy(history=False)
    urn = [(int(x), int(y)) for y, x in np.argwhere(playable(board))]
    placed = 0
    aside: list[tuple[int, int]] = []
    while urn:
        i = rng.below(len(urn))
        urn[i], urn[-1] = urn[-1], urn[i]
        x, y = urn.pop()
        if board.try_place(x, y):
            placed += 1
            urn += aside
            aside.clear()
        elif board.why_illegal(x, y) == "suicide":
            aside.append((x, y))
    return (*board.scores, placed)


def playable(board: dots.Board) -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.equal(board.cells(), dots.Cell.EMPTY)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [(5, 5), (9, 6), (20, 20), (64, 7), (7, 64), (39, 32)], ids=str)
def test_a_playout_places_the_dots_that_its_seed_draws(size: tuple[int, int], rules: str) -> None:
    board = dots.Board(*size, RULES[rules], start=dots.random_four_crosses(*size, rng=4))
    board.place(*board.legal_moves()[7].tolist())
    found = dots.playouts(board, 5, seed=11)
    for number in range(5):
        told = (*found.scores[number].tolist(), int(found.dots[number]))
        assert told == played_out(board, 11, number)


# Beside each other


def test_many_threads_on_one_board_and_on_copies() -> None:
    board = dots.Board(12, 12, dots.Rules.zagram(), start="cross")
    alone = [signature(dots.playouts(board, 60, seed)) for seed in range(24)]
    with ThreadPoolExecutor(6) as pool:
        on_one = pool.map(lambda seed: signature(dots.playouts(board, 60, seed)), range(24))
        on_copies = pool.map(
            lambda seed: signature(dots.playouts(board.copy(), 60, seed, threads=2)), range(24)
        )
        assert list(on_one) == alone
        assert list(on_copies) == alone


def test_a_move_while_playouts_run_is_seen_by_all_of_a_call_or_by_none() -> None:
    board = dots.Board(10, 10)
    moves = [(x, 4) for x in range(10)]
    expected = [signature(dots.playouts(board, 40, 9))]
    for x, y in moves:
        board.place(x, y)
        expected.append(signature(dots.playouts(board, 40, 9)))
    for _ in moves:
        board.undo()

    done = threading.Event()
    seen: list[Outcome] = []

    def play_on() -> None:
        while not done.is_set():
            seen.append(signature(dots.playouts(board, 40, 9)))

    others = [threading.Thread(target=play_on) for _ in range(3)]
    for other in others:
        other.start()
    for _ in range(60):
        for x, y in moves:
            board.place(x, y)
        for _ in moves:
            board.undo()
    done.set()
    for other in others:
        other.join()
    assert seen
    assert set(seen) <= set(expected)
    board.check_consistency()
    assert board == dots.Board(10, 10)


class Switches:
    """No thread is made to give way: it holds the interpreter until it gives it away."""

    def __enter__(self) -> None:
        self._before = sys.getswitchinterval()
        sys.setswitchinterval(1000.0)

    def __exit__(self, *_: object) -> None:
        sys.setswitchinterval(self._before)


@pytest.mark.parametrize(
    "run",
    [lambda: dots.playouts(dots.Board(30, 30), 500, 1), lambda: dots.perft(dots.Board(9, 9), 4)],
    ids=["playouts", "perft"],
)
def test_others_get_on_while_it_runs(run: Any) -> None:
    """Were the interpreter held all along, the counting thread would not start before the end."""
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.wait(0.001):
            counted += 1

    other = threading.Thread(target=count)
    with Switches():
        other.start()
        for _ in range(200):
            before = counted
            run()
            if counted > before:
                break
        else:
            pytest.fail("the interpreter was never given away")
        done.set()
        other.join()
