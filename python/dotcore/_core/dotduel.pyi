from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, TypedDict, TypeVar

import numpy as np
import numpy.typing as npt
from typing_extensions import Never

from dotcore._core import _Compiled

_FaultKind: TypeAlias = Literal[
    "card_count",
    "card_size",
    "symbol_twice",
    "unknown_symbol",
    "shares_none",
    "shares_several",
    "symbol_count",
    "frequency",
    "number",
    "too_large",
]

# Arrays of ints, nested sequences of them, or one alone
_Ints: TypeAlias = (
    npt.NDArray[np.integer[Any]]
    | SupportsIndex
    | Sequence[SupportsIndex]
    | Sequence[Sequence[SupportsIndex]]
    | Sequence[Sequence[Sequence[SupportsIndex]]]
)
_Labels: TypeAlias = Iterable[SupportsIndex] | npt.NDArray[np.integer[Any]]
_Cards: TypeAlias = Iterable[Iterable[SupportsIndex]] | npt.NDArray[np.integer[Any]]
_Profile: TypeAlias = dict[int, int] | Sequence[int]
_Symbols = TypeVar("_Symbols", npt.NDArray[np.uint8], npt.NDArray[np.uint16])

class _Chances(TypedDict):
    no_match: npt.NDArray[np.float64]
    double_dot: npt.NDArray[np.float64]
    no_match_by_number: npt.NDArray[np.float64]
    double_dot_by_number: npt.NDArray[np.float64]

class _DeckDict(TypedDict):
    cards: list[list[int]]
    numbers: list[int]
    partial: bool

# What is made by the core or by static methods: calling the class is a TypeError. There is no such
# class when a program runs.
class _Made:
    def __init__(self, *args: Never, **kwargs: Never) -> None: ...

class Fault(_Made, metaclass=_Compiled):
    @property
    def kind(self) -> _FaultKind: ...
    @property
    def card(self) -> int | None: ...
    @property
    def other(self) -> int | None: ...
    @property
    def symbol(self) -> int | None: ...
    @property
    def found(self) -> int: ...
    @property
    def expected(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

class Deck(_Made, metaclass=_Compiled):
    @staticmethod
    def standard(seed: SupportsIndex = 0, profile: _Profile | None = None) -> Deck: ...
    @staticmethod
    def of_order(order: int, seed: SupportsIndex = 0, profile: _Profile | None = None) -> Deck: ...
    @staticmethod
    def from_cards(cards: _Cards, numbers: _Labels, partial: bool = False) -> Deck: ...
    @staticmethod
    def faults(
        cards: _Cards, numbers: _Labels | None = None, partial: bool = False
    ) -> list[Fault]: ...
    @staticmethod
    def design(
        seed: SupportsIndex = 0,
        *,
        order: int = 7,
        profile: _Profile | None = None,
        most_on_a_card: int | None = None,
        even_double_dots: bool = False,
        double_dot_spread: float | None = None,
        showing: int = 6,
        tries: int = 100000,
    ) -> Deck: ...
    def __len__(self) -> int: ...
    @property
    def card_size(self) -> int: ...
    @property
    def num_symbols(self) -> int: ...
    @property
    def is_partial(self) -> bool: ...
    @property
    def profile(self) -> dict[int, int]: ...
    @property
    def cards(self) -> npt.NDArray[np.uint16]: ...
    @property
    def numbers(self) -> npt.NDArray[np.uint8]: ...
    @property
    def counts(self) -> npt.NDArray[np.uint8]: ...
    # uint16 for decks of more than 255 symbols
    @property
    def pair_symbol(self) -> npt.NDArray[np.uint8] | npt.NDArray[np.uint16]: ...
    @property
    def pair_number(self) -> npt.NDArray[np.uint8]: ...
    def pair_symbols(
        self, a: _Ints, b: _Ints, out: _Symbols | None = None
    ) -> npt.NDArray[np.uint8] | npt.NDArray[np.uint16]: ...
    def pair_numbers(
        self, a: _Ints, b: _Ints, out: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]: ...
    def claims(
        self, show: _Ints, number: _Ints, out: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]: ...
    def double_dots(
        self, show: _Ints, number: _Ints, out: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]: ...
    def has_double_dot(
        self, show: _Ints, number: _Ints, out: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]: ...
    def nothing_matches(
        self, show: _Ints, number: _Ints, out: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]: ...
    def statistics(self, cards: int = 12) -> _Chances: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes) -> Deck: ...
    def as_dict(self) -> _DeckDict: ...
    @staticmethod
    def from_dict(parts: Mapping[str, Any]) -> Deck: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __getstate__(self) -> tuple[bytes]: ...
    def __setstate__(self, state: tuple[bytes]) -> None: ...
