"""DotCard: a domino track card game with hidden hands.

``docs/dotcard.md`` has the rules. `bots` plays, `write_record` and `read_record` keep games; a game
shows itself by ``str()``, `Game.to_text`, `Game.to_svg` and `Game.score_sheet`.

>>> from dotcore import dotcard
>>> game = dotcard.Game(players=4, seed=1)
>>> game.start_number, game.hand_sizes.tolist(), game.pile_size
(9, [7, 7, 7, 7], 86)
"""

from __future__ import annotations

from dotcore._core.dotcard import (
    TRACK_FAULTS,
    BestTrack,
    Card,
    CheckedTrack,
    CheckedTracks,
    Deck,
    Game,
    LaidCard,
    Play,
    Rules,
    SubRound,
    Track,
    TrackCard,
    TrackCount,
    TrackList,
    best_start,
    best_track,
    check_track,
    check_tracks,
    count_best,
    k_best,
    playouts,
    track_codes,
)

from . import _sheet, _svg, _table, bots
from ._record import Record, read_record, write_record

__all__ = [
    "TRACK_FAULTS",
    "BestTrack",
    "Card",
    "CheckedTrack",
    "CheckedTracks",
    "Deck",
    "Game",
    "LaidCard",
    "Play",
    "Record",
    "Rules",
    "SubRound",
    "Track",
    "TrackCard",
    "TrackCount",
    "TrackList",
    "best_start",
    "best_track",
    "bots",
    "check_track",
    "check_tracks",
    "count_best",
    "k_best",
    "playouts",
    "read_record",
    "track_codes",
    "write_record",
]

# What people see is written in Python: the compiled game gets it here, once, as its methods. The
# stubs declare them on Game (dotcore/_core/dotcard.pyi).
for _name, _function in {
    "__str__": _table.to_text,
    "to_text": _table.to_text,
    "to_svg": _svg.to_svg,
    "_repr_svg_": _svg.repr_svg,
    "score_sheet": _sheet.score_sheet,
}.items():
    setattr(Game, _name, _function)
del _name, _function
