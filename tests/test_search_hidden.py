"""Search over hidden information from Python: what it tells, and what it refuses."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import dotcard, search

SEARCHES: list[Any] = [search.ismcts, search.determinized]


def dealt(players: int = 4, seed: int = 1, **rules: Any) -> dotcard.Game:
    return dotcard.Game(players=players, rules=dotcard.Rules(**rules), seed=seed)


@pytest.mark.parametrize("find", SEARCHES)
def test_a_result_tells_of_every_act_considered_the_best_first(find: Any) -> None:
    game = dealt()
    found = find(game, simulations=500, seed=3)
    n = len(found.actions)
    assert found.best == found.actions[0]
    assert set(found.actions.tolist()) <= set(game.legal_actions().tolist())
    assert found.visits.sum() == found.simulations == 500
    assert (found.availability == 500).all()
    assert found.player_values.shape == (n, 4)
    assert found.values.shape == found.priors.shape == found.visits.shape == (n,)
    assert found.player == game.current_player
    assert found.value == found.values[0]
    np.testing.assert_array_equal(found.values, found.player_values[:, found.player])
    tried = found.visits > 0
    assert np.isnan(found.values[~tried]).all()
    np.testing.assert_allclose(found.player_values[tried].sum(axis=1), 0, atol=1e-3)
    assert found.pv[0] == found.best
    assert found.priors.sum() == pytest.approx(1)


@pytest.mark.parametrize("find", SEARCHES)
def test_the_game_is_not_changed_and_its_hidden_cards_do_not_matter(find: Any) -> None:
    game = dealt(seed=5)
    before = game.copy()
    found = find(game, simulations=300, seed=2)
    assert game == before
    other = game.resample(game.current_player, 77)
    assert other != game
    again = find(other, simulations=300, seed=2)
    assert again.actions.tolist() == found.actions.tolist()
    assert again.visits.tolist() == found.visits.tolist()
    np.testing.assert_array_equal(again.player_values, found.player_values)


@pytest.mark.parametrize("find", SEARCHES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_settles_the_result(find: Any, threads: int) -> None:
    game = dealt(players=3, seed=2)
    one = find(game, simulations=400, seed=9, threads=threads)
    two = find(game, simulations=400, seed=9, threads=threads)
    assert one.visits.tolist() == two.visits.tolist()
    assert one.actions.tolist() == two.actions.tolist()


@pytest.mark.parametrize("find", SEARCHES)
def test_time_is_a_limit(find: Any) -> None:
    found = find(dealt(), time_ms=30)
    assert found.simulations > 0
    assert found.elapsed_ms >= 30


@pytest.mark.parametrize("find", SEARCHES)
@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"simulations": 0},
        {"simulations": 2**32},
        {"time_ms": 0},
        {"time_ms": float("nan")},
        {"simulations": 1, "threads": 0},
        {"simulations": 1, "seed": -1},
    ],
)
def test_limits_out_of_range_are_errors(find: Any, limits: dict[str, Any]) -> None:
    with pytest.raises(dotcore.Error):
        find(dealt(), **limits)


@pytest.mark.parametrize("find", SEARCHES)
def test_where_nobody_is_to_move_there_is_nothing_to_search(find: Any) -> None:
    game = dotcard.Game(players=2)
    with pytest.raises(dotcore.Error, match="resolve_chance"):
        find(game, simulations=1)
    rng = dotcore.Rng(1)
    while not game.is_terminal:
        game.resolve_chance(rng)
        game.apply(search.choose(game, "play_first", rng))
    with pytest.raises(dotcore.Error, match="over"):
        find(game, simulations=1)
    with pytest.raises(dotcore.Error, match="over"):
        search.choose(game)


def test_markers_that_prove_something_are_heeded() -> None:
    game = dealt(players=3, seed=4, voluntary_pass_opens=False)
    rng = dotcore.Rng(3)
    for _ in range(12):
        game.apply(search.choose(game, "play_first", rng))
        game.resolve_chance(rng)
    for find in SEARCHES:
        assert find(game, simulations=200).best in game.legal_actions()
    config = search.IsmctsConfig(pass_weight=0.1)
    assert search.ismcts(game, simulations=200, config=config).best in game.legal_actions()


def test_configs_are_values_with_checked_options() -> None:
    config = search.IsmctsConfig(exploration=0.5, rollout="play_first")
    assert config == search.IsmctsConfig().replace(exploration=0.5, rollout="play_first")
    assert config.as_dict()["exploration"] == 0.5
    assert pickle.loads(pickle.dumps(config)) == config
    assert hash(config) != hash(search.IsmctsConfig())
    wrong: list[dict[str, Any]] = [
        {"exploration": -1},
        {"memory_mb": 0},
        {"rollout": "clever"},
        {"combine": "both"},
        {"world_simulations": 0},
        {"scale": float("nan")},
    ]
    for options in wrong:
        with pytest.raises(dotcore.Error, match=next(iter(options))):
            search.DeterminizedConfig(**options)
    for options in ({"memory_mb": 1.5}, {"informed": 1}, {"exploration": "much"}):
        with pytest.raises(TypeError, match=next(iter(options))):
            search.IsmctsConfig(**options)
    with pytest.raises(TypeError, match="IsmctsConfig"):
        search.ismcts(dealt(), simulations=1, config=search.DeterminizedConfig())  # type: ignore[arg-type]


@pytest.mark.parametrize("combine", ["values", "visits", "votes"])
def test_worlds_are_put_together_as_the_config_says(combine: Any) -> None:
    config = search.DeterminizedConfig(combine=combine, world_simulations=50)
    found = search.determinized(dealt(), simulations=990, config=config)
    assert found.simulations == 1000
    assert found.votes is not None
    assert found.worlds == found.votes.sum() == 20
    best: dict[str, Any] = {
        "values": found.values[found.visits > 50],
        "visits": found.visits,
        "votes": found.votes,
    }
    assert best[combine][0] == best[combine].max()


def test_results_are_read_only_and_survive_pickle_and_json() -> None:
    found = search.ismcts(dealt(), simulations=100)
    with pytest.raises(ValueError, match="read-only"):
        found.visits[0] = 0
    copy = pickle.loads(pickle.dumps(found))
    assert copy.visits.tolist() == found.visits.tolist()
    assert not copy.visits.flags.writeable
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["best"] == found.best
    assert told["votes"] is None
    assert found.policy().sum() == pytest.approx(1)
    assert found.policy(0)[0] == 1
    assert found.sample(1) in found.actions
    with pytest.raises(dotcore.Error):
        found.policy(-1)


def test_memory_is_a_bound() -> None:
    config = search.IsmctsConfig(memory_mb=1)
    found = search.ismcts(dealt(), simulations=60_000, config=config)
    assert found.is_full
    assert found.memory_mb <= 1
    assert found.simulations == 60_000


@pytest.mark.parametrize(
    "style", ["expert", "greedy_track", "greedy_points", "play_first", "random"]
)
def test_players_without_search_choose_legal_acts(style: Any) -> None:
    game = dealt(players=5, seed=8, sub_rounds=2)
    rng = dotcore.Rng(5)
    while not game.is_terminal:
        action = search.choose(game, style, rng)
        assert game.why_illegal(action) is None
        game.apply(action)
        game.resolve_chance(rng)


def test_an_unknown_style_is_an_error() -> None:
    with pytest.raises(dotcore.Error, match="'expert'"):
        search.choose(dealt(), "bold")  # type: ignore[arg-type]
