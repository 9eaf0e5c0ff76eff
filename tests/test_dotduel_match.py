"""What matches: known decks, in tests/data/dotduel and in a folder beside the project.

``python -m tests.test_dotduel_match`` writes the part that tests/data/dotduel keeps.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore.dotduel import Deck

Raw = dict[str, Any]
KEPT = Path(__file__).parent / "data" / "dotduel" / "decks.jsonl"
SHARED = Path(__file__).parents[1].parent / "shared" / "vectors" / "dotduel_decks.jsonl"


# The lines that are kept, and those that lie beside the project in a form of their own


def spaced(values: list[int]) -> str:
    return " ".join(map(str, values))


def verdict(raw: Raw) -> Raw:
    cards = raw["cards_list"] or modulo_cards(raw["order"])
    return {
        "name": raw["name"],
        "cards": [spaced(card) for card in cards],
        "valid": raw["valid"],
        "repeats": raw["repeated_symbol_on_a_card"],
        "pairs": raw["bad_pairs_by_shared"],
        "frequencies": raw["symbol_frequencies"],
    }


def table(raw: Raw) -> Raw:
    def dots(pairs: list[list[int]]) -> str:
        return " ".join(f"{a}-{b}" for a, b in pairs)

    return {
        "name": f"table {raw['seed']}",
        "cards": [spaced(card) for card in raw["cards"]],
        "numbers": spaced(raw["numbers"]),
        "counts": ["".join(map(str, row)) for row in raw["counts_2_to_12"]],
        "pair_symbol_sha256": raw["pair_symbol_sha256"],
        "pairs_of_number": {int(n): count for n, count in raw["pair_number_by_number"].items()},
        "shows": [
            [spaced(it["show"]), it["number"], spaced(it["counts"]), dots(it["double_dots"])]
            for it in raw["shows"]
        ],
        "grounds": [
            [spaced(it["grounds"]), it["number"], it["total"], dots(it["double_dots"])]
            for it in raw["grounds"]
        ],
    }


def modulo_cards(n: int) -> list[list[int]]:
    """Return the cards that arithmetic modulo n makes, right for primes only."""
    cards = [[0, *range(1 + n * i, 1 + n * i + n)] for i in range(n + 1)]
    for i in range(n):
        cards += [[1 + i, *(n + 1 + n * k + (i * k + j) % n for k in range(n))] for j in range(n)]
    return cards


def shared(kind: str) -> list[Raw]:
    lines = SHARED.read_text().splitlines() if SHARED.exists() else []
    return [raw for raw in map(json.loads, lines) if raw["kind"] == kind]


def kept(kind: str) -> list[Raw]:
    lines = [json.loads(line) for line in KEPT.read_text().splitlines()]
    return [line for line in lines if ("numbers" in line) == (kind == "table")]


def own_part() -> list[Raw]:
    small = [verdict(raw) for raw in shared("verdict") if raw["cards"] <= 57]
    return [*small, *(table(raw) for raw in shared("table")[:2])]


def cases(kind: str) -> list[Any]:
    form = verdict if kind == "verdict" else table
    found = [("kept", line) for line in kept(kind)]
    found += [("shared", form(raw)) for raw in shared(kind)]
    return [pytest.param(line, id=f"{where} {line['name']}") for where, line in found]


def test_the_kept_lines_are_as_the_shared_ones_tell() -> None:
    if not SHARED.exists():
        pytest.skip("no dotduel_decks.jsonl beside the project")
    found = json.loads(json.dumps(own_part()))
    assert [json.loads(line) for line in KEPT.read_text().splitlines()] == found


def cards_in(line: Raw) -> list[list[int]]:
    return [[int(symbol) for symbol in card.split()] for card in line["cards"]]


@pytest.mark.parametrize("line", cases("verdict"))
def test_verdicts(line: Raw) -> None:
    faults = Deck.faults(cards_in(line))
    assert (not faults) == line["valid"]
    pairs = Counter(f.found for f in faults if f.kind in ("shares_none", "shares_several"))
    assert pairs == {int(found): count for found, count in line["pairs"].items()}
    assert any(f.kind == "symbol_twice" for f in faults) == line["repeats"]
    wrong = [f for f in faults if f.kind == "frequency"]
    frequencies = {int(found): count for found, count in line["frequencies"].items()}
    if wrong:
        frequencies.pop(wrong[0].expected, None)
        assert Counter(f.found for f in wrong) == frequencies
    else:
        assert len(frequencies) == 1


@pytest.mark.parametrize("line", cases("table"))
def test_tables(line: Raw) -> None:
    cards = cards_in(line)
    numbers = [int(number) for number in line["numbers"].split()]
    deck = Deck.from_cards(cards, numbers)
    assert deck.cards.tolist() == cards
    assert ["".join(map(str, row)) for row in deck.counts[:, 2:]] == line["counts"]
    assert not deck.counts[:, :2].any()
    digest = hashlib.sha256(deck.pair_symbol.tobytes()).hexdigest()
    assert digest == line["pair_symbol_sha256"]
    above = deck.pair_number[np.triu_indices(len(deck), 1)]
    expected = {int(number): pairs for number, pairs in line["pairs_of_number"].items()}
    assert Counter(above.tolist()) == expected
    for show, number, counts, double_dots in line["shows"]:
        check(deck, show, number, double_dots)
        claims = deck.claims([int(card) for card in show.split()], number)
        assert spaced(claims.tolist()) == counts
    for grounds, number, total, double_dots in line["grounds"]:
        check(deck, grounds, number, double_dots)
        assert deck.claims([int(card) for card in grounds.split()], number).sum() == total


def check(deck: Deck, shown: str, number: int, double_dots: str) -> None:
    show = np.array([int(card) for card in shown.split()])
    slots = np.argwhere(deck.double_dots(show, number))
    found = sorted(tuple(sorted((int(show[a]), int(show[b])))) for a, b in slots)
    assert " ".join(f"{a}-{b}" for a, b in found) == double_dots
    assert bool(deck.has_double_dot(show, number)) == bool(double_dots)


@pytest.mark.parametrize("raw", shared("plane") or [pytest.param({}, marks=pytest.mark.skip)])
def test_planes(raw: Raw) -> None:
    deck = Deck.of_order(raw["order"])
    assert (len(deck), deck.num_symbols) == (raw["cards"], raw["symbols"])
    cards = deck.cards.tolist()
    assert Deck.faults(cards) == []
    assert len(list(itertools.combinations(cards, 2))) == raw["pairs"]
    if raw["cards_list"]:
        assert Deck.faults(raw["cards_list"]) == []


@pytest.mark.parametrize("order", [-1, 0, 1, 6, 10, 12, 14, 15, 17, 1000])
def test_no_plane_is_offered_where_none_is_known(order: int) -> None:
    with pytest.raises(dotcore.RulesError, match=f"order={order}; there are planes"):
        Deck.of_order(order)


# The rules' fixture F: number(s) = 2 + (s mod 11) on the difference set


@pytest.fixture(name="fixture_f", scope="module")
def make_fixture_f() -> Deck:
    return Deck.from_cards(Deck.standard().cards, [2 + symbol % 11 for symbol in range(57)])


def test_fixture_f_how_many_cards_have_how_many_of_a_number(fixture_f: Deck) -> None:
    assert Counter(fixture_f.counts[:, 2:].ravel().tolist()) == {0: 289, 1: 222, 2: 114, 3: 2}
    assert np.argwhere(fixture_f.counts == 3).tolist() == [[54, 2], [55, 3]]


@pytest.mark.parametrize(
    ("number", "counts", "double_dots"),
    [
        (5, [2, 1, 1, 1, 2, 0], [[0, 2], [0, 3], [0, 4], [2, 3]]),
        (8, [0, 0, 0, 2, 1, 1], [[3, 5]]),
        (11, [0, 1, 0, 0, 0, 0], []),
    ],
)
def test_fixture_f_cards_0_to_5(
    fixture_f: Deck, number: int, counts: list[int], double_dots: list[list[int]]
) -> None:
    show = np.arange(6)
    assert fixture_f.claims(show, number).tolist() == counts
    assert np.argwhere(fixture_f.double_dots(show, number)).tolist() == double_dots


def test_fixture_f_grounds(fixture_f: Deck) -> None:
    grounds = [10, 20, 30, 40]
    assert fixture_f.claims(grounds, 11).sum() == 6
    assert np.argwhere(fixture_f.double_dots(grounds, 11)).tolist() == [[0, 3]]


def test_for_each_number_symbols_on_cards_add_up() -> None:
    """With k symbols of a number: 8 k on all cards, and C(k, 2) pairs of them meet on a card."""
    for seed in range(20):
        deck = Deck.standard(seed)
        counts = deck.counts.astype(int)
        for number, k in deck.profile.items():
            column = counts[:, number]
            assert column.sum() == 8 * k
            assert (column * (column - 1) // 2).sum() == k * (k - 1) // 2


# Whole arrays of shows


@pytest.fixture(name="shows", scope="module")
def make_shows() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    random = np.random.default_rng(1)
    shows = np.array([[random.permutation(57)[:6] for _ in range(20)] for _ in range(10)])
    shows[random.random(shows.shape) < 0.2] = -1
    return shows, random.integers(2, 13, (10, 20))


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, ">i4"])
def test_an_array_of_shows_is_answered_show_by_show(
    shows: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]], dtype: Any
) -> None:
    deck = Deck.standard(3)
    show, number = shows[0].astype(dtype), shows[1].astype(dtype)
    claims = deck.claims(show, number)
    dots = deck.double_dots(show, number)
    assert (claims.shape, dots.shape) == ((10, 20, 6), (10, 20, 6, 6))
    assert claims.dtype == np.uint8
    assert dots.dtype == np.bool_
    for i in np.ndindex(10, 20):
        rolled = int(number[i])
        cards = show[i].tolist()
        expected = [0 if c < 0 else int(deck.counts[c, rolled]) for c in cards]
        assert claims[i].tolist() == expected
        for a, b in itertools.product(range(6), repeat=2):
            is_pair = a < b and cards[a] >= 0 and cards[b] >= 0
            matches = is_pair and int(deck.pair_number[cards[a], cards[b]]) == rolled
            assert bool(dots[i][a, b]) == matches
    assert (deck.has_double_dot(show, number) == dots.any((-1, -2))).all()
    assert (deck.nothing_matches(show, number) == ~claims.any(-1)).all()


def test_one_number_may_do_for_all_shows() -> None:
    deck = Deck.standard(3)
    shows = np.arange(12).reshape(2, 6)
    assert (deck.claims(shows, 7) == deck.claims(shows, [7, 7])).all()
    assert (deck.claims(shows[None], [[7]]) == deck.claims(shows, 7)).all()


def test_results_are_written_where_they_are_asked_for() -> None:
    deck = Deck.standard(3)
    show = np.arange(12).reshape(2, 6)
    out = np.empty((2, 6), np.uint8)
    assert deck.claims(show, 7, out=out) is out
    assert (out == deck.claims(show, 7)).all()
    found = np.empty(2, np.bool_)
    assert deck.has_double_dot(show, 7, found) is found


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (np.arange(57)[:, None], np.arange(57)),
        (np.arange(57, dtype=np.uint8), np.arange(57, dtype=np.uint8)[::-1]),
        (np.arange(57, dtype=np.uint16), np.arange(57, dtype=np.uint16)),
        (np.arange(57, dtype=np.int32), np.arange(57, dtype=np.int32)[::-1]),
        (np.arange(57, dtype=np.uint64), np.arange(57, dtype=np.int8)),
        (np.arange(57, dtype=">i8"), 5),
        (3, 4),
        ([], []),
    ],
)
def test_pairs_are_looked_up_as_numpy_would(a: Any, b: Any) -> None:
    deck = Deck.standard(4)
    rows, columns = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
    for found, looked in (
        (deck.pair_symbols(a, b), deck.pair_symbol[rows, columns]),
        (deck.pair_numbers(a, b), deck.pair_number[rows, columns]),
    ):
        assert found.dtype == looked.dtype
        assert found.shape == looked.shape
        assert (found == looked).all()


def test_unaligned_arrays_are_taken() -> None:
    deck = Deck.standard(4)
    odd = np.zeros(8 * 6 + 1, np.uint8)[1:].view(np.int64)
    odd[:] = np.arange(6)
    assert (deck.pair_symbols(odd, 7) == deck.pair_symbol[:6, 7]).all()
    assert (deck.claims(odd, 7) == deck.claims(np.arange(6), 7)).all()


def test_the_result_may_lie_where_the_cards_are() -> None:
    deck = Deck.standard(4)
    cards = np.arange(8)
    expected = deck.pair_symbols(cards, cards[::-1]).tolist()
    assert deck.pair_symbols(cards, cards[::-1], cards.view(np.uint8)[:8]).tolist() == expected


def test_large_decks_have_wider_symbols() -> None:
    deck = Deck.of_order(16)
    assert deck.pair_symbol.dtype == np.uint16
    assert deck.pair_symbol.max() == 65535
    assert (deck.pair_symbol.diagonal() == 65535).all()
    assert (deck.pair_symbols(np.arange(273), 272) == deck.pair_symbol[:, 272]).all()
    assert deck.claims([270, 271, 272], 5).tolist() == deck.counts[270:, 5].tolist()


# Nothing is written when an argument is wrong

WRONG: list[tuple[str, tuple[Any, ...], type[Exception]]] = [
    ("pair_symbols", ([0, 57], 0), dotcore.Error),
    ("pair_symbols", (0, [0, -1]), dotcore.Error),
    ("pair_symbols", (np.array([0, 2**63], np.uint64), 0), dotcore.Error),
    ("pair_symbols", (np.array([0, 2**40]), 0), dotcore.Error),
    ("pair_symbols", (np.array([0, -(2**63)]), 0), dotcore.Error),
    ("pair_symbols", (np.array([0, 2**31 - 1], np.int32), np.int32(0)), dotcore.Error),
    ("pair_symbols", (np.array([0, 255], np.uint8), np.uint8(0)), dotcore.Error),
    ("pair_symbols", ([0.0, 1.0], 0), TypeError),
    ("pair_symbols", ([0, float("nan")], 0), TypeError),
    ("pair_symbols", ([True, False], 0), TypeError),
    ("pair_symbols", ("ab", 0), TypeError),
    ("pair_symbols", ([0, None], 0), TypeError),
    ("pair_symbols", ([0, 1], [0, 1, 2]), ValueError),
    ("claims", ([0, 57], 5), dotcore.Error),
    ("claims", ([0, -2], 5), dotcore.Error),
    ("claims", ([0, 2**40], 5), dotcore.Error),
    ("claims", ([0, 1], 1), dotcore.Error),
    ("claims", ([0, 1], 13), dotcore.Error),
    ("claims", ([0, 1], 2**40), dotcore.Error),
    ("claims", ([0, 1], 5.0), TypeError),
    ("claims", ([0, 1], float("nan")), TypeError),
    ("claims", ([0, 1], None), TypeError),
    ("claims", ([0.5, 1], 5), TypeError),
    ("claims", ([0, 1], [5, 6]), ValueError),
]


@pytest.mark.parametrize(("call", "arguments", "error"), WRONG)
def test_a_wrong_argument_is_told_and_nothing_written(
    call: str, arguments: tuple[Any, ...], error: type[Exception]
) -> None:
    deck = Deck.standard()
    out = np.full(2, 77, np.uint8)
    with pytest.raises(error):
        getattr(deck, call)(*arguments, out=out)
    assert out.tolist() == [77, 77]


def test_a_show_is_at_least_a_row() -> None:
    with pytest.raises(ValueError, match="show must be an array of cards, not one"):
        Deck.standard().claims(3, 5)


@pytest.mark.parametrize(
    ("out", "error"),
    [
        (np.zeros(3, np.uint8), ValueError),
        (np.zeros((2, 1), np.uint8), ValueError),
        (np.zeros(2, np.int8), TypeError),
        (np.zeros(4, np.uint8)[::2], TypeError),
        ([0, 0], TypeError),
    ],
)
def test_an_out_that_does_not_fit_is_refused(out: Any, error: type[Exception]) -> None:
    for call in (Deck.standard().pair_symbols, Deck.standard().pair_numbers):
        with pytest.raises(error):
            call([0, 1], [1, 2], out=out)
    with pytest.raises(error):
        Deck.standard().claims([0, 1], 5, out=out)


def test_a_read_only_out_is_refused() -> None:
    out = np.zeros(2, np.uint8)
    out.flags.writeable = False
    with pytest.raises(TypeError, match="writable"):
        Deck.standard().claims([0, 1], 5, out=out)


if __name__ == "__main__":
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in own_part())
    KEPT.write_text(text, newline="\n")
