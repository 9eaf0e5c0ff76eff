"""Decks of Dot Duel: made from a seed, from cards, by wish; looked at, kept, refused."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import re
import signal
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dotcore
from dotcore import dotduel
from dotcore.dotduel import Deck

FANO = [[0, 1, 2], [0, 3, 4], [0, 5, 6], [1, 3, 5], [1, 4, 6], [2, 3, 6], [2, 4, 5]]
SEVEN = [2, 3, 4, 5, 6, 7, 8]


def decks() -> list[Deck]:
    return [
        Deck.standard(1),
        Deck.of_order(2, 3),
        Deck.of_order(16, 1),
        Deck.from_cards(FANO[:4], SEVEN, partial=True),
    ]


# Made from a seed


def test_the_standard_deck_is_the_difference_set_with_balanced_numbers() -> None:
    deck = Deck.standard()
    difference_set = [0, 1, 3, 13, 32, 36, 43, 52]
    for i, card in enumerate(deck.cards.tolist()):
        assert card == sorted((i + d) % 57 for d in difference_set)
    assert sorted(deck.profile.values()) == [5] * 9 + [6] * 2
    assert Counter(deck.numbers.tolist()) == deck.profile


def test_a_seed_gives_the_same_deck_on_every_machine() -> None:
    assert Deck.standard(1).numbers[:12].tolist() == [9, 8, 3, 5, 2, 6, 10, 3, 11, 11, 10, 7]
    assert Deck.of_order(2, seed=5).numbers.tolist() == [2, 6, 9, 4, 10, 3, 12]
    assert Deck.standard(0) == Deck.standard() == Deck.of_order(7)
    assert Deck.standard(0) != Deck.standard(1)


def test_a_profile_is_a_dict_or_eleven_numbers() -> None:
    shares = [7, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]
    deck = Deck.standard(2, profile=shares)
    assert list(deck.profile.values()) == shares
    assert Deck.standard(2, profile=deck.profile) == deck
    assert Deck.of_order(2, profile={7: 7}).numbers.tolist() == [7] * 7


# Made from cards


def test_cards_may_be_lists_or_arrays_in_any_order_of_symbols() -> None:
    deck = Deck.from_cards(FANO, SEVEN)
    turned = np.array(FANO, dtype=np.uint8)[:, ::-1]
    assert Deck.from_cards(turned, np.array(SEVEN)) == deck
    assert Deck.from_cards(iter(map(tuple, FANO)), iter(SEVEN)) == deck
    assert deck.cards.tolist() == FANO


def test_cards_may_be_missing_only_when_that_is_asked_for() -> None:
    cards = Deck.standard().cards[:55]
    numbers = Deck.standard().numbers
    with pytest.raises(dotcore.RulesError, match="55 cards; a full deck of such cards has 57"):
        Deck.from_cards(cards, numbers)
    deck = Deck.from_cards(cards, numbers, partial=True)
    assert deck.is_partial
    assert Counter(np.bincount(cards.ravel()).tolist()) == {8: 42, 7: 14, 6: 1}
    assert not Deck.from_cards(FANO, SEVEN, partial=True).is_partial


def test_symbols_count_from_any_number_when_cards_alone_are_checked() -> None:
    from_one = [[symbol + 1 for symbol in card] for card in FANO]
    assert Deck.faults(from_one) == []
    kinds = {fault.kind for fault in Deck.faults(from_one, SEVEN)}
    assert kinds == {"unknown_symbol", "frequency"}  # 7 is none, and 0 is on no card


def test_a_fault_says_what_and_where() -> None:
    cards = [[0, 1, 1], *FANO[1:]]
    twice, *others = Deck.faults(cards)
    assert (twice.kind, twice.card, twice.other, twice.symbol) == ("symbol_twice", 0, None, 1)
    assert (twice.found, twice.expected) == (2, 1)
    assert [str(fault) for fault in others] == [
        "cards 0 and 5 share no symbol",
        "cards 0 and 6 share no symbol",
        "symbol 2 is on 2 cards, not 3",
    ]
    assert (others[0].card, others[0].other, others[0].symbol) == (0, 5, None)
    assert repr(twice) == "<dotduel.Fault symbol_twice: card 0 has symbol 1 twice>"
    assert twice == Deck.faults(cards)[0] != others[0]
    assert len({twice, Deck.faults(cards)[0]}) == 1


@pytest.mark.parametrize("number", [-1, 0, 1, 13, 2**31 - 1])
def test_numbers_are_those_of_two_dice(number: int) -> None:
    (fault,) = Deck.faults(FANO, [*SEVEN[:6], number])
    assert (fault.kind, fault.symbol, fault.found) == ("number", 6, number)


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from([2, 3, 4, 5, 7]), st.randoms())
def test_any_change_of_a_symbol_is_found(seed: int, order: int, random: Any) -> None:
    deck = Deck.of_order(order, seed)
    cards = deck.cards.tolist()
    card, at = random.randrange(len(deck)), random.randrange(order + 1)
    cards[card][at] = (cards[card][at] + random.randrange(1, len(deck))) % len(deck)
    assert Deck.faults(cards, deck.numbers)
    assert Deck.faults(cards, deck.numbers, partial=True)


# Made by wish


def test_no_card_with_four_of_a_number() -> None:
    for seed in range(5):
        assert Deck.design(seed, most_on_a_card=3).counts.max() == 3
        assert Deck.design(seed, most_on_a_card=2).counts.max() == 2


def test_even_chances_of_a_double_dot() -> None:
    deck = Deck.design(1, even_double_dots=True)
    chances = deck.statistics(6)["double_dot_by_number"][6]
    for symbols in (5, 6):
        alike = [chances[number] for number, k in deck.profile.items() if k == symbols]
        assert max(alike) == pytest.approx(min(alike))
    narrow = Deck.design(1, double_dot_spread=0.06).statistics(6)["double_dot_by_number"][6, 2:]
    assert narrow.max() - narrow.min() <= 0.06
    drawn = Deck.standard(1).statistics(6)["double_dot_by_number"][6, 2:]
    assert drawn.max() - drawn.min() > 0.06


def test_a_wish_gives_the_same_deck_again() -> None:
    assert Deck.design(3, most_on_a_card=2) == Deck.design(3, most_on_a_card=2)
    assert Deck.design(3, most_on_a_card=2) != Deck.design(4, most_on_a_card=2)
    assert Deck.design(3) == Deck.standard(3)


def test_a_wish_that_is_not_met_says_how_near_it_came() -> None:
    with pytest.raises(
        dotcore.RulesError,
        match="not met after 3000 tries; most_on_a_card=1: the best deck found has 2",
    ):
        Deck.design(1, most_on_a_card=1, tries=3000)


@pytest.mark.parametrize(
    "wish",
    [
        {"order": 6},
        {"profile": {7: 5}},
        {"most_on_a_card": 0},
        {"most_on_a_card": 9},
        {"double_dot_spread": float("nan")},
        {"double_dot_spread": -0.5},
        {"showing": 1},
        {"showing": 13},
        {"tries": -1},
        {"order": 16, "even_double_dots": True},
    ],
)
def test_a_wish_that_is_none_is_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(dotcore.RulesError):
        Deck.design(1, **wish)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer signals here")
def test_a_search_can_be_interrupted() -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            Deck.design(order=11, double_dot_spread=0, tries=10_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Chances


def test_statistics_are_told_for_each_number_and_for_the_roll() -> None:
    deck = Deck.standard(1)
    chances: Any = deck.statistics(6)
    roll = np.array([0, 0, *range(1, 7), *range(5, 0, -1)]) / 36
    for name in ("no_match", "double_dot"):
        by_number = chances[f"{name}_by_number"]
        assert by_number.shape == (7, 13)
        overall = chances[name]
        assert overall.tolist() == pytest.approx((by_number @ roll).tolist())
    one_card = (deck.counts == 0).mean(axis=0)
    assert chances["no_match_by_number"][1, 2:].tolist() == pytest.approx(one_card[2:].tolist())
    pairs = deck.pair_number[np.triu_indices(57, 1)]
    two_cards = [(pairs == number).mean() for number in range(2, 13)]
    assert chances["double_dot_by_number"][2, 2:].tolist() == pytest.approx(two_cards)


def test_the_rules_figures_as_averages_over_random_decks() -> None:
    """The page tells four decimals; the mean of 300 decks is within 0.0002 of the true one.

    A deck's own chance of a Double Dot among six cards differs from the mean by about 0.0008, and
    four standard errors of 300 of them are 0.0002; the others differ less.
    """
    profile = {number: 6 if number in (6, 8) else 5 for number in range(2, 13)}
    told = [Deck.standard(seed, profile).statistics(6) for seed in range(300)]
    no_match = np.mean([chances["no_match"] for chances in told], axis=0)
    double_dot = np.mean([chances["double_dot"] for chances in told], axis=0)
    assert no_match[[4, 6]].tolist() == pytest.approx([0.0325, 0.0052], abs=0.00025)
    assert double_dot[[4, 6]].tolist() == pytest.approx([0.4027, 0.6893], abs=0.00025)


def test_a_sample_of_shows_agrees_with_the_exact_chances() -> None:
    deck = Deck.standard(7)
    random = np.random.default_rng(1)
    n = 40_000
    shows = random.random((n, 57)).argsort(axis=1)[:, :6]
    rolls = random.integers(1, 7, (n, 2)).sum(axis=1)
    chances = deck.statistics(6)
    for found, exact in (
        (deck.has_double_dot(shows, rolls), chances["double_dot"][6]),
        (deck.nothing_matches(shows, rolls), chances["no_match"][6]),
    ):
        error = (exact * (1 - exact) / n) ** 0.5
        assert abs(found.mean() - exact) < 5 * error


@pytest.mark.parametrize("cards", [-1, 58])
def test_statistics_of_more_cards_than_there_are_are_refused(cards: int) -> None:
    with pytest.raises(dotcore.RulesError, match=f"cards={cards}; 0 to 57"):
        Deck.standard().statistics(cards)


# Looking


def test_shapes_and_dtypes() -> None:
    for deck in decks():
        n, k, symbols = len(deck), deck.card_size, deck.num_symbols
        wide: Any = np.uint16 if symbols > 255 else np.uint8
        for array, shape, dtype in (
            (deck.cards, (n, k), np.uint16),
            (deck.numbers, (symbols,), np.uint8),
            (deck.counts, (n, 13), np.uint8),
            (deck.pair_symbol, (n, n), wide),
            (deck.pair_number, (n, n), np.uint8),
        ):
            assert array.shape == shape
            assert array.dtype == dtype
            assert array.flags.c_contiguous


@pytest.mark.parametrize("name", ["cards", "numbers", "counts", "pair_symbol", "pair_number"])
def test_arrays_are_views_that_cannot_be_written_to_and_keep_the_deck(name: str) -> None:
    deck = Deck.standard(1)
    view = getattr(deck, name)
    assert np.shares_memory(view, getattr(deck, name))
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 0
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True
    expected = view.tolist()
    del deck
    gc.collect()
    assert view.tolist() == expected


def test_what_a_deck_shows_of_itself() -> None:
    assert repr(Deck.standard()) == "<dotduel.Deck of 57 cards, 8 symbols each>"
    assert repr(decks()[3]) == "<dotduel.Deck of 4 cards, 3 symbols each, partial>"


# Keeping


def test_decks_compare_by_cards_and_numbers() -> None:
    a = Deck.standard(1)
    assert a == Deck.from_cards(a.cards, a.numbers)
    assert hash(a) == hash(Deck.from_cards(a.cards, a.numbers))
    assert a != Deck.standard(2)
    assert a != "a deck"
    assert len({a, Deck.standard(1), Deck.standard(2)}) == 2


def test_a_deck_comes_back_from_pickle_bytes_and_json() -> None:
    for deck in decks():
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(deck, protocol)) == deck
        assert copy.deepcopy(deck) == copy.copy(deck) == deck
        assert Deck.from_bytes(deck.to_bytes()) == deck
        parts = json.loads(json.dumps(deck.as_dict()))
        assert Deck.from_dict(parts) == deck
        assert Deck.from_cards(**parts) == deck
        assert Deck.from_dict(parts).is_partial == deck.is_partial


@settings(deadline=None)
@given(st.binary(max_size=80))
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(dotcore.InvalidRecord):
        Deck.from_bytes(data)
    with pytest.raises(dotcore.InvalidRecord):
        Deck.from_bytes(b"ddck\x01" + data)


@pytest.mark.parametrize(
    "changed",
    [
        {"cards": 1},
        {"cards": [[0, "a"]]},
        {"cards": [[0.5]]},
        {"cards": FANO[:3]},
        {"numbers": SEVEN[:6]},
        {"numbers": None},
        {"numbers": [2**40] * 7},
        {"partial": 1},
        {"more": 1},
        {1: 1},
    ],
)
def test_other_dicts_are_refused(changed: dict[Any, Any]) -> None:
    parts = {"cards": FANO, "numbers": SEVEN, "partial": False}
    assert Deck.from_dict(parts) == Deck.from_cards(FANO, SEVEN)
    with pytest.raises(dotcore.Error):
        Deck.from_dict({**parts, **changed})


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"cards": [["a"]]}, "numbers is missing; partial is missing"),
        ({"cards": [], "numbers": [], "partial": False, "name": 1}, "unknown key 'name'"),
        ({"card": [], "numbers": [], "partial": 1}, "cards is missing; unknown key 'card'"),
        ({"cards": [], "numbers": [], "partial": 1}, "partial=1; true or false"),
        ({"cards": [["a", 1]], "numbers": [], "partial": False}, "card 0: 'a' is no symbol number"),
        (
            {"cards": [[1], [0.5]], "numbers": [], "partial": True},
            "card 1: 0.5 is no symbol number",
        ),
        ({"cards": [[1], [2**70]], "numbers": [], "partial": True}, "card 1: 11805"),
        ({"cards": [[0], 5], "numbers": [], "partial": True}, "card 1: 5 is no list of symbols"),
        ({"cards": 5, "numbers": [], "partial": True}, "cards: 5 is no list of cards"),
        ({"cards": [[0]], "numbers": 7, "partial": True}, "numbers: 7 is no list of numbers"),
        ({"cards": [[0]], "numbers": [7, None], "partial": True}, "symbol 1: None is no number"),
    ],
)
def test_a_dict_that_is_no_deck_is_told_where_it_is_wrong(parts: dict[str, Any], why: str) -> None:
    with pytest.raises(dotcore.InvalidRecord, match=f"^{re.escape(why)}"):
        Deck.from_dict(parts)


# Refusing

SEEDS: list[tuple[Any, type[Exception]]] = [
    (-1, dotcore.Error),
    (2**64, dotcore.Error),
    (1.0, TypeError),
    ("1", TypeError),
    (None, TypeError),
]


@pytest.mark.parametrize(("seed", "error"), SEEDS)
def test_a_seed_is_an_int_of_64_bits(seed: Any, error: type[Exception]) -> None:
    for make in (Deck.standard, Deck.design, lambda it: Deck.of_order(3, it)):
        with pytest.raises(error):
            make(seed)


PROFILES: list[tuple[Any, type[Exception]]] = [
    ([5] * 10, dotcore.RulesError),
    ([5] * 11, dotcore.RulesError),
    ([57, 1, -1] + [0] * 8, dotcore.RulesError),
    ({7: 57, 13: 0}, dotcore.RulesError),
    ({7: 56}, dotcore.RulesError),
    ({7: 2**40}, dotcore.Error),
    ({7: 57.0}, TypeError),
    ({"7": 57}, TypeError),
    (57, TypeError),
    ("57", TypeError),
]


@pytest.mark.parametrize(("profile", "error"), PROFILES)
def test_a_profile_that_is_none_is_refused(profile: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Deck.standard(1, profile)


CARDS: list[tuple[Any, Any, type[Exception]]] = [
    ([], [], dotcore.RulesError),
    ([[]], [], dotcore.RulesError),
    (FANO, [], dotcore.RulesError),
    ([[*range(256)]], [7] * 256, dotcore.RulesError),
    ([[0] * 600], [2], dotcore.RulesError),
    ([[0]] * 600, [2], dotcore.RulesError),
    ([[2**40]], [2], dotcore.Error),
    (FANO, None, TypeError),
    (None, SEVEN, TypeError),
    ([0, 1], SEVEN, TypeError),
    ([[0.0, 1.0]], SEVEN, TypeError),
    (np.array(FANO, float), SEVEN, TypeError),
    (FANO, [2.5] * 7, TypeError),
    (["abc"], SEVEN, TypeError),
]


@pytest.mark.parametrize(("cards", "numbers", "error"), CARDS)
def test_cards_that_are_none_are_refused(cards: Any, numbers: Any, error: type[Exception]) -> None:
    for partial in (False, True):
        with pytest.raises(error):
            Deck.from_cards(cards, numbers, partial)


def test_numbers_for_symbols_on_no_card_make_a_deck_partial() -> None:
    with pytest.raises(dotcore.RulesError, match="8 symbols; a full deck of such cards has 7"):
        Deck.from_cards(FANO, [*SEVEN, 2])
    assert Deck.from_cards(FANO, [*SEVEN, 2], partial=True).is_partial


def test_a_card_has_at_most_as_many_symbols_as_its_counts_can_tell() -> None:
    deck = Deck.from_cards([[*range(255)]], [7] * 255, partial=True)
    assert deck.counts[0, 7] == 255
    assert deck.claims([0], 7).tolist() == [255]


def test_endless_cards_are_left_alone() -> None:
    def endless() -> Any:
        while True:
            yield [0, 1]

    assert [fault.kind for fault in Deck.faults(endless())] == ["too_large"]


def test_an_object_that_was_never_made_is_refused() -> None:
    for cls in (dotduel.Deck, dotduel.Fault):
        with pytest.raises(TypeError, match="No constructor"):
            cls()
        hollow = cls.__new__(cls)
        with pytest.raises(TypeError, match="never initialised"):
            repr(hollow)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(Deck.faults([[1]])[0])
