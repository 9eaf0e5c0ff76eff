"""Playouts of DotCard: the same for a seed, whatever the number of games and threads."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import pytest

from dotcore import dotcard

TINY = dotcard.Deck(max_pip=2, copies=(2, 1), bonus=[0, -5])
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "default": (4, {}),
    "two": (2, {"dot_call": "automatic"}),
    "eight": (8, {"deck": "D59", "sub_rounds": 20, "hand_size": 5, "starter": "winner"}),
    "any": (3, {"free_start": "any", "block_extra_turn": True, "starter": "random"}),
    "strict": (
        5,
        {
            "others_may_start": False,
            "own_track_first": True,
            "block_on_block": False,
            "drawn_card_only": True,
            "voluntary_pass_opens": False,
        },
    ),
    "tiny": (2, {"deck": TINY, "sub_rounds": 6, "hand_size": 3, "skip_turns": 2}),
}

# (game, policy, until): the sum of all totals, and a checksum of each. The same on every platform;
# a change here is a change of what a seed means to users.
GOLDEN: dict[tuple[str, Any, Any], tuple[int, int]] = {
    ("default", "uniform", "game"): (40259, 3938384977),
    ("default", "play_first", "game"): (29690, 1798690555),
    ("default", "uniform", "sub_round"): (3905, 4167868740),
    ("two", "uniform", "game"): (30648, 203697077),
    ("two", "play_first", "game"): (14911, 1150238824),
    ("two", "uniform", "sub_round"): (2676, 4262380228),
    ("eight", "uniform", "game"): (132611, 874653755),
    ("eight", "play_first", "game"): (117119, 1873062698),
    ("eight", "uniform", "sub_round"): (5828, 2830327393),
    ("any", "uniform", "game"): (32579, 286762763),
    ("any", "play_first", "game"): (21197, 2812917964),
    ("any", "uniform", "sub_round"): (2899, 232227249),
    ("strict", "uniform", "game"): (61044, 3471075161),
    ("strict", "play_first", "game"): (46894, 120139120),
    ("strict", "uniform", "sub_round"): (6194, 1258073847),
    ("tiny", "uniform", "game"): (937, 921767370),
    ("tiny", "play_first", "game"): (752, 1464736894),
    ("tiny", "uniform", "sub_round"): (151, 855970896),
}


def start(name: str) -> dotcard.Game:
    players, options = GAMES[name]
    return dotcard.Game(players, dotcard.Rules(**options))


def signature(totals: np.ndarray[Any, Any]) -> tuple[int, int]:
    return int(totals.sum()), zlib.crc32(totals.astype("<i4").tobytes())


@pytest.mark.parametrize("call", GOLDEN, ids=str)
def test_a_seed_means_the_same_games_everywhere(call: tuple[str, Any, Any]) -> None:
    name, policy, until = call
    found = dotcard.playouts(start(name), 40, 7, policy=policy, until=until)
    assert found.shape == (40, start(name).players)
    assert found.dtype == np.int32
    assert signature(found) == GOLDEN[call]


@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same_among_few_and_many_and_on_any_number_of_threads(name: str) -> None:
    game = start(name)
    before = game.copy()
    alone = dotcard.playouts(game, 90, 3)
    assert np.array_equal(dotcard.playouts(game, 10, 3), alone[:10])
    for threads in (2, 3, 64):
        assert np.array_equal(dotcard.playouts(game, 90, 3, threads=threads), alone)
    assert not np.array_equal(dotcard.playouts(game, 90, 4), alone)
    assert game == before


def test_playouts_go_on_from_where_the_game_is() -> None:
    """Two players, one card each, and seat 0 is about to go out or to draw."""
    deck = dotcard.Deck(max_pip=0, copies=(1, 3))
    rules = dotcard.Rules(deck=deck, sub_rounds=2, hand_size=1, dot_call="off")
    game = dotcard.Game(2, rules, seed=1)
    assert [str(card) for card in game.hand(0)] == ["0|0"]
    first = dotcard.playouts(game, 50, 1, policy="play_first", until="sub_round")
    assert (first == 0).all()  # seat 0 lays its block; all cards are worth 0


def test_a_game_that_is_over_stays_as_it_is() -> None:
    game = start("tiny")
    chance = 1
    while not game.is_terminal:
        if game.current_player < 0:
            game.resolve_chance(chance)
            chance += 1
        else:
            game.apply(int(game.legal_actions()[-1]))
    assert (dotcard.playouts(game, 5, 1) == game.totals).all()


def test_who_plays_first_leaves_fewer_points() -> None:
    game = start("default")
    uniform = dotcard.playouts(game, 60, 5).mean()
    assert dotcard.playouts(game, 60, 5, policy="play_first").mean() < uniform


def test_a_sub_round_adds_its_points_to_the_totals_so_far() -> None:
    game = dotcard.Game(3, dotcard.Rules(deck="D59"), seed=5)
    while game.sub_round == 1:
        if game.current_player < 0:
            game.resolve_chance(1)
        else:
            game.apply(int(game.legal_actions()[-1]))
    assert game.totals.sum() != 0
    after = dotcard.playouts(game, 200, 2, policy="play_first", until="sub_round")
    gained = after - game.totals
    assert (gained >= -30).all()
    assert (gained.min(axis=1) <= 0).sum() > 150  # mostly somebody goes out
