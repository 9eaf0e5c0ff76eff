"""``dotcore replay``: a record move by move."""

from __future__ import annotations

import argparse
import math
import shutil
import time
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, add_record, count
from dotcore.cli._terminal import CommandError, Terminal, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dotcore import dots, sgf

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "replay",
        help="a record move by move",
        description=(
            "Plays the main line of a record: each move with the dots it won, the score, the board."
        ),
        allow_abbrev=False,
    )
    add_record(parser)
    parser.add_argument(
        "--from", type=count, default=1, dest="first", metavar="A", help="begin with move A"
    )
    parser.add_argument("--to", type=count, dest="last", metavar="B", help="end with move B")
    parser.add_argument(
        "--delay",
        type=_seconds,
        default=0.0,
        metavar="S",
        help="wait S seconds after each move; on a terminal the board is then drawn in place",
    )
    parser.add_argument("--brief", action="store_true", help="one line a move, without the board")
    add_json(parser, "a JSON object a line: the game, each move, the end")
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not (math.isfinite(value) and 0 <= value <= 3600):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds, 0 to 3600")
    return value


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    from dotcore.cli import _records as records

    terminal.choose_color("never" if options.json else options.color)
    record = records.open_record(options.file)
    index, game = records.chosen_game(record, options.file, options.game)
    moves = records.moves_in(game)
    first, last = max(options.first, 1), moves if options.last is None else options.last
    if (options.first > moves and options.first > 1) or last > moves:
        wrong = f"--from {options.first}" if options.first > moves else f"--to {options.last}"
        raise CommandError(f"{wrong}: game {index} has {moves} moves", 2)
    if first > last and moves:
        raise CommandError(f"--from {first} --to {last}: nothing lies between", 2)
    faults = records.faults_of(record, game)
    shown = _Shown(terminal, game, options.brief, options.delay)
    if options.json:
        terminal.json({"type": "game", **records.game_json(index, game, faults)}, in_one_line=True)
    else:
        if faults:
            told = f"{len(faults)} fault{'s' * (len(faults) > 1)}"
            terminal.error(f"{options.file}: {told}; dotcore show tells them")
        shown.start()
    for step in _steps(game):
        if not first <= step.number <= last:
            continue
        if options.json:
            terminal.json(step.json(), in_one_line=True)
        else:
            shown.move(step)
        if options.delay:
            terminal.flush()
            time.sleep(options.delay)
    board = game.board()
    if options.json:
        view = board.view(0)
        end = {"type": "end", "moves": moves, "scores": view["scores"], "totals": view["totals"]}
        terminal.json({**end, "result": view["result"]}, in_one_line=True)
    else:
        terminal.print()
        terminal.print(f"{records.score_text(board)}, {records.result_text(game, board)}")


class _Step:
    """A move of the main line, with the board after it."""

    def __init__(self, board: dots.Board, before: tuple[int, int], comment: str) -> None:
        move = board.last_move
        assert move is not None
        self.board, self.move, self.comment = board, move, comment
        self.number = board.move_number
        self.change = board.scores[0] - before[0], board.scores[1] - before[1]

    def json(self) -> dict[str, Any]:
        board, move = self.board, self.move
        return {
            "type": "move",
            "number": self.number,
            "kind": move.kind,
            "player": move.player,
            "x": move.x,
            "y": move.y,
            "enclose": [chain.tolist() for chain in move.enclose],
            "change": list(self.change),
            "scores": list(board.scores),
            "captures": [
                {"owner": capture.owner, "chain": capture.chain.tolist()}
                for capture in board.captures
                if capture.move_number == self.number
            ],
            "board": board.to_ascii().split(),
            "comment": self.comment,
        }


def _steps(game: sgf.Game) -> Iterator[_Step]:
    """The moves of the main line; a node may hold none, or several."""
    done = 0
    scores = (0, 0)
    for node, board in game.replay():
        after = board.move_number
        if done == 0 and after == 0:
            scores = board.scores
        for number in range(done + 1, after + 1):
            then = board
            if number < after:
                then = board.copy()
                while then.move_number > number:
                    then.undo()
            yield _Step(then, scores, node.comment if number == after else "")
            scores = then.scores
        done = max(done, after)


class _Shown:
    """Moves as text: below one another, or with a delay on a terminal in one place."""

    def __init__(self, terminal: Terminal, game: sgf.Game, brief: bool, delay: float) -> None:
        self._terminal, self._game, self._brief = terminal, game, brief
        height = game.height + 5
        fits = height < shutil.get_terminal_size().lines
        self._in_place = bool(delay) and terminal.is_tty and terminal.color and fits and not brief
        self._printed = 0

    def start(self) -> None:
        from dotcore.cli import _records as records

        game = self._game
        names = [records.player_text(self._terminal, game, player) for player in (0, 1)]
        rules = records.rules_text(game.rules)
        self._terminal.print(f"{names[0]} - {names[1]}, {game.width}x{game.height}, rules {rules}")

    def move(self, step: _Step) -> None:
        from dotcore.cli import _records as records

        lines = [self._line(step)]
        if not self._brief:
            lines = ["", *lines, *records.board_text(self._terminal, step.board).split("\n")]
        if self._in_place and self._printed:
            # Up to the first line of the move before, and clear all below.
            self._terminal.print(f"\x1b[{self._printed}A\x1b[J" + lines[0])
            lines = lines[1:]
            self._printed = 1
        else:
            self._printed = 0
        for line in lines:
            self._terminal.print(line)
        self._printed += len(lines)

    def _line(self, step: _Step) -> str:
        from dotcore.cli import _records as records

        terminal, move = self._terminal, step.move
        sign = "XO"[move.player]
        name = records.name_of(self._game, move.player)
        who = terminal.style(f"{sign} {name}", ("first", "second")[move.player])
        text = f"{step.number:>4}. {who} {records.move_text(move)}"
        changes = [
            f"{records.name_of(self._game, player)} {change:+}"
            for player, change in enumerate(step.change)
            if change
        ]
        text += f"   {step.board.scores[0]} : {step.board.scores[1]}"
        if changes:
            text += "  " + terminal.style(f"({', '.join(changes)})", "bold")
        if step.comment.strip():
            text += "  " + terminal.style(plain(step.comment).strip(), "faint")
        return text
