"""Games of Dots under the symmetries of their boards, and the random starting crosses."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.dots_drawing import drawn, shows

import dotcore
from dotcore import dots

SYMMETRIES = list(dots.Symmetry)
KEEP_SIDES = [
    dots.Symmetry.IDENTITY,
    dots.Symmetry.ROTATE_180,
    dots.Symmetry.FLIP_X,
    dots.Symmetry.FLIP_Y,
]
INVERSE = {symmetry: symmetry for symmetry in SYMMETRIES} | {
    dots.Symmetry.ROTATE_90: dots.Symmetry.ROTATE_270,
    dots.Symmetry.ROTATE_270: dots.Symmetry.ROTATE_90,
}
SIZES = [(1, 1), (5, 5), (6, 4), (3, 7), (8, 8), (64, 3), (64, 64)]

every_symmetry = pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda s: s.name)
every_size = pytest.mark.parametrize("size", SIZES, ids=str)


def random_game(size: tuple[int, int], seed: int, rules: dots.Rules | None = None) -> dots.Board:
    rng = random.Random(seed)
    board = dots.Board(*size, rules)
    for _ in range(rng.randint(size[0] * size[1] // 2, size[0] * size[1])):
        if board.is_terminal or board.num_points > 1000 < board.move_number:
            break
        moves = board.legal_moves()
        board.place(*moves[rng.randrange(len(moves))].tolist())
    return board


@pytest.mark.parametrize(
    ("symmetry", "text"),
    [
        ("IDENTITY", "XO.\na.b"),
        ("ROTATE_90", "aX\n.O\nb."),
        ("ROTATE_180", "b.a\n.OX"),
        ("ROTATE_270", ".b\nO.\nXa"),
        ("FLIP_X", ".OX\nb.a"),
        ("FLIP_Y", "a.b\nXO."),
        ("TRANSPOSE", "Xa\nO.\n.b"),
        ("ANTI_TRANSPOSE", "b.\n.O\naX"),
    ],
)
def test_a_drawing_is_turned(symmetry: str, text: str) -> None:
    """Rotations are clockwise; a and b stand for a third and a fourth dot."""
    letters = {"X": (0, 0, 0), "O": (1, 0, 1), "a": (0, 1, 0), "b": (2, 1, 1)}
    board = dots.Board(3, 2, start=list(letters.values()))
    expected = text.replace("a", "X").replace("b", "O")
    assert board.transform(dots.Symmetry[symmetry]).to_ascii() == expected
    for letter, (x, y, _) in letters.items():
        at_x, at_y = dots.transform_point(x, y, 3, 2, dots.Symmetry[symmetry])
        assert text.split("\n")[at_y][at_x] == letter


@every_symmetry
@every_size
def test_a_turned_game_is_the_game_played_on_a_turned_board(
    symmetry: dots.Symmetry, size: tuple[int, int]
) -> None:
    board = random_game(size, seed=size[0], rules=dots.Rules.zagram())
    turned = board.transform(symmetry)
    replayed = dots.Board(turned.width, turned.height, board.rules)
    for move in board.moves:
        assert move.x is not None
        assert move.y is not None
        replayed.place(*dots.transform_point(move.x, move.y, *size, symmetry), move.player)
    assert turned == replayed
    assert turned.key == replayed.key
    assert turned.scores == board.scores
    assert turned.move_number == board.move_number
    assert sorted(c.area.shape for c in turned.captures) == sorted(
        c.area.shape for c in board.captures
    )
    turned.check_consistency()


@every_symmetry
@every_size
def test_the_inverse_turns_back(symmetry: dots.Symmetry, size: tuple[int, int]) -> None:
    board = random_game(size, seed=3)
    back = board.transform(symmetry).transform(INVERSE[symmetry])
    assert back == board
    assert back.to_bytes(history=True) == board.to_bytes(history=True)


@every_symmetry
def test_all_acts_are_turned_with_their_chains(symmetry: dots.Symmetry) -> None:
    board = drawn(
        """
        .X...
        XOX..
        .X...
        """,
        capture="manual",
    )
    board.place(4, 2, 0, [[(1, 0), (2, 1), (1, 2), (0, 1)]])
    board.stop()
    board.place(4, 0)
    board.ground(0)
    turned = board.transform(symmetry)
    assert [move.kind for move in turned.moves] == ["place", "stop", "place", "ground"]
    assert turned.result == board.result
    assert turned.transform(INVERSE[symmetry]) == board
    for ours, theirs in zip(board.moves[0].enclose, turned.moves[0].enclose, strict=True):
        assert theirs.tolist() == [
            list(dots.transform_point(x, y, 5, 3, symmetry)) for x, y in ours.tolist()
        ]
    for _ in range(4):
        turned.undo()
    for _ in range(4):
        board.undo()
    assert turned == board.transform(symmetry)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("size", [(5, 5), (7, 7), (1, 1), (6, 4), (4, 6), (2, 9)], ids=str)
def test_symmetric_games_have_one_canonical_form(size: tuple[int, int], seed: int) -> None:
    board = random_game(size, seed)
    symmetries = SYMMETRIES if size[0] == size[1] else KEEP_SIDES
    form, symmetry = board.canonical()
    assert (form.width, form.height) == size
    assert symmetry in symmetries
    assert form == board.transform(symmetry)
    for other in symmetries:
        again, _ = board.transform(other).canonical()
        assert again == form
        assert again.key == form.key


def test_players_do_not_change_places_by_a_symmetry() -> None:
    one, other = dots.Board.from_ascii("X.\n.O"), dots.Board.from_ascii("O.\n.X")
    assert one.transform(dots.Symmetry.ROTATE_180) == other
    assert (
        dots.Board.from_ascii("X.\n..").canonical()[0]
        != (dots.Board.from_ascii("O.\n..").canonical()[0])
    )


def test_a_turned_capture_looks_turned() -> None:
    board = drawn("""
        .XX..
        XOO.O
        .X...
    """)
    for x, y in ((2, 2), (3, 1)):
        board.place(x, y, 0)
    assert shows(
        board.transform(dots.Symmetry.ROTATE_90),
        """
        .X.
        XoX
        XoX
        .X.
        .O.
    """,
    )


# Random crosses


def is_cross(block: np.ndarray[tuple[int, int], np.dtype[np.int16]]) -> bool:
    (x, y) = block[:, :2].min(axis=0)
    own = {(px - x, py - y) for px, py, player in block.tolist() if player == block[0, 2]}
    others = {(px - x, py - y) for px, py, player in block.tolist() if player != block[0, 2]}
    return {frozenset(own), frozenset(others)} == {
        frozenset({(0, 0), (1, 1)}),
        frozenset({(1, 0), (0, 1)}),
    }


@pytest.mark.parametrize(
    "size", [(4, 4), (5, 4), (5, 5), (7, 6), (8, 8), (20, 20), (39, 32), (64, 64), (4, 64)], ids=str
)
def test_four_random_crosses_lie_in_the_four_quarters(size: tuple[int, int]) -> None:
    width, height = size
    seen = set()
    for seed in range(60):
        start = dots.random_four_crosses(width, height, seed)
        assert start.shape == (16, 3)
        assert start.dtype == np.int16
        assert np.array_equal(start, dots.random_four_crosses(width, height, dotcore.Rng(seed)))
        quarters = set()
        for block in np.split(start, 4):
            assert is_cross(block)
            left = {2 * x + 1 < width for x in block[:, 0].tolist()}
            top = {2 * y + 1 < height for y in block[:, 1].tolist()}
            assert len(left) == len(top) == 1
            quarters.add((left.pop(), top.pop()))
        assert len(quarters) == 4
        board = dots.Board(width, height, start=start)
        if min(size) > 4:  # on the smallest boards the crosses touch and capture each other's dots
            assert board.scores == (0, 0)
        assert board.to_move == 0
        assert len(board.start_dots) == 16
        seen.add(board.to_ascii())
    if width > 8 and height > 8:
        assert len(seen) > 50


def test_a_generator_goes_on_from_cross_to_cross() -> None:
    rng = dotcore.Rng(1)
    first = dots.random_four_crosses(20, 20, rng)
    assert not np.array_equal(first, dots.random_four_crosses(20, 20, rng))
    assert rng != dotcore.Rng(1)


def test_crosses_keep_off_the_edge_where_there_is_room() -> None:
    for seed in range(100):
        start = dots.random_four_crosses(20, 20, seed)
        assert start[:, :2].min() >= 1
        assert start[:, :2].max() <= 18
