"""Reads requests and hands them to their games; what concerns no game it answers itself."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

from dotcore import __version__, dots
from dotcore._core import Error
from dotcore._lines import Lines, LineTooLong, write_out
from dotcore.server._game import Game, Task, error_answer, no_game
from dotcore.server._requests import COMMANDS, MALFORMED, Request, RequestError, read_request

__all__ = ["PROTOCOL", "Server"]

# Raised when an answer or a request changes its meaning; new keys and commands do not raise it.
PROTOCOL = 1
_MAX_LINE = 1 << 20
_MAX_GAMES = 64
_PRESETS = ("bga", "zagram", "zagram_territory", "russian")
# The game meant where a request names none.
_DEFAULT = "main"
# How long the games that were told to stop may take to; longer only if nobody reads the answers.
_PATIENCE_S = 2.0


class Server:
    """Answers JSON requests on a pair of pipes, by default the standard ones.

    Parameters
    ----------
    engine : str
        The spec of the engine of games that ask for none.
    read, write : callable, optional
        As ``os.read`` and ``os.write`` without the descriptor; what is written at once is a whole
        line. ``write`` is called by several threads, never by two at once.
    """

    def __init__(
        self,
        engine: str = "strong",
        read: Callable[[int], bytes] | None = None,
        write: Callable[[bytes], object] | None = None,
    ) -> None:
        self._engine = engine
        self._read = read or (lambda n: os.read(0, n))
        self._write = write or write_out
        self._writing = threading.Lock()
        self._games: dict[str, Game] = {}
        self._closing: dict[str, Game] = {}
        self._broken: OSError | None = None

    def run(self) -> None:
        """Answer until ``quit``, or until no more can come and all is done.

        Raises
        ------
        OSError
            If nobody reads the answers any more (BrokenPipeError), or they cannot be written.
        """
        self._lines = Lines(self._read, _MAX_LINE)
        try:
            self._listen()
        finally:
            self._finish()

    def _listen(self) -> None:
        while True:
            try:
                line = self._lines.get()
                if line is None:
                    self._end()
                    return
                if not line.strip():
                    continue
                request = read_request(line)
                if request.do == "quit":
                    self._quit(request)
                    return
                self._dispatch(request)
            except LineTooLong as wrong:
                self._answer(error_answer(None, RequestError(MALFORMED, str(wrong))))
            except RequestError as wrong:
                self._answer(error_answer(wrong.id, wrong))

    def _dispatch(self, request: Request) -> None:
        try:
            if request.do == "about":
                self._answer(self._about(request))
            elif request.do == "games":
                names = [name for name, game in self._games.items() if not game.is_idle]
                self._answer({"id": request.id, "do": "games", "games": names})
            elif request.do == "stop":
                self._answer(self._stop(request))
            else:
                self._hand_on(request)
        except Error as wrong:
            self._answer(error_answer(request.id, wrong))

    def _hand_on(self, request: Request) -> None:
        name = request.game or _DEFAULT
        if request.do == "new" and name not in self._games:
            self._open(name)
        self._game(name).add(Task(request, self._answer))
        if request.do == "close":
            game = self._games.pop(name)
            game.finish()
            self._closing[name] = game

    def _open(self, name: str) -> None:
        for other in [other for other, game in self._games.items() if game.is_idle]:
            self._games.pop(other).finish()
        self._closing = {key: game for key, game in self._closing.items() if game.is_alive}
        if len(self._games) + len(self._closing) >= _MAX_GAMES:
            raise RequestError("limit", f"{_MAX_GAMES} games are open; close one")
        self._games[name] = Game(name, self._engine, self._closing.pop(name, None))

    def _game(self, name: str) -> Game:
        if name not in self._games:
            raise no_game(name)
        return self._games[name]

    def _stop(self, request: Request) -> dict[str, Any]:
        games = list(self._games.values())
        if request.game is not None:
            games = [self._game(request.game)]

        def is_meant(task: Task) -> bool:
            return "of" not in request.wishes or task.request.id == request.wishes["of"]

        stopping = sum(game.stop(is_meant) for game in games)
        return {"id": request.id, "do": "stop", "stopping": stopping}

    def _about(self, request: Request) -> dict[str, Any]:
        return {
            "id": request.id,
            "do": "about",
            "name": "dotcore",
            "version": __version__,
            "protocol": PROTOCOL,
            "commands": {name: ["id", "do", "game", *keys] for name, keys in COMMANDS.items()},
            "rules": {name: dots.Rules.preset(name).as_dict() for name in _PRESETS},
            "engine": self._engine,
        }

    def _end(self) -> None:
        """No more requests come: what has an end is done to its end."""
        for game in self._all_games():
            game.stop(lambda task: task.is_endless)
            game.finish()
        for game in self._all_games():
            while game.is_alive:
                game.join(0.5)
                self._check_output()

    def _quit(self, request: Request) -> None:
        self._finish()
        self._answer({"id": request.id, "do": "quit"})

    def _finish(self) -> None:
        for game in self._all_games():
            game.stop(lambda _: True)
            game.finish()
        until = monotonic() + _PATIENCE_S
        for game in self._all_games():
            game.join(max(0.0, until - monotonic()))

    def _all_games(self) -> list[Game]:
        return [*self._closing.values(), *self._games.values()]

    def _check_output(self) -> None:
        if self._broken is not None:
            raise self._broken

    def _answer(self, answer: dict[str, Any]) -> None:
        # ASCII, so that no encoding can get in the way.
        line = json.dumps(answer, allow_nan=False).encode("ascii") + b"\n"
        try:
            with self._writing:
                self._write(line)
        except OSError as wrong:
            self._broken = wrong
            self._lines.interrupt(wrong)
            raise
