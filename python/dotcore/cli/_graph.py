"""A number for each move as a graph of text: bars above the line are the first player's lead.

Signs of half a line's height where the terminal can show them, the players' letters elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dotcore.cli._terminal import Terminal

__all__ = ["graph"]

# Lines above and below the middle one.
_HALF = 4
_MARGIN = 7


def graph(
    terminal: Terminal,
    first: int,
    values: Sequence[float],
    marked: Sequence[int],
    width: int,
) -> list[str]:
    """Draw ``values``, of the moves from number ``first`` on, in lines up to ``width`` long.

    Under the moves whose numbers are ``marked`` stands a question mark. Where there are more moves
    than columns, a column is the mean of several.

    >>> from dotcore.cli._terminal import Terminal
    >>> print(*graph(Terminal(), 1, [0, 2, 4, 3, -1], [5], 60), sep="\\n")
       +4    X
       +3    XX
       +2   XXX
       +1   XXX
        0  -----
       -1      O
               ?
           1
    """
    columns = max(1, width - _MARGIN)
    size = max(1, math.ceil(len(values) / columns))
    groups = [values[i : i + size] for i in range(0, len(values), size)]
    means = [sum(group) / len(group) for group in groups]
    step = _step(max(abs(mean) for mean in means))
    fancy = terminal.color and terminal.unicode
    zero = terminal.style(("─" if fancy else "-") * len(means), "faint")
    lines = []
    for row in range(_HALF, -_HALF - 1, -1):
        heights = [abs(mean) / step if mean * row > 0 else 0.0 for mean in means]
        cells = "".join(_cell(height - abs(row) + 1, row > 0, fancy) for height in heights)
        if row == 0 or cells.strip():
            cells = terminal.style(cells, "first" if row > 0 else "second") if row else zero
            label = f"{step * row:+g}" if row else "0"
            lines.append(f"{label:>{_MARGIN - 2}}  {cells}".rstrip())
    if marked:
        marks = [" "] * len(means)
        for number in marked:
            marks[(number - first) // size] = "?"
        lines.append(" " * _MARGIN + terminal.style("".join(marks).rstrip(), "error"))
    lines.append(" " * _MARGIN + terminal.style(_numbers(first, size, len(means)), "faint"))
    return lines


def _cell(filled: float, is_above: bool, fancy: bool) -> str:
    """The sign of a cell of which so much is filled, from the middle line outwards."""
    if not fancy:
        return " " if filled < 0.5 else "X" if is_above else "O"
    if filled < 0.25:
        return " "
    return "█" if filled >= 0.75 else "▄" if is_above else "▀"


def _step(largest: float) -> float:
    """What a line stands for: a round number, with which the largest value still fits."""
    least = max(largest / _HALF, 0.5)
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * d for d in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if least <= power * d)


def _numbers(first: int, size: int, columns: int) -> str:
    """Numbers of moves under the columns that start with them, each tenth column."""
    text = ""
    for column in range(0, columns, 10):
        text = text.ljust(column) + f"{first + column * size} "
    return text.rstrip()
