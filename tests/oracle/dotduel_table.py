"""The table of Dot Duel: where every card lies, who may do what, what is open; and its looks.

Each card is in exactly one of DECK, SHOW, ASIDE, GROUNDS and the players' PERSONAL.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from tests.oracle.dotduel_cards import matches, total
from tests.oracle.dotduel_rules import NUMBERS, PLAYERS, SLOTS, Claim, Duel, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Table:
    """One game as it lies; ``Engine`` says how it goes on.

    ``order`` is the whole DECK, top first, before six cards go to SHOW (R6). ``dice`` throws one
    die; ``picks(bound)`` draws 0 .. bound - 1 for everything else.
    """

    def __init__(
        self,
        players: int,
        cards: Sequence[Sequence[int]],
        numbers: Sequence[int],
        order: Sequence[int],
        dice: Callable[[], int],
        picks: Callable[[int], int],
        **options: Any,
    ) -> None:
        if players not in PLAYERS:  # R1
            raise ValueError(f"players={players}; {PLAYERS[0]}..{PLAYERS[-1]}")
        if not all(number in NUMBERS for number in numbers):  # gap: a deck's numbers
            raise ValueError("a symbol stands for a number 2..12")
        if sorted(order) != list(range(len(cards))):
            raise ValueError("the order holds each card once")
        self.cards = cards
        self.numbers = numbers
        self.options = Options(**options)
        self._dice = dice
        self._picks = picks
        self.seats = range(players)
        # Time and messages
        self.now = 0
        self.phase = "SETUP"
        self._seen: set[int] = set()
        # Zones
        self.deck = list(order)
        self.show: list[int | None] = [None] * SLOTS
        self.aside: list[int] = []
        self.grounds: list[int] = []
        self.personal: list[list[int]] = [[] for _ in self.seats]
        # Players
        self.status = ["ACTIVE"] * players
        self.sit = [0] * players
        self.connected = [True] * players
        self.last_add = [0] * players  # the number of the last act of adding (R46)
        self._adds = 0
        # FIRST_PLAYER
        self.contenders = list(self.seats)
        self.throws: dict[int, int] = {}
        self.first: int | None = None
        # The round
        self.round = 0
        self.roll_id = 0
        self.number: int | None = None
        self.who: int | None = None
        self._turn_from = 0  # the seat from which the roller is looked for
        self._next_turn_from = 0  # the same for the next round
        self._roll_deadline: int | None = None
        self._duel_who: int | None = None  # whose roll for the duel the deadline is for
        self.claims: list[Claim] = []  # open ones, by id
        self.waiting: list[Claim] = []  # behind those, in order of claim
        self._last_claim = 0
        self._calls: set[tuple[int, int]] = set()  # (player, claim id)
        self.added: list[list[int]] = [[] for _ in self.seats]  # in this round, by R17
        self.agreed: set[int] = set()
        self._last_event = 0  # in SEEK (gap: endless play)
        # Duels
        self.duels: list[Duel] = []  # still to come, in order of initiation
        self.duel: Duel | None = None
        self._last_duel = 0
        # The end
        self._before_final: tuple[list[int], list[list[int]]] = ([], [])  # DECK, PERSONAL
        self.winner: int | None = None

    # Looking

    @property
    def scores(self) -> list[int]:
        """R43: the cards that each player holds."""
        return [len(pile) for pile in self.personal]

    def state(self) -> dict[str, Any]:
        zones = [self.deck, self.show, self.aside, self.grounds, self.personal]
        text = json.dumps(zones, separators=(",", ":"))
        duel = self.duel
        return {
            "ph": self.phase,
            "now": self.now,
            "rd": self.round,
            "rl": self.roll_id,
            "no": self.number,
            "who": self.who,
            "dk": len(self.deck),
            "sh": list(self.show),
            "as": list(self.aside),
            "gr": list(self.grounds),
            "pe": self.scores,
            "st": "".join(status[0] for status in self.status),
            "si": list(self.sit),
            "cn": "".join("01"[on] for on in self.connected),
            "ag": sorted(self.agreed),
            "cl": [[c.id, c.player, c.card, c.count, c.deadline] for c in self.claims],
            "du": duel
            and [
                duel.id,
                duel.initiator,
                list(duel.players),
                duel.card,
                duel.misfired,
                duel.deadline,
            ],
            "z": hashlib.sha256(text.encode()).hexdigest()[:12],
        }

    def next_deadline(self) -> int | None:
        """When the next timer fires, if nothing else happens before."""
        if self.phase == "SEEK":
            if self.claims:
                return min(claim.deadline for claim in self.claims)
            if self.options.seek_idle_ms:
                return max(self.now, self._last_event + self.options.seek_idle_ms)
        if self.phase in ("AWAIT_ROLL", "DUEL_ROLL", "FINAL_ROLL"):
            return self._roll_deadline
        if self.phase in ("DUEL_RACE", "FINAL_RACE"):
            assert self.duel is not None
            return self.duel.deadline
        return None

    # The page's invariants

    def check(self) -> None:
        zones = self.deck + self._showing() + self.aside + self.grounds
        for pile in self.personal:
            zones += pile
        assert sorted(zones) == list(range(len(self.cards)))
        assert len(self.show) == SLOTS
        claimed = {claim.card for claim in self.claims}
        assert len(claimed) == len(self.claims)
        assert {claim.card for claim in self.waiting} <= claimed <= set(self._showing())
        assert [claim.id for claim in self.claims] == sorted(claim.id for claim in self.claims)
        assert (due := self.next_deadline()) is None or due > self.now
        assert (self.number is not None) == (self.phase in ("SEEK", "DUEL_RACE", "FINAL_RACE"))
        assert (self.duel is not None) == (self.phase.split("_")[0] in ("DUEL", "FINAL"))
        assert self.phase == "SEEK" or not (self.claims or self.agreed)
        assert bool(self.grounds) <= (self.duel is not None)
        assert not self.agreed or {self.status[player] for player in self.agreed} == {"ACTIVE"}
        duels = ([self.duel] if self.duel else []) + self.duels
        questioned = [duel.card for duel in duels if duel.card is not None]
        in_grounds = [card for card in questioned if card in self.grounds]  # R33
        assert sorted(self.aside + in_grounds) == sorted(questioned)
        if self.phase == "OVER" and self.round != self.options.max_rounds:
            assert sum(self.scores) == len(self.cards)

    # Cards and where they go

    def _showing(self) -> list[int]:
        return [card for card in self.show if card is not None]

    def _actual(self, card: int) -> int:
        assert self.number is not None
        return matches(self.cards, self.numbers, card, self.number)

    def _grounds_total(self) -> int:
        assert self.number is not None
        return total(self.cards, self.numbers, self.grounds, self.number)

    def _top_up(self) -> None:
        for slot in range(SLOTS):
            if self.show[slot] is None and self.deck:  # R9
                self.show[slot] = self.deck.pop(0)

    def _take_from_show(self, card: int) -> None:
        """The card leaves SHOW: every claim on it is settled, void or dropped."""
        self.show[self.show.index(card)] = None
        self.claims = [claim for claim in self.claims if claim.card != card]
        self.waiting = [claim for claim in self.waiting if claim.card != card]

    def _add(self, player: int, cards: Iterable[int]) -> None:
        """One act of adding."""
        self._adds += 1
        self.last_add[player] = self._adds
        self.personal[player] += cards

    def _return(self, card: int) -> None:
        """Gap: random place in DECK."""
        self.deck.insert(self._picks(len(self.deck) + 1), card)

    def _seats_from(self, seat: int) -> list[int]:
        return [(seat + i) % len(self.seats) for i in self.seats]
