"""Evaluators: what they are shown, what becomes of their answers, in both forms."""

# ruff: noqa: ARG001 (an evaluator takes four arguments, whether it needs them or not)
from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.random_games import all_rules
from tests.twin_compare import core_rules

import dotcore
from dotcore import dots, search

ALL_RULES = list(all_rules())
SMALL = search.Config(memory_mb=4)
PLANE = {name: i for i, name in enumerate(search.feature_planes)}

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


def blank(obs: Floats, mask: Bools, logits_out: Floats, value_out: Floats) -> None:
    logits_out[:] = 0
    value_out[:] = 0


def leader(obs: Floats, mask: Bools, logits_out: Floats, value_out: Floats) -> None:
    """Whoever leads wins; capturing looks best."""
    n = len(obs)
    logits_out[:] = 0
    points = obs.shape[2] * obs.shape[3]
    logits_out[:, :points] = 4 * obs[:, PLANE["own_captures"]].reshape(n, points)
    value_out[:] = np.tanh(obs[:, PLANE["lead"], 0, 0] * points)


def random_actions(board: dots.Board, count: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        board.apply(rng.choice(board.legal_actions().tolist()))
        if board.is_terminal:
            board.undo()
            return


# The planes


def test_the_planes_are_named_and_shown() -> None:
    board = dots.Board.from_ascii("""
        .X...
        XO...
        .X...
        .....
    """)
    planes = search.features(board, 0)
    assert planes.shape == (len(search.feature_planes), 4, 5)
    assert planes.dtype == np.float32
    assert np.argwhere(planes[PLANE["own_captures"]]).tolist() == [[1, 2]]
    assert np.argwhere(planes[PLANE["own_grounded"]]).tolist() == [[0, 1], [1, 0]]
    assert (planes[PLANE["ones"]] == 1).all()
    other = search.features(board, 1)
    for name in ("dots", "regions", "pools", "grounded", "captures"):
        assert (planes[PLANE[f"own_{name}"]] == other[PLANE[f"enemy_{name}"]]).all()
        assert (planes[PLANE[f"enemy_{name}"]] == other[PLANE[f"own_{name}"]]).all()


@settings(max_examples=60, derandomize=True, database=None, deadline=None)
@given(
    size=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    rules=st.sampled_from(ALL_RULES),
    acts=st.integers(0, 60),
    symmetry=st.sampled_from(dots.Symmetry),
    seed=st.integers(0, 2**32),
)
def test_planes_and_actions_turn_with_the_board(
    size: tuple[int, int], rules: Any, acts: int, symmetry: dots.Symmetry, seed: int
) -> None:
    board = dots.Board(*size, core_rules(rules))
    random_actions(board, acts, seed)
    turned = board.transform(symmetry)
    planes = search.features(board, symmetry=symmetry)
    assert (planes == search.features(turned)).all()
    assert (search.features(board)[:8] == board.observe(board.to_move)).all()

    actions = search.symmetric_actions(board, symmetry)
    assert sorted(actions.tolist()) == list(range(board.num_actions))
    mask = np.zeros(board.num_actions, bool)
    mask[actions] = board.legal_mask()
    assert (mask == turned.legal_mask()).all()


def test_planes_are_written_into_the_callers_array() -> None:
    board = dots.Board(6, 5, start="cross")
    out = np.full((3, len(search.feature_planes), 5, 6), 7, np.float32)
    assert search.features(board, out=out[1]).base is not None
    assert (out[1] == search.features(board)).all()
    assert (out[[0, 2]] == 7).all()


# The callback form


def test_an_evaluator_sees_positions_as_their_players_to_move_do() -> None:
    board = dots.Board(5, 4)
    board.place(2, 2)
    seen: list[tuple[Floats, Bools]] = []

    def evaluator(obs: Floats, mask: Bools, logits_out: Floats, value_out: Floats) -> None:
        seen.append((obs.copy(), mask.copy()))
        assert obs.shape[1:] == (len(search.feature_planes), 4, 5)
        assert len(obs) == len(mask) == len(logits_out) == len(value_out) <= 7
        assert mask.shape[1] == logits_out.shape[1] == board.num_actions
        blank(obs, mask, logits_out, value_out)

    found = search.mcts(board, simulations=50, evaluator=evaluator, batch=7)
    obs, mask = seen[0]
    assert len(obs) == 1
    assert (obs[0] == search.features(board)).all()
    assert (mask[0] == board.legal_mask()).all()
    assert all((obs[:, PLANE["own_turn"]] == 1).all() for obs, _ in seen)
    second = seen[1][0][0]  # a dot of player 1 placed
    assert second[PLANE["own_dots"]].sum() == second[PLANE["enemy_dots"]].sum() == 1
    assert sum(len(obs) for obs, _ in seen) == found.simulations == found.visits.sum() + 1 == 50


def test_search_follows_its_evaluator() -> None:
    board = dots.Board.from_ascii("""
        ..........
        ...X......
        ..XO......
        ...X......
        ..........
    """)
    found = search.mcts(board, simulations=200, evaluator=leader, config=SMALL)
    assert board.point_of(found.best) == (4, 2)
    assert found.value > 0.5
    assert found.priors[0] > 10 * found.priors[1]
    board.to_move = 1
    assert search.mcts(board, simulations=400, evaluator=leader, config=SMALL).value < 0.2
    assert np.isnan(found.margins).all()
    assert np.isnan(found.margin)


def test_a_seed_means_the_same_result() -> None:
    board = dots.Board(7, 7, start="cross")
    for symmetry in ("none", "random"):
        found = [
            search.mcts(
                board, simulations=200, seed=4, evaluator=leader, batch=16, symmetry=symmetry
            )
            for _ in range(2)
        ]
        assert found[0].visits.tolist() == found[1].visits.tolist()
        assert found[0].actions.tolist() == found[1].actions.tolist()


def test_random_symmetries_turn_what_is_shown_and_what_is_answered() -> None:
    """An evaluator that likes the point right of its lone dot likes all neighbours of it."""
    board = dots.Board(5, 5)
    board.place(1, 1)
    board.place(4, 4)
    liked = set()

    def evaluator(obs: Floats, mask: Bools, logits_out: Floats, value_out: Floats) -> None:
        blank(obs, mask, logits_out, value_out)
        for i, planes in enumerate(obs):
            y, x = np.argwhere(planes[PLANE["own_dots"]])[0]
            if x < 4:
                logits_out[i, y * 5 + x + 1] = 20

    for seed in range(40):
        found = search.mcts(board, 2, seed=seed, evaluator=evaluator, batch=1, symmetry="random")
        liked.add(board.point_of(int(found.actions[found.priors.argmax()])))
    assert liked == {(2, 1), (0, 1), (1, 2), (1, 0)}


@settings(max_examples=40, derandomize=True, database=None, deadline=None)
@given(
    size=st.tuples(st.integers(1, 12), st.integers(1, 12)),
    rules=st.sampled_from(ALL_RULES),
    acts=st.integers(0, 120),
    seed=st.integers(0, 2**32),
    batch=st.sampled_from([1, 3, 64]),
)
def test_any_board_can_be_searched_with_an_evaluator(
    size: tuple[int, int], rules: Any, acts: int, seed: int, batch: int
) -> None:
    board = dots.Board(*size, core_rules(rules))
    random_actions(board, acts, seed)
    before = board.copy()
    found = search.mcts(
        board, 60, seed=seed, evaluator=leader, batch=batch, symmetry="random", config=SMALL
    )
    assert board == before
    assert found.proven or found.simulations == 60
    assert set(found.actions.tolist()) <= set(board.legal_actions().tolist())
    for action in found.pv:
        board.apply(action)


def test_an_evaluator_stops_being_asked_when_all_is_known() -> None:
    board = dots.Board(2, 2)
    board.place(0, 0)
    found = search.mcts(board, simulations=1_000_000, evaluator=blank)
    assert found.proven == "draw"
    assert found.simulations < 10_000


def test_time_ends_a_search_with_an_evaluator() -> None:
    found = search.mcts(dots.Board(20, 20), time_ms=30, evaluator=blank)
    assert found.simulations > 0
    assert 30 <= found.elapsed_ms < 5000


# The pull form


def test_many_trees_are_fed_fairly_to_their_targets() -> None:
    trees = [search.Tree(dots.Board(6, 5), SMALL, seed=i) for i in range(5)]
    trees[2].run(30)
    leaves = search.Leaves(trees, batch=16, simulations=40)
    assert leaves.trees == tuple(trees)
    assert leaves.batch == 16
    sizes = []
    while n := leaves.gather():
        assert len(leaves) == n
        sizes.append(n)
        blank(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
        leaves.apply()
        assert len(leaves) == 0
    assert [tree.simulations for tree in trees] == [40] * 5
    assert sizes[1:-1] == [16] * (len(sizes) - 2)


def test_a_tree_goes_on_after_each_move_of_a_game() -> None:
    tree = search.Tree(dots.Board(4, 4), SMALL)
    board = dots.Board(4, 4)
    while not board.is_terminal:
        leaves = search.Leaves([tree], batch=8, simulations=40)
        while n := leaves.gather():
            leader(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
            leaves.apply()
        action = tree.result().best
        tree.advance(action)
        board.apply(action)
    assert search.Leaves([tree]).gather() == 0


def test_noise_comes_anew_with_every_move() -> None:
    config = SMALL.replace(noise=1.0)
    trees = [search.Tree(dots.Board(5, 5), config, seed=i) for i in range(2)]
    for _ in range(3):
        leaves = search.Leaves(trees, batch=8, simulations=200)
        while n := leaves.gather():
            blank(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
            leaves.apply()
        priors = [tree.result().priors for tree in trees]
        assert all(p.max() > 3 * p.mean() for p in priors)
        for tree in trees:
            tree.advance(tree.result().best)


def test_leaves_taken_back_leave_no_trace() -> None:
    """A tree whose leaves are often taken back grows as one that is left in peace."""
    trees = [search.Tree(dots.Board(6, 6), SMALL, seed=1) for _ in range(2)]
    for i, tree in enumerate(trees):
        leaves = search.Leaves([tree], batch=8)
        for _ in range(30):
            if i:
                leaves.gather()
                leaves.cancel()
                leaves.cancel()
            n = leaves.gather()
            leader(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
            leaves.apply()
    a, b = (tree.result() for tree in trees)
    assert a.actions.tolist() == b.actions.tolist()
    assert a.visits.tolist() == b.visits.tolist()
    assert a.values.tolist() == pytest.approx(b.values.tolist(), nan_ok=True)


def test_a_wrong_answer_can_be_mended() -> None:
    tree = search.Tree(dots.Board(4, 4), SMALL)
    leaves = search.Leaves([tree], batch=8)
    n = leaves.gather()
    with pytest.raises(dotcore.Error, match="never written"):
        leaves.apply()
    blank(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
    leaves.apply()
    assert tree.simulations == 1


def test_what_is_illegal_may_hold_any_logit() -> None:
    board = dots.Board(3, 3)
    board.place(1, 1)

    def masked(obs: Floats, mask: Bools, logits_out: Floats, value_out: Floats) -> None:
        logits_out[:] = np.where(mask, 0, -np.inf)
        value_out[:] = 0

    assert search.mcts(board, simulations=20, evaluator=masked).simulations >= 20


def test_large_logits_are_no_trouble() -> None:
    def sure(obs: Floats, mask: Bools, logits_out: Floats, value_out: Floats) -> None:
        logits_out[:] = -3e38
        logits_out[:, 3] = 3e38
        value_out[:] = 1

    found = search.mcts(dots.Board(4, 4), simulations=50, evaluator=sure)
    assert np.isfinite(found.priors).all()
    assert found.priors.max() == 1


def test_buffers_outlive_their_leaves() -> None:
    leaves = search.Leaves([search.Tree(dots.Board(4, 4), SMALL)], batch=4)
    obs, mask, logits, values = leaves.obs, leaves.mask, leaves.logits, leaves.values
    n = leaves.gather()
    del leaves
    assert obs[:n].sum() > 0
    for array in (obs, mask, logits, values):
        with pytest.raises(ValueError, match="resize"):
            array.resize((10**6,), refcheck=False)
        array.fill(1)
