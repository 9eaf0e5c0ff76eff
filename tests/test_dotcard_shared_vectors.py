"""All of the shared games and best tracks of DotCard; tests/data/dotcard holds a part of them.

They lie in a folder beside the project; without it these tests are skipped.
``python -m tests.test_dotcard_shared_vectors`` writes that part.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests import test_dotcard_vectors as own
from tests.test_dotcard_tracks import check_best_tracks

from dotcore import dotcard

VECTORS = Path(__file__).parents[1].parent / "shared" / "vectors"
Raw = dict[str, Any]
OWN_BYTES = 50_000  # longer games are not carried over
OWN_STEP = 4  # from one hand that is carried over to the next


def lines(name: str) -> list[Raw]:
    path = VECTORS / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def vectors(name: str) -> pytest.MarkDecorator:
    """A test for each line of a file, or one skipped test where there is none."""
    found: list[Any] = [pytest.param(raw, id=raw["id"]) for raw in lines(name)]
    skipped = pytest.param({}, marks=pytest.mark.skip(reason=f"no {name} beside the project"))
    return pytest.mark.parametrize("raw", found or [skipped])


def game(raw: Raw) -> Raw:
    """A line in the form of tests/data/dotcard."""
    defaults = dotcard.Rules().as_dict()
    rules = {name: value for name, value in raw["rules"].items() if value != defaults[name]}
    rows = raw.get("sub_rounds", [raw])
    line: Raw = {"id": raw["id"], "rules": rules, "players": raw["players"], "first": 1}
    if raw["kind"] == "sub_round":
        options = own.rules_of(line)
        numbers = [options.start_number(i + 1) for i in range(options.sub_rounds)]
        line["first"] = numbers.index(raw["start_number"]) + 1
    line["sub_rounds"] = [sub_round(row) for row in rows]
    return line | {name: raw[name] for name in ("totals", "ranks", "winners") if name in raw}


def sub_round(raw: Raw) -> Raw:
    row: Raw = {name: raw[name] for name in ("start_number", "starter", "scores")}
    assert raw["over"] == ("locked" if raw["winner"] is None else "out")
    row |= {"out": raw["winner"], "deck": " ".join(raw["deck"])}
    if "hands" in raw:
        row["hands"] = [" ".join(hand) for hand in raw["hands"]]
    *steps, last = raw["steps"]
    assert (last["over"], last["scores"]) == (raw["over"], raw["scores"])
    acts = [step["a"] + (f":{step['took']}" if "took" in step else "") for step in steps]
    return row | {"acts": " ".join([*acts, last["a"]]), "states": " ".join(map(state, steps))}


def state(step: Raw) -> str:
    ends = "".join("-" if end is None else str(end) for end in step["ends"])
    lock = "-" if step["lock"] is None else step["lock"]
    hands, skips = ".".join(map(str, step["hands"])), "".join(map(str, step["skips"]))
    turn, plays = f"{step['turn']}{step['phase']}", f"{step['plays']}{step['else'][0]}"
    return f"{ends}/{step['open']}/{lock}/{hands}/{step['pile']}/{skips}/{turn}/{plays}"


def best_tracks(raw: Raw) -> Raw:
    best = {
        way: {
            objective: [told["value"], told["then"], told["count"], " ".join(told["track"])]
            for objective, told in answers.items()
        }
        for way, answers in raw["answers"].items()
    }
    return {"hand": " ".join(raw["hand"]), "start": raw["start"], "best": best}


@vectors("dotcard_games.jsonl")
def test_games(raw: Raw) -> None:
    own.check_game(game(raw))


@vectors("dotcard_tracks.jsonl")
def test_best_tracks(raw: Raw) -> None:
    check_best_tracks(best_tracks(raw))


def own_parts() -> dict[str, list[Raw]]:
    """What is carried over: file and lines."""
    games = [raw for raw in lines("dotcard_games.jsonl") if len(json.dumps(raw)) < OWN_BYTES]
    tracks = lines("dotcard_tracks.jsonl")[::OWN_STEP]
    return {
        "games.jsonl": [game(raw) for raw in games],
        "tracks.jsonl": [best_tracks(raw) for raw in tracks],
    }


@pytest.mark.parametrize("name", ["games.jsonl", "tracks.jsonl"])
def test_the_own_part_is_as_the_shared_lines_tell(name: str) -> None:
    found = own_parts()[name]
    if not found:
        pytest.skip(f"no dotcard_{name} beside the project")
    kept = (own.FOLDER / name).read_text().splitlines()
    assert [json.loads(line) for line in kept] == found


def main() -> None:
    for name, found in own_parts().items():
        written = [json.dumps(line, separators=(",", ":")) for line in found]
        (own.FOLDER / name).write_text("".join(f"{line}\n" for line in written))


if __name__ == "__main__":
    main()
