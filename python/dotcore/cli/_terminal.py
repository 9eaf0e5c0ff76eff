"""What a command prints: text that is safe to show, in colour where that is wanted, and progress.

Names and comments come out of files that anybody may have written. Control characters in them
could steer the terminal, so they are shown as question marks.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["CommandError", "Terminal", "plain"]

_STYLES = {
    "bold": "\x1b[1m",
    "faint": "\x1b[2m",
    "first": "\x1b[1;31m",
    "second": "\x1b[1;34m",
    "good": "\x1b[32m",
    "warning": "\x1b[33m",
    "error": "\x1b[31m",
}
_RESET = "\x1b[0m"


class CommandError(Exception):
    """What ends a command, in one line: status 1 for a bad file, 2 for wrong use."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def plain(text: str) -> str:
    """Text of a stranger in one line that cannot steer a terminal.

    >>> plain("Ann\\n\\x1b[31m red")
    'Ann ?[31m red'
    """
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


class Terminal:
    """Where a command writes: standard output, and standard error for what is no result."""

    def __init__(self) -> None:
        self.color = False
        self.unicode = _can_encode(sys.stdout, "●○•◦·")

    def choose_color(self, wish: str) -> None:
        """Set ``color`` from "auto", "always" or "never"; auto heeds NO_COLOR and TERM=dumb."""
        if wish == "auto":
            self.color = (
                self.is_tty and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
            )
        else:
            self.color = wish == "always"
        if self.color and os.name == "nt":
            os.system("")  # turns escape sequences on in consoles of Windows 10

    @property
    def is_tty(self) -> bool:
        """Whether standard output is a terminal."""
        return _is_tty(sys.stdout)

    def style(self, text: str, *styles: str) -> str:
        """``text`` in styles, if colours are on."""
        if not self.color or not text:
            return text
        return "".join(_STYLES[style] for style in styles) + text + _RESET

    def print(self, text: str = "") -> None:
        """Write a line. Characters that the output's encoding lacks are written as escapes."""
        if sys.stdout is not None:  # it is None where it was closed before the start
            sys.stdout.write(_writable(text + "\n", sys.stdout))

    def json(self, value: Any, *, in_one_line: bool = False) -> None:
        """Write a value for machines; only ASCII, whatever the encoding."""
        self.print(json.dumps(value, indent=None if in_one_line else 2))

    def flush(self) -> None:
        """Write out what is buffered."""
        if sys.stdout is not None:
            sys.stdout.flush()

    def error(self, message: str) -> None:
        """Tell on standard error what went wrong."""
        with contextlib.suppress(OSError, ValueError):
            self.flush()
        if sys.stderr is not None:
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write(_writable(f"dotcore: {plain(message)}\n", sys.stderr))

    @contextlib.contextmanager
    def progress(self, what: str, total: int) -> Iterator[Callable[[], None]]:
        """A bar on standard error while long work lasts, if somebody looks on.

        Gives a function to call after each of ``total`` steps. With rich installed the bar is
        rich's.
        """
        if not _is_tty(sys.stderr) or total < 2:
            yield lambda: None
            return
        try:
            console = importlib.import_module("rich.console")
            rich = importlib.import_module("rich.progress")
        except ImportError:
            with _plain_progress(what, total) as advance:
                yield advance
            return
        with rich.Progress(console=console.Console(stderr=True), transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda: bar.advance(task)


@contextlib.contextmanager
def _plain_progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    done = 0
    shown = -1

    def advance() -> None:
        nonlocal done, shown
        done += 1
        percent = 100 * done // total
        if percent != shown:
            shown = percent
            filled = "#" * (percent * 30 // 100)
            sys.stderr.write(f"\r{what} [{filled:<30}] {percent:3}%")
            sys.stderr.flush()

    try:
        yield advance
    finally:
        width = len(what) + 40
        sys.stderr.write("\r" + " " * width + "\r")
        sys.stderr.flush()


def _is_tty(stream: Any) -> bool:
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def _encoding(stream: Any) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _writable(text: str, stream: Any) -> str:
    encoding = _encoding(stream)
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _can_encode(stream: Any, text: str) -> bool:
    try:
        text.encode(_encoding(stream))
    except (LookupError, UnicodeEncodeError):
        return False
    return True
