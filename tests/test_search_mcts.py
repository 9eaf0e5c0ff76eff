"""Monte Carlo search: what it returns, what it keeps, and that what it proves is true."""

from __future__ import annotations

import copy
import json
import pickle
import random
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.oracle.random_games import all_rules
from tests.oracle.solve import solve
from tests.twin_compare import Case, core_rules

import dotcore
from dotcore import dots, search

ALL_RULES = list(all_rules())
SMALL = search.Config(memory_mb=4)


def games(count: int) -> settings:
    return settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def random_actions(board: dots.Board, count: int, seed: int) -> None:
    """Apply random actions, never the last one of the game, mostly dots."""
    rng = random.Random(seed)
    for _ in range(count):
        actions = board.legal_actions().tolist()
        action = rng.choice(actions[:-1] if len(actions) > 1 and rng.random() < 0.9 else actions)
        board.apply(action)
        if board.is_terminal:
            board.undo()
            return


def same(a: search.Result, b: search.Result) -> bool:
    """Compare all but the time."""
    first, second = a.to_dict(), b.to_dict()
    for told in (first, second):
        del told["elapsed_ms"], told["run_simulations"]
    return first == second


# The result


def test_a_result_tells_about_every_action_the_best_first() -> None:
    board = dots.Board(5, 4, start="cross")
    found = search.mcts(board, simulations=500, config=search.Config.uniform(), seed=1)
    assert sorted(found.actions.tolist()) == board.legal_actions().tolist()
    assert found.best == found.actions[0] == found.pv[0]
    assert found.visits.sum() == found.simulations == found.run_simulations == 500
    assert (np.diff(found.visits[1:]) <= 0).all()
    assert found.priors.sum() == pytest.approx(1)
    assert (np.abs(found.values[found.visits > 0]) <= 1).all()
    assert np.isnan(found.values[found.visits == 0]).all()
    assert found.value == found.values[0]
    assert found.margin == found.margins[0]
    assert (found.player, found.width, found.height) == (0, 5, 4)
    assert (found.lower <= found.upper).all()
    assert found.elapsed_ms > 0
    assert 0 < found.memory_mb < 256
    assert not found.is_full


def test_a_result_cannot_be_changed() -> None:
    found = search.mcts(dots.Board(4, 4), simulations=10)
    with pytest.raises(AttributeError):
        found.best = 3  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        found.visits[0] = 3


def test_a_result_is_ready_for_json_and_can_be_pickled() -> None:
    found = search.mcts(dots.Board(6, 6), simulations=50)
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["best"] == found.best
    assert told["visits"] == found.visits.tolist()
    assert None in told["values"]
    for twin in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found), copy.copy(found)):
        assert same(twin, found)
        for field in fields(twin):
            value = getattr(twin, field.name)
            assert not isinstance(value, np.ndarray) or not value.flags.writeable


def test_maps_show_the_board() -> None:
    board = dots.Board(5, 3)
    found = search.mcts(board, simulations=300)
    visits, values = found.visit_map(), found.value_map()
    assert visits.shape == values.shape == (3, 5)
    for action, visit, value in zip(found.actions, found.visits, found.values, strict=True):
        point = board.point_of(int(action))
        if point is not None:
            x, y = point
            assert visits[y, x] == visit
            assert np.array_equal(values[y, x], value, equal_nan=True)


def test_the_policy_follows_the_visits_and_sharpens_as_it_cools() -> None:
    found = search.mcts(dots.Board(4, 4), simulations=400)
    assert found.policy() == pytest.approx(found.visits / found.visits.sum())
    assert found.policy(0).tolist() == [1.0] + [0.0] * (len(found.actions) - 1)
    warm = found.policy(3)
    assert warm.dtype == np.float64
    assert warm.sum() == pytest.approx(1)
    assert warm.max() < found.policy().max() < found.policy(0.3).max()
    assert found.policy(1e-9).sum() == pytest.approx(1)
    for temperature in (-1, float("nan"), float("inf"), 10**400, -(10**400)):
        with pytest.raises(dotcore.Error, match="temperature"):
            found.policy(temperature)


def test_samples_come_as_often_as_the_policy_says() -> None:
    found = search.mcts(dots.Board(3, 3), simulations=200)
    rng = dotcore.Rng(1)
    drawn = [found.sample(rng) for _ in range(4000)]
    shares = np.array([drawn.count(int(action)) for action in found.actions]) / 4000
    assert shares == pytest.approx(found.policy(), abs=0.03)
    assert found.sample(7) == found.sample(7)
    assert {found.sample(i, temperature=0) for i in range(20)} == {found.best}


# Searching


@pytest.mark.parametrize("config", [search.Config.strong(), search.Config.uniform()], ids=repr)
def test_a_seed_means_the_same_result_and_another_one_another(config: search.Config) -> None:
    board = dots.Board(8, 8, start="cross")
    found = [search.mcts(board, simulations=300, seed=seed, config=config) for seed in (5, 5, 6)]
    assert same(found[0], found[1])
    assert not same(found[0], found[2])


def test_how_runs_are_cut_does_not_change_the_result() -> None:
    board = dots.Board(8, 8, start="cross")
    tree = search.Tree(board, SMALL, seed=2)
    for part in (1, 9, 90, 900):
        found = tree.run(part)
        assert found.run_simulations == part
    assert same(found, search.mcts(board, simulations=1000, seed=2, config=SMALL))


def test_a_long_run_is_cut_into_portions_that_do_not_change_it() -> None:
    board = dots.Board(20, 20, start="cross")
    whole = search.Tree(board, SMALL, seed=2).run(4000)  # some 200 ms
    tree = search.Tree(board, SMALL, seed=2)
    for _ in range(8):
        found = tree.run(500)
    assert same(found, whole)


def test_a_run_ends_in_time() -> None:
    found = search.mcts(dots.Board(20, 20), time_ms=30)
    assert found.simulations > 0
    assert 30 <= found.elapsed_ms < 5000
    assert search.mcts(dots.Board(20, 20), simulations=10, time_ms=60_000).simulations == 10


@games(60)
@given(
    size=st.one_of(
        st.tuples(st.integers(1, 12), st.integers(1, 12)),
        st.tuples(st.integers(1, 64), st.integers(1, 3)),
        st.sampled_from([(64, 64), (2, 64), (30, 20)]),
    ),
    rules=st.sampled_from(ALL_RULES),
    acts=st.integers(0, 300),
    seed=st.integers(0, 2**32),
    uniform=st.booleans(),
)
def test_search_finds_a_legal_action_on_any_board_and_does_not_change_it(
    size: tuple[int, int], rules: Any, acts: int, seed: int, uniform: bool
) -> None:
    board = dots.Board(*size, core_rules(rules))
    random_actions(board, acts, seed)
    before, moves = board.copy(), len(board.moves)
    config = search.Config.uniform() if uniform else SMALL
    found = search.mcts(board, simulations=20, seed=seed, config=config)
    assert board == before
    assert len(board.moves) == moves
    board.check_consistency()
    assert found.proven or found.simulations == 20
    legal = set(board.legal_actions().tolist())
    assert set(found.actions.tolist()) <= legal
    for action in found.pv:
        assert action in board.legal_actions()
        board.apply(action)


# Proven results


def exact(board: dots.Board, known: dict[int, int]) -> int:
    """The result for player 0, by trying everything."""
    if board.is_terminal:
        return int(board.returns()[0])
    key = board.key
    if key not in known:
        player = board.current_player
        values = []
        for action in board.legal_actions().tolist():
            board.apply(action)
            values.append(exact(board, known))
            board.undo()
        known[key] = max(values) if player == 0 else min(values)
    return known[key]


VALUES = {"win": 1, "draw": 0, "loss": -1}


@games(150)
@given(
    size=st.sampled_from([(1, 5), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4)]),
    rules=st.sampled_from(ALL_RULES),
    komi=st.sampled_from([0.0, 0.5, -1.0]),
    seed=st.integers(0, 2**32),
    config=st.sampled_from(
        [SMALL, SMALL.replace(grow_at=1), search.Config.uniform(), SMALL.replace(informed=False)]
    ),
)
def test_what_is_proven_is_true_under_all_rules(
    size: tuple[int, int], rules: Any, komi: float, seed: int, config: search.Config
) -> None:
    """Near the end of a game, with stops and chains named by hand."""
    board = dots.Board(*size, core_rules(rules).replace(komi=komi))
    random_actions(board, max(0, size[0] * size[1] - 6), seed)
    sign = 1 if board.current_player == 0 else -1
    known: dict[int, int] = {}
    value = sign * exact(board, known)
    found = search.mcts(board, simulations=3000, seed=seed, config=config)
    if found.proven:
        assert VALUES[found.proven] == value == found.value
        board.apply(found.best)
        assert sign * exact(board, known) == value
        board.undo()
    for action, lower, upper in zip(found.actions, found.lower, found.upper, strict=True):
        board.apply(int(action))
        assert lower <= sign * exact(board, known) <= upper
        board.undo()


def test_most_small_endgames_are_proven() -> None:
    proven = 0
    for seed in range(40):
        board = dots.Board(4, 4, dots.Rules(ending="full"))
        random_actions(board, 11, seed)
        config = search.Config.uniform().replace(memory_mb=4)
        proven += search.mcts(board, simulations=20_000, config=config).proven is not None
    assert proven == 40


@pytest.mark.parametrize("ending", ["stop", "ground", "full"])
@pytest.mark.parametrize("entry", ["wait", "capture", "illegal"])
def test_what_is_proven_agrees_with_the_slow_solver(ending: Any, entry: Any) -> None:
    checked = 0
    for seed in range(8):
        rules = next(
            rules
            for rules in ALL_RULES
            if rules.capture == "automatic" and (rules.ending, rules.entry) == (ending, entry)
        )
        case = Case(4, 3, rules)
        board, twin = case.board(), case.twin()
        rng = random.Random(seed)
        while len(board.legal_actions()) > 6:
            action = rng.choice([a for a in board.legal_actions().tolist() if a < 12])
            point = board.point_of(action)
            assert point is not None
            board.place(*point)
            twin.place(*point)
        if board.is_terminal:
            continue
        found = search.mcts(board, simulations=20_000, config=SMALL, seed=seed)
        solution = solve(twin)
        if found.proven:
            assert found.proven == solution.outcome
            checked += 1
    assert checked >= 4


# Keeping the tree


def test_a_tree_moves_on_with_the_game_and_keeps_what_it_knew() -> None:
    board = dots.Board(6, 6, start="cross")
    tree = search.Tree(board, search.Config.uniform(), seed=1)
    found = tree.run(3000)
    second = found.pv[1]
    tree.advance(found.best)
    assert tree.simulations <= found.visits[0]
    assert tree.simulations > 0.9 * found.visits[0]
    kept = tree.result()
    assert kept.visits.sum() == kept.simulations == tree.simulations
    assert kept.best == second
    assert kept.player == 1
    assert kept.value == pytest.approx(-found.value, abs=0.3)
    assert tree.run(100).simulations == kept.simulations + 100

    board.apply(found.best)
    assert tree.board == board
    assert len(tree.board.moves) == 1


def test_the_board_of_a_tree_is_a_copy() -> None:
    board = dots.Board(4, 4)
    tree = search.Tree(board, SMALL)
    board.place(0, 0)
    tree.board.place(1, 1)
    assert tree.board == dots.Board(4, 4)


def test_an_action_never_tried_leaves_an_empty_tree() -> None:
    tree = search.Tree(dots.Board(8, 8), SMALL)
    tree.advance(63)
    assert tree.simulations == 0
    with pytest.raises(dotcore.Error, match="searched yet"):
        tree.result()
    assert tree.run(20).simulations == 20


@pytest.mark.parametrize("rules", ["bga", "zagram", "zagram_territory", "russian"])
def test_a_whole_game_is_played_on_one_tree(rules: str) -> None:
    board = dots.Board(5, 5, rules, start="empty")
    tree = search.Tree(board, SMALL, seed=3)
    while not board.is_terminal:
        found = tree.run(60)
        tree.advance(found.best)
        board.apply(found.best)
        assert tree.board == board
    with pytest.raises(dotcore.Error, match="over"):
        tree.run(1)
    with pytest.raises(dotcore.IllegalMove):
        tree.advance(0)


def test_after_a_stop_one_player_moves_on_alone() -> None:
    board = dots.Board(4, 4)
    board.place(1, 1)
    board.stop()
    found = search.mcts(board, simulations=300, config=SMALL)
    assert found.player == 0
    tree = search.Tree(board, SMALL)
    tree.run(300)
    tree.advance(0)
    assert tree.run(10).player == 0


def test_the_memory_bound_is_kept_and_search_goes_on() -> None:
    tree = search.Tree(dots.Board(30, 30), search.Config.uniform().replace(memory_mb=1, grow_at=1))
    found = tree.run(3000)
    assert found.is_full
    assert tree.is_full
    assert found.memory_mb <= 1
    assert tree.run(500).simulations == 3500
    assert tree.memory_mb == found.memory_mb


def test_noise_changes_the_priors_at_the_root() -> None:
    board = dots.Board(6, 6)
    plain = search.mcts(board, simulations=1, config=SMALL)
    noisy = search.mcts(board, simulations=1, config=SMALL.replace(noise=0.5))
    other = search.mcts(board, simulations=1, config=SMALL.replace(noise=0.5), seed=1)
    priors = [
        dict(zip(found.actions.tolist(), found.priors.tolist(), strict=True))
        for found in (plain, noisy, other)
    ]
    assert priors[0] != priors[1] != priors[2]
    assert noisy.priors.sum() == pytest.approx(1)


# Analysis


def test_analysis_grows_and_ends_with_the_last_word() -> None:
    board = dots.Board(12, 12, start="cross")
    found = list(search.analyze(board, time_ms=120, every_ms=30))
    assert len(found) >= 2
    assert (np.diff([result.simulations for result in found]) > 0).all()
    assert board == dots.Board(12, 12, start="cross")


def test_analysis_ends_after_so_many_simulations() -> None:
    found = list(search.analyze(dots.Board(8, 8), time_ms=None, every_ms=5, simulations=2000))
    assert found[-1].simulations == 2000


def test_analysis_ends_when_all_is_known() -> None:
    board = dots.Board(2, 2)
    board.place(0, 0)
    assert [found.proven for found in search.analyze(board, time_ms=60_000)][-1] == "draw"


def test_an_analysis_can_be_left_at_any_time() -> None:
    growing = search.analyze(dots.Board(8, 8), time_ms=60_000, every_ms=5)
    next(growing)
    growing.close()  # type: ignore[attr-defined]
    with pytest.raises(StopIteration):
        next(growing)


# Config


def test_a_config_is_a_value() -> None:
    config = search.Config(exploration=0.15, selection="uct", memory_mb=16)
    assert config == search.Config().replace(exploration=0.15, selection="uct", memory_mb=16)
    assert config != search.Config()
    assert config != "uct"
    assert hash(config) == hash(config.replace())
    assert eval(repr(config), {"Config": search.Config}) == config
    assert repr(search.Config()) == "Config()"
    assert search.Config.strong() == search.Config()
    assert search.Config(**config.as_dict()) == config
    assert json.loads(json.dumps(config.as_dict()))["exploration"] == 0.15
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(config, protocol)) == config
    for name, value in config.as_dict().items():
        assert getattr(config, name) == value
    with pytest.raises(AttributeError):
        config.exploration = 1  # type: ignore[misc]


def test_a_uniform_config_knows_nothing_of_the_game() -> None:
    config = search.Config.uniform()
    assert config.selection == "uct"
    assert not config.informed
    board = dots.Board(20, 20)
    found = search.mcts(board, simulations=1, config=config)
    assert len(set(found.priors.tolist())) == 1
    assert len(found.actions) == len(board.legal_actions())


def test_no_more_actions_are_looked_at_than_the_config_says() -> None:
    config = search.Config(most_candidates=7)
    assert len(search.mcts(dots.Board(9, 9), simulations=20, config=config).actions) == 7
    config = search.Config(most_candidates=0)
    assert len(search.mcts(dots.Board(9, 9), simulations=20, config=config).actions) == 82
