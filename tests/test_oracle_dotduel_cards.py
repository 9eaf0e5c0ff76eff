"""Decks of Dot Duel and what cards show: against shared vectors, the page's fixture F and facts.

The vectors lie in files beside the project; where they are missing, the rest is tested.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.oracle.dotduel_cards import (
    counts,
    difference_deck,
    double_dot_chance,
    double_dots,
    faults,
    is_double_dot,
    matches,
    mod_plane,
    no_match,
    pair_symbol,
    plane,
    shared_by_pairs,
    symbol_frequencies,
    total,
)
from tests.oracle.dotduel_events import random_numbers

VECTORS = Path(__file__).parents[1].parent / "shared" / "vectors"
Case = dict[str, Any]

F_CARDS = difference_deck()
F_NUMBERS = [2 + s % 11 for s in range(57)]
F_GROUNDS = (10, 20, 30, 40)


def vectors(kind: str) -> pytest.MarkDecorator:
    """A test for each line of a kind, or a skipped one where the file is missing."""
    path = VECTORS / "dotduel_decks.jsonl"
    found = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    cases = [case for case in found if case["kind"] == kind]
    if not cases:
        skipped = pytest.param({}, marks=pytest.mark.skip(reason=f"no {path.name}"))
        return pytest.mark.parametrize("case", [skipped])
    ids = [str(case.get("name", case.get("order", kind))) for case in cases]
    return pytest.mark.parametrize("case", cases, ids=ids)


# The shared vectors


@vectors("plane")
def test_a_plane_is_as_the_vector_says(case: Case) -> None:
    for cards in filter(None, (case["cards_list"], plane(case["order"]))):
        assert as_told(cards) == {key: case[key] for key in as_told(cards)}
        assert len(list(combinations(cards, 2))) == case["pairs"]


@vectors("verdict")
def test_a_deck_is_judged_as_the_vector_says(case: Case) -> None:
    cards = case["cards_list"] or mod_plane(case["order"])
    assert as_told(cards) == {key: case[key] for key in as_told(cards)}


@vectors("no_plane_offered")
def test_no_plane_is_offered_where_there_is_no_field(case: Case) -> None:
    for order in case["orders"]:
        with pytest.raises(ValueError, match="no prime power"):
            plane(order)


def as_told(cards: list[list[int]]) -> Case:
    shared = shared_by_pairs(cards)
    bad = {str(symbols): pairs for symbols, pairs in sorted(shared.items()) if symbols != 1}
    return {
        "cards": len(cards),
        "symbols": len({symbol for card in cards for symbol in card}),
        "symbol_frequencies": {str(k): n for k, n in sorted(symbol_frequencies(cards).items())},
        "repeated_symbol_on_a_card": any(len(set(card)) < len(card) for card in cards),
        "bad_pairs": sum(bad.values()),
        "bad_pairs_by_shared": bad,
        "valid": not faults(cards),
    }


@vectors("table")
def test_cards_show_what_the_vector_says(case: Case) -> None:
    cards, numbers = case["cards"], case["numbers"]
    assert faults(cards, numbers) == []
    assert counts(cards, numbers) == case["counts_2_to_12"]
    pairs = [[255 if a == b else pair_symbol(cards, a, b) for b in range(57)] for a in range(57)]
    text = bytes(symbol for row in pairs for symbol in row)
    assert hashlib.sha256(text).hexdigest() == case["pair_symbol_sha256"]
    for told in case["shows"]:
        show, number = told["show"], told["number"]
        assert [matches(cards, numbers, card, number) for card in show] == told["counts"]
        assert [list(p) for p in double_dots(cards, numbers, show, number)] == told["double_dots"]
    for told in case["grounds"]:
        grounds, number = told["grounds"], told["number"]
        assert total(cards, numbers, grounds, number) == told["total"]
        pairs = [list(pair) for pair in double_dots(cards, numbers, grounds, number)]
        assert pairs == told["double_dots"]


# Fixture F and the deck


def test_fixture_f_is_a_deck() -> None:
    assert shared_by_pairs(F_CARDS) == {1: 1596}
    assert symbol_frequencies(F_CARDS) == {8: 57}
    assert faults(F_CARDS, F_NUMBERS) == []
    table = counts(F_CARDS, F_NUMBERS)
    assert Counter(cell for row in table for cell in row) == {0: 289, 1: 222, 2: 114, 3: 2}
    assert [(card, 2 + i) for card in range(57) for i in range(11) if table[card][i] == 3] == [
        (54, 2),
        (55, 3),
    ]


@pytest.mark.parametrize(
    ("roll", "right_claims", "right_pairs"),
    [
        (5, [2, 1, 1, 1, 2, 0], [(0, 2), (0, 3), (0, 4), (2, 3)]),
        (8, [0, 0, 0, 2, 1, 1], [(3, 5)]),
        (11, [0, 1, 0, 0, 0, 0], []),
    ],
)
def test_the_right_claims_of_fixture_f(
    roll: int, right_claims: list[int], right_pairs: list[tuple[int, int]]
) -> None:
    show = range(6)
    assert [matches(F_CARDS, F_NUMBERS, card, roll) for card in show] == right_claims
    assert double_dots(F_CARDS, F_NUMBERS, show, roll) == right_pairs


def test_grounds_of_fixture_f() -> None:
    assert total(F_CARDS, F_NUMBERS, F_GROUNDS, 11) == 6
    assert double_dots(F_CARDS, F_NUMBERS, F_GROUNDS, 11) == [(10, 40)]
    assert not is_double_dot(F_CARDS, F_NUMBERS, [10, 20, 40], 11)


@pytest.mark.parametrize(("order", "bad"), [(4, 32), (6, 324), (8, 768), (9, 729), (7, 0)])
def test_remainders_make_no_plane_where_the_order_is_not_prime(order: int, bad: int) -> None:
    shared = shared_by_pairs(mod_plane(order))
    assert sum(pairs for symbols, pairs in shared.items() if symbols != 1) == bad


def test_a_cut_deck_is_valid_only_when_asked_for() -> None:
    cut = F_CARDS[:55]
    assert symbol_frequencies(cut) == {8: 42, 7: 14, 6: 1}
    assert faults(cut) != []
    assert faults(cut, F_NUMBERS, partial=True) == []


def test_symbols_of_a_number_on_cards_and_pairs() -> None:
    """Sum(m * n_m) = 8k and sum(C(m, 2) * n_m) = C(k, 2) for a number with k symbols."""
    numbers = random_numbers(random.Random(1))
    for cards in (F_CARDS, plane(7)):
        for i, column in enumerate(zip(*counts(cards, numbers), strict=True)):
            k = numbers.count(2 + i)
            assert sum(column) == 8 * k
            assert sum(m * (m - 1) for m in column) == k * (k - 1)


def test_chances_by_trying_every_set_of_cards() -> None:
    cards = plane(3)
    numbers = [2 + i % 11 for i in range(13)]
    weight = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    sets = list(combinations(range(13), 4))
    empty = pairs = 0
    for number, ways in weight.items():
        empty += ways * sum(total(cards, numbers, some, number) == 0 for some in sets)
        pairs += ways * sum(double_dots(cards, numbers, some, number) != [] for some in sets)
    assert no_match(cards, numbers, 4) * 36 * len(sets) == empty
    assert double_dot_chance(cards, numbers, 4) * 36 * len(sets) == pairs


@pytest.mark.parametrize(("k", "none", "pair"), [(4, 0.0325, 0.4027), (6, 0.0052, 0.6893)])
def test_chances_on_the_average_are_those_of_the_page(k: int, none: float, pair: float) -> None:
    rng, tries = random.Random(2), 25
    dealt = [n for n in range(2, 13) for _ in range(6 if n in (6, 8) else 5)]
    no, double = 0.0, 0.0
    for _ in range(tries):
        rng.shuffle(dealt)
        no += float(no_match(F_CARDS, dealt, k)) / tries
        double += float(double_dot_chance(F_CARDS, dealt, k)) / tries
    assert no == pytest.approx(none, abs=0.0003)
    assert double == pytest.approx(pair, abs=0.0005)
