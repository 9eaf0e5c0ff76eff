"""What a picture has to fill: captured regions as closed lines over the points of the board.

A region that a move closed has its chain in `Board.captures`.  Other regions have none: those of a
board read from text, those that grounding or the end of a territory game brought.  Their lines are
made of the points alone.  Around a captured point the four neighbours belong to its owner too, so
such a region is a union of unit squares and half squares whose corners all belong to one player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from dotcore._core import Error

if TYPE_CHECKING:
    from dotcore._core.dots import Board

__all__ = ["Mask", "Region", "Regions", "inside", "last_dot", "marked", "regions_of"]

Mask = npt.NDArray[np.bool_]
Corner = tuple[float, float]


class Region(NamedTuple):
    """Closed lines, as (x, y) in order, with captured points between them, and whose these are.

    A line that runs against the clock within others is the border of a hole.
    """

    owner: int
    lines: list[list[Corner]]


class Regions(NamedTuple):
    """What to fill, and for each player the points (height, width) that they captured."""

    shapes: list[Region]
    captured: tuple[Mask, Mask]


def regions_of(board: Board) -> Regions:
    """Look for the captured regions of a board as they are now.

    A region that has since passed to the other player, by being surrounded or by grounding, is
    that player's alone.
    """
    planes = board.observe(0) > 0
    live = planes[0], planes[1]
    captured = planes[2], planes[3]
    untold = captured[0].copy(), captured[1].copy()
    shapes: list[Region] = []
    for capture in board.captures:
        xs, ys = capture.area[:, 0], capture.area[:, 1]
        if captured[capture.owner][ys, xs].all():
            chain: list[Corner] = [(int(x), int(y)) for x, y in capture.chain]
            shapes.append(Region(capture.owner, [chain]))
            untold[capture.owner][ys, xs] = False
    for player in (0, 1):
        lines = _outlines(untold[player], captured[player] | live[player])
        if lines:
            shapes.append(Region(player, lines))
    ended_by_stop = board.result is not None and board.result.reason == "stop"
    if ended_by_stop and board.rules.scoring == "territory":
        shapes.extend(
            Region(pool.owner, [[(int(x), int(y)) for x, y in pool.chain]])
            for pool in board.final_pools
        )
    return Regions(shapes, captured)


def inside(
    board: Board, points: Iterable[Iterable[int]], option: str = "highlight"
) -> list[tuple[int, int]]:
    """Points given by an option as ints; `Error` for one that is off the board."""
    found: list[tuple[int, int]] = []
    for point in points:
        try:
            x, y = map(index, point)
        except (TypeError, ValueError):
            raise TypeError(f"{option}: a point is (x, y) in ints, not {point!r}") from None
        if not (0 <= x < board.width and 0 <= y < board.height):
            size = f"{board.width}x{board.height}"
            raise Error(f"{option}=({x}, {y}) is off the board; it is {size}")
        found.append((x, y))
    return found


def marked(
    board: Board, marks: Mapping[tuple[int, int], str] | None, longest: int
) -> dict[tuple[int, int], str]:
    """Points with what is to be written on them: a text of at most so many signs."""
    if not marks:
        return {}
    texts = list(marks.values())
    for text in texts:
        if not (1 <= len(text) <= longest and text.isprintable()):
            signs = "one sign" if longest == 1 else f"1 to {longest} signs"
            raise Error(f"marks: {text!r}; {signs} that can be printed")
    return dict(zip(inside(board, marks, "marks"), texts, strict=True))


def last_dot(board: Board) -> tuple[int, int] | None:
    """Where the last dot was placed, whatever was done after it."""
    for move in reversed(board.moves):
        if move.kind == "place" and move.x is not None and move.y is not None:
            return move.x, move.y
    return None


def _outlines(captured: Mask, held: Mask) -> list[list[Corner]]:
    """The lines around ``captured`` points, whose owner holds the points ``held``."""
    edges: dict[tuple[Corner, Corner], None] = {}

    def add(corners: list[Corner]) -> None:
        # Clockwise pieces: where two of them meet, their common edge runs both ways and goes.
        for edge in zip(corners, corners[1:] + corners[:1], strict=True):
            if edge[::-1] in edges:
                del edges[edge[::-1]]
            else:
                edges[edge] = None

    height, width = held.shape
    filled = np.zeros_like(captured)
    rows, columns = np.nonzero(captured)
    squares = {
        (x - dx, y - dy)
        for x, y in zip(columns.tolist(), rows.tolist(), strict=True)
        for dx in (0, 1)
        for dy in (0, 1)
    }
    for x, y in sorted(squares, key=lambda square: square[::-1]):
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        mine = [
            (cx, cy) for cx, cy in corners if 0 <= cx < width and 0 <= cy < height and held[cy, cx]
        ]
        taken = [corner for corner in mine if captured[corner[1], corner[0]]]
        if len(mine) == 4 and len(taken) == 1:
            # The chain runs past the corner opposite, which it would reach by a detour.
            (tx, ty), *_ = taken
            mine = [(cx, cy) for cx, cy in mine if cx == tx or cy == ty]
        if len(mine) >= 3:
            add([(float(cx), float(cy)) for cx, cy in mine])
            for cx, cy in mine:
                filled[cy, cx] = True
    for x, y in zip(columns.tolist(), rows.tolist(), strict=True):
        if not filled[y, x]:  # a grounded dot that stands alone
            add([(x - 0.5, y), (x, y - 0.5), (x + 0.5, y), (x, y + 0.5)])
    return _joined(edges)


def _joined(edges: dict[tuple[Corner, Corner], None]) -> list[list[Corner]]:
    """Closed lines of edges that each start where another ends."""
    following: dict[Corner, list[Corner]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    lines: list[list[Corner]] = []
    for first in list(following):
        while following[first]:
            line = [first]
            while (corner := following[line[-1]].pop()) != first:
                line.append(corner)
            lines.append(line)
    return lines
