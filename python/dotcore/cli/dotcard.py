"""``dotcore dotcard``: the card game, with commands of its own."""

from __future__ import annotations

from dotcore.cli import dotcard_play, dotcard_show, dotcard_simulate, dotcard_solve
from dotcore.cli._options import Commands

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Declare the command and those under it."""
    parser = commands.add_parser(
        "dotcard",
        help="play DotCard, simulate it, look at its records",
        description="The card game DotCard: play it here, simulate it, find the best track.",
        allow_abbrev=False,
    )
    inner = parser.add_subparsers(dest="dotcard_command", metavar="COMMAND", required=True)
    for module in (dotcard_play, dotcard_simulate, dotcard_solve, dotcard_show):
        module.add_to(inner)
