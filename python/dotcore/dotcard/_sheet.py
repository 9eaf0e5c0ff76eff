"""The score sheet as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dotcore._player_names import checked_names, printable

if TYPE_CHECKING:
    from dotcore._core.dotcard import Game

__all__ = ["score_sheet"]

_NAME = 12


def score_sheet(self: Game, names: Sequence[str] | None = None) -> str:
    """The score sheet: a line for each sub-round that is over, totals, places.

    Equal totals share a place. Of a game that began in the middle the earlier sub-rounds are one
    line.

    Parameters
    ----------
    names
        Of the players; P0, P1, ... without.

    Raises
    ------
    Error
        For names that do not fit.

    >>> print(dotcard.Game(2, seed=1).score_sheet(["Ann", "Bo"]))
    sub-round  start  out     Ann   Bo
    total                       0    0
    place                       1    1
    """
    game = self
    players = game.players
    known = checked_names(names, players) or [f"P{seat}" for seat in range(players)]
    called = [printable(name).strip()[:_NAME] for name in known]
    widths = [max(5, len(name) + 2) for name in called]
    out = max(6, *(len(name) for name in called))

    def line(head: str, numbers: Sequence[object]) -> str:
        cells = (f"{number!s:>{width}}" for number, width in zip(numbers, widths, strict=True))
        return f"{head:<{18 + out}}" + "".join(cells)

    lines = [line("sub-round  start  out", called)]
    totals = game.totals.tolist()
    sheet = game.sheet
    sums = [sum(row.scores[seat] for row in sheet) for seat in range(players)]
    before = [total - known for total, known in zip(totals, sums, strict=True)]
    if any(before):
        lines.append(line("before", before))
    for row in sheet:
        went_out = "locked" if row.out is None else called[row.out]
        lines.append(line(f"{row.number:<11}{row.start_number:<7}{went_out}", row.scores))
    lines += [line("total", totals), line("place", game.ranks.tolist())]
    return "\n".join(lines)
