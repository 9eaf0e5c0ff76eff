"""Opening the record that a command looks at, and putting it into words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import PRESETS
from dotcore.cli._terminal import CommandError, Terminal, plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dotcore import dots, sgf

__all__ = [
    "board_text",
    "chosen_game",
    "faults_of",
    "game_json",
    "move_text",
    "moves_in",
    "name_of",
    "number",
    "open_record",
    "player_text",
    "recorded_text",
    "result_text",
    "rules_text",
    "score_text",
]

_SYMBOLS = (("X", "●"), ("O", "○"))


def open_record(path: str) -> sgf.Collection:
    """Read a file, or standard input for "-"; an error unless there is a game in it."""
    from dotcore import sgf

    name = "standard input" if path == "-" else path
    try:
        if path == "-" and sys.stdin is None:
            raise CommandError(f"{name}: it was closed before the start")
        if path == "-":
            data = sys.stdin.buffer.read(sgf.MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(sgf.MAX_BYTES + 1)
    except OSError as wrong:
        raise CommandError(f"{name}: {wrong.strerror or wrong}") from None
    except ValueError as wrong:  # a null character in the path
        raise CommandError(f"{name}: {wrong}") from None
    if not data.strip():
        raise CommandError(f"{name}: empty; no game")
    record = sgf.parse(data)
    if not record.games:
        why = f" ({record.diagnostics[0]})" if record.diagnostics else ""
        raise CommandError(f"{name}: no game in SGF{why}")
    return record


def chosen_game(record: sgf.Collection, path: str, wish: int | None) -> tuple[int, sgf.Game]:
    """The game to look at with its number from 1; an error if it cannot be put on a board."""
    if wish is None:  # the first that can be played
        sizes = [one.size is not None for one in record.games]
        index = sizes.index(True) if True in sizes else 0
    else:
        index = wish - 1
    if not 0 <= index < len(record.games):
        told = f"{path} has {len(record.games)} game{'s' * (len(record.games) > 1)}"
        raise CommandError(f"--game {wish}: {told}", 2)
    game = record.games[index]
    if game.size is None:
        told = next(
            (str(one) for one in game.diagnostics if one.severity == 3), "no size of a board"
        )
        raise CommandError(f"{path}: game {index + 1} cannot be played: {told}")
    return index + 1, game


def faults_of(record: sgf.Collection, game: sgf.Game) -> list[sgf.Diagnostic]:
    """The faults of one game, and those of the file that lie in no game."""
    of_games = {id(one) for other in record.games for one in other.diagnostics}
    of_file = [one for one in record.diagnostics if id(one) not in of_games]
    return sorted([*game.diagnostics, *of_file], key=lambda one: (one.line, one.column))


# Words


def number(value: float) -> str:
    """A number of points: "3", "-2.5".

    >>> number(3.0), number(-2.5)
    ('3', '-2.5')
    """
    return f"{value:g}"


def name_of(game: sgf.Game, player: int) -> str:
    """A player's name, or which player it is."""
    return plain(game.players[player].name).strip() or ("first", "second")[player]


def player_text(terminal: Terminal, game: sgf.Game, player: int) -> str:
    """A player's sign and name in the player's colour, and the rank."""
    sign = _SYMBOLS[player][terminal.color and terminal.unicode]
    text = terminal.style(f"{sign} {name_of(game, player)}", ("first", "second")[player])
    rank = plain(game.players[player].rank).strip()
    return f"{text} ({rank})" if rank else text


def rules_text(rules: dots.Rules) -> str:
    """A preset's name, or the options that are not the defaults."""
    from dotcore import dots

    for preset in PRESETS:
        made = getattr(dots.Rules, preset)()
        if rules.replace(komi=0.0, start=made.start) == made:
            komi = f", komi {number(rules.komi)}" if rules.komi else ""
            return preset + komi
    return str(rules).removeprefix("Rules(").removesuffix(")").replace("'", "")


def score_text(board: dots.Board) -> str:
    """Captured dots, and the totals where they differ."""
    first, second = board.scores
    text = f"{first} : {second}"
    if board.totals != (first, second):
        text += f" (with komi and territory {number(board.totals[0])} : {number(board.totals[1])})"
    return text


def result_text(game: sgf.Game, board: dots.Board) -> str:
    """How the game stands or ended, by the rules."""
    result = board.result
    if result is None:
        lead = board.totals[0] - board.totals[1]
        if lead == 0:
            return "not ended, even"
        return f"not ended, {name_of(game, lead < 0)} leads by {number(abs(lead))}"
    how = {"full": "no dot is left to place", "stop": "by stop", "ground": "by grounding"}
    reason = how.get(result.reason, result.reason)
    if result.winner is None:
        return f"draw, {reason}"
    if result.reason == "resign":
        return f"{name_of(game, result.winner)} wins by resignation"
    return f"{name_of(game, result.winner)} wins by {number(result.margin)}, {reason}"


def recorded_text(game: sgf.Game) -> str:
    """The recorded result in words, "" if there is none."""
    result = game.result
    if result is None:
        return plain(game.info.get("RE", "")).strip()
    if result.kind in ("draw", "void"):
        return result.kind
    if result.winner is None:
        return "unknown"
    winner = name_of(game, result.winner)
    if result.kind == "score" and result.margin is not None:
        return f"{winner} wins by {number(result.margin)}"
    how = {"resign": " by resignation", "time": " on time", "forfeit": " by forfeit"}
    return f"{winner} wins" + (how | {"ground": " by grounding"}).get(result.kind, "")


def board_text(terminal: Terminal, board: dots.Board) -> str:
    """The board as the terminal can show it: signs with colours, letters without."""
    return board.to_ansi(color=terminal.color, unicode=terminal.color and terminal.unicode)


def move_text(move: dots.Move) -> str:
    """What was done: "7,4", or a word."""
    if move.kind == "place":
        return f"{move.x},{move.y}"
    if move.kind == "enclose":
        return f"encloses {move.x},{move.y}"
    return {"stop": "stops", "ground": "grounds", "resign": "resigns"}.get(move.kind, move.kind)


# For machines


def game_json(index: int, game: sgf.Game, faults: Iterable[sgf.Diagnostic]) -> dict[str, Any]:
    """What a record says about a game."""
    return {
        "game": index,
        "players": [{"name": player.name, "rank": player.rank} for player in game.players],
        "date": game.info.get("DT"),
        "rules": game.rules.as_dict(),
        "rules_reason": game.rules_reason,
        "size": list(game.size) if game.size is not None else None,
        "recorded_result": game.info.get("RE"),
        "faults": [
            {
                "line": fault.line,
                "column": fault.column,
                "severity": fault.severity.name.lower(),
                "code": fault.code,
                "message": fault.message,
            }
            for fault in faults
        ],
    }


def moves_in(game: sgf.Game) -> int:
    """How many moves the main line has, dots set up on the way among them."""
    return game.board().move_number
