"""Writes whole games of Dot Duel, event by event, and shuffles, into tests/golden.

``python -m tests.make_dotduel_golden`` makes random events for engines whose order and dice come
from their seeds, and writes down what the core tells. tests/test_dotduel_golden.py does the events
of a file again and compares it byte for byte.
"""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.dotduel_compare import named, state_of
from tests.dotduel_words import text_of, told_by
from tests.oracle.dotduel_events import random_event

from dotcore import dotduel

if TYPE_CHECKING:
    from collections.abc import Sequence


FOLDER = Path(__file__).parent / "golden"

# file: players, seed, rules, seed of the events
GAMES: dict[str, tuple[int, int, dict[str, Any], int]] = {
    "dotduel_two": (2, 1, {}, 5),
    "dotduel_four": (
        4,
        2**63 + 5,
        {
            "stacked_claims": True,
            "auto_check": "both",
            "overclaim_pending": "return",
            "grounds_pick": "choose",
            "sit_out_stacks": True,
            "duel_timeout_ms": 3000,
            "max_rounds": 12,
        },
        6,
    ),
    "dotduel_six": (
        6,
        2024,
        {
            "false_call_penalty": "barred",
            "overclaim_pending": "keep",
            "stale_double_dot": "wrong",
            "grounds_pick": "random",
            "auto_end_no_match": True,
            "roll_timeout_ms": 4000,
            "seek_idle_ms": 9000,
            "window_closed_end": True,
        },
        7,
    ),
}
SEEDS = (0, 1, 2, 3, 12345, 2**32, 2**64 - 1)


class Seeded:
    """An engine that is looked at as random events want to."""

    def __init__(self, engine: dotduel.Engine) -> None:
        self.engine = engine
        self.cards = engine.deck.cards.tolist()
        self.numbers = engine.deck.numbers.tolist()

    def state(self) -> dict[str, Any]:
        return state_of(self.engine)

    @property
    def personal(self) -> list[list[int]]:
        return self.engine.zones()["personal"]


def settings_of(engine: dotduel.Engine, seed: int) -> dict[str, Any]:
    return {"players": engine.players, "seed": seed, "rules": engine.rules.as_dict()}


def started(settings: dict[str, Any]) -> dotduel.Engine:
    """With the standard deck of seed 0."""
    return dotduel.Engine(
        settings["players"], rules=dotduel.Rules(**settings["rules"]), seed=settings["seed"]
    )


def playthrough(settings: dict[str, Any], events: Sequence[str]) -> str:
    """The game as text: settings, what each event came to and the table after it, all bytes."""
    engine = started(settings)
    lines = ["dotduel", *json.dumps(settings, indent=1).split("\n"), table(engine), ""]
    for number, event in enumerate(events, 1):
        reply = told_by(engine, event)
        lines += [f"{number}. {event}", f"{reply.outcome}{''.join(map(effect, reply.effects))}"]
        lines.append(table(engine))
    lines += ["", json.dumps(engine.view()), f"log: {engine.log().hex()}"]
    lines += [f"snapshot: {engine.snapshot().hex()}", ""]
    return "\n".join(lines)


def effect(told: Any) -> str:
    parts = [f" {name}={value}" for name, value in told.items() if name not in ("change", "t")]
    return f"; {told['t']} {told['change']}{''.join(parts)}"


def table(engine: dotduel.Engine) -> str:
    """A line: phase, round, number, SHOW, other zones, players, open claims, hash."""
    view = engine.view()
    show = " ".join("-" if card is None else str(card) for card in view["show"])
    zones = f"{show} aside {view['aside']} grounds {view['grounds']} deck {view['deck_size']}"
    players = " ".join(
        f"{status[0]}{cards}{'' if connected else 'x'}{'+' if agreed else ''}"
        for status, cards, connected, agreed in zip(
            view["status"], view["scores"], view["connected"], view["agreed"], strict=True
        )
    )
    claims = " ".join(
        f"{claim['id'] or 'next'}:P{claim['player']}:{claim['card']}x{claim['count']}"
        for claim in view["claims"]
    )
    seen = zlib.crc32(json.dumps(view).encode())
    return (
        f"{view['phase']} {view['round']} {view['number'] or '-'} [{zones}] {players} "
        f"({claims}) due {view['next_deadline']} view {seen:08x} hash {engine.hash:016x}"
    )


def random_events(engine: dotduel.Engine, seed: int) -> list[str]:
    rng, log, texts = random.Random(seed), list[Any](), []
    names_count = engine.rules.call_names_count
    game = Seeded(engine)
    while not engine.is_over:
        log.append(random_event(game, rng, log, names_count, wild=0.04))
        t, seq, player, verb, args, roll_id, duel_id = log[-1]
        said = {**named(verb, args), "seq": seq, "roll_id": roll_id, "duel_id": duel_id}
        texts.append(text_of(t, player, verb, said))
        told_by(engine, texts[-1])
    return texts


def shuffles() -> str:
    """DECK, top first, and the throws for the first turn, by seed."""
    lines = []
    for seed in SEEDS:
        engine = dotduel.Engine(6, seed=seed)
        lines.append(f"seed {seed}: {' '.join(map(str, engine.zones()['deck']))}")
        engine.submit(0, None, "start")
        dice = [engine.submit(0, seat, "roll").effects[0]["die"] for seat in range(6)]
        lines.append(f"  throws {' '.join(map(str, dice))}")
    return "\n".join([*lines, ""])


def main() -> None:
    for name, (players, seed, options, events_seed) in GAMES.items():
        engine = dotduel.Engine(players, rules=dotduel.Rules(**options), seed=seed)
        settings = settings_of(engine, seed)
        events = random_events(engine, events_seed)
        text = playthrough(settings, events)
        (FOLDER / f"{name}.txt").write_text(text)
        print(f"{name}: {len(events)} events, {len(text)} characters")
    (FOLDER / "dotduel_shuffles.txt").write_text(shuffles())


if __name__ == "__main__":
    main()
