"""``dotcore gtp``: an engine behind the Go Text Protocol, on standard input and output."""

from __future__ import annotations

import argparse

from dotcore.cli._options import PRESETS, Commands, rules, size
from dotcore.cli._terminal import CommandError, Terminal

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "gtp",
        help="an engine that speaks GTP, for other programs",
        description="Plays and analyzes over GTP 2, on standard input and output.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--engine",
        default="strong",
        metavar="SPEC",
        help="who plays: strong, uniform, alphabeta, random, with options as in"
        " strong:time_ms=500,threads=2; default: strong",
    )
    parser.add_argument("--rules", choices=PRESETS, default="bga", help="default: bga")
    parser.add_argument("--size", type=size, default=(20, 20), metavar="WxH", help="default: 20x20")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore
    from dotcore import engines, gtp

    del terminal  # every line is answered by itself
    width, height = options.size
    try:
        with engines.make(options.engine) as engine:
            gtp.Server(engine, rules(options.rules), width, height).run()
    except engines.SpecError as wrong:
        raise CommandError(f"--engine: {wrong}", 2) from None
    except dotcore.Error as wrong:
        raise CommandError(str(wrong)) from None
