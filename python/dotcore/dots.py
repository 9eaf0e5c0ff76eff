"""Dots (Kropki): closed chains of dots capture what they surround.

>>> from dotcore import dots
>>> board = dots.Board(20, 20, rules=dots.Rules.zagram(), start="cross")
>>> board.place(3, 4)
0
>>> board.scores
(0, 0)
"""

from __future__ import annotations

from dotcore._core.dots import (
    Board,
    Capture,
    Cell,
    Move,
    OneMoveCaptures,
    Playouts,
    Result,
    Rules,
    Symmetry,
    perft,
    playouts,
    random_four_crosses,
    transform_point,
)

__all__ = [
    "Board",
    "Capture",
    "Cell",
    "Move",
    "OneMoveCaptures",
    "Playouts",
    "Result",
    "Rules",
    "Symmetry",
    "perft",
    "playouts",
    "random_four_crosses",
    "transform_point",
]
