"""Telling what is wrong with a record, and where.

A reader of old records meets odd ones: it must say what it could not read, with line and column,
and still hand over the rest.  A fault is noted at an offset into the text while reading; its line
and column are worked out afterwards, since most records have no fault at all.

Lines end with ``\\n``, ``\\r\\n`` or ``\\r``; columns count characters, both from 1.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["MAX_DIAGNOSTICS", "Diagnostic", "FaultLog", "Severity", "Source", "invalid"]

# A hostile file can hold a fault in every byte. So many are told one by one; the rest are counted.
MAX_DIAGNOSTICS = 1000


def invalid(message: str) -> ValueError:
    """The package's `InvalidRecord`, looked up late: the package itself imports this one."""
    from dotcore import InvalidRecord

    return InvalidRecord(message)


class Severity(IntEnum):
    """How bad a fault is; they compare as numbers do.

    WARNING: odd, but nothing is lost.  ERROR: a part of the record could not be read or played
    as written.  CRITICAL: the game, or the whole file, cannot be played.

    >>> Severity.WARNING < Severity.ERROR < Severity.CRITICAL
    True
    """

    WARNING = 1
    ERROR = 2
    CRITICAL = 3


@dataclass(frozen=True)
class Diagnostic:
    """One fault of a record: how bad, what, where.  ``str()`` gives one line.

    ``code`` is a short fixed word for programs, ``message`` a sentence for people.  A fault in a
    part that was built and never read from a text has line and column 0.

    >>> print(Diagnostic(Severity.ERROR, "bad_y", "no second letter", 3, 14))
    3:14 error bad_y: no second letter
    """

    severity: Severity
    code: str
    message: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column} {self.severity.name.lower()} {self.code}: {self.message}"


_BLOCK = 1 << 16


class Source:
    """A text that knows the line and column of each of its offsets.

    Offsets of line breaks are counted once every 64 Ki characters, so the index stays small even
    for a text of nothing but line breaks, and a look-up reads at most one such block.

    >>> Source("ab\\ncd").place(4)
    (2, 2)
    """

    __slots__ = ("_block_starts", "_line_starts", "_lines", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._block_starts: array[int] | None = None
        self._lines: array[int] = array("q")  # line breaks before the block
        self._line_starts: array[int] = array("q")  # where the line that the block starts in begins

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of the character at ``offset``."""
        if self._block_starts is None:
            self._index()
        assert self._block_starts is not None
        block = bisect_right(self._block_starts, offset) - 1
        start = self._block_starts[block]
        line = self._lines[block] + self._breaks(start, offset)
        line_start = self._line_start(start, offset, self._line_starts[block])
        return line + 1, offset - line_start + 1

    def _breaks(self, start: int, end: int) -> int:
        count, text = 0, self.text
        count += text.count("\n", start, end)
        if carriage_returns := text.count("\r", start, end):
            count += carriage_returns - text.count("\r\n", start, end)
        return count

    def _line_start(self, start: int, end: int, otherwise: int) -> int:
        last = max(self.text.rfind("\n", start, end), self.text.rfind("\r", start, end))
        return otherwise if last < 0 else last + 1

    def _index(self) -> None:
        starts = array("q", [0])
        self._lines = array("q", [0])
        self._line_starts = array("q", [0])
        start = 0
        while start + _BLOCK < len(self.text):
            end = start + _BLOCK
            if self.text.startswith("\r\n", end - 1):  # keep the pair in one block
                end += 1
            self._lines.append(self._lines[-1] + self._breaks(start, end))
            self._line_starts.append(self._line_start(start, end, self._line_starts[-1]))
            starts.append(end)
            start = end
        self._block_starts = starts


class FaultLog:
    """The faults found so far in one text, in any order, each with the game that it lies in."""

    __slots__ = ("_faults", "game", "total")

    def __init__(self) -> None:
        self._faults: list[tuple[int, int, Severity, str, str]] = []
        self.total = 0
        self.game = -1  # the game being read, -1 outside of all games

    def add(self, severity: Severity, code: str, offset: int, message: str) -> None:
        """Note a fault at ``offset``; -1 for a part that stands in no text."""
        self.total += 1
        # What makes a game unplayable is told before what is odd, but there is an end to it too.
        bound = MAX_DIAGNOSTICS * (2 if severity is Severity.CRITICAL else 1)
        if len(self._faults) < bound:
            self._faults.append((offset, self.game, severity, code, message))

    def warning(self, code: str, offset: int, message: str) -> None:
        self.add(Severity.WARNING, code, offset, message)

    def error(self, code: str, offset: int, message: str) -> None:
        self.add(Severity.ERROR, code, offset, message)

    def critical(self, code: str, offset: int, message: str) -> None:
        self.add(Severity.CRITICAL, code, offset, message)

    def branch(self) -> FaultLog:
        """A log for the same game, whose faults may be taken over or forgotten."""
        log = FaultLog()
        log.game = self.game
        return log

    def take(self, branch: FaultLog) -> None:
        """Take over the faults of a branch."""
        untold = branch.total - len(branch._faults)
        for offset, _, severity, code, message in branch._faults:
            self.add(severity, code, offset, message)
        self.total += untold

    def diagnostics(self, source: Source | None) -> list[tuple[int, Diagnostic]]:
        """All faults with their games, in the order of their places."""
        told: list[tuple[int, Diagnostic]] = []
        for offset, game, severity, code, message in sorted(self._faults, key=lambda f: f[0]):
            line, column = (0, 0) if source is None or offset < 0 else source.place(offset)
            told.append((game, Diagnostic(severity, code, message, line, column)))
        if (untold := self.total - len(self._faults)) > 0:
            message = f"{untold} more faults are not told one by one"
            line, column = (told[-1][1].line, told[-1][1].column) if told else (0, 0)
            told.append((-1, Diagnostic(Severity.WARNING, "more_faults", message, line, column)))
        return told
