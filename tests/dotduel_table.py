"""Tables of Dot Duel for tests: over fixture F, with known cards, dice and picks.

The cards 0..5 show and the roll is 5 unless told otherwise: then the right claims are 2, 1, 1, 1, 2
and none, the Double Dots (0,2) (0,3) (0,4) (2,3). On the roll 11 GROUNDS of 10, 20, 30, 40 have the
total 6 and the Double Dot (10,40), and of the cards 0..5 only card 1 matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.dotduel_compare import named

from dotcore import dotduel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

D = (0, 1, 3, 13, 32, 36, 43, 52)
F = dotduel.Deck.from_cards(
    [sorted((i + d) % 57 for d in D) for i in range(57)], [2 + s % 11 for s in range(57)]
)
SHOWN = [0, 1, 2, 3, 4, 5]
GROUNDS = [10, 20, 30, 40]
SLOTS = len(SHOWN)


def dice_of(roll: int) -> list[int]:
    return [roll // 2, roll - roll // 2]


class Table:
    """An engine whose table is looked at after every act; times count from where it is tested.

    ``hands`` are added in rounds before that, each player's in this order; then the deck begins
    with ``deck``. Seat 0 rolls first in what is tested.
    """

    def __init__(
        self,
        players: int = 3,
        rolls: Iterable[int] = (5,),
        *,
        hands: Sequence[Iterable[int]] = (),
        first: Sequence[int] | None = None,
        deck: Iterable[int] = GROUNDS,
        picks: Iterable[int] = (),
        **options: Any,
    ) -> None:
        self.given = [(player, card) for player, hand in enumerate(hands) for card in hand]
        cards = [card for _, card in self.given]
        self.rounds, rest = -(-len(cards) // SLOTS), len(cards) % SLOTS
        top = cards + SHOWN[rest:] + SHOWN[:rest]
        top += [card for card in deck if card not in cards]
        starter = -self.rounds % players
        throws = [6 if seat == starter else 1 for seat in range(players)]
        if options.get("max_rounds"):
            options["max_rounds"] += self.rounds
        self.engine = dotduel.Engine(
            players,
            F,
            dotduel.Rules(**options),
            seed=1,
            order=top + [card for card in range(57) if card not in top],
            dice=[
                *(first or throws),
                *[6, 6] * self.rounds,
                *(die for roll in rolls for die in dice_of(roll)),
            ],
            picks=picks,
        )
        self.seats = range(players)
        self.begin = self.seq = 0

    # Doing

    def do(self, t: int, player: int | None, verb: str, *args: Any, **ids: Any) -> str:
        """One event, its arguments in the order of the rules' table of verbs; the outcome."""
        self.seq += 1
        told = {"seq": self.seq, **named(verb, args), **ids}
        at = self.begin + t
        refused = self.engine.why_rejected(at, player, verb, **told)
        due = self.engine.next_deadline
        reply = self.engine.submit(at, player, verb, **told)
        self.engine.check_consistency()
        assert reply.accepted is (reply.outcome in ACCEPTED)
        if due is None or due > at:
            assert refused == (None if reply.accepted else reply.outcome)
        return reply.outcome

    def advance(self, t: int) -> None:
        assert self.engine.advance(self.begin + t).outcome == "OK"
        self.engine.check_consistency()

    def start(self) -> Table:
        """To AWAIT_ROLL of the round that is tested."""
        assert self.do(0, None, "start") == "STARTED"
        for seat in self.seats:
            assert self.do(0, seat, "roll") == "ROLLED"
        for number in range(self.rounds):
            self._hand_out(self.given[number * SLOTS : (number + 1) * SLOTS])
        self.begin = self.engine.now
        return self

    def _hand_out(self, given: list[tuple[int, int]]) -> None:
        assert self.do(self.engine.now, self.engine.roller, "roll") == "ROLLED"
        for player, card in given:
            assert self.do(self.engine.now + 1, player, "claim", card, 1) == "CLAIMED"
        self.advance(self.engine.now + self.engine.rules.window_ms)
        if len(given) < SLOTS:
            self.agree(self.engine.now, *self.seats)
        assert self.engine.phase == "AWAIT_ROLL"

    def agree(self, t: int, *players: int) -> None:
        for player in players:
            assert self.do(t, player, "agree") == "AGREED"

    # Looking

    @property
    def phase(self) -> str:
        return self.engine.phase

    @property
    def zones(self) -> Any:
        return self.engine.zones()

    @property
    def personal(self) -> list[list[int]]:
        return self.engine.zones()["personal"]

    @property
    def grounds(self) -> list[int]:
        return self.engine.zones()["grounds"]

    @property
    def deck(self) -> list[int]:
        return self.engine.zones()["deck"]

    @property
    def view(self) -> Any:
        return self.engine.view()

    @property
    def status(self) -> str:
        """A letter of each player's: ACTIVE, BARRED, OUT."""
        return "".join(word[0] for word in self.engine.view()["status"])

    @property
    def agreed(self) -> list[int]:
        return [seat for seat, on in enumerate(self.engine.view()["agreed"]) if on]

    @property
    def claimed(self) -> list[int]:
        """Cards with a live claim."""
        return [claim["card"] for claim in self.engine.claims if claim["id"] is not None]

    @property
    def due(self) -> int | None:
        deadline = self.engine.next_deadline
        return None if deadline is None else deadline - self.begin

    def claim_on(self, card: int) -> int:
        """The id of the live claim on a card."""
        ids = [claim["id"] for claim in self.engine.claims if claim["card"] == card]
        assert ids[0] is not None
        return ids[0]


ACCEPTED = (
    "OK", "STARTED", "ROLLED", "CLAIMED", "QUEUED", "DUEL", "PROVED", "FALSE_CALL", "DOUBLE_DOT",
    "WRONG_DOUBLE_DOT", "AGREED", "PLACED", "WON", "MISFIRE", "FORFEITED",
)  # fmt: skip


def seek(players: int = 3, rolls: Iterable[int] = (5,), **more: Any) -> Table:
    """In SEEK, at the time 0."""
    table = Table(players, rolls, **more).start()
    assert table.do(0, 0, "roll") == "ROLLED"
    assert table.phase == "SEEK"
    return table


def duel(players: int = 2, rolls: Iterable[int] = (5, 11), **more: Any) -> Table:
    """Before the roll: player 1 has called player 0 for card 0; without hands DECK fills."""
    table = seek(players, rolls, **more)
    assert table.do(0, 0, "claim", 0, 1) == "CLAIMED"
    assert table.do(0, 1, "dot_duel", table.claim_on(0)) == "DUEL"
    table.agree(0, *table.seats)
    assert table.phase in ("DUEL_FILL", "DUEL_ROLL")
    return table


def race(players: int = 2, rolls: Iterable[int] = (5, 11), **more: Any) -> Table:
    table = duel(players, rolls, **more)
    assert table.do(0, 1, "roll") == "ROLLED"
    assert table.phase == "DUEL_RACE"
    return table


def final(players: int = 3, rolls: Iterable[int] = (5, 11), **more: Any) -> Table:
    """Before the roll of a final in which nobody holds a card: DECK fills."""
    table = seek(players, rolls, max_rounds=1, **more)
    table.agree(0, *table.seats)
    assert table.phase in ("FINAL_FILL", "FINAL_ROLL")
    return table


def last_round(*sizes: int, **more: Any) -> Table:
    """In SEEK with an empty DECK: so many cards are held, 0..5 show."""
    assert sum(sizes) == 57 - SLOTS
    rest = iter(range(SLOTS, 57))
    hands = [[next(rest) for _ in range(size)] for size in sizes]
    table = seek(len(sizes), hands=hands, **more)
    assert table.deck == []
    return table
