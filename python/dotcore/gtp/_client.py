"""The other end of GTP: a program that is asked, and an engine made of it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, SupportsIndex

from dotcore import dots
from dotcore._core import Error
from dotcore._lines import Lines, LineTooLong
from dotcore.engines import (
    Choice,
    Clock,
    EngineDied,
    EngineError,
    EngineFault,
    EngineTimeout,
    apply_as,
)
from dotcore.engines._interface import check_time
from dotcore.gtp._words import GtpError, color_text, move_text, point_text, read_move

if TYPE_CHECKING:
    from typing_extensions import Self

    from dotcore import search
    from dotcore.dots import Board

__all__ = ["Client", "GtpEngine"]

_MAX_LINE = 1 << 16
_MAX_LINES = 10_000
# How long a program may take to end by itself, and then at each harsher request.
_PATIENCE_S = 1.0


class Client:
    """A program that speaks GTP on its standard input and output.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    timeout_ms : float
        How long an answer may take, where `send` is told nothing else.

    Raises
    ------
    EngineDied
        If it cannot be started.
    """

    def __init__(self, command: Sequence[str], timeout_ms: float = 30_000) -> None:
        self.timeout_ms = timeout_ms
        self._shown = Path(command[0]).name if command else ""
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                # Ctrl-C is for this program, which then ends that one and all that it started.
                start_new_session=os.name != "nt",
            )
        except (OSError, ValueError, IndexError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else None
            raise EngineDied(f"{self._shown}: cannot be started: {reason or wrong}") from None
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._input, output, errors = process.stdin, process.stdout, process.stderr
        # What it said last on standard error tells why it died.
        self._said: deque[bytes] = deque(maxlen=5)
        self._lines = Lines(lambda n: os.read(output.fileno(), n), _MAX_LINE)
        self._errors = Lines(
            lambda n: os.read(errors.fileno(), n), _MAX_LINE, arrived=self._said.append
        )
        self._listener = threading.Thread(
            target=_drain, args=(self._errors,), name="drain", daemon=True
        )
        self._listener.start()
        # Whoever forgets to close leaves no process behind.
        self._end = weakref.finalize(self, _kill, process)
        self._closed = False

    def send(self, command: str, *arguments: object, timeout_ms: float | None = None) -> str:
        """Send a command, wait for the answer and return its text.

        Raises
        ------
        GtpError
            If the program refuses the command.
        EngineDied, EngineTimeout, EngineFault
            If it ended, took too long, or answered what is not GTP. It is then at an end: who does
            not answer in time might answer another question later.
        """
        self.start(command, *arguments)
        return self.answer(timeout_ms)

    def start(self, command: str, *arguments: object) -> None:
        """Send a command without waiting for the answer."""
        if self._closed:
            raise EngineDied(f"{self._shown} was closed")
        words = [command, *(str(argument) for argument in arguments)]
        line = " ".join(words)
        if not line.isprintable() or not line.isascii():
            raise EngineError(f"{line!r} is no command")
        self._asked = command
        try:
            self._input.write(line.encode("ascii") + b"\n")
        except (OSError, ValueError):
            raise self._died() from None

    def answer(self, timeout_ms: float | None = None, poll: Any = None) -> str:
        """Wait for the answer to the first command that has none yet.

        ``poll``, if given, is called some twenty times a second while it waits.
        """
        timeout_ms = self.timeout_ms if timeout_ms is None else timeout_ms
        until = monotonic() + timeout_ms / 1000
        lines: list[str] = []
        while True:
            line = self._line(until, timeout_ms, poll)
            if not lines and not line.strip():
                continue  # more than one empty line between answers is common
            if lines and not line.strip():
                break
            if not lines and line[0] not in "=?":
                raise self._fault(f"it says {_short(line)}")
            lines.append(line)
            if len(lines) > _MAX_LINES:
                raise self._fault(f"an answer of more than {_MAX_LINES} lines")
        first = lines[0]
        lines[0] = first[1:].lstrip("0123456789")
        text = "\n".join(lines).strip()
        if first[0] == "?":
            raise GtpError(text or "refused")
        return text

    def close(self) -> None:
        """End the program: by asking it, by closing its input, at last by force."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(OSError, ValueError):
            self._input.write(b"quit\n")
        with contextlib.suppress(OSError):
            self._input.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE_S)
        self._finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _line(self, until: float, timeout_ms: float, poll: Any) -> str:
        while True:
            left = until - monotonic()
            try:
                if left <= 0:
                    raise TimeoutError
                line = self._lines.get(left if poll is None else min(left, 0.05))
                break
            except TimeoutError:
                if left > 0.05 and poll is not None:
                    poll()
                    continue
                self._abandon()
                raise EngineTimeout(
                    f"{self._shown} did not answer {self._asked} within {timeout_ms:.0f} ms"
                ) from None
            except LineTooLong as wrong:
                raise self._fault(str(wrong)) from None
        if line is None:
            raise self._died()
        return line.decode("utf-8", "replace").replace("\r", "")

    def _fault(self, what: str) -> EngineFault:
        self._abandon()
        return EngineFault(f"{self._shown} does not answer {self._asked} in GTP: {what}")

    def _died(self) -> EngineDied:
        self._abandon()
        code = self._process.returncode
        said = b" / ".join(line.strip() for line in self._said if line.strip())
        told = f"; it said last: {said.decode('utf-8', 'replace')[-200:]!a}" if said else ""
        return EngineDied(f"{self._shown} ended with status {code} at {self._asked}{told}")

    def _abandon(self) -> None:
        self._closed = True
        with contextlib.suppress(OSError):
            self._input.close()
        # One that died by itself has a status of its own, a moment later.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        self._finish()

    def _finish(self) -> None:
        self._end()
        for lines, pipe in (
            (self._lines, self._process.stdout),
            (self._errors, self._process.stderr),
        ):
            # A process that outlived its parent may keep the pipe: then it stays open here too.
            if lines.close(_PATIENCE_S) and pipe is not None:
                pipe.close()
        self._listener.join(_PATIENCE_S)


def _drain(lines: Lines) -> None:
    while True:
        with contextlib.suppress(LineTooLong):
            if lines.get() is None:
                return


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process, and what it started, and take its status: no zombie stays."""
    for number in ("SIGTERM", "SIGKILL"):
        if process.poll() is not None:
            break
        if os.name == "nt":
            process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, getattr(signal, number))
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_PATIENCE_S)
    process.wait()


class GtpEngine:
    """A program that speaks GTP, as an engine.

    It is told the size, the rules (if it knows the command ``rules``, else it must have them from
    its own settings), komi, the starting dots (by ``set_position``, or as moves) and the moves.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    timeout_ms : float
        How long an answer may take; to ``genmove``, in addition to the time it was given.
    unlimited_ms : float
        How long ``genmove`` may take where it was given no time.
    """

    can_analyze = False

    def __init__(
        self,
        command: Sequence[str],
        timeout_ms: float = 30_000,
        unlimited_ms: float = 600_000,
    ) -> None:
        self._unlimited_ms = unlimited_ms
        self._board = dots.Board(20, 20)
        self._client = Client(command, timeout_ms)
        try:
            told = [self._client.send("name")]
            with contextlib.suppress(GtpError):
                told.append(self._client.send("version"))
            self.name = " ".join(word for word in told if word) or "gtp"
            self._known = set(self._client.send("list_commands").split())
        except GtpError as wrong:
            self._client.close()
            raise EngineFault(f"{command[0]} refuses to present itself: {wrong}") from None
        except BaseException:
            self._client.close()
            raise

    @property
    def board(self) -> Board:
        return self._board.copy()

    def new_game(self, board: Board, seed: SupportsIndex | None = None) -> None:
        if board.rules.capture == "manual" and "rules" not in self._known:
            raise EngineError(f"{self.name} does not know capture=manual")
        size = (board.width,) if board.width == board.height else (board.width, board.height)
        self._send("boardsize", *size)
        if "rules" in self._known:
            options = board.rules.as_dict()
            self._send("rules", *(f"{key}={_option(value)}" for key, value in options.items()))
        if seed is not None and "set_random_seed" in self._known:
            self._send("set_random_seed", int(seed))
        self._send("komi", _option(board.rules.komi))
        self._send("clear_board")
        self._board = dots.Board(board.width, board.height, board.rules, board.start_dots)
        self._set_up()
        for move in board.moves:
            self._follow(move)
        self._board = board.copy()

    def play(self, action: int, player: int | None = None) -> None:
        after = self._board.copy()
        apply_as(after, action, player)
        mover = self._board.current_player if player is None else player
        self._send("play", color_text(mover), move_text(self._board, action))
        self._board = after

    def undo(self) -> None:
        after = self._board.copy()
        after.undo()
        self._send("undo")
        self._board = after

    def genmove(
        self,
        time_ms: float | None = None,
        clock: Clock | None = None,
        player: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        if self._board.is_terminal:
            raise EngineError("the game is over; there is nothing to play")
        mover = self._board.current_player if player is None else player
        limit_ms = self._tell_time(mover, check_time(time_ms), clock)
        start = monotonic()
        stops = 0

        def poll() -> None:
            nonlocal stops
            if cancel is not None and cancel.is_set() and not stops and "stop" in self._known:
                stops = 1
                self._client.start("stop")

        self._client.start("genmove", color_text(mover))
        try:
            text = self._client.answer(limit_ms, poll)
            for _ in range(stops):
                self._client.answer()
        except GtpError as wrong:
            raise EngineError(f"{self.name} refuses genmove: {wrong}") from None
        elapsed_ms = (monotonic() - start) * 1000
        try:
            action = read_move(self._board, text)
            if action == "resign":
                return Choice(None, elapsed_ms=elapsed_ms)
            apply_as(self._board, action, mover)
        except Error as wrong:
            raise EngineFault(f"{self.name} moved {_short(text)}: {wrong}") from None
        return Choice(action, elapsed_ms=elapsed_ms, pv=[action])

    def analyze(self, *_: Any, **__: Any) -> Iterator[search.Result]:
        raise EngineError(f"{self.name} does not analyze here")

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _send(self, command: str, *arguments: object) -> str:
        try:
            return self._client.send(command, *arguments)
        except GtpError as wrong:
            words = " ".join([command, *map(str, arguments)])
            raise EngineError(f"{self.name} refuses {_short(words)}: {wrong}") from None

    def _set_up(self) -> None:
        placed = [
            word
            for x, y, player in self._board.start_dots.tolist()
            for word in (color_text(player), point_text(self._board, x, y))
        ]
        if "set_position" in self._known:
            self._send("set_position", *placed)
        else:
            for color, point in zip(placed[::2], placed[1::2], strict=True):
                self._send("play", color, point)

    def _follow(self, move: dots.Move) -> None:
        """Tell a move of the history, in which players may be out of turn."""
        board = self._board
        if move.kind == "resign":
            return  # nothing can be asked any more
        if move.kind in ("place", "enclose") and (move.kind == "enclose" or not move.enclose):
            assert move.x is not None
            assert move.y is not None
            word = point_text(board, move.x, move.y)
            word = f"enclose:{word}" if move.kind == "enclose" else word
        elif move.kind == "place":
            raise EngineError("chains that are named with the dot cannot be told in GTP")
        else:
            word = move_text(board, board.num_points)
        self._send("play", color_text(move.player), word)
        board.replay(move)

    def _tell_time(self, mover: int, time_ms: float | None, clock: Clock | None) -> float:
        """Tell the program its time; return how long its answer may take."""
        if time_ms is not None:
            clock = Clock(time_ms, moves=1, overtime_ms=time_ms, overtime_moves=1)
        if clock is None:
            return self._unlimited_ms
        if "time_settings" in self._known:
            over = (clock.overtime_ms, clock.overtime_moves)
            if clock.moves and not clock.overtime_moves:
                over = (clock.left_ms, clock.moves)
            main_ms = 0.0 if clock.moves else clock.left_ms
            self._send("time_settings", _seconds(main_ms), _seconds(over[0]), over[1])
        if "time_left" in self._known:
            self._send("time_left", color_text(mover), _seconds(clock.left_ms), clock.moves)
        return clock.left_ms + clock.overtime_ms + self._client.timeout_ms


def _seconds(ms: float) -> str:
    # GTP asks for whole seconds; only where they would not do, a fraction is sent.
    return f"{ms / 1000:.3f}".rstrip("0").rstrip(".")


def _option(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def _short(text: str) -> str:
    return ascii(text if len(text) <= 200 else text[:200] + "...")
