"""Engines by name: what plays in matches, answers over protocols and is tuned.

An engine is told in a line of text, a spec: its name and, after a colon, its options.

=================================  ====================================================
``strong``                         Monte Carlo search as `search.Config.strong` does it
``uniform``                        plain UCT with uniform playouts
``alphabeta``                      `search.AlphaBeta`
``random``                         any legal dot
``gtp:COMMAND ARGUMENTS``          another program that speaks GTP (docs/protocols.md)
=================================  ====================================================

>>> from dotcore import dots
>>> with make("strong:simulations=200,seed=3") as engine:
...     engine.new_game(dots.Board(8, 8, start="cross"))
...     choice = engine.genmove()
...     engine.board.move_number, choice.simulations
(1, 200)

Options of every engine: ``name`` (as it shall be called), ``seed``; of those that search:
``time_ms`` for a move. ``strong`` and ``uniform`` take ``simulations`` and ``threads``, ``resign``
(give up at this value: with ``resign=0.95`` once the game has looked lost at -0.95 for three moves,
or is proven lost), and every option of `search.Config`; ``alphabeta`` takes ``depth``, ``nodes``,
``complete`` and ``table_mb``.
"""

from dotcore.engines._interface import (
    Choice,
    Clock,
    Engine,
    EngineDied,
    EngineError,
    EngineFault,
    EngineTimeout,
    SpecError,
    apply_as,
)
from dotcore.engines._spec import EngineSpec, make

__all__ = [
    "Choice",
    "Clock",
    "Engine",
    "EngineDied",
    "EngineError",
    "EngineFault",
    "EngineSpec",
    "EngineTimeout",
    "SpecError",
    "apply_as",
    "make",
]
