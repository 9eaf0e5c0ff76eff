"""A recorded game: a tree of nodes, what its root says, and the way to a board.

Everything here walks with a loop and a list, never by recursion: a game with a hundred thousand
nodes below one another is read, copied, pickled, compared and dropped like any other.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ._dialects import OPTIONAL_ENCLOSURES, RulesGuess, format_rules, guess_rules
from ._faults import Diagnostic, FaultLog, Source, invalid
from ._node import Node
from ._values import (
    MAX_SIZE,
    Player,
    Point,
    Result,
    has_chain,
    parse_number,
    parse_result,
    parse_size,
    unescape,
)

if TYPE_CHECKING:
    from dotcore import dots

__all__ = ["Game"]


def _ignore(*_: object) -> None:
    pass


class Game:
    """One recorded game: a tree of nodes, and what its root says about the game.

    Equal games have equal trees: the same properties with the same raw values in the same order.
    """

    __slots__ = (
        "_begin",
        "_edited",
        "_end",
        "_gaps",
        "_lead",
        "_source",
        "_spans",
        "_tail_closed",
        "_written",
        "diagnostics",
        "root",
    )
    __hash__ = None  # type: ignore[assignment]

    def __init__(self) -> None:
        self.root: Node = Node(self, None)
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self._source: Source | None = None
        self._begin = self._end = 0  # where the game stands in its source
        self._lead = "\n"  # the text before it, from the end of the game before
        self._spans = array("q")  # start and end of each node read
        self._gaps = array("l")  # parentheses closed and opened between it and the node before
        self._tail_closed = 0  # parentheses closed after the last node
        self._written: tuple[bool, bool] | None = None  # are there chains, final pools?
        self._edited = True

    @classmethod
    def new(
        cls,
        width: int,
        height: int | None = None,
        *,
        rules: dots.Rules | None = None,
        start: Iterable[tuple[int, int, int]] = (),
        **info: str,
    ) -> Game:
        """A game without moves on a board of at most 52 x 52 points.

        ``start`` are the starting dots (x, y, player); ``info`` are root properties as text, such
        as ``PB="Ann"``, ``PW="Ben"``, ``DT="2024-05-01"``.  Without ``rules`` the record says
        nothing about them.

        >>> game = Game.new(39, 32, PB="Ann", PW="Ben")
        >>> game.width, game.height, game.players[0].name
        (39, 32, 'Ann')
        """
        height = width if height is None else height
        if not (1 <= width <= 52 and 1 <= height <= 52):
            message = f"a board of {width} x {height} cannot be written as SGF; the largest is 52"
            raise invalid(f"{message} x 52")
        import dotcore

        game = cls()
        game.root._properties = []
        game.root._tree = True
        properties = game.root.properties
        properties["FF"] = ["4"]
        properties["GM"] = ["40"]
        properties["CA"] = ["UTF-8"]
        properties["AP"] = [f"dotcore:{getattr(dotcore, '__version__', '0')}"]
        properties["SZ"] = [str(width) if width == height else f"{width}:{height}"]
        if rules is not None:
            properties["RU"] = [format_rules(rules.as_dict())]
            if rules.komi:
                properties["KM"] = [f"{rules.komi:g}"]
        for name, text in info.items():
            game.root.set_text(name, text)
        game.root.set_up(start)
        return game

    # The tree

    def nodes(self) -> Iterator[Node]:
        """All nodes, each before its children, variations in order."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            if node._children:
                stack.extend(reversed(node._children))

    def main_line(self) -> Iterator[Node]:
        """The root, its first child, the first child of that, and so on."""
        node: Node | None = self.root
        while node is not None:
            yield node
            node = node._children[0] if node._children else None

    # What the root says

    @property
    def size(self) -> Point | None:
        """Width and height, None where the record names no possible board."""
        raw = self._raw("SZ")
        return None if raw is None else parse_size(raw, _ignore)

    @property
    def width(self) -> int:
        """Columns of the board, 0 where the record names no possible board."""
        size = self.size
        return 0 if size is None else size[0]

    @property
    def height(self) -> int:
        """Rows of the board, 0 where the record names no possible board."""
        size = self.size
        return 0 if size is None else size[1]

    @property
    def players(self) -> tuple[Player, Player]:
        """Names and ranks of the first and the second player."""
        text = self.root.text
        return Player(text("PB"), text("BR")), Player(text("PW"), text("WR"))

    @property
    def info(self) -> dict[str, str]:
        """The root's properties as text, by name: ``game.info.get("DT")`` is the date."""
        told: dict[str, str] = {}
        for one in self.root._peek():
            if one.values:
                told.setdefault(one.name, unescape(one.values[0]))
        return told

    @property
    def komi(self) -> float:
        """Points added to the second player, a multiple of a half; 0 without a readable KM."""
        number = parse_number(self._raw("KM") or "")
        return number if number is not None and (2 * number).is_integer() else 0.0

    @property
    def result(self) -> Result | None:
        """The recorded result; None where none can be read.  May be assigned."""
        raw = self._raw("RE")
        return None if raw is None else parse_result(raw, _ignore)

    @result.setter
    def result(self, result: Result | None) -> None:
        if result is None:
            self.root.properties.pop("RE", None)
        else:
            self.root.properties["RE"] = (str(result),)

    @property
    def rules(self) -> dots.Rules:
        """The rules that the record seems to be played under; `rules_reason` says why these."""
        from dotcore import dots

        return dots.Rules(komi=self.komi, **self._guess().options)

    @property
    def rules_reason(self) -> str:
        """What in the record led to `rules`.

        >>> Game.new(20, AP="NOTAGO:4.4.0").rules_reason
        'AP[NOTAGO:4.4.0] plays the Russian rules'
        """
        return self._guess().reason

    # Playing it

    def board(self, node: Node | None = None, *, move: int | None = None) -> dots.Board:
        """The position after ``node``, without one that at the end of the main line.

        With ``move``, the position after that many moves (`Board.move_number`), or at the end if
        there are fewer.  What the rules refuse is left out, as `check` tells.  Raises
        `InvalidRecord` if the record names no possible board, `ValueError` for a negative ``move``.

        >>> from dotcore import sgf
        >>> game = sgf.parse("(;GM[40]FF[4]SZ[5];C[before the first dot];B[aa];W[bb])").games[0]
        >>> game.board(move=1).last_move
        <Move place by player 0 at (0, 0)>
        """
        from ._replay import Replay

        if move is not None and move < 0:
            raise ValueError(f"move={move}; 0 or more")
        replay = Replay(self)
        for step in self.main_line() if node is None else node.path():
            replay.play(step)
            if move is not None and replay.board.move_number >= move:
                while replay.board.move_number > move:
                    replay.board.undo()
                break
        return replay.board

    def replay(self, node: Node | None = None) -> Iterator[tuple[Node, dots.Board]]:
        """Play through to ``node``, without one along the main line.

        Yields each node with the position after it.  It is one board that changes from step to
        step: copy it to keep a position.
        """
        from ._replay import Replay

        replay = Replay(self)
        for step in self.main_line() if node is None else node.path():
            replay.play(step)
            yield step, replay.board

    def check(self) -> list[Diagnostic]:
        """All faults of the game as it is now: of its properties, and of its moves by the rules.

        For a game just read, `diagnostics` has the same, and the faults of the text as well.
        """
        from ._lint import GameLint
        from ._replay import check_game

        log = FaultLog()
        lint = GameLint(log)
        for node in self.nodes():
            lint.node(node is self.root, node._peek(), self._content_start(node))
            if not node._children:
                lint.leave_main_line()
        lint.finish()
        check_game(self, log)
        return [diagnostic for _, diagnostic in log.diagnostics(self._source)]

    # Writing

    def to_text(self) -> str:
        """The game as SGF text; what was not edited, as it was read."""
        from ._write import game_text

        return game_text(self)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the game as a file of its own, in the encoding that its CA names, else UTF-8."""
        from ._collection import Collection

        Collection([self]).write(path)

    # Underneath

    def _raw(self, name: str) -> str | None:
        """The first raw value of a root property that is written more than once at times."""
        for one in self.root._peek():
            if one.name == name and one.values:
                return one.values[0]
        return None

    def _first_guess(self) -> RulesGuess:
        """What the root and the kinds of values written say about the rules."""
        app = unescape(self._raw("AP") or "")
        chains, pools = self._chains_and_pools()
        return guess_rules(self._raw("RU"), app, _ignore, chains=chains, pools=pools)

    def _guess(self) -> RulesGuess:
        """The same, and what the dots say where that leaves it open."""
        guess = self._first_guess()
        if guess.is_open and self.size is not None:
            from ._replay import dot_in_captured

            if dot_in_captured(self, guess) is not None:
                return OPTIONAL_ENCLOSURES
        return guess

    def _chains_and_pools(self) -> tuple[bool, bool]:
        """Whether the record writes down what dots enclose, and the pools at the end."""
        if self._written is None or self._edited:
            values = [
                (one.name, raw)
                for node in self.nodes()
                for one in node._peek()
                if one.name in ("B", "W", "TB", "TW")
                for raw in one.values
            ]
            chains = any(has_chain(raw) for name, raw in values if len(name) == 1)
            pools = any(raw.lstrip()[:1] == "." for name, raw in values if len(name) == 2)
            self._written = chains, pools
        return self._written

    def _check_inside(self, points: Iterable[Point]) -> None:
        size = self.size or (MAX_SIZE, MAX_SIZE)
        for x, y in points:
            if not (0 <= x < size[0] and 0 <= y < size[1]):
                raise invalid(f"({x}, {y}) is not on the board of {size[0]} x {size[1]}")

    def _content_start(self, node: Node) -> int:
        return -1 if node._index < 0 else self._spans[2 * node._index] + 1

    @classmethod
    def _reading(cls, source: Source, begin: int, lead: str) -> Game:
        game = cls()
        game._lead = lead
        game._source = source
        game._begin = begin
        game._edited = False
        return game

    def _read_node(
        self, parent: Node | None, start: int, end: int, closed: int, opened: int
    ) -> Node:
        node = self.root if parent is None else Node(self, parent)
        node._index = len(self._gaps) // 2
        node._tree = opened > 0
        self._spans.append(start)
        self._spans.append(end)
        self._gaps.append(closed)
        self._gaps.append(opened)
        if parent is not None:
            if parent._children is None:
                parent._children = [node]
            else:
                parent._children.append(node)
        return node

    def _end_reading(self, end: int, closed: int, chains: bool, pools: bool) -> None:
        self._end = end
        self._tail_closed = closed
        self._written = chains, pools

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        # Trees whose nodes have as many children each, in order, end together.
        for a, b in zip(self.nodes(), other.nodes(), strict=False):
            if len(a._children or ()) != len(b._children or ()):
                return False
            if [(p.name, p.values) for p in a._peek()] != [(p.name, p.values) for p in b._peek()]:
                return False
        return True

    def __repr__(self) -> str:
        names = " - ".join(player.name or "?" for player in self.players)
        return f"<Game {self.width} x {self.height}, {names[:60]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, (self.to_text(), self.diagnostics)


def _restore_game(text: str, diagnostics: tuple[Diagnostic, ...]) -> Game:
    from ._parse import parse_games

    games, _ = parse_games(Source(text), FaultLog(), None)
    if not games:
        raise invalid("no game in the pickled text")
    games[0].diagnostics = diagnostics
    return games[0]
