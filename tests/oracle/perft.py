"""Counts sequences of legal dots with the slow twin, and writes tests/data/dots/perft.jsonl.

``python -m tests.oracle.perft`` takes some minutes. Positions that different orders of dots lead to
are counted once.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.oracle.dots import PRESETS, Position, Rules
from tests.oracle.random_games import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).parents[1] / "data" / "dots" / "perft.jsonl"


def perft(position: Position, depth: int, known: dict[object, int] | None = None) -> int:
    """The sequences of ``depth`` legal dots, or shorter ones where no dot is legal any more."""
    if depth == 0 or position.over:
        return 1
    known = {} if known is None else known
    key = (depth, position.control_key())
    if key not in known:
        count = 0
        for x, y in position.legal_points():
            position.place(x, y)
            count += perft(position, depth - 1, known)
            position.undo()
        known[key] = count or 1
    return known[key]


def counts(position: Position, depth: int) -> list[int]:
    known: dict[object, int] = {}
    return [perft(position, each, known) for each in range(1, depth + 1)]


def crowded(width: int, height: int, rules: Rules, free: int, rng: random.Random) -> list[Any]:
    """Random starting dots that leave that many points to play on, or fewer."""
    position = Position(width, height, replace(rules, entry="wait"))
    dots: list[Any] = []
    while len(position.playable) > free:
        x, y = rng.choice(sorted(position.playable))
        player = rng.randrange(2)
        if Position(width, height, rules, [*dots, (x, y, player)]).playable:
            dots.append((x, y, player))
        position = Position(width, height, replace(rules, ending="stop"), dots)
    return dots


def line(width: int, height: int, rules: Rules, depth: int, dots: list[Any] | None = None) -> Any:
    position = Position(width, height, rules, dots)
    options = {k: v for k, v in asdict(rules).items() if v != getattr(Rules(), k)}
    found: dict[str, Any] = {"rules": options, "size": [width, height]}
    if dots is not None:
        found["dots"] = " ".join(f"{'XO'[player]}{x},{y}" for x, y, player in dots)
    return {**found, "counts": counts(position, depth)}


def lines() -> Iterator[Any]:
    for width, height in ((1, 1), (2, 1), (2, 2), (3, 2), (1, 7)):
        yield line(width, height, Rules(), width * height + 1)
    for rules in (
        *PRESETS.values(),
        Rules(entry="illegal"),
        Rules(entry="illegal", ending="full"),
        Rules(capture_empty=True),
        Rules(capture="manual", entry="illegal"),
    ):
        yield line(3, 3, rules, 9)
        yield line(4, 4, replace(rules, start="cross"), 6)
        yield line(4, 3, replace(rules, start="double_cross"), 4)
    for i, rules in enumerate(all_rules()):
        if i % 3 == 0:
            rng = random.Random(i)
            width, height = rng.randint(4, 7), rng.randint(4, 7)
            yield line(width, height, rules, 6, crowded(width, height, rules, 6, rng))


if __name__ == "__main__":
    with FILE.open("w") as out:
        for each in lines():
            out.write(json.dumps(each, separators=(",", ":")) + "\n")
