"""Wrong arguments to Dots: a typed error that says what would be right, and nothing changed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.dots_drawing import RING, with_a_capture, with_an_open_ring

import dotcore
from dotcore import dots

NO_INTS = [1.0, "1", None, 10**30, 2**31, float("nan"), [1], b"1", np.float64(1.0)]
NO_PLAYERS = [2, -1, 2**31 - 1, -(2**31)]

no_int = pytest.mark.parametrize("value", NO_INTS, ids=repr)
no_player = pytest.mark.parametrize("player", NO_PLAYERS)


def image(board: dots.Board) -> tuple[object, ...]:
    """All that a board tells of itself, its past included."""
    return board.to_bytes(history=True), board.key, board.to_ascii(), board.to_move, board.result


def assert_refused(
    board: dots.Board, call: Callable[[], object], error: type[Exception], match: str | None = None
) -> None:
    before = image(board)
    with pytest.raises(error, match=match) as caught:
        call()
    assert type(caught.value) is error
    assert image(board) == before


# Where a dot cannot lie


@pytest.mark.parametrize(
    ("x", "y", "word", "message"),
    [
        (4, 0, "outside", r"(4, 0) is off the board; x is 0 to 3, y 0 to 3"),
        (0, -1, "outside", r"(0, -1) is off the board; x is 0 to 3, y 0 to 3"),
        (2**31 - 1, -(2**31), "outside", "is off the board; x is 0 to 3, y 0 to 3"),
        (0, 3, "occupied", "(0, 3) holds a dot; playable points: 7"),
        (1, 1, "occupied", "(1, 1) holds a dot; playable points: 7"),
        (2, 1, "captured", "(2, 1) lies in a region that player 0 captured at move 8"),
    ],
)
@pytest.mark.parametrize("player", [None, 0, 1])
def test_a_dot_where_none_can_lie(
    x: int, y: int, word: str, message: str, player: int | None
) -> None:
    board = with_a_capture()
    assert board.why_illegal(x, y, player) == word
    assert not board.is_legal(x, y, player)
    assert not board.try_place(x, y, player)
    assert_refused(
        board, lambda: board.place(x, y, player), dotcore.IllegalMove, re.escape(message)
    )


def test_a_suicidal_dot() -> None:
    board = dots.Board.from_ascii(".X.\nX.X\n.X.", dots.Rules(entry="illegal"), to_move=1)
    assert board.why_illegal(1, 1) == "suicide"
    assert_refused(
        board,
        lambda: board.place(1, 1),
        dotcore.IllegalMove,
        r"\(1, 1\) lies in an empty pool of player 0 .* which entry='illegal' forbids",
    )


@pytest.mark.parametrize("end", ["stop", "ground", "resign"])
def test_acts_after_the_end(end: str) -> None:
    board = dots.Board(3, 3)
    if end == "stop":
        board.stop()
        board.stop()
    else:
        getattr(board, end)(0)
    over = rf"the game is over \({end}\); undo\(\) goes back"
    calls: list[Callable[[], object]] = [
        lambda: board.place(0, 0),
        lambda: board.place(9, 9, 1),
        board.stop,
        lambda: board.ground(0),
        board.resign,
        lambda: board.apply(0),
        lambda: board.apply(9),
    ]
    for call in calls:
        assert_refused(board, call, dotcore.IllegalMove, over)
    assert board.why_illegal(0, 0) == board.why_illegal(9, 9) == "over"


def test_a_player_who_stopped_does_not_act() -> None:
    board = dots.Board(3, 3)
    board.stop(0)
    assert board.why_illegal(0, 0, 0) == "turn"
    refusals: list[tuple[Callable[[], object], str]] = [
        (lambda: board.place(0, 0, 0), "player 0 stopped; only player 1 moves now"),
        (lambda: board.stop(0), "player 0 stopped already; player 1 plays on or says done"),
        (lambda: setattr(board, "to_move", 0), "player 0 stopped; only player 1 moves now"),
    ]
    for call, message in refusals:
        assert_refused(board, call, dotcore.IllegalMove, message)


@pytest.mark.parametrize("ending", ["ground", "full"])
def test_a_stop_where_the_ending_knows_none(ending: Any) -> None:
    board = dots.Board(3, 3, dots.Rules(ending=ending))
    message = f"stop: ending='{ending}' knows no stop; ending='stop' does"
    assert_refused(board, board.stop, dotcore.IllegalMove, message)


@pytest.mark.parametrize("ending", ["stop", "full"])
def test_a_grounding_where_the_ending_knows_none_needs_a_name(ending: Any) -> None:
    board = dots.Board(3, 3, dots.Rules(ending=ending))
    message = "name the player to ground all the same"
    assert_refused(board, board.ground, dotcore.IllegalMove, message)


def test_nothing_to_undo() -> None:
    board = dots.Board(3, 3, start="single")
    assert_refused(board, board.undo, dotcore.IllegalMove, "the board is at its start")


# Arguments of the wrong kind


@no_int
def test_a_coordinate_that_is_no_int(value: Any) -> None:
    board = with_a_capture()
    for call in (board.place, board.try_place, board.is_legal, board.why_illegal):
        assert_refused(board, partial(call, value, 0), TypeError)
        assert_refused(board, partial(call, 0, value), TypeError)


@pytest.mark.parametrize("value", [True, np.int8(1), np.int64(1), np.uint8(1)], ids=repr)
def test_anything_that_counts_as_an_int_is_one(value: Any) -> None:
    board = dots.Board(3, 3)
    board.place(value, value, value)
    assert board.to_ascii() == "...\n.O.\n..."


@no_player
def test_a_player_that_is_not_there(player: int) -> None:
    board = with_a_capture()
    calls: list[Callable[[], object]] = [
        lambda: board.place(0, 0, player),
        lambda: board.try_place(0, 0, player),
        lambda: board.is_legal(0, 0, player),
        lambda: board.why_illegal(0, 0, player),
        lambda: board.stop(player),
        lambda: board.ground(player),
        lambda: board.resign(player),
        lambda: board.legal_moves(player),
        lambda: board.empty_pools(player),
        lambda: board.one_move_captures(player),
        lambda: board.scores_if_grounded(player),
        lambda: setattr(board, "to_move", player),
        lambda: dots.Board(3, 3, to_move=player),
        lambda: dots.Board(3, 3, start=[(0, 0, player)]),
        lambda: dots.Board.from_ascii("X", to_move=player),
    ]
    for call in calls:
        assert_refused(board, call, dotcore.Error, rf"player={player}; players are 0 and 1")


@pytest.mark.parametrize("player", [v for v in NO_INTS if v is not None], ids=repr)
def test_a_player_that_is_no_int(player: Any) -> None:
    board = with_a_capture()
    calls: list[Callable[[], object]] = [
        lambda: board.place(0, 0, player),
        lambda: board.stop(player),
        lambda: board.ground(player),
        lambda: board.empty_pools(player),
        lambda: setattr(board, "to_move", player),
        lambda: dots.Board(3, 3, to_move=player),
    ]
    for call in calls:
        assert_refused(board, call, TypeError)


def test_a_player_must_be_named_where_nobody_else_can_be_meant() -> None:
    board = with_a_capture()
    for call in (board.empty_pools, board.one_move_captures, board.scores_if_grounded):
        with pytest.raises(TypeError):
            call(None)  # type: ignore[arg-type]


# Rules and sizes


@pytest.mark.parametrize("komi", [float("nan"), float("inf"), -float("inf"), 0.25, 4096.5, 1e300])
def test_a_komi_that_is_no_half_point_or_too_large(komi: float) -> None:
    with pytest.raises(dotcore.RulesError, match=re.escape("a multiple of 0.5 from -4096 to 4096")):
        dots.Rules(komi=komi)


@pytest.mark.parametrize("komi", [0, 0.5, -4096, 4096, True])
def test_a_komi_of_half_points_is_kept(komi: float) -> None:
    assert dots.Rules(komi=komi).komi == float(komi)


OPTIONS = {
    "capture": "one of 'automatic', 'manual'",
    "entry": "one of 'wait', 'capture', 'illegal'",
    "recapture": "one of 'keep', 'free'",
    "scoring": "one of 'captures', 'territory'",
    "ending": "one of 'stop', 'ground', 'full'",
    "start": "one of 'empty', 'single', 'cross', 'double_cross', 'four_crosses'",
}


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("value", ["", "maybe", "Wait", " wait", "x" + "é" * 100, "wait\0"])
def test_an_unknown_value_of_an_option(option: str, value: str) -> None:
    told = value if len(value) < 40 else "x" + "é" * 19  # 40 bytes at most
    expected = f"{option}='{told}'; {OPTIONS[option]}" if "\0" not in value else option
    options: Any = {option: value}
    for make in (dots.Rules, dots.Rules().replace):
        with pytest.raises(dotcore.RulesError, match=re.escape(expected)):
            make(**options)


@pytest.mark.parametrize("option", [*OPTIONS, "komi"])
@pytest.mark.parametrize("value", [None, [], {}], ids=repr)
def test_a_value_of_the_wrong_type(option: str, value: Any) -> None:
    for make in (dots.Rules, dots.Rules().replace):
        with pytest.raises(TypeError):
            make(**{option: value})


def test_an_unknown_option() -> None:
    with pytest.raises(
        dotcore.RulesError, match="Rules has no option 'holes'; options are capture"
    ):
        dots.Rules().replace(holes=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        dots.Rules(holes=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        dots.Rules("manual")  # type: ignore[call-arg]


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        dots.Rules().komi = 1.0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        dots.Board(3, 3).scores = (1, 1)  # type: ignore[misc]


@pytest.mark.parametrize("side", [0, 65, -1, 10**9, -(2**31)])
def test_a_size_outside_1_to_64(side: int) -> None:
    for width, height in ((side, 3), (3, side), (side, side)):
        with pytest.raises(
            dotcore.RulesError, match=f"{width}x{height}; width and height are 1 to 64"
        ):
            dots.Board(width, height)


@no_int
def test_a_size_that_is_no_int(value: Any) -> None:
    with pytest.raises(TypeError):
        dots.Board(value, 3)
    with pytest.raises(TypeError):
        dots.Board(3, value)


@pytest.mark.parametrize("rules", [{}, b"bga", 1, dots.Rules], ids=repr)
def test_rules_that_are_none(rules: Any) -> None:
    with pytest.raises(TypeError):
        dots.Board(3, 3, rules)
    with pytest.raises(TypeError):
        dots.Board.from_ascii("X", rules)


# Starts


@pytest.mark.parametrize(
    ("start", "error", "message"),
    [
        ("crosses", dotcore.RulesError, OPTIONS["start"]),
        ("", dotcore.RulesError, OPTIONS["start"]),
        ([(9, 9, 0)], dotcore.RulesError, r"starting dot \(9, 9\) is off a 3x3 board"),
        ([(0, -1, 0)], dotcore.RulesError, "is off a 3x3 board"),
        ([(0, 0, 0), (0, 0, 1)], dotcore.RulesError, r"\(0, 0\) is not on a playable point"),
        (itertools.repeat((0, 0, 0)), dotcore.RulesError, "more starting dots than points"),
        ([(0, 0, 2)], dotcore.Error, "players are 0 and 1"),
        (5, TypeError, "not iterable"),
        ([None], TypeError, "a starting dot is"),
        ([(0, 0)], TypeError, "a starting dot is"),
        ([(0, 0, 0, 0)], TypeError, "a starting dot is"),
        ([(0, 0, "X")], TypeError, "a starting dot is"),
        ([(1.0, 0, 0)], TypeError, "a starting dot is"),
        ([(10**30, 0, 0)], TypeError, "a starting dot is"),
        (["é" * 100], TypeError, "a starting dot is"),
    ],
)
def test_a_start_that_cannot_be(start: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        dots.Board(3, 3, start=start)
    assert type(caught.value) is error


def test_a_start_inside_a_captured_region() -> None:
    board = with_a_capture()
    start = [(move.x, move.y, move.player) for move in board.moves]
    with pytest.raises(dotcore.RulesError, match=r"\(2, 1\) is not on a playable point"):
        dots.Board(4, 4, start=[*start, (2, 1, 1)])  # type: ignore[list-item]


# Chains


class Raises:
    """A chain whose points cannot be had."""

    def __iter__(self) -> Iterator[tuple[int, int]]:
        yield 1, 0
        raise ZeroDivisionError


NO_LEGAL_CHAINS: dict[str, Callable[[], Any]] = {
    "open": lambda: [RING[:3]],
    "empty": lambda: [[]],
    "one point": lambda: [RING[:1]],
    "twice around": lambda: [RING + RING],
    "a dot twice": lambda: [[*RING, (1, 0), (2, 1)]],
    "a gap": lambda: [[(1, 0), (2, 1), (4, 2), (1, 2), (0, 1)]],
    "through an enemy dot": lambda: [[(1, 0), (1, 1), (1, 2), (0, 1)]],
    "through a free point": lambda: [[(1, 0), (2, 1), (2, 2), (1, 2), (0, 1)]],
    "off the board": lambda: [[(1, -1), (2, 0), (1, 1), (0, 0)]],
    "far off": lambda: [[(2**31 - 1, -(2**31))]],
    "a legal one and an open one": lambda: [RING, RING[:3]],
    "around forever": lambda: [itertools.cycle(RING)],
    "off the board forever": lambda: [itertools.repeat((9, 9))],
    "for ever the same point": lambda: [itertools.repeat((1, 0))],
    "chains for ever": lambda: itertools.repeat(RING),
    "empty chains for ever": lambda: itertools.repeat([]),
    "a very long one": lambda: [RING * 100_000],
}


@pytest.mark.parametrize("chains", NO_LEGAL_CHAINS.values(), ids=NO_LEGAL_CHAINS)
def test_no_legal_chain(chains: Callable[[], Any]) -> None:
    board = with_an_open_ring()
    assert_refused(board, lambda: board.place(1, 2, 0, chains()), dotcore.IllegalMove, "chain")
    assert board.place(1, 2, 0, [RING]) == 1


@pytest.mark.parametrize(
    "chains",
    [
        5,
        None,
        "abc",
        ["abc"],
        [None],
        [[None]],
        [[[None]]],
        [[1]],
        [[(1, 2, 3)]],
        [[(1.0, 0.0)]],
        [[(10**30, 0)]],
        [["ab"]],
        [[{1: 2}]],
        RING,
        np.array([RING], float),
        [b"ab"],
        {1: 2},
    ],
    ids=repr,
)
def test_chains_of_a_wrong_type(chains: Any) -> None:
    board = with_an_open_ring()
    for call in (board.place, board.try_place, board.why_illegal):
        assert_refused(board, partial(call, 1, 2, 0, chains), TypeError)


def test_an_error_inside_the_iterable_comes_through() -> None:
    board = with_an_open_ring()
    assert_refused(board, lambda: board.place(1, 2, 0, [Raises()]), ZeroDivisionError)


@pytest.mark.parametrize(
    "chains",
    [[RING], [[*RING, RING[0]]], (tuple(RING),), np.array([RING]), [[list(p) for p in RING]]],
    ids=repr,
)
def test_chains_in_any_nesting_of_iterables(chains: Any) -> None:
    board = with_an_open_ring()
    assert board.place(1, 2, 0, chains) == 1
    assert board.place(3, 0, 1, iter(())) == 0


def test_a_chain_where_dots_capture_by_themselves() -> None:
    board = dots.Board(3, 3)
    message = "chains are named only under capture='manual'"
    assert_refused(board, lambda: board.place(0, 0, 0, [RING]), dotcore.IllegalMove, message)
    assert board.why_illegal(0, 0, 0, [RING]) == "chain"
    assert board.place(0, 0, 0, []) == 0


# Functions over boards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1), "n=0; at least 1 game"),
        ((-1, 1), "n=-1; at least 1 game"),
        ((10**9, 1), "at most 100,000,000 games a call"),
        ((1, -1), "seed -1 is outside"),
        ((1, 2**64), "is outside 0 .. 2"),
        ((1, 1, 0), "threads=0; 1 to 1024"),
        ((1, 1, -1), "threads=-1; 1 to 1024"),
        ((1, 1, 10**9), "threads=1000000000; 1 to 1024"),
    ],
)
def test_playouts_out_of_range(arguments: tuple[int, ...], message: str) -> None:
    board = with_a_capture()
    assert_refused(board, lambda: dots.playouts(board, *arguments), dotcore.Error, message)


@pytest.mark.parametrize("value", [1.5, "1", None, [1]], ids=repr)
def test_playouts_and_perft_of_what_is_no_int(value: Any) -> None:
    board = with_a_capture()
    for arguments in ((value, 1), (1, value), (1, 1, value)):
        assert_refused(board, partial(dots.playouts, board, *arguments), TypeError)
    assert_refused(board, lambda: dots.perft(board, value), TypeError)


@pytest.mark.parametrize("depth", [-1, 65, 2**31 - 1])
def test_perft_out_of_range(depth: int) -> None:
    board = with_a_capture()
    assert_refused(
        board, lambda: dots.perft(board, depth), dotcore.Error, f"depth={depth}; 0 to 64"
    )


@pytest.mark.parametrize("board", [None, "board", 3, dots.Rules()], ids=repr)
def test_functions_over_what_is_no_board(board: Any) -> None:
    with pytest.raises(TypeError):
        dots.perft(board, 1)
    with pytest.raises(TypeError):
        dots.playouts(board, 1, 1)


@pytest.mark.parametrize("symmetry", [8, -1, 2**31 - 1])
def test_a_symmetry_that_is_none(symmetry: int) -> None:
    board = with_a_capture()
    for call in (
        lambda: board.transform(symmetry),
        lambda: dots.transform_point(0, 0, 3, 3, symmetry),
    ):
        assert_refused(board, call, dotcore.Error, f"symmetry={symmetry}; 0 to 7")


@pytest.mark.parametrize("symmetry", ["ROTATE_90", 1.0, None, 10**30], ids=repr)
def test_a_symmetry_that_is_no_int(symmetry: Any) -> None:
    with pytest.raises(TypeError):
        with_a_capture().transform(symmetry)


@pytest.mark.parametrize("point", [(3, 0, 3, 3), (0, -1, 3, 3), (0, 0, 0, 3), (0, 0, 65, 3)])
def test_a_point_that_is_on_no_board(point: tuple[int, int, int, int]) -> None:
    with pytest.raises(dotcore.Error, match="no such point on a board of that size"):
        dots.transform_point(*point, 0)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((3, 4, 1), dotcore.RulesError),
        ((65, 20, 1), dotcore.RulesError),
        ((20, 20, -1), dotcore.Error),
        ((20, 20, None), TypeError),
        ((20.0, 20, 1), TypeError),
    ],
)
def test_random_crosses_that_cannot_be(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        dots.random_four_crosses(*arguments)
