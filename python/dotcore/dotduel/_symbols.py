"""The symbols: an outline by the symbol, in it as many dots as its number.

An outline lies between two circles around the origin: no dot leaves the inner one, and on a card no
symbol leaves its outer one. Outlines are told apart however they are turned; a second style of the
same outline is dark with light dots, so that ink of one colour is enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from types import MappingProxyType

__all__ = [
    "INNER",
    "OUTLINES",
    "STYLES",
    "dots_of",
    "edges",
    "most_symbols",
    "outline_of",
    "symbol_name",
]

Point = tuple[float, float]
Points = list[Point]

# Of an outline within the unit circle, no point is nearer to the middle.
INNER = 0.57

# Styles of the outlines: the first two make 58 symbols, enough for the rules' 57.
STYLES = ("light", "dark", "grey", "dashed")

_TURN = 2 * math.pi


def _at(radius: float, turn: float) -> Point:
    """A point by its distance and its part of a turn, clockwise from the top."""
    return radius * math.sin(_TURN * turn), -radius * math.cos(_TURN * turn)


def _curve(radius: Callable[[float], float], steps: int = 96) -> Points:
    return [_at(radius(i / steps), i / steps) for i in range(steps)]


def _star(points: int, inner: float) -> Points:
    return [_at((1, inner)[i % 2], i / (2 * points)) for i in range(2 * points)]


def _teeth(count: int, base: float, top: float, share: float) -> Points:
    """A disc with square teeth; of each part of the turn they take a share."""
    made: Points = []
    for i in range(count):
        left, right = (i - share / 2) / count, (i + share / 2) / count
        made += [_at(base, left), _at(top, left)]
        made += [_at(top, left + (right - left) * step / 4) for step in (1, 2, 3)]
        made += [_at(top, right), _at(base, right)]
        rest = (1 - share) / count
        steps = 48 // count
        made += [_at(base, right + rest * step / steps) for step in range(1, steps)]
    return made


def _saw(count: int, base: float) -> Points:
    steps = 96 // count
    return [
        _at(base + (1 - base) * step / (steps - 1), (i + step / steps) / count)
        for i in range(count)
        for step in range(steps)
    ]


def _flower(petals: int, middle: float, size: float) -> Points:
    """Discs in a ring: ``middle`` tells how far out they lie."""

    def radius(turn: float) -> float:
        off = _TURN * ((turn * petals + 0.5) % 1 - 0.5) / petals
        return middle * math.cos(off) + math.sqrt(size**2 - (middle * math.sin(off)) ** 2)

    return _curve(radius, 24 * petals)


def _mirrored(right: Points) -> Points:
    """The right half from top to bottom, and its mirror image."""
    return right + [(-x, y) for x, y in reversed(right) if abs(x) > 1e-9]


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 24) -> Points:
    made = []
    for i in range(steps + 1):
        dx, dy = _at(radius, start + (end - start) * i / steps)
        made.append((x + dx, y + dy))
    return made


def _triangle() -> Points:
    # The tips would stand out of the unit circle.
    cut = math.sqrt(1 - INNER**2)
    made: Points = []
    for i in range(3):
        edge = (i + 0.5) / 3
        (nx, ny), (tx, ty) = _at(INNER, edge), _at(1, edge + 0.25)
        made += [(nx - cut * tx, ny - cut * ty), (nx + cut * tx, ny + cut * ty)]
    return made


def _lens() -> Points:
    bulge = 0.6
    radius = (1 + bulge**2) / (2 * bulge)
    half = math.asin(1 / radius) / _TURN
    return _mirrored(_arc(bulge - radius, 0, radius, 0.25 - half, 0.25 + half, 32))


def _drop() -> Points:
    radius = 0.68
    touch = math.acos(radius) / _TURN
    return [(0.0, -1.0), *_arc(0, 0, radius, touch, 1 - touch, 64)]


def _heart() -> Points:
    x, y, radius = 0.4, -0.28, 0.5
    notch = -math.asin(x / radius) / _TURN
    # Where the line from the tip touches the lobe.
    to_tip = 0.5 + math.atan2(x, 1 - y) / _TURN
    touch = to_tip - math.acos(radius / math.hypot(x, 1 - y)) / _TURN
    return _mirrored([*_arc(x, y, radius, notch, touch, 32), (0.0, 1.0)])


def _shield() -> Points:
    bend = [
        (0.66 * (1 - t) ** 2 + 1.32 * t * (1 - t), 0.05 * (1 - t) ** 2 + 1.24 * t * (1 - t) + t * t)
        for t in (i / 12 for i in range(13))
    ]
    return _mirrored([(0.0, -0.62), (0.66, -0.75), *bend])


def _cat() -> Points:
    right = [*_arc(0, 0, 0.7, 0.0, 0.05, 6), (0.56, -0.82), *_arc(0, 0, 0.7, 0.19, 0.5, 32)]
    return _mirrored(right)


def _hedgehog() -> Points:
    made = _arc(0, 0, 0.74, 0.25, 0.75, 48)
    for i in range(7):
        made += [_at(1.0, 0.75 + 0.5 * (i + 0.5) / 7), _at(0.66, 0.75 + 0.5 * (i + 1) / 7)]
    return made[:-1]


def _ghost() -> Points:
    waves = [(0.62, 0.78), (0.35, 0.62), (0.12, 0.86)]
    return _mirrored([*_arc(0, -0.2, 0.76, 0.0, 0.25), *waves, (0.0, 0.62)])


def _bubble() -> Points:
    return [(-0.8, -0.59), (0.8, -0.59), (0.8, 0.59), (-0.1, 0.59), (-0.55, 0.83), (-0.5, 0.59),
            (-0.8, 0.59)]  # fmt: skip


def _fish() -> Points:
    body = [(0.74 * math.cos(a) - 0.16, 0.66 * math.sin(a)) for a in
            (_TURN * (0.09 + 0.82 * i / 48) for i in range(49))]  # fmt: skip
    return [*body, (0.88, -0.46), (0.74, 0.0), (0.88, 0.46)]


def _bowl() -> Points:
    half = math.acos(0.58 / 0.98) / _TURN
    return _arc(0, 0, 0.98, half, 1 - half, 64)


def _mushroom() -> Points:
    return _mirrored([*_arc(0, 0.02, 0.98, 0.0, 0.25), (0.58, 0.02), (0.58, 0.8)])


_MAKERS: MappingProxyType[str, Callable[[], Points]] = MappingProxyType(
    {
        "disc": lambda: _curve(lambda _: 0.8),
        "triangle": _triangle,
        "square": lambda: [_at(0.83, (i + 0.5) / 4) for i in range(4)],
        "lens": _lens,
        "drop": _drop,
        "house": lambda: _mirrored([(0.0, -1.0), (0.69, -0.15), (0.69, 0.72)]),
        "heart": _heart,
        "shield": _shield,
        "star of 4": lambda: _star(4, 0.58),
        "star of 5": lambda: _star(5, 0.58),
        "star of 6": lambda: _star(6, 0.6),
        "sun": lambda: _star(12, 0.72),
        "trefoil": lambda: _flower(3, 0.44, 0.54),
        "bulb": lambda: _teeth(1, 0.7, 0.98, 0.2),
        "flower": lambda: _flower(6, 0.66, 0.34),
        "cross": lambda: [
            (0.42, -0.9), (0.42, -0.42), (0.9, -0.42), (0.9, 0.42), (0.42, 0.42), (0.42, 0.9),
            (-0.42, 0.9), (-0.42, 0.42), (-0.9, 0.42), (-0.9, -0.42), (-0.42, -0.42), (-0.42, -0.9),
        ],
        "knob": lambda: _teeth(3, 0.62, 0.97, 0.4),
        "pot": lambda: _teeth(2, 0.66, 0.98, 0.2),
        "pinwheel": lambda: _saw(4, 0.6),
        "saw": lambda: _saw(8, 0.74),
        "cat": _cat,
        "crown": lambda: _mirrored(
            [(0.0, -1.0), (0.38, -0.5), (0.82, -0.57), (0.75, 0.62)]
        ),
        "fish": _fish,
        "bubble": _bubble,
        "bowl": _bowl,
        "ghost": _ghost,
        "arrow": lambda: _mirrored([(0.0, -1.0), (0.95, -0.2), (0.6, -0.2), (0.6, 0.79)]),
        "mushroom": _mushroom,
        "hedgehog": _hedgehog,
    }
)  # fmt: skip

OUTLINES: tuple[str, ...] = tuple(_MAKERS)


def most_symbols() -> int:
    """How many symbols can be drawn, all different."""
    return len(OUTLINES) * len(STYLES)


def _split(symbol: int) -> tuple[str, str]:
    style, outline = divmod(symbol, len(OUTLINES))
    return OUTLINES[outline], STYLES[style]


def symbol_name(symbol: int) -> str:
    """What a symbol looks like, in words.

    >>> symbol_name(6), symbol_name(35)
    ('light heart', 'dark heart')
    """
    outline, style = _split(symbol)
    return f"{style} {outline}"


@cache
def outline_of(symbol: int) -> tuple[tuple[Point, ...], str]:
    """The corners of a symbol's outline within the unit circle, and its style."""
    outline, style = _split(symbol)
    return tuple(_MAKERS[outline]()), style


# How many dots stand in each row, and how far from each other: as far as the inner circle allows.
_ROWS: MappingProxyType[int, tuple[int, ...]] = MappingProxyType(
    {
        2: (2,), 3: (1, 2), 4: (2, 2), 5: (2, 1, 2), 6: (3, 3), 7: (2, 3, 2), 8: (3, 2, 3),
        9: (3, 3, 3), 10: (3, 4, 3), 11: (4, 3, 4), 12: (2, 4, 4, 2),
    }
)  # fmt: skip
_SPACING = MappingProxyType(
    {2: 0.36, 3: 0.36, 4: 0.36, 5: 0.345, 6: 0.345, 7: 0.31, 8: 0.29, 9: 0.29, 10: 0.27, 11: 0.238,
     12: 0.265}
)  # fmt: skip


@cache
def dots_of(number: int) -> tuple[tuple[Point, ...], float]:
    """Where the dots of a number lie around the origin, and their radius."""
    step, rows = _SPACING[number], _ROWS[number]
    made = [
        (step * (column - (row - 1) / 2), step * (line - (len(rows) - 1) / 2))
        for line, row in enumerate(rows)
        for column in range(row)
    ]
    return tuple(made), round(0.385 * step, 3)


def edges(points: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """The sides of an outline."""
    yield from pairwise((*points, points[0]))
