"""``dotcore dotcard show``: the table of a record at its end or after some act, the score sheet."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, add_json, count
from dotcore.cli._terminal import CommandError, Terminal, plain
from dotcore.cli.dotcard_options import write_file

if TYPE_CHECKING:
    from dotcore import dotcard

__all__ = ["add_to", "open_record"]


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "show",
        help="the table and the score sheet of a record",
        description="Shows a record of DotCard: what was played, the table, the score sheet.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="RECORD", help="a record, or - for standard input")
    parser.add_argument(
        "--act", type=count, metavar="K", help="the table after K acts, those of chance counted"
    )
    parser.add_argument(
        "--player", type=count, metavar="SEAT", help="as this seat sees it (default: all hands)"
    )
    parser.add_argument("--acts", action="store_true", help="tell the acts, too")
    parser.add_argument("--svg", metavar="OUT.svg", help="also draw the table into this file")
    add_json(parser)
    parser.set_defaults(run=run)


def open_record(path: str) -> dotcard.Record:
    """Read a file, or standard input for "-", as far as it goes; an error unless it begins well."""
    import dotcore
    from dotcore import dotcard
    from dotcore.dotcard import _record

    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            if sys.stdin is None:
                raise CommandError(f"{name}: it was closed before the start")
            return dotcard.read_record(sys.stdin.buffer.read(_record.MAX_BYTES + 1), partial=True)
        from pathlib import Path

        return dotcard.read_record(Path(path), partial=True)
    except OSError as wrong:
        raise CommandError(f"{name}: {wrong.strerror or wrong}") from None
    except dotcore.InvalidRecord as wrong:
        raise CommandError(f"{name}: {plain(str(wrong))}") from None
    except ValueError as wrong:  # a null character in the path
        raise CommandError(f"{name}: {wrong}") from None


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import dotcore

    record = open_record(options.file)
    game = record.game.copy()
    acts = len(game.action_history)
    at = acts if options.act is None else options.act
    if at > acts:
        raise CommandError(f"--act {at}: the record has {acts} acts", 2)
    for _ in range(acts - at):
        game.undo()
    try:
        text = game.to_text(options.player, names=record.names)
        if options.svg is not None:
            write_file(options.svg, game.to_svg(options.player, names=record.names))
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None
    if options.json:
        terminal.json(_json(record, game, at, acts, options.player))
        return
    _head(record, at, acts, terminal)
    if options.acts:
        _tell_acts(record, at, terminal)
    terminal.print()
    terminal.print(text)
    terminal.print()
    terminal.print(game.score_sheet(record.names))


def _head(record: dotcard.Record, at: int, acts: int, terminal: Terminal) -> None:
    names = record.names or [f"P{seat}" for seat in range(record.game.players)]
    terminal.print(f"players  {', '.join(plain(name) for name in names)}")
    terminal.print(f"rules    {rules_text(record.game.rules)}")
    terminal.print(f"acts     {acts}" if at == acts else f"acts     {at} of {acts}")
    if record.fault is not None:
        terminal.print(f"fault    {plain(record.fault)}")


def rules_text(rules: dotcard.Rules) -> str:
    """The options that are not the defaults."""
    from dotcore import dotcard

    defaults = dotcard.Rules().as_dict()
    told = [f"{name}={value}" for name, value in rules.as_dict().items() if value != defaults[name]]
    return ", ".join(told) or "the leaflet's"


def _tell_acts(record: dotcard.Record, at: int, terminal: Terminal) -> None:
    from dotcore.dotcard import _words

    game = record.game.copy()
    names = record.names
    actions = game.action_history.tolist()
    for _ in actions:
        game.undo()
    terminal.print()
    was_dealing = True
    for number, action in enumerate(actions[:at], 1):
        before = game.copy()
        game.apply(action)
        told = _words.act_in_words(before, game, action, names)
        if was_dealing and game.phase == "start":
            terminal.print(_words.deal_in_words(game, names))
        was_dealing = game.phase in ("choose_starter", "deal")
        if told:
            terminal.print(f"{number:>5}  " + told.replace("\n", "\n       "))


def _json(
    record: dotcard.Record, game: dotcard.Game, at: int, acts: int, player: int | None
) -> dict[str, Any]:
    seats = range(game.players) if player is None else [player]
    return {
        "names": record.names,
        "bots": record.bots,
        "seed": record.seed,
        "fault": record.fault,
        "acts": acts,
        "act": at,
        "views": [game.view(seat) for seat in seats],
        "ranks": game.ranks.tolist(),
        "winners": list(game.winners),
    }
