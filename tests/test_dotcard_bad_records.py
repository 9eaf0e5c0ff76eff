"""Corrupt bytes and pickles, hollow objects and threads: DotCard refuses them and lives."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.dotcard_table import TINY, deal, do
from tests.test_dotcard_bad_input import a_game, hollow

import dotcore
from dotcore import Rng, dotcard

# Bytes and pickles


def whole_games() -> list[bytes]:
    games = [a_game(), dotcard.Game(4, seed=3), dotcard.Game(2, dotcard.Rules(starter="random"))]
    games.append(do(deal("9|4", "9|5", sub_rounds=1), "9|4@P0"))
    games.append(deal("1|0 0|0", "B0 B-5", deck=TINY, sub_rounds=2))
    return [game.to_bytes(history=history) for game in games for history in (False, True)]


def assert_read_or_refused(data: bytes) -> bool:
    try:
        game = dotcard.Game.from_bytes(data)
    except dotcore.InvalidRecord:
        return False
    game.check_consistency()
    assert dotcard.Game.from_bytes(game.to_bytes(history=True)) == game
    if game.phase != "over":
        game.resolve_chance(1)
    for action in game.legal_actions()[:3].tolist():
        game.apply(action)
        game.undo()
    return True


def test_every_truncation_and_extension_of_bytes_is_refused() -> None:
    for data in whole_games():
        assert assert_read_or_refused(data)
        for length in range(len(data)):
            assert not assert_read_or_refused(data[:length])
        assert not assert_read_or_refused(data + b"\0")


def test_every_changed_byte_is_refused_or_read_as_another_game() -> None:
    for data in whole_games():
        for place in range(len(data)):
            for value in (0, 1, 127, 128, 255, data[place] ^ 1, (data[place] + 1) % 256):
                changed = data[:place] + bytes([value]) + data[place + 1 :]
                assert_read_or_refused(changed)


def test_random_bytes_are_refused() -> None:
    rng = random.Random(1)
    heads = [data[:8] for data in whole_games()]
    for _ in range(2000):
        noise = rng.randbytes(rng.randrange(200))
        assert not assert_read_or_refused(noise)
        assert not assert_read_or_refused(rng.choice(heads) + noise)


@pytest.mark.parametrize("data", [None, "dcrd", bytearray(b"dcrd"), 3, [100]])
def test_bytes_are_bytes(data: Any) -> None:
    with pytest.raises(TypeError):
        dotcard.Game.from_bytes(data)


@pytest.mark.parametrize(
    "made", [dotcard.Card("9|4"), dotcard.Deck("D59"), dotcard.Rules(), a_game()]
)
@pytest.mark.parametrize(
    "state",
    [
        None,
        [1],
        "x",
        {},
        (),
        (None,),
        (1,),
        ("",),
        (b"",),
        ("9",),
        (b"dcrd",),
        ({"deck": 3},),
        ({"jokers": 3},),
        (99, 1, 1, ()),
        (9, 99, 1, ()),
        (9, 1, 1, (5,)),
        (2**40, 1, 1, ()),
        (9, 1, 1),
    ],
)
def test_states_of_pickles_that_are_none(made: Any, state: Any) -> None:
    fresh = hollow(type(made))
    with pytest.raises((TypeError, dotcore.Error)):
        fresh.__setstate__(state)


def test_corrupt_pickles_raise_and_never_crash() -> None:
    rng = random.Random(2)
    for made in (dotcard.Card("9|4"), dotcard.Rules(), a_game()):
        data = pickle.dumps(made)
        assert pickle.loads(data) == made
        tail = data.index(b"dotcore")
        for _ in range(300):
            place = rng.randrange(tail, len(data))
            changed = bytearray(data)
            changed[place] = rng.randrange(256)
            with contextlib.suppress(Exception):  # whatever pickle makes of it
                pickle.loads(bytes(changed))


@pytest.mark.parametrize("kind", [dotcard.Game, dotcard.Rules, dotcard.Deck, dotcard.Card, Rng])
@pytest.mark.parametrize("call", [repr, copy.copy, pickle.dumps, lambda it: it == it, hash])
def test_objects_made_by_new_alone_never_crash(kind: Any, call: Callable[[object], object]) -> None:
    # Those of object itself may answer.
    with contextlib.suppress(TypeError, ValueError):
        call(hollow(kind))


@pytest.mark.parametrize(
    "call",
    [
        lambda: hollow(dotcard.Game).draw(),
        lambda: hollow(dotcard.Game).key,
        lambda: hollow(dotcard.Game).undo(),
        lambda: dotcard.playouts(hollow(dotcard.Game), 1, 1),
        lambda: dotcard.Game(2, hollow(dotcard.Rules)),
        lambda: dotcard.Rules(deck=hollow(dotcard.Deck)),
        lambda: dotcard.Game(2, seed=hollow(Rng)),
        lambda: a_game().play(hollow(dotcard.Card)),
        lambda: a_game().resample(0, hollow(Rng)),
    ],
)
def test_objects_made_by_new_alone_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        call()


# Threads


def test_playouts_of_a_game_that_another_thread_plays_give_what_they_gave_alone() -> None:
    game = dotcard.Game(4, seed=5)
    frozen = game.copy()
    alone = dotcard.playouts(frozen, 60, seed=9)
    wrong: list[str] = []
    stop = threading.Event()

    def play_on() -> None:
        rng = Rng(3)
        while not stop.is_set():
            if game.is_terminal or game.action_history.size > 400:
                for _ in range(300):
                    game.undo()
            if game.current_player >= 0:
                legal = game.legal_actions()
                game.apply(int(legal[rng.below(len(legal))]))
            game.resolve_chance(rng)

    def run() -> None:
        for _ in range(5):
            if not np.array_equal(dotcard.playouts(frozen, 60, seed=9, threads=2), alone):
                wrong.append("another outcome")
            dotcard.playouts(game, 3, seed=1)

    player = threading.Thread(target=play_on)
    runners = [threading.Thread(target=run) for _ in range(3)]
    for thread in (player, *runners):
        thread.start()
    for thread in runners:
        thread.join()
    stop.set()
    player.join()
    game.check_consistency()
    assert wrong == []


def test_threads_that_play_one_game_leave_it_consistent() -> None:
    game = dotcard.Game(3, seed=1)

    def play(seed: int) -> None:
        rng = Rng(seed)
        for _ in range(400):
            legal = game.legal_actions()
            with contextlib.suppress(dotcore.IllegalMove):  # another thread was quicker
                if legal.size:
                    game.apply(int(legal[rng.below(len(legal))]))
                game.resolve_chance(rng)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    game.check_consistency()
