"""Tactics and solved games of the slow twin: answers read off drawings, vectors, laws.

The vectors lie in a folder beside the project; without it their tests are skipped.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.dots_notation import dots_of
from tests.oracle import search
from tests.oracle.dots import PRESETS, Position, Rules
from tests.oracle.perft import crowded
from tests.oracle.random_games import all_rules
from tests.oracle.solve import final_margin, solve, taken, turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.chains import Point

VECTORS = Path(__file__).parents[1].parent / "shared" / "vectors"
X, O = 0, 1  # noqa: E741 - the players, as the drawings show them
RUSSIAN = Rules(entry="capture", recapture="free")
Raw = dict[str, Any]


def drawn(text: str, to_move: int = X, rules: Rules | None = None) -> Position:
    rows = text.split()
    return Position(len(rows[0]), len(rows), rules, dots_of(rows), to_move)


# Gains and captures


def test_the_dot_that_closes_a_chain_gains_what_lies_inside() -> None:
    position = drawn("""
        .XX..
        XOO..
        .XX..
    """)
    assert search.captures(position, X) == {(3, 1): 2}
    assert search.gain(position, X, (3, 1)) == 2
    assert search.gain(position, X, (4, 1)) == 0
    assert search.captures(position, O) == {}


def test_a_player_captures_out_of_turn_too() -> None:
    for to_move in (X, O):
        position = drawn(".X. XO. .X.", to_move)
        assert search.captures(position, X) == {(2, 1): 1}


def test_a_dot_that_enters_an_empty_pool_loses_itself_where_entries_are_captured() -> None:
    ring = ".X. X.X .X."
    assert search.gain(drawn(ring, rules=RUSSIAN), O, (1, 1)) == -1
    assert search.gain(drawn(ring), O, (1, 1)) == 0
    assert search.captures(drawn(ring, rules=RUSSIAN), X) == {}


def test_a_dot_that_frees_others_gains_them_back() -> None:
    # X has taken the dot in the middle; O closes its chain around all of it at (4, 2).
    #   ..O..
    #   .OXO.
    #   OXoX.
    #   .OXO.
    #   ..O..
    middle = [(2, 2, O), *[(x, y, X) for x, y in ((2, 1), (1, 2), (3, 2), (2, 3))]]
    chain = [(2, 0), (1, 1), (3, 1), (0, 2), (1, 3), (3, 3), (2, 4)]
    for recapture, gained in (("keep", 4), ("free", 5)):
        position = Position(
            5, 5, Rules(recapture=recapture), [*middle, *[(x, y, O) for x, y in chain]]
        )
        assert position.scores == (1, 0)
        assert search.captures(position, O) == {(4, 2): gained}


def test_under_manual_nothing_closes_by_itself() -> None:
    position = drawn(".X. XO. .X.", rules=Rules(capture="manual"))
    assert search.captures(position, X) == {}
    assert search.plans(position, X, 2) == {}
    assert search.ladder(position, X, 2).value == 0


# Plans


def test_a_plan_of_two_dots_captures_with_either_as_the_last() -> None:
    position = drawn("""
        ..X..
        .XO..
        .....
    """)
    plan = frozenset({(3, 1), (2, 2)})
    assert search.plans(position, X, 2) == {plan: 1}
    assert search.threats(position, X) == plan
    assert search.plans(position, X, 1) == {}


def test_a_plan_of_three_dots_has_no_smaller_one_in_it() -> None:
    position = drawn("""
        .....
        .XO..
        .....
    """)
    assert search.plans(position, X, 2) == {}
    assert search.plans(position, X, 3) == {frozenset({(2, 0), (3, 1), (2, 2)}): 1}


def test_plans_of_one_dot_are_the_captures_and_hide_what_holds_them() -> None:
    position = drawn("""
        ..X....
        .XO.OX.
        ..X.X..
    """)
    # (3, 1) takes the left dot; with (4, 0) it would take the right one too, but it took before.
    assert search.plans(position, X, 2) == {frozenset({(3, 1)}): 1}


def test_a_dot_that_is_lost_on_entering_is_no_part_of_a_plan() -> None:
    text = """
        .OX..
        O.O..
        .OX..
    """
    plan = frozenset({(1, 1), (3, 1)})
    assert search.plans(drawn(text), X, 2) == {plan: 1}
    assert search.gain(drawn(text, rules=RUSSIAN), X, (1, 1)) == -1
    assert search.plans(drawn(text, rules=RUSSIAN), X, 2) == {}
    assert search.plans(drawn(text, rules=Rules(entry="illegal")), X, 2) == {}


# Quiescence

EXCHANGE = """
    .X...OO..
    XO..OXXO.
    .X...O...
"""


def test_who_captures_less_than_the_other_captures_next_gains_nothing() -> None:
    position = drawn(EXCHANGE)
    assert search.captures(position, X) == {(2, 1): 1}
    assert search.captures(position, O) == {(6, 2): 2}
    assert search.quiescence(position, X) == 0
    assert search.quiescence(position, O) == 2 - 1


def test_who_captures_a_dot_of_the_wall_need_not_fear_it() -> None:
    position = drawn("""
        ..XO...
        .XOXO..
        .......
    """)
    assert search.captures(position, X) == {(2, 2): 1}
    assert search.captures(position, O) == {(3, 2): 1}
    assert search.quiescence(position, X) == search.quiescence(position, O) == 1


# Ladders


def test_a_ladder_of_no_dots_is_quiescence() -> None:
    for player in (X, O):
        ladder = search.ladder(drawn(EXCHANGE), player, 0)
        assert (ladder.value, ladder.worth) == (player, 0)
        assert ladder.line == (((6, 2), (2, 1)) if player == O else ())
        assert ladder.best == (frozenset({(6, 2)}) if player == O else frozenset())


def test_a_fork_wins_what_the_defender_cannot_save() -> None:
    position = drawn("""
        ..X.X..
        .XO.OX.
        .......
    """)
    for dots in (1, 2, 3):
        ladder = search.ladder(position, X, dots)
        assert (ladder.value, ladder.worth, set(ladder.best)) == (1, 1, {(3, 1)})


def test_a_fork_fails_where_its_own_dot_is_taken() -> None:
    position = drawn("""
        ..XOX..
        .XO.OX.
        .......
    """)
    assert search.ladder(position, X, 3) == search.Ladder(0, 0, frozenset(), ())


LADDER = """
    .........
    .........
    ....b....
    .........
    .........
    .XOOX....
    ..XX.....
    .........
"""


def test_a_ladder_works_towards_a_dot_of_the_attacker() -> None:
    # X (2,4), O (3,4), X (3,3), O (4,4), X (5,4), O (4,3), and (5,3) closes the chain by way of
    # (4,2). The defender does better to give the two dots up at once.
    position = drawn(LADDER.replace("b", "X"))
    assert search.ladder(position, X, 2).value == 0
    for dots in (3, 4):
        ladder = search.ladder(position, X, dots)
        assert (ladder.value, ladder.worth, set(ladder.best)) == (2, 2, {(2, 4)})
        assert ladder.line == ((2, 4), None, (3, 4))


def test_a_ladder_towards_nothing_or_a_dot_of_the_defender_fails() -> None:
    for there in (".", "O"):
        assert search.ladder(drawn(LADDER.replace("b", there)), X, 6).value == 0


def test_a_plain_capture_is_no_worth_of_a_ladder() -> None:
    ladder = search.ladder(drawn(".XX.. XOO.. .XX.."), X, 1)
    assert ladder == search.Ladder(2, 0, frozenset({(3, 1)}), ((3, 1),))


# Vectors: their score is what the attacker captures, and their depth the attacking dots

NO_LADDER = 6  # dots with which none is found where none is


def lines(name: str) -> list[Raw]:
    path = VECTORS / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def vectors(name: str, only: str = "") -> pytest.MarkDecorator:
    found: list[Any] = [
        pytest.param(raw, id=raw["id"]) for raw in lines(name) if only in ("", raw["id"])
    ]
    skipped = pytest.param({}, marks=pytest.mark.skip(reason=f"no {name} beside the project"))
    return pytest.mark.parametrize("raw", found or [skipped])


def vector_position(raw: Raw) -> Position:
    position = Position(raw["width"], raw["height"], Rules(**raw["rules"]), raw["setup"])
    for x, y, player in raw["moves"]:
        position.place(x, y, player)
    return position


@vectors("dots_ladder.jsonl")
def test_ladders_of_another_engine(raw: Raw) -> None:
    position, attacker, expect = vector_position(raw), raw["to_move"], raw["expect"]
    if raw["id"] == "dots-ladder-018":
        check_costly_ladder(position)
        return
    dots = expect["depth"] or NO_LADDER
    question = search.Question(position, attacker)
    assert question.reaches(dots, expect["score"])
    assert not question.reaches(dots, expect["score"] + 1)
    if expect["best"] is None:
        assert expect["score"] == 0
        return
    assert not search.captures(position, attacker)
    assert tuple(expect["best"]) in question.reaching_dots(dots, expect["score"])


def check_costly_ladder(position: Position) -> None:
    """Check the line alone: the whole ladder takes the slow twin long.

    X begins a ladder for five dots. O takes four dots of the wall, one by one, and X mends it each
    time, before O gives up: X has captured five, which is the vector's score, for a value of 1.
    """
    wall = [(12, 4), (11, 4), (11, 3), (10, 3), (11, 5), (10, 5), (10, 4), (9, 4)]
    gains = {X: 0, O: 0}
    for i, dot in enumerate([(4, 4), *wall]):
        player = O if i % 2 else X
        gained = search.gain(position, player, dot)
        assert gained == (player == O)
        gains[player] += gained
        fight = search.Fight()
        if player == X:
            assert dot in fight.attacks(position, X)
        else:
            assert (dot, 5) in fight.replies(position, X, 4)  # taken elsewhere
        position.place(*dot, player)
    assert search.captures(position, O) == {}
    assert search.captures(position, X)[4, 5] == 5
    assert gains == {X: 0, O: 4}


# The other best moves win nothing by captures and threats alone.


@vectors("dots_best_move.jsonl", only="dots-best-008")
def test_a_best_move_that_begins_a_ladder(raw: Raw) -> None:
    question = search.Question(vector_position(raw), raw["to_move"])
    assert next(question.reaching_dots(4, 1)) in {(x, y) for x, y in raw["best"]}


@vectors("dots_best_move.jsonl", only="dots-best-002")
def test_a_best_quiet_move_leaves_a_ladder_whatever_the_answer(raw: Raw) -> None:
    position, player = vector_position(raw), raw["to_move"]
    ((x, y),) = raw["best"]
    position.place(x, y, player)
    question = search.Question(position, player)
    for answer in position.legal_points():
        with search.placed(position, answer, 1 - player) as gained:
            assert question.reaches(2, 1 + gained), answer


# Laws of tactics


def scattered(seed: int, filled: float = 0.7) -> Position:
    """A random position of a small board under random rules."""
    rng = random.Random(seed)
    rules = replace(rng.choice([*all_rules()]), ending="stop", start="empty")
    width, height = rng.randint(4, 6), rng.randint(4, 5)
    position = Position(width, height, rules)
    for x, y in rng.sample(sorted(position.playable), round(filled * width * height)):
        player = rng.randrange(2)
        if position.why_illegal(x, y, player) is None:
            position.place(x, y, player)
    return position


@pytest.mark.parametrize("seed", range(15))
def test_no_look_changes_the_position(seed: int) -> None:
    position = scattered(seed)
    before = position.control_key()
    search.ladder(position, X, 1)
    search.plans(position, O, 1)
    assert position.control_key() == before


@pytest.mark.parametrize("seed", range(60))
def test_captures_are_all_dots_with_a_gain(seed: int) -> None:
    position = scattered(seed)
    for player in (X, O):
        gains = {dot: search.gain(position, player, dot) for dot in search.legal(position, player)}
        assert search.captures(position, player) == {
            dot: gained for dot, gained in gains.items() if gained > 0
        }


@pytest.mark.parametrize("seed", range(30))
def test_attacking_dots_are_all_that_open_or_raise_a_capture(seed: int) -> None:
    position = scattered(seed)
    for player in (X, O):
        before = search.captures(position, player)
        expected = []
        for dot in search.legal(position, player):
            with search.placed(position, dot, player) as gained:
                after = search.captures(position, player)
            if gained == 0 and any(after[each] > before.get(each, 0) for each in after):
                expected.append(dot)
        assert search.Fight().attacks(position, player) == expected


@pytest.mark.parametrize("seed", range(30))
def test_the_line_of_a_ladder_adds_up_to_its_value(seed: int) -> None:
    position = scattered(seed, 0.5)
    for attacker in (X, O):
        ladders = [search.ladder(position, attacker, dots) for dots in (0, 1, 2)]
        assert ladders[0].value == search.quiescence(position, attacker)
        assert [each.value for each in ladders] == list(
            accumulate((each.value for each in ladders), max)
        )
        for dots, ladder in enumerate(ladders):
            assert ladder.worth == ladder.value - ladders[0].value
            assert search.ladder_best(position, attacker, dots) == (ladder.value, ladder.best)
            assert ladder.value == sum(line_gains(position, attacker, ladder.line))
            if ladder.value > 0:
                assert ladder.line[0] in ladder.best


def line_gains(position: Position, attacker: int, line: tuple[Point | None, ...]) -> Iterator[int]:
    position = position.copy()
    for i, dot in enumerate(line):
        player = attacker if i % 2 == 0 else 1 - attacker
        if dot is not None:
            sign = 1 if player == attacker else -1
            yield sign * search.gain(position, player, dot)
            position.place(*dot, player)


@pytest.mark.parametrize("seed", range(20))
def test_plans_of_two_join_a_threat_and_a_capture(seed: int) -> None:
    position = scattered(seed)
    for player in (X, O):
        plans = search.plans(position, player, 2)
        single = {dot: gained for (dot, *rest), gained in plans.items() if not rest}
        assert single == search.captures(position, player)
        for first, second in (tuple(plan) for plan in plans if len(plan) == 2):
            assert not {first, second} & single.keys()
            with search.placed(position, first, player):
                assert (
                    search.captures(position, player)[second] == plans[frozenset({first, second})]
                )


# Solved games: small boards


def solved(text: str, to_move: int = X, **rules: Any) -> tuple[int, list[tuple[int, ...]]]:
    solution = solve(drawn(text, to_move, Rules(**rules)))
    return solution.value, sorted(solution.best)


LAST_POINT = "OXO XOX O.O"


def test_the_last_dot_captures_or_saves() -> None:
    assert solved(LAST_POINT, X, ending="full") == (2, [(7,)])
    assert solved(LAST_POINT, O, ending="full") == (0, [(7,)])
    assert solved(LAST_POINT, X, ending="stop") == (2, [(7,)])
    assert solved(LAST_POINT, O, ending="stop") == (0, [(7,)])


def test_komi_belongs_to_the_second_player() -> None:
    assert solved(LAST_POINT, X, ending="full", komi=0.5) == (1, [(7,)])
    assert solved(LAST_POINT, O, ending="full", komi=0.5) == (1, [(7,)])
    assert solve(drawn(LAST_POINT, X, Rules(ending="full", komi=1.0))).outcome == "draw"


def test_who_grounds_loses_the_dots_that_touch_no_edge() -> None:
    assert solved(LAST_POINT, X, ending="ground") == (2, [(7,)])
    # O grounded would lose the middle dot.
    assert solved(LAST_POINT, O, ending="ground") == (0, [(7,)])
    # Nobody holds the middle: the last dot there can be had for nothing, and the end too.
    assert solved("OXO X.X OXO", X, ending="ground") == (0, [(4,), (9,)])


HOLE = "OXO X.X OXO"


def test_who_must_move_into_the_hole_is_lost() -> None:
    assert solved(HOLE, O, ending="full", entry="capture") == (-2, [(4,)])
    assert solved(HOLE, O, ending="full", entry="wait") == (0, [(4,)])
    # A stop avoids it: what is left is for X alone, who has nothing to gain.
    assert solved(HOLE, O, ending="stop", entry="capture") == (0, [(9,)])
    assert solved(HOLE, O, ending="stop", entry="illegal") == (0, [(9,)])


def test_a_game_without_a_legal_dot_is_over() -> None:
    assert solved(HOLE, O, ending="full", entry="illegal") == (0, [])


def test_who_stops_leaves_the_remaining_captures_to_the_other() -> None:
    text = ".X. XOX ..."
    assert solved(text, X, ending="stop") == (2, [(7,)])
    assert solved(text, O, ending="stop") == (0, [(7,)])
    position = drawn(text, O)
    position.stop()
    assert solve(position).value == 2
    assert sorted(solve(position).best) == [(0,), (2,), (6,), (7,), (8,)]
    position.place(7 % 3, 7 // 3)
    assert solve(position).value == 2
    assert position.to_move == X


def test_under_manual_the_chain_is_an_act_of_its_own() -> None:
    assert solved(LAST_POINT, X, capture="manual", ending="full") == (2, [(7, 9 + 1 + 4, 9)])
    position = drawn(LAST_POINT, X, Rules(capture="manual"))
    assert [turn.ids for turn in turns(position)] == [(7, 9), (7, 14, 9), (9,)]


def test_a_late_chain_needs_a_dot_to_carry_it() -> None:
    ring = "OXOX XOX. OXO."
    assert solved(ring, X, capture="manual", ending="full") == (
        2,
        [(7, 17 + 1, 12), (11, 17 + 1, 12)],
    )


def test_territory_counts_half_a_point_for_who_stops_before_the_hole_is_filled() -> None:
    # O done leaves X the half point; a dot of O inside would lose a whole one.
    assert solved(HOLE, X, scoring="territory") == (1, [(9,)])
    # O fills the hole, and the board is full: no final step.
    assert solved(HOLE, O, scoring="territory") == (0, [(4,)])


@pytest.mark.parametrize(("entry", "ending"), [("wait", "full"), ("capture", "ground")])
def test_the_board_of_nine_points_is_a_draw_wherever_one_begins(entry: str, ending: str) -> None:
    solution = solve(Position(3, 3, Rules(entry=entry, ending=ending)))
    assert (solution.value, solution.outcome) == (0, "draw")
    assert sorted(solution.best) == [(i,) for i in range(9 if ending == "full" else 10)]


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 2), (3, 2)])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_nothing_can_be_captured_where_all_is_edge(width: int, height: int, rules: Rules) -> None:
    rules = replace(rules, start="empty")
    solution = solve(Position(width, height, rules))
    assert solution.value == 0
    assert len(solution.best) == width * height + 1


@pytest.mark.parametrize("ending", ["full", "ground"])
def test_the_cross_on_twelve_points_is_a_draw_with_any_dot(ending: str) -> None:
    solution = solve(Position(4, 3, Rules(ending=ending, start="cross")))
    assert solution.value == 0
    assert sorted(solution.best) == [(i,) for i in (0, 3, 4, 7, 8, 9, 10, 11)]


# Laws of solved games


def nearly_full(seed: int) -> tuple[Position, list[tuple[int, int, int]]]:
    rng = random.Random(seed)
    rules = rng.choice([*all_rules()])
    width, height = rng.randint(3, 5), rng.randint(3, 5)
    dots = crowded(width, height, rules, 4, rng)
    return Position(width, height, rules, dots, rng.randrange(2)), dots


@pytest.mark.parametrize("seed", range(30))
def test_a_solution_is_what_plain_minimax_says(seed: int) -> None:
    position, _ = nearly_full(seed)
    sign = 1 if position.to_move == X else -1
    assert solve(position).value == sign * minimax(position)


def minimax(position: Position) -> int:
    if position.over:
        return final_margin(position)
    values = []
    for turn in turns(position):
        with taken(position, turn):
            values.append(minimax(position))
    return max(values) if position.to_move == X else min(values)


@pytest.mark.parametrize("seed", range(25))
def test_colours_and_symmetry_change_no_value(seed: int) -> None:
    position, dots = nearly_full(seed)
    width, height, rules = position.width, position.height, position.rules
    swapped = [(x, y, 1 - player) for x, y, player in dots]
    turned = [(height - 1 - y, x, player) for x, y, player in dots]
    value = solve(position).value
    komi = round(2 * rules.komi)
    bonus = komi if position.to_move == O else -komi  # what the mover has of the komi
    other = Position(width, height, rules, swapped, 1 - position.to_move)
    assert solve(other).value + bonus == value - bonus
    again = Position(height, width, rules, turned, position.to_move)
    assert solve(again).value == value
