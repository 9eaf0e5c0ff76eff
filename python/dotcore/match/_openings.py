"""Where games begin: short openings, each played twice with colours swapped.

A random opening places some dots of each player in turn near the middle of the board, or around
its starting dots. None of them captures, and neither player could capture at once, so that no
opening is decided before the engines come in; and both players have equally many dots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dotcore._core import Rng

from ._settings import MatchError, Settings

if TYPE_CHECKING:
    from dotcore import dots

__all__ = ["Openings"]

_ATTEMPTS = 1000


class Openings:
    """The openings of a match by number, from 0: the same ones for the same settings.

    >>> openings = Openings(Settings(("random", "random"), 9, 9, seed=1))
    >>> openings[0].move_number, openings[0] == openings[0], openings[0] == openings[1]
    (4, True, False)
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._start = settings.board()
        self._made: list[dots.Board] = []
        self._keys: set[int] = set()
        if settings.openings not in ("random", "none"):
            self._made = _read(settings)
            self._is_open = False
        else:
            self._is_open = settings.openings == "random" and settings.opening_dots > 0

    def __getitem__(self, number: int) -> dots.Board:
        if not self._is_open:
            # Fewer openings than pairs begin again from the first.
            return self._made[number % len(self._made)].copy() if self._made else self._start.copy()
        while len(self._made) <= number:
            self._made.append(self._random(len(self._made)))
        return self._made[number].copy()

    def _random(self, number: int) -> dots.Board:
        seed = self._settings.seed
        rng = Rng((seed << 32 | number) ^ 0x9E3779B97F4A7C15)
        board = self._start.copy()
        for _ in range(_ATTEMPTS):
            board = self._one(rng)
            # Turned and mirrored openings are the same one.
            key = board.canonical()[0].key
            if key not in self._keys:
                self._keys.add(key)
                break
        return board  # a small board has no more: one comes again

    def _one(self, rng: Rng) -> dots.Board:
        near = self._near()
        for _ in range(_ATTEMPTS):
            board = self._start.copy()
            for _ in range(2 * self._settings.opening_dots):
                free = [point for point in near if board.is_legal(*point)]
                if not free:
                    break
                if board.place(*free[rng.below(len(free))]):
                    break
            else:
                if not board.is_terminal and not any(
                    len(board.one_move_captures(player).moves) for player in (0, 1)
                ):
                    return board
        raise MatchError(
            f"no opening of {self._settings.opening_dots} dots a player fits a board of"
            f" {board.width}x{board.height}; fewer opening dots, or none"
        )

    def _near(self) -> list[tuple[int, int]]:
        """The points where openings are played: a rectangle in the middle, some 6x6 points."""
        columns, rows = (
            range(max(0, size // 2 - 3), min(size, (size + 1) // 2 + 3))
            for size in (self._start.width, self._start.height)
        )
        return [(x, y) for y in rows for x in columns]


def _read(settings: Settings) -> list[dots.Board]:
    """The positions at the end of the main lines of a file."""
    from dotcore import sgf

    try:
        record = sgf.read_file(settings.openings)
    except (OSError, ValueError) as wrong:
        told = getattr(wrong, "strerror", None) or wrong
        raise MatchError(f"openings: {settings.openings}: {told}") from None
    start = settings.board()
    found = []
    for number, game in enumerate(record.games, 1):
        if game.size != (settings.width, settings.height):
            raise MatchError(
                f"openings: {settings.openings}: game {number} is on another board than"
                f" {settings.width}x{settings.height}"
            )
        board = _under_our_rules(game.board(), start)
        if board is None or board.is_terminal:
            raise MatchError(
                f"openings: {settings.openings}: game {number} cannot be begun with, under the"
                f" rules {settings.rules}"
            )
        found.append(board)
    if not found:
        raise MatchError(f"openings: {settings.openings}: no game in it")
    return found


def _under_our_rules(recorded: dots.Board, start: dots.Board) -> dots.Board | None:
    """The recorded moves played under the rules of the match; None if they are not legal."""
    from dotcore import Error, dots

    placed = [(int(x), int(y), int(player)) for x, y, player in recorded.start_dots]
    try:
        board = dots.Board(start.width, start.height, start.rules, placed)
        for move in recorded.moves:
            board.replay(move)
        if not board.is_terminal and board.to_move != recorded.to_move:
            board.to_move = recorded.to_move
    except Error:
        return None
    return board
