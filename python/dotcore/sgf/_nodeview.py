"""What a node's properties mean in Dots: dots played, dots set up, pools at the end, marks.

========================  =====================================================================
``B[aA]`` ``W[aA]``       a dot of the first, of the second player
``W[ce.cecfdgefdece]``    a dot and the closed chains that it closes
``W[ce!df]``              a dot and an enemy dot that it encloses by the smallest chain
``B[]``                   the player grounds
``AB`` ``AW`` ``PL``      dots set up, the player to move
``TB[.chain]`` ``TW``     the pools that each player closes when the game has ended
``STOP[B]`` ``RESIGN[B]`` the player stops (twice: done), resigns; only this package writes them
``CR SQ TR MA SL LB``     marks
========================  =====================================================================

These readers take what they understand; that the rest is told is the business of `_lint`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ._faults import Severity
from ._scan import RawProperty
from ._values import (
    Mark,
    Move,
    Point,
    parse_label,
    parse_move,
    parse_points,
    parse_pools,
)

__all__ = [
    "MARK_KINDS",
    "PLAYED",
    "Action",
    "Setup",
    "actions_of",
    "marks_of",
    "moves_of",
    "player_of",
    "pools_of",
    "setup_of",
]

MARK_KINDS = {
    "CR": "circle",
    "SQ": "square",
    "TR": "triangle",
    "MA": "cross",
    "SL": "selected",
}
_ACTS = {"STOP": "stop", "RESIGN": "resign"}
PLAYED = frozenset(("B", "W", *_ACTS))


@dataclass(frozen=True)
class Setup:
    """Dots set up in a node, as (x, y, player), and the player whose turn the node says it is."""

    dots: tuple[tuple[int, int, int], ...] = ()
    to_move: int | None = None

    def __bool__(self) -> bool:
        return bool(self.dots) or self.to_move is not None


class Action(NamedTuple):
    """One thing done in a node, with the offsets of its parts in the text (-1: in no text)."""

    kind: str  # as Move.kind
    player: int
    point: Point | None
    chains: list[tuple[int, list[Point]]]
    around: list[tuple[int, Point]]
    at: int


def _ignore(severity: Severity, code: str, at: int, message: str) -> None:
    pass


def player_of(raw: str) -> int | None:
    """The player that a colour value names: B and W, also 1 and 2 as old records have it."""
    return {"B": 0, "BLACK": 0, "1": 0, "W": 1, "WHITE": 1, "2": 1}.get(raw.strip().upper())


def actions_of(one: RawProperty) -> Iterator[Action]:
    """What a property of `PLAYED` does, one action for each readable value."""
    for index, raw in enumerate(one.values):
        at = one.starts[index] if one.starts else -1
        if one.name in _ACTS:
            named = player_of(raw)
            if named is not None:
                yield Action(_ACTS[one.name], named, None, [], [], at)
            continue
        player = 0 if one.name == "B" else 1
        if not raw.strip():
            yield Action("ground", player, None, [], [], at)
            continue
        point, chains, around = parse_move(raw, _ignore)
        if point is not None:
            chains = [(at + o if at >= 0 else -1, chain) for o, chain in chains]
            around = [(at + o if at >= 0 else -1, dot) for o, dot in around]
            yield Action("place", player, point, chains, around, at)


def moves_of(properties: Iterable[RawProperty]) -> tuple[Move, ...]:
    """What is played in a node, in the order written."""
    return tuple(
        Move(
            action.player,
            action.point[0] if action.point else None,
            action.point[1] if action.point else None,
            tuple(tuple(chain) for _, chain in action.chains),
            tuple(dot for _, dot in action.around),
            action.kind,
        )
        for one in properties
        if one.name in PLAYED
        for action in actions_of(one)
    )


def setup_of(
    properties: Iterable[RawProperty],
) -> tuple[list[tuple[int, int, int, int]], int | None]:
    """Dots set up as (x, y, player, offset) in the order written, and the player to move."""
    dots: list[tuple[int, int, int, int]] = []
    to_move: int | None = None
    for one in properties:
        if one.name in ("AB", "AW"):
            player = 0 if one.name == "AB" else 1
            for index, raw in enumerate(one.values):
                at = one.starts[index] if one.starts else -1
                dots += [(x, y, player, at) for x, y in parse_points(raw, _ignore)]
        elif one.name == "PL" and one.values:
            to_move = player_of(one.values[0])
    return dots, to_move


def pools_of(properties: Iterable[RawProperty]) -> list[tuple[int, list[Point]]] | None:
    """The pools of ``TB`` and ``TW`` as (player, chain); None where neither stands."""
    pools: list[tuple[int, list[Point]]] | None = None
    for one in properties:
        if one.name in ("TB", "TW"):
            pools = pools or []
            for raw in one.values:
                if raw.lstrip()[:1] == ".":
                    player = 0 if one.name == "TB" else 1
                    pools += [(player, chain) for _, chain in parse_pools(raw, _ignore)]
    return pools


def marks_of(properties: Iterable[RawProperty]) -> tuple[Mark, ...]:
    """All marks and labels, in the order written."""
    marks: list[Mark] = []
    for one in properties:
        if one.name in MARK_KINDS:
            for raw in one.values:
                points = parse_points(raw, _ignore) if raw.strip() else []
                marks += [Mark(MARK_KINDS[one.name], x, y) for x, y in points]
        elif one.name == "LB":
            for raw in one.values:
                label = parse_label(raw, _ignore)
                if label is not None:
                    marks.append(Mark("label", *label[0], label[1]))
    return tuple(marks)
