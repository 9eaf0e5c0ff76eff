"""An engine behind GTP: reads commands, answers, and listens while it searches.

The commands and how moves are written: docs/protocols.md. A search for ``genmove`` ends early if
``stop`` or ``quit`` comes; what an analysis streams ends with any further line.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from dotcore import dots
from dotcore._core import Error, IllegalMove, __version__
from dotcore._lines import Lines, LineTooLong, write_out
from dotcore.engines import Clock, Engine, apply_as
from dotcore.gtp._analysis import Analysis, analysis_wishes, kata_info, lz_info
from dotcore.gtp._words import (
    GtpError,
    color_text,
    move_text,
    point_text,
    read_color,
    read_move,
    read_number,
    read_real,
)

if TYPE_CHECKING:
    from dotcore import search
    from dotcore.dots import Board, Rules

__all__ = ["Server"]

_MAX_LINE = 1 << 16
# An analysis that was cancelled takes longer only if nobody reads what it writes.
_PATIENCE_S = 2.0
_REASONS = {
    "outside": "outside the board",
    "occupied": "occupied",
    "captured": "in a captured region",
    "suicide": "suicide",
    "over": "the game is over",
    "turn": "it is not this player's move",
    "chain": "it needs a chain",
}


class Server:
    """Answers GTP on a pair of pipes, by default the standard ones.

    Parameters
    ----------
    engine : engines.Engine
        Who finds moves; the caller closes it.
    rules : dots.Rules, optional
        The rules until the command ``rules`` says otherwise.
    width, height : int
        The board until ``boardsize`` comes.
    read, write : callable, optional
        As ``os.read`` and ``os.write`` without the descriptor; all that is written at once is a
        whole line or several.
    """

    def __init__(
        self,
        engine: Engine,
        rules: Rules | None = None,
        width: int = 20,
        height: int = 20,
        read: Callable[[int], bytes] | None = None,
        write: Callable[[bytes], object] | None = None,
    ) -> None:
        self._engine = engine
        self._seed: int | None = None
        self._clocks: list[Clock | None] = [None, None]
        self._read = read or (lambda n: os.read(0, n))
        self._write = write or write_out
        self._cancel: threading.Event | None = None  # of the genmove that runs
        self._analysis: Analysis | None = None
        self._is_over = False
        self._set_board(dots.Board(width, height, rules))
        self._commands: dict[str, Callable[[list[str]], str | None]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: f"dotcore {self._engine.name}",
            "version": lambda _: __version__,
            "known_command": self._known_command,
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "rectangular_boardsize": self._boardsize,
            "get_boardsize": lambda _: self._size_text(),
            "clear_board": self._clear_board,
            "rules": self._rules,
            "komi": self._komi,
            "get_komi": lambda _: f"{self._board.rules.komi:g}",
            "set_random_seed": self._set_random_seed,
            "play": self._play,
            "ground": lambda words: self._play([*words, "ground"]),
            "undo": self._undo,
            "set_position": self._set_position,
            "get_position": lambda _: self._start_text(),
            "get_moves": lambda _: self._moves_text(),
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "stop": lambda _: "",
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "showboard": lambda _: self._picture(),
            "captures": lambda _: self._captures_text(),
            "final_score": lambda _: self._score_text(),
            "analyze": self._analyze,
            "kata-analyze": self._analyze,
            "lz-analyze": self._lz_analyze,
        }

    def run(self) -> None:
        """Answer until ``quit``, or until nothing more can come.

        Raises
        ------
        OSError
            If nobody reads the answers any more (BrokenPipeError), or they cannot be written.
        """
        self._lines = Lines(self._read, _MAX_LINE, arrived=self._arrived)
        try:
            while not self._is_over:
                try:
                    line = self._lines.get()
                except LineTooLong as wrong:
                    self._end_analysis()
                    self._answer("?", "", str(wrong))
                    continue
                self._end_analysis()
                if line is None:
                    return
                self._handle(line)
        finally:
            if self._analysis is not None:
                self._analysis.cancel.set()
                self._analysis.thread.join(_PATIENCE_S)

    # Lines

    def _arrived(self, line: bytes) -> None:
        """End the search that runs if this line asks for it; called by the reading thread."""
        cancel = self._cancel
        if cancel is not None and _asks_to_stop(line):
            cancel.set()

    def _handle(self, line: bytes) -> None:
        words = _words(line)
        if not words:
            return
        number = ""
        if match := re.fullmatch(r"(\d+)(.*)", words[0], re.ASCII):
            number, words[0] = match.groups()
            words = words if words[0] else words[1:]
        if not words:
            self._answer("?", number, "no command")
            return
        command = self._commands.get(words[0])
        if command is None:
            self._answer("?", number, "unknown command")
            return
        self._number = number
        try:
            answer = command(words[1:])
        except Error as wrong:
            self._answer("?", number, str(wrong))
        else:
            if answer is not None:
                self._answer("=", number, answer)

    def _answer(self, sign: str, number: str, text: str) -> None:
        # An empty line would end the answer.
        text = re.sub(r"\n\s*\n", "\n", text).rstrip()
        self._write(f"{sign}{number} {text}\n\n".encode("ascii", "backslashreplace"))

    # What the engine and its board are

    def _known_command(self, words: list[str]) -> str:
        (name,) = _arguments(words, 1, "known_command NAME")
        return str(name in self._commands).lower()

    def _quit(self, _: list[str]) -> str:
        self._is_over = True
        return ""

    def _set_board(self, board: Board) -> None:
        self._engine.new_game(board, self._seed)
        self._board = board

    def _boardsize(self, words: list[str]) -> str:
        words = [part for word in words for part in re.split(r"[:xX]", word)]
        if len(words) not in (1, 2):
            raise GtpError("boardsize W H, or boardsize N")
        width, height = (read_number(word, 1, 999) for word in (words * 2)[:2])
        if max(width, height) > 64:
            raise GtpError("unacceptable size")
        self._set_board(dots.Board(width, height, self._board.rules))
        return ""

    def _size_text(self) -> str:
        board = self._board
        square = board.width == board.height
        return f"{board.width}" if square else f"{board.width}:{board.height}"

    def _clear_board(self, _: list[str]) -> str:
        self._set_board(dots.Board(self._board.width, self._board.height, self._board.rules))
        return ""

    def _rules(self, words: list[str]) -> str:
        board = self._board
        if not words:
            options = board.rules.as_dict().items()
            return " ".join(f"{key}={_option_text(value)}" for key, value in options)
        rules = board.rules
        for word in words:
            key, equals, value = word.partition("=")
            if not equals:
                rules = dots.Rules.preset(word).replace(komi=rules.komi)
            else:
                option: Any = {key: _read_option(rules.as_dict(), key, value)}
                rules = rules.replace(**option)
        self._set_board(dots.Board(board.width, board.height, rules))
        return ""

    def _komi(self, words: list[str]) -> str:
        (text,) = _arguments(words, 1, "komi NUMBER")
        board = self._board
        rules = board.rules.replace(komi=read_real(text, -1e6, 1e6))
        start = dots.Board(board.width, board.height, rules, board.start_dots)
        self._set_board(_replayed(board, start))
        return ""

    def _set_random_seed(self, words: list[str]) -> str:
        (text,) = _arguments(words, 1, "set_random_seed NUMBER")
        self._seed = read_number(text, 0, 2**64 - 1)
        self._set_board(self._board)
        return ""

    # Moves

    def _play(self, words: list[str]) -> str:
        if not words or len(words) % 2:
            raise GtpError("play COLOR MOVE, or several such pairs")
        after = self._board.copy()
        done: list[tuple[int, int]] = []
        resigned = None
        for color, text in zip(words[::2], words[1::2], strict=True):
            player = read_color(color)
            action = read_move(after, text)
            if action == "resign":
                after.resign(player)
                resigned = player
            else:
                _apply(after, action, player)
                done.append((action, player))
        if resigned is None:
            for action, player in done:
                self._engine.play(action, player)
            self._board = after
        else:
            self._set_board(after)
        return ""

    def _undo(self, words: list[str]) -> str:
        number = read_number(words[0], 0, 10_000) if len(words) == 1 else 1
        if len(words) > 1:
            raise GtpError("undo, or undo N")
        if number > self._board.move_number:
            raise GtpError("cannot undo")
        for _ in range(number):
            self._board.undo()
        self._set_board(self._board)
        return ""

    def _set_position(self, words: list[str]) -> str:
        board = self._board
        if len(words) % 2:
            raise GtpError("set_position COLOR POINT COLOR POINT ...")
        placed = []
        for color, text in zip(words[::2], words[1::2], strict=True):
            action = read_move(board, text)
            point = board.point_of(action) if action != "resign" else None
            if point is None or action == "resign" or action > board.num_points:
                raise GtpError(f"{text} is no point")
            placed.append((*point, read_color(color)))
        self._set_board(dots.Board(board.width, board.height, board.rules, placed))
        return ""

    def _start_text(self) -> str:
        return " ".join(
            f"{color_text(player)} {point_text(self._board, x, y)}"
            for x, y, player in self._board.start_dots.tolist()
        )

    def _moves_text(self) -> str:
        return " ".join(
            f"{color_text(move.player)} {_past_text(self._board, move)}"
            for move in self._board.moves
        )

    # Searching

    def _genmove(self, words: list[str]) -> str:
        (text,) = _arguments(words, 1, "genmove COLOR")
        player = read_color(text)
        if self._board.is_terminal:
            raise GtpError("the game is over")
        clock = self._clocks[player]
        start = monotonic()
        self._cancel = threading.Event()
        if any(_asks_to_stop(line) for line in self._lines.waiting()):
            self._cancel.set()
        try:
            choice = self._engine.genmove(clock=clock, player=player, cancel=self._cancel)
        finally:
            self._cancel = None
        if clock is not None:
            self._clocks[player] = clock.after((monotonic() - start) * 1000)
        if choice.action is None:
            return "resign"
        text = move_text(self._board, choice.action)
        apply_as(self._board, choice.action, player)
        return text

    def _reg_genmove(self, words: list[str]) -> str:
        clocks = list(self._clocks)
        text = self._genmove(words)
        if text != "resign":
            self._board.undo()
            self._engine.undo()
        self._clocks = clocks
        return text

    def _analyze(
        self, words: list[str], style: Callable[[Board, search.Result, int], bytes] | None = None
    ) -> None:
        player, every_ms, most = analysis_wishes(words)
        if self._board.is_terminal:
            raise GtpError("the game is over")
        cancel = threading.Event()
        board = self._board.copy(history=False)
        results = self._engine.analyze(every_ms=every_ms, player=player, cancel=cancel)
        self._write(f"={self._number}\n".encode("ascii"))
        text = style or kata_info
        self._analysis = Analysis(
            results, cancel, lambda found: self._write(text(board, found, most)), self._lines
        )

    def _lz_analyze(self, words: list[str]) -> None:
        self._analyze(words, lz_info)

    def _end_analysis(self) -> None:
        if self._analysis is None:
            return
        analysis, self._analysis = self._analysis, None
        analysis.cancel.set()
        analysis.thread.join()
        if isinstance(analysis.error, OSError):
            raise analysis.error
        if analysis.error is not None:
            # The answer has begun with "=", there is no other place left.
            print(f"dotcore: {analysis.error}", file=sys.stderr)
        self._write(b"\n")

    # Time

    def _time_settings(self, words: list[str]) -> str:
        texts = _arguments(words, 3, "time_settings MAIN OVERTIME MOVES")
        main_s, over_s = (read_real(text, 0, 1e7) for text in texts[:2])
        moves = read_number(texts[2], 0, 100_000)
        clock: Clock | None
        if over_s > 0 and moves == 0:
            clock = None  # so GTP says that there is no limit
        elif main_s > 0 or moves == 0:
            clock = Clock(main_s * 1000, 0, 0, over_s * 1000, moves)
        else:
            clock = Clock(over_s * 1000, moves, 0, over_s * 1000, moves)
        self._clocks = [clock, clock]
        return ""

    def _time_left(self, words: list[str]) -> str:
        texts = _arguments(words, 3, "time_left COLOR TIME MOVES")
        player = read_color(texts[0])
        left_ms = max(0.0, read_real(texts[1], -1e7, 1e7)) * 1000
        moves = read_number(texts[2], 0, 100_000)
        old = self._clocks[player] or Clock(0)
        self._clocks[player] = Clock(left_ms, moves, 0, old.overtime_ms, old.overtime_moves)
        return ""

    # Looking

    def _picture(self) -> str:
        board = self._board
        wide = len(str(board.height))
        heads = [str(x + 1) for x in range(board.width)]
        deep = len(heads[-1])
        lines = [
            " " * wide + " " + " ".join(head.rjust(deep)[i] for head in heads) for i in range(deep)
        ]
        rows = board.to_ascii().split()
        lines += [f"{board.height - y:>{wide}} {' '.join(row)}" for y, row in enumerate(rows)]
        mover = color_text(board.to_move)
        scores = board.scores
        lines.append(f"B {scores[0]} : {scores[1]} W, {mover} to move, {board.move_number} moves")
        return "\n" + "\n".join(line.rstrip() for line in lines)

    def _captures_text(self) -> str:
        return "\n".join(
            f"{color_text(capture.owner)} move {capture.move_number} dots {len(capture.dots)}"
            f" chain {' '.join(point_text(self._board, x, y) for x, y in capture.chain.tolist())}"
            for capture in self._board.captures
        )

    def _score_text(self) -> str:
        result = self._board.result
        if result is not None:
            lead = result.margin if result.winner is None else abs(result.margin)
            winner = result.winner
            if result.reason == "resign":
                return f"{color_text(int(winner or 0))}+R"
        else:
            first, second = self._board.totals
            lead, winner = abs(first - second), int(second > first)
        return f"{color_text(winner)}+{lead:g}" if winner is not None and lead else "0"


# Reading


def _words(line: bytes) -> list[str]:
    """The words of a line: without its comment and without control characters."""
    text = line.decode("utf-8", "replace").partition("#")[0].replace("\t", " ")
    return "".join(c for c in text if c >= " " and c != "\x7f").split()


def _asks_to_stop(line: bytes) -> bool:
    words = _words(line[:1000])
    if words and words[0].isdigit():
        words = words[1:]
    return bool(words) and words[0] in ("stop", "quit")


def _arguments(words: list[str], number: int, usage: str) -> list[str]:
    if len(words) != number:
        raise GtpError(usage)
    return words


def _option_text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def _read_option(known: dict[str, Any], key: str, text: str) -> object:
    old = known.get(key)
    if isinstance(old, bool):
        if text not in ("true", "false"):
            raise GtpError(f"{key}={text[:40]!a}; true or false")
        return text == "true"
    return read_real(text, -1e6, 1e6) if isinstance(old, float) else text


def _apply(board: Board, action: int, player: int) -> None:
    """Do an action; what is wrong is told in the words of GTP, whose points are other ones."""
    point = board.point_of(action) if action < board.num_points else None
    if point is not None:
        reason = board.why_illegal(*point, player)
        if reason is not None:
            raise GtpError(f"illegal move: {_REASONS[reason]}")
    try:
        apply_as(board, action, player)
    except IllegalMove as wrong:
        raise GtpError(f"illegal move: {wrong}") from None


def _replayed(old: Board, new: Board) -> Board:
    for move in old.moves:
        new.replay(move)
    if new.to_move != old.to_move:
        new.to_move = old.to_move
    return new


def _past_text(board: Board, move: dots.Move) -> str:
    if move.x is None or move.y is None:
        return {"stop": "pass", "end_turn": "pass"}.get(move.kind, move.kind)
    point = point_text(board, move.x, move.y)
    return f"enclose:{point}" if move.kind == "enclose" else point
