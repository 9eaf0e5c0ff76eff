"""What a match is: everything its games depend on, so that they can be played again, or later."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dotcore._core import Error
from dotcore.engines import EngineSpec, SpecError

if TYPE_CHECKING:
    from dotcore import dots

__all__ = ["Adjudication", "MatchError", "Settings"]

# Options of specs that bound what is thought about a move.
_LIMITS = frozenset({"time_ms", "simulations", "depth", "nodes"})


class MatchError(Error):
    """A match cannot be played, or not in this folder."""


@dataclass(frozen=True)
class Adjudication:
    """Who has won before the end. Nothing is judged early unless it is asked for.

    Attributes
    ----------
    lead, held : int, optional
        A lead of so many dots that stood after so many moves running wins.
    max_moves : int, optional
        After so many moves who leads has won; moves of the opening do not count.
    """

    lead: int | None = None
    held: int = 1
    max_moves: int | None = None

    def __post_init__(self) -> None:
        if self.lead is not None and not 1 <= self.lead <= 4096:
            raise MatchError(f"adjudication: a lead of {self.lead} dots; 1 to 4096")
        if not 1 <= self.held <= 100_000:
            raise MatchError(f"adjudication: held for {self.held} moves; 1 to 100000")
        if self.max_moves is not None and not 1 <= self.max_moves <= 1_000_000:
            raise MatchError(f"max_moves={self.max_moves}; 1 to 1000000")


@dataclass(frozen=True)
class Settings:
    """A match of two engines.

    Attributes
    ----------
    engines : (str, str)
        The specs of A and B (`dotcore.engines`).
    width, height : int
    rules : str
        A preset's name.
    start : str, optional
        A starting position; the rules' own if there is none.
    openings : str
        "random", "none", or the path of an SGF file whose main lines are openings.
    opening_dots : int
        How many dots of each player a random opening has.
    time_ms, simulations : optional
        For a move of an engine whose spec names no limit of its own; with neither, a second.
    adjudication : Adjudication
    seed : int
        Of openings and engines.
    """

    engines: tuple[str, str]
    width: int = 20
    height: int = 20
    rules: str = "bga"
    start: str | None = None
    openings: str = "random"
    opening_dots: int = 2
    time_ms: float | None = None
    simulations: int | None = None
    adjudication: Adjudication = Adjudication()
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.engines) != 2:
            raise MatchError(f"{len(self.engines)} engines; a match has two")
        for spec in self.engines:
            EngineSpec.parse(spec)  # a SpecError says what is wrong
        if not 0 <= self.opening_dots <= 50:
            raise MatchError(f"opening_dots={self.opening_dots}; 0 to 50")
        if self.time_ms is not None and not 0 < self.time_ms <= 1e8:
            raise MatchError(f"time_ms={self.time_ms:g}; above 0, at most 1e8")
        if self.simulations is not None and not 1 <= self.simulations < 2**32:
            raise MatchError(f"simulations={self.simulations}; 1 to {2**32 - 1}")
        if not 0 <= self.seed < 2**32:
            raise MatchError(f"seed={self.seed}; 0 to {2**32 - 1}")
        self.board()

    def board(self) -> dots.Board:
        """The board before the opening."""
        from dotcore import dots

        start: Any = self.start
        return dots.Board(self.width, self.height, dots.Rules.preset(self.rules), start)

    def spec_of(self, engine: int) -> tuple[str, float | None]:
        """What engine 0 or 1 is started as, and its time for a move in ms, if the match sets it.

        >>> Settings(("strong", "uniform:time_ms=50"), simulations=100).spec_of(0)
        ('strong:simulations=100', None)
        """
        spec = EngineSpec.parse(self.engines[engine])
        if _LIMITS & spec.options.keys():
            return str(spec), None
        if self.simulations is not None:
            if spec.kind in ("strong", "uniform"):
                options = {**spec.options, "simulations": self.simulations}
                spec = EngineSpec(spec.kind, options, spec.command)
            elif self.time_ms is None and spec.kind in ("alphabeta", "gtp"):
                raise SpecError(
                    f"{spec}: it counts no simulations; give it a limit of its own, or a time"
                )
        return str(spec), self.time_ms

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, ready for JSON, with a checksum of the file of openings."""
        told = asdict(self)
        told["engines"] = list(self.engines)
        if self.openings not in ("random", "none"):
            told["openings"] = Path(self.openings).name
            told["openings_sha256"] = hashlib.sha256(_read(self.openings)).hexdigest()
        return told


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as wrong:
        raise MatchError(f"openings: {path}: {getattr(wrong, 'strerror', None) or wrong}") from None
