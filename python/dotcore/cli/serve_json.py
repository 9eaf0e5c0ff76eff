"""``dotcore serve-json``: games and engines for frontends, in lines of JSON."""

from __future__ import annotations

import argparse

from dotcore.cli._options import Commands
from dotcore.cli._terminal import CommandError, Terminal

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "serve-json",
        help="games and engines for frontends, in lines of JSON",
        description="Reads requests, one JSON object a line, and answers them in the same way.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--engine",
        default="strong",
        metavar="SPEC",
        help="who plays where a game asks for nobody: strong, uniform, alphabeta, random, with"
        " options as in strong:time_ms=500, or gtp:COMMAND; default: strong",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    from dotcore import engines, server

    del terminal  # every line is answered by itself
    try:
        engines.EngineSpec.parse(options.engine)
    except engines.SpecError as wrong:
        raise CommandError(f"--engine: {wrong}", 2) from None
    server.Server(options.engine).run()
