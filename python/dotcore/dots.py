"""Dots (Kropki): closed chains of dots capture what they surround.

>>> from dotcore import dots
>>> board = dots.Board(20, 20, rules=dots.Rules.zagram(), start="cross")
>>> board.place(3, 4)
0
>>> board.scores
(0, 0)
"""

from __future__ import annotations

from dotcore import _pictures
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

# Pictures are written in Python: the compiled board gets them here, once, as its methods. The stubs
# declare them on Board (dotcore/_core/dots.pyi).
for _name, _function in {
    "to_svg": _pictures.to_svg,
    "_repr_svg_": _pictures.repr_svg,
    "to_ansi": _pictures.to_ansi,
}.items():
    setattr(Board, _name, _function)
del _name, _function
