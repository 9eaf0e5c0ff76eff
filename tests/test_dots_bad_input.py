"""Wrong arguments to Dots: a typed error that says what would be right, and nothing changed."""

from __future__ import annotations

import itertools
import pickle
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import dots

NO_INTS = [1.0, "1", None, 10**30, 2**31, float("nan"), [1], b"1", np.float64(1.0)]
NO_PLAYERS = [2, -1, 2**31 - 1, -(2**31)]
CHAIN = [(1, 0), (2, 1), (1, 2), (0, 1)]

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


def played() -> dots.Board:
    """A captured dot and a captured empty point; player 1 is to move after the move 8 of 0.

    .XX.
    XoaX
    .XX.
    O...
    """
    board = dots.Board(4, 4)
    dots_of_0 = [(1, 0), (2, 0), (0, 1), (3, 1), (1, 2), (2, 2)]
    board.place(1, 1, 1)
    for x, y in dots_of_0[:-1]:
        board.place(x, y, 0)
    board.place(0, 3, 1)
    board.place(*dots_of_0[-1], 0)
    assert board.to_ascii() == ".XX.\nXoaX\n.XX.\nO..."
    return board


def manual() -> dots.Board:
    """The loop of player 0 around (1, 1) needs (1, 2) yet.

    .X...
    XOX..
    .....
    """
    rules = dots.Rules(capture="manual")
    return dots.Board(5, 3, rules, [(1, 0, 0), (0, 1, 0), (2, 1, 0), (1, 1, 1)])


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
    board = played()
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
    board = played()
    for call in (board.place, board.try_place, board.is_legal, board.why_illegal):
        assert_refused(board, lambda call=call: call(value, 0), TypeError)
        assert_refused(board, lambda call=call: call(0, value), TypeError)


@pytest.mark.parametrize("value", [True, np.int8(1), np.int64(1), np.uint8(1)], ids=repr)
def test_anything_that_counts_as_an_int_is_one(value: Any) -> None:
    board = dots.Board(3, 3)
    board.place(value, value, value)
    assert board.to_ascii() == "...\n.O.\n..."


@no_player
def test_a_player_that_is_not_there(player: int) -> None:
    board = played()
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
    board = played()
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
    board = played()
    for call in (board.empty_pools, board.one_move_captures, board.scores_if_grounded):
        with pytest.raises(TypeError):
            call(None)  # type: ignore[arg-type]


# Rules and sizes


@pytest.mark.parametrize("komi", [float("nan"), float("inf"), -float("inf"), 0.25, 4096.5, 1e300])
def test_a_komi_that_is_no_half_point_or_too_large(komi: float) -> None:
    with pytest.raises(dotcore.RulesError, match="a multiple of 0.5 from -4096 to 4096"):
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
    for make in (dots.Rules, dots.Rules().replace):
        with pytest.raises(dotcore.RulesError, match=re.escape(expected)):
            make(**{option: value})


@pytest.mark.parametrize("option", [*OPTIONS, "komi"])
@pytest.mark.parametrize("value", [None, [], {}], ids=repr)
def test_a_value_of_the_wrong_type(option: str, value: Any) -> None:
    for make in (dots.Rules, dots.Rules().replace):
        with pytest.raises(TypeError):
            make(**{option: value})


def test_an_unknown_option() -> None:
    with pytest.raises(dotcore.RulesError, match="Rules has no option 'holes'; options are capture"):
        dots.Rules().replace(holes=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        dots.Rules(holes=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        dots.Rules("manual")  # type: ignore[misc]


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


@pytest.mark.parametrize("rules", [{}, "bga", 1, dots.Rules], ids=repr)
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
    board = played()
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
    "open": lambda: [CHAIN[:3]],
    "empty": lambda: [[]],
    "one point": lambda: [CHAIN[:1]],
    "twice around": lambda: [CHAIN + CHAIN],
    "a dot twice": lambda: [[*CHAIN, (1, 0), (2, 1)]],
    "a gap": lambda: [[(1, 0), (2, 1), (4, 2), (1, 2), (0, 1)]],
    "through an enemy dot": lambda: [[(1, 0), (1, 1), (1, 2), (0, 1)]],
    "through a free point": lambda: [[(1, 0), (2, 1), (2, 2), (1, 2), (0, 1)]],
    "off the board": lambda: [[(1, -1), (2, 0), (1, 1), (0, 0)]],
    "far off": lambda: [[(2**31 - 1, -(2**31))]],
    "a legal one and an open one": lambda: [CHAIN, CHAIN[:3]],
    "around forever": lambda: [itertools.cycle(CHAIN)],
    "off the board forever": lambda: [itertools.repeat((9, 9))],
    "for ever the same point": lambda: [itertools.repeat((1, 0))],
    "chains for ever": lambda: itertools.repeat(CHAIN),
    "empty chains for ever": lambda: itertools.repeat([]),
    "a very long one": lambda: [CHAIN * 100_000],
}


@pytest.mark.parametrize("chains", NO_LEGAL_CHAINS.values(), ids=NO_LEGAL_CHAINS)
def test_no_legal_chain(chains: Callable[[], Any]) -> None:
    board = manual()
    assert_refused(
        board, lambda: board.place(1, 2, 0, chains()), dotcore.IllegalMove, "chain"
    )
    assert board.place(1, 2, 0, [CHAIN]) == 1


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
        CHAIN,
        np.array([CHAIN], float),
        [b"ab"],
        {1: 2},
    ],
    ids=repr,
)
def test_chains_of_a_wrong_type(chains: Any) -> None:
    board = manual()
    for call in (board.place, board.try_place, board.why_illegal):
        assert_refused(board, lambda call=call: call(1, 2, 0, chains), TypeError)


def test_an_error_inside_the_iterable_comes_through() -> None:
    board = manual()
    assert_refused(board, lambda: board.place(1, 2, 0, [Raises()]), ZeroDivisionError)  # type: ignore[list-item]


@pytest.mark.parametrize(
    "chains",
    [[CHAIN], [[*CHAIN, CHAIN[0]]], (tuple(CHAIN),), np.array([CHAIN]), [[list(p) for p in CHAIN]]],
    ids=repr,
)
def test_chains_in_any_nesting_of_iterables(chains: Any) -> None:
    board = manual()
    assert board.place(1, 2, 0, chains) == 1
    assert board.place(3, 0, 1, iter(())) == 0


def test_a_chain_where_dots_capture_by_themselves() -> None:
    board = dots.Board(3, 3)
    message = "chains are named only under capture='manual'"
    assert_refused(board, lambda: board.place(0, 0, 0, [CHAIN]), dotcore.IllegalMove, message)
    assert board.why_illegal(0, 0, 0, [CHAIN]) == "chain"
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
    board = played()
    assert_refused(board, lambda: dots.playouts(board, *arguments), dotcore.Error, message)


@pytest.mark.parametrize("value", [1.5, "1", None, [1]], ids=repr)
def test_playouts_and_perft_of_what_is_no_int(value: Any) -> None:
    board = played()
    for arguments in ((value, 1), (1, value), (1, 1, value)):
        assert_refused(board, lambda a=arguments: dots.playouts(board, *a), TypeError)
    assert_refused(board, lambda: dots.perft(board, value), TypeError)


@pytest.mark.parametrize("depth", [-1, 65, 2**31 - 1])
def test_perft_out_of_range(depth: int) -> None:
    board = played()
    assert_refused(board, lambda: dots.perft(board, depth), dotcore.Error, f"depth={depth}; 0 to 64")


@pytest.mark.parametrize("board", [None, "board", 3, dots.Rules()], ids=repr)
def test_functions_over_what_is_no_board(board: Any) -> None:
    with pytest.raises(TypeError):
        dots.perft(board, 1)
    with pytest.raises(TypeError):
        dots.playouts(board, 1, 1)


@pytest.mark.parametrize("symmetry", [8, -1, 2**31 - 1])
def test_a_symmetry_that_is_none(symmetry: int) -> None:
    board = played()
    for call in (
        lambda: board.transform(symmetry),
        lambda: dots.transform_point(0, 0, 3, 3, symmetry),
    ):
        assert_refused(board, call, dotcore.Error, f"symmetry={symmetry}; 0 to 7")


@pytest.mark.parametrize("symmetry", ["ROTATE_90", 1.0, None, 10**30], ids=repr)
def test_a_symmetry_that_is_no_int(symmetry: Any) -> None:
    with pytest.raises(TypeError):
        played().transform(symmetry)


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


# Board text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0x0 points; width and height are 1 to 64"),
        (" \n\t\n", "0x0 points"),
        ("X" * 65, "65x1 points"),
        ("X\n" * 65, "1x65 points"),
        ("X" * 10**6, "1000000x1 points"),
        ("X.\nX", "row 2 has 1 points, the first has 2"),
        (".Q", "row 1, column 2 is none of the letters .XOxoab"),
        ("X X", "row 1, column 2 is none of the letters"),
        ("é", "row 1, column 1 is none of the letters"),
        ("X\0O", "row 1, column 2 is none of the letters"),
        ("x", "row 1, column 1 is captured, but no chain surrounds it"),
        (".X.\nXxX\n.X.", "row 2, column 2 is captured, but no chain surrounds it"),
        (".X.\nXoX\n.O.", "row 2, column 2 is captured, but no chain surrounds it"),
        (".XX.\nXo.X\n.XX.", "row 2, column 3 is free, but lies inside a captured region"),
    ],
)
def test_a_text_that_shows_no_board(text: str, message: str) -> None:
    with pytest.raises(dotcore.InvalidRecord, match=re.escape(message)):
        dots.Board.from_ascii(text)


def test_random_texts_give_a_consistent_board_or_an_invalid_record() -> None:
    rng = random.Random(1)
    made = 0
    for _ in range(3000):
        width, height = rng.randint(1, 5), rng.randint(1, 5)
        letters = rng.choice(["XO.", "XOxoab.", "Xo.", "XXXXo", "XOa."])
        rows = ["".join(rng.choice(letters) for _ in range(width)) for _ in range(height)]
        try:
            board = dots.Board.from_ascii("\n".join(rows))
        except dotcore.InvalidRecord:
            continue
        board.check_consistency()
        assert board.to_ascii() == "\n".join(rows)
        made += 1
    assert made > 300


# Bytes and pickles


def keepsakes() -> dict[str, dots.Board]:
    """Boards whose bytes are damaged below: every kind of act, a wide one, one in mid-turn."""
    grounded = dots.Board(5, 4, dots.Rules.russian())
    grounded.place(0, 0)
    grounded.ground()
    stopped = dots.Board(3, 3, dots.Rules(scoring="territory", komi=-1.5))
    for x, y in ((1, 0), (0, 0), (0, 1), (2, 2), (2, 1)):
        stopped.place(x, y)
    stopped.stop(1)
    named = manual()
    named.place(1, 2, 0, [CHAIN])
    closing = manual()
    closing.to_move = 0
    closing.apply(11)
    resigned = dots.Board(2, 2)
    resigned.resign(1)
    wide = dots.Board(64, 2)
    wide.place(63, 1)
    wide.place(0, 0)
    return {
        "played": played(),
        "grounded": grounded,
        "stopped": stopped,
        "named chain": named,
        "mid-turn": closing,
        "resigned": resigned,
        "wide": wide,
    }


keepsake = pytest.mark.parametrize("board", keepsakes().values(), ids=keepsakes())
history = pytest.mark.parametrize("history", [False, True], ids=["position", "history"])


def assert_valid_or_refused(damaged: bytes) -> bool:
    """Bytes make an InvalidRecord, or a board that could have written them. Was it one?"""
    try:
        board = dots.Board.from_bytes(damaged)
    except dotcore.InvalidRecord as refusal:
        assert str(refusal)
        return False
    board.check_consistency()
    assert board.to_bytes(history=damaged[5] == 1) == damaged
    if not board.is_terminal:
        board.apply(int(board.legal_actions()[0]))
        board.check_consistency()
    return True


@keepsake
@history
def test_bytes_cut_anywhere_or_with_more_behind(board: dots.Board, history: bool) -> None:
    whole = board.to_bytes(history=history)
    assert dots.Board.from_bytes(whole) == board
    for end in range(len(whole)):
        with pytest.raises(dotcore.InvalidRecord, match="board bytes"):
            dots.Board.from_bytes(whole[:end])
    with pytest.raises(dotcore.InvalidRecord, match="more bytes than a board has"):
        dots.Board.from_bytes(whole + b"\0")


@keepsake
@history
def test_a_byte_with_bits_flipped_anywhere(board: dots.Board, history: bool) -> None:
    whole = board.to_bytes(history=history)
    flips = [1 << bit for bit in range(8)] + [0xFF]
    for i in range(len(whole)):
        for flip in flips:
            assert_valid_or_refused(whole[:i] + bytes([whole[i] ^ flip]) + whole[i + 1 :])


@keepsake
@history
def test_bytes_damaged_in_several_places(board: dots.Board, history: bool) -> None:
    whole = board.to_bytes(history=history)
    rng = random.Random(2)
    for _ in range(1500):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            kind, at = rng.randrange(3), rng.randrange(len(damaged))
            if kind == 0:
                damaged[at] = rng.choice((0, 1, 2, 255, rng.randrange(256)))
            elif kind == 1:
                del damaged[at]
            else:
                damaged.insert(at, rng.randrange(256))
        if len(damaged) > 6:
            assert_valid_or_refused(bytes(damaged))


def test_a_history_that_claims_to_be_endless() -> None:
    board = dots.Board(2, 2)
    whole = board.to_bytes(history=True)
    assert whole[-5:] == b"\0\0\0\0\0"
    for count in (b"\xff\xff\xff\xff", b"\x01\0\0\0"):
        with pytest.raises(dotcore.InvalidRecord):
            dots.Board.from_bytes(whole[:-5] + count + b"\0")


@pytest.mark.parametrize(
    "state",
    [
        (),
        (b"",),
        (b"dots",),
        ("dots",),
        (None,),
        (played().to_bytes(), 1),
        (played().to_bytes()[:-1],),
    ],
    ids=lambda state: f"{len(state)} fields",
)
def test_a_pickle_with_a_damaged_state(state: tuple[Any, ...]) -> None:
    class Damaged:
        def __reduce__(self) -> Any:
            return _new_board, (), state

    with pytest.raises(dotcore.InvalidRecord):
        pickle.loads(pickle.dumps(Damaged()))


def _new_board() -> dots.Board:
    return dots.Board.__new__(dots.Board)


@pytest.mark.parametrize("state", [(), ({"entry": "maybe"},), ({"holes": 1},), (5,), ({}, {})])
def test_a_pickle_of_rules_with_a_damaged_state(state: tuple[Any, ...]) -> None:
    with pytest.raises((dotcore.InvalidRecord, dotcore.RulesError)):
        dots.Rules.__new__(dots.Rules).__setstate__(state)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_cut_anywhere(protocol: int) -> None:
    whole = pickle.dumps(played(), protocol)
    for end in range(len(whole)):
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever pickle makes of it
            pickle.loads(whole[:end])
