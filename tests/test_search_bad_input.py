"""Wrong calls of Monte Carlo search are typed errors and change nothing."""

# ruff: noqa: ARG001, ARG005 (an evaluator takes four arguments, whether it needs them or not)
from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import dots, search

SMALL = search.Config(memory_mb=1)


def ended() -> dots.Board:
    board = dots.Board(3, 3)
    board.stop()
    board.stop()
    assert board.is_terminal
    return board


def stuck() -> dots.Board:
    """Not a free point is left."""
    board = dots.Board(1, 1)
    board.place(0, 0)
    return board


# Ended games, limits


@pytest.mark.parametrize("make", [ended, stuck])
@pytest.mark.parametrize(
    "call",
    [
        lambda board: search.Tree(board),
        lambda board: search.mcts(board, simulations=1),
        lambda board: search.mcts(board, simulations=1, evaluator=lambda *_: None),
        lambda board: search.analyze(board),
    ],
)
def test_an_ended_game_is_refused(
    make: Callable[[], dots.Board], call: Callable[[dots.Board], object]
) -> None:
    board = make()
    with pytest.raises(dotcore.Error, match="over"):
        call(board)
    assert board == make()


LIMITS: list[dict[str, Any]] = [
    {},
    {"simulations": 0},
    {"simulations": -1},
    {"simulations": 2**32},
    {"simulations": 2**62},
    {"time_ms": 0},
    {"time_ms": -5.0},
    {"time_ms": float("nan")},
    {"time_ms": float("inf")},
    {"simulations": 1, "time_ms": 0},
    {"simulations": 1, "threads": 0},
    {"simulations": 1, "threads": 257},
]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("evaluated", [False, True])
def test_limits_out_of_range_are_refused(limits: dict[str, Any], evaluated: bool) -> None:
    more: Any = {"evaluator": lambda *_: None} if evaluated else {}
    with pytest.raises(dotcore.Error):
        search.mcts(dots.Board(4, 4), config=SMALL, **limits, **more)
    tree = search.Tree(dots.Board(4, 4), SMALL)
    with pytest.raises(dotcore.Error):
        tree.run(**limits)
    assert tree.simulations == 0


@pytest.mark.parametrize(
    "limits",
    [{"simulations": 1.5}, {"simulations": "3"}, {"time_ms": "1"}, {"simulations": 2**64}],
    ids=str,
)
def test_limits_of_a_wrong_type_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises((TypeError, dotcore.Error)):
        search.Tree(dots.Board(4, 4), SMALL).run(**limits)


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_ms": -1},
        {"every_ms": 0},
        {"every_ms": float("nan")},
        {"simulations": 0},
        {"threads": 0},
        {"seed": -1},
    ],
    ids=str,
)
def test_a_wrong_analysis_is_refused_at_once(wrong: dict[str, Any]) -> None:
    with pytest.raises(dotcore.Error):
        search.analyze(dots.Board(4, 4), **wrong)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", None])
def test_a_seed_is_an_int_of_64_bits(seed: Any) -> None:
    with pytest.raises((dotcore.Error, TypeError)):
        search.Tree(dots.Board(4, 4), SMALL, seed)


@pytest.mark.parametrize("board", [None, 3, "X.", search.Config()])
def test_only_a_board_can_be_searched(board: Any) -> None:
    with pytest.raises(TypeError):
        search.mcts(board, simulations=1)
    with pytest.raises(TypeError):
        search.features(board)


def test_objects_that_were_never_initialised_are_refused() -> None:
    for cls in (search.Tree, search.Leaves, search.Config):
        hollow = cls.__new__(cls)
        for name in dir(cls):
            if isinstance(vars(cls).get(name), property):
                with pytest.raises(TypeError, match="never initialised"):
                    getattr(hollow, name)
    with pytest.raises(TypeError, match="never initialised"):
        search.Tree(dots.Board.__new__(dots.Board))
    with pytest.raises(TypeError, match="never initialised"):
        search.Leaves([search.Tree.__new__(search.Tree)])


def test_trees_are_no_values() -> None:
    tree = search.Tree(dots.Board(3, 3), SMALL)
    for thing in (tree, search.Leaves([tree])):
        with pytest.raises(TypeError):
            pickle.dumps(thing)


# Trees


@pytest.mark.parametrize("action", [-1, 17, 16 * 100, 5])
def test_an_illegal_action_leaves_the_tree_as_it_was(action: int) -> None:
    board = dots.Board(4, 4)
    board.place(1, 1)
    tree = search.Tree(board, SMALL)
    tree.run(50)
    with pytest.raises(dotcore.IllegalMove):
        tree.advance(action)
    assert tree.board == board
    assert tree.simulations == 50


def test_nothing_is_told_of_a_tree_never_searched() -> None:
    with pytest.raises(dotcore.Error, match="run"):
        search.Tree(dots.Board(4, 4), SMALL).result()


# Config

WRONG: list[dict[str, Any]] = [
    {"selection": "best"},
    {"selection": 0},
    {"exploration": -1},
    {"exploration": float("nan")},
    {"exploration": float("inf")},
    {"grow_at": 0},
    {"grow_at": 2**70},
    {"memory_mb": 0},
    {"memory_mb": 10**9},
    {"noise": 1.5},
    {"noise_alpha": 0},
    {"margin_weight": 2},
    {"nonsense": 1},
]


@pytest.mark.parametrize("options", WRONG, ids=str)
def test_a_config_is_checked(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(dotcore.Error, match=name):
        search.Config(**options)
    with pytest.raises(dotcore.Error, match=name):
        search.Config().replace(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"exploration": "1"},
        {"exploration": True},
        {"grow_at": 1.0},
        {"grow_at": True},
        {"informed": 1},
        {"memory_mb": None},
    ],
    ids=str,
)
def test_a_config_takes_values_of_the_right_type(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(options))):
        search.Config(**options)


class Untold:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


@pytest.mark.parametrize("value", [Untold(), "\ud800", 10**5000], ids=["untold", "lone", "long"])
def test_a_hostile_value_is_refused_by_the_right_error(value: Any) -> None:
    for name in search.Config().as_dict():
        with pytest.raises((dotcore.Error, TypeError)) as caught:
            search.Config(**{name: value})
        assert str(caught.value)
    for state in ((value,), (), ({"grow_at": value},), ({1: 2},)):
        with pytest.raises((dotcore.Error, TypeError)):
            search.Config.__new__(search.Config).__setstate__(state)  # type: ignore[arg-type]


@pytest.mark.parametrize("config", ["strong", 3, {}])
def test_only_a_config_is_a_config(config: Any) -> None:
    with pytest.raises(TypeError, match="Config"):
        search.Tree(dots.Board(3, 3), config)


# Evaluators


class Failed(Exception):
    pass


def raising(*_: Any) -> None:
    raise Failed


def writes(logit: float, value: float) -> Callable[..., None]:
    def evaluator(obs: Any, mask: Any, logits_out: Any, value_out: Any) -> None:
        logits_out[:] = logit
        value_out[:] = value

    return evaluator


def few_rows(obs: Any, mask: Any, logits_out: Any, value_out: Any) -> None:
    logits_out[:-1] = 0
    value_out[:-1] = 0


def wrong_shape(obs: Any, mask: Any, logits_out: Any, value_out: Any) -> None:
    logits_out[:] = np.zeros((len(obs), 3))


def wrong_dtype(obs: Any, mask: Any, logits_out: Any, value_out: Any) -> None:
    logits_out[:] = 0
    value_out[:] = np.array(["a"] * len(obs))


def returning(obs: Any, mask: Any, logits_out: Any, value_out: Any) -> Any:
    return np.zeros_like(logits_out), np.zeros_like(value_out)


EVALUATORS: dict[str, tuple[Any, type[Exception], str | None]] = {
    "raises": (raising, Failed, None),
    "takes too little": (lambda obs: None, TypeError, None),
    "is no function": (3, TypeError, "callable"),
    "nan logits": (writes(float("nan"), 0), dotcore.Error, "logit"),
    "infinite logits": (writes(float("inf"), 0), dotcore.Error, "logit"),
    "nan values": (writes(0, float("nan")), dotcore.Error, "value"),
    "infinite values": (writes(0, float("-inf")), dotcore.Error, "outside"),
    "values too large": (writes(0, 1.01), dotcore.Error, "outside"),
    "fewer rows": (few_rows, dotcore.Error, "never written"),
    "wrong shape": (wrong_shape, ValueError, "broadcast"),
    "wrong dtype": (wrong_dtype, ValueError, "convert"),
    "returns arrays": (returning, dotcore.Error, "return None"),
}


@pytest.mark.parametrize("name", EVALUATORS)
def test_a_wrong_evaluator_is_told_so(name: str) -> None:
    evaluator, error, message = EVALUATORS[name]
    board = dots.Board(5, 5)
    with pytest.raises(error, match=message):
        search.mcts(board, simulations=100, evaluator=evaluator, config=SMALL)
    assert board == dots.Board(5, 5)


@pytest.mark.parametrize("after", [1, 3])
def test_an_evaluator_that_fails_later_leaves_its_trees_whole(after: int) -> None:
    tree = search.Tree(dots.Board(5, 5), SMALL)
    leaves = search.Leaves([tree], batch=8)
    for _ in range(after):
        n = leaves.gather()
        writes(0, 0)(leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n])
        leaves.apply()
    before = tree.simulations
    n = leaves.gather()
    leaves.values[:n] = 2
    leaves.logits[:n] = 0
    for _ in range(2):
        with pytest.raises(dotcore.Error, match="outside"):
            leaves.apply()
    leaves.cancel()
    assert tree.simulations == before
    assert tree.run(20).simulations == before + 20


def test_an_evaluator_may_keep_its_arrays() -> None:
    kept: list[Any] = []

    def evaluator(*arrays: Any) -> None:
        kept.extend(arrays)
        writes(0, 0)(*arrays)

    search.mcts(dots.Board(6, 6), simulations=100, evaluator=evaluator, config=SMALL)
    for array in kept:
        array.fill(0)
        assert array.sum() == 0


def test_an_evaluator_that_meddles_with_the_mask_changes_nothing() -> None:
    def evaluator(obs: Any, mask: Any, logits_out: Any, value_out: Any) -> None:
        mask[:] = True
        obs[:] = np.nan
        writes(0, 0)(obs, mask, logits_out, value_out)

    board = dots.Board(4, 4)
    board.place(1, 1)
    found = search.mcts(board, simulations=60, evaluator=evaluator, config=SMALL)
    assert set(found.actions.tolist()) == set(board.legal_actions().tolist())


@pytest.mark.parametrize(
    "wrong",
    [{"batch": 0}, {"batch": 16_385}, {"symmetry": "some"}, {"threads": 2}],
    ids=str,
)
def test_wrong_options_of_an_evaluated_search_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(dotcore.Error, match=next(iter(wrong))):
        search.mcts(dots.Board(4, 4), simulations=9, evaluator=writes(0, 0), **wrong)


# Leaves


def test_trees_that_do_not_fit_together_are_refused() -> None:
    tree = search.Tree(dots.Board(4, 4), SMALL)
    with pytest.raises(dotcore.Error, match="empty"):
        search.Leaves([])
    with pytest.raises(dotcore.Error, match="twice"):
        search.Leaves([tree, tree])
    with pytest.raises(dotcore.Error, match="size"):
        search.Leaves([tree, search.Tree(dots.Board(4, 5), SMALL)])
    full = search.Tree(dots.Board(4, 4, dots.Rules(ending="full")), SMALL)
    with pytest.raises(dotcore.Error, match="actions"):
        search.Leaves([tree, full])
    for trees in ([None], [tree, 3], 3, tree):
        with pytest.raises(TypeError):
            search.Leaves(trees)  # type: ignore[arg-type]


def test_gather_and_apply_take_turns() -> None:
    leaves = search.Leaves([search.Tree(dots.Board(4, 4), SMALL)])
    with pytest.raises(dotcore.Error, match="gather"):
        leaves.apply()
    leaves.gather()
    with pytest.raises(dotcore.Error, match="out"):
        leaves.gather()
    leaves.cancel()
    with pytest.raises(dotcore.Error, match="gather"):
        leaves.apply()


def test_a_tree_in_use_elsewhere_frees_the_others() -> None:
    trees = [search.Tree(dots.Board(4, 4), SMALL) for _ in range(3)]
    first = search.Leaves([trees[2]])
    first.gather()
    second = search.Leaves(trees)
    with pytest.raises(dotcore.Error, match="waiting"):
        second.gather()
    assert trees[0].run(5).simulations == 5
    first.cancel()
    assert second.gather() > 0


# Planes


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((17, 4, 4)),
        np.zeros((16, 4, 4), np.float32),
        np.zeros((17, 4, 8), np.float32)[:, :, ::2],
    ],
    ids=["float64", "too small", "not contiguous"],
)
def test_an_unfit_array_for_planes_is_refused(out: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        search.features(dots.Board(4, 4), out=out)
    assert not out.any()


@pytest.mark.parametrize("symmetry", [-1, 8, "flip", 2**40])
def test_there_are_eight_symmetries(symmetry: Any) -> None:
    for call in (search.features, search.symmetric_actions):
        with pytest.raises((dotcore.Error, TypeError)):
            call(dots.Board(4, 4), symmetry=symmetry)


@pytest.mark.parametrize("player", [-1, 2])
def test_there_are_two_players(player: int) -> None:
    with pytest.raises(dotcore.Error, match="player"):
        search.features(dots.Board(4, 4), player)
