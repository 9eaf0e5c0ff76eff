"""Nodes and their properties.

A node that came from a text remembers where it stands in it and little else: its properties are
read again when somebody asks.  So a large file costs little more than its nodes, and what nobody
edited is written back as the very characters that were read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _nodeview
from ._faults import invalid
from ._nodeview import MARK_KINDS, Setup
from ._scan import RawProperty, canonical_name, scan_properties
from ._values import Mark, Move, Point, escape, format_move, format_point, raw_problem, unescape

if TYPE_CHECKING:
    from ._game import Game

__all__ = ["Node", "Properties"]

Chain = Sequence[Point]


class Node:
    """A node of a game tree: what happened at one moment, and what may follow.

    ``children[0]`` goes on with the line, the others are variations.  Two nodes are equal only if
    they are the same node.
    """

    __slots__ = ("_children", "_edited", "_game", "_index", "_parent", "_properties", "_tree")

    def __init__(self, game: Game, parent: Node | None) -> None:
        self._game = game
        self._parent = parent
        self._children: list[Node] | None = None
        self._properties: list[RawProperty] | None = None
        self._index = -1  # number of the node in the text that it was read from
        self._tree = False  # a parenthesis opened before it
        self._edited = False

    # The tree

    @property
    def game(self) -> Game:
        """The game that the node belongs to."""
        return self._game

    @property
    def parent(self) -> Node | None:
        """The node before; None for the root and for a removed node."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes that may follow, the main one first."""
        return tuple(self._children or ())

    @property
    def is_root(self) -> bool:
        return self is self._game.root

    def path(self) -> list[Node]:
        """The nodes from the root to this one, both included."""
        nodes = [self]
        while nodes[-1]._parent is not None:
            nodes.append(nodes[-1]._parent)
        nodes.reverse()
        return nodes

    def place(self) -> tuple[int, int] | None:
        """Line and column where the node begins in the text it was read from."""
        if self._index < 0 or self._game._source is None:
            return None
        return self._game._source.place(self._game._spans[2 * self._index])

    # Reading properties

    @property
    def properties(self) -> Properties:
        """All properties, in order, with their raw values: a mapping that may be changed."""
        return Properties(self)

    def text(self, name: str, default: str = "") -> str:
        """The first value of a property as text, escapes resolved; ``default`` without one."""
        for one in self._peek():
            if one.name == name and one.values:
                return unescape(one.values[0])
        return default

    @property
    def comment(self) -> str:
        """The comment, "" if there is none; assigning "" takes it away."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        if text:
            self.set_text("C", text)
        else:
            self.properties.pop("C", None)

    @property
    def move(self) -> Move | None:
        """What is played in this node; None in a root, a set-up, a comment."""
        moves = self.moves
        return moves[0] if moves else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All that is played here: some programs write ``B[aa][bb]`` for two dots in a row.

        In a root node nothing is played, whatever stands there.
        """
        return () if self.is_root else _nodeview.moves_of(self._peek())

    @property
    def setup(self) -> Setup:
        """Dots set up in this node and the player to move; false if there are none."""
        found, to_move = _nodeview.setup_of(self._peek())
        return Setup(tuple((x, y, player) for x, y, player, _ in found), to_move)

    @property
    def pools(self) -> tuple[tuple[int, tuple[Point, ...]], ...] | None:
        """The pools closed at the end, as (player, chain); None where the node has none of it."""
        pools = _nodeview.pools_of(self._peek())
        return None if pools is None else tuple((player, tuple(chain)) for player, chain in pools)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Circles, squares, triangles, crosses, selections and labels on points."""
        return _nodeview.marks_of(self._peek())

    # Building

    def set_text(self, name: str, text: str) -> None:
        """Make ``text`` the one value of a property, with the escapes that it needs."""
        self.properties[name] = (escape(text),)

    def add_child(self, properties: Mapping[str, Sequence[str]] | None = None) -> Node:
        """Add a node after this one, behind the variations there are, and return it.

        ``properties`` hold raw values, as `properties` gives them.
        """
        node = Node(self._game, self)
        node._properties = []
        node._edited = True
        for name, values in (properties or {}).items():
            node.properties[name] = values
        if self._children is None:
            self._children = []
        self._children.append(node)
        self._game._edited = True
        return node

    def add_move(self, player: int, x: int, y: int, enclose: Iterable[Chain] = ()) -> Node:
        """Add a node in which ``player`` plays at (x, y) and closes the chains ``enclose``.

        The rules are not asked; `Game.check` tells what they refuse.

        >>> game = Game.new(20)
        >>> game.root.add_move(0, 3, 4).add_move(1, 3, 5).properties["W"]
        ('df',)
        """
        self._game._check_inside([(x, y), *(point for chain in enclose for point in chain)])
        return self.add_child({_color(player): [format_move(x, y, enclose)]})

    def add_ground(self, player: int) -> Node:
        """Add a node in which ``player`` grounds."""
        return self.add_child({_color(player): [""]})

    def add_stop(self, player: int) -> Node:
        """Add a node in which ``player`` stops, or says that they are done after a stop."""
        return self.add_child({"STOP": [_color(player)]})

    def add_resign(self, player: int) -> Node:
        """Add a node in which ``player`` resigns."""
        return self.add_child({"RESIGN": [_color(player)]})

    def set_up(self, dots: Iterable[tuple[int, int, int]], to_move: int | None = None) -> None:
        """Set up dots (x, y, player) in this node, beside those there are."""
        added: dict[str, list[str]] = {}
        for x, y, player in dots:
            self._game._check_inside([(x, y)])
            added.setdefault("A" + _color(player), []).append(format_point(x, y))
        for name, points in added.items():
            self.properties[name] = (*self.properties.get(name, ()), *points)
        if to_move is not None:
            self.properties["PL"] = (_color(to_move),)

    def add_mark(self, kind: str, x: int, y: int, text: str = "") -> None:
        """Mark a point; kinds as in `Mark`, ``text`` for a label."""
        names = {value: name for name, value in MARK_KINDS.items()} | {"label": "LB"}
        if kind not in names:
            raise invalid(f"mark {kind!r}; one of {', '.join(sorted(names))}")
        self._game._check_inside([(x, y)])
        value = format_point(x, y) + (f":{escape(text)}" if kind == "label" else "")
        self.properties[names[kind]] = (*self.properties.get(names[kind], ()), value)

    def remove(self) -> None:
        """Take this node and all that follows it out of the tree."""
        if self._parent is None:
            raise invalid("a root node cannot be removed from its game")
        assert self._parent._children is not None
        self._parent._children.remove(self)
        self._parent = None
        self._game._edited = True

    def promote(self) -> None:
        """Make this node the first of its parent's children: the main continuation there."""
        if self._parent is not None and self._parent._children is not None:
            self._parent._children.remove(self)
            self._parent._children.insert(0, self)
            self._game._edited = True

    # Underneath

    def _peek(self) -> list[RawProperty]:
        """The properties, without keeping them."""
        if self._properties is not None:
            return self._properties
        source = self._game._source
        assert source is not None
        start = self._game._spans[2 * self._index]
        end = self._game._spans[2 * self._index + 1]
        start += source.text.startswith(";", start)
        return scan_properties(source.text, start, None, end=end)[0]

    def _change(self) -> list[RawProperty]:
        """The properties as a list that may be changed, and is going to be.

        It is a new one each time, by which a `Properties` knows that what it keeps is old.
        """
        self._properties = list(self._peek())
        self._edited = True
        self._game._edited = True
        return self._properties

    def __repr__(self) -> str:
        shown = "".join(
            one.name + "".join(f"[{value[:20]}]" for value in one.values[:3])
            for one in self._peek()[:4]
        )
        return f"<Node ;{shown[:60]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        for number, node in enumerate(self._game.nodes()):
            if node is self:
                return _nth_node, (self._game, number)
        raise invalid("a removed node cannot be copied or pickled")


def _nth_node(game: Game, number: int) -> Node:
    for index, node in enumerate(game.nodes()):
        if index == number:
            return node
    raise invalid(f"the game has no node {number}")


def _color(player: int) -> str:
    if player not in (0, 1):
        raise invalid(f"player {player!r}; players are 0 and 1")
    return "BW"[player]


_IDENTIFIER = re.compile(r"[A-Za-z0-9]{1,64}", re.ASCII)


class Properties(MutableMapping[str, tuple[str, ...]]):
    """The properties of a node by name, in the order written, each with all its raw values.

    Raw values are the characters between the brackets, escapes included; `Node.text` and
    `Node.set_text` are for plain text.  A property written twice shows all its values together.
    A value that cannot stand between brackets as it is raises `InvalidRecord`.

    >>> root = Game.new(8).root
    >>> root.properties["EV"] = ["a cup"]
    >>> list(root.properties)[-1], root.properties["EV"]
    ('EV', ('a cup',))
    """

    __slots__ = ("_node", "_read", "_values")

    def __init__(self, node: Node) -> None:
        self._node = node
        self._read: list[RawProperty] | None = None  # what the values were taken from
        self._values: dict[str, tuple[str, ...]] | None = None

    def _by_name(self) -> dict[str, tuple[str, ...]]:
        """All values by name; kept, so that going through many names takes linear time."""
        if self._values is None or self._read is not self._node._properties:
            values: dict[str, list[str]] = {}
            for one in self._node._peek():
                values.setdefault(one.name, []).extend(one.values)
            self._read = self._node._properties
            self._values = {name: tuple(listed) for name, listed in values.items()}
        return self._values

    def __getitem__(self, name: str) -> tuple[str, ...]:
        return self._by_name()[name]

    def __setitem__(self, name: str, values: Sequence[str]) -> None:
        if not _IDENTIFIER.fullmatch(name):
            raise invalid(f"property name {name!r}; letters and digits only")
        values = [values] if isinstance(values, str) else list(values)
        if not values:
            raise invalid(f"property {name} needs a value; an empty one is ''")
        for value in values:
            problem = raw_problem(value)
            if problem is not None:
                raise invalid(f"value {value[:40]!r} of {name}: {problem}; see set_text")
        name = canonical_name(name)
        held = self._node._change()
        places = [i for i, one in enumerate(held) if one.name == name]
        if places:
            held[places[0]] = held[places[0]]._replace(values=values, starts=[], end=-1)
            for place in reversed(places[1:]):
                del held[place]
        else:
            held.append(RawProperty(name, name, values, [], -1, -1, -1))

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        held = self._node._change()
        held[:] = [one for one in held if one.name != name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name())

    def __len__(self) -> int:
        return len(self._by_name())

    def __repr__(self) -> str:
        return repr(dict(self))
