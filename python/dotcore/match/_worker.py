"""A process that plays games of a match: tasks come as lines of JSON, results go back as such.

It plays with engines of its own, which it keeps from game to game. When the match goes away, its
input ends, and so does the process: in the middle of a game too.
"""

from __future__ import annotations

import _thread
import base64
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from dotcore._core import Error

if TYPE_CHECKING:
    from dotcore.engines import Engine

__all__ = ["main"]

# How long engines may take to end.
_PATIENCE_S = 5.0


def main() -> None:
    """Play what standard input asks for, until it ends."""
    # Whatever an engine prints must not get among the results.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as results:
        os.dup2(2, 1)
        setup = sys.stdin.buffer.readline()
        if not setup:
            return
        players = _Players(json.loads(setup))
        tasks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
        try:
            _answer(results, players.start())
            while (task := tasks.get()) is not None:
                _answer(results, players.play(json.loads(task)))
        except (BrokenPipeError, KeyboardInterrupt):
            pass  # the match went away
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        players.close()


def _listen(tasks: queue.SimpleQueue[bytes | None]) -> None:
    # Below the buffers of sys.stdin, whose lock this thread would hold when Python ends.
    pending = b""
    while True:
        try:
            chunk = os.read(0, 1 << 16)
        except OSError:
            chunk = b""
        if not chunk:
            break
        pending += chunk
        *lines, pending = pending.split(b"\n")
        for line in lines:
            tasks.put(line)
    tasks.put(None)
    time.sleep(0.1)
    # A game that is being played is given up; engines are closed in good order if they let us.
    if os.name == "nt":
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)  # also wakes a thread that waits for a lock
    time.sleep(_PATIENCE_S)
    os._exit(1)


def _answer(results: IO[str], told: dict[str, Any]) -> None:
    results.write(json.dumps(told) + "\n")
    results.flush()


def _told_with(spec: str, wrong: str) -> str:
    """What is wrong with an engine, with all of its spec: a program calls itself by its name."""
    from dotcore.engines import EngineSpec

    if wrong.startswith(spec):
        return wrong
    command = EngineSpec.parse(spec).command
    name = Path(command[0]).name if command else ""
    return f"{spec}: " + wrong.removeprefix(f"{name}: ")


class _Players:
    """The two engines of the match."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self._specs: list[str] = setup["specs"]
        self._time_ms: list[float | None] = setup["time_ms"]
        self._adjudication: dict[str, Any] = setup["adjudication"]
        self._engines: list[Engine | None] = [None, None]

    def start(self) -> dict[str, Any]:
        """Start both; tell what is wrong with one that does not."""
        try:
            for index in (0, 1):
                self._engine(index)
        except Error as wrong:
            return {"error": _told_with(self._specs[index], str(wrong))}
        except Exception:  # noqa: BLE001 - the match tells it
            return {"error": traceback.format_exc()}
        return {"ready": True}

    def _engine(self, index: int) -> Engine:
        from dotcore import engines

        engine = self._engines[index]
        if engine is None:
            engine = self._engines[index] = engines.make(self._specs[index])
        return engine

    def play(self, task: dict[str, Any]) -> dict[str, Any]:
        """Play a game; ``first`` is the engine that has the first player's dots."""
        try:
            return self._play(task)
        except Exception:  # noqa: BLE001 - a fault of ours, which the match tells
            return {"error": traceback.format_exc()}

    def _play(self, task: dict[str, Any]) -> dict[str, Any]:
        from dotcore import dots
        from dotcore.engines import EngineError

        from ._play import Played, play
        from ._settings import Adjudication

        order = [task["first"], 1 - task["first"]]
        opening = dots.Board.from_bytes(base64.b64decode(task["opening"]))
        made: list[Engine] = []
        try:
            made.append(self._engine(order[0]))
            made.append(self._engine(order[1]))
        except EngineError as wrong:  # one that failed before, and cannot be started again
            played = Played(opening, 1 - len(made), "died", str(wrong))
        else:
            played = play(
                opening,
                (made[0], made[1]),
                time_ms=[self._time_ms[index] for index in order],
                seeds=[task["seeds"][index] for index in order],
                adjudication=Adjudication(**self._adjudication),
            )
        if played.failed is not None:
            self._drop(order[played.failed])
        board = played.board
        return {
            "winner": None if played.winner is None else order[played.winner],
            "reason": played.reason,
            "detail": played.detail,
            "board": base64.b64encode(board.to_bytes(history=True)).decode(),
            "times": [played.times[order.index(index)].to_dict() for index in (0, 1)],
        }

    def _drop(self, index: int) -> None:
        engine, self._engines[index] = self._engines[index], None
        if engine is not None:
            with suppress(Exception):
                engine.close()

    def close(self) -> None:
        """Free the engines."""
        for index in (0, 1):
            self._drop(index)
