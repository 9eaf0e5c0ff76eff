"""All ways to act on a board of Dots in any mixture: numbered actions, named acts, the turn set.

No twin tells what must come of it; the laws of a board do: what is refused changes nothing, what
is done is undone exactly, history leads to the position, bytes and pickles hold all of it.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest
from tests.oracle.random_games import all_rules
from tests.twin_compare import core_rules

import dotcore
from dotcore import dots

ALL_RULES = [core_rules(rules) for rules in all_rules()]


def random_call(board: dots.Board, rng: random.Random) -> tuple[str, Callable[[], object]]:
    """Some call, whether the rules allow it or not."""
    x, y = rng.randrange(-1, board.width + 1), rng.randrange(-1, board.height + 1)
    player = rng.choice((None, None, 0, 1))
    action = rng.randrange(-1, board.num_actions + 1)
    legal = board.legal_actions()
    if len(legal) and rng.random() < 0.7:
        action = int(rng.choice(legal.tolist()))
    ring = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]
    calls: list[tuple[int, str, Callable[[], object]]] = [
        (40, "apply", lambda: board.apply(action)),
        (30, "place", lambda: board.place(x, y, player)),
        (10, "place with a chain", lambda: board.place(x + 1, y, player, [ring])),
        (6, "undo", board.undo),
        (6, "turn", lambda: setattr(board, "to_move", rng.randrange(2))),
        (2, "stop", lambda: board.stop(player)),
        (1, "ground", lambda: board.ground(player)),
        (1, "resign", lambda: board.resign(player)),
    ]
    weights = [weight for weight, _, _ in calls]
    (_, name, call) = rng.choices(calls, weights)[0]
    return name, call


def image(board: dots.Board) -> tuple[object, ...]:
    return board.to_bytes(history=True), board.key, board.to_ascii(), board.result


@pytest.mark.parametrize("seed", range(150))
def test_any_mixture_of_calls_keeps_the_laws_of_a_board(seed: int) -> None:
    rng = random.Random(seed)
    board = dots.Board(rng.randint(2, 6), rng.randint(2, 6), ALL_RULES[seed % len(ALL_RULES)])
    before_moves: list[dots.Board] = []
    for _ in range(120):
        before, was = board.copy(), image(board)
        name, call = random_call(board, rng)
        try:
            call()
        except dotcore.IllegalMove:
            assert image(board) == was, name
            continue
        board.check_consistency()
        if name == "undo":
            assert_undone(board, before_moves.pop())
        elif name != "turn":
            before_moves.append(before)
        assert board.move_number == len(before_moves)
        for again in (
            pickle.loads(pickle.dumps(board)),
            dots.Board.from_bytes(board.to_bytes(history=True)),
        ):
            assert image(again) == image(board), name
        assert dots.Board.from_bytes(board.to_bytes()) == board
    while before_moves:
        board.undo()
        assert_undone(board, before_moves.pop())


def assert_undone(board: dots.Board, before: dots.Board) -> None:
    """The board is as it was; who is to move too, as it was set before the act."""
    assert board == before
    assert board.key == before.key
    assert image(board) == image(before)
