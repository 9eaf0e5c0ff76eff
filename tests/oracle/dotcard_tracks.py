"""Tracks of DotCard without a game: is this one right, and which is the best from a hand?

A track without a game is a row of cards from a start number, each touching the end before it (R6).
A block in it shows the same number on both sides; whoever lays the next card has unlocked it (R14).
A bonus card touches anything and shows the number chosen for it (R16).

The best track may stop anywhere, also after a block, and the empty track counts. What is sought:

* ``cards``: as many cards as can be; among those the least left in hand (R3 sum).
* ``points``: as many pips as can be on dominoes and blocks, a bonus card 0; then more cards.
* ``remaining``: the least R3 sum left in hand; then more cards. (Laying a bonus card costs here.)

Two tracks are the same when the same kinds lie in the same order with the same chosen numbers:
which of two equal cards was taken makes no difference, the number chosen for a last bonus card
does. The *number of best tracks* counts all that reach the best value, the tie-break aside.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tests.oracle.dotcard_rules import PRESETS, Bonus, Card, Face, Rules, is_block, parse_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

OBJECTIVES = ("cards", "points", "remaining")


class Link(NamedTuple):
    """A card on a track and the open end after it, which a bonus card chooses."""

    card: Card
    end: int

    def __str__(self) -> str:
        return f"{self.card}={self.end}" if isinstance(self.card, Bonus) else str(self.card)


Track: TypeAlias = "tuple[Link, ...]"


class Check(NamedTuple):
    """The verdict on a track: all but the first two tell of the part before the wrong card."""

    wrong: int | None  # the place of the first wrong card
    why: str  # "", "no card", "no number", "does not touch", "block on block"
    end: int  # the start number where nothing is laid
    points: int  # pips of dominoes and blocks, bonus cards 0
    locked: bool  # does a block lie last?
    links: Track

    @property
    def valid(self) -> bool:
        return self.wrong is None


class Best(NamedTuple):
    """The best track, its value, its tie-break (cards: what is left in hand; else: laid)."""

    value: int
    then: int
    ways: int  # the number of tracks that reach the value
    track: Track


def check_track(cards: Sequence[str], start: int, rules: Rules | None = None) -> Check:
    """Cards as ``9|4`` (either half first) and ``B-15=7``, from the start number on.

    Only what lies on the table is judged, not whether a deck holds so many copies. A ValueError
    is raised for a start number that the deck has not; all else is told in the verdict.
    """
    rules = Rules() if rules is None else rules
    if start not in rules.deck.numbers:
        raise ValueError(f"start={start}")
    end, why = start, ""
    links: Track = ()
    for text in cards:
        link_or_why = _next_link(text, end, links, rules)
        if isinstance(link_or_why, str):
            why = link_or_why
            break
        links = (*links, link_or_why)
        end = link_or_why.end
    return Check(
        wrong=len(links) if why else None,
        why=why,
        end=end,
        points=sum(pips(link.card) for link in links),
        locked=bool(links) and is_block(links[-1].card),
        links=links,
    )


def _next_link(text: str, end: int, links: Track, rules: Rules) -> Link | str:
    written = re.fullmatch(r"(\d+\|\d+|B-?\d+)(?:=(-?\d+))?", text)
    if written is None:
        return "no card"
    card, number = parse_card(written[1]), written[2]
    if card not in rules.deck.kinds:
        return "no card"
    if isinstance(card, Bonus):
        if number is None or int(number) not in rules.deck.numbers:
            return "no number"
        return Link(card, int(number))
    if not card.has(end) or (number is not None and int(number) != card.other_than(end)):
        return "does not touch"
    if card.is_block and links and is_block(links[-1].card) and not rules.block_on_block:
        return "block on block"
    return Link(card, card.other_than(end))


def pips(card: Card) -> int:
    return card.points if isinstance(card, Face) else 0


def all_tracks(
    hand: Sequence[Card],
    start: int,
    rules: Rules | None = None,
    use_bonus: bool = True,
    allow_blocks: bool = True,
    max_cards: int | None = None,
) -> Iterator[Track]:
    """Every different track that the hand can lay, the empty one first. Small hands only."""
    rules = Rules() if rules is None else rules
    usable = _usable(hand, use_bonus, allow_blocks)

    def onward(track: Track, end: int, rest: tuple[Card, ...]) -> Iterator[Track]:
        yield track
        if max_cards is None or len(track) < max_cards:
            for link, left in _ways_on(end, rest, bool(track) and is_block(track[-1].card), rules):
                yield from onward((*track, link), link.end, left)

    return onward((), start, usable)


def best_track(
    hand: Sequence[Card],
    start: int,
    objective: str = "cards",
    rules: Rules | None = None,
    use_bonus: bool = True,
    allow_blocks: bool = True,
    max_cards: int | None = None,
) -> Best:
    """The best track by looking at all ways on from each (end, cards left), once.

    Among tracks equal in value and tie-break, the first by the order of its cards
    (bonus cards before faces, then by their numbers), then of its chosen numbers.
    """
    rules = Rules() if rules is None else rules
    gain = _gain(objective)
    nothing: tuple[tuple[int, int], int, Track] = ((0, 0), 1, ())

    @cache
    def onward(
        end: int, rest: tuple[Card, ...], after_block: bool, cards_left: int
    ) -> tuple[tuple[int, int], int, Track]:
        """What is gained at best from here on, (value, then); in how many ways; by what."""
        ways = [nothing]
        if cards_left:
            for link, left in _ways_on(end, rest, after_block, rules):
                on = onward(link.end, left, is_block(link.card), cards_left - 1)
                gained = gain(link.card)
                total = (gained[0] + on[0][0], gained[1] + on[0][1])
                ways.append((total, on[1], (link, *on[2])))
        value = max(way[0][0] for way in ways)
        best = [way for way in ways if way[0][0] == value]
        count = sum(way[1] for way in best)
        then = max(way[0][1] for way in best)
        track = min((way[2] for way in best if way[0][1] == then), key=_order)
        return (value, then), count, track

    limit = len(hand) if max_cards is None else max_cards
    _, count, track = onward(start, _usable(hand, use_bonus, allow_blocks), False, limit)
    return Best(*worth(hand, track, objective), count, track)


def k_best(
    k: int,
    hand: Sequence[Card],
    start: int,
    objective: str = "cards",
    rules: Rules | None = None,
    use_bonus: bool = True,
    allow_blocks: bool = True,
    max_cards: int | None = None,
) -> list[Track]:
    """The k best different tracks, best first by value, then tie-break, then card order."""
    gain = _gain(objective)

    def place(track: Track) -> tuple[int, int, object]:
        gains = [gain(link.card) for link in track]
        return -sum(g[0] for g in gains), -sum(g[1] for g in gains), _order(track)

    tracks = all_tracks(hand, start, rules, use_bonus, allow_blocks, max_cards)
    return sorted(tracks, key=place)[:k]


def best_start(
    hand: Sequence[Card],
    objective: str = "cards",
    rules: Rules | None = None,
    use_bonus: bool = True,
    allow_blocks: bool = True,
    max_cards: int | None = None,
) -> tuple[int, Best]:
    """The start number from which the best track is best; of equal ones the lowest number."""
    rules = Rules() if rules is None else rules
    gain = _gain(objective)

    def total(best: Best) -> tuple[int, int]:
        gains = [gain(link.card) for link in best.track]
        return sum(g[0] for g in gains), sum(g[1] for g in gains)

    by_start = [
        (start, best_track(hand, start, objective, rules, use_bonus, allow_blocks, max_cards))
        for start in rules.deck.numbers
    ]
    return max(by_start, key=lambda pair: (total(pair[1]), -pair[0]))


def worth(hand: Sequence[Card], track: Track, objective: str) -> tuple[int, int]:
    """(value, tie-break) of a track, as ``Best`` tells them."""
    laid, left = len(track), sum(card.points for card in hand)
    left -= sum(link.card.points for link in track)
    if objective == "cards":
        return laid, left
    if objective == "points":
        return sum(pips(link.card) for link in track), laid
    return left, laid


def _gain(objective: str) -> Callable[[Card], tuple[int, int]]:
    """What laying a card adds to (value, tie-break), both the more the better."""
    if objective == "cards":
        return lambda card: (1, card.points)
    if objective == "points":
        return lambda card: (pips(card), 1)
    if objective == "remaining":
        return lambda card: (card.points, 1)
    raise ValueError(f"objective={objective!r}; one of {OBJECTIVES}")


def _usable(hand: Sequence[Card], use_bonus: bool, allow_blocks: bool) -> tuple[Card, ...]:
    usable = [
        card
        for card in hand
        if (use_bonus or not isinstance(card, Bonus)) and (allow_blocks or not is_block(card))
    ]
    return tuple(sorted(usable, key=_card_order))


def _ways_on(
    end: int, rest: tuple[Card, ...], after_block: bool, rules: Rules
) -> Iterator[tuple[Link, tuple[Card, ...]]]:
    """Each different next card, with what is left of the cards then."""
    for place, card in enumerate(rest):
        if card in rest[:place]:
            continue  # an equal card makes an equal track
        left = rest[:place] + rest[place + 1 :]
        if isinstance(card, Bonus):
            for number in rules.deck.numbers:
                yield Link(card, number), left
        elif card.has(end) and not (after_block and card.is_block and not rules.block_on_block):
            yield Link(card, card.other_than(end)), left


def _card_order(card: Card) -> tuple[int, int]:
    return (-1, card.points) if isinstance(card, Bonus) else (card.high, card.low)


def _order(track: Track) -> tuple[tuple[tuple[int, int], int], ...]:
    return tuple((_card_order(link.card), link.end) for link in track)


__all__ = [
    "OBJECTIVES", "PRESETS", "Best", "Check", "Link", "Track",
    "all_tracks", "best_start", "best_track", "check_track", "k_best", "worth",
]  # fmt: skip
