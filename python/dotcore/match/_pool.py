"""The processes that play a match's games at the same time.

Each has a thread here that feeds it and waits for it. One that dies in the middle of a game, by
whatever hand, is replaced, and the game is played again from its beginning.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ._settings import MatchError

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Pool"]

# A game that so many processes died of ends the match: there is something wrong with it.
_ATTEMPTS = 3
# How long a process may take to end by itself.
_PATIENCE_S = 6.0
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from dotcore.match._worker import main; main()"
)

Task = dict[str, Any]
Outcome = dict[str, Any]


class Pool:
    """Plays tasks in ``jobs`` processes; each is set up with the same ``setup``.

    Use it as a context: leaving it ends all processes.
    """

    def __init__(self, setup: dict[str, Any], jobs: int) -> None:
        self._setup, self._jobs = setup, jobs
        self._tasks: Iterator[Task] = iter(())
        self._take = threading.Lock()
        # None: a thread has ended.
        self._done: queue.SimpleQueue[tuple[Task, Outcome] | BaseException | None]
        self._done = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def play(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome]]:
        """Play all tasks; yield each with its outcome, in the order in which they end.

        Raises
        ------
        MatchError
            If an engine does not start, or a game cannot be played.
        """
        self._tasks = iter(tasks)
        for _ in range(self._jobs):
            thread = threading.Thread(target=self._run, daemon=True)
            self._threads.append(thread)
            thread.start()
        running = self._jobs
        while running:
            try:
                found = self._done.get(timeout=0.5)  # not forever: Windows hears Ctrl-C between
            except queue.Empty:
                continue
            if isinstance(found, BaseException):
                raise found
            if found is None:
                running -= 1
            else:
                yield found

    def close(self) -> None:
        """End the processes, in the middle of their games if need be."""
        with self._lock:
            self._closing.set()
            processes = list(self._processes)
        for process in processes:
            with suppress(OSError, ValueError):
                assert process.stdin is not None
                process.stdin.close()
        for process in processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE_S)
            process.kill()
        for thread in self._threads:
            thread.join()

    # In the threads

    def _run(self) -> None:
        process = None
        try:
            while not self._closing.is_set():
                with self._take:  # tasks are made when they are needed, by one thread at a time
                    task = next(self._tasks, None)
                if task is None:
                    break
                for _ in range(_ATTEMPTS):
                    if process is None:
                        process = self._start()
                    outcome = None if process is None else _ask(process, task)
                    if outcome is not None or self._closing.is_set():
                        break
                    if process is not None:
                        self._end(process)
                    process = None
                else:
                    raise MatchError(
                        f"game {task['game']}: {_ATTEMPTS} processes died while they played it"
                    )
                if outcome is None:
                    break
                if "error" in outcome:
                    raise MatchError(f"game {task['game']}: {outcome['error']}")
                self._done.put((task, outcome))
        except BaseException as wrong:  # noqa: BLE001 - it is raised where results are waited for
            self._done.put(wrong)
        finally:
            if process is not None:
                self._end(process)
            self._done.put(None)

    def _start(self) -> subprocess.Popen[bytes] | None:
        """A process that is ready to play; None if it died before it was."""
        with self._lock:
            if self._closing.is_set():
                raise MatchError("the match is closed")
            process = subprocess.Popen(
                [sys.executable, "-c", _START, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # Ctrl-C is for the match, which then ends its processes.
                start_new_session=os.name != "nt",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
            self._processes.add(process)
        ready = _ask(process, self._setup)
        if ready is not None and "error" not in ready:
            return process
        self._end(process)
        if ready is None:
            return None
        raise MatchError(f"an engine does not start: {ready['error']}")

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.close()
        try:
            process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()
        with self._lock:
            self._processes.discard(process)


def _ask(process: subprocess.Popen[bytes], told: dict[str, Any]) -> Outcome | None:
    """Send a line and wait for the answer; None if the process is no more."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(told).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except (OSError, ValueError):
        return None
    if not line.endswith(b"\n"):
        return None
    answer: Outcome = json.loads(line)
    return answer
