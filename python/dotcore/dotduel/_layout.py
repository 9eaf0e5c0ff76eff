"""Where the symbols of a card lie: discs of several sizes in a disc, none over another.

Each card has a layout of its own, always the same. One symbol starts in the middle, the others in a
ring around it; then they push each other away while they grow.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from dotcore._core import Rng

__all__ = ["Place", "layout_of"]

# Left free between two symbols, and between a symbol and the edge of the card.
_GAP = 0.025
_LEAST, _MOST = 0.78, 1.15
_STEPS = 150


class Place(NamedTuple):
    """Middle and radius of a symbol on a card of radius 1, and how far it is turned, in degrees."""

    x: float
    y: float
    radius: float
    turn: int


@cache
def layout_of(symbols: int, card: int) -> tuple[Place, ...]:
    """The places of so many symbols on this card."""
    rng = Rng(1000 * symbols + card)
    sizes = _sizes(symbols, rng)
    at = _start(symbols, rng)
    best, scale = at, _largest(at, sizes)
    for _ in range(_STEPS):
        at = [point[:] for point in at]
        _push(at, [1.03 * scale * size for size in sizes])
        if (room := _largest(at, sizes)) > scale:
            best, scale = at, room
    # Rounded down: what is rounded must not overlap either.
    return tuple(
        Place(round(x, 4), round(y, 4), math.floor(1e4 * scale * size - 1) / 1e4, _turn(rng))
        for (x, y), size in zip(best, sizes, strict=True)
    )


def _sizes(symbols: int, rng: Rng) -> list[float]:
    """Evenly spread sizes in some order."""
    step = (_MOST - _LEAST) / max(symbols - 1, 1)
    sizes = [_LEAST + step * i for i in range(symbols)]
    for i in range(symbols - 1, 0, -1):
        j = rng.below(i + 1)
        sizes[i], sizes[j] = sizes[j], sizes[i]
    return sizes


def _start(symbols: int, rng: Rng) -> list[list[float]]:
    in_ring = symbols - 1 if symbols > 5 else symbols
    first = rng.uniform()
    at = []
    for i in range(in_ring):
        angle = 2 * math.pi * (first + (i + 0.3 * (rng.uniform() - 0.5)) / in_ring)
        at.append([0.66 * math.cos(angle), 0.66 * math.sin(angle)])
    if in_ring < symbols:
        at.append([0.1 * (rng.uniform() - 0.5), 0.1 * (rng.uniform() - 0.5)])
    return at


def _turn(rng: Rng) -> int:
    return 15 * (rng.below(5) - 2)


def _push(at: list[list[float]], radii: list[float]) -> None:
    """Move discs that overlap apart, half the way each, and those that stand out inwards."""
    for i, one in enumerate(at):
        for j in range(i):
            other = at[j]
            dx, dy = one[0] - other[0], one[1] - other[1]
            far = math.sqrt(dx * dx + dy * dy) or 1e-9
            lack = radii[i] + radii[j] + _GAP - far
            if lack > 0:
                move = 0.5 * lack / far
                one[0] += move * dx
                one[1] += move * dy
                other[0] -= move * dx
                other[1] -= move * dy
        far = math.sqrt(one[0] * one[0] + one[1] * one[1])
        most = 1 - _GAP - radii[i]
        if far > most:
            one[0] *= most / far
            one[1] *= most / far


def _largest(at: list[list[float]], sizes: list[float]) -> float:
    """The scale up to which discs of these sizes do not overlap as they lie."""
    scale = math.inf
    for i, (x, y) in enumerate(at):
        scale = min(scale, (1 - _GAP - math.sqrt(x * x + y * y)) / sizes[i])
        for j in range(i):
            dx, dy = x - at[j][0], y - at[j][1]
            far = math.sqrt(dx * dx + dy * dy)
            scale = min(scale, (far - _GAP) / (sizes[i] + sizes[j]))
    return scale
