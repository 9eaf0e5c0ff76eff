"""Solves tiny games of Dots on the slow twin: the exact final margin, by trying everything.

A *turn* is all that one player does before the other is asked (or the same player again, where the
other has stopped): a dot, under manual with the chains that it closes, or the act that the ending
allows: stop, done, ground. It is written as the ids of the numbered actions that it consists of,
with N points on the board: ``y * width + x`` a dot; N stop, done, ground or, under manual after a
dot with which the player can close chains, the end of the turn; ``N + 1 + y * width + x`` the
smallest chain around the live enemy dot there. Resignation is no turn.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.chains import Point
    from tests.oracle.dots import Position

Ids: TypeAlias = "tuple[int, ...]"


@dataclass(frozen=True)
class Turn:
    ids: Ids
    dot: Point | None = None  # None: stop, done, ground
    chains: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True)
class Solution:
    """What both get who play as well as they can.

    Attributes
    ----------
    value
        The final margin in half points, as the player to move sees it.
    best
        The ids of all turns that reach it; none where the game is over.
    """

    value: int
    best: frozenset[Ids]

    @property
    def outcome(self) -> str:
        return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"


def solve(position: Position, known: dict[object, int] | None = None) -> Solution:
    """Solve the position; it must be at the start of a turn. ``known`` may serve several calls."""
    known = {} if known is None else known
    sign = 1 if position.to_move == 0 else -1
    if position.over:
        return Solution(sign * final_margin(position), frozenset())
    values = {}
    for turn in turns(position):
        with taken(position, turn):
            values[turn.ids] = sign * value_for_first(position, known)
    value = max(values.values())
    return Solution(value, frozenset(ids for ids, each in values.items() if each == value))


def value_for_first(position: Position, known: dict[object, int]) -> int:
    """The final margin in half points, as player 0 sees it."""
    if position.over:
        return final_margin(position)
    key = position.control_key()
    if key not in known:
        values = []
        for turn in turns(position):
            with taken(position, turn):
                values.append(value_for_first(position, known))
        known[key] = max(values) if position.to_move == 0 else min(values)
    return known[key]


def final_margin(position: Position) -> int:
    first, second = position.totals
    return round(2 * (first - second))


@contextmanager
def taken(position: Position, turn: Turn) -> Iterator[None]:
    """Within, the player to move has taken the turn."""
    if turn.dot is not None:
        position.place(*turn.dot, None, turn.chains)
    elif position.rules.ending == "ground":
        position.ground()
    else:
        position.stop()
    try:
        yield
    finally:
        position.undo()


# The turns


def turns(position: Position) -> list[Turn]:
    """All turns of the player to move. The game is not over, so there is one."""
    dots = sorted(position.playable, key=lambda dot: (dot[1], dot[0]))
    found = [turn for dot in dots for turn in turns_with(position, dot)]
    if position.rules.ending != "full":
        found.append(Turn((position.width * position.height,)))
    return found


def turns_with(position: Position, dot: Point) -> list[Turn]:
    is_legal = position.why_illegal(*dot) is None
    alone = Turn((dot[1] * position.width + dot[0],), dot)
    if position.rules.capture != "manual":
        return [alone] if is_legal else []
    trial = position.copy()
    trial.lay(dot, position.to_move)
    if not trial.closable(position.to_move):
        return [alone] if is_legal else []
    return list(goes_on(trial, position.to_move, alone, is_legal))


def goes_on(trial: Position, player: int, turn: Turn, may_end: bool) -> Iterator[Turn]:
    """The turns that begin so: end it, or close one more chain and go on."""
    points = trial.width * trial.height
    if may_end:
        yield Turn((*turn.ids, points), turn.dot, turn.chains)
    for x, y in sorted(trial.closable(player)):
        after = trial.copy()
        pool = after.pool_at((x, y), player)
        assert pool is not None
        chain = after.smallest_chain(pool, player)
        after._capture(player, chain, after.area(chain))
        ids = (*turn.ids, points + 1 + y * trial.width + x)
        yield from goes_on(after, player, Turn(ids, turn.dot, (*turn.chains, tuple(chain))), True)
