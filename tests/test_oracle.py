"""The slow twin of Dots: against known answers, and against laws that need no answers.

The answers lie in files beside the project; where they are missing, only the laws are tested.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.oracle import random_games
from tests.oracle.chains import ORTHOGONAL, Point, area_of, chain_around, links, shifted
from tests.oracle.dots import PRESETS, Illegal, Position, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

VECTORS = Path(__file__).parents[1].parent / "shared" / "vectors"
Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    path = VECTORS / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def vectors(name: str) -> pytest.MarkDecorator:
    """A test for each line of a file of vectors, or a skipped one where the file is missing."""
    found = cases(name)
    if not found:
        return pytest.mark.parametrize(
            "case", [pytest.param({}, marks=pytest.mark.skip(reason=f"no {name}"))]
        )
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def points(listed: list[list[int]]) -> list[tuple[int, int]]:
    return sorted((x, y) for x, y in listed)


def act(position: Position, move: Any) -> bool:
    """Do one act as the vectors write it. Was it a dot?"""
    if isinstance(move, dict):
        x, y, player = move["dot"]
        position.place(x, y, player, [[(a, b) for a, b in chain] for chain in move["enclose"]])
        return True
    if move == "undo":
        position.undo()
    elif move[0] == "done":
        position.stop()
    elif move[0] == "stop":
        position.stop(move[1])
    elif move[0] == "ground":
        position.ground(move[1])
    else:
        x, y, player = move
        position.place(x, y, player)
        return True
    return False


def outcome(position: Position) -> str | None:
    if position.result is None:
        return None
    winner = position.result[0]
    return "draw" if winner is None else f"win{winner}"


@vectors("dots_rules.jsonl")
def test_positions_of_other_engines(case: Case) -> None:
    expect = case["expect"]
    position = Position(case["width"], case["height"], Rules(**case["rules"]), case["setup"])
    scores = []
    for move in case["moves"]:
        act(position, move)
        scores.append(list(position.scores))
    assert list(position.scores) == expect["scores"]
    if "board" in expect:
        assert position.board() == expect["board"]
    if "score_sequence" in expect:
        assert scores == expect["score_sequence"]
    if "result" in expect:
        assert outcome(position) == expect["result"]
    if "last_captured_area" in expect:
        assert sorted(position.captures[-1].area) == points(expect["last_captured_area"])
    for player in (0, 1):
        if f"empty_pool_{player}" in expect:
            assert sorted(position.empty_pool_points(player)) == points(
                expect[f"empty_pool_{player}"]
            )
    for x, y, player, reason in expect.get("illegal_moves", []):
        said = position.why_illegal(x, y, player)
        assert ("occupied" if said == "captured" else said) == reason
    for x, y, player in expect.get("legal_moves", []):
        assert position.why_illegal(x, y, player) is None


@vectors("dots_options.jsonl")
def test_games_under_all_options(case: Case) -> None:
    expect = case["expect"]
    rules = Rules(**case["rules"])
    position = Position(case["width"], case["height"], rules, case["start"])
    scores, playable = [], []
    for move in case["moves"]:
        if act(position, move) and position.stopped is None:  # the sequences end with a stop
            scores.append(list(position.scores))
            playable.append(len(position.playable))
    if "score_sequence" in expect:
        assert scores == expect["score_sequence"]
        assert playable == expect["playable_sequence"]
        assert position.over == expect["over"]
        assert outcome(position) == expect["result"]
    if expect.get("totals") is not None:
        assert list(position.totals) == expect["totals"]
    assert list(position.scores) == expect["scores"]
    assert position.board() == expect["board"]
    for move in case["illegal"]:
        before = position.control_key()
        with pytest.raises(Illegal):
            act(position, move)
        assert position.control_key() == before


@vectors("dots_start.jsonl")
def test_starting_positions(case: Case) -> None:
    if case["dots"] is None:
        with pytest.raises(Illegal):
            Position(case["width"], case["height"], start=case["start"])
        return
    position = Position(case["width"], case["height"], start=case["start"])
    dots = [
        [x, y, "XO".index(letter.upper())]
        for y, row in enumerate(position.board())
        for x, letter in enumerate(row)
        if letter in "XOxo"
    ]
    assert sorted(dots) == sorted(case["dots"])
    assert position.to_move == (1 if case["start"] == "single" else 0)


@vectors("dots_one_move_captures.jsonl")
def test_captures_of_one_dot(case: Case) -> None:
    position = Position(case["width"], case["height"], Rules(**case["rules"]), case["setup"])
    for player in (0, 1):
        gains, taken = position.one_move_captures(player)
        assert sorted(gains) == points(case["capturing_moves"][player])
        assert sorted(taken) == points(case["points_taken"][player])


READINGS = {
    f"{recapture}_{entry}": Rules(entry=entry, recapture=recapture)
    for recapture in ("keep", "free")
    for entry in ("capture", "wait")
}


def permutation(size: int, seed: int) -> list[int]:
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


def permutation_cases() -> list[Case]:
    """The small boards, and the first game of each larger size up to 39x32."""
    chosen, sizes = [], set()
    for case in cases("dots_permutation_games.jsonl"):
        size = (case["width"], case["height"])
        if size[0] * size[1] <= 64 or (size not in sizes and size[0] * size[1] <= 39 * 32):
            chosen.append(case)
        sizes.add(size)
    return chosen


@pytest.mark.parametrize(
    "case", permutation_cases(), ids=lambda case: "{width}x{height}-{seed}".format(**case)
)
def test_whole_games_in_a_shuffled_order(case: Case) -> None:
    width, height = case["width"], case["height"]
    order = permutation(width * height, case["seed"])
    for reading, rules in READINGS.items():
        position = Position(width, height, rules)
        for k in order:
            point = (k % width, k // width)
            if point in position.playable:
                position.place(*point)
        dots = sum(letter in "XOxo" for row in position.board() for letter in row)
        assert [dots, *position.scores] == case[reading]


def drawn(*rows: str) -> list[tuple[int, int, int]]:
    """The dots of a drawing: all of X, then all of O."""
    return [
        (x, y, player)
        for player, letter in enumerate("XO")
        for y, row in enumerate(rows)
        for x, drawn_letter in enumerate(row)
        if drawn_letter == letter
    ]


OUTER_AND_INNER_POOL = (".XX.XX.", "X.....X", "X.XOX.X", "X..X..X", ".X...X.", "..XXX..")


def test_the_smallest_pool_is_captured_and_the_outer_one_stays_open() -> None:
    position = Position(7, 6, start=drawn(*OUTER_AND_INNER_POOL))
    position.place(3, 1, 0)
    assert position.scores == (1, 0)
    assert position.captures[0].area == {(3, 2)}
    assert (1, 1) in position.playable


def test_of_two_pools_the_one_with_an_enemy_is_captured() -> None:
    position = Position(5, 3, start=drawn(".X.X.", "X..OX", ".X.X."))
    position.place(2, 1, 0)
    assert position.scores == (1, 0)
    assert (1, 1) in position.playable


@pytest.mark.parametrize(("entry", "scores"), [("wait", (0, 0)), ("capture", (1, 0))])
def test_entering_an_empty_pool(entry: str, scores: tuple[int, int]) -> None:
    position = Position(3, 3, Rules(entry=entry), drawn(".X.", "X.X", ".X."))
    position.place(1, 1, 1)
    assert position.scores == scores


def test_a_suicide_is_refused_under_illegal() -> None:
    position = Position(3, 3, Rules(entry="illegal"), drawn(".X.", "X.X", ".X."))
    assert position.why_illegal(1, 1, 1) == "suicide"
    assert position.why_illegal(1, 1, 0) is None


@pytest.mark.parametrize("entry", ["wait", "capture", "illegal"])
def test_an_entering_dot_that_captures_wins(entry: str) -> None:
    position = Position(4, 3, Rules(entry=entry), drawn(".XO.", "X.XO", ".XO."))
    position.place(1, 1, 1)
    assert position.scores == (0, 1)


@pytest.mark.parametrize(("recapture", "scores"), [("keep", (1, 4)), ("free", (0, 4))])
def test_capturing_the_captors(recapture: str, scores: tuple[int, int]) -> None:
    rows = ("..O..", ".OXO.", "OX.X.", ".OXO.", "..O..")
    centre_first = [(2, 2, 1), *drawn(*rows)]
    position = Position(5, 5, Rules(recapture=recapture), centre_first)
    assert position.scores == (1, 0)
    position.place(4, 2, 1)
    assert position.scores == scores


def test_thickening_the_wall_inside_takes_the_dot_that_had_entered() -> None:
    position = Position(5, 4, start=drawn(".XXX.", "X...X", "X.O.X", ".XXX."))
    assert position.scores == (0, 0)
    position.place(2, 1, 0)
    assert position.scores == (1, 0)


def simple_cycles(dots: set[Point]) -> Iterator[list[Point]]:
    """All simple cycles of 8-neighbours whose links do not cross, each once in each direction."""

    def continued(path: list[Point]) -> Iterator[list[Point]]:
        x, y = path[-1]
        for point in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            if point == path[0] and len(path) >= 4:
                yield list(path)
            elif point in dots and point > path[0] and point not in path:
                yield from continued([*path, point])

    for dot in dots:
        for cycle in continued([dot]):
            joined = {frozenset(link) for link in links(cycle)}
            if not any(
                frozenset({(x1, y2), (x2, y1)}) in joined
                for (x1, y1), (x2, y2) in links(cycle)
                if x1 != x2 and y1 != y2
            ):
                yield cycle


def test_every_simple_cycle_around_a_pool_has_the_area_of_its_chain_inside() -> None:
    hanging = 0
    for seed in range(1500):
        rng = random.Random(seed)
        pool = {(0, 0)}
        for _ in range(rng.randint(5, 16)):
            pool.add(shifted(rng.choice(sorted(pool)), rng.choice(ORTHOGONAL)))
        wall = {shifted(point, beside) for point in pool for beside in ORTHOGONAL} - pool
        chain = chain_around(pool)
        area = area_of(chain)
        assert wall.issuperset(chain)
        insides = [area_of(cycle) for cycle in simple_cycles(wall)]
        around = [inside for inside in insides if inside >= pool]
        assert area in around
        assert all(inside >= area for inside in around)
        hanging += area != pool
    assert hanging > 0


@pytest.mark.parametrize("rules", list(random_games.all_rules()), ids=str)
def test_undo_goes_back_through_a_random_game(rules: Rules) -> None:
    rng = random.Random(str(rules))
    position = Position(rng.randint(2, 8), rng.randint(2, 8), rules)
    keys = [position.control_key()]
    keys.extend(position.control_key() for _ in random_games.random_game(position, rng, 200))
    while len(keys) > 1:
        assert position.control_key() == keys.pop()
        position.undo()
    assert position.control_key() == keys.pop()


@pytest.mark.parametrize("rules", list(random_games.all_rules()), ids=str)
def test_options_that_change_nothing_change_nothing(rules: Rules) -> None:
    alike = random_games.plays_like(rules)
    if alike == rules:
        return
    for seed in range(3):
        rng = random.Random(f"{rules} {seed}")
        position = Position(rng.randint(4, 9), rng.randint(4, 9), rules)
        twin = Position(position.width, position.height, alike)
        for action in random_games.random_game(position, rng, 200):
            random_games.act(twin, action)
            assert position.control_key() == twin.control_key()
            assert position.totals == twin.totals


def test_totals_of_the_second_player_hold_the_komi() -> None:
    position = Position(3, 3, replace(PRESETS["bga"], komi=-1.5))
    assert position.totals == (0, -1.5)
