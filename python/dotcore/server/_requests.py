"""Requests as they come in: one JSON object a line, checked key by key."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dotcore._core import Error

__all__ = ["COMMANDS", "MALFORMED", "Request", "RequestError", "move_wishes", "read_request"]

MALFORMED = "malformed"
# An id may be any of these.
_Id = str | int | float | None


class RequestError(Error):
    """A request that cannot be done: ``kind`` is the type in the answer, ``id`` what it answers."""

    def __init__(self, kind: str, message: str, number: _Id = None) -> None:
        super().__init__(message)
        self.kind, self.id = kind, number


@dataclass(frozen=True)
class Request:
    """A request that has the right keys, with values of the right types."""

    do: str
    id: _Id = None
    game: str | None = None
    wishes: dict[str, Any] = field(default_factory=dict)


def read_request(line: bytes) -> Request:
    """Read a line.

    Raises
    ------
    RequestError
        Whatever is wrong with it.

    >>> read_request(b'{"id": 1, "do": "undo", "count": 2}')
    Request(do='undo', id=1, game=None, wishes={'count': 2})
    """
    told = _read_object(line)
    number = told.pop("id", None)
    if isinstance(number, (bool, dict, list)):
        raise RequestError("request", "id: a text, a number or null")
    try:
        do = told.pop("do", None)
        if not isinstance(do, str) or do not in COMMANDS:
            raise RequestError("request", f"do={_shown(do)}; one of {', '.join(COMMANDS)}")
        game = told.pop("game", None)
        if game is not None:
            game = _name(game)
        known = COMMANDS[do]
        wishes = {}
        for key, value in told.items():
            if key not in known:
                others = ", ".join(["id", "do", "game", *known])
                raise RequestError("request", f"{do} has no key {_shown(key)}; one of {others}")
            wishes[key] = _checked(key, known[key], value)
    except RequestError as wrong:
        raise RequestError(wrong.kind, str(wrong), number) from None
    return Request(do, number, game, wishes)


def _read_object(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(
            line.decode("utf-8"),
            parse_constant=_no_constant,
            parse_float=_finite,
            object_pairs_hook=_no_key_twice,
        )
    except UnicodeDecodeError as wrong:
        raise RequestError(MALFORMED, f"no UTF-8 at byte {wrong.start}") from None
    except RecursionError:
        raise RequestError(MALFORMED, "nested too deep") from None
    except ValueError as wrong:
        raise RequestError(MALFORMED, f"no JSON: {wrong}") from None
    if not isinstance(told, dict):
        raise RequestError(MALFORMED, "no JSON object")
    return told


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):  # no answer could tell it
        raise ValueError(f"{_cut(text)} is too large a number")
    return value


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return told


# Values


class _WrongValue(Exception):
    """What a value should have been."""


_Check = Callable[[Any], Any]


def _checked(key: str, check: _Check, value: Any) -> Any:
    try:
        return check(value)
    except _WrongValue as wrong:
        raise RequestError("request", f"{key}={_shown(value)}; {wrong}") from None


def _whole(low: int, high: int) -> _Check:
    def check(value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise _WrongValue(f"a whole number from {low} to {high}")

    return check


def _real(low: float, high: float) -> _Check:
    def check(value: Any) -> float:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        raise _WrongValue(f"a number from {low:g} to {high:g}")

    return check


def _choice(*names: str) -> _Check:
    def check(value: Any) -> str:
        if isinstance(value, str) and value in names:
            return value
        raise _WrongValue(f"one of {', '.join(names)}")

    return check


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise _WrongValue("true or false")


def _text(value: Any) -> str:
    if isinstance(value, str) and len(value) <= 1000:
        return value
    raise _WrongValue("a text of at most 1000 characters")


def _name(value: Any) -> str:
    if isinstance(value, str) and 1 <= len(value) <= 100:
        return value
    raise RequestError("request", f"game={_shown(value)}; a name of 1 to 100 characters")


def _scalar(value: Any) -> Any:
    if isinstance(value, (bool, dict, list)):
        raise _WrongValue("an id: a text, a number or null")
    return value


def _list_of(check: _Check, most: int) -> _Check:
    def check_all(value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > most:
            raise _WrongValue(f"a list of at most {most}")
        return [check(one) for one in value]

    return check_all


def _numbers(*checks: _Check) -> _Check:
    def check(value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) != len(checks):
            raise _WrongValue(f"lists of {len(checks)} whole numbers")
        return tuple(one(number) for one, number in zip(checks, value, strict=True))

    return check


def _rules(value: Any) -> Any:
    # The options themselves are checked where rules are made.
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and all(
        isinstance(option, (str, bool, int, float)) for option in value.values()
    ):
        return value
    raise _WrongValue("the name of a preset, or an object of options")


def _start(value: Any) -> Any:
    return value if isinstance(value, str) else _dots(value)


def _move(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _WrongValue('moves, each an object such as {"x": 3, "y": 4}')
    for key in value:
        if key not in _MOVE:
            raise _WrongValue(f"moves of {', '.join(_MOVE)}, not {_shown(key)}")
    return {key: _MOVE[key](one) for key, one in value.items()}


def _clock(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or "left_ms" not in value:
        raise _WrongValue("an object with left_ms")
    for key in value:
        if key not in _CLOCK:
            raise _WrongValue(f"an object of {', '.join(_CLOCK)}")
    return {key: _CLOCK[key](one) for key, one in value.items()}


def move_wishes(wishes: dict[str, Any]) -> dict[str, Any]:
    """Return those of a request's wishes that tell a move."""
    return {key: value for key, value in wishes.items() if key in _MOVE}


_COORDINATE = _whole(0, 63)
_PLAYER = _whole(0, 1)
_MS = _real(1e-3, 1e9)
_SIMULATIONS = _whole(1, 2**32 - 1)
_dots = _list_of(_numbers(_COORDINATE, _COORDINATE, _PLAYER), 4096)
_chains = _list_of(_list_of(_numbers(_COORDINATE, _COORDINATE), 4096), 4096)
_MOVE: dict[str, _Check] = {
    "kind": _choice("place", "stop", "ground", "resign", "enclose", "end_turn"),
    "x": _COORDINATE,
    "y": _COORDINATE,
    "player": _PLAYER,
    "enclose": _chains,
    "action": _whole(0, 2 * 4096),
}
_CLOCK: dict[str, _Check] = {
    "left_ms": _real(0, 1e12),
    "moves": _whole(0, 100_000),
    "increment_ms": _real(0, 1e9),
    "overtime_ms": _real(0, 1e9),
    "overtime_moves": _whole(0, 100_000),
}
COMMANDS: dict[str, dict[str, _Check]] = {
    "about": {},
    "new": {
        "width": _whole(1, 64),
        "height": _whole(1, 64),
        "rules": _rules,
        "start": _start,
        "to_move": _PLAYER,
        "moves": _list_of(_move, 20_000),
        "engine": _text,
        "seed": _whole(0, 2**64 - 1),
    },
    "state": {"legal": _truth, "moves": _truth},
    "play": _MOVE,
    "undo": {"count": _whole(1, 20_000)},
    "genmove": {"time_ms": _MS, "clock": _clock, "player": _PLAYER},
    "analyze": {
        "time_ms": _MS,
        "simulations": _SIMULATIONS,
        "every_ms": _MS,
        "player": _PLAYER,
        "most": _whole(1, 4097),
    },
    "stop": {"of": _scalar},
    "games": {},
    "close": {},
    "quit": {},
}


def _shown(value: Any) -> str:
    try:
        return _cut(json.dumps(value))
    except RecursionError:  # it was only just read
        return "..."


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "..."
