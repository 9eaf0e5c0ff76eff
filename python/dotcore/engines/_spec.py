"""Engines as text."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dotcore.engines._interface import Engine, SpecError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["EngineSpec", "make"]


@dataclass(frozen=True)
class EngineSpec:
    """An engine as it is told in text; `parse` reads one, ``str`` writes it.

    Attributes
    ----------
    kind : str
        "strong", "uniform", "alphabeta", "random" or "gtp".
    options : dict
        The options given, each of its own type.
    command : tuple of str
        The program of a ``gtp`` engine and its arguments.
    """

    kind: str
    options: dict[str, Any] = field(default_factory=dict)
    command: tuple[str, ...] = ()

    @staticmethod
    def parse(text: str) -> EngineSpec:
        """Read a spec.

        Raises
        ------
        SpecError
            If it names no engine, or an option that the engine does not have.

        >>> EngineSpec.parse("strong:time_ms=500,threads=2").options
        {'time_ms': 500.0, 'threads': 2}
        >>> EngineSpec.parse("gtp:some-engine --level 3").command
        ('some-engine', '--level', '3')
        >>> EngineSpec.parse("strong:speed=9")
        Traceback (most recent call last):
        ...
        dotcore.engines._interface.SpecError: strong has no option 'speed'; one of name, seed, ...
        """
        _check_text(text)
        kind, colon, rest = text.strip().partition(":")
        if kind == "gtp":
            try:
                command = tuple(shlex.split(rest))
            except ValueError as wrong:
                raise SpecError(f"{text!r}: {wrong}") from None
            if not command:
                raise SpecError(f"{text!r} names no program; such as gtp:my-engine --level 3")
            return EngineSpec("gtp", {}, command)
        readers = _readers(kind)
        options: dict[str, Any] = {}
        for part in rest.split(",") if colon else ():
            key, equals, value = (word.strip() for word in part.partition("="))
            if not equals:
                raise SpecError(f"{part.strip()!r} in {text!r} is no option such as time_ms=500")
            if key not in readers:
                known = ", ".join(readers)
                raise SpecError(f"{kind} has no option {key!r}; one of {known}")
            if key in options:
                raise SpecError(f"{text!r} gives {key} twice")
            options[key] = readers[key](f"{kind}: {key}", value)
        return EngineSpec(kind, options)

    def __str__(self) -> str:
        if self.kind == "gtp":
            return "gtp:" + shlex.join(self.command)
        told = ",".join(f"{key}={_written(value)}" for key, value in self.options.items())
        return f"{self.kind}:{told}" if told else self.kind

    def make(self) -> Engine:
        """Start the engine."""
        if self.kind == "gtp":
            from dotcore.gtp import GtpEngine

            return GtpEngine(self.command)
        from dotcore.engines import _builtin  # only now: it loads NumPy

        engines: dict[str, Callable[[EngineSpec], Engine]] = {
            "strong": _builtin.MonteCarlo,
            "uniform": _builtin.MonteCarlo,
            "alphabeta": _builtin.AlphaBeta,
            "random": _builtin.Random,
        }
        if self.kind not in engines:
            raise SpecError(_unknown(self.kind))
        return engines[self.kind](self)


def make(spec: str | EngineSpec) -> Engine:
    """Start the engine that a spec names.

    Raises
    ------
    SpecError
        If the spec is wrong.
    EngineDied, EngineTimeout, EngineFault
        If it is another program that does not start, answer, or speak GTP.
    """
    return (spec if isinstance(spec, EngineSpec) else EngineSpec.parse(spec)).make()


def _check_text(spec: object) -> None:
    if not isinstance(spec, str):
        raise SpecError(f"a {type(spec).__name__} names no engine; a text such as strong")


def _unknown(kind: str) -> str:
    names = "strong, uniform, alphabeta, random or gtp:COMMAND"
    return f"no engine {kind!r}; {names}, with options as in strong:time_ms=500"


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


class _Whole:
    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def __call__(self, name: str, text: str) -> int:
        # int() would take "1_0" and digits of other scripts too.
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 20:
            raise SpecError(f"{name}={text}; a whole number")
        value = int(text)
        if not self._low <= value <= self._high:
            raise SpecError(f"{name}={value}; {self._low} to {self._high}")
        return value


class _Real:
    def __init__(self, low: float, high: float) -> None:
        self._low, self._high = low, high

    def __call__(self, name: str, text: str) -> float:
        # float() would take "1_0" and digits of other scripts too.
        try:
            if re.search(r"[^!-~]|_", text):
                raise ValueError
            value = float(text)
        except ValueError:
            raise SpecError(f"{name}={text}; a number") from None
        if not self._low <= value <= self._high:
            raise SpecError(f"{name}={text}; {self._low:g} to {self._high:g}")
        return value


def _yes_no(name: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise SpecError(f"{name}={text}; true or false")
    return text == "true"


def _text(name: str, text: str) -> str:
    if not text or not text.isprintable():
        raise SpecError(f"{name}={text!r}; a text that can be printed")
    return text


def _readers(kind: str) -> dict[str, Any]:
    """What options an engine has, and how their values are read."""
    common: dict[str, Any] = {"name": _text, "seed": _Whole(0, 2**64 - 1)}
    searching: dict[str, Any] = {"time_ms": _Real(1e-3, 1e9)}
    if kind == "random":
        return common
    if kind == "alphabeta":
        # What search.AlphaBeta takes: it says so only when it is asked for a move.
        limits = {"depth": _Whole(1, 249), "nodes": _Whole(1, 2**63 - 1)}
        settings = {"table_mb": _Whole(1, 1 << 16), "complete": _yes_no}
        return common | searching | limits | settings
    if kind in ("strong", "uniform"):
        from dotcore import search

        own = {
            "simulations": _Whole(1, 2**32 - 1),
            "threads": _Whole(1, 256),
            "resign": _Real(1e-9, 1),
        }
        return (
            common
            | searching
            | own
            | {key: _reader_like(value) for key, value in search.Config().as_dict().items()}
        )
    raise SpecError(_unknown(kind))


def _reader_like(value: object) -> Any:
    """Reads what has the type of this value; whether it is in range, the search itself says."""
    if isinstance(value, bool):
        return _yes_no
    if isinstance(value, int):
        return _Whole(-(2**31), 2**31 - 1)
    return _Real(-1e300, 1e300) if isinstance(value, float) else _text
