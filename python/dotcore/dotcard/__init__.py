"""DotCard: a domino track card game with hidden hands.

>>> from dotcore import dotcard
>>> game = dotcard.Game(players=4, seed=1)
>>> game.start_number, game.hand_sizes.tolist(), game.pile_size
(9, [7, 7, 7, 7], 86)
"""

from __future__ import annotations

from dotcore._core.dotcard import (
    Card,
    Deck,
    Game,
    LaidCard,
    Play,
    Rules,
    SubRound,
    Track,
    playouts,
)

__all__ = [
    "Card",
    "Deck",
    "Game",
    "LaidCard",
    "Play",
    "Rules",
    "SubRound",
    "Track",
    "playouts",
]
