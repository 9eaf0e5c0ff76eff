"""``dotcore analyze``: what the moves of a game were worth, or what to play in a position."""

from __future__ import annotations

import argparse
import shutil
import time
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, add_record, count, duration
from dotcore.cli._terminal import CommandError, Terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dotcore import analysis, dots, search, sgf

__all__ = ["add_to"]

# What is searched where nothing else is asked for: a game shall take seconds.
_GAME_SIMULATIONS, _GAME_SECONDS = 1000, 0.1
_POSITION_SECONDS = 3.0
# The same of a position that a seed shall fix, whatever the clock says.
_POSITION_SIMULATIONS = 20_000
# What the command tells the search, not the engine's spec.
_TOLD_BY_OPTIONS = {
    "simulations": "--simulations",
    "time_ms": "--time",
    "threads": "--threads",
    "seed": "--seed",
}
_MOST_CANDIDATES = 9
_WIDTH = 78


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "analyze",
        help="what the moves of a record were worth, or what to play in a position",
        description=(
            "Searches each position of a record's main line: who leads after each move, what the"
            " move lost, the better one. With --move, looks deeply at one position."
        ),
        epilog=(
            f"Without a limit: {_GAME_SIMULATIONS} simulations a position, at most"
            f" {_GAME_SECONDS:g} s; with --move {_POSITION_SECONDS:g} s. With a --seed no time"
            f" limits it: {_GAME_SIMULATIONS} simulations, with --move {_POSITION_SIMULATIONS}."
        ),
        allow_abbrev=False,
    )
    add_record(parser)
    parser.add_argument(
        "--move", type=count, metavar="N", help="only the position after N moves, but deeply"
    )
    parser.add_argument("--from", type=count, dest="first", metavar="A", help="begin with move A")
    parser.add_argument("--to", type=count, dest="last", metavar="B", help="end with move B")
    parser.add_argument("--time", type=duration, metavar="S", help="seconds for a position")
    parser.add_argument("--simulations", type=count, metavar="N", help="for a position")
    parser.add_argument(
        "--threads", type=count, default=1, metavar="N", help="threads that search (default: 1)"
    )
    parser.add_argument(
        "--engine",
        default="strong",
        metavar="SPEC",
        help="strong or uniform, with options as in strong:exploration=0.5 (default: strong)",
    )
    parser.add_argument(
        "--seed", type=count, metavar="N", help="fixes the output, with one thread and no --time"
    )
    parser.add_argument(
        "--blunders", type=count, default=10, metavar="N", help="list so many (default: 10)"
    )
    parser.add_argument(
        "--svg",
        metavar="OUT.svg",
        help="also draw the board into this file: with the best points, or the game's blunders",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore
    from dotcore.cli import _records as records

    if options.move is not None and (options.first is not None or options.last is not None):
        raise CommandError("--move is one position, --from and --to are moves: not both", 2)
    terminal.choose_color("never" if options.json else options.color)
    effort = _effort(options)
    record = records.open_record(options.file)
    index, game = records.chosen_game(record, options.file, options.game)
    faults = records.faults_of(record, game)
    if faults and not options.json:
        told = f"{len(faults)} fault{'s' * (len(faults) > 1)}"
        terminal.error(f"{options.file}: {told}; dotcore show tells them")
    board = game.board()
    moves = board.move_number
    about = records.game_json(index, game, faults) | {"moves_in_game": moves}
    try:
        if options.move is not None:
            if options.move > moves:
                raise CommandError(f"--move {options.move}: game {index} has {moves} moves", 2)
            while board.move_number > options.move:
                board.undo()
            _Position(options, terminal, game, board, moves).run(effort, about)
        else:
            first, last = _moves(options, index, moves)
            _Game(options, terminal, game, board, first, last).run(effort, about)
    except dotcore.Error as wrong:  # numbers that the search does not take
        raise CommandError(str(wrong), 2) from None


def _effort(options: argparse.Namespace) -> analysis.Effort:
    import dotcore
    from dotcore import analysis

    simulations, seconds = options.simulations, options.time
    if simulations is None and seconds is None:
        # A seed shall fix what is found, which a clock would not.
        is_fixed = options.seed is not None
        if options.move is None:
            simulations, seconds = _GAME_SIMULATIONS, None if is_fixed else _GAME_SECONDS
        elif is_fixed:
            simulations = _POSITION_SIMULATIONS
        else:
            seconds = _POSITION_SECONDS
    if simulations == 0:
        raise CommandError("--simulations 0: at least 1", 2)
    if not 1 <= options.threads <= 256:
        raise CommandError(f"--threads {options.threads}: 1 to 256", 2)
    try:
        config = analysis.config_of(options.engine, _TOLD_BY_OPTIONS)
    except dotcore.Error as wrong:
        raise CommandError(f"--engine: {wrong}", 2) from None
    return analysis.Effort(
        simulations=simulations,
        time_ms=None if seconds is None else 1000 * seconds,
        threads=options.threads,
        config=config,
        seed=options.seed or 0,
    )


def _moves(options: argparse.Namespace, index: int, moves: int) -> tuple[int, int]:
    """The first and the last move to look at; wrong use if the game does not have them."""
    if options.first == 0:
        raise CommandError("--from 0: moves are numbered from 1", 2)
    first = options.first or 1
    last = moves if options.last is None else options.last
    if (first > moves and first > 1) or last > moves:
        wrong = f"--from {first}" if first > moves else f"--to {last}"
        raise CommandError(f"{wrong}: game {index} has {moves} moves", 2)
    if first > last and moves:
        raise CommandError(f"--from {first} --to {last}: nothing lies between", 2)
    return first, last


def _write_svg(path: str, picture: str) -> None:
    from pathlib import Path

    try:
        Path(path).write_text(picture, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as wrong:
        raise CommandError(f"{path}: {getattr(wrong, 'strerror', None) or wrong}") from None


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"


def _line_text(line: Sequence[str], most: int = 8) -> str:
    """A line of play, not longer than is of interest, a turn of several acts as one."""
    turns: list[str] = []
    for act in line:
        if act.startswith("enclose ") and turns:
            turns[-1] += f"({act})"
        elif act != "end_turn":
            turns.append(act)
    return " ".join(turns[:most]) + (" ..." if len(turns) > most else "")


class _Game:
    """All moves of a game, or those from one to another."""

    def __init__(
        self,
        options: argparse.Namespace,
        terminal: Terminal,
        game: sgf.Game,
        board: dots.Board,
        first: int,
        last: int,
    ) -> None:
        self._options, self._terminal = options, terminal
        self._game, self._board = game, board
        self._first, self._last = first, last
        self._width = min(_WIDTH, max(40, shutil.get_terminal_size((_WIDTH, 24)).columns - 1))

    def run(self, effort: analysis.Effort, about: dict[str, Any]) -> None:
        """Search, and print what was found, also when Ctrl-C came before the end."""
        from dotcore import analysis

        reviews: list[analysis.MoveReview] = []
        interrupted = False
        total = self._last - self._first + 1
        found = analysis.review(self._board, first=self._first, last=self._last, effort=effort)
        try:
            with self._terminal.progress("analyze", total) as advance:
                for one in found:
                    reviews.append(one)
                    advance()
        except KeyboardInterrupt:
            interrupted = True
        worst = analysis.blunders(reviews, self._options.blunders)
        if self._options.svg is not None:
            self._draw(reviews, worst)
        if self._options.json:
            self._terminal.json(
                about
                | {
                    "effort": _effort_json(effort, self._options.engine),
                    "complete": not interrupted,
                    "moves": [one.to_dict() for one in reviews],
                    "blunders": [one.number for one in worst],
                    "summary": [analysis.summary(reviews, player).to_dict() for player in (0, 1)],
                }
            )
        else:
            self._print(reviews, worst, total, interrupted)
        self._terminal.flush()
        if interrupted:
            raise KeyboardInterrupt

    def _draw(self, reviews: list[analysis.MoveReview], worst: list[analysis.MoveReview]) -> None:
        from dotcore.cli import _records as records

        board = self._board
        while reviews and board.move_number > reviews[-1].number:
            board.undo()
        names = [records.name_of(self._game, player) for player in (0, 1)]
        _write_svg(
            self._options.svg,
            board.to_svg(
                title=f"{names[0]} - {names[1]}, blunders framed",
                move_numbers=True,
                highlight=[
                    (one.move.x, one.move.y)
                    for one in worst
                    if one.move.x is not None and one.move.y is not None
                ],
            ),
        )

    def _print(
        self,
        reviews: list[analysis.MoveReview],
        worst: list[analysis.MoveReview],
        total: int,
        interrupted: bool,
    ) -> None:
        from dotcore.cli import _records as records
        from dotcore.cli._graph import graph

        terminal, game, board = self._terminal, self._game, self._board
        names = [records.player_text(terminal, game, player) for player in (0, 1)]
        rules = records.rules_text(game.rules)
        terminal.print(f"{names[0]} - {names[1]}, {game.width}x{game.height}, rules {rules}")
        if not reviews:
            terminal.print("no move was looked at" if interrupted else "no moves")
            return
        self._print_table(reviews)
        if interrupted:
            terminal.print(f"interrupted after {len(reviews)} of {total} moves")
        elif self._last == board.move_number:
            end = f"{records.score_text(board)}, {records.result_text(game, board)}"
            recorded = records.recorded_text(game)
            terminal.print(end + (f"; recorded: {recorded}" if recorded else ""))
        if len(reviews) > 1:
            terminal.print()
            terminal.print(
                terminal.style("expected lead at the end: X above the line, O below", "faint")
            )
            margins = [one.after.margin for one in reviews]
            marked = [one.number for one in worst]
            for line in graph(terminal, reviews[0].number, margins, marked, self._width):
                terminal.print(line)
        self._print_worst(reviews, worst)
        cut = sum(one.before.cut or one.after.cut for one in reviews)
        if cut:
            told = "1 move" if cut == 1 else f"{cut} moves"
            terminal.print(
                f"the clock cut the search short at {told}; with a --seed or --simulations, and no"
                " --time, it does not"
            )

    def _print_table(self, reviews: list[analysis.MoveReview]) -> None:
        from dotcore.cli import _records as records

        terminal, game = self._terminal, self._game
        names = [records.name_of(game, player)[:12] for player in (0, 1)]
        longest = max(map(len, names))
        wide = max([5, *(len(one.text) for one in reviews)])
        wide_better = max([6, *(len(one.better) for one in reviews)])
        head = f"{'move':>5} {'':<{longest + 2}} {'point':<{wide}} {'score':>7} {'X wins':>7}"
        head += f" {'X leads':>8}  {'better':<{wide_better}} {'loses':>5}"
        terminal.print(terminal.style(head, "faint"))
        for one in reviews:
            who = f"{'XO'[one.player]} {names[one.player]:<{longest}}"
            who = terminal.style(who, ("first", "second")[one.player])
            score = f"{one.scores[0]} : {one.scores[1]}"
            line = f"{one.number:>4}. {who} {one.text:<{wide}} "
            line += terminal.style(f"{score:>7}", *(["bold"] if any(one.change) else []))
            line += f" {_percent(one.after.chance):>7} {one.after.margin:>+8.1f}"
            shown = f"  {one.better:<{wide_better}} {one.loss:>5.1f} {one.mark}"
            if one.mark:
                shown = terminal.style(shown, "error" if one.mark == "??" else "warning")
            elif one.loss < 0.05:
                shown = ""
            terminal.print((line + shown).rstrip())
        if any(one.mark or one.loss >= 0.05 for one in reviews):
            # Otherwise somebody takes the difference of two rows for the loss.
            note = "loses: against the better move, not against the row above"
            terminal.print(terminal.style(note, "faint"))

    def _print_worst(
        self, reviews: list[analysis.MoveReview], worst: list[analysis.MoveReview]
    ) -> None:
        from dotcore import analysis
        from dotcore.cli import _records as records

        terminal, game = self._terminal, self._game
        terminal.print()
        for one in worst:
            name = records.name_of(game, one.player)
            who = terminal.style(f"{'XO'[one.player]} {name}", ("first", "second")[one.player])
            lost = f"{one.loss:.1f} points, {100 * one.chance_loss:.0f}% to win"
            text = f"{one.number:>4}. {who} {one.text} {one.mark} loses {lost}"
            terminal.print(text)
            if one.after.line:
                terminal.print("      punished by  " + _line_text(one.after.line))
            terminal.print("      better       " + _line_text(one.line))
        if not worst:
            terminal.print("no blunders")
        for player in (0, 1):
            told = analysis.summary(reviews, player)
            if not told.moves:
                continue
            name = records.player_text(terminal, game, player)
            terminal.print(
                f"{name}: {told.moves} moves, {told.best} of them the best,"
                f" {told.mean_loss:.2f} points lost a move, ? {told.mistakes}, ?? {told.blunders}"
            )


def _effort_json(effort: analysis.Effort, engine: str) -> dict[str, Any]:
    return {
        "engine": engine,
        "simulations": effort.simulations,
        "time_ms": effort.time_ms,
        "threads": effort.threads,
        "seed": effort.seed,
    }


class _Position:
    """One position, looked at deeply."""

    def __init__(
        self,
        options: argparse.Namespace,
        terminal: Terminal,
        game: sgf.Game,
        board: dots.Board,
        moves: int,
    ) -> None:
        self._options, self._terminal = options, terminal
        self._game, self._board, self._moves = game, board, moves

    def run(self, effort: analysis.Effort, about: dict[str, Any]) -> None:
        """Search, and print what is known, also when Ctrl-C came before the end."""
        from dotcore import analysis

        board = self._board
        interrupted = False
        seen: list[search.Result] = []
        searched = analysis.positions(board)[-1]
        if not board.is_terminal:
            try:
                self._search(searched, effort, seen)
            except KeyboardInterrupt:
                interrupted = True
        found = seen[-1] if seen else None
        best = [] if found is None else analysis.candidates(searched, found, _MOST_CANDIDATES)
        points = {one.point: str(i) for i, one in enumerate(best, 1) if one.point is not None}
        if self._options.svg is not None:
            self._draw(points)
        if self._options.json:
            outlook = analysis.look(board, effort) if board.is_terminal else None
            if found is not None:
                outlook = analysis.outlook_of(searched, found)
            self._terminal.json(
                about
                | {
                    "effort": _effort_json(effort, self._options.engine),
                    "complete": not interrupted,
                    "move_number": board.move_number,
                    "position": board.view(0),
                    "outlook": None if outlook is None else outlook.to_dict(),
                    "candidates": [one.to_dict() for one in best],
                    "tactics": [analysis.tactics(searched, player).to_dict() for player in (0, 1)],
                    "search": None if found is None else found.to_dict(),
                }
            )
        else:
            self._print(found, best, points, interrupted)
        self._terminal.flush()
        if interrupted:
            raise KeyboardInterrupt

    def _search(
        self, board: dots.Board, effort: analysis.Effort, seen: list[search.Result]
    ) -> None:
        from dotcore import search

        ticks, shown = 50, 0
        began = time.monotonic()
        with self._terminal.progress("analyze", ticks) as advance:
            for found in search.analyze(
                board,
                effort.time_ms,
                every_ms=100,
                simulations=effort.simulations,
                threads=effort.threads,
                config=effort.config,
                seed=effort.seed,
            ):
                seen[:] = [found]
                done = 0.0
                if effort.time_ms is not None:
                    done = 1000 * (time.monotonic() - began) / effort.time_ms
                if effort.simulations is not None:
                    done = max(done, found.simulations / effort.simulations)
                while shown < min(ticks, int(done * ticks)):
                    advance()
                    shown += 1

    def _draw(self, points: dict[tuple[int, int], str]) -> None:
        from dotcore.cli import _records as records

        board = self._board
        names = [records.name_of(self._game, player) for player in (0, 1)]
        title = f"{names[0]} - {names[1]}, after move {board.move_number}"
        _write_svg(self._options.svg, board.to_svg(title=title, marks=points))

    def _print(
        self,
        found: search.Result | None,
        best: list[analysis.Candidate],
        points: dict[tuple[int, int], str],
        interrupted: bool,
    ) -> None:
        from dotcore.cli import _records as records

        terminal, game, board = self._terminal, self._game, self._board
        names = [records.player_text(terminal, game, player) for player in (0, 1)]
        rules = records.rules_text(game.rules)
        terminal.print(f"{names[0]} - {names[1]}, {game.width}x{game.height}, rules {rules}")
        where = f"after move {board.move_number} of {self._moves}"
        score = f"score {records.score_text(board)}"
        if board.is_terminal:
            terminal.print(f"{where}, {score}: {records.result_text(game, board)}")
        else:
            terminal.print(f"{where}, {score}, {names[board.current_player]} to move")
        fancy = terminal.color and terminal.unicode
        terminal.print()
        terminal.print(board.to_ansi(color=terminal.color, unicode=fancy, marks=points))
        self._print_tactics()
        if found is None:
            if interrupted:
                terminal.print("interrupted before the first result")
            return
        sign = "XO"[board.current_player]
        terminal.print()
        wide = max(5, *(len(one.text) for one in best))
        head = f"   {'point':<{wide}} {'visits':>10} {'share':>6} {sign + ' wins':>7}"
        terminal.print(terminal.style(f"{head} {sign + ' leads':>8}", "faint"))
        for i, one in enumerate(best, 1):
            text = f"{i}. {one.text:<{wide}} {one.visits:>10,} {_percent(one.share):>6}"
            if one.visits:
                text += f" {_percent(one.chance):>7} {one.margin:>+8.1f}"
            terminal.print(terminal.style(text, "bold") if i == 1 else text)
        terminal.print()
        terminal.print("line    " + _line_text(self._texts(found.pv), 12))
        certain = f", proven: {'XO'[found.player]} {_PROVEN[found.proven]}" if found.proven else ""
        speed = f"{found.simulations:,} simulations"
        wanted = self._options.simulations
        if wanted and self._options.time and not found.proven and found.simulations < wanted:
            speed += f" of {wanted:,}" + ("" if interrupted else ", cut short by the clock")
        terminal.print(f"search  {speed}, {found.memory_mb:.0f} MB{certain}")
        if interrupted:
            terminal.print("interrupted: this is what was found so far")

    def _texts(self, actions: list[int]) -> list[str]:
        return [self._board.action_to_string(action) for action in actions]

    def _print_tactics(self) -> None:
        from dotcore import analysis

        terminal, board = self._terminal, analysis.positions(self._board)[-1]
        told = []
        for player in (board.current_player, 1 - board.current_player):
            if board.is_terminal:
                break
            sign, could = "XO"[player], analysis.tactics(board, player)
            if could.captures:
                takes = [f"{move} ({gain:+})" for move, gain in could.captures]
                told.append(f"{sign} can capture at {_line_text(takes)}")
            if could.ladder:
                told.append(f"{sign} can force {could.ladder:+} by {_line_text(could.line)}")
        if told:
            terminal.print()
        for line in told:
            terminal.print(line)


_PROVEN = {"win": "wins", "loss": "loses", "draw": "draws"}
