"""What the games of a match prove: score, Elo, likelihood of superiority, sequential test.

Games of a pair share their opening, with colours swapped, so they are not independent: an opening
that is good for the first player gives each engine a win. What counts are therefore pairs, of five
kinds by the points that the engine looked at made (the *pentanomial* model):

    0, half a point, 1, one and a half, 2   ->  scores 0, 1/4, 1/2, 3/4, 1

The score ``s`` is the mean over the pairs, with the variance of their mean; a game without its
partner counts for the score, not for the variance. As long as there are fewer than two pairs, games
stand for themselves (the trinomial model).

- Elo: ``-400 log10(1/s - 1)``, the logistic scale. The interval holds the ends of
  ``s +- 1.96 standard errors`` on that scale.
- Likelihood of superiority: the probability that the true score is above one half, by the normal
  distribution.
- Where all games were won, or lost, the error is unknown. Both then start from a uniform prior: any
  chance to win all of a pair was as likely as any other. After ``n`` pairs, all won, that chance is
  below ``p`` with probability ``p ** (n + 1)``: the bound of the interval has 2.5 % below it.
- Sequential test (SPRT) of H1 "stronger by elo1" against H0 "stronger by elo0": the generalized
  log-likelihood ratio, from the most likely distributions of pairs that have these two scores. A
  match ends when it leaves ``log(beta / (1 - alpha)) .. log((1 - beta) / alpha)``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dotcore._core import Error

__all__ = ["Sprt", "SprtState", "Standing", "elo_of", "llr_of", "score_of"]

# Two-sided 95 %.
_Z95 = 1.959963984540054
_PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
# Kinds of pairs that were not seen yet are not impossible.
_UNSEEN = 1e-3


def elo_of(score: float) -> float:
    """The difference in Elo that gives this expected score, infinite at 0 and 1.

    >>> round(elo_of(0.75), 1), elo_of(0.5), elo_of(1)
    (190.8, 0.0, inf)
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1) + 0.0


def score_of(elo: float) -> float:
    """The expected score with this advantage in Elo.

    >>> round(score_of(100), 4), score_of(0)
    (0.6401, 0.5)
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Standing:
    """How a match stands, as its first engine sees it.

    Attributes
    ----------
    wins, draws, losses : int
    pairs : five ints
        Finished pairs by points: 0, 1/2, 1, 3/2, 2.
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, points: Iterable[tuple[int, float]]) -> Standing:
        """Count games, each with the number of its pair and the first engine's points.

        >>> Standing.of([(0, 1.0), (0, 0.5), (1, 0.0)])
        Standing(wins=1, draws=1, losses=1, pairs=(0, 0, 0, 1, 0))
        """
        by_pair: dict[int, list[float]] = {}
        for pair, made in points:
            by_pair.setdefault(pair, []).append(made)
        every = [made for games in by_pair.values() for made in games]
        kinds = [0] * 5
        for games in by_pair.values():
            if len(games) == 2:
                kinds[round(2 * sum(games))] += 1
        return cls(
            every.count(1.0),
            every.count(0.5),
            every.count(0.0),
            (kinds[0], kinds[1], kinds[2], kinds[3], kinds[4]),
        )

    @property
    def games(self) -> int:
        """All games that counted."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The part of the points that the first engine made; nan before the first game.

        >>> Standing(3, 2, 0, (0, 0, 0, 0, 0)).score
        0.8
        """
        return (self.wins + self.draws / 2) / self.games if self.games else math.nan

    @property
    def standard_error(self) -> float:
        """Of the score: from pairs if there are two or more, else from games; nan without any.

        Where all pairs came out alike they tell nothing of it, and games stand for themselves.

        >>> round(Standing(2, 0, 2, (1, 0, 0, 0, 1)).standard_error, 3)
        0.5
        >>> round(Standing(2, 0, 2, (0, 0, 2, 0, 0)).standard_error, 3)
        0.289
        """
        error = 0.0
        if sum(self.pairs) >= 2:
            error = _standard_error(self.pairs, _PAIR_SCORES)
        if error == 0:
            if self.games < 2:
                return math.nan
            error = _standard_error((self.losses, self.draws, self.wins), (0.0, 0.5, 1.0))
        return error

    @property
    def elo(self) -> float:
        """The first engine's advantage; infinite where it won or lost all, nan without games."""
        return elo_of(self.score) if self.games else math.nan

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the advantage.

        >>> [round(end) for end in Standing(60, 0, 40, (5, 0, 30, 0, 15)).elo_interval]
        [11, 134]
        """
        if not self.games:
            return -math.inf, math.inf
        if self.score in (0.0, 1.0):
            ends = (elo_of(0.025 ** (1 / self._weight_of_all)), math.inf)
            return ends if self.score == 1.0 else (-ends[1], -ends[0])
        error = self.standard_error
        if math.isnan(error):
            return -math.inf, math.inf
        return elo_of(self.score - _Z95 * error), elo_of(self.score + _Z95 * error)

    @property
    def los(self) -> float:
        """The likelihood that the first engine is the stronger one; nan without games.

        >>> round(Standing(60, 0, 40, (5, 0, 30, 0, 15)).los, 3)
        0.99
        """
        if not self.games:
            return math.nan
        error, lead = self.standard_error, self.score - 0.5
        if lead == 0:
            return 0.5
        if math.isnan(error) or error == 0:
            likely = 1 - 0.5**self._weight_of_all
            return likely if lead > 0 else 1 - likely
        return 0.5 * math.erfc(-lead / error / math.sqrt(2))

    @property
    def _weight_of_all(self) -> int:
        """Where all was won or lost: the exponent with which a chance speaks against it.

        Pairs, not games, are independent; the prior counts as one more.
        """
        return (sum(self.pairs) or self.games) + 1

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON; what is infinite or unknown is None."""
        low, high = self.elo_interval
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pairs": list(self.pairs),
            "score": _finite(self.score, 4),
            "elo": _finite(self.elo, 1),
            "elo_low": _finite(low, 1),
            "elo_high": _finite(high, 1),
            "los": _finite(self.los, 4),
        }


def _finite(value: float, digits: int) -> float | None:
    return round(value, digits) if math.isfinite(value) else None


def _standard_error(counts: Sequence[int], scores: Sequence[float]) -> float:
    number = sum(counts)
    mean = sum(n * s for n, s in zip(counts, scores, strict=True)) / number
    squares = sum(n * (s - mean) ** 2 for n, s in zip(counts, scores, strict=True))
    return math.sqrt(squares / (number - 1) / number)


# The sequential test


@dataclass(frozen=True)
class SprtState:
    """Where a sequential test stands: the log-likelihood ratio between its bounds.

    ``decision`` is "H1" (stronger by elo1 rather than by elo0), "H0", or None while it is open.
    """

    llr: float
    lower: float
    upper: float

    @property
    def decision(self) -> Literal["H0", "H1"] | None:
        """What is accepted, if anything is yet."""
        if self.llr >= self.upper:
            return "H1"
        return "H0" if self.llr <= self.lower else None


@dataclass(frozen=True)
class Sprt:
    """The test of "stronger by ``elo1``" (H1) against "stronger by ``elo0``" (H0).

    ``alpha`` is the probability to accept H1 though H0 is true, ``beta`` the other way round.

    >>> Sprt(0, 10).state(Standing(0, 0, 0, (0, 0, 0, 0, 0)))
    SprtState(llr=0.0, lower=-2.944..., upper=2.944...)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (-2000 <= self.elo0 < self.elo1 <= 2000):
            raise Error(f"sprt {self.elo0:g},{self.elo1:g}; elo0 below elo1, both within 2000")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise Error(f"alpha={self.alpha:g}, beta={self.beta:g}; between 0 and 0.5")

    def state(self, standing: Standing) -> SprtState:
        """Where the test stands; only finished pairs count."""
        return SprtState(
            llr_of(standing.pairs, score_of(self.elo0), score_of(self.elo1)),
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )


def llr_of(pairs: Sequence[int], score0: float, score1: float) -> float:
    """The log-likelihood ratio of two expected scores, given pairs by points.

    >>> round(llr_of((10, 20, 40, 40, 20), 0.5, 0.55), 2)
    3.91
    """
    number = sum(pairs)
    if number == 0:
        return 0.0
    seen = [max(float(count), _UNSEEN) for count in pairs]
    total = sum(seen)
    shares = [count / total for count in seen]
    tilt0 = _most_likely(shares, score0)
    tilt1 = _most_likely(shares, score1)
    terms = (
        share * math.log(one / zero) for share, zero, one in zip(shares, tilt0, tilt1, strict=True)
    )
    return number * sum(terms)


def _most_likely(shares: Sequence[float], score: float) -> list[float]:
    """Of the distributions with this mean, the one that makes the shares seen most likely.

    It is ``share / (1 + t * (s - score))`` with the ``t`` that gives this mean: there the sum of
    ``share * (s - score) / (1 + t * (s - score))``, which falls with ``t``, is 0.
    """
    off = [value - score for value in _PAIR_SCORES]
    low, high = -1 / off[-1], -1 / off[0]  # where a share would become infinite
    for _ in range(200):
        t = (low + high) / 2
        slope = sum(share * d / (1 + t * d) for share, d in zip(shares, off, strict=True))
        if slope > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [share / (1 + t * d) for share, d in zip(shares, off, strict=True)]
