"""Damaged records of Dots - board text, bytes, pickles - are refused, and never crash."""

from __future__ import annotations

import pickle
import random
import re
from typing import Any

import pytest
from tests.dots_drawing import RING, with_a_capture, with_an_open_ring

import dotcore
from dotcore import dots

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
    named = with_an_open_ring()
    named.place(1, 2, 0, [RING])
    closing = with_an_open_ring()
    closing.to_move = 0
    closing.apply(11)
    resigned = dots.Board(2, 2)
    resigned.resign(1)
    wide = dots.Board(64, 2)
    wide.place(63, 1)
    wide.place(0, 0)
    return {
        "played": with_a_capture(),
        "grounded": grounded,
        "stopped": stopped,
        "named chain": named,
        "mid-turn": closing,
        "resigned": resigned,
        "wide": wide,
    }


keepsake = pytest.mark.parametrize("board", keepsakes().values(), ids=keepsakes())
history = pytest.mark.parametrize("history", [False, True], ids=["position", "history"])


def assert_valid_or_refused(damaged: bytes) -> None:
    """Bytes make an InvalidRecord, or a board that could have written them."""
    try:
        board = dots.Board.from_bytes(damaged)
    except dotcore.InvalidRecord:
        return
    board.check_consistency()
    assert board.to_bytes(history=damaged[5] == 1) == damaged
    if not board.is_terminal:
        board.apply(int(board.legal_actions()[0]))
        board.check_consistency()


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
        (with_a_capture().to_bytes(), 1),
        (with_a_capture().to_bytes()[:-1],),
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
    whole = pickle.dumps(with_a_capture(), protocol)
    for end in range(len(whole)):
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever pickle makes of it
            pickle.loads(whole[:end])
