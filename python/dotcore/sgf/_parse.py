"""From text to game trees: the structure of parentheses and nodes, without recursion.

A record is ``(;node;node(;variation)(;variation))``, several in a file, any text around them.
Broken structure is told and mended in the plainest way: a missing parenthesis or semicolon is
taken as there, a tree without a node gives its branches to the tree around it, what belongs
nowhere is skipped.  Only what is read is mended; the text itself is kept for writing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ._faults import FaultLog, Severity, Source
from ._game import Game
from ._lint import GameLint
from ._node import Node
from ._scan import RawProperty, scan_properties, value_end
from ._values import POINTS

__all__ = ["parse_games"]

_GAME_START = re.compile(r"\(\s*(?:[;(]|[A-Z]{1,3}\[)", re.ASCII)
_PROPERTY_AHEAD = re.compile(r"[A-Za-z]{1,30}\s*\[", re.ASCII)
_SPACE = re.compile(r"\s*", re.ASCII)
_OUTSIDE = re.compile(r"[^()\s]+(?:\s+[^()\s]+)*", re.ASCII)
_STRAY = re.compile(r"[^;()\[]+")


def parse_games(source: Source, log: FaultLog, max_items: int | None) -> tuple[list[Game], bool]:
    """All games of a text, and whether its end was reached within ``max_items``."""
    parser = _Parser(source, log, (1 << 62) if max_items is None else max_items)
    complete = parser.run()
    return parser.games, complete


# A rectangle is short to write and long to look at: each of its points costs as much as this
# many values.
_POINT_COST = 8
_RECTANGLE = re.compile(r"\s*([a-zA-Z]{2})\s*:\s*([a-zA-Z]{2})\s*", re.ASCII)
_POINT_LISTS = frozenset(["AB", "AW", "AE", "CR", "SQ", "TR", "MA", "SL", "DD", "VW", "TB", "TW"])


def _rectangles(properties: Sequence[RawProperty]) -> int:
    """What the rectangles in lists of points cost."""
    points = 0
    for one in properties:
        if one.name in _POINT_LISTS:
            for raw in one.values:
                if rectangle := _RECTANGLE.fullmatch(raw):
                    (x, y), (right, bottom) = POINTS[rectangle[1]], POINTS[rectangle[2]]
                    points += (abs(right - x) + 1) * (abs(bottom - y) + 1)
    return _POINT_COST * points


class _Parser:
    def __init__(self, source: Source, log: FaultLog, budget: int) -> None:
        self.source = source
        self.text = source.text
        self.log = log
        self.budget = budget  # nodes, properties and values that may still be read
        self.games: list[Game] = []
        self.lint = GameLint(log)
        self.end = 0  # of the last game

    def run(self) -> bool:
        text, at = self.text, 0
        while (at := self._skip_outside(at)) < len(text):
            at = self._read_tree(at)
            if self.budget <= 0 and at < len(text):
                message = "more nodes, properties and values than max_items: the rest is not read"
                self.log.critical("too_many_items", at, message)
                return False
        if not self.games:
            severity = Severity.ERROR if self.log.total else Severity.WARNING
            self.log.add(severity, "no_game", len(text), "no game in this text")
        return True

    def _space(self, at: int) -> int:
        return _SPACE.match(self.text, at).end()  # type: ignore[union-attr]  # always matches

    def _skip_outside(self, at: int) -> int:
        """Go to the next parenthesis that begins a game tree; what stands before it is told."""
        text = self.text
        while (at := self._space(at)) < len(text):
            if text[at] == "(":
                if _GAME_START.match(text, at):
                    return at
                after = self._space(at + 1)
                self.log.error("no_node", after, "no ';' after '(': no game begins here")
                at += 1
            elif text[at] == ")":
                self.log.error("extra_parenthesis", at, "')' closes nothing")
                at += 1
            else:
                run = _OUTSIDE.match(text, at)
                assert run is not None
                shown = repr(run[0] if len(run[0]) <= 30 else run[0][:27] + "...")
                self.log.warning("text_outside", at, f"text outside of all games: {shown}")
                at = run.end()
        return at

    def _read_tree(self, at: int) -> int:
        """Read the outermost tree that opens at ``at`` and return where it ends.

        Mostly that is one game; several where the outermost parentheses hold trees but no node of
        their own, none where they hold no node at all.
        """
        text, log = self.text, self.log
        stack: list[Node | None] = []  # for each open tree, the node that it branches from
        node: Node | None = None  # the last node read, to which the next one belongs
        game: Game | None = None
        begin = at  # of the next game
        opened = closed = 0  # parentheses since the last node
        while self.budget > 0 and (at := self._space(at)) < len(text):
            sign = text[at]
            if sign == ";" or (opened and _PROPERTY_AHEAD.match(text, at)):
                if node is None:
                    self._finish(game, begin, closed)
                    game = Game._reading(self.source, begin, text[self.end : begin])
                    closed = 0
                    log.game = len(self.games)
                    self.games.append(game)
                    self.lint = GameLint(log)
                elif closed and not opened:
                    log.error("node_after_variations", at, "a node after variations begins another")
                start = at + 1
                if sign != ";":
                    log.error("no_semicolon", at, "no ';' before the first property of a tree")
                    start = at
                properties, end, resume = scan_properties(text, start, log, self.budget)
                self.budget -= 1 + len(properties) + _rectangles(properties)
                for one in properties:
                    self.budget -= len(one.values)
                assert game is not None
                if self.budget <= 0 and _rectangles(properties):
                    if node is None:
                        game = None
                        self.games.pop()
                    break  # before the points of those rectangles are looked at
                node = game._read_node(node, at, end, closed, opened)
                self.lint.node(node is game.root, properties, start)
                at, opened, closed = resume, 0, 0
            elif sign == "(":
                if opened:
                    log.error("no_node", at, "a tree without a node of its own")
                    self.budget -= 1
                stack.append(node)
                opened += 1
                at += 1
            elif sign == ")":
                if opened:
                    log.error("no_node", at, "a tree without a node")
                    opened -= 1
                else:
                    closed += 1
                    self.lint.leave_main_line()
                node = stack.pop()
                at += 1
                if node is None:
                    begin = at
                if not stack:
                    break
            else:
                at = self._skip_stray(at)
        if stack and self.budget > 0:
            what = "')' is missing" if len(stack) == 1 else f"{len(stack)} ')' are missing"
            log.error("missing_parenthesis", len(text), f"the text ends, and {what}")
            at = len(text)
        self._finish(game, at, closed)
        log.game = -1
        return at

    def _finish(self, game: Game | None, end: int, closed: int) -> None:
        """Close the books of a game that ends at ``end``, with ``closed`` parentheses in a row."""
        if game is not None:
            self.lint.finish()
            game._end_reading(end, closed, self.lint.chains, self.lint.pools)
            self.end = end

    def _skip_stray(self, at: int) -> int:
        """Skip what cannot stand between nodes: text, or a property outside of any node."""
        text, begin = self.text, at
        while at < len(text) and text[at] not in ";()":
            if text[at] == "[":
                close = value_end(text, at + 1)
                at = len(text) if close < 0 else close + 1
            else:
                at = _STRAY.match(text, at).end()  # type: ignore[union-attr]  # not of these
        shown = repr(text[begin : min(at, begin + 30)].rstrip())
        self.log.error("stray_text", begin, f"{shown} between nodes is skipped")
        return at
