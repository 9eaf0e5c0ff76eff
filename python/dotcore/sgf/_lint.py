"""What can be told about a game without playing it: scopes, numbers, points, rules, handicap.

A `GameLint` is shown the nodes of one game in order, while they are read, and notes faults in the
log.  That a dot is illegal, or a result does not agree, takes a board: see `_replay`.

Nothing here refuses anything: unknown properties are kept and told, since a slip of the hand
(``CA`` for ``C``) looks the same as another program's private property.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ._dialects import guess_rules
from ._encoding import lookup
from ._faults import FaultLog, Severity
from ._nodeview import player_of
from ._scan import RawProperty
from ._values import (
    POINTS,
    Point,
    Tell,
    has_chain,
    parse_label,
    parse_move,
    parse_number,
    parse_points,
    parse_pools,
    parse_result,
    parse_size,
    unescape,
)

__all__ = ["GameLint"]

_ROOT = "AP CA FF GM ST SZ"
_INFO = "AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT"
_OTHER = (
    "B W STOP RESIGN KO MN AB AW AE PL C N DM GB GW HO UC V BM DO IT TE AR CR DD LB LN MA SL SQ"
    " TR BL WL OB OW FG PM VW TB TW ID L M SE CH"
)
_ROOT_ONLY = frozenset(f"{_ROOT} {_INFO}".split())
_KNOWN = _ROOT_ONLY | frozenset(_OTHER.split())
_MARKS = frozenset(("CR", "SQ", "TR", "MA", "SL", "DD", "VW"))
_NUMBERS = frozenset(("BL", "WL", "OB", "OW", "MN", "KM", "HA", "TM", "V", "PM"))
_MOVES = frozenset(("B", "W", "STOP", "RESIGN"))
_SETUP = frozenset(("AB", "AW", "AE", "PL"))


class GameLint:
    """Looks over the nodes of one game, in the order of the text."""

    def __init__(self, log: FaultLog) -> None:
        self.log = log
        self.chains = False  # does any dot name what it encloses?
        self.pools = False  # do TB or TW hold chains?
        self._size: Point | None = None
        self._main_line = True
        self._handicap: tuple[int, int] | None = None  # its number and offset
        self._handicap_dots = 0  # dots of the first player that the second has not answered
        self._answered = False
        self._rules: tuple[str, list[int], str] | None = None

    # The nodes of the game, one after the other

    def node(self, is_root: bool, properties: Sequence[RawProperty], at: int) -> None:
        """Look at the next node; ``at`` is the offset behind its semicolon."""
        if is_root:
            self._root(properties, at)
        seen: set[str] = set()
        for one in properties:
            name = one.name
            if name in seen:
                self.log.warning("duplicate_property", one.begin, f"{name} stands twice here")
            seen.add(name)
            if name == "B" or name == "W":
                self._moves(one, is_root)
            elif name not in _KNOWN:
                self.log.warning("unknown_property", one.begin, f"{name[:30]} is not known; kept")
            elif name in _ROOT_ONLY and not is_root:
                message = f"{name} belongs in the root node; it counts for nothing here"
                self.log.warning("wrong_scope", one.begin, message)
            else:
                self._property(one)
            if name != one.written and name in _KNOWN:
                message = f"{one.written[:30]} is read as {name}"
                self.log.warning("property_case", one.begin, message)
        if not seen.isdisjoint(_SETUP):
            self._setup(properties)
            if not (is_root or seen.isdisjoint(_MOVES)):
                message = "dots set up and played in one node; the set-up is taken first"
                self.log.warning("mixed_node", at, message)
        if self._main_line and not self._answered:
            self._count_handicap(is_root, properties)

    def leave_main_line(self) -> None:
        """The nodes from here on are variations."""
        self._main_line = False

    def finish(self) -> None:
        """The game has ended: tell what takes all of it."""
        if self._rules is not None:
            raw, starts, app = self._rules
            guess_rules(raw, app, self._teller(starts[0] if starts else -1), chains=self.chains)
        if self._handicap is not None:
            number, at = self._handicap
            found = self._handicap_dots
            if number != found and not (number <= 1 and found <= 1):
                message = f"HA[{number}], but the first player is {found} dots ahead at the start"
                self.log.warning("handicap_mismatch", at, message)

    # The root

    def _root(self, properties: Sequence[RawProperty], at: int) -> None:
        held = {one.name: one for one in reversed(properties)}
        if "GM" not in held:
            message = "no GM property; read as a Dots record (GM[40])"
            self.log.warning("missing_property", at, message)
        if "FF" not in held:
            self.log.warning("missing_property", at, "no FF property; read as FF[4]")
        size = held.get("SZ")
        if size is None:
            self.log.critical("missing_property", at, "no SZ property: the board is unknown")
        elif size.values:
            self._size = parse_size(size.values[0], self._teller(_start(size)))
        else:
            self.log.critical("bad_size", size.end, "SZ without a value: the board is unknown")
        rules = held.get("RU")
        app = held.get("AP")
        app_name = unescape(app.values[0]) if app is not None and app.values else ""
        if rules is not None and rules.values:
            self._rules = rules.values[0], rules.starts, app_name

    def _teller(self, start: int) -> Tell:
        add = self.log.add

        def tell(severity: Severity, code: str, at: int, message: str) -> None:
            add(severity, code, start + at if start >= 0 else -1, message)

        return tell

    def _number(self, name: str, raw: str, at: int) -> None:
        number = parse_number(raw)
        if number is None:
            self.log.warning("bad_number", at, f"{name}[{raw[:20]}] is no number")
        elif name == "KM" and not (2 * number).is_integer():
            self.log.warning("bad_komi", at, f"KM[{raw[:20]}] is no multiple of 0.5; ignored")
        elif name == "HA":
            self._handicap = int(number), max(at - 1, -1)  # all of it is meant: its bracket

    def _property(self, one: RawProperty) -> None:
        """Look at the values of a known property, other than a dot played."""
        name = one.name
        if name in _MARKS or name == "AE":
            self._each(one, parse_points)
        elif name == "LB":
            self._each(one, lambda raw, tell: [p[0]] if (p := parse_label(raw, tell)) else [])
        elif name in _NUMBERS:
            for index, raw in enumerate(one.values):
                self._number(name, raw, one.starts[index] if one.starts else -1)
        elif name in ("TB", "TW"):
            for index, raw in enumerate(one.values):
                tell = self._teller(one.starts[index] if one.starts else -1)
                if raw.lstrip()[:1] == ".":
                    self.pools = True
                    parse_pools(raw, tell)
                elif raw.strip():
                    parse_points(raw, tell)
        elif one.values:
            self._single(name, one.values[0], _start(one))

    def _single(self, name: str, raw: str, at: int) -> None:
        log = self.log
        if name == "GM" and parse_number(raw) != 40:
            log.error("not_dots", at, f"GM[{raw[:20]}] is not Dots, which is 40; read as Dots")
        elif name == "FF" and parse_number(raw) not in (1, 3, 4):
            log.error("unknown_format", at, f"FF[{raw[:20]}] is not known; read as FF[4]")
        elif name == "RE":
            parse_result(raw, self._teller(at))
        elif name in ("BR", "WR") and raw.strip() and not any(c.isdigit() for c in raw):
            log.warning("bad_number", at, f"{name}[{raw[:20]}] holds no number")
        elif name in ("PL", "STOP", "RESIGN") and player_of(raw) is None:
            log.error("bad_color", at, f"{name}[{raw[:20]}]: a player is B or W")
        elif name == "CA" and lookup(raw) is None and raw.isascii():
            log.warning("unknown_charset", at, f"CA[{raw[:20]}] is no known encoding")

    def _each(self, one: RawProperty, parse: Callable[[str, Tell], list[Point]]) -> None:
        """Tell faults of marked points; a list without any point is odd, but no loss."""
        for index, raw in enumerate(one.values):
            at = one.starts[index] if one.starts else -1
            if not raw.strip():
                self.log.warning("no_point", at, f"{one.name}[] marks no point")
                continue
            for point in parse(raw, self._teller(at)):
                if not self._inside(point):
                    self.log.warning("outside", at, f"{one.name}: {self._beyond(point)}")
                    break

    # Dots

    def _inside(self, point: Point) -> bool:
        size = self._size
        return size is None or (point[0] < size[0] and point[1] < size[1])

    def _beyond(self, point: Point) -> str:
        assert self._size is not None
        return f"{point} lies outside of the board of {self._size[0]} x {self._size[1]}"

    def _moves(self, one: RawProperty, is_root: bool) -> None:
        if is_root:
            message = f"{one.name} in the root node is not played; a dot needs a node of its own"
            self.log.warning("wrong_scope", one.begin, message)
        for index, raw in enumerate(one.values):
            point = POINTS.get(raw)
            if point is not None and self._inside(point):
                continue  # as almost always
            at = one.starts[index] if one.starts else -1
            if not raw.strip():
                continue
            if has_chain(raw):
                self.chains = True
            point, chains, _ = parse_move(raw, self._teller(at))
            if point is not None and not self._inside(point):
                self.log.error("outside", at, self._beyond(point))
            for offset, chain in chains:
                if not all(map(self._inside, chain)):
                    message = "the chain leaves the board"
                    self.log.error("outside", at + offset if at >= 0 else -1, message)

    def _setup(self, properties: Sequence[RawProperty]) -> None:
        owners: dict[Point, str] = {}
        for one in properties:
            if one.name == "AE":
                message = "AE takes dots away, which Dots knows nothing of; ignored"
                self.log.warning("unsupported_setup", one.begin, message)
            if one.name not in ("AB", "AW"):
                continue
            for index, raw in enumerate(one.values):
                at = one.starts[index] if one.starts else -1
                if not raw.strip():
                    self.log.warning("no_point", at, f"{one.name}[] sets up no dot")
                    continue
                for point in parse_points(raw, self._teller(at)):
                    if not self._inside(point):
                        self.log.error("outside", at, self._beyond(point))
                        break
                    if point in owners:
                        same = owners[point] == one.name
                        add = self.log.warning if same else self.log.error
                        add("repeated_setup", at, f"a dot is set up at {point} already")
                    owners[point] = one.name

    def _count_handicap(self, is_root: bool, properties: Sequence[RawProperty]) -> None:
        for one in properties:
            count = sum(1 for raw in one.values if raw.strip())
            if is_root:
                self._handicap_dots += count * ((one.name == "AB") - (one.name == "AW"))
            elif one.name == "W":
                self._answered = True
            elif one.name == "B" and not self._answered:
                self._handicap_dots += count


def _start(one: RawProperty) -> int:
    return one.starts[0] if one.starts else -1
