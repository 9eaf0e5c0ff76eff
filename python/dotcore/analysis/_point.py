"""What to play in one position: the search's candidates, and what captures can force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dotcore import dots, search

__all__ = ["Candidate", "Tactics", "candidates", "tactics"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An action that a search considered, as the player to move sees it.

    Attributes
    ----------
    action : int
    text : str
    point : (int, int) or None
        Where its dot would stand.
    visits : int
    share : float
        Its part of all visits, 0..1.
    chance, margin : float
        The chance to win, 0..1, and the expected final margin.
    """

    action: int
    text: str
    point: tuple[int, int] | None
    visits: int
    share: float
    chance: float
    margin: float

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON."""
        return {
            "action": self.action,
            "move": self.text,
            "point": None if self.point is None else list(self.point),
            "visits": self.visits,
            "share": round(self.share, 4),
            "chance": round(self.chance, 4),
            "margin": round(self.margin, 2),
        }


def candidates(board: dots.Board, result: search.Result, most: int = 9) -> list[Candidate]:
    """The actions that a search thinks most of, the best first.

    Those with less than a hundredth of the best one's visits, or less than five, were only glanced
    at, and are left out.

    >>> board = dots.Board(4, 4)
    >>> [one.point is not None for one in candidates(board, search.mcts(board, 200), most=2)]
    [True, True]
    """
    visited = max(int(result.visits.sum()), 1)
    found: list[Candidate] = []
    for i in range(len(result.actions)):
        visits = int(result.visits[i])
        if i > 0 and (len(found) == most or visits < max(5, int(result.visits[0]) / 100)):
            break
        action = int(result.actions[i])
        value, margin = float(result.values[i]), float(result.margins[i])
        if i == 0 and not visits:
            value, margin = result.value, result.margin
        found.append(
            Candidate(
                action=action,
                text=board.action_to_string(action),
                point=board.point_of(action) if action < board.num_points else None,
                visits=visits,
                share=visits / visited,
                chance=(value + 1) / 2,
                margin=margin,
            )
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Tactics:
    """What a player could force, were it their turn.

    Attributes
    ----------
    player : int
    captures : tuple of (str, int)
        Dots that capture at once, with their gains, the largest first.
    ladder : int
        What the best row of capturing threats wins (`search.ladder`); 0 where there is none that
        wins more than a capture.
    line : tuple of str
        How that row goes.
    """

    player: int
    captures: tuple[tuple[str, int], ...]
    ladder: int
    line: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON."""
        return {
            "player": self.player,
            "captures": [{"move": move, "gain": gain} for move, gain in self.captures],
            "ladder": self.ladder,
            "line": list(self.line),
        }


def tactics(board: dots.Board, player: int) -> Tactics:
    """What a player could force by captures, were it their turn.

    >>> board = dots.Board.from_ascii(".....\\n..X..\\n.XOX.\\n.....\\n.....")
    >>> tactics(board, 0).captures
    (('2,3', 1),)
    """
    if board.is_terminal:
        return Tactics(player=player, captures=(), ladder=0, line=())
    found = board.one_move_captures(player)
    gains = [
        (f"{int(x)},{int(y)}", int(gain))
        for (x, y), gain in zip(found.moves, found.gains, strict=True)
        if gain > 0
    ]
    ladder = search.ladder(board, player)
    line = [board.action_to_string(int(a)) if a >= 0 else "pass" for a in ladder.line]
    wins = ladder.value if ladder.worth > 0 else 0
    return Tactics(
        player=player,
        captures=tuple(sorted(gains, key=lambda one: -one[1])),
        ladder=wins,
        line=tuple(line) if wins else (),
    )
