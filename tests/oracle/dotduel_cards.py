"""Decks for Dot Duel: planes over a finite field, what is wrong with a deck, what cards show.

A card is a list of symbols, ``numbers[symbol]`` the number that a symbol stands for.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Cards: TypeAlias = "Sequence[Sequence[int]]"
Numbers: TypeAlias = "Sequence[int]"

ROLLS = Counter(a + b for a, b in product(range(1, 7), repeat=2))  # of 36


# Planes


def prime_power(q: int) -> tuple[int, int] | None:
    """(p, n) with p ** n == q and p prime, or None."""
    for p in range(2, q + 1):
        if q % p == 0:
            n = 1
            while p**n < q:
                n += 1
            return (p, n) if p**n == q else None
    return None


class Field:
    """GF(q). An element is a number whose base-p digits are a polynomial's coefficients."""

    def __init__(self, q: int) -> None:
        found = prime_power(q)
        if found is None:
            raise ValueError(f"order {q}: no prime power, so no field")
        self.q = q
        self.p, self.n = found
        self.modulus = next(
            digits
            for digits in ([*low, 1] for low in product(range(self.p), repeat=self.n))
            if self._makes_a_field(digits)
        )
        elements = range(q)
        self._sums = [[self._add(a, b) for b in elements] for a in elements]
        self._products = [[self._times(a, b, self.modulus) for b in elements] for a in elements]

    def _digits(self, a: int) -> list[int]:
        return [a // self.p**i % self.p for i in range(self.n)]

    def _number(self, digits: Sequence[int]) -> int:
        return sum(digit * self.p**i for i, digit in enumerate(digits))

    def add(self, a: int, b: int) -> int:
        return self._sums[a][b]

    def times(self, a: int, b: int) -> int:
        return self._products[a][b]

    def _add(self, a: int, b: int) -> int:
        pairs = zip(self._digits(a), self._digits(b), strict=True)
        return self._number([(x + y) % self.p for x, y in pairs])

    def _times(self, a: int, b: int, modulus: Sequence[int]) -> int:
        product_of = [0] * (2 * self.n - 1)
        for i, x in enumerate(self._digits(a)):
            for j, y in enumerate(self._digits(b)):
                product_of[i + j] += x * y
        for top in range(2 * self.n - 2, self.n - 1, -1):
            lead = product_of[top]
            for i, digit in enumerate(modulus):
                product_of[top - self.n + i] -= lead * digit
        return self._number([x % self.p for x in product_of[: self.n]])

    def _makes_a_field(self, modulus: Sequence[int]) -> bool:
        """No two elements other than 0 multiply to 0."""
        others = range(1, self.q)
        return all(self._times(a, b, modulus) != 0 for a in others for b in range(1, a + 1))


def plane(q: int) -> list[list[int]]:
    """The q * q + q + 1 lines of the plane over GF(q): any two share exactly one point.

    Points and lines are the triples, not all 0, whose first entry other than 0 is 1.
    A point lies on a line where the sum of the products is 0.
    """
    field = Field(q)
    triples = [(1, x, y) for x in range(q) for y in range(q)]
    triples += [(0, 1, x) for x in range(q)] + [(0, 0, 1)]

    def lies_on(point: tuple[int, ...], line: tuple[int, ...]) -> bool:
        value = 0
        for x, y in zip(point, line, strict=True):
            value = field.add(value, field.times(x, y))
        return value == 0

    return [[i for i, point in enumerate(triples) if lies_on(point, line)] for line in triples]


def mod_plane(n: int) -> list[list[int]]:
    """The naive construction with remainders: a plane where n is prime, else wrong."""
    first = [[0, *(1 + n * i + j for j in range(n))] for i in range(n + 1)]
    rest = [
        [1 + i, *(n + 1 + n * k + (i * k + j) % n for k in range(n))]
        for i in range(n)
        for j in range(n)
    ]
    return first + rest


def difference_deck() -> list[list[int]]:
    """The page's deck of 57 cards from a perfect difference set."""
    return [[(i + d) % 57 for d in (0, 1, 3, 13, 32, 36, 43, 52)] for i in range(57)]


# Whether a deck is one


def shared_by_pairs(cards: Cards) -> Counter[int]:
    """How many pairs of cards share so many symbols."""
    return Counter(len(set(a) & set(b)) for a, b in combinations(cards, 2))


def symbol_frequencies(cards: Cards) -> Counter[int]:
    """How many symbols are on so many cards."""
    return Counter(Counter(symbol for card in cards for symbol in set(card)).values())


def faults(cards: Cards, numbers: Numbers | None = None, partial: bool = False) -> list[str]:
    """What keeps these cards from being a deck; of a plane, or with ``partial`` of a cut one."""
    found = []
    if any(len(set(card)) != len(card) for card in cards):
        found.append("a symbol is twice on a card")  # R3
    sizes = {len(card) for card in cards}
    if len(sizes) != 1:
        return [*found, "cards have different numbers of symbols"]  # R2
    if set(shared_by_pairs(cards)) - {1}:
        found.append("a pair of cards does not share exactly one symbol")  # R4
    order = sizes.pop() - 1
    whole = order * order + order + 1
    symbols = {symbol for card in cards for symbol in card}
    if len(symbols) > whole or len(cards) > whole:
        found.append(f"more than {whole} cards or symbols")
    # Of a cut deck no symbol is on more cards than of the whole one: no sunflower.
    if any(frequency > order + 1 for frequency in symbol_frequencies(cards)):
        found.append(f"a symbol is on more than {order + 1} cards")
    if not partial and len(cards) != whole:
        found.append(f"{len(cards)} cards; {whole} of order {order}")
    if numbers is not None:
        if symbols and not 0 <= min(symbols) <= max(symbols) < len(numbers):
            found.append("a symbol has no number")
        if any(number not in range(2, 13) for number in numbers):
            found.append("a number is not one of 2..12")
    return found


# What cards show


def matches(cards: Cards, numbers: Numbers, card: int, number: int) -> int:
    """The correct claim: how many symbols of the number are on the card."""
    return sum(numbers[symbol] == number for symbol in cards[card])


def counts(cards: Cards, numbers: Numbers) -> list[list[int]]:
    """The correct claims of each card, by number from 2 to 12."""
    return [[matches(cards, numbers, card, n) for n in range(2, 13)] for card in range(len(cards))]


def total(cards: Cards, numbers: Numbers, grounds: Iterable[int], number: int) -> int:
    """The correct answer of a duel: the same symbol on two cards counts twice."""
    return sum(matches(cards, numbers, card, number) for card in grounds)


def common_symbols(cards: Cards, named: Iterable[int]) -> set[int]:
    return set.intersection(*(set(cards[card]) for card in named))


def pair_symbol(cards: Cards, a: int, b: int) -> int:
    """R4: the one symbol that two cards share."""
    (symbol,) = common_symbols(cards, [a, b])
    return symbol


def is_double_dot(cards: Cards, numbers: Numbers, named: Iterable[int], number: int) -> bool:
    """R18, R37: a symbol of the number is on all the cards named."""
    return any(numbers[symbol] == number for symbol in common_symbols(cards, named))


def double_dots(
    cards: Cards, numbers: Numbers, among: Iterable[int], number: int
) -> list[tuple[int, int]]:
    """The pairs of cards that are a Double Dot, sorted."""
    pairs = combinations(sorted(among), 2)
    return [pair for pair in pairs if is_double_dot(cards, numbers, pair, number)]


# Chances


def no_match(cards: Cards, numbers: Numbers, k: int) -> Fraction:
    """The chance that of k random cards none has a symbol of the number rolled."""
    table = counts(cards, numbers)
    ways = Fraction(0)
    for number, weight in ROLLS.items():
        without = sum(row[number - 2] == 0 for row in table)
        ways += Fraction(weight * comb(without, k), 36 * comb(len(cards), k))
    return ways


def double_dot_chance(cards: Cards, numbers: Numbers, k: int) -> Fraction:
    """The chance that among k random cards there is a Double Dot for the number rolled."""
    chance = Fraction(0)
    for number, weight in ROLLS.items():
        good = sum(free_sets(cards, numbers, number, k)[k:])
        chance += Fraction(weight * (comb(len(cards), k) - good), 36 * comb(len(cards), k))
    return chance


def free_sets(cards: Cards, numbers: Numbers, number: int, k: int) -> list[int]:
    """How many sets of 0 .. k cards have no Double Dot for the number.

    Card by card: a set is free while each symbol of the number is on at most one of its cards.
    What matters of a set is its size and which of these symbols it has used up.
    """
    sets = Counter({(0, frozenset[int]()): 1})
    for card in cards:
        symbols = {symbol for symbol in card if numbers[symbol] == number}
        for (size, used), ways in list(sets.items()):
            if size < k and not symbols & used:
                sets[size + 1, used | symbols] += ways
    by_size = [0] * (k + 1)
    for (size, _), ways in sets.items():
        by_size[size] += ways
    return by_size
