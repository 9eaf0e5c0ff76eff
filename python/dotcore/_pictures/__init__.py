"""Pictures of a board of Dots: SVG for pages and notebooks, coloured text for terminals.

`dotcore.dots` makes these functions methods of its compiled Board.  Both pictures tell the players
apart without colour: the first player's dots are full, the second player's are rings.
"""

from __future__ import annotations

from ._ansi import to_ansi
from ._svg import repr_svg, to_svg

__all__ = ["repr_svg", "to_ansi", "to_svg"]
