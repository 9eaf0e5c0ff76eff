"""The core of Dot Duel and its slow twin agree in random games of any rules, decks and players.

``DOTCORE_GAMES=20 python -m pytest tests/test_dotduel_twin.py`` plays twenty times as many games,
and other ones each time; ``tests/long_run.py --dotduel`` plays by the hour.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.dotduel_compare import play_both
from tests.oracle.dotduel_events import FLAGS, TIMES
from tests.oracle.dotduel_rules import CHOICES

FACTOR = float(os.environ.get("DOTCORE_GAMES", "1"))
seeds = st.integers(0, 2**32 - 1)
one_option: list[tuple[str, Any]] = [
    *((name, True) for name in FLAGS),
    ("sitting_may_prove", False),
    *((name, value) for name, values in CHOICES.items() for value in values),
    *((name, times[-1]) for name, times in TIMES.items()),
    ("max_rounds", 2),
]


def games(count: int) -> settings:
    return settings(
        max_examples=max(1, round(count * FACTOR)),
        derandomize=FACTOR == 1,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


@games(220)
@given(seeds)
def test_random_games_under_random_options(seed: int) -> None:
    play_both(seed)


@pytest.mark.parametrize(("name", "value"), one_option, ids=lambda part: str(part))
@games(1)
@given(seeds)
def test_each_option_with_others_by_chance(name: str, value: Any, seed: int) -> None:
    play_both(seed, **{name: value})


@pytest.mark.parametrize("seed", range(30))
def test_games_of_known_seeds_end(seed: int) -> None:
    outcomes, phase = play_both(seed)
    assert phase == "OVER"
    assert outcomes.total() > 10
