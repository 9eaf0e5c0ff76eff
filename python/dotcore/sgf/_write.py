"""From game trees to text: what was not edited as it was read, the rest in our own form.

An edited game is written node by node, with the text between two nodes: white space, parentheses,
odd characters.  Where two nodes still follow one another as they did, and the same parentheses
belong between them, that text is taken over; otherwise the parentheses that the tree needs are
written.  Characters that belong nowhere are kept behind the node that they were found behind, and
dropped where that was edited: ``;B[aa] %[bb]`` must not give the dot bb to a node put in between.
A node, and a property, that nobody touched is likewise taken over.
"""

from __future__ import annotations

from ._game import Game
from ._node import Node
from ._scan import RawProperty, closable

__all__ = ["game_text"]

_LINE_LENGTH = 80
_STRUCTURE = "() \t\n\v\f\r"


def game_text(game: Game) -> str:
    """The text of a game, from its first parenthesis to its last."""
    source = game._source
    if not game._edited and source is not None:
        return source.text[game._begin : game._end]
    text = "" if source is None else source.text
    spans, gaps = game._spans, game._gaps
    parts: list[str] = []
    line = 0  # length of the present line, as far as this function wrote it
    path: list[tuple[Node, bool]] = []  # the nodes above, and whether a parenthesis opened them
    last = -1  # index of the last node that was read, leaving out new ones
    is_as_read = True  # that node has just been written, unedited
    end = game._begin  # where that node ends in the source
    for node in game.nodes():
        closes = 0
        while path and path[-1][0] is not node._parent:
            closes += path.pop()[1]
        parent = node._parent
        branches = parent is None or len(parent._children or ()) > 1
        opens = node._tree or branches
        path.append((node, opens))
        index = node._index
        gap = ")" * closes + "(" * opens
        if index < 0:
            if source is None and (opens or line > _LINE_LENGTH) and parent is not None:
                gap = ")" * closes + "\n" + "(" * opens
                line = 0
        elif index == last + 1 and (gaps[2 * index], gaps[2 * index + 1]) == (closes, opens):
            read = text[end : spans[2 * index]]
            if is_as_read or not read.strip(_STRUCTURE):
                gap = read
        written = _node_text(node, text)
        line += len(gap) + len(written)
        parts += (gap, written)
        is_as_read = not node._edited
        if index >= 0:
            last, end = index, spans[2 * index + 1]
    closes = sum(opened for _, opened in path)
    if last >= 0 and 2 * last + 2 == len(gaps) and closes == game._tail_closed:
        read = text[end : game._end]
        if is_as_read or not read.strip(_STRUCTURE):
            return "".join(parts) + read
    return "".join(parts) + ")" * closes


def _slice(text: str, start: int, end: int) -> str:
    """A part of the source, with the bracket that an unclosed value at its end is lacking."""
    return text[start:end] if end <= len(text) else closable(text[start:]) + "]"


def _node_text(node: Node, text: str) -> str:
    if not node._edited:
        spans = node._game._spans
        return _slice(text, spans[2 * node._index], spans[2 * node._index + 1])
    parts = [";"]
    for one in node._peek():
        part = _property_text(one, text)
        if parts[-1][-1].isalnum() and part[0].isalnum():
            parts.append(" ")  # a name without a value must not run into the next name
        parts.append(part)
    return "".join(parts)


def _property_text(one: RawProperty, text: str) -> str:
    if one.end >= 0:
        return _slice(text, one.lead, one.end)
    lead = text[one.lead : one.begin] if one.lead >= 0 else ""
    return lead + one.written + "".join(f"[{value}]" for value in one.values)
