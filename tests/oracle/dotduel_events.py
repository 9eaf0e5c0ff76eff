"""Random games of Dot Duel: mostly sensible acts, sometimes wild ones, at telling times.

Events come from what ``state()`` tells and from the cards; so they can drive any engine that has
``state()``, ``cards`` and ``numbers``. An event is (t, seq, player, verb, args, roll_id, duel_id);
the verb ``advance`` has neither seq nor player. Hands are not in the state: an engine that tells
``personal`` sees more legal ``place`` acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tests.oracle.dotduel import Engine
from tests.oracle.dotduel_cards import difference_deck, double_dots, matches, plane, total
from tests.oracle.dotduel_rules import CHOICES, NUMBERS, SEEK_VERBS, VERBS

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

Maybe: TypeAlias = "int | None"
Act: TypeAlias = "tuple[Maybe, str, tuple[Any, ...]]"  # player, verb, args
Event: TypeAlias = "tuple[int, Maybe, Maybe, str, tuple[Any, ...], Maybe, Maybe]"
State: TypeAlias = "dict[str, Any]"

WILD = 0.1  # of the events: any verb with any arguments
RESENT = 0.03
WITH_ROLL_ID, WITH_DUEL_ID, STALE = 0.25, 0.15, 0.1
GO_OFFLINE, COME_BACK = 0.02, 0.25
FLAGS = ("stacked_claims", "call_names_count", "typed_calls_strict", "window_closed_end",
         "auto_end_no_match", "sit_out_stacks")  # fmt: skip
TIMES = {
    "roll_timeout_ms": (1000, 4000),
    "duel_timeout_ms": (1, 3000, 5000),
    "seek_idle_ms": (2000, 5000, 9000),
}


# Games


def random_options(rng: random.Random) -> dict[str, Any]:
    """Each option off its default about one time in three."""
    options: dict[str, Any] = {name: True for name in FLAGS if rng.random() < 0.3}
    for name, choices in CHOICES.items():
        if rng.random() < 0.45:
            options[name] = rng.choice(choices)
    for name, times in TIMES.items():
        if rng.random() < 0.3:
            options[name] = rng.choice(times)
    if rng.random() < 0.3:
        options["sitting_may_prove"] = False
    if rng.random() < 0.25:
        options["max_rounds"] = rng.choice((1, 1, 2, 5, 12))
    if rng.random() < 0.2:
        options["claim_ms"] = rng.choice((1, 1000, 7000))
    return options


def random_numbers(rng: random.Random, symbols: int = 57) -> list[int]:
    """Balanced: each number for 5 or 6 symbols."""
    numbers = list(NUMBERS)
    rng.shuffle(numbers)
    dealt = [numbers[i % len(numbers)] for i in range(symbols)]
    rng.shuffle(dealt)
    return dealt


def random_engine(rng: random.Random, **options: Any) -> Engine:
    """A new game with a random deck and order, dice and picks from a source of its own."""
    cards = rng.choice((difference_deck, lambda: plane(7)))()
    order = list(range(len(cards)))
    rng.shuffle(order)
    players, numbers = rng.randint(2, 6), random_numbers(rng)
    chance = type(rng)(rng.getrandbits(64))
    return Engine(players, cards, numbers, order, Dice(chance), chance.randrange, **options)


class Dice:
    """One die, thrown by calling it; copied with its source."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def __call__(self) -> int:
        return self.chance.randint(1, 6)


def act(engine: Engine, event: Event) -> str:
    """Do an event on an engine; gives the outcome."""
    t, seq, player, verb, args, roll_id, duel_id = event
    if verb == "advance":
        return engine.advance(t)
    assert seq is not None
    return engine.submit(t, seq, player, verb, *args, roll_id=roll_id, duel_id=duel_id)


# Events


def random_event(
    engine: Any,
    rng: random.Random,
    log: Sequence[Event],
    names_count: bool = False,
    wild: float = WILD,
) -> Event:
    """The next event. ``log`` is all that came before, for fresh and for repeated numbers.

    ``names_count``: a call names a count, as under ``call_names_count``.
    """
    state = engine.state()
    sent = [event for event in log[-40:] if event[1] is not None]
    if sent and rng.random() < RESENT:
        return rng.choice(sent)
    t = random_time(state, rng)
    table = Table(engine, state, rng, names_count)
    player, verb, args = table.wild_act() if rng.random() < wild else table.act()
    if verb == "advance":
        return (max(t, state["now"]), None, None, verb, (), None, None)
    last = max((event[1] for event in log if event[1] is not None), default=0)
    seq = last + rng.choice((1, 1, 1, 4))
    roll_id = duel_id = None
    if rng.random() < WITH_ROLL_ID:
        roll_id = state["rl"] - (rng.random() < STALE)
    if rng.random() < WITH_DUEL_ID and (state["du"] or rng.random() < STALE):
        duel_id = (state["du"][0] if state["du"] else 1) + (rng.random() < STALE)
    return (t, seq, player, verb, args, roll_id, duel_id)


def random_time(state: State, rng: random.Random) -> int:
    now: int = state["now"]
    deadlines: list[int] = [claim[4] for claim in state["cl"]]
    if state["du"] and state["du"][5] is not None:
        deadlines.append(state["du"][5])
    kind = rng.random()
    if kind < 0.45:
        return now
    if deadlines and kind < 0.6:
        return max(now, rng.choice(deadlines) + rng.choice((-1, -1, 0, 0, 1)))
    if kind < 0.93:
        return now + rng.choice((1, 40, 300, 900))
    if kind < 0.98:
        return now + rng.choice((1000, 2500, 4999, 5000, 5001, 9000))
    return max(0, now - rng.choice((1, 1, 700)))


class Table:
    """What a state shows, and acts that suit it."""

    def __init__(self, engine: Any, state: State, rng: random.Random, names_count: bool) -> None:
        self.state, self.rng, self.names_count = state, rng, names_count
        self.cards: Sequence[Sequence[int]] = engine.cards
        self.numbers: Sequence[int] = engine.numbers
        self.personal = getattr(engine, "personal", None)
        self.seats = range(len(state["pe"]))
        self.showing: list[int] = [card for card in state["sh"] if card is not None]

    def act(self) -> Act:
        state, rng = self.state, self.rng
        offline = [seat for seat in self.seats if state["cn"][seat] == "0"]
        if offline and rng.random() < COME_BACK:
            return (rng.choice(offline), "set_connected", (True,))
        if rng.random() < GO_OFFLINE * (1 + 4 * ("O" in state["st"])):
            # Best those who may roll: then it falls to the ones who are OUT.
            return (self.anyone("A"), "set_connected", (False,))
        if rng.random() < 0.06:
            return (None, "advance", ())
        phase = state["ph"]
        if phase == "SETUP":
            return (None, "start", ())
        if phase == "FIRST_PLAYER":
            return (rng.choice(self.seats), "roll", ())
        if phase == "AWAIT_ROLL":
            who = state["who"]
            return (self.anyone() if who is None or rng.random() < 0.05 else who, "roll", ())
        if phase == "SEEK":
            return self.seek()
        if phase == "OVER":
            return self.wild_act()
        return self.duel(phase.split("_")[1])

    def anyone(self, status: str = "AAABO", but: int | None = None) -> int:
        """A connected player, most often of the first status given."""
        seats = [seat for seat in self.seats if seat != but]
        letter = self.rng.choice(status)
        fit = [s for s in seats if self.state["st"][s] == letter and self.state["cn"][s] == "1"]
        return self.rng.choice(fit or seats)

    def truth(self, card: int) -> int:
        number = self.state["no"]
        return matches(self.cards, self.numbers, card, number or 7)

    # SEEK

    def seek(self) -> Act:
        rng, state = self.rng, self.state
        kind = rng.random()
        if kind < 0.4 and state["cl"]:
            return self.call(rng.choice(state["cl"]))
        if kind < 0.47:
            return self.double_dot()
        if kind < 0.75 and self.showing:
            return self.claim()
        if kind < 0.82:
            return (None, "advance", ())
        active = [seat for seat in self.seats if state["st"][seat] == "A"]
        silent = [seat for seat in active if seat not in state["ag"]]
        return (rng.choice(silent or self.seats), "agree", ())

    def claim(self) -> Act:
        rng = self.rng
        claimed = {claim[2] for claim in self.state["cl"]}
        free = [card for card in self.showing if card not in claimed]
        free = [card for card in free for _ in range(self.truth(card) ** 3)]
        card = rng.choice(free if free and rng.random() < 0.8 else self.showing)
        truth = self.truth(card)
        count = rng.choice((truth, truth, truth - 1, truth - 1, truth + 1, 1))
        return (self.anyone("AAAAAAB"), "claim", (card, max(1, count)))

    def call(self, claim: Sequence[int]) -> Act:
        rng = self.rng
        id_, claimant, card, count, _ = claim
        truth = self.truth(card)
        if count == truth and rng.random() < 0.7:
            return self.claim() if self.showing else (None, "advance", ())
        caller = self.anyone("AAAAABO", but=None if rng.random() < 0.05 else claimant)
        verb = "dot_duel" if count < truth else "prove_over"
        if rng.random() < 0.2:
            verb = rng.choice(("dot_duel", "prove_over"))
        if not self.names_count:
            return (caller, verb, (id_,))
        named = truth if rng.random() < 0.7 else rng.randint(0, 3)
        return (caller, verb, (id_, named))

    def double_dot(self) -> Act:
        rng, player = self.rng, self.anyone("AAAAAAAAABO")
        right = double_dots(self.cards, self.numbers, self.showing, self.state["no"] or 7)
        kind = rng.random()
        if right and kind < 0.2:
            pair = list(rng.choice(right))
        elif len(self.showing) >= 2 and kind < 0.25:
            pair = rng.sample(self.showing, 2)
        elif self.showing and kind < 0.3:
            pair = [rng.choice(self.showing), rng.choice(range(len(self.cards)))]
        else:
            return (None, "advance", ())
        rng.shuffle(pair)
        return (player, "double_dot", (pair[0], pair[1]))

    # Duels

    def duel(self, step: str) -> Act:
        rng, (_, initiator, players, *_) = self.rng, self.state["du"]
        player = rng.choice(players) if rng.random() < 0.95 else rng.choice(self.seats)
        if rng.random() < 0.04:
            return (player, "forfeit", ())
        if step == "ROLL":
            rolls = initiator in players and self.state["cn"][initiator] == "1"
            return (initiator if rolls and rng.random() < 0.9 else player, "roll", ())
        if step == "FILL":
            return self.place(player, initiator)
        return self.race(player)

    def place(self, player: int, initiator: int) -> Act:
        rng = self.rng
        if self.personal is None:
            if rng.random() < 0.3:  # their cards cannot be known: then the newest are taken
                return (player, "set_connected", (False,))
            return (player, "place", (rng.sample(range(len(self.cards)), rng.randint(1, 3)),))
        own = self.personal[player]
        due = 2 if self.state["du"][3] is None else 1 if player == initiator else 3
        if rng.random() < 0.1:
            due = rng.randint(0, 4)
        return (player, "place", (rng.sample(own, min(due, len(own))),))

    def race(self, player: int) -> Act:
        rng, grounds, number = self.rng, self.state["gr"], self.state["no"]
        right = double_dots(self.cards, self.numbers, grounds, number)
        kind = rng.random()
        if right and kind < 0.35:
            return (player, "duel_double_dot", (list(rng.choice(right)),))
        if kind < 0.5 and len(grounds) > 1:
            named = rng.sample(grounds, rng.randint(2, min(4, len(grounds))))
            return (player, "duel_double_dot", (named,))
        if kind < 0.6:
            return (None, "advance", ())
        answer = total(self.cards, self.numbers, grounds, number)
        return (player, "answer", (max(1, answer + rng.choice((0, 0, 0, 1, -1))),))

    # Anything

    def wild_act(self) -> Act:
        rng = self.rng
        player: int | None = rng.choice(self.seats)
        if rng.random() < 0.1:
            player = rng.choice((None, -1, len(self.seats)))
        verb = rng.choice(VERBS)
        if verb == "forfeit" and rng.random() < 0.8:  # it would end too many duels
            verb = rng.choice(SEEK_VERBS)
        if verb == "start":
            return (rng.choice((None, None, player)), verb, ())
        return (player, verb, self.wild_args(verb))

    def wild_args(self, verb: str) -> tuple[Any, ...]:
        rng = self.rng
        last = max((claim[0] for claim in self.state["cl"]), default=rng.randint(0, 40))
        if verb == "set_connected":
            return (rng.random() < 0.7,)
        if verb == "claim":
            return (self.wild_card(), rng.choice((0, 1, 1, 2, 2, 3, 8, 9)))
        if verb in ("dot_duel", "prove_over"):
            call = (last + rng.choice((-40, -2, -1, -1, 0, 0, 1)),)
            return (*call, rng.randint(0, 3)) if self.names_count else call
        if verb == "double_dot":
            return (self.wild_card(), self.wild_card())
        if verb in ("place", "duel_double_dot"):
            return ([self.wild_card() for _ in range(rng.randint(0, 3))],)
        if verb == "answer":
            return (rng.choice((-1, 0, 1, 2, 3, 4, 8, 9, 8 * len(self.state["gr"]) + 1)),)
        return ()

    def wild_card(self) -> int:
        rng = self.rng
        some: list[int] = self.showing + self.state["gr"] + self.state["as"]
        if some and rng.random() < 0.6:
            return rng.choice(some)
        return rng.randint(-1, len(self.cards))
