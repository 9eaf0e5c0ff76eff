"""Wrong arguments to DotCard: a typed error, nothing changed, and the interpreter lives."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.dotcard_table import TINY, deal, do

import dotcore
from dotcore import dotcard

NO_INTS: list[Any] = [1.0, "1", None, 10**30, 2**31, -(2**31) - 1, float("nan"), [1], b"1", 1j]
NO_FLAGS: list[Any] = [1, 0, None, "yes", 1.0]

no_int = pytest.mark.parametrize("value", NO_INTS, ids=repr)
no_flag = pytest.mark.parametrize("value", NO_FLAGS, ids=repr)
# What pybind11 raises for an argument of a wrong type, and the core for one of a wrong value.
REFUSALS = (TypeError, dotcore.Error)


def a_game() -> dotcard.Game:
    """Phase start, turn of P0: 9|3 and B-5 may be laid on P0, 8|8 is held and fits nowhere."""
    return do(deal("9|4 9|3 8|8 B-5", "9|5 4|1 8|7 7|7"), "draw 1|1", "pass", "9|5@P1")


def image(game: dotcard.Game) -> tuple[object, ...]:
    return game.to_bytes(history=True), game.to_bytes(), game.key, game.current_player


def assert_refused(
    call: Callable[[dotcard.Game], object],
    error: type[Exception] | tuple[type[Exception], ...],
    game: dotcard.Game | None = None,
) -> None:
    game = game or a_game()
    before = image(game)
    with pytest.raises(error):
        call(game)
    assert image(game) == before
    game.check_consistency()


def hollow(kind: Any) -> Any:
    return kind.__new__(kind)


# Acts that cannot be made


@pytest.mark.parametrize(
    "act",
    [
        "8|8@P0",  # does not touch
        "4|1@P0",  # not held
        "9|3@P1",  # a closed track
        "9|3@F",  # the own track is not started
        "9|3@P0!",  # "dot" with four cards
        "B-10@P0=3",  # not held
        "9|3@P2",  # nobody sits there
        "9|3@P7",
        "pass",  # before drawing
    ],
)
def test_illegal_acts_are_refused_with_a_reason(act: str) -> None:
    game = a_game()
    assert_refused(lambda game: game.do(act), dotcore.IllegalMove, game)
    action = game.string_to_action(act)
    assert game.why_illegal(action)
    assert not game.legal_mask()[action]
    assert_refused(lambda game: game.apply(action), dotcore.IllegalMove, game)


@pytest.mark.parametrize(
    "act",
    [
        "",
        "!",
        "@",
        "9|4",
        "9|4@",
        "9|4@P8",
        "9|4@P-1",
        "9|4@Q0",
        "9|10@P0",
        "-1|3@P0",
        "B-7@P0=3",
        "B-5@P0",
        "B-5@P0=10",
        "B-5@P0=-1",
        "B-5@P0=",
        "9|4@P0=7",
        "9|4@P0!!",
        "9|4@P00",
        "draw!",
        "Draw ",
        "9|4@P0\0",
        "é|4@P0",
        "5",
        "1_0|4@P0",
        "9|4@F@F",
        "P0",
        " pass",
        "x" * 9999,
    ],
)
def test_texts_that_are_no_act(act: str) -> None:
    assert_refused(lambda game: game.do(act), dotcore.Error)
    assert_refused(lambda game: game.string_to_action(act), dotcore.Error)


@pytest.mark.parametrize("card", ["", "9", "9|", "|9", "10|1", "9|4|1", "B", "B5", "B--5", "B-100"])
def test_texts_that_are_no_card(card: str) -> None:
    with pytest.raises(dotcore.Error):
        dotcard.Card(card)
    assert_refused(lambda game: game.play(card), dotcore.Error)


@pytest.mark.parametrize("card", [None, 9, 9.5, (9,), (9, 4, 1), (9, "4"), [], {}, object()])
def test_objects_that_are_no_card(card: Any) -> None:
    with pytest.raises(TypeError):
        dotcard.Card(card)
    assert_refused(lambda game: game.play(card), TypeError)


@pytest.mark.parametrize("halves", [(10, 0), (0, -1), (2**31 - 1, 1), (-(2**31), 1)])
def test_halves_have_0_to_9_pips(halves: tuple[int, int]) -> None:
    with pytest.raises(dotcore.Error):
        dotcard.Card(*halves)
    assert_refused(lambda game: game.play(halves), dotcore.Error)


def test_cards_that_the_deck_lacks() -> None:
    deck = dotcard.Deck(max_pip=1, copies=1, bonus=(0, -5))
    for card in ("2|0", "9|9", "B-10"):
        assert deck.count(card) == 0
        with pytest.raises(dotcore.Error):
            deck.kind_of(card)
        game = deal("1|0 0|0", "B0 B-5", deck=TINY, sub_rounds=1)
        assert_refused(partial(dotcard.Game.play, card=card), dotcore.Error, game)


@pytest.mark.parametrize("number", [-1, 10, 2**31 - 1, -(2**31)])
def test_a_chosen_number_out_of_range(number: int) -> None:
    assert_refused(lambda game: game.play("B-5", number=number), dotcore.IllegalMove)


def test_a_number_is_for_bonus_cards_and_they_need_one() -> None:
    assert_refused(lambda game: game.play("B-5"), dotcore.Error)
    assert_refused(lambda game: game.play("9|3", number=3), dotcore.Error)
    assert_refused(lambda game: game.play("9|3", end=9), dotcore.IllegalMove)
    assert_refused(lambda game: game.play("9|3", end=5), dotcore.IllegalMove)
    assert_refused(lambda game: game.play("B-5", number=3, end=4), dotcore.IllegalMove)


def test_a_chosen_number_above_a_small_decks_pips() -> None:
    game = do(deal("B0 0|0", "1|0 B-5", deck=TINY, sub_rounds=1))
    assert_refused(lambda game: game.play("B0", number=2), dotcore.IllegalMove, game)
    assert_refused(lambda game: game.do("B0@P0=2"), dotcore.Error, game)
    action = game.string_to_action("B0@P0=1") + 20
    assert_refused(lambda game: game.apply(action), dotcore.IllegalMove, game)


@pytest.mark.parametrize(
    "on", [-1, 2, 8, 2**40, -(10**30), "P2", "p0", "", "Free", "F ", 1.0, True]
)
def test_tracks_that_are_none(on: Any) -> None:
    assert_refused(lambda game: game.play("9|3", on), REFUSALS)


@no_int
def test_actions_are_ints(value: Any) -> None:
    assert_refused(lambda game: game.apply(value), REFUSALS)
    assert_refused(lambda game: game.why_illegal(value), TypeError)
    assert_refused(lambda game: game.action_to_string(value), TypeError)


@pytest.mark.parametrize("action", [-1, -(2**31), 2**31 - 1, 1902, 2_000])
def test_actions_are_numbered_from_0_to_num_actions(action: int) -> None:
    game = a_game()
    assert game.num_actions == 2 + (55 + 4 * 10) * 20 == 1902
    assert_refused(lambda game: game.apply(action), dotcore.IllegalMove, game)
    assert_refused(lambda game: game.action_to_string(action), dotcore.Error, game)
    assert game.why_illegal(action)


def test_every_action_is_legal_or_refused_with_a_reason() -> None:
    game = a_game()
    legal = set(game.legal_actions().tolist())
    for action in range(game.num_actions):
        assert (game.why_illegal(action) is None) == (action in legal)
        assert game.string_to_action(game.action_to_string(action)) == action


def test_two_draws_and_acts_while_a_card_is_due() -> None:
    game = a_game()
    game.draw()
    assert game.legal_actions().size == 0
    for call in (
        lambda game: game.draw(),
        lambda game: game.pass_turn(),
        lambda game: game.play("9|3"),
        lambda game: game.do("pass"),
        lambda game: game.apply(55 + 4),  # no such bonus card
        lambda game: game.do("8|8@P0"),
    ):
        assert_refused(call, dotcore.Error, game)
    game.resolve_chance(1)
    assert_refused(lambda game: game.draw(), dotcore.IllegalMove, game)
    assert_refused(lambda game: game.sample_chance(1), dotcore.IllegalMove, game)
    game.resolve_chance(1)  # nothing is due: nothing happens
    assert game.phase == "drawn"


def test_cards_that_are_not_in_the_pile_are_not_drawn() -> None:
    game = do(deal("1|0 0|0", "B0 B-5", deck=TINY, sub_rounds=1), "draw")
    for card in ("1|0", "B0", "9|9"):
        assert_refused(partial(dotcard.Game.do, act=card), dotcore.Error, game)
    do(game, "1|1")


def test_acts_after_the_end() -> None:
    game = do(deal("9|4", "9|5", sub_rounds=1), "9|4@P0")
    assert game.is_terminal
    for call in (
        lambda game: game.draw(),
        lambda game: game.pass_turn(),
        lambda game: game.play("9|5"),
        lambda game: game.apply(0),
        lambda game: game.do("pass"),
        lambda game: game.sample_chance(1),
    ):
        assert_refused(call, dotcore.IllegalMove, game)
    assert game.legal_actions().size == 0
    assert game.chance_outcomes()[0].size == 0
    game.resolve_chance(1)


def test_undo_of_nothing() -> None:
    for game in (dotcard.Game(2), a_game().copy(history=False), a_game().resample(0, 1)):
        assert_refused(lambda game: game.undo(), dotcore.Error, game)
    game = a_game()
    while game.action_history.size:
        game.undo()
        game.check_consistency()
    assert_refused(lambda game: game.undo(), dotcore.Error, game)
    assert game == dotcard.Game(2, game.rules)


# Making games, rules and decks


@pytest.mark.parametrize("players", [-(2**31), -1, 0, 1, 9, 255, 2**31 - 1])
def test_numbers_of_players(players: int) -> None:
    with pytest.raises(dotcore.RulesError):
        dotcard.Game(players)


@no_int
def test_players_and_seats_are_ints(value: Any) -> None:
    with pytest.raises(TypeError):
        dotcard.Game(value)
    for call in (
        lambda game: game.hand(value),
        lambda game: game.observe(value),
        lambda game: game.view(value),
        lambda game: game.info_key(value),
        lambda game: game.resample(value, 1),
    ):
        assert_refused(call, TypeError)


@pytest.mark.parametrize("player", [-1, 2, 8, 2**31 - 1, -(2**31)])
def test_seats_that_nobody_has(player: int) -> None:
    for call in (
        lambda game: game.hand(player),
        lambda game: game.observe(player),
        lambda game: game.view(player),
        lambda game: game.info_key(player),
        lambda game: game.resample(player, 1),
        lambda game: game.legal_actions(player),
        lambda game: game.legal_mask(player),
    ):
        assert_refused(call, dotcore.Error)


@pytest.mark.parametrize("sub_round", [-1, 0, 11, 257, 2**31 - 1])
def test_sub_rounds_that_are_none(sub_round: int) -> None:
    with pytest.raises(dotcore.Error):
        dotcard.Game(2, sub_round=sub_round)
    with pytest.raises(dotcore.Error):
        dotcard.Rules().start_number(sub_round)


@pytest.mark.parametrize("starter", [-1, 2, 8, 256, 2**31 - 1])
def test_starters_that_nobody_is(starter: int) -> None:
    with pytest.raises(dotcore.RulesError):
        dotcard.Game(2, starter=starter)


@pytest.mark.parametrize("rules", ["D114", {}, 1, object(), dotcard.Deck("D59")])
def test_rules_are_rules(rules: Any) -> None:
    with pytest.raises(TypeError):
        dotcard.Game(2, rules)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", [1], object()])
def test_seeds_are_64_bits_or_an_rng(seed: Any) -> None:
    with pytest.raises(REFUSALS):
        dotcard.Game(2, seed=seed)
    assert_refused(lambda game: game.resample(0, seed), REFUSALS)
    assert_refused(lambda game: game.resolve_chance(seed), REFUSALS)
    with pytest.raises(REFUSALS):
        dotcard.playouts(a_game(), 1, seed)


@pytest.mark.parametrize(
    ("option", "value"),
    [("sub_rounds", v) for v in (-1, 0, 21, 256, 2**31 - 1)]
    + [("hand_size", v) for v in (-1, 0, 201, 256, 263)]
    + [("skip_turns", v) for v in (-1, 21, 256)]
    + [(name, "x") for name in ("starter", "second_half", "free_start", "dot_call", "deck")]
    + [("starter", "Rotate"), ("deck", "D115"), ("free_start", ""), ("dot_call", "of\0f")],
)
def test_options_out_of_range(option: str, value: Any) -> None:
    with pytest.raises(dotcore.RulesError):
        dotcard.Rules(**{option: value})
    with pytest.raises(dotcore.RulesError):
        dotcard.Rules().replace(**{option: value})


@pytest.mark.parametrize(
    "option", [name for name, value in dotcard.Rules().as_dict().items() if isinstance(value, bool)]
)
@no_flag
def test_flags_are_bools(option: str, value: Any) -> None:
    with pytest.raises(TypeError):
        dotcard.Rules(**{option: value})


@pytest.mark.parametrize("option", ["sub_rounds", "hand_size", "skip_turns"])
@no_int
def test_numbers_of_rules_are_ints(option: str, value: Any) -> None:
    with pytest.raises(REFUSALS):
        dotcard.Rules(**{option: value})


def test_options_that_are_none() -> None:
    with pytest.raises(TypeError):
        dotcard.Rules(jokers=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        dotcard.Rules("D114")  # type: ignore[call-arg]
    with pytest.raises(dotcore.RulesError):
        dotcard.Rules().replace(jokers=3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "parts",
    [
        {"max_pip": -1},
        {"max_pip": 10},
        {"max_pip": 9, "copies": 8},
        {"max_pip": 9, "copies": -1},
        {"max_pip": 9, "copies": (2, 8)},
        {"max_pip": 3, "bonus": [1]},
        {"max_pip": 3, "bonus": [-100]},
        {"max_pip": 3, "bonus": [-5] * 8},
        {"max_pip": 3, "bonus": range(-10, 0)},
    ],
)
def test_decks_out_of_range(parts: dict[str, Any]) -> None:
    with pytest.raises(dotcore.RulesError):
        dotcard.Deck(**parts)


@pytest.mark.parametrize("parts", [{}, {"max_pip": 1.5}, {"max_pip": 2, "bonus": 5}])
def test_decks_of_wrong_types(parts: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        dotcard.Deck(**parts)


def test_decks_too_small_for_the_deal() -> None:
    rules = dotcard.Rules(deck="D59")
    assert dotcard.Game(8, rules, seed=1).pile_size == 3
    with pytest.raises(dotcore.RulesError):
        dotcard.Game(8, rules.replace(hand_size=8))
    empty = dotcard.Deck(max_pip=0, copies=0)
    assert empty.size == 0
    with pytest.raises(dotcore.RulesError):
        dotcard.Game(2, dotcard.Rules(deck=empty, sub_rounds=1, hand_size=1))


# Arrays to write into


def readonly(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    array.setflags(write=False)
    return array


def test_arrays_that_cannot_be_written_into() -> None:
    game = a_game()
    actions, floats = game.num_actions, game.observation_shape[0]
    calls: list[tuple[Callable[..., object], str, int, str]] = [
        (lambda out: game.legal_actions(out=out), "int32", actions, "int64"),
        (lambda out: game.legal_mask(out=out), "bool", actions, "uint8"),
        (lambda out: game.observe(0, out=out), "float32", floats, "float64"),
    ]
    before = image(game)
    for call, kind, size, other in calls:
        call(np.zeros(size, kind))
        for wrong in (
            np.zeros(size, other),
            np.zeros(0, kind),
            np.zeros(1, kind),
            readonly(np.zeros(size, kind)),
            np.zeros(2 * size, kind)[::2],
            np.zeros(size, np.dtype(kind).newbyteorder(">")) if kind != "bool" else None,
            [0] * size,
            b"\0" * size,
            np.zeros(size, object),
        ):
            if wrong is None:
                continue
            with pytest.raises((TypeError, ValueError)):
                call(wrong)
    assert image(game) == before


# Comparing and changing


def test_equality_with_other_things() -> None:
    for made in (dotcard.Card("9|4"), dotcard.Deck("D59"), dotcard.Rules(), a_game()):
        for other in (None, 1, "9|4", b"", (9, 4), object(), dotcard.Game, [made]):
            assert not made == other  # noqa: SIM201
            assert made != other
    with pytest.raises(TypeError):
        hash(a_game())
    with pytest.raises(TypeError):
        assert dotcard.Card("9|4") < "9|5"  # type: ignore[operator]


def test_cards_decks_and_rules_are_immutable() -> None:
    for made, name in ((dotcard.Card("9|4"), "high"), (dotcard.Deck("D59"), "size")):
        with pytest.raises(AttributeError):
            setattr(made, name, 3)
    with pytest.raises(AttributeError):
        dotcard.Rules().hand_size = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        dotcard.Game(2).turn = 1  # type: ignore[misc]


# Playouts


def run_playouts(**options: Any) -> object:
    return dotcard.playouts(a_game(), **({"n": 2, "seed": 1} | options))


@pytest.mark.parametrize(
    "options",
    [
        {"n": 0},
        {"n": -1},
        {"n": 2**40},
        {"threads": 0},
        {"threads": -1},
        {"threads": 10**6},
        {"policy": ""},
        {"policy": "Uniform"},
        {"until": "deal"},
    ],
)
def test_playouts_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(dotcore.Error):
        run_playouts(**options)


@pytest.mark.parametrize("name", ["n", "threads"])
@no_int
def test_playouts_take_ints(name: str, value: Any) -> None:
    with pytest.raises(REFUSALS):
        run_playouts(**{name: value})


@pytest.mark.parametrize("model", [0.0, -1.0, 1.1, float("nan"), float("inf"), 10**400, "x"])
def test_pass_models_are_above_0_and_up_to_1(model: Any) -> None:
    assert_refused(lambda game: game.resample(0, 1, pass_model=model), (*REFUSALS, OverflowError))
