"""Lines from a pipe, read by a thread of their own: so that a program can work while it listens.

A line may have so many bytes and no more, and the thread waits where lines pile up: nobody can fill
the memory from the other end. It reads the file descriptor itself: a thread that waits in a
buffered stream would hold its lock when Python ends.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from time import monotonic

from dotcore._core import Error

__all__ = ["LineTooLong", "Lines", "write_out"]

# So many bytes may wait for someone to take them.
_WAITING = 4 << 20
# Windows hears Ctrl-C only between waits.
_WAIT_S = 1.0


def write_out(data: bytes) -> None:
    """Write to standard output at once, past its buffer, whose lock a thread could be caught in."""
    if sys.stdout is None:  # it was closed before the start
        raise BrokenPipeError
    descriptor = sys.stdout.fileno()
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


class LineTooLong(Error):
    """A line has more bytes than may be."""


class Lines:
    """The lines that ``read`` gives, without their line feed; ``get`` waits for the next one.

    ``read`` is called as ``os.read`` without the descriptor; nothing read, or an OSError, is the
    end. ``arrived`` is called by the reading thread with each line, before anybody can get it.
    """

    def __init__(
        self,
        read: Callable[[int], bytes],
        limit: int,
        arrived: Callable[[bytes], None] = lambda _: None,
    ) -> None:
        self._read, self._limit, self._arrived = read, limit, arrived
        self._lines: deque[bytes | BaseException | None] = deque()
        self._waiting = 0
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._listen, name="lines", daemon=True)
        self._thread.start()

    def get(self, timeout: float | None = None) -> bytes | None:
        """Take the next line; None at the end, then and ever after.

        Raises
        ------
        LineTooLong
            In place of a line that is.
        TimeoutError
            If no line came within ``timeout`` seconds.
        """
        until = None if timeout is None else monotonic() + timeout
        with self._changed:
            while not self._lines:
                left = _WAIT_S if until is None else min(_WAIT_S, until - monotonic())
                if left <= 0:
                    raise TimeoutError
                self._changed.wait(left)
            line = self._lines[0]
            if line is not None:  # the end stays
                self._lines.popleft()
            if isinstance(line, bytes):
                self._waiting -= len(line) + 1
                self._changed.notify_all()
        if isinstance(line, BaseException):
            raise line
        return line

    def waiting(self) -> list[bytes]:
        """Return the lines that have come and were not taken."""
        with self._changed:
            return [line for line in self._lines if isinstance(line, bytes)]

    def interrupt(self, error: BaseException) -> None:
        """Make `get` raise ``error`` next, from any thread."""
        with self._changed:
            self._lines.appendleft(error)
            self._changed.notify_all()

    def close(self, timeout: float) -> bool:
        """Let the thread end; return whether it has, within ``timeout`` seconds.

        It can only once what it reads has ended.
        """
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _listen(self) -> None:
        begun: list[bytes] = []
        size = 0
        while True:
            try:
                block = self._read(1 << 16)
            except (OSError, ValueError):
                block = b""
            if not block:
                break
            *ended, rest = block.split(b"\n")
            for part in ended:
                begun.append(part)
                self._put(begun, size + len(part))
                begun, size = [], 0
            size += len(rest)
            if size <= self._limit:
                begun.append(rest)
            else:
                begun = []  # what is left of a line that is too long need not be kept
        if size:
            self._put(begun, size)
        with self._changed:
            self._lines.append(None)
            self._changed.notify_all()

    def _put(self, parts: list[bytes], size: int) -> None:
        line: bytes | LineTooLong
        if size > self._limit:
            line = LineTooLong(f"a line of {size} bytes; at most {self._limit}")
        else:
            line = b"".join(parts)
        with self._changed:
            while self._waiting > _WAITING and not self._closed:
                self._changed.wait()
            self._lines.append(line)
            if isinstance(line, bytes):
                self._waiting += len(line) + 1
                self._arrived(line)
            self._changed.notify_all()
