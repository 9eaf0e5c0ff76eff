"""Chains on the grid: the smallest one around a set of points, and what lies inside a chain.

A link of a chain joins two of the 8 neighbours, a pool holds together by 4 neighbours: so a pool
never slips through a chain between two dots that touch at a corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Point: TypeAlias = "tuple[int, int]"

ORTHOGONAL = ((0, -1), (1, 0), (0, 1), (-1, 0))  # clockwise on a board whose y grows downwards


def turn_right(direction: Point) -> Point:
    return ORTHOGONAL[(ORTHOGONAL.index(direction) + 1) % 4]


def turn_left(direction: Point) -> Point:
    return ORTHOGONAL[(ORTHOGONAL.index(direction) - 1) % 4]


def shifted(point: Point, *directions: Point) -> Point:
    x, y = point
    for dx, dy in directions:
        x, y = x + dx, y + dy
    return x, y


def links(chain: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(chain[i - 1], chain[i]) for i in range(len(chain))]


def is_cycle(chain: Sequence[Point]) -> bool:
    """Is it a simple cycle: each dot visited once, each next to the one before it (N2)?"""
    return len(set(chain)) == len(chain) >= 4 and all(
        abs(x1 - x2) <= 1 and abs(y1 - y2) <= 1 for (x1, y1), (x2, y2) in links(chain)
    )


def opened(chain: Sequence[Point]) -> list[Point]:
    """The chain without the repetition of its first point at the end."""
    points = [(x, y) for x, y in chain]
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    return points


def area_of(chain: Sequence[Point]) -> set[Point]:
    """The points strictly inside the polygon of a chain, by counting its crossings to the left.

    A row is looked at just below its points: there a link between the row and the next one
    crosses it, next to its end on the row.
    """
    crossings: dict[int, list[int]] = {}
    for (x1, y1), (x2, y2) in links(chain):
        if y1 != y2:
            crossings.setdefault(min(y1, y2), []).append(x1 if y1 < y2 else x2)
    on_chain = set(chain)
    inside: set[Point] = set()
    for y, row in crossings.items():
        row.sort()
        for left, right in zip(row[::2], row[1::2], strict=True):
            inside.update((x, y) for x in range(left + 1, right) if (x, y) not in on_chain)
    return inside


def walk_around(pool: set[Point]) -> list[Point]:
    """The points met while going clockwise once around the outside of a pool, in order.

    One stands on a pool point and looks at the wall on the left hand's side. Walls hold at
    diagonals: the pool is never left for a point that touches it only by a corner.
    """
    at = min(pool, key=lambda point: (point[1], point[0]))  # nothing of the pool is above it
    facing = ORTHOGONAL[0]
    first = (at, facing)
    walk: list[Point] = []
    while True:
        wall = shifted(at, facing)
        if not walk or walk[-1] != wall:
            walk.append(wall)
        right = turn_right(facing)
        if shifted(at, right) not in pool:
            facing = right
        elif shifted(at, right, facing) not in pool:
            at = shifted(at, right)
        else:
            at, facing = shifted(at, right, facing), turn_left(facing)
        if (at, facing) == first:
            break
    if len(walk) > 1 and walk[0] == walk[-1]:
        walk.pop()
    return walk


def chain_around(pool: set[Point]) -> list[Point]:
    """The smallest simple chain around a pool.

    It is the walk around it, from which whatever hangs into the pool on one wall dot is cut: of
    the two loops that meet in a dot met twice, the chain is the one that has the pool inside.
    """
    a_point = min(pool)
    path: list[Point] = []
    for dot in walk_around(pool):
        if dot in path:
            loop = path[path.index(dot) :]
            if a_point in area_of(loop):
                return loop
            del path[path.index(dot) + 1 :]
        else:
            path.append(dot)
    return path
