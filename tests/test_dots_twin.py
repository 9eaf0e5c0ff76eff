"""The core of Dots and its slow twin agree in random games under all rules, sizes and starts.

``DOTCORE_GAMES=20 python -m pytest tests/test_dots_twin.py`` plays twenty times as many games, and
other ones each time; tests/long_run.py plays by the hour.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.oracle.dots import Rules
from tests.oracle.random_games import all_rules
from tests.twin_compare import THOROUGH, Case, fitting_starts, play, play_by_actions, random_start

FACTOR = float(os.environ.get("DOTCORE_GAMES", "1"))
ALL_RULES = list(all_rules())

every_rules = pytest.mark.parametrize(
    "rules",
    ALL_RULES,
    ids=lambda r: f"{r.capture}-{r.entry}-{r.recapture}-{r.capture_empty}-{r.scoring}-{r.ending}",
)
seeds = st.integers(0, 2**32 - 1)
small_sizes = st.tuples(st.integers(1, 8), st.integers(1, 8))
strips = st.tuples(st.integers(1, 64), st.integers(1, 3)).flatmap(
    lambda size: st.sampled_from([size, size[::-1]])
)
wide_or_high = st.tuples(st.just(64), st.integers(3, 7)).flatmap(
    lambda size: st.sampled_from([size, size[::-1]])
)


def games(count: int) -> settings:
    return settings(
        max_examples=max(1, round(count * FACTOR)),
        derandomize=FACTOR == 1,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@st.composite
def cases(
    draw: st.DrawFn, sizes: st.SearchStrategy[tuple[int, int]], rules: Rules | None = None
) -> Case:
    """A size, rules with komi, one of the starts that fit or random dots, who is to move."""
    width, height = draw(sizes)
    if rules is None:
        rules = draw(st.sampled_from(ALL_RULES))
    rules = replace(
        rules,
        komi=draw(st.sampled_from([0.0, 0.0, 0.5, -0.5, 7.0, -1.5])),
        start=draw(st.sampled_from(fitting_starts(width, height))),
    )
    case = Case(width, height, rules, to_move=draw(st.sampled_from([None, None, 0, 1])))
    if draw(st.integers(0, 3)) == 0:
        dots = draw(st.integers(0, width * height))
        return random_start(case, random.Random(draw(seeds)), dots)
    return case


@every_rules
@games(12)
@given(data=st.data())
def test_small_games_under_each_combination_of_options(rules: Rules, data: st.DataObject) -> None:
    play(data.draw(cases(small_sizes, rules)), data.draw(seeds))


@games(150)
@given(cases(st.tuples(st.integers(1, 6), st.integers(1, 6))), seeds)
def test_tiny_games_with_every_look_at_every_act(case: Case, seed: int) -> None:
    play(case, seed, THOROUGH)


@games(60)
@given(cases(strips), seeds)
def test_boards_of_a_few_rows_or_columns(case: Case, seed: int) -> None:
    play(case, seed)


@games(25)
@given(cases(wide_or_high), seeds)
def test_boards_as_wide_or_as_high_as_can_be(case: Case, seed: int) -> None:
    play(case, seed)


@games(16)
@given(cases(st.tuples(st.integers(9, 20), st.integers(9, 20))), seeds)
def test_boards_that_people_play_on(case: Case, seed: int) -> None:
    play(case, seed)


@pytest.mark.parametrize("rules", [Rules(), Rules(capture="manual"), Rules(entry="capture")])
@games(2)
@given(seed=seeds)
def test_the_edges_of_the_largest_board(rules: Rules, seed: int) -> None:
    """Crowded along the edges, where rows of 64 points and the words that hold them end."""
    crowded = random_start(Case(64, 64, rules, max_acts=60), random.Random(seed), 600, margin=4)
    play(crowded, seed)


@games(3)
@given(cases(st.just((64, 64))), seeds)
def test_the_largest_board(case: Case, seed: int) -> None:
    play(replace(case, max_acts=100), seed)


@every_rules
@games(3)
@given(data=st.data())
def test_games_by_numbered_actions(rules: Rules, data: st.DataObject) -> None:
    sizes = st.tuples(st.integers(1, 7), st.integers(1, 7))
    play_by_actions(data.draw(cases(sizes, rules)), data.draw(seeds))


@games(20)
@given(cases(st.one_of(strips, wide_or_high)), seeds)
def test_games_by_numbered_actions_on_long_boards(case: Case, seed: int) -> None:
    play_by_actions(replace(case, max_acts=150), seed)
