"""The cards, decks, options and action ids of DotCard, and how they are written.

A card is a face (a domino, or a block: equal halves) or a bonus card (R4). Equal cards are one
*kind*; kinds are numbered in a fixed order:

* faces first, (0,0) (1,0) (1,1) (2,0) ..: ``high * (high + 1) // 2 + low``,
* then the *distinct* bonus values, by falling value: 0, -5, -10, -15.

An action id is the same in every state: 0 draw, 1 pass, ``2 + (index * 10 + target) * 2 + dot``.
``index`` is the kind for a face, and ``faces + bonus_index * (max_pip + 1) + number`` for a bonus
card with its chosen number. Targets: 0..7 a seat's track; 8 the free track; 9 the free track,
started the other way round (``free_start="any"`` and a domino only, its lower half outward).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

DRAW, PASS, FIRST_PLAY = 0, 1, 2
FREE, FREE_OTHER_WAY, TARGETS = 8, 9, 10
MAX_PLAYERS = 8


class Illegal(Exception):
    """An act that the rules refuse; the state is as it was."""


# Cards


class Face(NamedTuple):
    """A domino or a block: the number on it is the sum of its pips (R3)."""

    high: int
    low: int

    @property
    def is_block(self) -> bool:
        return self.high == self.low

    @property
    def points(self) -> int:
        return self.high + self.low

    def has(self, number: int) -> bool:
        return number in (self.high, self.low)

    def other_than(self, number: int) -> int:
        """The half that shows when ``number`` touches; the same number for a block."""
        return self.low if number == self.high else self.high

    def __str__(self) -> str:
        return f"{self.high}|{self.low}"


class Bonus(NamedTuple):
    """A wild card; the number on it is its minus points (R3, R17), never the chosen one (R16)."""

    points: int

    def __str__(self) -> str:
        return f"B{self.points}"


Card: TypeAlias = "Face | Bonus"


def is_block(card: Card) -> bool:
    return isinstance(card, Face) and card.is_block  # R16: a bonus card is never a block


def parse_card(text: str) -> Card:
    """``9|4`` or ``4|9``, ``5|5``, ``B-15``."""
    if face := re.fullmatch(r"(\d+)\|(\d+)", text):
        low, high = sorted((int(face[1]), int(face[2])))
        return Face(high, low)
    if bonus := re.fullmatch(r"B(-?\d+)", text):
        return Bonus(int(bonus[1]))
    raise ValueError(f"no card: {text!r}")


# Decks


@dataclass(frozen=True)
class Deck:
    """What is in the box: every domino and every block so many times, and the bonus cards."""

    max_pip: int
    domino_copies: int
    block_copies: int
    bonuses: tuple[int, ...]
    kinds: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)  # by kind

    def __post_init__(self) -> None:
        if self.max_pip < 0 or self.domino_copies < 0 or self.block_copies < 0:
            raise ValueError("a deck counts from 0")
        if any(value > 0 for value in self.bonuses):
            raise ValueError("bonus cards carry minus points (R3)")
        faces = [Face(high, low) for high in range(self.max_pip + 1) for low in range(high + 1)]
        values = sorted(set(self.bonuses), reverse=True)
        kinds: list[Card] = [*faces, *(Bonus(value) for value in values)]
        counts = [self.block_copies if face.is_block else self.domino_copies for face in faces]
        counts += [self.bonuses.count(value) for value in values]
        object.__setattr__(self, "kinds", tuple(kinds))
        object.__setattr__(self, "counts", tuple(counts))

    @property
    def size(self) -> int:
        return sum(self.counts)

    @property
    def numbers(self) -> range:
        """The numbers that halves show and that a bonus card may be given."""
        return range(self.max_pip + 1)

    @property
    def num_faces(self) -> int:
        return (self.max_pip + 1) * (self.max_pip + 2) // 2

    @property
    def num_actions(self) -> int:
        indices = self.num_faces + (len(self.kinds) - self.num_faces) * len(self.numbers)
        return FIRST_PLAY + indices * TARGETS * 2

    def kind_of(self, card: Card) -> int:
        return self.kinds.index(card)

    def cards(self) -> tuple[int, ...]:
        """All the cards as kinds, in the order of the kinds."""
        return tuple(Counter(dict(enumerate(self.counts))).elements())


PRESETS = {
    "D114": Deck(9, 2, 2, (0, -5, -10, -15)),
    "D104": Deck(9, 2, 1, (0, -5, -10, -15)),
    "D118": Deck(9, 2, 2, (0, -5, -10, -15) * 2),
    "D59": Deck(9, 1, 1, (0, -5, -10, -15)),
}

# Plays


class Play(NamedTuple):
    """One way to lay a card: its kind, where, the open end after it, and whether "dot" is said."""

    kind: int
    target: int
    end: int
    dot: bool = False

    def action(self, deck: Deck) -> int:
        index = self.kind
        if index >= deck.num_faces:
            index = deck.num_faces + (index - deck.num_faces) * len(deck.numbers) + self.end
        return FIRST_PLAY + (index * TARGETS + self.target) * 2 + self.dot

    def text(self, deck: Deck) -> str:
        track = f"P{self.target}" if self.target < FREE else "F"
        return f"{deck.kinds[self.kind]}@{track}={self.end}" + ("!" if self.dot else "")


# Options

CHOICES = {
    "starter": ("rotate", "fixed", "winner", "random"),
    "second_half": ("mirror", "again"),
    "free_start": ("round", "any"),
    "dot_call": ("declared", "automatic", "off"),
}


@dataclass(frozen=True)
class Rules:
    """The options of the page's table of gaps; the defaults are its defaults."""

    deck: Deck = PRESETS["D114"]
    sub_rounds: int = 10
    hand_size: int = 7
    starter: str = "rotate"
    second_half: str = "mirror"
    others_may_start: bool = True
    own_track_first: bool = False
    free_start: str = "round"
    block_extra_turn: bool = False
    block_on_block: bool = True
    drawn_card_only: bool = False
    voluntary_pass_opens: bool = True
    dot_call: str = "declared"
    skip_turns: int = 1

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name}={getattr(self, name)!r}; one of {choices}")
        once = len(self.deck.numbers)
        if self.sub_rounds not in (once, 2 * once):  # gap: custom max_pip m
            raise ValueError(f"sub_rounds={self.sub_rounds}; {once} or {2 * once}")
        if self.hand_size < 1 or self.skip_turns < 0:
            raise ValueError("hand_size from 1, skip_turns from 0")

    @classmethod
    def from_json(cls, options: Mapping[str, Any]) -> Rules:
        """From the options of a vector: ``deck`` is a preset or [max_pip, dominoes, blocks, [..]].

        Without ``sub_rounds``, each start number comes once.
        """
        values = dict(options)
        deck = values.get("deck", "D114")
        if isinstance(deck, str):
            values["deck"] = PRESETS[deck]
        else:
            max_pip, domino_copies, block_copies, bonuses = deck
            values["deck"] = Deck(max_pip, domino_copies, block_copies, tuple(bonuses))
        values.setdefault("sub_rounds", len(values["deck"].numbers))
        return cls(**values)

    def start_numbers(self) -> tuple[int, ...]:
        """The start number of each sub-round (R7; gap: sub-rounds 11..20)."""
        falling = tuple(reversed(self.deck.numbers))
        if self.sub_rounds == len(falling):
            return falling
        return falling + (falling if self.second_half == "again" else falling[::-1])


def shared_ranks(totals: tuple[int, ...]) -> tuple[int, ...]:
    """12, 12, 30 give 1, 1, 3 (gap: ties); the lowest total wins (R1)."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)
