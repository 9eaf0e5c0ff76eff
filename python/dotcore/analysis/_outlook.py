"""Searching a position, and how it then stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dotcore import dots, search

__all__ = ["Effort", "Outlook", "config_of", "look", "outlook_of"]

# So many actions are told beside the best one.
_OTHERS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is searched at a position.

    Attributes
    ----------
    simulations, time_ms : optional
        Whichever is met first ends a search; at least one is needed.
    threads : int
        How many threads search. One of them, a seed and no ``time_ms`` give equal reviews.
    config : search.Config, optional
        The strong one if none is given.
    seed : int
    """

    simulations: int | None = 1000
    time_ms: float | None = 100.0
    threads: int = 1
    config: search.Config | None = None
    seed: int = 0

    def times(self, factor: int) -> Effort:
        """So many times as much."""
        return replace(
            self,
            simulations=None if self.simulations is None else self.simulations * factor,
            time_ms=None if self.time_ms is None else self.time_ms * factor,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """How a position stands, as the first player sees it.

    Attributes
    ----------
    value, margin : float
        The expected result, -1..1, and the expected final margin in points.
    best : str
        The best action for the player to move, "" where the game is over.
    line : tuple of str
        How the game would go on, ``best`` first.
    simulations : int
        What the numbers rest on; 0 where the game is over.
    proven : bool
        Whether the result is certain.
    others : tuple of str
        What else looked good, the best first; three at most.
    cut : bool
        Whether the clock ended the search before it had made its simulations.
    """

    value: float
    margin: float
    best: str
    line: tuple[str, ...]
    simulations: int
    proven: bool
    others: tuple[str, ...] = ()
    cut: bool = False

    @property
    def chance(self) -> float:
        """The first player's chance to win, 0..1; a draw is half a win."""
        return (self.value + 1) / 2

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON."""
        return {
            "chance": round(self.chance, 4),
            "margin": round(self.margin, 2),
            "best": self.best or None,
            "line": list(self.line),
            "simulations": self.simulations,
            "proven": self.proven,
            "others": list(self.others),
            "cut": self.cut,
        }


def look(board: dots.Board, effort: Effort, salt: int = 0) -> Outlook:
    """Search a position; of one where the game is over, tell how it ended.

    ``salt`` goes into the seed: searches that are compared shall not err together.
    """
    if board.is_terminal:
        totals = board.totals
        value, margin = float(board.returns()[0]), float(totals[0] - totals[1])
        return Outlook(value=value, margin=margin, best="", line=(), simulations=0, proven=True)
    result = search.mcts(
        board,
        effort.simulations,
        effort.time_ms,
        (effort.seed * 1_000_003 + salt) % 2**63,
        effort.threads,
        effort.config,
    )
    outlook = outlook_of(board, result)
    if effort.simulations is None or effort.time_ms is None or outlook.proven:
        return outlook
    return replace(outlook, cut=outlook.simulations < effort.simulations)


def outlook_of(board: dots.Board, result: search.Result) -> Outlook:
    """What a search says, as the first player sees it.

    Value and margin are means over all actions by their visits. Those of the best action alone
    look too good to whoever is to move, as the largest of many uncertain numbers does, so that
    each move would seem to lose something.
    """
    sign = 1 if result.player == 0 else -1
    value, margin = result.value, 0.0 if result.proven == "draw" else result.margin
    visited = result.visits > 0
    if result.proven is None and visited.any():
        visits = result.visits[visited]
        value = float(np.average(result.values[visited], weights=visits))
        margin = float(np.average(result.margins[visited], weights=visits))
    return Outlook(
        value=sign * value,
        margin=sign * margin,
        best=board.action_to_string(result.best),
        line=tuple(board.action_to_string(action) for action in result.pv),
        simulations=result.simulations,
        proven=result.proven is not None,
        others=tuple(
            board.action_to_string(int(action))
            for action, visits in zip(result.actions, result.visits, strict=True)
            if visits > 0 and action != result.best
        )[:_OTHERS],
    )


def config_of(spec: str, elsewhere: Mapping[str, str] | None = None) -> search.Config:
    """The search that an engine spec such as ``strong:exploration=0.5`` names.

    ``elsewhere`` names for options that are none of the search itself where they are told.

    Raises
    ------
    Error
        If it is no spec, or its engine does not analyze.

    >>> config_of("uniform").selection
    'uct'
    """
    from dotcore.engines import EngineSpec, SpecError

    told = EngineSpec.parse(spec)
    if told.kind not in ("strong", "uniform"):
        raise SpecError(f"{spec}: {told.kind} does not analyze; strong or uniform does")
    config = search.Config.uniform() if told.kind == "uniform" else search.Config.strong()
    knobs: Any = {key: told.options[key] for key in config.as_dict() if key in told.options}
    others = [key for key in told.options if key not in knobs]
    if others:
        where = (elsewhere or {}).get(others[0])
        if where is None:
            raise SpecError(f"{spec}: {others[0]} is no option of the search itself")
        raise SpecError(f"{spec}: {others[0]} is told by {where}, not with the engine")
    return config.replace(**knobs)
