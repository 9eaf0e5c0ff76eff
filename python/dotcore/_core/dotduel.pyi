from collections.abc import Iterable, Mapping, Sequence
from typing import (
    Any,
    ClassVar,
    Literal,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    TypeVar,
    overload,
)

import numpy as np
import numpy.typing as npt
from typing_extensions import Never, Unpack

from dotcore._core import Rng, _Compiled

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

# What importing dotcore.dotduel adds to Deck: functions written in Python. There is no such class
# when a program runs.
class _ShownDeck:
    def card_svg(self, card: SupportsIndex, *, size: int = 320) -> str: ...
    def to_svg(
        self,
        cards: Iterable[SupportsIndex] | None = None,
        *,
        columns: int = 8,
        size: int = 160,
    ) -> str: ...
    def to_pages(
        self, *, diameter: float = 85, paper: Literal["a4", "letter"] = "a4"
    ) -> list[str]: ...
    def to_html(self, *, diameter: float = 85, paper: Literal["a4", "letter"] = "a4") -> str: ...

class Deck(_ShownDeck, _Made, metaclass=_Compiled):
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

# The engine

_Outcome: TypeAlias = Literal[
    "OK",
    "STARTED",
    "ROLLED",
    "CLAIMED",
    "QUEUED",
    "DUEL",
    "PROVED",
    "FALSE_CALL",
    "DOUBLE_DOT",
    "WRONG_DOUBLE_DOT",
    "AGREED",
    "PLACED",
    "WON",
    "MISFIRE",
    "FORFEITED",
    "DUPLICATE",
    "CLOCK",
    "ILLEGAL",
    "STALE",
    "PHASE",
    "OFFLINE",
    "SITTING",
    "NOT_YOURS",
    "ALREADY",
    "NOT_SHOWING",
    "TAKEN",
    "CLOSED",
    "OWN",
    "AFTER_MISFIRE",
]
_Phase: TypeAlias = Literal[
    "SETUP",
    "FIRST_PLAYER",
    "AWAIT_ROLL",
    "SEEK",
    "DUEL_FILL",
    "DUEL_ROLL",
    "DUEL_RACE",
    "FINAL_FILL",
    "FINAL_ROLL",
    "FINAL_RACE",
    "OVER",
]
_Status: TypeAlias = Literal["ACTIVE", "BARRED", "OUT"]
_Change: TypeAlias = Literal[
    "thrown",
    "first",
    "round",
    "shown",
    "passed",
    "rolled",
    "claimed",
    "live",
    "voided",
    "added",
    "returned",
    "aside",
    "barred",
    "sentenced",
    "seek_over",
    "duel",
    "placed",
    "misfired",
    "duel_won",
    "round_over",
    "given_back",
    "over",
]
_AutoCheck: TypeAlias = Literal["off", "over", "both"]
_FalseCall: TypeAlias = Literal["none", "barred"]
_OverclaimPending: TypeAlias = Literal["void", "keep", "return"]
_StaleDoubleDot: TypeAlias = Literal["reject", "wrong"]
_GroundsPick: TypeAlias = Literal["top", "random", "choose"]
_FinalMisfire: TypeAlias = Literal["out", "reroll"]
_TieBreak: TypeAlias = Literal["seq", "random"]

class _AllOptions(TypedDict):
    window_ms: int
    auto_check: _AutoCheck
    false_call_penalty: _FalseCall
    overclaim_pending: _OverclaimPending
    stale_double_dot: _StaleDoubleDot
    grounds_pick: _GroundsPick
    final_misfire: _FinalMisfire
    tie_break: _TieBreak
    stacked_claims: bool
    call_names_count: bool
    sitting_may_prove: bool
    typed_calls_strict: bool
    window_closed_end: bool
    auto_end_no_match: bool
    sit_out_stacks: bool
    roll_timeout_ms: int
    duel_timeout_ms: int
    seek_idle_ms: int
    max_rounds: int

class _SomeOptions(TypedDict, total=False):
    window_ms: int
    auto_check: _AutoCheck
    false_call_penalty: _FalseCall
    overclaim_pending: _OverclaimPending
    stale_double_dot: _StaleDoubleDot
    grounds_pick: _GroundsPick
    final_misfire: _FinalMisfire
    tie_break: _TieBreak
    stacked_claims: bool
    call_names_count: bool
    sitting_may_prove: bool
    typed_calls_strict: bool
    window_closed_end: bool
    auto_end_no_match: bool
    sit_out_stacks: bool
    roll_timeout_ms: int
    duel_timeout_ms: int
    seek_idle_ms: int
    max_rounds: int

class _SomeOfEffect(TypedDict, total=False):
    player: int
    card: int
    die: int
    round: int
    slot: int
    number: int
    claim: int
    claimant: int
    rounds: int
    duel_id: int
    total: int

class _Effect(_SomeOfEffect):
    change: _Change
    t: int

class _ClaimView(TypedDict):
    id: int | None
    player: int
    card: int
    count: int
    deadline: int | None
    callers: list[int]

class _WaitingDuelView(TypedDict):
    id: int
    initiator: int
    other: int
    card: int

class _DuelView(TypedDict):
    id: int
    is_final: bool
    initiator: int
    players: list[int]
    card: int | None
    misfired: bool
    deadline: int | None
    filler: int | None

class _Legal(TypedDict, total=False):
    start: Literal[True]
    roll: Literal[True]
    claim: list[int]
    dot_duel: list[int]
    prove_over: list[int]
    double_dot: list[int]
    agree: Literal[True]
    place: int
    answer: int
    duel_double_dot: list[int]
    forfeit: Literal[True]

class _Zones(TypedDict):
    deck: list[int]
    show: list[int | None]
    aside: list[int]
    grounds: list[int]
    personal: list[list[int]]

class _TableView(TypedDict):
    player: int | None
    players: int
    rules: _AllOptions
    phase: _Phase
    now: int
    next_deadline: int | None
    round: int
    roll_id: int
    number: int | None
    roller: int | None
    first: int | None
    deck_size: int
    show: list[int | None]
    aside: list[int]
    grounds: list[int]
    personal: list[list[int]]
    status: list[_Status]
    sit_out: list[int]
    connected: list[bool]
    agreed: list[bool]
    thrown: list[int | None]
    claims: list[_ClaimView]
    duels: list[_WaitingDuelView]
    duel: _DuelView | None
    scores: list[int]
    winner: int | None

class _View(_TableView):
    game: Literal["dotduel"]
    legal: _Legal

class Rules(metaclass=_Compiled):
    def __init__(
        self,
        *,
        window_ms: int = 5000,
        auto_check: _AutoCheck = "off",
        false_call_penalty: _FalseCall = "none",
        overclaim_pending: _OverclaimPending = "void",
        stale_double_dot: _StaleDoubleDot = "reject",
        grounds_pick: _GroundsPick = "top",
        final_misfire: _FinalMisfire = "out",
        tie_break: _TieBreak = "random",
        stacked_claims: bool = False,
        call_names_count: bool = False,
        sitting_may_prove: bool = True,
        typed_calls_strict: bool = False,
        window_closed_end: bool = False,
        auto_end_no_match: bool = False,
        sit_out_stacks: bool = False,
        roll_timeout_ms: int = 0,
        duel_timeout_ms: int = 0,
        seek_idle_ms: int = 0,
        max_rounds: int = 0,
    ) -> None: ...
    @property
    def window_ms(self) -> int: ...
    @property
    def auto_check(self) -> _AutoCheck: ...
    @property
    def false_call_penalty(self) -> _FalseCall: ...
    @property
    def overclaim_pending(self) -> _OverclaimPending: ...
    @property
    def stale_double_dot(self) -> _StaleDoubleDot: ...
    @property
    def grounds_pick(self) -> _GroundsPick: ...
    @property
    def final_misfire(self) -> _FinalMisfire: ...
    @property
    def tie_break(self) -> _TieBreak: ...
    @property
    def stacked_claims(self) -> bool: ...
    @property
    def call_names_count(self) -> bool: ...
    @property
    def sitting_may_prove(self) -> bool: ...
    @property
    def typed_calls_strict(self) -> bool: ...
    @property
    def window_closed_end(self) -> bool: ...
    @property
    def auto_end_no_match(self) -> bool: ...
    @property
    def sit_out_stacks(self) -> bool: ...
    @property
    def roll_timeout_ms(self) -> int: ...
    @property
    def duel_timeout_ms(self) -> int: ...
    @property
    def seek_idle_ms(self) -> int: ...
    @property
    def max_rounds(self) -> int: ...
    def as_dict(self) -> _AllOptions: ...
    def replace(self, **kwargs: Unpack[_SomeOptions]) -> Rules: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __getstate__(self) -> tuple[dict[str, Any]]: ...
    def __setstate__(self, state: tuple[dict[str, Any]]) -> None: ...

class Reply(_Made, metaclass=_Compiled):
    @property
    def outcome(self) -> _Outcome: ...
    @property
    def accepted(self) -> bool: ...
    @property
    def effects(self) -> list[_Effect]: ...

# The same of Engine
class _ShownEngine:
    def to_text(
        self, player: int | None = None, *, names: Sequence[str] | None = None, width: int = 80
    ) -> str: ...
    def to_svg(
        self,
        player: int | None = None,
        *,
        names: Sequence[str] | None = None,
        width: int = 960,
        title: str | None = None,
    ) -> str: ...
    def _repr_svg_(self) -> str: ...

class Engine(_ShownEngine, metaclass=_Compiled):
    def __init__(
        self,
        players: int,
        deck: Deck | None = None,
        rules: Rules | None = None,
        *,
        seed: SupportsIndex | None = None,
        order: Iterable[SupportsIndex] | None = None,
        dice: Iterable[SupportsIndex] | None = (),
        picks: Iterable[SupportsIndex] | None = (),
    ) -> None: ...
    # What a message holds is judged, whatever it is: it may be passed on as it was read from JSON.
    def submit(
        self,
        t_ms: SupportsIndex,
        player: object,
        verb: object,
        *,
        card: object = None,
        count: object = None,
        claim: object = None,
        cards: object = None,
        total: object = None,
        on: object = None,
        seq: object = None,
        roll_id: object = None,
        duel_id: object = None,
    ) -> Reply: ...
    def advance(self, t_ms: SupportsIndex) -> Reply: ...
    def why_rejected(
        self,
        t_ms: SupportsIndex,
        player: object,
        verb: object,
        *,
        card: object = None,
        count: object = None,
        claim: object = None,
        cards: object = None,
        total: object = None,
        on: object = None,
        seq: object = None,
        roll_id: object = None,
        duel_id: object = None,
    ) -> _Outcome | None: ...
    @property
    def next_deadline(self) -> int | None: ...
    def legal(self, player: int | None = None) -> _Legal: ...
    def view(self, player: int | None = None) -> _View: ...
    @property
    def players(self) -> int: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def phase(self) -> _Phase: ...
    @property
    def now(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def roll_id(self) -> int: ...
    @property
    def number(self) -> int | None: ...
    @property
    def roller(self) -> int | None: ...
    @property
    def show(self) -> list[int | None]: ...
    @property
    def aside(self) -> list[int]: ...
    @property
    def grounds(self) -> list[int]: ...
    @property
    def personal(self) -> list[list[int]]: ...
    @property
    def deck_size(self) -> int: ...
    @property
    def status(self) -> list[_Status]: ...
    @property
    def claims(self) -> list[_ClaimView]: ...
    @property
    def duel(self) -> _DuelView | None: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    def zones(self) -> _Zones: ...
    @property
    def hash(self) -> int: ...
    @property
    def log_size(self) -> int: ...
    def log(self, since: int = 0) -> bytes: ...
    @staticmethod
    def replay(log: bytes) -> Engine: ...
    def snapshot(self) -> bytes: ...
    @staticmethod
    def restore(snapshot: bytes) -> Engine: ...
    def copy(self) -> Engine: ...
    def check_consistency(self) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __getstate__(self) -> tuple[bool, bytes]: ...
    def __setstate__(self, state: tuple[bool, bytes]) -> None: ...

# Games between simulated players

class _Traits(TypedDict):
    look_ms: int
    symbol_ms: int
    react_ms: int
    spread: int
    miss: int
    false_alarm: int
    check: int
    double_dot: int
    wrong_double_dot: int

class SimulatedPlayer(metaclass=_Compiled):
    def __init__(
        self,
        *,
        look_ms: SupportsIndex = 900,
        symbol_ms: SupportsIndex = 250,
        react_ms: SupportsIndex = 400,
        spread: SupportsIndex = 350,
        miss: SupportsIndex = 60,
        false_alarm: SupportsIndex = 15,
        check: SupportsIndex = 600,
        double_dot: SupportsIndex = 300,
        wrong_double_dot: SupportsIndex = 2,
    ) -> None: ...
    @property
    def look_ms(self) -> int: ...
    @property
    def symbol_ms(self) -> int: ...
    @property
    def react_ms(self) -> int: ...
    @property
    def spread(self) -> int: ...
    @property
    def miss(self) -> int: ...
    @property
    def false_alarm(self) -> int: ...
    @property
    def check(self) -> int: ...
    @property
    def double_dot(self) -> int: ...
    @property
    def wrong_double_dot(self) -> int: ...
    def as_dict(self) -> _Traits: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __getstate__(self) -> tuple[dict[str, Any]]: ...
    def __setstate__(self, state: tuple[dict[str, Any]]) -> None: ...

class Simulation(_Made, metaclass=_Compiled):
    @property
    def winner(self) -> npt.NDArray[np.int8]: ...
    @property
    def rounds(self) -> npt.NDArray[np.int32]: ...
    @property
    def duration_ms(self) -> npt.NDArray[np.int64]: ...
    @property
    def cards(self) -> npt.NDArray[np.int32]: ...
    @property
    def claims(self) -> npt.NDArray[np.int32]: ...
    @property
    def duels(self) -> npt.NDArray[np.int32]: ...
    @property
    def double_dots(self) -> npt.NDArray[np.int32]: ...
    @property
    def errors(self) -> npt.NDArray[np.int32]: ...
    def __len__(self) -> int: ...

def simulate(
    n: int,
    players: SupportsIndex | Iterable[SimulatedPlayer] = 4,
    *,
    seed: SupportsIndex = 0,
    threads: int = 1,
    deck: Deck | None = None,
    rules: Rules | None = None,
) -> Simulation: ...

# The tick game

_RngOrSeed: TypeAlias = Rng | SupportsIndex

class _TickView(_TableView):
    game: Literal["dotduel_tick"]
    tick: int
    tick_ms: int
    max_ticks: int
    current_player: int
    legal: list[str]

class TickGame(metaclass=_Compiled):
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __init__(
        self,
        players: int,
        deck: Deck | None = None,
        rules: Rules | None = None,
        *,
        tick_ms: int = 500,
        max_ticks: int = 20000,
    ) -> None: ...

    # Looking
    @property
    def deck(self) -> Deck: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def tick_ms(self) -> int: ...
    @property
    def max_ticks(self) -> int: ...
    @property
    def tick(self) -> int: ...
    @property
    def phase(self) -> _Phase: ...
    @property
    def show(self) -> list[int | None]: ...
    @property
    def number(self) -> int | None: ...
    @property
    def round(self) -> int: ...
    @property
    def grounds(self) -> list[int]: ...
    @property
    def personal(self) -> list[list[int]]: ...
    @property
    def claims(self) -> list[_ClaimView]: ...
    @property
    def duel(self) -> _DuelView | None: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def scores(self) -> list[int]: ...

    # The contract of all games
    @property
    def num_players(self) -> int: ...
    @property
    def current_player(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def is_terminal(self) -> bool: ...
    @overload
    def legal_actions(
        self, player: int | None = None, out: None = None
    ) -> npt.NDArray[np.int32]: ...
    @overload
    def legal_actions(self, player: int | None, out: npt.NDArray[np.int32]) -> int: ...
    @overload
    def legal_actions(self, player: int | None = None, *, out: npt.NDArray[np.int32]) -> int: ...
    def legal_mask(
        self, player: int | None = None, out: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.bool_]: ...
    def apply(self, action: SupportsIndex) -> None: ...
    def apply_joint(
        self, actions: Iterable[SupportsIndex] | npt.NDArray[np.integer[Any]]
    ) -> None: ...
    def undo(self) -> None: ...
    def returns(self) -> npt.NDArray[np.float64]: ...
    def rewards(self) -> npt.NDArray[np.float64]: ...
    def chance_outcomes(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]: ...
    def sample_chance(self, rng: _RngOrSeed) -> int: ...
    def resolve_chance(self, rng: _RngOrSeed) -> None: ...
    def copy(self, history: bool = True) -> TickGame: ...
    @property
    def key(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def to_bytes(self, history: bool = False) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes) -> TickGame: ...
    def action_to_string(self, action: int) -> str: ...
    def string_to_action(self, text: str) -> int: ...
    @property
    def observation_shape(self) -> tuple[int]: ...
    def observe(
        self, player: int, out: npt.NDArray[np.float32] | None = None
    ) -> npt.NDArray[np.float32]: ...
    def view(self, player: int) -> _TickView: ...
    def info_key(self, player: int) -> int: ...
    def resample(self, player: int, rng: _RngOrSeed) -> TickGame: ...
    def check_consistency(self) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __getstate__(self) -> tuple[bytes]: ...
    def __setstate__(self, state: tuple[bytes]) -> None: ...
