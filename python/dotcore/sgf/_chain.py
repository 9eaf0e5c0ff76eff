"""The smallest chain around a point, for records that name the enclosed dot alone (``B[ce!xy]``).

The pool around the point is filled; its chain is then walked along, dot by dot, always next to the
pool.  Where the walk comes to a dot again, what lies between the two visits hangs on that dot and
encloses nothing of the pool: it is cut off, so that each dot is on the chain once.
"""

from __future__ import annotations

from collections.abc import Callable

from ._values import Point

__all__ = ["smallest_chain"]

_CLOCKWISE = ((0, -1), (1, 0), (0, 1), (-1, 0))


def smallest_chain(
    width: int, height: int, is_wall: Callable[[int, int], bool], inside: Point
) -> list[Point] | None:
    """The smallest chain of wall dots around ``inside``; None if the edge is reached from it.

    >>> [(x, y) for x, y in smallest_chain(3, 3, lambda x, y: (x + y) % 2 == 1, (1, 1))]
    [(1, 0), (2, 1), (1, 2), (0, 1)]
    """
    pool = {inside}
    waiting = [inside]
    while waiting:
        x, y = waiting.pop()
        if not (0 < x < width - 1 and 0 < y < height - 1):
            return None
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            point = (x + dx, y + dy)
            if point not in pool and not is_wall(*point):
                pool.add(point)
                waiting.append(point)
    return _outline(pool)


def _outline(pool: set[Point]) -> list[Point]:
    """The chain around a pool, clockwise: its outer border is followed with the pool at the right.

    The walker stands at the side ``side`` of the pool point (x, y); the dot is beyond that side.
    """
    x, y = top = min(pool, key=lambda point: (point[1], point[0]))
    side = 0
    chain: list[Point] = []
    places: dict[Point, int] = {}
    while True:
        outward, onward = _CLOCKWISE[side], _CLOCKWISE[(side + 1) % 4]
        dot = (x + outward[0], y + outward[1])
        if dot not in places:
            places[dot] = len(chain)
            chain.append(dot)
        elif dot != chain[-1]:
            loop = chain[places[dot] :]
            if _runs_clockwise(loop):
                return loop
            for dropped in loop[1:]:
                del places[dropped]
            del chain[places[dot] + 1 :]
        beside = (x + onward[0], y + onward[1])
        ahead = (beside[0] + outward[0], beside[1] + outward[1])
        if beside not in pool:
            side = (side + 1) % 4
        elif ahead not in pool:
            x, y = beside
        else:
            x, y = ahead
            side = (side - 1) % 4
        if (x, y) == top and side == 0:
            return chain


def _runs_clockwise(loop: list[Point]) -> bool:
    pairs = zip(loop, loop[1:] + loop[:1], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) > 0
