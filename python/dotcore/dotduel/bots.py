"""Bots: what plays a seat that no person plays, about as fast and as well as people do.

A bot looks at the table as a person does: it takes time to find a card, may miscount its symbols,
and doubts only some of the claims of others. `Bot.next_event` tells what it would say next and
when, if nothing else happens before; whatever happens, ask it again with the new view.

>>> engine = dotduel.Engine(3, seed=1, rules=dotduel.Rules(max_rounds=3))
>>> play(engine, [Bot(seed) for seed in range(3)])
>>> engine.is_over
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any

from dotcore._core import Error, Rng
from dotcore._core.dotduel import Deck, Engine, Reply

__all__ = ["LEVELS", "Bot", "make", "play", "submit"]

Event = tuple[int, str, dict[str, Any]]

# Keyword arguments of Bot, by the names that the command takes.
LEVELS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "slow": MappingProxyType(
            {
                "reaction_ms": 2500,
                "per_card_ms": 1800,
                "miscounts": 0.15,
                "doubts": 0.3,
                "sees": 0.2,
            }
        ),
        "fair": MappingProxyType(
            {
                "reaction_ms": 1500,
                "per_card_ms": 1000,
                "miscounts": 0.08,
                "doubts": 0.5,
                "sees": 0.4,
            }
        ),
        "quick": MappingProxyType(
            {"reaction_ms": 800, "per_card_ms": 450, "miscounts": 0.04, "doubts": 0.8, "sees": 0.7}
        ),
    }
)


class Bot:
    """A player with reaction times and errors.

    Parameters
    ----------
    seed : int
        Its only source of chance.
    reaction_ms, per_card_ms : float
        How long it takes to react at all, and to look at one card.
    miscounts : float
        How likely it counts a card's symbols one wrong.
    doubts : float
        How likely it looks at another's claim.
    sees : float
        How likely it notices a Double Dot.
    """

    def __init__(
        self,
        seed: int,
        *,
        reaction_ms: float = 1500,
        per_card_ms: float = 1000,
        miscounts: float = 0.08,
        doubts: float = 0.5,
        sees: float = 0.4,
    ) -> None:
        self._rng = Rng(seed)
        self._reaction, self._per_card = reaction_ms, per_card_ms
        self._miscounts, self._doubts, self._sees = miscounts, doubts, sees
        # What it made up its mind about, once for each roll: times, counts, decisions.
        self._minds: dict[tuple[Any, ...], Any] = {}
        self._mind_of: tuple[Any, ...] = ()

    def next_event(self, view: Mapping[str, Any], deck: Deck) -> Event | None:
        """When it would say what: a time, a verb and the verb's arguments; None for nothing.

        ``view`` is `Engine.view` of its own seat.
        """
        duel = view["duel"]
        now = (view["round"], view["roll_id"], view["phase"], duel and duel["id"])
        if now != self._mind_of:
            self._mind_of, self._minds = now, {}
        legal = view["legal"]
        events: list[Event] = []
        if "roll" in legal:
            events.append((self._when(view, "roll", 0), "roll", {}))
        if "place" in legal:
            seat = view["player"]
            events.append(
                (
                    self._when(view, "place", 0),
                    "place",
                    {"cards": view["personal"][seat][-legal["place"] :]},
                )
            )
        if view["phase"] == "SEEK":
            events += self._seek(view, deck)
        if "answer" in legal:
            events += self._duel(view, deck)
        if not events:
            return None
        when, verb, said = min(events, key=lambda event: event[0])
        if verb != "place" and view["phase"] not in ("FIRST_PLAYER", "AWAIT_ROLL"):
            said = {**said, "roll_id": view["roll_id"]}
        return max(when, view["now"]), verb, said

    # Making up its mind, once

    def _once(self, what: tuple[Any, ...], draw: Any) -> Any:
        if what not in self._minds:
            self._minds[what] = draw()
        return self._minds[what]

    def _when(self, view: Mapping[str, Any], what: object, cards: float) -> int:
        """When it gets to something that takes a look at so many cards."""
        now: int = view["now"]

        def draw() -> int:
            # Half of all times are shorter than they ought to be, some much longer.
            spread = 0.6 + 0.6 * self._rng.uniform() + 0.5 * self._rng.uniform() ** 4
            return now + max(1, round((self._reaction + cards * self._per_card) * spread))

        drawn: int = self._once(("when", what), draw)
        return drawn

    def _happens(self, what: object, chance: float) -> bool:
        happens: bool = self._once(("if", what), lambda: self._rng.uniform() < chance)
        return happens

    def _count(self, card: int, number: int, deck: Deck) -> int:
        """How many symbols of a number it believes to be on a card."""

        def draw() -> int:
            true = int(deck.counts[card, number])
            if self._rng.uniform() >= self._miscounts:
                return true
            return max(true + (1 if self._rng.below(2) else -1), 0)

        count: int = self._once(("count", card), draw)
        return min(count, deck.card_size, 8)

    # What can be said

    def _seek(self, view: Mapping[str, Any], deck: Deck) -> list[Event]:
        legal, number = view["legal"], view["number"]
        shown = [card for card in view["show"] if card is not None]
        events: list[Event] = []
        # Once a claim of its own was void it leaves the card to others.
        for claim in view["claims"]:
            if claim["player"] == view["player"]:
                self._minds["claimed", claim["card"]] = True
        free = [c for c in legal.get("claim", ()) if ("claimed", c) not in self._minds]
        # It looks at the cards in an order of its own.
        order = sorted(shown, key=lambda card: self._once(("order", card), self._rng.uniform))
        for rank, card in enumerate(order):
            count = self._count(card, number, deck)
            when = self._when(view, ("card", card), rank + 1)
            if count and card in free:
                events.append((when, "claim", {"card": card, "count": count}))
        for a, b in combinations(legal.get("double_dot", ()), 2):
            if deck.pair_number[a, b] == number and self._happens(("pair", a, b), self._sees):
                when = self._when(view, ("pair", a, b), 2.5)
                events.append((when, "double_dot", {"cards": [a, b]}))
        events += self._calls(view, deck)
        sees_nothing = all(self._count(card, number, deck) == 0 for card in free)
        if "agree" in legal and sees_nothing:
            looked = ("agree", len(shown), len(view["claims"]))
            events.append((self._when(view, looked, len(shown)), "agree", {}))
        return events

    def _calls(self, view: Mapping[str, Any], deck: Deck) -> list[Event]:
        """Calls on claims that it looked at and found wrong."""
        events: list[Event] = []
        if view["status"][view["player"]] != "ACTIVE":
            return events
        may = set(view["legal"].get("dot_duel", ())) | set(view["legal"].get("prove_over", ()))
        for claim in view["claims"]:
            known = claim["id"]
            if known not in may or not self._happens(("doubt", known), self._doubts):
                continue
            count = self._count(claim["card"], view["number"], deck)
            if count == claim["count"]:
                continue
            verb = "dot_duel" if count > claim["count"] else "prove_over"
            if known not in view["legal"].get(verb, ()):
                continue
            said = {"claim": known}
            if view["rules"]["call_names_count"]:
                said["count"] = count
            events.append((self._when(view, ("call", known), 1), verb, said))
        return events

    def _duel(self, view: Mapping[str, Any], deck: Deck) -> list[Event]:
        number, grounds = view["number"], view["grounds"]
        cards = len(grounds)
        total = sum(self._count(card, number, deck) for card in grounds)
        answer = min(max(total, 1), view["legal"]["answer"])
        events: list[Event] = [
            (self._when(view, "answer", 0.6 * cards), "answer", {"total": answer})
        ]
        for a, b in combinations(view["legal"].get("duel_double_dot", ()), 2):
            if deck.pair_number[a, b] == number and self._happens(("pair", a, b), self._sees):
                when = self._when(view, ("pair", a, b), 0.5 * cards)
                events.append((when, "duel_double_dot", {"cards": [a, b]}))
        return [
            (when, verb, {**said, "duel_id": view["duel"]["id"]}) for when, verb, said in events
        ]


def make(level: str, seed: int) -> Bot:
    """The bot of that level.

    Raises
    ------
    Error
        For an unknown level.

    >>> type(make("quick", seed=1)).__name__
    'Bot'
    """
    if level not in LEVELS:
        raise Error(f"bot {level[:40]!r}; one of {', '.join(LEVELS)}")
    return Bot(seed, **LEVELS[level])


def submit(engine: Engine, seat: int, event: Event) -> Reply:
    """Say to the engine what a bot would."""
    t_ms, verb, said = event
    return engine.submit(t_ms, seat, verb, **said)


# Of the game's own time; where timeouts leave the bots no time to see anything, no game ends.
_LONGEST_MS = 24 * 3_600_000


def play(engine: Engine, bots: Sequence[Bot]) -> None:
    """Play a game to its end, a bot for each seat, in no time.

    Among bots that speak in the same millisecond the lowest seat is heard first.

    Raises
    ------
    Error
        Without a bot for each seat, or if after a day of the game's time it is not over: the rules'
        timeouts are too short for these bots.
    """
    if len(bots) != engine.players:
        raise Error(f"{len(bots)} bots; one for each of the {engine.players} seats")
    if engine.phase == "SETUP":
        engine.submit(engine.now, None, "start")
    end = engine.now + _LONGEST_MS
    while not engine.is_over:
        if engine.now > end:
            raise Error(f"not over after a day: the rules leave these bots no time: {engine!r}")
        planned = [
            (event[0], seat, event)
            for seat, bot in enumerate(bots)
            if (event := bot.next_event(engine.view(seat), engine.deck)) is not None
        ]
        due = engine.next_deadline
        first = min(planned, key=lambda plan: plan[:2], default=None)
        if due is not None and (first is None or due <= first[0]):
            engine.advance(due)
        elif first is None:
            raise Error(f"nobody has anything to say: {engine!r}")
        else:
            submit(engine, first[1], first[2])
