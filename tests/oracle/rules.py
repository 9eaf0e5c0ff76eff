"""The options of Dots, its presets and starting positions; the word for a refused act."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    """The options; the defaults are the preset bga."""

    capture: str = "automatic"  # automatic, manual
    entry: str = "wait"  # wait, capture, illegal
    recapture: str = "keep"  # keep, free
    capture_empty: bool = False
    scoring: str = "captures"  # captures, territory
    ending: str = "stop"  # stop, ground, full
    komi: float = 0.0
    start: str = "empty"


PRESETS = {
    "bga": Rules(),
    "zagram": Rules(entry="capture", recapture="free"),
    "zagram_territory": Rules(capture="manual", recapture="free", scoring="territory"),
    "russian": Rules(entry="capture", recapture="free", ending="ground", start="cross"),
}


class Illegal(Exception):
    """An act that the rules refuse; ``reason`` says why in one word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def cross(x: int, y: int, first: int = 0) -> list[tuple[int, int, int]]:
    return [
        (x, y, first),
        (x + 1, y, 1 - first),
        (x + 1, y + 1, first),
        (x, y + 1, 1 - first),
    ]


def start_dots(name: str, width: int, height: int) -> list[tuple[int, int, int]]:
    """The dots of a named starting position."""
    if name == "empty":
        return []
    if name == "single":
        return [(width // 2, height // 2, 0)]
    y = height // 2 - 1
    if name == "cross":
        return cross((width + 1) // 2 - 1, y)
    if name == "double_cross":
        x = (width + 1) // 2 - 2
        return cross(x, y) + cross(x + 2, y, first=1)
    if name in ("four_crosses", "quadruple_cross"):
        ox, oy = (width - 3) // 3, (height - 3) // 3
        if (width, height) == (39, 32):
            ox, oy = 11, 10
        left, top, right, bottom = ox, oy, width - 2 - ox, height - 2 - oy
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))  # clockwise
        return [dot for x, y in corners for dot in cross(x, y)]
    raise ValueError(f"start={name!r}")
