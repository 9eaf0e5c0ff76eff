"""Judging the moves of a game.

The first look is at every position of the game, once. A move that seems to lose gets a second look;
what the game itself shows, an answer stronger than the search had thought, counts too. In a second
look a better move that is refuted in its turn gives way to the next one that looked good.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from dotcore import dots
from dotcore._core import Error

from ._outlook import Effort, Outlook, look
from ._positions import positions, text_of

__all__ = ["MoveReview", "PlayerSummary", "blunders", "review", "summary"]

# A move that loses so many points, or so much of the chance to win, is a mistake, or a blunder. The
# points are those of a board of 12x12; on larger ones more is at stake, and less of it certain.
MISTAKE_POINTS, MISTAKE_CHANCE = 1.5, 0.08
BLUNDER_POINTS, BLUNDER_CHANCE = 3.0, 0.15
_SIDE = 12

# Where both are weighed, a tenth of the chance to win counts as two points.
_POINTS_OF_CHANCE = 20

# A second look takes so many times the effort of the first, at each position.
_SECOND_LOOK = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """A move of a game, and what it was worth.

    Attributes
    ----------
    number, player : int
        Which move of the game, from 1, and whose.
    move : dots.Move
    text : str
        The move as the search writes actions: "3,4", "stop", "ground"; "resign".
    scores : (int, int)
        Captured dots of each player after it.
    change : (int, int)
        What the move changed in ``scores``.
    before, after : Outlook
        The position it was made in, and the one it led to. Where there was a second look,
        ``before`` is what the best move then found leads to.
    loss, chance_loss : float
        Points, and chance to win, that the better move would have kept: those of ``before`` less
        those of ``after``; 0 for the best move.
    better : str
        The better move, "" where none was found.
    line : tuple of str
        How the game would have gone on with it, itself first.
    mark : {"", "?", "??"}
        A mistake, or a blunder.
    """

    number: int
    player: int
    move: dots.Move
    text: str
    scores: tuple[int, int]
    change: tuple[int, int]
    before: Outlook
    after: Outlook
    loss: float
    chance_loss: float
    better: str
    line: tuple[str, ...]
    mark: Literal["", "?", "??"]

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON."""
        return {
            "number": self.number,
            "player": self.player,
            "kind": self.move.kind,
            "x": self.move.x,
            "y": self.move.y,
            "move": self.text,
            "scores": list(self.scores),
            "change": list(self.change),
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
            "loss": round(self.loss, 2),
            "chance_loss": round(self.chance_loss, 4),
            "mark": self.mark,
            "better": self.better or None,
            "line": list(self.line),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """How a player did, over the moves that were looked at.

    Attributes
    ----------
    moves, best : int
        How many moves, and how many of them the search would have played too, after a second
        look where there was one.
    mean_loss : float
        Points lost a move.
    mistakes, blunders : int
        How many moves are marked ``?`` and ``??``.
    """

    moves: int
    best: int
    mean_loss: float
    mistakes: int
    blunders: int

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON."""
        return {
            "moves": self.moves,
            "best": self.best,
            "mean_loss": round(self.mean_loss, 3),
            "mistakes": self.mistakes,
            "blunders": self.blunders,
        }


def review(
    board: dots.Board,
    *,
    first: int = 1,
    last: int | None = None,
    effort: Effort | None = None,
) -> Iterator[MoveReview]:
    """Look at the moves of the game played on ``board``, one after the other.

    Parameters
    ----------
    board : dots.Board
        With its history. It is not changed.
    first, last : int
        The moves to look at, from 1; by default all.
    effort : Effort, optional
        For each position; a move that seems bad takes some more searches of four times as much.

    Raises
    ------
    Error
        If the game has no such moves, or the effort is no limit.

    >>> list(review(dots.Board(5, 5)))
    []
    """
    effort = Effort() if effort is None else effort
    moves = board.moves
    last = len(moves) if last is None else last
    if first < 1 or last > len(moves):
        raise Error(f"moves {first} to {last}; the game has {len(moves)}")
    if effort.simulations is None and effort.time_ms is None:
        raise Error("an effort without limit; simulations or time_ms is needed")
    return _reviews(positions(board), moves, first, last, effort)


def _reviews(
    boards: list[dots.Board], moves: Sequence[dots.Move], first: int, last: int, effort: Effort
) -> Iterator[MoveReview]:
    """Judge each move when the answer to it has been looked at as well."""
    if last < first:
        return
    before = look(boards[first - 1], effort, 4 * first)
    after = look(boards[first], effort, 4 * first + 4)
    for number in range(first, last + 1):
        move, start, end = moves[number - 1], boards[number - 1], boards[number]
        answer = None
        if number < len(moves) and moves[number].player != move.player:
            outlook = look(boards[number + 1], effort, 4 * number + 8)
            answer = _Answer(text_of(end, moves[number]), boards[number + 1], outlook)
        one = _Judge(move.player, start, effort, number).judged(move, end, before, after, answer)
        yield one
        if number < last:
            before = one.after
            after = (
                look(boards[number + 1], effort, 4 * number + 8)
                if answer is None
                else answer.outlook
            )


@dataclass(frozen=True, slots=True)
class _Answer:
    """The move that followed in the game, and where it led."""

    text: str
    board: dots.Board
    outlook: Outlook


class _Judge:
    """Judges one move, made by ``player`` on ``start``."""

    def __init__(self, player: int, start: dots.Board, effort: Effort, number: int) -> None:
        self._sign = 1 if player == 0 else -1
        self._start, self._effort, self._salt = start, effort, 4 * number
        self._scale = max(1.0, math.sqrt(start.num_points) / _SIDE)

    def judged(
        self,
        move: dots.Move,
        end: dots.Board,
        before: Outlook,
        after: Outlook,
        answer: _Answer | None,
    ) -> MoveReview:
        text = text_of(self._start, move)
        loss = chance_loss = 0.0
        better, line = "", before.line
        # Giving up is no move that another could be held against.
        if move.kind != "resign" and before.best:
            deeper = self._effort.times(_SECOND_LOOK)
            then, prefix = end, ""
            if answer is not None and self._mark(*self._lost(after, answer.outlook)):
                # The answer was stronger than the search had thought: it stands for the move.
                then, prefix = answer.board, answer.text
                after = _behind(prefix, answer.outlook)
            if before.best != text:
                loss, chance_loss = self._lost(before, after)
            if prefix or self._mark(loss, chance_loss):
                # A better move, and where it leads, as far ahead as from where the played one did.
                loss = chance_loss = 0.0
                after = look(then, deeper, self._salt + 2)
                after = _behind(prefix, after) if prefix else after
                before = self._best(before, text, after, deeper)
                line = before.line
                if before.best != text:
                    loss, chance_loss = self._lost(before, after)
            if loss > 0 or chance_loss > 0:
                better = before.best
        scores, old = end.scores, self._start.scores
        return MoveReview(
            number=self._salt // 4,
            player=move.player,
            move=move,
            text=text,
            scores=scores,
            change=(scores[0] - old[0], scores[1] - old[1]),
            before=before,
            after=after,
            loss=loss,
            chance_loss=chance_loss,
            better=better,
            line=line,
            mark=self._mark(loss, chance_loss),
        )

    def _best(self, before: Outlook, text: str, after: Outlook, effort: Effort) -> Outlook:
        """How it stands behind the best move, which may be the one that was played.

        The search's own choice is looked at first. If it turns out much worse than the first or
        the second look at the position had promised, it is refuted, and the others that looked
        good are tried, then the point that the answer takes: whichever turns out best is the one
        that the played move is held against.
        """
        looked = look(self._start, effort, self._salt + 3)
        promised = max(before, looked, key=self._worth)
        best = _behind(text, after)
        moves = [looked.best, *looked.others]
        # The answer may be an act that is none here, such as "done" after a stop.
        if after.best in map(self._start.action_to_string, map(int, self._start.legal_actions())):
            moves.append(after.best)
        for move in dict.fromkeys(moves):
            found = best
            if move != text:
                board = self._start.copy(history=False)
                board.apply(board.string_to_action(move))
                found = _behind(move, look(board, effort, self._salt + 1))
                if self._worth(found) > self._worth(best):
                    best = found
            if not self._mark(*self._lost(promised, found)):
                break
        return best

    def _worth(self, outlook: Outlook) -> float:
        """Points and chance in one number, for the player."""
        return self._sign * (outlook.margin + _POINTS_OF_CHANCE * outlook.chance)

    def _mark(self, loss: float, chance_loss: float) -> Literal["", "?", "??"]:
        points = loss / self._scale
        if points >= BLUNDER_POINTS or chance_loss >= BLUNDER_CHANCE:
            return "??"
        return "?" if points >= MISTAKE_POINTS or chance_loss >= MISTAKE_CHANCE else ""

    def _lost(self, instead: Outlook, after: Outlook) -> tuple[float, float]:
        """What the player has less, in points and in chance to win."""
        return (
            max(0.0, self._sign * (instead.margin - after.margin)),
            max(0.0, self._sign * (instead.chance - after.chance)),
        )


def _behind(move: str, outlook: Outlook) -> Outlook:
    """How a position stands whose best move leads to this outlook."""
    return replace(outlook, best=move, line=(move, *outlook.line))


def blunders(reviews: Iterable[MoveReview], most: int = 10) -> list[MoveReview]:
    """The moves marked ``?`` or ``??`` that lost most, the worst first.

    A tenth of the chance to win counts as two points.
    """
    marked = [one for one in reviews if one.mark]
    marked.sort(key=lambda one: -max(one.loss, _POINTS_OF_CHANCE * one.chance_loss))
    return marked[:most]


def summary(reviews: Sequence[MoveReview], player: int) -> PlayerSummary:
    """Sum up the moves of a player."""
    mine = [one for one in reviews if one.player == player and one.move.kind != "resign"]
    return PlayerSummary(
        moves=len(mine),
        best=sum(one.text == one.before.best and not one.better for one in mine),
        mean_loss=sum(one.loss for one in mine) / max(len(mine), 1),
        mistakes=sum(one.mark == "?" for one in mine),
        blunders=sum(one.mark == "??" for one in mine),
    )
