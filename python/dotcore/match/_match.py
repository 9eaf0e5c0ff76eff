"""A match: games played until there are enough of them, or until it is clear who is stronger."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dotcore._core import Error, InvalidRecord, Rng

from ._folder import Folder
from ._openings import Openings
from ._play import MoveTimes
from ._pool import Pool
from ._settings import MatchError, Settings
from .statistics import Sprt, SprtState, Standing

if TYPE_CHECKING:
    from typing_extensions import Self

    from dotcore import dots

__all__ = ["Match"]

_POINTS = {"A": 1.0, None: 0.5, "B": 0.0}


class Match:
    """Games of two engines, A and B; each opening is played twice, with colours swapped.

    Parameters
    ----------
    settings : Settings
        Who plays, and how.
    games : int
        How many games there shall be, those that the folder already holds among them.
    jobs : int
        How many games are played at the same time, each in a process of its own.
    folder : path, optional
        Where finished games are kept; a match that was left goes on there.
    sprt : Sprt, optional
        The test that ends the match as soon as it is decided.

    Raises
    ------
    MatchError
        If the numbers are out of range, or the folder holds another match.

    >>> with Match(Settings(("random", "random"), 5, 5, opening_dots=0), games=2) as match:
    ...     played = [game["game"] for game in match.play()]
    >>> sorted(played), match.standing.games
    ([1, 2], 2)
    """

    def __init__(
        self,
        settings: Settings,
        games: int,
        *,
        jobs: int = 1,
        folder: str | os.PathLike[str] | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        if not 1 <= games <= 10_000_000:
            raise MatchError(f"games={games}; 1 to 10000000")
        if not 1 <= jobs <= 1024:
            raise MatchError(f"jobs={jobs}; 1 to 1024")
        self.settings, self.wanted, self.sprt = settings, games, sprt
        self._jobs = jobs
        self._openings = Openings(settings)
        specs, times = zip(*(settings.spec_of(engine) for engine in (0, 1)), strict=True)
        rules = settings.adjudication
        self._setup = {
            "specs": specs,
            "time_ms": times,
            "adjudication": {
                "lead": rules.lead,
                "held": rules.held,
                "max_moves": rules.max_moves,
            },
        }
        self._folder = None if folder is None else Folder(folder, settings)
        self.games: list[dict[str, Any]] = list(self._folder.games if self._folder else ())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        if self._folder is not None:
            self._folder.close()

    @property
    def notes(self) -> list[str]:
        """What was found amiss in the folder, and put right."""
        return self._folder.notes if self._folder else []

    @property
    def standing(self) -> Standing:
        """How the match stands, as A sees it."""
        return self.standing_after(len(self.games))

    def standing_after(self, number: int) -> Standing:
        """How the match stood when so many games had ended."""
        games = self.games[:number]
        return Standing.of((game["pair"], _POINTS[game["winner"]]) for game in games)

    @property
    def sprt_state(self) -> SprtState | None:
        """Where the sequential test stands, if there is one."""
        return None if self.sprt is None else self.sprt.state(self.standing)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended."""
        state = self.sprt_state
        return state is not None and state.decision is not None

    def times(self, engine: int) -> MoveTimes:
        """How long engine 0 or 1 took for its moves, in all games."""
        times = MoveTimes()
        for game in self.games:
            times.merge(MoveTimes.of(game["times"][engine]))
        return times

    def failures(self, engine: int) -> list[dict[str, Any]]:
        """The games that engine 0 or 1 lost because it failed."""
        winner = "BA"[engine]
        reasons = ("died", "timeout", "fault")
        return [
            game for game in self.games if game["winner"] == winner and game["reason"] in reasons
        ]

    def play(self) -> Iterator[dict[str, Any]]:
        """Play what is missing; yield each game when it has ended.

        Whoever leaves the loop ends the games that are being played; they are played anew when the
        match goes on.

        Raises
        ------
        MatchError
            If an engine does not start, or the folder cannot be written.
        """
        known = {game["game"] for game in self.games}
        missing = [number for number in range(1, self.wanted + 1) if number not in known]
        if not missing or self.is_decided:
            return
        with Pool(self._setup, min(self._jobs, len(missing))) as pool:
            for task, outcome in pool.play(self._task(number) for number in missing):
                game = self._record(task, outcome)
                self.games.append(game)  # Ctrl-C may come while the folder is written
                if self._folder is not None:
                    self._folder.add(game)
                yield game
                state = self.sprt_state
                if state is not None and state.decision is not None:
                    return

    def _task(self, number: int) -> dict[str, Any]:
        pair = (number - 1) // 2
        rng = Rng((self.settings.seed << 32 | number) ^ 0xD1B54A32D192ED03)
        return {
            "game": number,
            "pair": pair + 1,
            "first": (number - 1) % 2,
            "seeds": [rng.next_u64() >> 1 for _ in range(2)],
            "opening": base64.b64encode(self._openings[pair].to_bytes(history=True)).decode(),
        }

    def _record(self, task: dict[str, Any], outcome: dict[str, Any]) -> dict[str, Any]:
        from dotcore import dots

        board = dots.Board.from_bytes(base64.b64decode(outcome["board"]))
        winner = None if outcome["winner"] is None else "AB"[outcome["winner"]]
        first = "AB"[task["first"]]
        return {
            "game": task["game"],
            "pair": task["pair"],
            "first": first,
            "winner": winner,
            "reason": outcome["reason"],
            "detail": outcome["detail"],
            "moves": board.move_number,
            "scores": list(board.totals),
            "times": outcome["times"],
            "seeds": task["seeds"],
            "sgf": self._sgf(board, task["game"], first, winner, outcome),
        }

    def _sgf(
        self,
        board: dots.Board,
        number: int,
        first: str,
        winner: str | None,
        outcome: dict[str, Any],
    ) -> str:
        """The game as SGF, "" where SGF cannot hold it (a board of more than 52 columns)."""
        from dotcore import sgf

        names = self.settings.engines
        if board.is_closing:  # an engine failed in the middle of its turn
            board = board.copy()
            board.apply(board.num_points)
        comment = f"game {number}, {outcome['reason']}"
        if outcome["detail"]:
            comment += f": {outcome['detail']}"
        info = {"GN": f"game {number}", "GC": comment}
        info |= {"PB": names["AB".index(first)], "PW": names["BA".index(first)]}
        try:
            game = sgf.from_board(board, **info)
        except (InvalidRecord, Error):
            return ""
        if board.result is None:
            kind = {"died": "forfeit", "fault": "forfeit", "timeout": "time"}
            player = None if winner is None else int(winner != first)
            margin = abs(board.totals[0] - board.totals[1])
            result = sgf.Result("draw")
            if player is not None and outcome["reason"] in kind:
                result = sgf.Result(kind[outcome["reason"]], player)
            elif player is not None:
                result = sgf.Result("score", player, margin)
            game.result = result
        return game.to_text().strip() + "\n"

    def to_dict(self) -> dict[str, Any]:
        """Settings, standing, test and times by name, ready for JSON."""
        state = self.sprt_state
        told: dict[str, Any] = {
            "settings": self.settings.to_dict(),
            "wanted": self.wanted,
            **self.standing.to_dict(),
            "sprt": None,
            "times": [self.times(engine).to_dict() for engine in (0, 1)],
            "failures": [len(self.failures(engine)) for engine in (0, 1)],
        }
        if state is not None and self.sprt is not None:
            told["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "llr": round(state.llr, 3),
                "lower": round(state.lower, 3),
                "upper": round(state.upper, 3),
                "decision": state.decision,
            }
        return told
