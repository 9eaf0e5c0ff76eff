"""Search for the games: Monte Carlo tree search, alpha-beta, tactics.

>>> from dotcore import dots, search
>>> board = dots.Board(6, 6, start="cross")
>>> found = search.mcts(board, simulations=500, seed=1)
>>> board.is_legal(*board.point_of(found.best))
True

Searches never change the board. Values are as the player to move sees them: 1 for a sure win, -1
for a sure loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from dotcore._core import Error
from dotcore._core.dots import Board
from dotcore._core.search import (
    AlphaBeta,
    AlphaBetaResult,
    Captures,
    Config,
    Ladder,
    LadderLosses,
    Leaves,
    Plans,
    Tree,
    alphabeta,
    captures,
    choose,
    feature_planes,
    features,
    ladder,
    ladder_losses,
    move_features,
    move_weights,
    plans,
    symmetric_actions,
)
from dotcore._hidden_search import (
    DeterminizedConfig,
    HiddenResult,
    IsmctsConfig,
    determinized,
    ismcts,
)
from dotcore._searched import Searched, policy_of

__all__ = [
    "AlphaBeta",
    "AlphaBetaResult",
    "Captures",
    "Config",
    "DeterminizedConfig",
    "Evaluator",
    "HiddenResult",
    "IsmctsConfig",
    "Ladder",
    "LadderLosses",
    "Leaves",
    "Plans",
    "Result",
    "Tree",
    "alphabeta",
    "analyze",
    "captures",
    "choose",
    "determinized",
    "feature_planes",
    "features",
    "ismcts",
    "ladder",
    "ladder_losses",
    "mcts",
    "move_features",
    "move_weights",
    "plans",
    "symmetric_actions",
]

Evaluator: TypeAlias = Callable[
    [
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
    ],
    None,
]
"""What `mcts` calls for each batch: ``evaluator(obs, mask, logits_out, value_out)``.

``obs`` (n, planes, height, width) float32 are the `features` of n positions, as their players to
move see them; ``mask`` (n, num_actions) bool their legal actions. It writes ``logits_out`` (n,
num_actions) float32 and ``value_out`` (n,) float32 in -1..1, and returns nothing. The arrays are
views of buffers that are used again for the next batch.
"""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Result(Searched):
    """What Monte Carlo search says of a position. Values are as its player to move sees them.

    The arrays have an element for each action that was considered, the best one first; they are
    read-only.

    Attributes
    ----------
    best : int
        The action to play: proven to be best, or visited most.
    actions : (n,) int32
    visits : (n,) int64
    values : (n,) float32
        The expected result of each action, -1..1; nan where it was not visited.
    margins : (n,) float32
        The expected final margin in points; nan where it was not visited, or where an evaluator was
        asked, which tells no margins.
    priors : (n,) float32
        How likely each looked beforehand.
    lower, upper : (n,) int8
        What is proven of the result: no worse than lower, no better than upper.
    pv : list of int
        The line in which both play what looks best.
    value, margin : float
        The expected result and margin after the best action; once the position is proven, 1, 0 or
        -1.
    proven : {None, "win", "loss", "draw"}
        What is proven for the player to move.
    player, width, height : int
        Who is to move, and the size of the board.
    simulations, run_simulations : int
        How many the numbers rest on, and how many of them the last run made.
    elapsed_ms : float
        How long the last run took.
    memory_mb, is_full : float, bool
        What the tree takes, and whether that is all it may.
    """

    best: int
    actions: npt.NDArray[np.int32]
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]
    margins: npt.NDArray[np.float32]
    priors: npt.NDArray[np.float32]
    lower: npt.NDArray[np.int8]
    upper: npt.NDArray[np.int8]
    pv: list[int]
    value: float
    margin: float
    proven: Literal["win", "loss", "draw"] | None
    player: int
    width: int
    height: int
    simulations: int
    run_simulations: int
    elapsed_ms: float
    memory_mb: float
    is_full: bool

    def __repr__(self) -> str:
        told = f"proven {self.proven}" if self.proven else f"value {self.value:.3f}"
        return f"<search.Result: best {self.best}, {told}, {self.simulations} simulations>"

    def policy(self, temperature: float = 1.0) -> npt.NDArray[np.float64]:
        """Return how much each action deserves to be played: (n,) float64, together 1.

        Proportional to ``visits ** (1 / temperature)``; 0 gives all to the best action.

        Raises
        ------
        Error
            If the temperature is negative or not finite.

        >>> search.mcts(dots.Board(2, 2), simulations=64).policy(0).tolist()
        [1.0, 0.0, 0.0, 0.0, 0.0]
        """
        return policy_of(self.visits, temperature)

    def visit_map(self) -> npt.NDArray[np.int64]:
        """Return the visits of the dot at each point: (height, width) int64."""
        return self._on_board(self.visits, np.zeros(self.width * self.height, np.int64))

    def value_map(self) -> npt.NDArray[np.float32]:
        """Return the value of the dot at each point: (height, width) float32, nan if unvisited."""
        return self._on_board(
            self.values, np.full(self.width * self.height, np.nan, dtype=np.float32)
        )

    def _on_board(self, numbers: npt.NDArray[Any], points: npt.NDArray[Any]) -> npt.NDArray[Any]:
        is_dot = self.actions < len(points)
        points[self.actions[is_dot]] = numbers[is_dot]
        return points.reshape(self.height, self.width)


def mcts(
    board: Board,
    simulations: int | None = None,
    time_ms: float | None = None,
    seed: SupportsIndex = 0,
    threads: int = 1,
    config: Config | None = None,
    evaluator: Evaluator | None = None,
    batch: int = 64,
    symmetry: Literal["none", "random"] = "none",
) -> Result:
    """Search from ``board`` by Monte Carlo until a limit is met or the position is proven.

    Without an evaluator positions are judged by playouts.

    Parameters
    ----------
    board : dots.Board
        It is not changed.
    simulations : int, optional
        How many walks to make. At least one of the two limits must be given.
    time_ms : float, optional
        How long to search.
    seed : int
        The same seed and number of simulations give the same result on one thread.
    threads : int
        How many threads search.
    config : Config, optional
        ``Config.strong()`` if none is given.
    evaluator : Evaluator, optional
        What judges positions instead of playouts, such as a neural network; it is called in this
        thread, and ``threads`` must be 1.
    batch : int
        How many positions at most are evaluated in one call; 1 to 16384. The larger, the less each
        walk knows of the others.
    symmetry : {"none", "random"}
        Whether the evaluator sees positions as they are, or each in a random symmetry that keeps
        the board's shape.

    Raises
    ------
    Error
        If a limit is missing or out of range, the game is over, or the evaluator leaves something
        unwritten, or writes a logit that is not finite or a value outside -1..1. What the evaluator
        raises goes on to the caller.

    >>> search.mcts(dots.Board(8, 8, start="cross"), simulations=100).simulations
    100

    >>> def evaluator(obs, mask, logits_out, value_out):
    ...     logits_out[:] = 0.0
    ...     value_out[:] = obs[:, search.feature_planes.index("lead"), 0, 0]
    >>> search.mcts(dots.Board(8, 8), simulations=100, evaluator=evaluator).simulations
    100
    """
    tree = Tree(board, config, seed)
    if evaluator is None:
        return tree.run(simulations, time_ms, threads)
    _check_limits(simulations, time_ms)
    if threads != 1:
        raise Error(f"threads={threads}; 1 with an evaluator")
    return _evaluated(tree, simulations, time_ms, evaluator, batch, symmetry, seed)


def _evaluated(
    tree: Tree,
    simulations: int | None,
    time_ms: float | None,
    evaluator: Evaluator,
    batch: int,
    symmetry: Literal["none", "random"],
    seed: SupportsIndex,
) -> Result:
    """Search a fresh tree by an evaluator until a limit is met."""
    leaves = Leaves([tree], batch, simulations, symmetry, seed)
    start = monotonic()
    try:
        while True:
            n = leaves.gather()
            if n:
                answer: object = evaluator(  # type: ignore[func-returns-value]
                    leaves.obs[:n], leaves.mask[:n], leaves.logits[:n], leaves.values[:n]
                )
                if answer is not None:
                    raise Error(
                        "the evaluator must write into logits_out and value_out and return None, "
                        f"not {type(answer).__name__}"
                    )
                leaves.apply()
            elapsed_ms = (monotonic() - start) * 1000
            is_enough = simulations is not None and tree.simulations >= simulations
            is_late = time_ms is not None and elapsed_ms >= time_ms
            if is_enough or is_late or (n == 0 and tree.result().proven):
                break
    finally:
        leaves.cancel()
    return replace(tree.result(), run_simulations=tree.simulations, elapsed_ms=elapsed_ms)


def _check_limits(simulations: int | None, time_ms: float | None) -> None:
    if simulations is None and time_ms is None:
        raise Error("a limit is missing: simulations=, time_ms= or both")
    if simulations is not None and not 1 <= simulations < 2**32:
        raise Error(f"simulations={simulations}; 1 to {2**32 - 1}")
    if time_ms is not None and not 0 < time_ms <= 1e9:
        raise Error(f"time_ms={time_ms}; above 0, at most 1e9")


def analyze(
    board: Board,
    time_ms: float | None = 1000,
    every_ms: float = 100,
    simulations: int | None = None,
    threads: int = 1,
    config: Config | None = None,
    seed: SupportsIndex = 0,
) -> Iterator[Result]:
    """Search from ``board`` and yield what is known every now and then, at the end the last word.

    Search goes on only while the next result is waited for; whoever has seen enough just leaves the
    loop.

    Parameters
    ----------
    board : dots.Board
        It is not changed.
    time_ms : float, optional
        How long to search; None for as long as results are asked for, or ``simulations`` allow.
    every_ms : float
        The time from one result to the next.
    simulations, threads, config, seed
        As in `mcts`.

    Raises
    ------
    Error
        If a limit is out of range, or the game is over: at once, not with the first result.

    >>> [found.best >= 0 for found in search.analyze(dots.Board(4, 4), time_ms=20, every_ms=10)][-1]
    True
    """
    tree = Tree(board, config, seed)
    _check_limits(simulations, every_ms if time_ms is None else time_ms)
    if not 0 < every_ms <= 1e9:
        raise Error(f"every_ms={every_ms}; above 0, at most 1e9")
    if not 1 <= threads <= 256:
        raise Error(f"threads={threads}; 1 to 256")
    return _growing(tree, time_ms, every_ms, simulations, threads)


def _growing(
    tree: Tree, time_ms: float | None, every_ms: float, simulations: int | None, threads: int
) -> Iterator[Result]:
    left_ms = float("inf") if time_ms is None else time_ms
    while True:
        start = monotonic()
        left = None if simulations is None else simulations - tree.simulations
        found = tree.run(left, min(every_ms, left_ms), threads)
        left_ms -= (monotonic() - start) * 1000
        yield found
        if found.proven or left_ms <= 0 or found.simulations == simulations:
            return
