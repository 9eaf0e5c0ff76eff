"""Known positions and games of Dots, in tests/data/dots (its README tells the form of a line)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.dots_notation import LETTERS, dots_of, read_acts, read_dots, read_point
from tests.twin_compare import do, mask_points, point_set

import dotcore
from dotcore import dots

FOLDER = Path(__file__).parent / "data" / "dots"
Line = dict[str, Any]


def vectors(name: str) -> pytest.MarkDecorator:
    lines = [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]
    ids = [f"line {i}" for i in range(1, len(lines) + 1)]
    return pytest.mark.parametrize("line", lines, ids=ids)


def started(line: Line) -> dots.Board:
    """The board of a line: drawn, as dots in the order that they were placed, or as named."""
    width, height = line["size"]
    rules = dots.Rules(**line.get("rules", {}))
    start: Any = None
    if "board" in line:
        start = dots_of(line["board"])
        assert (len(line["board"][0]), len(line["board"])) == (width, height)
    elif "dots" in line:
        start = read_dots(line["dots"])
    board = dots.Board(width, height, rules, start)
    if "board" in line:
        assert board.to_ascii() == "\n".join(line["board"])
        assert board == dots.Board.from_ascii("\n".join(line["board"]), rules)
    return board


def played(line: Line) -> dots.Board:
    board = started(line)
    for act in read_acts(line["play"]):
        do(board, act)
    return board


def points(text: str) -> set[tuple[int, int]]:
    return {read_point(word) for word in text.split()}


def winner(board: dots.Board) -> str | None:
    if board.result is None:
        return None
    return "draw" if board.result.winner is None else LETTERS[board.result.winner]


def check_position(line: Line) -> None:
    board = started(line)
    scores = []
    for act in read_acts(line["play"]):
        do(board, act)
        scores.append(list(board.scores))
    board.check_consistency()
    assert list(board.scores) == line["scores"]
    assert board.to_ascii().split("\n") == line.get("after", board.to_ascii().split("\n"))
    assert scores == line.get("score_sequence", scores)
    if "winner" in line:
        assert winner(board) == line["winner"]
    if "area" in line:
        assert last_area(line, board) == points(line["area"])
    for player, letter in enumerate(LETTERS):
        if f"empty_pools_{letter}" in line:
            expected = points(line[f"empty_pools_{letter}"])
            assert mask_points(board.empty_pools(player)) == expected
    for reason, tried in line.get("refused", {}).items():
        for x, y, player in read_dots(tried):
            told = board.why_illegal(x, y, player)
            assert ("occupied" if told == "captured" else told) == reason
            with pytest.raises(dotcore.IllegalMove):
                board.place(x, y, player)
    for x, y, player in read_dots(line.get("legal", "")):
        assert board.why_illegal(x, y, player) is None


def last_area(line: Line, board: dots.Board) -> set[tuple[int, int]]:
    """The area of the last capture; where the starting dots made it, of those played as moves."""
    if not board.captures:
        board = dots.Board(board.width, board.height, board.rules)
        for x, y, player in read_dots(line["dots"]):
            board.place(x, y, player)
    return point_set(board.captures[-1].area)


def check_option_game(line: Line) -> None:
    board = started(line)
    scores, playable = [], []
    is_stopped = False
    for act in read_acts(line["play"]):
        do(board, act)
        is_stopped = is_stopped or act.kind == "stop"
        if act.kind == "place" and not is_stopped:  # the sequences end with a stop
            scores.append(list(board.scores))
            playable.append(board.to_ascii().count("."))
    board.check_consistency()
    assert list(board.scores) == line["scores"]
    assert board.to_ascii().split("\n") == line["after"]
    if "score_sequence" in line:
        assert scores == line["score_sequence"]
        assert playable == line["playable_sequence"]
        assert board.is_terminal == line["over"]
        assert winner(board) == line["winner"]
    if "totals" in line:
        assert list(board.totals) == line["totals"]


def check_start(line: Line) -> None:
    width, height = line["size"]
    if line["dots"] is None:
        with pytest.raises(dotcore.RulesError, match="needs a board of at least"):
            dots.Board(width, height, start=line["start"])
        return
    for board in (
        dots.Board(width, height, start=line["start"]),
        dots.Board(width, height, dots.Rules(start=line["start"])),
    ):
        assert sorted(map(tuple, board.start_dots.tolist())) == sorted(read_dots(line["dots"]))
        assert board.to_move == (1 if line["start"] == "single" else 0)
        assert board.rules.start == line["start"].replace("quadruple_cross", "four_crosses")
        assert board.move_number == 0


def check_one_move_captures(line: Line) -> None:
    board = started(line)
    for player, letter in enumerate(LETTERS):
        found = board.one_move_captures(player)
        assert point_set(found.moves) == points(line[f"moves_{letter}"])
        assert mask_points(found.taken) == points(line[f"taken_{letter}"])


def check_symmetry(line: Line) -> None:
    symmetry = dots.Symmetry[line["symmetry"]]
    turned = played(line).transform(symmetry)
    assert turned.to_ascii().split("\n") == line["after"]
    assert list(turned.scores) == line["scores"]
    becomes = [(act.x, act.y, act.player) for act in read_acts(line["becomes"])]
    assert [(move.x, move.y, move.player) for move in turned.moves] == becomes
    width, height = line["size"]
    for act, (x, y, _) in zip(read_acts(line["play"]), becomes, strict=True):
        assert dots.transform_point(act.x, act.y, width, height, symmetry) == (x, y)


def check_keys(line: Line) -> None:
    """A key tells apart whatever the vectors do, and says no more than == does."""
    first, second = played(line["a"]), played(line["b"])
    assert np.array_equal(first.owners(), second.owners()) == line["same_control"]
    assert (first.key == second.key) == (first == second)
    if not (line["same_control"] and line["same_captures"]):
        assert first.key != second.key


READINGS = {
    f"{recapture}_{entry}": dots.Rules(recapture=recapture, entry=entry)
    for recapture in ("keep", "free")
    for entry in ("capture", "wait")
}


def shuffled(size: int, seed: int) -> list[int]:
    """0 .. size - 1, shuffled from the end by splitmix64."""
    mask = (1 << 64) - 1
    order = list(range(size))
    state = seed
    for i in range(size - 1, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        z ^= z >> 31
        j = z % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def check_shuffled_game(line: Line) -> None:
    width, height = line["size"]
    order = [(k % width, k // width) for k in shuffled(width * height, line["seed"])]
    for reading, rules in READINGS.items():
        board = dots.Board(width, height, rules)
        placed = sum(board.try_place(x, y) for x, y in order)
        assert [placed, *board.scores] == line[reading], (line["size"], line["seed"], reading)
        assert board.is_terminal
        board.check_consistency()


@vectors("positions.jsonl")
def test_a_position_is_as_known(line: Line) -> None:
    check_position(line)


@vectors("option_games.jsonl")
def test_a_game_under_varied_options_goes_as_known(line: Line) -> None:
    check_option_game(line)


@vectors("starts.jsonl")
def test_a_named_start_has_its_dots(line: Line) -> None:
    check_start(line)


@vectors("one_move_captures.jsonl")
def test_the_dots_that_capture_at_once_are_found(line: Line) -> None:
    check_one_move_captures(line)


@vectors("symmetries.jsonl")
def test_a_game_is_turned_as_known(line: Line) -> None:
    check_symmetry(line)


@vectors("keys.jsonl")
def test_keys_tell_apart_what_differs(line: Line) -> None:
    check_keys(line)


@vectors("shuffled_games.jsonl")
def test_a_game_in_shuffled_order_ends_as_known(line: Line) -> None:
    check_shuffled_game(line)
