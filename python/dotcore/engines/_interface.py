"""What an engine is told and what it tells, and what can go wrong."""

from __future__ import annotations

import numbers
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, SupportsIndex

from dotcore._core import Error, IllegalMove

if TYPE_CHECKING:
    from typing_extensions import Self

    from dotcore import search
    from dotcore.dots import Board

__all__ = [
    "Choice",
    "Clock",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineFault",
    "EngineTimeout",
    "SpecError",
    "apply_as",
    "check_time",
]

# For the way to the clock, and because a search looks at its own only every now and then.
_KEPT_BACK_MS = 150.0
# What a search takes for one move, and what a clock can hold.
_MOST_MS = 1e9
_MOST_LEFT_MS = 1e15
_MOST_MOVES = 2**31 - 1


# What can go wrong


class EngineError(Error):
    """An engine cannot do what it was asked for."""


class SpecError(EngineError):
    """The text that should name an engine does not."""


class EngineDied(EngineError):
    """The program of an engine ended, or could not be started."""


class EngineTimeout(EngineError):
    """An engine did not answer in time."""


class EngineFault(EngineError):
    """An engine answered something that makes no sense, or an illegal move."""


# What an engine is told, and what it tells


def check_time(time_ms: float | None, name: str = "time_ms") -> float | None:
    """Return a time to search for, which must be None or a number above 0, at most 1e9.

    Raises
    ------
    EngineError
        If it is anything else.
    """
    if time_ms is None:
        return None
    value = _real(time_ms)
    if value is None or not 0 < value <= _MOST_MS:
        raise EngineError(f"{name}={_shown(time_ms)}; above 0, at most {_MOST_MS:g}")
    return value


def _real(value: object) -> float | None:
    """The number, None if it is none or more than a float holds."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # an int of thousands of digits
        return "..."
    return text if len(text) <= 60 else text[:60] + "..."


@dataclass(frozen=True)
class Clock:
    """The time a player has left.

    Attributes
    ----------
    left_ms : float
        What is left.
    moves : int
        For how many moves it must do; 0: for all the rest of the game.
    increment_ms : float
        What each move adds.
    overtime_ms, overtime_moves : float, int
        Once nothing is left, there is so much time for so many moves, again and again; 0 moves:
        the game is lost.

    Raises
    ------
    EngineError
        If a time is not from 0 to 1e15, or moves are not a whole number from 0 to 2**31 - 1.
    """

    left_ms: float
    moves: int = 0
    increment_ms: float = 0.0
    overtime_ms: float = 0.0
    overtime_moves: int = 0

    def __post_init__(self) -> None:
        for name in ("left_ms", "increment_ms", "overtime_ms"):
            value = _real(getattr(self, name))
            if value is None or not 0 <= value <= _MOST_LEFT_MS:
                told = _shown(getattr(self, name))
                raise EngineError(f"clock: {name}={told}; 0 to {_MOST_LEFT_MS:g}")
        for name in ("moves", "overtime_moves"):
            number: object = getattr(self, name)
            is_whole = isinstance(number, numbers.Integral) and not isinstance(number, bool)
            if not is_whole or not 0 <= getattr(self, name) <= _MOST_MOVES:
                raise EngineError(
                    f"clock: {name}={_shown(number)}; a whole number from 0 to {_MOST_MOVES}"
                )

    def for_move(self, board: Board) -> float:
        """Return how long to think about the next move, in ms: never all that is left.

        The rest of the game is taken for a sixth of the points that can still be played, at least
        twelve moves; some time is kept back for the way to the one who holds the clock.

        >>> from dotcore import dots
        >>> Clock(60_000).for_move(dots.Board(20, 20))
        897.7...
        >>> Clock(60_000, moves=2).for_move(dots.Board(20, 20)) < 30_000
        True
        >>> Clock(100).for_move(dots.Board(20, 20))
        0.0
        """
        moves = self.moves
        if moves <= 0:
            moves = max(12, len(board.legal_moves()) // 6)
        usable = _usable(self.left_ms)
        share = usable / moves + max(0.0, self.increment_ms - _KEPT_BACK_MS)
        share = min(share, usable if moves == 1 else usable / 2)
        if self.overtime_moves > 0:
            share = max(share, _usable(self.overtime_ms) / self.overtime_moves)
        return min(share, _MOST_MS)

    def after(self, elapsed_ms: float) -> Clock:
        """Return the clock after a move that took so long.

        >>> Clock(1000, overtime_ms=500, overtime_moves=2).after(1200)
        Clock(left_ms=300.0, moves=1, increment_ms=0.0, overtime_ms=500, overtime_moves=2)
        """
        left_ms, moves = self.left_ms - elapsed_ms + self.increment_ms, self.moves
        if left_ms <= 0 and self.overtime_moves and not moves:
            left_ms, moves = left_ms + self.overtime_ms, self.overtime_moves
        if moves:
            moves -= 1
            if not moves and self.overtime_moves:
                left_ms, moves = self.overtime_ms, self.overtime_moves
        return replace(self, left_ms=min(max(0.0, left_ms), _MOST_LEFT_MS), moves=moves)


def _usable(left_ms: float) -> float:
    return max(0.0, 0.99 * left_ms - _KEPT_BACK_MS)


@dataclass(frozen=True)
class Choice:
    """What an engine decided.

    Attributes
    ----------
    action : int or None
        The action it played; None: it resigns, and nothing was played.
    value, margin : float or None
        The expected result (-1..1) and final margin for the one who moved, where it tells them.
    simulations : int
        How many simulations (nodes, for ``alphabeta``) went into this move.
    elapsed_ms : float
        How long it took.
    pv : list of int
        The line it expects, its own action first.
    result : search.Result or None
        All it knows, where it is a Monte Carlo search that had something to decide.
    """

    action: int | None
    value: float | None = None
    margin: float | None = None
    simulations: int = 0
    elapsed_ms: float = 0.0
    pv: list[int] = field(default_factory=list)
    result: search.Result | None = None


class Engine(Protocol):
    """Follows a game and finds moves. One thread uses an engine at a time.

    ``cancel``, an event that any thread may set, ends a search within some 50 ms: `genmove` then
    plays the best it has found, `analyze` ends.
    """

    name: str

    @property
    def board(self) -> Board:
        """A copy of the position the engine is in, with its history."""

    @property
    def can_analyze(self) -> bool:
        """Whether `analyze` is for this engine."""

    def new_game(self, board: Board, seed: SupportsIndex | None = None) -> None:
        """Go to this position, which is copied; ``seed`` takes the place of the spec's."""

    def play(self, action: int, player: int | None = None) -> None:
        """Follow a move; a named player may move out of turn."""

    def undo(self) -> None:
        """Take back the last move."""

    def genmove(
        self,
        time_ms: float | None = None,
        clock: Clock | None = None,
        player: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        """Find a move, play it and return it.

        ``time_ms`` is for this move, ``clock`` what is left for more; without them the limits of
        the spec hold, and no limit at all means a second.
        """

    def analyze(
        self,
        time_ms: float | None = None,
        every_ms: float = 100.0,
        simulations: int | None = None,
        player: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Iterator[search.Result]:
        """Search without playing; yield what is known every now and then, at the end the rest.

        Without a limit it goes on until it is cancelled, left, or the position is proven.
        """

    def close(self) -> None:
        """Free what the engine holds; it cannot be used any more. Closing twice does no harm."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def apply_as(board: Board, action: int, player: int | None = None) -> None:
    """Do an action on a board, for a player who may be out of turn.

    Raises
    ------
    IllegalMove
        If it cannot be done; out of turn that can be dots, stopping and grounding.

    >>> from dotcore import dots
    >>> board = dots.Board(3, 3)
    >>> apply_as(board, 4, player=1)
    >>> board.to_ascii().split()
    ['...', '.O.', '...']
    """
    if player is None or player == board.current_player:
        board.apply(action)
        return
    if player not in (0, 1):
        raise EngineError(f"player {player}; 0 or 1")
    if action == board.num_points and board.rules.ending != "full":
        (board.ground if board.rules.ending == "ground" else board.stop)(player)
        return
    point = board.point_of(action) if 0 <= action < board.num_points else None
    if point is None:
        raise IllegalMove(f"action {action} is none that player {player} can do out of turn")
    board.place(*point, player)
