"""The engines of this package: they follow the game on a board, and search from it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from dotcore import dots, search
from dotcore._core import Error, Rng
from dotcore.dots import Board
from dotcore.engines._interface import Choice, Clock, EngineError, SpecError, apply_as, check_time

if TYPE_CHECKING:
    from typing_extensions import Self

    from dotcore.engines._spec import EngineSpec

__all__ = ["AlphaBeta", "MonteCarlo", "Random"]

# So long an engine thinks that was given no limit.
DEFAULT_TIME_MS = 1000.0
# So often a search looks up from its work to see whether it shall go on.
_PORTION_MS = 50.0
_PORTION_SIMULATIONS = 1000
# The value must look lost so many moves running before an engine gives up.
_RESIGN_MOVES = 3


def _on_turn(board: Board, player: int | None) -> Board:
    """The board, or a copy of it in which the player is to move."""
    if player is None or player == board.current_player or board.is_terminal:
        return board
    turned = board.copy(history=False)
    turned.to_move = player
    return turned


class _Builtin:
    """What all engines of this package share: a board that follows the game."""

    can_analyze = False

    def __init__(self, spec: EngineSpec) -> None:
        self.name = str(spec.options.get("name", spec))
        self._seed: SupportsIndex = spec.options.get("seed", 0)
        self._own_seed = self._seed
        self._board = dots.Board(20, 20)
        self._closed = False

    @property
    def board(self) -> Board:
        return self._board.copy()

    def new_game(self, board: Board, seed: SupportsIndex | None = None) -> None:
        self._check_open()
        self._board = board.copy()
        self._seed = self._own_seed if seed is None else seed
        self._forget()

    def play(self, action: int, player: int | None = None) -> None:
        self._check_open()
        mover = self._board.current_player
        apply_as(self._board, action, player)
        if player in (None, mover):
            self._follow(action)
        else:
            self._forget()

    def undo(self) -> None:
        self._check_open()
        self._board.undo()
        self._forget()

    def analyze(self, *_: Any, **__: Any) -> Iterator[search.Result]:
        raise EngineError(f"{self.name} does not analyze")

    def close(self) -> None:
        self._closed = True
        self._forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise EngineError(f"{self.name} is closed")

    def _follow(self, action: int) -> None:
        """A move of the player on turn was made."""

    def _forget(self) -> None:
        """The position changed otherwise."""


class _Resignation:
    """Whether the game has looked lost for long enough."""

    def __init__(self, threshold: float | None) -> None:
        self._threshold = threshold
        self._lost = 0

    def reset(self) -> None:
        self._lost = 0

    def is_due(self, value: float, proven_lost: bool) -> bool:
        if self._threshold is None:
            return False
        self._lost = self._lost + 1 if value <= -self._threshold else 0
        return proven_lost or self._lost >= _RESIGN_MOVES


class MonteCarlo(_Builtin):
    """Keeps its tree from move to move."""

    can_analyze = True

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        options = spec.options
        base = search.Config.uniform() if spec.kind == "uniform" else search.Config.strong()
        knobs: Any = {key: options[key] for key in base.as_dict() if key in options}
        try:
            self._config = base.replace(**knobs)
        except Error as wrong:
            raise SpecError(f"{spec}: {wrong}") from None
        self._time_ms: float | None = options.get("time_ms")
        self._simulations: int | None = options.get("simulations")
        self._threads: int = options.get("threads", 1)
        self._resignation = _Resignation(options.get("resign"))
        self._tree: search.Tree | None = None

    def new_game(self, board: Board, seed: SupportsIndex | None = None) -> None:
        super().new_game(board, seed)
        self._resignation.reset()

    def undo(self) -> None:
        super().undo()
        self._resignation.reset()

    def genmove(
        self,
        time_ms: float | None = None,
        clock: Clock | None = None,
        player: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        self._check_open()
        time_ms = check_time(time_ms)
        start = monotonic()
        mover = self._board.current_player if player is None else player
        position = _on_turn(self._board, player)
        only = position.legal_actions()
        if len(only) == 1:
            self.play(int(only[0]), mover)
            return Choice(int(only[0]), elapsed_ms=(monotonic() - start) * 1000)
        simulations = self._simulations
        limit_ms = self._time_ms
        if time_ms is not None:
            limit_ms = time_ms
        elif clock is not None:
            share = clock.for_move(position)
            limit_ms = share if limit_ms is None else min(share, limit_ms)
            if limit_ms < 1:  # nothing is left to think with
                limit_ms, simulations = 1.0, 16
        elif limit_ms is None and simulations is None:
            limit_ms = DEFAULT_TIME_MS
        *_, (result, made) = self._run(player, limit_ms, simulations, 1e9, cancel)
        elapsed_ms = (monotonic() - start) * 1000
        told: dict[str, Any] = {
            "value": result.value,
            # Where a draw is certain the mean of what was searched says nothing any more.
            "margin": 0.0 if result.proven == "draw" else result.margin,
            "simulations": made,
            "elapsed_ms": elapsed_ms,
            "pv": result.pv,
            "result": result,
        }
        if self._resignation.is_due(result.value, result.proven == "loss"):
            return Choice(None, **told)
        self.play(result.best, mover)
        return Choice(result.best, **told)

    def analyze(
        self,
        time_ms: float | None = None,
        every_ms: float = 100.0,
        simulations: int | None = None,
        player: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Iterator[search.Result]:
        self._check_open()
        for name, value in {"time_ms": time_ms, "every_ms": every_ms}.items():
            check_time(value, name)
        if simulations is not None and not 1 <= simulations < 2**32:
            raise EngineError(f"simulations={simulations}; 1 to {2**32 - 1}")
        self._grow(player)  # what is wrong is told at once, not with the first result
        steps = self._run(player, time_ms, simulations, every_ms, cancel)
        return (result for result, _ in steps)

    def _grow(self, player: int | None) -> search.Tree:
        """The tree of the position: the one at hand, if its player is to move."""
        if player is not None and player != self._board.current_player:
            return search.Tree(_on_turn(self._board, player), self._config, self._seed)
        if self._tree is None:
            self._tree = search.Tree(self._board, self._config, self._seed)
        return self._tree

    def _run(
        self,
        player: int | None,
        limit_ms: float | None,
        simulations: int | None,
        every_ms: float,
        cancel: threading.Event | None,
    ) -> Iterator[tuple[search.Result, int]]:
        """Search in portions, so that it can be cancelled; simulations count the new ones alone.

        Portions by number give the same result as one run: a seed and a number of simulations
        fix the move.
        """
        tree = self._grow(player)
        start = told = monotonic()
        made = 0
        while True:
            left_ms = None if limit_ms is None else limit_ms - (monotonic() - start) * 1000
            if simulations is None:
                number, portion_ms = None, _PORTION_MS
            else:
                number, portion_ms = min(simulations - made, _PORTION_SIMULATIONS), None
            if left_ms is not None:
                portion_ms = min(portion_ms or left_ms, max(left_ms, 1.0))
            result = tree.run(number, portion_ms, self._threads)
            made += result.run_simulations
            now = monotonic()
            is_last = (
                result.proven is not None
                or (portion_ms is None and result.run_simulations == 0)
                or (simulations is not None and made >= simulations)
                or (limit_ms is not None and (now - start) * 1000 >= limit_ms)
                or (cancel is not None and cancel.is_set())
            )
            if is_last or (now - told) * 1000 >= every_ms:
                told = now
                yield result, made
            if is_last:
                return

    def _follow(self, action: int) -> None:
        if self._board.is_terminal:
            self._tree = None
        elif self._tree is not None:
            self._tree.advance(action)

    def _forget(self) -> None:
        self._tree = None


class AlphaBeta(_Builtin):
    """Keeps its table from move to move."""

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        options = spec.options
        self._limits: dict[str, Any] = {
            key: options[key] for key in ("depth", "nodes", "time_ms") if key in options
        }
        self._complete: bool = options.get("complete", False)
        try:
            self._search = search.AlphaBeta(table_mb=options.get("table_mb", 64))
        except Error as wrong:
            raise SpecError(f"{spec}: {wrong}") from None

    def new_game(self, board: Board, seed: SupportsIndex | None = None) -> None:
        super().new_game(board, seed)
        self._search.forget()  # so that games do not depend on the ones before

    def genmove(
        self,
        time_ms: float | None = None,
        clock: Clock | None = None,
        player: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        self._check_open()
        time_ms = check_time(time_ms)
        start = monotonic()
        mover = self._board.current_player if player is None else player
        position = _on_turn(self._board, player)
        limits = dict(self._limits)
        if time_ms is not None:
            limits["time_ms"] = time_ms
        elif clock is not None:
            share = max(clock.for_move(position), 1.0)
            limits["time_ms"] = min(share, limits.get("time_ms", share))
        elif not limits:
            limits["time_ms"] = DEFAULT_TIME_MS
        with self._stopping_at(cancel):
            found = self._search.run(position, complete=self._complete, **limits)
        self.play(found.best, mover)
        return Choice(
            found.best,
            # What is not proven is a margin of captures, no expected result.
            value=float(np.sign(found.value)) if found.proven else None,
            margin=found.value,
            simulations=found.nodes,
            elapsed_ms=(monotonic() - start) * 1000,
            pv=list(found.pv),
        )

    @contextlib.contextmanager
    def _stopping_at(self, cancel: threading.Event | None) -> Iterator[None]:
        """Stop the search that goes on within, once ``cancel`` is set."""
        if cancel is None:
            yield
            return
        done = threading.Event()

        def watch() -> None:
            while not done.wait(_PORTION_MS / 1000):
                if cancel.is_set():
                    self._search.stop()  # again and again: the first time it may not have begun

        watcher = threading.Thread(target=watch, name="stop", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


class Random(_Builtin):
    """Plays any legal dot; stops, grounds or ends its turn only where no dot is legal."""

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        self._rng = Rng(self._seed)

    def new_game(self, board: Board, seed: SupportsIndex | None = None) -> None:
        super().new_game(board, seed)
        self._rng = Rng(self._seed)

    def genmove(
        self,
        time_ms: float | None = None,
        clock: Clock | None = None,  # noqa: ARG002 - it needs none
        player: int | None = None,
        cancel: threading.Event | None = None,  # noqa: ARG002
    ) -> Choice:
        self._check_open()
        check_time(time_ms)
        start = monotonic()
        position = _on_turn(self._board, player)
        if position.is_terminal:
            raise EngineError("the game is over; there is nothing to play")
        actions = position.legal_actions()
        others = actions[actions != position.num_points]
        actions = others if len(others) else actions
        action = int(actions[self._rng.below(len(actions))])
        self.play(action, self._board.current_player if player is None else player)
        return Choice(action, elapsed_ms=(monotonic() - start) * 1000)
