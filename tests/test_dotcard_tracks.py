"""The best tracks of DotCard: against known answers, and against the slow twin for random hands."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.oracle import dotcard_tracks as oracle
from tests.oracle.dotcard import Deck, Rules, parse_card
from tests.test_dotcard_vectors import Line, vectors

from dotcore import dotcard

if TYPE_CHECKING:
    from collections.abc import Iterable

WAYS: dict[str, Line] = {
    "": {},
    "no bonus": {"use_bonus": False},
    "no blocks": {"allow_blocks": False},
    "no block on block": {"block_on_block": False},
    "at most 3": {"max_cards": 3},
}


def check_best_tracks(line: Line) -> None:
    """A best track is as good as told, legal, and made of the hand; so is that of the line."""
    hand = line["hand"].split()
    for way, objectives in line["best"].items():
        for objective, (value, then, count, theirs) in objectives.items():
            options = WAYS[way]
            best = dotcard.best_track(hand, line["start"], objective, **options)
            assert (best.value, best.then, best.exact) == (value, then, True)
            found = dotcard.count_best(hand, line["start"], objective, **options)
            assert (found.count, found.value, found.exact) == (count, value, True)
            for track in (str(best), theirs):
                assert worth(line, track, objective, options) == (value, then)


def worth(line: Line, track: str, objective: str, options: Line) -> tuple[int, int]:
    """Value and tie-break of a track that must be legal."""
    is_covering = options.get("block_on_block", True)
    rules = dotcard.Rules(block_on_block=is_covering)
    checked = dotcard.check_track(track, line["start"], rules)
    assert checked.valid, track
    left = [dotcard.Card(card) for card in line["hand"].split()]
    for laid in checked.cards:
        left.remove(laid.card)
    remaining, laid_cards = sum(card.points for card in left), len(checked.cards)
    if objective == "cards":
        return laid_cards, remaining
    return (checked.points if objective == "points" else remaining), laid_cards


@vectors("tracks.jsonl")
def test_best_tracks(line: Line) -> None:
    check_best_tracks(line)


# Against the twin

SMALL = Deck(4, 2, 2, (0, -5, -15))
CORE_SMALL = dotcard.Deck(max_pip=4, copies=2, bonus=[0, -5, -15])


def random_hand(rng: random.Random, most: int) -> list[str]:
    kinds = rng.sample(SMALL.cards(), rng.randint(0, most))
    return [str(SMALL.kinds[kind]) for kind in kinds]


def random_options(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same for the core and for the twin."""
    both = {
        "use_bonus": rng.random() < 0.8,
        "allow_blocks": rng.random() < 0.8,
        "max_cards": rng.choice([None, None, 0, 1, 2, 4]),
    }
    is_covering = rng.random() < 0.7
    ours = {**both, "block_on_block": is_covering, "deck": CORE_SMALL}
    return ours, {**both, "rules": Rules(SMALL, sub_rounds=5, block_on_block=is_covering)}


@pytest.mark.parametrize("objective", oracle.OBJECTIVES)
def test_random_hands_have_the_best_tracks_of_the_twin(objective: Any) -> None:
    rng = random.Random(f"best {objective}")
    for _ in range(60):
        hand, start = random_hand(rng, 6), rng.randrange(5)
        ours, theirs = random_options(rng)
        cards = [parse_card(card) for card in hand]
        told = oracle.best_track(cards, start, objective, **theirs)
        best = dotcard.best_track(hand, start, objective, **ours)
        assert (best.value, best.then, best.exact) == (told.value, told.then, True)
        count = dotcard.count_best(hand, start, objective, **ours)
        assert (count.value, count.count) == (told.value, told.ways)
        k = rng.randint(1, 12)
        listed = oracle.k_best(k, cards, start, objective, **theirs)
        found = dotcard.k_best(hand, start, k, objective, **ours)
        assert found.exact
        assert len(found) == len(listed)
        assert len({str(track) for track in found}) == len(found)
        assert [(track.value, track.then) for track in found] == [
            oracle.worth(cards, links, objective) for links in listed
        ]
        number, told = oracle.best_start(cards, objective, **theirs)
        anywhere = dotcard.best_start(hand, objective, **ours)
        assert (anywhere.start, anywhere.value, anywhere.then) == (number, told.value, told.then)


def row(cards: Iterable[str], rng: random.Random) -> list[str]:
    """Bonus cards with a number, dominoes either way round."""
    written = []
    for card in cards:
        if card[0] == "B":
            written.append(f"{card}={rng.randint(0, 5)}")
        else:
            written.append(card[::-1] if rng.random() < 0.5 else card)
    return written


def test_random_rows_are_legal_as_far_as_the_twin_says() -> None:
    rng = random.Random("rows")
    rows = []
    for _ in range(600):
        is_covering = rng.random() < 0.5
        start = rng.randrange(5)
        hand = random_hand(rng, 9)
        laid: list[str] = []
        if rng.random() < 0.8:  # one that goes on for some cards
            best = dotcard.best_track(hand, start, deck=CORE_SMALL)
            laid = [str(card) for card in best.cards]
            for card in best.cards:
                hand.remove(str(card.card))
        cards = [*laid, *row(hand[: rng.randint(0, 2)], rng)]
        theirs = oracle.check_track(
            cards, start, Rules(SMALL, sub_rounds=5, block_on_block=is_covering)
        )
        rules = dotcard.Rules(deck=CORE_SMALL, sub_rounds=5, block_on_block=is_covering)
        ours = dotcard.check_track(cards, start, rules)
        assert (ours.valid, ours.first_wrong) == (theirs.valid, theirs.wrong)
        assert (ours.end, ours.points, ours.lock) == (theirs.end, theirs.points, theirs.locked)
        rows.append(theirs.valid)
    assert 100 < sum(rows) < 500
