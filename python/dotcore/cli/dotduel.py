"""``dotcore dotduel``: the game of speed, with commands of its own."""

from __future__ import annotations

from dotcore.cli import dotduel_deck, dotduel_play, dotduel_simulate
from dotcore.cli._options import Commands

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Declare the command and those under it."""
    parser = commands.add_parser(
        "dotduel",
        help="make and check decks of Dot Duel, simulate games, play",
        description="The game Dot Duel: make a deck, print it, check it, simulate games, play.",
        allow_abbrev=False,
    )
    inner = parser.add_subparsers(dest="dotduel_command", metavar="COMMAND", required=True)
    for module in (dotduel_play, dotduel_simulate, dotduel_deck):
        module.add_to(inner)
