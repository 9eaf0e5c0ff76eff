"""Reading the properties of one node: the innermost loop of the reader.

A property is an identifier and values in brackets, ``AB[aa][bb]``; a backslash in a value takes
the meaning from the next character.  Old records spell identifiers in lower case too (``Black``
for ``B``): as the format's third version has it, only the capitals count then.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ._faults import FaultLog

__all__ = ["RawProperty", "canonical_name", "scan_properties", "value_end"]


class RawProperty(NamedTuple):
    """A property as it stands in the text, with the offsets of its parts."""

    name: str  # the identifier that counts: "B" where "Black" is written
    written: str
    values: list[str]  # between the brackets, escapes and all
    starts: list[int]  # offset of each value; none where the values were set by a program
    lead: int  # offset of the white space before it, -1 if it stands in no text
    begin: int  # offset of the identifier
    end: int  # offset behind the last bracket; where none closes it, one behind the text's end


# Idiom of both: what holds a backslash is left to the slow path, so that the pattern stays linear.
_PROPERTY = re.compile(r"\s*([A-Za-z0-9]+)\s*\[([^\]\\]*)\]", re.ASCII)
_VALUE = re.compile(r"\s*\[([^\]\\]*)\]", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9]+", re.ASCII)
_SPACE = re.compile(r"\s*", re.ASCII)
_STRAY = re.compile(r"[^A-Za-z0-9\[;()\s]+(?:[^A-Za-z0-9\[;()]*[^A-Za-z0-9\[;()\s])?", re.ASCII)


def canonical_name(written: str) -> str:
    """The identifier that ``written`` stands for.

    >>> canonical_name("Black"), canonical_name("gm"), canonical_name("UP1")
    ('B', 'gm', 'UP1')
    """
    if written.isupper():
        return written
    return "".join(c for c in written if not c.islower()) or written


def value_end(text: str, start: int) -> int:
    """Offset of the bracket that closes the value from ``start``, -1 if none does."""
    at = start
    while (end := text.find("]", at)) >= 0:
        run = end
        while run > start and text[run - 1] == "\\":
            run -= 1
        if (end - run) % 2 == 0:
            return end
        at = end + 1
    return -1


def closable(raw: str) -> str:
    """``raw``, the rest of a text, as a bracket behind it would close it."""
    return raw[:-1] if (len(raw) - len(raw.rstrip("\\"))) % 2 else raw


def scan_properties(
    text: str, at: int, log: FaultLog | None = None, limit: int = 1 << 62, end: int = -1
) -> tuple[list[RawProperty], int, int]:
    """The properties from ``at`` on, where the last one ends, and where the scan ended.

    That is at ``;``, ``(``, ``)``, at ``end`` (-1: that of ``text``), or after ``limit`` values.
    """
    found: list[RawProperty] = []
    lead = at
    stop = len(text) if end < 0 else end
    while limit > 0 and at < stop:
        match = _PROPERTY.match(text, at)
        if match is not None:
            written, value = match.groups()
            name = written if written.isupper() else canonical_name(written)
            values, starts = [value], [match.start(2)]
            begin, at = match.start(1), match.end()
        else:
            at = _SPACE.match(text, at).end()  # type: ignore[union-attr]  # matches anything
            if at >= stop or text[at] in ";()":
                break
            begin = at
            word = _NAME.match(text, at)
            if word is None and text[at] != "[":
                stray = _STRAY.match(text, at)
                assert stray is not None
                at = stray.end()
                if log is not None:
                    log.error("stray_text", begin, f"{_show(text, begin, at)} in a node is skipped")
                continue
            written = word[0] if word is not None else ""
            name = canonical_name(written)
            values, starts = [], []
            at += len(written)
        limit -= 1
        while limit > 0 and at < stop:
            match = _VALUE.match(text, at)
            if match is not None:
                values.append(match[1])
                starts.append(match.start(1))
                at = match.end()
            else:
                opening = _SPACE.match(text, at).end()  # type: ignore[union-attr]
                if opening >= len(text) or text[opening] != "[":
                    break
                start = opening + 1
                close = value_end(text, start)
                if close < 0:
                    close = len(text)
                    if log is not None:
                        log.error("unterminated_value", opening, "no ']' closes this value")
                values.append(closable(text[start:close]))
                starts.append(start)
                at = close + 1
            limit -= 1
        if log is not None and not (written and values):
            if written:
                log.error("no_value", at, f"property {written[:30]} has no value")
            else:
                log.error("no_identifier", begin, "a value without a property is skipped")
        if written:
            found.append(RawProperty(name, written, values, starts, lead, begin, at))
            lead = at
    return found, lead, at


def _show(text: str, start: int, end: int) -> str:
    return repr(text[start:end] if end - start <= 20 else text[start : start + 17] + "...")
