"""The command ``dotcore``: looking at records, analyzing them, counting, timing.

One module a command; a command's module is loaded when it is called for, and what is slow to load
only when it runs. Exit status: 0 done, 1 a file that cannot be used, 2 wrong use, 130 Ctrl-C, 141
nobody reads the output any more.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from dotcore.cli import (
    analyze,
    bench,
    dotcard,
    dotduel,
    gtp,
    match,
    perft,
    replay,
    serve_json,
    show,
)
from dotcore.cli._terminal import CommandError, Terminal

__all__ = ["main"]

_Run = Callable[[argparse.Namespace, Terminal], None]

_DESCRIPTION = (
    "Looks at records of Dots (Kropki) and analyzes them, counts and times games; "
    "plays DotCard and Dot Duel."
)
_EPILOG = "dotcore COMMAND --help tells the options of a command. FILE may be - for standard input."


class _Parser(argparse.ArgumentParser):
    """Tells a wrong call in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"dotcore: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(2)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="dotcore", description=_DESCRIPTION, epilog=_EPILOG, allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="the version of dotcore")
    parser.add_argument(
        "--includes", action="store_true", help="the compiler's option for the C++ headers, -I..."
    )
    parser.add_argument(
        "--cmakedir", action="store_true", help="the folder of dotcoreConfig.cmake, for dotcore_DIR"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for module in (show, replay, analyze, match, gtp, serve_json, perft, bench, dotcard, dotduel):
        module.add_to(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default the process's own; return its exit status.

    >>> main(["perft", "--size", "3", "--depth", "1"])
    3x3, bga
    depth 1: 9
    0
    """
    terminal = Terminal()
    try:
        parser = _parser()
        options = parser.parse_args(arguments)
        if options.command is None:
            _tell_about_package(parser, options, terminal)
        else:
            run: _Run = options.run
            run(options, terminal)
        terminal.flush()
    except SystemExit as ended:  # argparse has told what was wrong, or printed its help
        return ended.code if isinstance(ended.code, int) else 2
    except CommandError as wrong:
        terminal.error(str(wrong))
        return wrong.status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_output()
        return 141
    except OSError as wrong:  # a full disk; files that are read or written say so themselves
        _forget_output()
        terminal.error(f"cannot write: {wrong.strerror or wrong}")
        return 1
    return 0


def _forget_output() -> None:
    """Whatever is still buffered must not be written, in vain, when Python ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_about_package(
    parser: argparse.ArgumentParser, options: argparse.Namespace, terminal: Terminal
) -> None:
    import dotcore

    told = False
    if options.version:
        terminal.print(f"dotcore {dotcore.__version__}")
        told = True
    if options.includes:
        terminal.print(f"-I{dotcore.get_include()}")
        told = True
    if options.cmakedir:
        terminal.print(dotcore.get_cmake_dir())
        told = True
    if not told:
        parser.print_help(sys.stderr)
        raise SystemExit(2)
