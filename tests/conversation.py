"""Talking with a running process line by line, with no wait that is longer than it must be."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self

# Only a process that hangs takes so long.
PATIENCE = 60


class Conversation:
    """``python -m dotcore ARGUMENTS``; at the end of the with block it must have ended well."""

    def __init__(self, *arguments: str, status: int = 0) -> None:
        self._status = status
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dotcore", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._errors: list[bytes] = []
        self._readers = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def say(self, line: str | bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")

    def hear(self) -> str:
        """Return the next line without its end; fail at the end of the output."""
        line = self._lines.get(timeout=PATIENCE)
        assert line, f"the process ended; it said {self.errors!r}"
        return line.decode("ascii").removesuffix("\n")

    def rest(self) -> list[str]:
        """Wait for the end of the output; return the lines that were not heard."""
        lines = []
        while line := self._lines.get(timeout=PATIENCE):
            lines.append(line.decode("ascii").removesuffix("\n"))
        return lines

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    @property
    def errors(self) -> str:
        return b"".join(self._errors).decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close_input()
            if kind is None:
                assert self.process.wait(PATIENCE) == self._status
        finally:
            self.process.kill()
            self.process.wait()
            for reader in self._readers:
                reader.join()
            for pipe in (self.process.stdout, self.process.stderr):
                assert pipe is not None
                pipe.close()
        if kind is None:
            assert self.errors == ""

    def _read(self) -> None:
        assert self.process.stdout is not None
        with os.fdopen(os.dup(self.process.stdout.fileno()), "rb") as output:
            for line in output:
                self._lines.put(line)
        self._lines.put(b"")

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        with os.fdopen(os.dup(self.process.stderr.fileno()), "rb") as errors:
            self._errors.extend(errors)
