"""What the games of a match prove: formulas against values worked by hand, and against chance."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from dotcore import Error
from dotcore.match import Sprt, Standing, elo_of, llr_of, score_of
from dotcore.match.statistics import _most_likely

NO_PAIRS = (0, 0, 0, 0, 0)
PAIR_SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.75, 190.849), (10 / 11, 400), (1 / 11, -400), (0.64, 99.951)]
)
def test_elo_is_the_logistic_scale(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=1e-3)
    assert score_of(elo) == pytest.approx(score, abs=1e-5)


def test_all_won_or_lost_is_infinite() -> None:
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_games_are_counted_by_pairs() -> None:
    points = [(1, 1.0), (1, 0.0), (2, 1.0), (2, 1.0), (3, 0.5), (3, 0.0), (4, 0.5)]
    standing = Standing.of(points)
    assert standing == Standing(3, 2, 2, (0, 1, 1, 0, 1))
    assert (standing.games, standing.score) == (7, 4 / 7)


def test_the_error_is_that_of_pairs_worked_by_hand() -> None:
    # Scores of pairs 1, 1/2, 1/2, 0: mean 1/2, sum of squares 1/2, variance 1/6, of the mean 1/24.
    standing = Standing(4, 0, 4, (1, 0, 2, 0, 1))
    assert standing.standard_error == pytest.approx(math.sqrt(1 / 24))
    # Games alone: four of 1, four of 0: sum of squares 2, variance 2/7, of the mean 2/56.
    assert Standing(4, 0, 4, NO_PAIRS).standard_error == pytest.approx(math.sqrt(2 / 56))


def test_without_enough_games_nothing_is_claimed() -> None:
    none, one = Standing(0, 0, 0, NO_PAIRS), Standing(1, 0, 0, NO_PAIRS)
    assert math.isnan(none.score)
    assert none.to_dict()["elo"] is None
    assert none.elo_interval == (-math.inf, math.inf)
    assert one.los == 0.75
    assert Standing(0, 1, 0, NO_PAIRS).elo_interval == (-math.inf, math.inf)


def test_where_all_was_won_bound_and_superiority_are_those_of_a_uniform_prior() -> None:
    standing = Standing(20, 0, 0, (0, 0, 0, 0, 10))
    low, high = standing.elo_interval
    assert high == math.inf
    chances = np.random.default_rng(4).beta(10 + 1, 1, 200_000)  # given ten pairs, all won
    assert (chances < score_of(low)).mean() == pytest.approx(0.025, abs=0.002)
    assert score_of(low) ** 11 == pytest.approx(0.025)
    assert standing.los == pytest.approx(1 - 0.5**11)
    # The lower end passes 0 where superiority passes 97.5 %.
    for pairs in range(1, 9):
        one = Standing(2 * pairs, 0, 0, (0, 0, 0, 0, pairs))
        assert (one.elo_interval[0] > 0) == (one.los > 0.975)
    lost = Standing(0, 0, 20, (10, 0, 0, 0, 0))
    assert lost.elo_interval == (-math.inf, -low)
    assert lost.los == pytest.approx(0.5**11)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    shares = np.array([0.1, 0.15, 0.35, 0.15, 0.25])
    truth = elo_of(float(shares @ PAIR_SCORES))
    covered = stronger = 0
    for pairs in rng.multinomial(150, shares, size=1000).tolist():
        points = [
            (i, half)
            for i, n in enumerate(_each(pairs))
            for half in (min(n, 2) / 2, max(n - 2, 0) / 2)
        ]
        low, high = Standing.of(points).elo_interval
        covered += low <= truth <= high
        stronger += Standing.of(points).los > 0.975
    assert 0.93 <= covered / 1000 <= 0.97
    assert stronger / 1000 > 0.5


def _each(pairs: list[int]) -> list[int]:
    """The half points of each pair, counted by kinds."""
    return [kind for kind, count in enumerate(pairs) for _ in range(count)]


def test_superiority_is_that_of_the_normal_distribution() -> None:
    standing = Standing(60, 0, 40, (5, 0, 30, 0, 15))
    draws = np.random.default_rng(3).normal(standing.score, standing.standard_error, 200_000)
    assert standing.los == pytest.approx(float((draws > 0.5).mean()), abs=0.002)
    assert Standing(1, 0, 1, (0, 0, 1, 0, 0)).los == 0.5


@pytest.mark.parametrize("score", [0.3, 0.5, 0.64])
def test_the_most_likely_distribution_has_the_score_and_no_better_neighbour(score: float) -> None:
    shares = [0.1, 0.2, 0.3, 0.25, 0.15]
    found = np.array(_most_likely(shares, score))
    assert found.sum() == pytest.approx(1)
    assert found @ PAIR_SCORES == pytest.approx(score)
    likelihood = np.array(shares) @ np.log(found)
    # Directions that change neither the sum nor the mean
    for direction in ([1, -2, 1, 0, 0], [0, 1, -2, 1, 0], [0, 0, 1, -2, 1]):
        for step in (1e-3, -1e-3):
            other = found + step * np.array(direction)
            assert np.array(shares) @ np.log(other) < likelihood


def test_the_ratio_is_close_to_its_approximation_by_the_normal_distribution() -> None:
    pairs = np.array([30, 60, 120, 65, 35])
    number = pairs.sum()
    mean = pairs @ PAIR_SCORES / number
    variance = pairs @ (PAIR_SCORES - mean) ** 2 / number
    low, high = score_of(0), score_of(10)
    wanted = number * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert llr_of(pairs.tolist(), low, high) == pytest.approx(wanted, abs=0.02)
    assert llr_of(NO_PAIRS, low, high) == 0


def test_the_sequential_test_errs_as_rarely_as_it_says() -> None:
    sprt = Sprt(0, 60)
    decisions: dict[tuple[float, str | None], int] = {}
    rng = np.random.default_rng(4)
    for elo in (0, 60):
        win = score_of(elo) - 0.1
        game = np.array([0.8 - win, 0.2, win])
        shares = np.convolve(game, game)
        for _ in range(60):
            pairs = np.zeros(5, int)
            decision = None
            while decision is None:
                pairs += rng.multinomial(20, shares)
                decision = sprt.state(Standing(0, 0, 0, _five(pairs))).decision
            decisions[elo, decision] = decisions.get((elo, decision), 0) + 1
    assert decisions.get((0, "H1"), 0) <= 7  # 3 are expected
    assert decisions.get((60, "H0"), 0) <= 7


def _five(pairs: Any) -> tuple[int, int, int, int, int]:
    a, b, c, d, e = map(int, pairs)
    return a, b, c, d, e


@pytest.mark.parametrize(("elo0", "elo1"), [(5, 5), (5, 0), (-9999, 0), (0, math.nan)])
def test_a_test_of_nothing_is_refused(elo0: float, elo1: float) -> None:
    with pytest.raises(Error, match="sprt"):
        Sprt(elo0, elo1)
