"""The core of DotCard and its slow twin agree in random games of any rules, decks and players.

``DOTCORE_GAMES=20 python -m pytest tests/test_dotcard_twin.py`` plays twenty times as many games,
and other ones each time; tests/long_run.py plays by the hour.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.dotcard_compare import (
    Case,
    Effort,
    all_choices,
    play,
    random_case,
    with_rules,
)
from tests.oracle.dotcard import PRESETS, Deck, Rules

FACTOR = float(os.environ.get("DOTCORE_GAMES", "1"))
THOROUGH = Effort(refusals=0.3, knowledge=0.3, round_trips=0.2, consistency=0.2)

seeds = st.integers(0, 2**32 - 1)
one_option = [(name, value) for name, values in all_choices().items() for value in values]


def games(count: int) -> settings:
    return settings(
        max_examples=max(1, round(count * FACTOR)),
        derandomize=FACTOR == 1,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@st.composite
def tiny_rules(draw: st.DrawFn, players: int) -> Rules:
    """Decks of few cards: penalties, empty piles, skips and locked games come soon."""
    deck = draw(
        st.builds(
            Deck,
            st.integers(0, 3),
            st.integers(0, 2),
            st.integers(0, 2),
            st.lists(st.sampled_from([0, -1, -5, -15]), max_size=3).map(tuple),
        ).filter(lambda deck: deck.size > players)
    )
    options: dict[str, Any] = {
        name: draw(st.sampled_from(values)) for name, values in all_choices().items()
    }
    return Rules(
        deck,
        sub_rounds=len(deck.numbers) * draw(st.sampled_from([1, 2])),
        hand_size=draw(st.integers(1, min(4, (deck.size - 1) // players))),
        skip_turns=draw(st.sampled_from([0, 1, 1, 2, 3])),
        **options,
    )


@games(40)
@given(st.integers(2, 4).flatmap(lambda n: st.tuples(st.just(n), tiny_rules(n))), seeds)
def test_whole_games_of_tiny_decks_with_every_look(setting: tuple[int, Rules], seed: int) -> None:
    players, rules = setting
    play(Case(players, rules), seed, THOROUGH)


@games(25)
@given(seeds)
def test_the_last_sub_rounds_of_games_of_any_kind(seed: int) -> None:
    play(random_case(random.Random(seed), last=2), seed)


@pytest.mark.parametrize(("name", "value"), one_option, ids=lambda part: str(part))
@games(2)
@given(seeds)
def test_each_option_with_others_by_chance(name: str, value: Any, seed: int) -> None:
    rng = random.Random(seed)
    case = with_rules(random_case(rng, last=1), **{name: value})
    is_drawn = case.rules.starter == "random"
    play(replace(case, starter=None if is_drawn else rng.randrange(case.players)), seed)


@pytest.mark.parametrize("deck", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("players", [2, 8])
def test_a_sub_round_of_each_preset(deck: Deck, players: int) -> None:
    hand_size = min(7, (deck.size - 1) // players)
    play(Case(players, Rules(deck, hand_size=hand_size), 10, 1), players)
