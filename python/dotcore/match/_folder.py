"""The folder of a match: what is needed to go on where it was left, and what people look at.

``match.json``
    what the match is; a match with other settings has no business here
``games.jsonl``
    a line for each finished game: the one source of truth, written before anything else
``games.csv``, ``games.sgf``
    the same for spreadsheets, and for those who want to see the games; made anew from it each time
    the match goes on

A line that was being written when the power went is cut off, and its game is played again. Any
other line is checked field by field: what is not a game of the match is told with its number.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ._settings import MatchError, Settings

__all__ = ["Folder"]

_VERSION = 1
_COLUMNS = ("game", "pair", "first", "winner", "reason", "moves", "score_first", "score_second")
# More than any match comes to; numbers up to here can be added and written.
_MOST = 1e15
_TIMES = ("a_moves", "a_mean_ms", "a_max_ms", "b_moves", "b_mean_ms", "b_max_ms")


class Folder:
    """A folder that holds one match. One process at a time may have it open.

    Raises
    ------
    MatchError
        If it holds a match with other settings, cannot be read or written, or is in use.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Settings) -> None:
        self.path = Path(path)
        self.notes: list[str] = []
        self.games: list[dict[str, Any]] = []
        self._lock: IO[str] | None = None
        self._log: IO[bytes] | None = None
        self._is_behind = False  # whether the views lack a game: Ctrl-C may come at any time
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._take_lock()
            self._check_settings(settings)
            self._read()
            self._write_views()
            self._log = (self.path / "games.jsonl").open("ab")
        except OSError as wrong:
            self.close()
            raise MatchError(f"{self.path}: {wrong.strerror or wrong}") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the folder."""
        if self._is_behind:
            self._is_behind = False
            with suppress(OSError):
                self._write_views()
        for file in (self._log, self._lock):
            if file is not None:
                file.close()
        self._log = self._lock = None

    def add(self, game: dict[str, Any]) -> None:
        """Keep a finished game, come what may: it is on the disk when this returns."""
        assert self._log is not None
        line = json.dumps(game, separators=(",", ":")).encode() + b"\n"
        self._is_behind = True
        self.games.append(game)
        try:
            self._log.write(line)
            self._log.flush()
            os.fsync(self._log.fileno())
            with (self.path / "games.csv").open("a", encoding="utf-8", newline="") as file:
                file.write(_csv([_row(game)]))
            if game["sgf"]:
                with (self.path / "games.sgf").open("a", encoding="utf-8", newline="") as file:
                    file.write(game["sgf"])
            self._is_behind = False
        except OSError as wrong:
            raise MatchError(f"{self.path}: {wrong.strerror or wrong}") from None

    def _take_lock(self) -> None:
        self._lock = (self.path / "lock").open("w")
        locked = _lock_function()
        if locked is None:
            return
        try:
            locked(self._lock)  # the system lets go of it when the process ends, however it ends
        except OSError:
            raise MatchError(f"{self.path}: a match is being played there") from None

    def _check_settings(self, settings: Settings) -> None:
        told = {"version": _VERSION, **settings.to_dict()}
        file = self.path / "match.json"
        try:
            known = json.loads(file.read_text(encoding="utf-8"))
            if not isinstance(known, dict):
                raise ValueError
            shown = {name: json.dumps(value) for name, value in known.items()}
        except FileNotFoundError:
            if (self.path / "games.jsonl").exists():
                raise MatchError(f"{self.path}: there are games, but no match.json") from None
            _replace(file, json.dumps(told, indent=2) + "\n")
            return
        except (ValueError, RecursionError):
            raise MatchError(f"{file}: this is no description of a match") from None
        for name in {**known, **told}:
            # Through JSON, so that tuples are lists on both sides.
            old, new = shown.get(name, "null"), json.dumps(told.get(name))
            if old != new:
                key = name if name in told else _cut(json.dumps(name))
                raise MatchError(
                    f"{self.path} holds another match: {key} is {_cut(old)} there, {_cut(new)} here"
                )

    def _read(self) -> None:
        file = self.path / "games.jsonl"
        data = file.read_bytes() if file.exists() else b""
        good = 0
        numbers = set()
        for at, line in enumerate(data.splitlines(keepends=True), 1):
            game = _object(line)
            if game is None:
                if good + len(line) < len(data):
                    raise MatchError(f"{file}: line {at} is damaged; only the last one may be")
                self.notes.append(f"{file}: the last line was cut off; its game is played again")
                with file.open("r+b") as log:
                    log.truncate(good)
                break
            good += len(line)
            try:
                _check(game)
            except ValueError as wrong:
                raise MatchError(f"{file}: line {at} is damaged: {wrong}") from None
            if game["game"] in numbers:
                raise MatchError(f"{file}: line {at}: game {game['game']} a second time")
            numbers.add(game["game"])
            self.games.append(game)

    def _write_views(self) -> None:
        rows = [(*_COLUMNS, *_TIMES), *(_row(game) for game in self.games)]
        _replace(self.path / "games.csv", _csv(rows))
        _replace(self.path / "games.sgf", "".join(game["sgf"] for game in self.games))


def _object(line: bytes) -> dict[str, Any] | None:
    """A line of the log, None if it is not whole."""
    if not line.endswith(b"\n"):
        return None
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _check(game: dict[str, Any]) -> None:
    """Raise ValueError unless this is a game as a match tells it."""
    for key, (is_right, right) in _FIELDS.items():
        if key not in game:
            raise ValueError(f"{key} is missing; {right}")
        if not is_right(game[key]):
            raise ValueError(f"{key} is no {right}")
    number = game["game"]
    if (game["pair"], game["first"]) != ((number + 1) // 2, "BA"[number % 2]):
        raise ValueError(f"pair and first are not those of game {number}")


def _is_whole(value: Any, low: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= _MOST


def _is_real(value: Any) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and abs(value) <= _MOST  # nan is not


def _is_text(value: Any) -> bool:
    # Half a pair of surrogates could not be written.
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def _is_times(value: Any) -> bool:
    return isinstance(value, dict) and all(
        key in value and is_right(value[key]) and value[key] >= 0
        for key, is_right in _TIME_FIELDS.items()
    )


def _is_two_of(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(is_right, value))


_TIME_FIELDS: dict[str, Callable[[Any], bool]] = {
    "moves": _is_whole,
    "total_ms": _is_real,
    "max_ms": _is_real,
    "simulations": _is_whole,
}
# What a field must be, and how that is told.
_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda value: _is_whole(value, 1), "whole number from 1"),
    "pair": (lambda value: _is_whole(value, 1), "whole number from 1"),
    "first": (lambda value: value in ("A", "B"), "A or B"),
    "winner": (lambda value: value in ("A", "B", None), "A, B or null"),
    "reason": (lambda value: isinstance(value, str) and value.isidentifier(), "word"),
    "detail": (lambda value: isinstance(value, str), "text"),  # is written nowhere else
    "moves": (_is_whole, "whole number from 0"),
    "scores": (_is_two_of(_is_real), "pair of numbers"),
    "times": (_is_two_of(_is_times), f"pair of objects with {', '.join(_TIME_FIELDS)}"),
    "seeds": (
        _is_two_of(lambda value: isinstance(value, int) and not isinstance(value, bool)),
        "pair of whole numbers",
    ),
    "sgf": (_is_text, "text"),
}


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "..."


def _row(game: dict[str, Any]) -> tuple[Any, ...]:
    times = []
    for told in game["times"]:
        mean = told["total_ms"] / max(told["moves"], 1)
        times += [told["moves"], round(mean, 1), told["max_ms"]]
    return (
        game["game"],
        game["pair"],
        game["first"],
        game["winner"] or "draw",
        game["reason"],
        game["moves"],
        *game["scores"],
        *times,
    )


def _csv(rows: list[tuple[Any, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _replace(file: Path, text: str) -> None:
    """Write a file so that it is never seen half written."""
    part = file.with_name(file.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(file)


def _lock_function() -> Callable[[IO[str]], None] | None:
    with suppress(ImportError):
        import fcntl

        return lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return None
