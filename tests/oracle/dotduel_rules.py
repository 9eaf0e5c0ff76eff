"""The words of Dot Duel: options, what may go wrong, claims and duels as they stand on the table.

An act is told as a verb and its arguments, in this order:

* ``start``, ``roll``, ``agree``, ``forfeit``: none; ``set_connected``: on,
* ``claim``: card, count; ``dot_duel``: claim id, and the true count under ``call_names_count``;
  ``prove_over``: claim id; ``double_dot``: card, card,
* ``place``: a list of cards; ``answer``: total; ``duel_double_dot``: a list of cards.
"""

from __future__ import annotations

from dataclasses import dataclass

SLOTS = 6  # R6
SYMBOLS = 8  # R2
NUMBERS = range(2, 13)  # R2
PLAYERS = range(2, 7)  # R1
INITIATOR_PLACES, OPPONENT_PLACES, FINALIST_PLACES = 1, 3, 2  # R30, R45
TIMEOUTS_IN_ONE_GO = 1000  # gap: nobody answers a duel: a huge `advance` is bounded

SEEK_VERBS = ("claim", "dot_duel", "prove_over", "double_dot", "agree")
RACE_VERBS = ("answer", "duel_double_dot")
DUEL_PHASES = tuple(f"{a}_{b}" for a in ("DUEL", "FINAL") for b in ("FILL", "ROLL", "RACE"))
PHASES = {
    "start": ("SETUP",),
    "roll": ("FIRST_PLAYER", "AWAIT_ROLL", "DUEL_ROLL", "FINAL_ROLL"),
    **dict.fromkeys(SEEK_VERBS, ("SEEK",)),
    "place": ("DUEL_FILL", "FINAL_FILL"),
    **dict.fromkeys(RACE_VERBS, ("DUEL_RACE", "FINAL_RACE")),
    "forfeit": DUEL_PHASES,
}
VERBS = (*PHASES, "set_connected")

CHOICES: dict[str, tuple[str, ...]] = {
    "auto_check": ("off", "over", "both"),
    "false_call_penalty": ("none", "barred"),
    "overclaim_pending": ("void", "keep", "return"),
    "stale_double_dot": ("reject", "wrong"),
    "grounds_pick": ("top", "random", "choose"),
    "final_misfire": ("out", "reroll"),
}


@dataclass(frozen=True)
class Options:
    """The page's table of gaps, with its defaults."""

    stacked_claims: bool = False
    auto_check: str = "off"
    false_call_penalty: str = "none"
    call_names_count: bool = False
    sitting_may_prove: bool = True
    typed_calls_strict: bool = False
    overclaim_pending: str = "void"
    stale_double_dot: str = "reject"
    window_closed_end: bool = False
    auto_end_no_match: bool = False
    sit_out_stacks: bool = False
    roll_timeout_ms: int = 0
    grounds_pick: str = "top"
    duel_timeout_ms: int = 0
    final_misfire: str = "out"
    max_rounds: int = 0
    seek_idle_ms: int = 0
    claim_ms: int = 5000  # R13

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name}={getattr(self, name)!r}; one of {choices}")
        if min(self.roll_timeout_ms, self.duel_timeout_ms, self.max_rounds, self.seek_idle_ms) < 0:
            raise ValueError("timeouts and rounds count from 0, which is off")
        if self.claim_ms < 1:
            raise ValueError("a questioning period lasts at least 1 ms")

    @property
    def window(self) -> int:
        """From a claim to its timer (gap: deadline instant)."""
        return self.claim_ms + self.window_closed_end


class Refused(Exception):
    """An act is rejected; its only argument is the outcome."""


@dataclass
class Claim:
    """A mark on a SHOW card, without id and deadline while it waits behind another one."""

    player: int
    card: int
    count: int
    id: int = 0
    deadline: int = 0


@dataclass
class Duel:
    """A duel, or the final: then there is no questioned card and there may be more than two."""

    id: int
    initiator: int
    players: list[int]  # still in it
    to_place: list[int]  # who has still to fill GROUNDS
    card: int | None
    misfired: bool = False
    roll_from: int | None = None  # the seat from which the roll is passed on
    deadline: int | None = None

    @property
    def is_final(self) -> bool:
        return self.card is None
