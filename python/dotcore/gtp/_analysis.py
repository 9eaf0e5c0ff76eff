"""Analysis over GTP: streamed by a thread, in the words of KataGo and of Leela Zero."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from dotcore._core import Error
from dotcore.gtp._words import GtpError, move_text, read_color, read_number

if TYPE_CHECKING:
    from dotcore import search
    from dotcore._lines import Lines
    from dotcore.dots import Board

__all__ = ["Analysis", "analysis_wishes", "kata_info", "lz_info"]


class Analysis:
    """Writes results in a thread of its own until it is cancelled."""

    def __init__(
        self,
        results: Iterator[search.Result],
        cancel: threading.Event,
        tell: Callable[[search.Result], object],
        lines: Lines,
    ) -> None:
        self.cancel = cancel
        self.error: BaseException | None = None
        self._results, self._tell, self._lines = results, tell, lines
        self.thread = threading.Thread(target=self._run, name="analysis", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            for found in self._results:
                if len(found.visits) and found.visits.any():
                    self._tell(found)
        except OSError as wrong:
            self.error = wrong
            self._lines.interrupt(wrong)  # nobody reads: there is nothing to wait for
        except Error as wrong:
            self.error = wrong


def analysis_wishes(words: list[str]) -> tuple[int | None, float, int]:
    """Whose move, how often, how many moves: [COLOR] [CENTISECONDS] [KEY VALUE]..."""
    player = None
    every, most = 100.0, 1 << 30
    rest = list(words)
    if rest and not rest[0].isdigit() and rest[0] not in ("interval", "maxmoves", "minmoves"):
        player = read_color(rest.pop(0))
    if rest and rest[0].isdigit():
        every = read_number(rest.pop(0), 1, 10_000_000)
    if len(rest) % 2:
        raise GtpError("kata-analyze [COLOR] [CENTISECONDS] [KEY VALUE] ...")
    for key, value in zip(rest[::2], rest[1::2], strict=True):
        if key == "interval":
            every = read_number(value, 1, 10_000_000)
        elif key == "maxmoves":
            most = read_number(value, 1, 10_000_000)
        # Programs ask for much that is of Go; whoever does not get it does without.
    return player, every * 10.0, most


def _infos(board: Board, found: search.Result, most: int) -> Iterator[tuple[int, str, str]]:
    """Index of each visited move, the move, its line."""
    order = [i for i in range(len(found.actions)) if found.visits[i] > 0]
    for i in order[:most]:
        action = int(found.actions[i])
        move = move_text(board, action)
        line = found.pv if found.pv and found.pv[0] == action else [action]
        yield i, move, " ".join(_line_text(board, one) for one in line)


def _line_text(board: Board, action: int) -> str:
    # A line goes on past this position, where ending a turn may mean something else.
    return "pass" if action == board.num_points != action else move_text(board, action)


def kata_info(board: Board, found: search.Result, most: int) -> bytes:
    """A line as kata-analyze writes it: win rates from 0 to 1, leads in points."""
    parts = []
    for order, (i, move, line) in enumerate(_infos(board, found, most)):
        margin = float(found.margins[i])
        lead = f" scoreLead {margin:.3f}" if margin == margin else ""
        parts.append(
            f"info move {move} visits {found.visits[i]} winrate {_winrate(found, i):.6f}{lead}"
            f" prior {_prior(found, i):.6f} order {order} pv {line}"
        )
    return (" ".join(parts) + "\n").encode("ascii")


def lz_info(board: Board, found: search.Result, most: int) -> bytes:
    """A line as lz-analyze writes it: win rates and priors in ten thousandths."""
    parts = [
        f"info move {move} visits {found.visits[i]} winrate {round(_winrate(found, i) * 10_000)}"
        f" prior {round(_prior(found, i) * 10_000)} order {order} pv {line}"
        for order, (i, move, line) in enumerate(_infos(board, found, most))
    ]
    return (" ".join(parts) + "\n").encode("ascii")


def _winrate(found: search.Result, i: int) -> float:
    return (float(found.values[i]) + 1) / 2


def _prior(found: search.Result, i: int) -> float:
    prior = float(found.priors[i])
    return prior if prior == prior else 0.0
