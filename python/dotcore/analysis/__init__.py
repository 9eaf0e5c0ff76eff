"""What a played game looks like to the search: how it stood after each move, and what moves lost.

Each position of the game is searched. A move loses what lies between the position it led to and
the one that the better move would have led to. Where that seems to be much, it is looked at again,
afresh and with more effort: a first impression that only chance made so bad does not stand. And
where the answer in the game was much stronger than the search had thought, the move that let it in
is judged by what the answer led to.

>>> from dotcore import dots
>>> board = dots.Board(6, 6, start="cross")
>>> for x, y in [(3, 1), (0, 0), (4, 2)]:
...     captured = board.place(x, y)
>>> reviews = list(review(board, effort=Effort(simulations=200, time_ms=None)))
>>> [(one.number, "XO"[one.player], one.text, one.scores) for one in reviews]
[(1, 'X', '3,1', (0, 0)), (2, 'O', '0,0', (0, 0)), (3, 'X', '4,2', (1, 0))]

How a position stands is told as the first player sees it, so that numbers of one game can be
compared; what a move lost, as the one who made it sees it.
"""

from __future__ import annotations

from dotcore.analysis._outlook import Effort, Outlook, config_of, look, outlook_of
from dotcore.analysis._point import Candidate, Tactics, candidates, tactics
from dotcore.analysis._positions import positions, text_of
from dotcore.analysis._review import MoveReview, PlayerSummary, blunders, review, summary

__all__ = [
    "Candidate",
    "Effort",
    "MoveReview",
    "Outlook",
    "PlayerSummary",
    "Tactics",
    "blunders",
    "candidates",
    "config_of",
    "look",
    "outlook_of",
    "positions",
    "review",
    "summary",
    "tactics",
    "text_of",
]
