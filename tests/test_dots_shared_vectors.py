"""All of the shared vectors of Dots, of which tests/data/dots holds a part in its own form.

They lie in a folder beside the project; without it these tests are skipped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests import test_dots_vectors as own
from tests.dots_notation import LETTERS, written_act, written_dots
from tests.oracle.random_games import Action

from dotcore import dots

if TYPE_CHECKING:
    from collections.abc import Iterable

VECTORS = Path(__file__).parents[1].parent / "shared" / "vectors"
Raw = dict[str, Any]


def lines(name: str) -> list[Raw]:
    path = VECTORS / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def vectors(name: str) -> pytest.MarkDecorator:
    """A test for each line of a file, or one skipped test where there is none."""
    found: list[Any] = [pytest.param(raw, id=raw.get("id")) for raw in lines(name)]
    skipped = pytest.param({}, marks=pytest.mark.skip(reason=f"no {name} beside the project"))
    return pytest.mark.parametrize("raw", found or [skipped])


# From the shared form into that of tests/data/dots


def without_defaults(rules: Raw) -> Raw:
    defaults = dots.Rules().as_dict()
    return {name: value for name, value in rules.items() if value != defaults[name]}


def act(raw: Any) -> str:
    if isinstance(raw, dict):
        x, y, player = raw["dot"]
        chains = tuple(tuple((a, b) for a, b in chain) for chain in raw["enclose"])
        return written_act(Action("place", player, x, y, chains))
    if raw == "undo":
        return "undo"
    if isinstance(raw[0], str):
        return written_act(Action(raw[0], raw[1] if len(raw) > 1 else None))
    return written_dots([raw])


def acts(raw: Iterable[Any]) -> str:
    return " ".join(act(each) for each in raw)


def points(raw: Iterable[Iterable[int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in sorted((x, y) for x, y in raw))


def start(raw: Raw) -> Raw:
    """Setup dots: drawn, where their order does not matter and a drawing is as short."""
    placed = raw["setup"]
    board = dots.Board(raw["width"], raw["height"], dots.Rules(**raw["rules"]), placed)
    text = board.to_ascii()
    listed = written_dots(placed)
    is_plain = set(text) <= set(".XO\n") and board.num_points <= 2 * len(listed) + 60
    return {"board": text.split("\n")} if is_plain else {"dots": listed}


def position(raw: Raw) -> Raw:
    expect = raw["expect"]
    line: Raw = {"source": raw["from"], "rules": without_defaults(raw["rules"])}
    line["size"] = [raw["width"], raw["height"]]
    line |= start(raw)
    line["play"] = acts(raw["moves"])
    line["scores"] = expect["scores"]
    if "board" in expect:
        line["after"] = expect["board"]
    if "score_sequence" in expect:
        line["score_sequence"] = expect["score_sequence"]
    if "last_captured_area" in expect:
        line["area"] = points(expect["last_captured_area"])
    if "result" in expect:
        line["winner"] = winner(expect["result"])
    for player, letter in enumerate(LETTERS):
        if f"empty_pool_{player}" in expect:
            line[f"empty_pools_{letter}"] = points(expect[f"empty_pool_{player}"])
    refused: dict[str, list[list[int]]] = {}
    for x, y, player, reason in expect.get("illegal_moves", []):
        refused.setdefault(reason, []).append([x, y, player])
    if refused:
        line["refused"] = {reason: written_dots(tried) for reason, tried in refused.items()}
    if "legal_moves" in expect:
        line["legal"] = written_dots(expect["legal_moves"])
    return line


def winner(result: str | None) -> str | None:
    return {"win0": "X", "win1": "O", "draw": "draw", None: None}[result]


def option_game(raw: Raw) -> Raw:
    expect = raw["expect"]
    line: Raw = {
        "rules": without_defaults({**raw["rules"], "start": raw["start"]}),
        "size": [raw["width"], raw["height"]],
        "play": acts(raw["moves"]),
        "scores": expect["scores"],
        "after": expect["board"],
    }
    if "score_sequence" in expect:
        line["score_sequence"] = expect["score_sequence"]
        line["playable_sequence"] = expect["playable_sequence"]
        line["over"] = expect["over"]
        line["winner"] = winner(expect["result"])
    if expect.get("totals") is not None:
        line["totals"] = expect["totals"]
    assert not raw["illegal"]
    return line


def start_line(raw: Raw) -> Raw:
    placed = None if raw["dots"] is None else written_dots(raw["dots"])
    size = [raw["width"], raw["height"]]
    return {"source": raw["from"], "size": size, "start": raw["start"], "dots": placed}


def one_move_line(raw: Raw) -> Raw:
    line: Raw = {"source": raw["from"], "rules": without_defaults(raw["rules"])}
    line["size"] = [raw["width"], raw["height"]]
    line |= start(raw)
    for player, letter in enumerate(LETTERS):
        line[f"moves_{letter}"] = points(raw["capturing_moves"][player])
        line[f"taken_{letter}"] = points(raw["points_taken"][player])
    return line


SYMMETRIES = {
    "rot90_cw": "ROTATE_90",
    "rot180": "ROTATE_180",
    "rot270_cw": "ROTATE_270",
    "flip_horizontal": "FLIP_X",
    "flip_vertical": "FLIP_Y",
    "transpose": "TRANSPOSE",
}


def symmetry_line(raw: Raw) -> Raw:
    expect = raw["expect"]
    return {
        "size": [raw["width"], raw["height"]],
        "symmetry": SYMMETRIES[raw["transform"]],
        "play": acts(raw["moves"]),
        "becomes": acts(expect["moves"]),
        "after": expect["board"],
        "scores": [expect["score0"], expect["score1"]],
    }


def key_line(raw: Raw) -> Raw:
    line: Raw = {"source": raw["from"]}
    for side in ("a", "b"):
        game = raw[side]
        line[side] = {
            "rules": without_defaults(game["rules"]),
            "size": [game["width"], game["height"]],
            "play": acts(game["moves"]),
        }
    line["same_control"] = raw["same_control"]
    line["same_captures"] = raw["same_captures_scheme"]
    return line


def shuffled_line(raw: Raw) -> Raw:
    return {
        "size": [raw["width"], raw["height"]],
        "seed": raw["seed"],
        **{reading: raw[reading] for reading in own.READINGS},
    }


# The tests


@vectors("dots_rules.jsonl")
def test_positions(raw: Raw) -> None:
    own.check_position(position(raw))


@vectors("dots_options.jsonl")
def test_games_under_options(raw: Raw) -> None:
    own.check_option_game(option_game(raw))


@vectors("dots_start.jsonl")
def test_starts(raw: Raw) -> None:
    own.check_start(start_line(raw))


@vectors("dots_one_move_captures.jsonl")
def test_captures_of_one_dot(raw: Raw) -> None:
    own.check_one_move_captures(one_move_line(raw))


@vectors("dots_transform.jsonl")
def test_symmetries(raw: Raw) -> None:
    own.check_symmetry(symmetry_line(raw))


@vectors("dots_hash.jsonl")
def test_keys(raw: Raw) -> None:
    own.check_keys(key_line(raw))


def test_shuffled_games() -> None:
    found = lines("dots_permutation_games.jsonl")
    if not found:
        pytest.skip("no dots_permutation_games.jsonl beside the project")
    for raw in found:
        own.check_shuffled_game(shuffled_line(raw))
