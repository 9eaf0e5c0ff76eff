"""The states of all games keep the one contract (tests/contract.py lists the games)."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.contract import CHANCE, GAMES, SIMULTANEOUS, TERMINAL, Game, random_act, states_of_a_game

import dotcore

every_game = pytest.mark.parametrize("game", GAMES, ids=str)

NAMES = [
    "num_players",
    "current_player",
    "num_actions",
    "legal_actions",
    "legal_mask",
    "apply",
    "undo",
    "is_terminal",
    "returns",
    "rewards",
    "chance_outcomes",
    "sample_chance",
    "resolve_chance",
    "copy",
    "key",
    "to_bytes",
    "from_bytes",
    "action_to_string",
    "string_to_action",
    "observe",
    "observation_shape",
    "view",
    "info_key",
    "resample",
    "check_consistency",
]


@every_game
def test_a_state_has_every_name_with_its_documentation(game: Game) -> None:
    kind = type(game.start())
    for name in NAMES:
        assert hasattr(kind, name), name
    undocumented = [name for name in NAMES if not getattr(kind, name).__doc__]
    assert set(undocumented) <= {"num_players", "is_terminal"}  # whose names say it all


# Looking


@every_game
def test_numbers_of_a_state_have_their_types_and_ranges(game: Game) -> None:
    first = game.start()
    for state in states_of_a_game(game, 1):
        assert state.num_players == first.num_players >= 2
        assert state.num_actions == first.num_actions >= 1
        assert state.observation_shape == first.observation_shape
        assert state.current_player in (
            *range(state.num_players),
            CHANCE,
            SIMULTANEOUS,
            TERMINAL,
        )
        assert state.is_terminal is (state.current_player == TERMINAL)
        assert 0 <= state.key < 2**64
        state.check_consistency()


@every_game
def test_legal_actions_are_sorted_and_the_mask_says_the_same(game: Game) -> None:
    for state in states_of_a_game(game, 2):
        for player in (None, *range(state.num_players)):
            actions, mask = state.legal_actions(player), state.legal_mask(player)
            assert actions.dtype == np.int32
            assert actions.ndim == 1
            assert mask.dtype == np.bool_
            assert mask.shape == (state.num_actions,)
            assert np.flatnonzero(mask).tolist() == actions.tolist()
        if state.is_terminal:
            assert state.legal_actions().size == 0
        if state.current_player >= 0:
            assert state.legal_actions().size > 0
            assert state.legal_actions().tolist() == (
                state.legal_actions(state.current_player).tolist()
            )
            for other in set(range(state.num_players)) - {state.current_player}:
                assert state.legal_actions(other).size == 0


@every_game
def test_returns_and_rewards_sum_to_zero_and_rewards_add_up_to_returns(game: Game) -> None:
    total = 0.0
    states = states_of_a_game(game, 3)
    for state in states:
        for values in (state.returns(), state.rewards()):
            assert values.dtype == np.float64
            assert values.shape == (state.num_players,)
            assert abs(values.sum()) < 1e-9
        total = total + state.rewards()
    assert states[-1].is_terminal
    assert np.allclose(total, states[-1].returns())


@every_game
def test_action_texts_and_numbers_go_back_and_forth(game: Game) -> None:
    for state in states_of_a_game(game, 4, every=5):
        actions = list(range(state.num_actions))
        if state.current_player == CHANCE:
            actions = state.chance_outcomes()[0].tolist()
        texts = [state.action_to_string(action) for action in actions]
        assert all(isinstance(text, str) and text for text in texts)
        assert len(set(texts)) == len(texts)
        assert [state.string_to_action(text) for text in texts] == actions


@every_game
@pytest.mark.parametrize("past_the_end", [-1, 0, 1, 2**31 - 1])
def test_an_action_out_of_range_has_no_text(game: Game, past_the_end: int) -> None:
    state = game.start()
    action = past_the_end if past_the_end < 0 else min(state.num_actions + past_the_end, 2**31 - 1)
    with pytest.raises(dotcore.Error, match=str(action)):
        state.action_to_string(action)


@every_game
@pytest.mark.parametrize(
    "text", ["", "nonsense", "-1", "1,", "1,2,3", "99,99", "\0", "x" + "é" * 1000]
)
def test_a_text_that_is_no_action_is_refused(game: Game, text: str) -> None:
    for state in states_of_a_game(game, 16, every=20):
        with pytest.raises(dotcore.Error):
            state.string_to_action(text)


@every_game
def test_an_observation_has_its_shape_and_repeats(game: Game) -> None:
    for state in states_of_a_game(game, 5, every=3):
        for player in range(state.num_players):
            seen = state.observe(player)
            assert seen.shape == state.observation_shape
            assert seen.dtype == np.float32
            assert np.isfinite(seen).all()
            assert np.array_equal(seen, state.copy(history=False).observe(player))


@every_game
def test_a_view_is_ready_for_json(game: Game) -> None:
    for state in states_of_a_game(game, 6, every=3):
        for player in range(state.num_players):
            view = state.view(player)
            assert json.loads(json.dumps(view)) == view


@every_game
@pytest.mark.parametrize("player", [-1, 99, 2**31 - 1])
def test_a_player_that_is_not_there_is_refused(game: Game, player: int) -> None:
    state = game.start()
    for call in (
        state.legal_actions,
        state.legal_mask,
        state.observe,
        state.view,
        state.info_key,
        lambda who: state.resample(who, 1),
    ):
        with pytest.raises(dotcore.Error, match="player"):
            call(player)


# Arrays that the caller gives


def out_calls(state: Any) -> list[tuple[Any, npt.DTypeLike, int]]:
    """Calls that take `out`, the type of its elements, how many are needed at least."""
    player = 0 if state.current_player == SIMULTANEOUS else None
    return [
        (
            lambda out: state.legal_actions(player, out),
            np.int32,
            state.legal_actions(player).size,
        ),
        (lambda out: state.legal_mask(player, out), np.bool_, state.num_actions),
        (lambda out: state.observe(0, out=out), np.float32, state.observe(0).size),
    ]


@every_game
def test_arrays_that_are_given_are_filled_and_no_more(game: Game) -> None:
    for state in states_of_a_game(game, 7, every=4):
        ids = np.full(state.num_actions + 3, -9, np.int32)
        count = state.legal_actions(out=ids)
        assert ids[:count].tolist() == state.legal_actions().tolist()
        assert (ids[count:] == -9).all()
        mask = np.ones(state.num_actions, np.bool_)
        assert state.legal_mask(out=mask) is mask
        assert np.array_equal(mask, state.legal_mask())
        for player in range(state.num_players):
            planes = np.full(state.observation_shape, np.nan, np.float32)
            assert state.observe(player, out=planes) is planes
            assert np.array_equal(planes, state.observe(player))
            longer = np.full(planes.size + 5, -9, np.float32)
            state.observe(player, out=longer)
            assert np.array_equal(longer[: planes.size], planes.reshape(-1))
            assert (longer[planes.size :] == -9).all()


@every_game
def test_an_array_that_does_not_fit_is_refused_and_left_alone(game: Game) -> None:
    state = game.start()
    state.resolve_chance(1)
    for call, kind, least in out_calls(state):
        right = np.dtype(kind)
        read_only = np.ones(least, right)
        read_only.flags.writeable = False
        wrong: list[tuple[type[Exception], Any]] = [
            (TypeError, np.ones(least, np.int64)),
            (TypeError, np.ones(least, np.float64)),
            (TypeError, np.ones(least, right.newbyteorder(">")) if right.itemsize > 1 else [0]),
            (TypeError, np.ones(2 * least + 2, right)[::2]),
            (TypeError, np.ones((2, least + 1), right, order="F")),
            (TypeError, read_only),
            (TypeError, [0] * least),
            (TypeError, bytearray(4 * least)),
            (ValueError, np.ones(least - 1, right)),
            (ValueError, np.ones(0, right)),
        ]
        for error, out in wrong:
            before = copy.copy(out)
            with pytest.raises(error, match="out"):
                call(out)
            assert np.array_equal(out, before)


# Doing and undoing


@every_game
def test_random_games_end_and_go_back_step_by_step(game: Game) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        state = game.start()
        before: list[Any] = []
        while not state.is_terminal:
            before.append(state.copy())
            random_act(state, rng)
            state.check_consistency()
            assert len(before) <= game.most_acts
        while before:
            state.undo()
            was = before.pop()
            assert state == was
            assert state.key == was.key
            assert state.legal_actions().tolist() == was.legal_actions().tolist()
        with pytest.raises(dotcore.IllegalMove):
            state.undo()


@every_game
def test_an_illegal_action_changes_nothing(game: Game) -> None:
    every = max(3, game.start().num_actions // 150)
    for state in states_of_a_game(game, 8, every):
        before = state.copy()
        legal = {*state.legal_actions().tolist(), *state.chance_outcomes()[0].tolist()}
        for action in (-(2**31), -1, *range(state.num_actions + 2), 2**31 - 1):
            if action not in legal:
                with pytest.raises(dotcore.IllegalMove):
                    state.apply(action)
        assert state == before
        assert state.key == before.key
        assert state.to_bytes() == before.to_bytes()


@every_game
@pytest.mark.parametrize("action", [1.0, "0", None, 2**31, 10**30, float("nan"), [0]])
def test_an_action_that_is_no_number_of_32_bits_is_a_type_error(game: Game, action: Any) -> None:
    state = game.start()
    before = state.copy()
    with pytest.raises(TypeError):
        state.apply(action)
    assert state == before


@every_game
def test_where_no_chance_is_due_there_are_no_outcomes(game: Game) -> None:
    for state in states_of_a_game(game, 9, every=4):
        ids, probabilities = state.chance_outcomes()
        assert ids.dtype == np.int32
        assert probabilities.dtype == np.float64
        assert ids.shape == probabilities.shape
        if state.current_player == CHANCE:
            assert abs(probabilities.sum() - 1.0) < 1e-9
            assert (probabilities > 0).all()
            continue
        assert ids.size == 0
        before = state.copy()
        with pytest.raises(dotcore.IllegalMove):
            state.sample_chance(1)
        state.resolve_chance(dotcore.Rng(1))
        assert state == before


@every_game
def test_chance_makes_one_of_its_outcomes_until_a_player_is_to_act(game: Game) -> None:
    for state in states_of_a_game(game, 17, every=4):
        resolved, step_by_step, applied = state.copy(), state.copy(), state.copy()
        resolved.resolve_chance(dotcore.Rng(3))
        assert resolved.current_player != CHANCE
        rng = dotcore.Rng(3)
        while step_by_step.current_player == CHANCE:
            outcomes = step_by_step.chance_outcomes()[0].tolist()
            assert outcomes == sorted(set(outcomes))
            outcome = step_by_step.sample_chance(rng)
            assert outcome in outcomes
            applied.apply(outcome)
            assert applied == step_by_step
        assert step_by_step == resolved


@every_game
@pytest.mark.parametrize("rng", [None, "1", 1.0, -1, 2**64])
def test_what_is_no_generator_and_no_seed_is_refused(game: Game, rng: Any) -> None:
    state = game.start()
    for call in (state.sample_chance, state.resolve_chance, lambda r: state.resample(0, r)):
        with pytest.raises((TypeError, dotcore.Error)):
            call(rng)


# Copies, comparing, what is kept


def assert_same(twin: Any, state: Any) -> None:
    assert twin is not state
    assert type(twin) is type(state)
    assert twin == state
    assert not twin != state  # noqa: SIM202
    assert twin.key == state.key
    assert twin.to_bytes() == state.to_bytes()
    assert twin.current_player == state.current_player
    twin.check_consistency()


def undone(state: Any) -> list[int]:
    """The keys on the way back to the start."""
    keys = []
    while True:
        keys.append(state.key)
        try:
            state.undo()
        except dotcore.IllegalMove:
            return keys


def pickled(protocol: int, state: Any) -> Any:
    return pickle.loads(pickle.dumps(state, protocol))


WITH_HISTORY: dict[str, Callable[[Any], Any]] = {
    "copy": lambda state: state.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    **{
        f"pickle-{protocol}": partial(pickled, protocol)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
}


@every_game
@pytest.mark.parametrize("way", WITH_HISTORY.values(), ids=WITH_HISTORY)
def test_a_duplicate_is_equal_and_can_be_undone(game: Game, way: Any) -> None:
    for state in states_of_a_game(game, 10, every=4):
        twin = way(state)
        assert_same(twin, state)
        assert undone(twin) == undone(state.copy())


WITHOUT_HISTORY: dict[str, Callable[[Any], Any]] = {
    "copy": lambda state: state.copy(history=False),
    "bytes": lambda state: type(state).from_bytes(state.to_bytes()),
    "resample": lambda state: state.resample(0, 7),
}


@every_game
@pytest.mark.parametrize("way", WITHOUT_HISTORY.values(), ids=WITHOUT_HISTORY)
def test_a_duplicate_without_history_is_independent(game: Game, way: Any) -> None:
    for state in states_of_a_game(game, 11, every=4):
        before = state.copy()
        twin = way(state)
        assert twin.info_key(0) == state.info_key(0)
        assert twin.view(0).keys() == state.view(0).keys()
        assert np.array_equal(twin.observe(0), state.observe(0))
        assert np.array_equal(twin.legal_actions(0), state.legal_actions(0))
        with pytest.raises(dotcore.IllegalMove):
            twin.undo()
        if way is not WITHOUT_HISTORY["resample"]:
            assert_same(twin, state)
        if not twin.is_terminal:
            random_act(twin, random.Random(1))
            assert twin != state
        assert state == before


@every_game
def test_an_act_on_a_copy_leaves_the_other_alone(game: Game) -> None:
    for state in states_of_a_game(game, 12, every=2):
        if state.is_terminal:
            continue
        twin, before = state.copy(), state.copy()
        random_act(twin, random.Random(1))
        assert state == before
        assert state.key == before.key != twin.key
        random_act(state, random.Random(1))
        assert state == twin


@every_game
def test_equal_states_have_equal_keys_and_others_differ(game: Game) -> None:
    states = [state for seed in range(4) for state in states_of_a_game(game, seed, every=2)]
    for one in states[::3]:
        for other in states:
            assert (one == other) == (one.key == other.key)
            assert (one == other) == (one.to_bytes() == other.to_bytes())


@every_game
@pytest.mark.parametrize("other", [None, 0, "state", object()])
def test_a_state_equals_nothing_else(game: Game, other: object) -> None:
    state = game.start()
    assert not state == other  # noqa: SIM201
    assert state != other


@every_game
def test_a_state_has_no_hash(game: Game) -> None:
    state = game.start()
    assert type(state).__hash__ is None
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


@every_game
def test_keys_for_information_sets_fit_64_bits_and_repeat(game: Game) -> None:
    for state in states_of_a_game(game, 13, every=3):
        for player in range(state.num_players):
            assert 0 <= state.info_key(player) < 2**64
            assert state.info_key(player) == state.copy(history=False).info_key(player)


@every_game
def test_resampled_worlds_look_the_same_to_the_player(game: Game) -> None:
    for state in states_of_a_game(game, 14, every=4):
        for player in range(state.num_players):
            world = state.resample(player, dotcore.Rng(5))
            world.check_consistency()
            assert world.info_key(player) == state.info_key(player)
            assert np.array_equal(world.observe(player), state.observe(player))
            if not game.past_is_evidence:
                assert world.resample(player, 5) == state.resample(player, 5)


@every_game
def test_bytes_are_the_same_for_equal_states_and_pickles_name_the_public_class(game: Game) -> None:
    for state in states_of_a_game(game, 15, every=5):
        assert state.to_bytes() == state.copy().to_bytes()
        assert b"_core" not in pickle.dumps(state)


@every_game
@pytest.mark.parametrize("garbage", [b"", b"\0", b"dots", b"\xff" * 400, bytes(1000)])
def test_bytes_that_are_no_state_are_an_invalid_record(game: Game, garbage: bytes) -> None:
    with pytest.raises(dotcore.InvalidRecord):
        type(game.start()).from_bytes(garbage)


@every_game
@pytest.mark.parametrize("garbage", [None, "dots", 5, bytearray(b"dots"), [1, 2]])
def test_what_is_no_bytes_object_is_a_type_error(game: Game, garbage: Any) -> None:
    with pytest.raises(TypeError):
        type(game.start()).from_bytes(garbage)
