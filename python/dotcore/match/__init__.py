"""Matches of engines: mirrored openings, games in parallel processes, Elo, a sequential test.

>>> settings = Settings(("random:name=one", "random:name=two"), 6, 6, seed=1)
>>> with Match(settings, games=4) as match:
...     for game in match.play():
...         pass
>>> match.standing.games, sum(match.standing.pairs)
(4, 2)

`Settings` says what is played, `Match` plays it and keeps the games in a folder, where it can go on
after whatever ended it. `Standing` and `Sprt` say what the games prove, `play` plays a single game.
"""

from __future__ import annotations

from dotcore.match._match import Match
from dotcore.match._openings import Openings
from dotcore.match._play import MoveTimes, Played, play
from dotcore.match._settings import Adjudication, MatchError, Settings
from dotcore.match.statistics import Sprt, SprtState, Standing, elo_of, llr_of, score_of

__all__ = [
    "Adjudication",
    "Match",
    "MatchError",
    "MoveTimes",
    "Openings",
    "Played",
    "Settings",
    "Sprt",
    "SprtState",
    "Standing",
    "elo_of",
    "llr_of",
    "play",
    "score_of",
]
