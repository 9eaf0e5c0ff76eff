"""What Dot Duel's engine costs from Python, in CPU time: see bench/README.md."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from bench.timing import group

from dotcore import dotduel

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

Event = tuple[int, Any, str, dict[str, Any]]


def said(engine: dotduel.Engine, rng: random.Random) -> Event:
    """What players of middling skill say next; they agree once nothing is left to claim."""
    t, counts = engine.now + rng.randrange(400), engine.deck.counts
    number = engine.number or 7
    seats = list(range(engine.players))
    rng.shuffle(seats)
    if engine.phase == "SETUP":
        return t, None, "start", {}
    for player in seats:
        may: dict[str, Any] = dict(engine.legal(player))
        if "roll" in may:
            return t, player, "roll", {}
        if "answer" in may:
            total = sum(int(counts[card][number]) for card in engine.grounds)
            return t, player, "answer", {"total": total}
        matching = [card for card in may.get("claim", []) if counts[card][number]]
        if matching:
            card = rng.choice(matching)
            return t, player, "claim", {"card": card, "count": int(counts[card][number])}
        if "agree" in may:
            return max(t, engine.next_deadline or 0), player, "agree", {}
    return max(t, engine.next_deadline or 0), seats[0], "agree", {}


@pytest.fixture(scope="module")
def game() -> list[Event]:
    engine, rng = dotduel.Engine(4, seed=1), random.Random(1)
    events = []
    while not engine.is_over and len(events) < 2000:
        t, player, verb, told = said(engine, rng)
        told |= {"seq": len(events), "roll_id": engine.roll_id}
        engine.submit(t, player, verb, **told)
        events.append((t, player, verb, told))
    return events


@pytest.fixture
def halfway(game: list[Event]) -> dotduel.Engine:
    engine = dotduel.Engine(4, seed=1)
    for t, player, verb, told in game[: len(game) // 2]:
        engine.submit(t, player, verb, **told)
    return engine


def tell(benchmark: BenchmarkFixture, unit: str, units: int) -> None:
    stats: Any = benchmark.stats
    if stats is not None:
        benchmark.extra_info[f"ns_a_{unit}"] = round(stats.stats.min / units * 1e9, 2)


@group("dotduel: a whole game")
@pytest.mark.parametrize("looks", ["outcome", "effects"])
def test_submit(benchmark: BenchmarkFixture, game: list[Event], looks: str) -> None:
    start = dotduel.Engine(4, seed=1)

    def play() -> None:
        engine = start.copy()
        for t, player, verb, told in game:
            getattr(engine.submit(t, player, verb, **told), looks)

    benchmark(play)
    tell(benchmark, "event", len(game))


@group("dotduel: one call")
@pytest.mark.parametrize("call", ["hash", "view", "legal", "snapshot", "log", "copy"])
def test_one_call(benchmark: BenchmarkFixture, halfway: dotduel.Engine, call: str) -> None:
    if call == "hash":
        benchmark(lambda: halfway.hash)
    elif call in ("view", "legal"):
        benchmark(getattr(halfway, call), 0)
    elif call == "log":
        benchmark(halfway.log, halfway.log_size - 1)
    else:
        benchmark(getattr(halfway, call))
