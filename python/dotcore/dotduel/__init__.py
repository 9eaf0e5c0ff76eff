"""Dot Duel: a game of speed with a deck in which any two cards share exactly one symbol.

``docs/dotduel_decks.md`` tells what a deck is and how to make, check and design one.

>>> from dotcore import dotduel
>>> deck = dotduel.Deck.standard(seed=1)
>>> deck.claims([0, 1, 2, 3, 4, 5], number=7).tolist()
[0, 1, 1, 0, 0, 0]
"""

from __future__ import annotations

from dotcore._core.dotduel import Deck, Engine, Fault, Reply, Rules

__all__ = ["Deck", "Engine", "Fault", "Reply", "Rules"]
