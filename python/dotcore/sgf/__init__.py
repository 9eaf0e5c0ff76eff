"""Game records of Dots in SGF: reading, editing, playing through, writing.

>>> from dotcore import sgf
>>> record = sgf.parse("(;GM[40]FF[4]SZ[8]PB[Ann]PW[Ben]RE[B+R];B[dd];W[ed]C[why?])", check=False)
>>> game = record.games[0]
>>> game.players[0].name, game.result.kind, [node.comment for node in game.main_line()][-1]
('Ann', 'resign', 'why?')

A faulty record is read as far as it goes, and ``record.diagnostics`` tells each fault with
severity, line and column.  What is not edited is written back byte for byte: white space, odd
spellings, unknown properties, escapes, line ends, byte-order mark, text around the games.

- `read` takes text, bytes or a path; `parse` takes text or bytes, `read_file` a path
- `Collection`: the games of a file; `Game`, `Node`: the tree; `Diagnostic`: a fault
- `Game.board`, `Game.replay`: positions; `from_board`: a played board as a record
- `dumps`: text of a collection, a game, or a board
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from ._collection import MAX_BYTES, MAX_ITEMS, Collection, PathLike, parse, read_file
from ._faults import Diagnostic, Severity
from ._game import Game
from ._node import Node, Properties
from ._nodeview import Setup
from ._values import Mark, Move, Player, Result

if TYPE_CHECKING:
    from dotcore import dots

__all__ = [
    "MAX_BYTES",
    "MAX_ITEMS",
    "Collection",
    "Diagnostic",
    "Game",
    "Mark",
    "Move",
    "Node",
    "Player",
    "Properties",
    "Result",
    "Setup",
    "Severity",
    "dumps",
    "from_board",
    "parse",
    "read",
    "read_file",
]

_TEXT = re.compile(r"\(\s*;|[\r\n\0]")
_LONGEST_PATH = 4096


def read(
    source: PathLike | bytes,
    *,
    check: bool = True,
    max_bytes: int | None = MAX_BYTES,
    max_items: int | None = MAX_ITEMS,
) -> Collection:
    """Read all games of ``source``: bytes, a path object, or a str that is a text or a path.

    A str is a text if ``(;`` (white space between allowed) or a line break stands in it, if it is
    empty or too long for a path; else it is a path.  For text that a stranger sent use `parse`,
    which never opens a file.

    >>> read("(;GM[40]FF[4]SZ[39:32])", check=False).games[0].size
    (39, 32)
    """
    if isinstance(source, str):
        if not source or len(source) > _LONGEST_PATH or _TEXT.search(source):
            return parse(source, check=check, max_bytes=max_bytes, max_items=max_items)
    elif not isinstance(source, os.PathLike):
        return parse(source, check=check, max_bytes=max_bytes, max_items=max_items)
    return read_file(source, check=check, max_bytes=max_bytes, max_items=max_items)


def dumps(record: Collection | Game | dots.Board) -> str:
    """The SGF text of a collection, a game or a played board.

    >>> dumps(parse("(;GM[40] FF[4]\\n SZ[5] ; B[aa])", check=False))
    '(;GM[40] FF[4]\\n SZ[5] ; B[aa])'
    """
    if isinstance(record, (Collection, Game)):
        return record.to_text()
    return from_board(record).to_text()


def from_board(board: dots.Board, **info: str) -> Game:
    """The game played on ``board``: rules, starting dots, moves and result.

    ``info`` are root properties as text, such as ``PB="Ann"``.  Reading the record back gives an
    equal board; where SGF cannot say what this board is (more than 52 columns or rows, a position
    that did not come about by starting dots and moves), `InvalidRecord` is raised.
    """
    from ._replay import game_from_board

    return game_from_board(board, info)
