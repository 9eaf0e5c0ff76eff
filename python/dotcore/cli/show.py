"""``dotcore show``: what a record holds, and the board at its end or after some move."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, add_record, count
from dotcore.cli._terminal import CommandError, Terminal, plain

if TYPE_CHECKING:
    from dotcore import dots, sgf

__all__ = ["add_to"]

# So many faults are told unless all are asked for.
_FAULTS = 10
_SEVERITIES = {1: "warning", 2: "error", 3: "error"}


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "show",
        help="players, rules, faults, score and board of a record",
        description="Shows a record of Dots: players, rules, faults, score, result, board.",
        allow_abbrev=False,
    )
    add_record(parser)
    parser.add_argument(
        "--move", type=count, metavar="N", help="the board after N moves, not at the end"
    )
    parser.add_argument("--svg", metavar="OUT.svg", help="also draw the board into this file")
    parser.add_argument(
        "--numbers", action="store_true", help="with --svg: write its number into each dot"
    )
    parser.add_argument("--all-faults", action="store_true", help=f"not only the first {_FAULTS}")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    from dotcore.cli import _records as records

    if options.numbers and options.svg is None:
        raise CommandError("--numbers: nothing to number without --svg", 2)
    terminal.choose_color("never" if options.json else options.color)
    record = records.open_record(options.file)
    index, game = records.chosen_game(record, options.file, options.game)
    board, node, moves = _position(game, options.move, index)
    if options.svg is not None:
        _draw(options.svg, game, board, options.numbers)
    faults = records.faults_of(record, game)
    if options.json:
        told: dict[str, Any] = records.game_json(index, game, faults)
        told |= {
            "games": len(record.games),
            "moves": moves,
            "comment": node.comment,
            "position": board.view(0),
        }
        terminal.json(told)
        return
    if len(record.games) > 1 and options.game is None:
        _list(record, options.file, index, terminal)
    _tell(game, board, moves, terminal)
    _tell_faults(faults, options.all_faults, terminal)
    terminal.print()
    terminal.print(records.board_text(terminal, board))
    if node.comment.strip():
        terminal.print()
        _tell_comment(node.comment, terminal)


def _position(game: sgf.Game, wish: int | None, index: int) -> tuple[dots.Board, sgf.Node, int]:
    """The board after the moves wished for, the node it stands in, all moves of the game."""
    import dotcore

    try:
        steps = game.replay()
        found = None
        for node, board in steps:
            last, last_board = node, board
            if found is None and wish is not None and board.move_number >= wish:
                found = board.copy(), node
                while found[0].move_number > wish:
                    found[0].undo()
    except dotcore.InvalidRecord as wrong:
        raise CommandError(str(wrong)) from None
    moves = last_board.move_number
    if wish is None:
        return last_board, last, moves
    if found is None:
        raise CommandError(f"--move {wish}: game {index} has {moves} moves", 2)
    return *found, moves


def _draw(path: str, game: sgf.Game, board: dots.Board, numbers: bool) -> None:
    from pathlib import Path

    from dotcore.cli import _records as records

    first, second = (records.name_of(game, player) for player in (0, 1))
    title = (
        f"{first}  {records.number(board.totals[0])} : {records.number(board.totals[1])}  {second}"
    )
    picture = board.to_svg(title=title, move_numbers=numbers)
    try:
        Path(path).write_text(picture, encoding="utf-8", newline="\n")
    except OSError as wrong:
        raise CommandError(f"{path}: {wrong.strerror or wrong}") from None


def _list(record: sgf.Collection, path: str, index: int, terminal: Terminal) -> None:
    """The games of a file, one line each."""
    from dotcore.cli import _records as records

    games = len(record.games)
    terminal.print(f"{plain(path)}: {games} games; below, game {index} (--game N: another)")
    for number, game in enumerate(record.games, 1):
        names = " - ".join(records.name_of(game, player) for player in (0, 1))
        size = f"{game.width}x{game.height}" if game.size is not None else "no board"
        result = records.recorded_text(game)
        terminal.print(f"{number:>5}  {size:>8}  {names}" + (f", {result}" if result else ""))
    terminal.print()


def _tell(game: sgf.Game, board: dots.Board, moves: int, terminal: Terminal) -> None:
    """What the record says, and what the rules make of it."""
    from dotcore.cli import _records as records

    def line(name: str, text: str) -> None:
        if text:
            terminal.print(terminal.style(f"{name:<9}", "faint") + text)

    players = [records.player_text(terminal, game, player) for player in (0, 1)]
    line("players", f"{players[0]} - {players[1]}")
    told = [plain(game.info.get(name, "")).strip() for name in ("DT", "EV", "PC")]
    line("played", ", ".join(one for one in told if one))
    rules = records.rules_text(game.rules)
    line("board", f"{game.width}x{game.height}, rules {rules}")
    line("", terminal.style(plain(game.rules_reason), "faint"))
    at = board.move_number
    line("moves", str(moves) if at == moves else f"{at} of {moves}")
    line("score", records.score_text(board))
    line("result", records.result_text(game, board))
    line("recorded", records.recorded_text(game))


def _tell_faults(faults: list[sgf.Diagnostic], tell_all: bool, terminal: Terminal) -> None:
    if not faults:
        return
    terminal.print()
    terminal.print(f"{len(faults)} fault{'s' * (len(faults) > 1)} (line:column)")
    for fault in faults if tell_all else faults[:_FAULTS]:
        severity = fault.severity.name.lower()
        place = f"{fault.line}:{fault.column}" if fault.line else "-"
        shown = terminal.style(f"{severity:<8}", _SEVERITIES[fault.severity])
        terminal.print(f"  {place:>7} {shown} {plain(fault.message)}")
    if len(faults) > _FAULTS and not tell_all:
        terminal.print(f"  and {len(faults) - _FAULTS} more (--all-faults)")


def _tell_comment(comment: str, terminal: Terminal) -> None:
    for paragraph in comment.splitlines():
        terminal.print(textwrap.fill(plain(paragraph), 78))
