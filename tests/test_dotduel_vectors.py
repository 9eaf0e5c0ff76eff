"""Known games of Dot Duel, in tests/data/dotduel and in a folder beside the project.

``python -m tests.test_dotduel_vectors`` writes the part that tests/data/dotduel keeps; its README
tells the form of a line.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.dotduel_compare import state_of
from tests.dotduel_words import text_of, told_by

from dotcore import dotduel

Raw = dict[str, Any]
KEPT = Path(__file__).parent / "data" / "dotduel" / "games.jsonl"
SHARED = Path(__file__).parents[1].parent / "shared" / "vectors" / "dotduel_games.jsonl"
KEPT_BYTES = 58_000  # longer games are not carried over


def lines(path: Path) -> list[Raw]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def spaced(values: list[int]) -> str:
    return " ".join(map(str, values))


def game(raw: Raw) -> Raw:
    """A line from beside the project in the form of tests/data/dotduel."""
    defaults: Raw = dict(dotduel.Rules().as_dict())
    rules = {name: value for name, value in raw["options"].items() if value != defaults[name]}
    before: Raw = {}
    events = []
    for t, seq, player, verb, told, roll_id, duel_id, outcome, state in raw["events"]:
        said = {**told, "seq": seq, "roll_id": roll_id, "duel_id": duel_id}
        if verb == "double_dot":
            said["cards"] = [told["a"], told["b"]]
        changed = {name: value for name, value in state.items() if before.get(name, "") != value}
        events.append([text_of(t, player, verb, said), outcome, changed])
        before = state
    return {
        "name": f"game {raw['id']}",
        "rules": rules,
        "players": raw["players"],
        "cards": [spaced(card) for card in raw["cards"]],
        "numbers": spaced(raw["numbers"]),
        "order": spaced(raw["order"]),
        "dice": "".join(map(str, raw["dice"])),
        "picks": raw["picks"],
        "events": events,
        "personal": [spaced(cards) for cards in raw["final"]["personal"]],
        "scores": raw["scores"],
        "winner": raw["winner"],
    }


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def engine_of(line: Raw) -> dotduel.Engine:
    cards = [numbers(card) for card in line["cards"]]
    return dotduel.Engine(
        line["players"],
        dotduel.Deck.from_cards(cards, numbers(line["numbers"])),
        dotduel.Rules(**line["rules"]),
        seed=0,
        order=numbers(line["order"]),
        dice=[int(die) for die in line["dice"]],
        picks=line["picks"],
    )


def check_game(line: Raw) -> None:
    engine = engine_of(line)
    state: Raw = {}
    for number, (text, outcome, changed) in enumerate(line["events"], 1):
        assert told_by(engine, text).outcome == outcome, (number, text)
        engine.check_consistency()
        state |= changed
        found = state_of(engine)
        wrong = {name: (found[name], state[name]) for name in state if found[name] != state[name]}
        assert not wrong, (number, text)
        assert list(state) == list(found)
    assert [spaced(cards) for cards in engine.zones()["personal"]] == line["personal"]
    assert (engine.scores, engine.winner) == (line["scores"], line["winner"])
    again = dotduel.Engine.replay(engine.log())
    assert (again.hash, again.log()) == (engine.hash, engine.log())


@pytest.mark.parametrize("line", lines(KEPT), ids=lambda line: line["name"])
def test_a_game_goes_as_it_is_kept(line: Raw) -> None:
    check_game(line)


def shared() -> list[Any]:
    found = [pytest.param(raw, id=str(raw["id"])) for raw in lines(SHARED)]
    reason = "no dotduel_games.jsonl beside the project"
    return found or [pytest.param({}, marks=pytest.mark.skip(reason=reason))]


@pytest.mark.parametrize("raw", shared())
def test_a_game_goes_as_it_is_told(raw: Raw) -> None:
    check_game(game(raw))


def kept() -> list[Raw]:
    """What is carried over: short games, under all rules and under others."""
    return [game(raw) for raw in lines(SHARED) if len(json.dumps(raw)) < KEPT_BYTES]


def test_the_kept_games_are_as_the_shared_lines_tell() -> None:
    if not SHARED.exists():
        pytest.skip("no dotduel_games.jsonl beside the project")
    assert lines(KEPT) == json.loads(json.dumps(kept()))


def main() -> None:
    written = [json.dumps(line, separators=(",", ":")) for line in kept()]
    KEPT.write_text("".join(f"{line}\n" for line in written))


if __name__ == "__main__":
    main()
