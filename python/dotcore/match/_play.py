"""One game of two engines, with a board of its own to judge by."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from dotcore._core import Error
from dotcore.engines import EngineDied, EngineTimeout

from ._settings import Adjudication

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dotcore import dots
    from dotcore.engines import Engine

__all__ = ["MoveTimes", "Played", "play"]


@dataclass
class MoveTimes:
    """How long an engine took for its moves, by the clock of the one who waited."""

    moves: int = 0
    total_ms: float = 0.0
    max_ms: float = 0.0
    simulations: int = 0

    def add(self, ms: float, simulations: int) -> None:
        """Count a move."""
        self.moves += 1
        self.total_ms += ms
        self.max_ms = max(self.max_ms, ms)
        self.simulations += simulations

    def merge(self, other: MoveTimes) -> None:
        """Count the moves of another game."""
        self.moves += other.moves
        self.total_ms += other.total_ms
        self.max_ms = max(self.max_ms, other.max_ms)
        self.simulations += other.simulations

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON."""
        return {
            "moves": self.moves,
            "total_ms": round(self.total_ms, 1),
            "max_ms": round(self.max_ms, 1),
            "simulations": self.simulations,
        }

    @classmethod
    def of(cls, told: dict[str, Any]) -> MoveTimes:
        """Read what `to_dict` gave."""
        return cls(
            int(told["moves"]),
            float(told["total_ms"]),
            float(told["max_ms"]),
            int(told["simulations"]),
        )


@dataclass
class Played:
    """A finished game.

    Attributes
    ----------
    board : dots.Board
        The game, with its moves.
    winner : int or None
        The player who won; None for a draw.
    reason : str
        "full", "stop", "ground", "resign"; "lead", "max_moves" (adjudicated); "died", "timeout",
        "fault" (the loser's engine failed).
    detail : str
        What an engine that failed had to say.
    times : two MoveTimes
        Of the first and the second player.
    """

    board: dots.Board
    winner: int | None
    reason: str
    detail: str = ""
    times: tuple[MoveTimes, MoveTimes] = field(default_factory=lambda: (MoveTimes(), MoveTimes()))

    @property
    def failed(self) -> int | None:
        """The player whose engine failed."""
        is_failure = self.reason in ("died", "timeout", "fault")
        return 1 - self.winner if is_failure and self.winner is not None else None


def play(
    opening: dots.Board,
    players: tuple[Engine, Engine],
    *,
    time_ms: Sequence[float | None] = (None, None),
    seeds: Sequence[int | None] = (None, None),
    adjudication: Adjudication | None = None,
) -> Played:
    """Play a game from ``opening``, which is not changed, to its end.

    An engine that dies, does not answer in time, or answers something illegal, loses.

    >>> from dotcore import dots, engines
    >>> with engines.make("random") as first, engines.make("random") as second:
    ...     game = play(dots.Board(4, 4), (first, second), seeds=(1, 2))
    >>> game.reason, game.board.result.winner == game.winner
    ('full', True)
    """
    board = opening.copy()
    played = Played(board, None, "")
    judge = _Judge(adjudication or Adjudication(), board)
    asked = 0  # who is to blame for an error
    try:
        for asked in (0, 1):
            players[asked].new_game(board, seeds[asked])
        while not board.is_terminal:
            asked = mover = board.current_player
            began = monotonic()
            choice = players[mover].genmove(time_ms=time_ms[mover])
            played.times[mover].add((monotonic() - began) * 1000, choice.simulations)
            if choice.action is None:
                board.resign(mover)
                break
            board.apply(choice.action)
            if judge.has_ended():
                played.winner, played.reason = judge.leader(), judge.reason
                return played
            if not board.is_terminal:
                asked = 1 - mover
                players[asked].play(choice.action, mover)
    except Error as wrong:
        return _lost(played, asked, wrong)
    assert board.result is not None
    played.winner, played.reason = board.result.winner, board.result.reason
    return played


def _lost(played: Played, player: int, wrong: Error) -> Played:
    played.winner = 1 - player
    played.detail = str(wrong)
    if isinstance(wrong, EngineTimeout):
        played.reason = "timeout"
    else:
        played.reason = "died" if isinstance(wrong, EngineDied) else "fault"
    return played


class _Judge:
    """Ends a game early where that was asked for."""

    def __init__(self, adjudication: Adjudication, board: dots.Board) -> None:
        self._rules, self._board = adjudication, board
        self._first_move = board.move_number
        self._lead, self._held = 0, 0
        self.reason = ""

    def leader(self) -> int | None:
        """Who leads on the board."""
        first, second = self._board.totals
        return None if first == second else int(second > first)

    def has_ended(self) -> bool:
        """After each move: whether it was the last one."""
        rules, board = self._rules, self._board
        if board.is_terminal or board.is_closing:
            return False
        if rules.lead is not None:
            first, second = board.totals
            sign = (first > second) - (first < second)
            if abs(first - second) < rules.lead:
                sign = 0
            # A lead that passes to the other player begins anew.
            self._held = self._held + 1 if sign and sign == self._lead else int(sign != 0)
            self._lead = sign
            if self._held >= rules.held:
                self.reason = "lead"
                return True
        made = board.move_number - self._first_move
        if rules.max_moves is not None and made >= rules.max_moves:
            self.reason = "max_moves"
            return True
        return False
