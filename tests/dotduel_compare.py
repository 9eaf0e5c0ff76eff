"""The core's engine beside the slow twin: the same random events, the same outcome and state."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.oracle.dotduel_cards import difference_deck
from tests.oracle.dotduel_events import (
    Event,
    act,
    random_engine,
    random_event,
    random_numbers,
    random_options,
)

from dotcore import dotduel

if TYPE_CHECKING:
    from collections.abc import Iterator

# The twin's word for an option of the core.
RENAMED = {"claim_ms": "window_ms"}


class CoreGame:
    """An `Engine` that is driven and looked at like the twin."""

    def __init__(self, players: int, cards: Any, numbers: Any, order: list[int], **options: Any):
        self.cards, self.numbers = cards, numbers
        self.chance = [random.Random(str(order)).randrange(1 << 30) for _ in range(2)]
        dice, picks = (random.Random(seed) for seed in self.chance)
        most = 100_000 if options.get("duel_timeout_ms") == 1 else 5000
        rules = {RENAMED.get(name, name): value for name, value in options.items()}
        self.engine = dotduel.Engine(
            players,
            dotduel.Deck.from_cards(cards, numbers),
            dotduel.Rules(**rules),
            seed=0,
            order=order,
            dice=[dice.randint(1, 6) for _ in range(most)],
            picks=[picks.randrange(1 << 30) for _ in range(5000)],
        )

    def twins_chance(self) -> tuple[Any, Any]:
        """Dice and picks for the twin: the same ones."""
        dice, picks = (random.Random(seed) for seed in self.chance)
        return lambda: dice.randint(1, 6), lambda bound: picks.randrange(1 << 30) % bound

    def do(self, event: Event) -> str:
        return submit(self.engine, event).outcome

    def state(self) -> dict[str, Any]:
        return state_of(self.engine)

    @property
    def personal(self) -> list[list[int]]:
        return self.engine.zones()["personal"]


def submit(engine: dotduel.Engine, event: Event) -> dotduel.Reply:
    t, seq, player, verb, args, roll_id, duel_id = event
    if verb == "advance":
        return engine.advance(t)
    ids = {"seq": seq, "roll_id": roll_id, "duel_id": duel_id}
    return engine.submit(t, player, verb, **ids, **named(verb, args))


def named(verb: str, args: tuple[Any, ...]) -> dict[str, Any]:
    """A verb's arguments by name."""
    if verb == "double_dot":
        return {"cards": list(args)}
    names = {
        "set_connected": ("on",),
        "claim": ("card", "count"),
        "dot_duel": ("claim", "count"),
        "prove_over": ("claim", "count"),
        "place": ("cards",),
        "answer": ("total",),
        "duel_double_dot": ("cards",),
    }
    return dict(zip(names.get(verb, ()), args, strict=False))


def state_of(engine: dotduel.Engine) -> dict[str, Any]:
    """What the twin's state() tells, of the core's engine."""
    view = engine.view()
    zones: dict[str, Any] = dict(engine.zones())
    duel = view["duel"]
    order = ("deck", "show", "aside", "grounds", "personal")
    text = json.dumps([zones[name] for name in order], separators=(",", ":"))
    return {
        "ph": view["phase"],
        "now": view["now"],
        "rd": view["round"],
        "rl": view["roll_id"],
        "no": view["number"],
        "who": view["roller"] if view["phase"] == "AWAIT_ROLL" else None,
        "dk": view["deck_size"],
        "sh": view["show"],
        "as": view["aside"],
        "gr": view["grounds"],
        "pe": view["scores"],
        "st": "".join(word[0] for word in view["status"]),
        "si": view["sit_out"],
        "cn": "".join("1" if on else "0" for on in view["connected"]),
        "ag": [seat for seat, on in enumerate(view["agreed"]) if on],
        "cl": [
            [claim["id"], claim["player"], claim["card"], claim["count"], claim["deadline"]]
            for claim in view["claims"]
            if claim["id"] is not None
        ],
        "du": duel
        and [
            duel["id"],
            duel["initiator"],
            duel["players"],
            duel["card"],
            duel["misfired"],
            duel["deadline"],
        ],
        "z": hashlib.sha256(text.encode()).hexdigest()[:12],
    }


def random_stream(
    seed: int, most_events: int = 400, **fixed: Any
) -> Iterator[tuple[CoreGame, Event]]:
    """A random game of the core alone: each event before it is done, then it is done."""
    rng = random.Random(seed)
    options = random_options(rng) | fixed
    cards, numbers = difference_deck(), random_numbers(rng)
    order = list(range(len(cards)))
    rng.shuffle(order)
    game = CoreGame(rng.randint(2, 6), cards, numbers, order, **options)
    log: list[Event] = []
    while len(log) < most_events and not game.engine.is_over:
        log.append(random_event(game, rng, log, options.get("call_names_count", False)))
        yield game, log[-1]
        game.do(log[-1])


def play_both(seed: int, most_events: int = 3000, **fixed: Any) -> tuple[Counter[str], str]:
    """One random game under random options but for those given.

    Gives how often each outcome came, and the last phase.
    """
    rng = random.Random(seed)
    options = random_options(rng) | fixed
    twin = random_engine(rng, **options)
    core = CoreGame(len(twin.seats), twin.cards, twin.numbers, list(twin.deck), **options)
    twin._dice, twin._picks = core.twins_chance()
    log: list[Event] = []
    outcomes: Counter[str] = Counter()
    for _ in range(most_events):
        event = random_event(twin, rng, log, options.get("call_names_count", False))
        log.append(event)
        expected, found = act(twin, event), core.do(event)
        outcomes[f"{event[3]} {found}"] += 1
        where = f"seed {seed}, event {len(log)} {event}, options {options}"
        assert found == expected, f"{where}: {found}, the twin says {expected}"
        state, twins = core.state(), twin.state()
        assert state == twins, f"{where}: " + str(
            {k: (state[k], twins[k]) for k in twins if state[k] != twins[k]}
        )
        assert core.engine.next_deadline == twin.next_deadline(), where
        core.engine.check_consistency()
        if state["ph"] == "OVER":
            break
    return outcomes, core.engine.phase
