"""Dot Duel: a game of speed with a deck in which any two cards share exactly one symbol.

``docs/dotduel_decks.md`` tells what a deck is and how to make, check and design one. Decks and
games show themselves: `Deck.card_svg`, `Deck.to_pages`, `Engine.to_svg`, ``str()``; `bots` plays.

>>> from dotcore import dotduel
>>> deck = dotduel.Deck.standard(seed=1)
>>> deck.claims([0, 1, 2, 3, 4, 5], number=7).tolist()
[0, 1, 1, 0, 0, 0]
"""

from __future__ import annotations

from dotcore._core.dotduel import (
    Deck,
    Engine,
    Fault,
    Reply,
    Rules,
    SimulatedPlayer,
    Simulation,
    TickGame,
    simulate,
)

from . import _cards, _svg, _table, bots

__all__ = [
    "Deck",
    "Engine",
    "Fault",
    "Reply",
    "Rules",
    "SimulatedPlayer",
    "Simulation",
    "TickGame",
    "bots",
    "simulate",
]

# What people see is written in Python: the compiled classes get it here, once, as their methods.
# The stubs declare them (dotcore/_core/dotduel.pyi).
for _name, _function in {
    "card_svg": _cards.card_svg,
    "to_svg": _cards.to_svg,
    "to_pages": _cards.to_pages,
    "to_html": _cards.to_html,
}.items():
    setattr(Deck, _name, _function)
for _name, _function in {
    "__str__": _table.to_text,
    "to_text": _table.to_text,
    "to_svg": _svg.to_svg,
    "_repr_svg_": _svg.repr_svg,
}.items():
    setattr(Engine, _name, _function)
del _name, _function
