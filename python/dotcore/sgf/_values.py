"""What stands between the brackets: points, dots with their chains, numbers, texts, results.

A point is two letters, column then row from the top left, a..z and A..Z for 0..51.  A dot may
carry what it encloses: ``.`` and a closed chain of points, or ``!`` and one enclosed dot.  The
readers here are lenient where that costs nothing (white space, the first point of a chain left
out at its end) and otherwise say what is wrong at which character of the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ._faults import Severity, invalid

__all__ = [
    "MAX_SIZE",
    "POINTS",
    "Mark",
    "Move",
    "MoveValue",
    "Player",
    "Point",
    "Result",
    "escape",
    "format_move",
    "format_point",
    "format_result",
    "has_chain",
    "parse_label",
    "parse_move",
    "parse_number",
    "parse_point",
    "parse_points",
    "parse_pools",
    "parse_result",
    "parse_size",
    "raw_problem",
    "unescape",
]

Point = tuple[int, int]
Tell = Callable[[Severity, str, int, str], None]

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_SIZE = 64
_COORDINATE = {letter: index for index, letter in enumerate(LETTERS)}
POINTS: dict[str, Point] = {
    column + row: (x, y) for x, column in enumerate(LETTERS) for y, row in enumerate(LETTERS)
}


@dataclass(frozen=True)
class Move:
    """What a player did in a node.

    ``kind`` is "place", "ground", "stop" or "resign"; a dot has ``x`` and ``y``, the others have
    None.  ``enclosures`` are the chains written with the dot, each without the first point
    repeated; ``around`` the single dots that the dialect ``B[ce!xy]`` encloses.
    """

    player: int
    x: int | None = None
    y: int | None = None
    enclosures: tuple[tuple[Point, ...], ...] = ()
    around: tuple[Point, ...] = ()
    kind: str = "place"


class Mark(NamedTuple):
    """A mark on a point.

    ``kind`` is "circle", "square", "triangle", "cross", "selected" or "label"; ``text`` is the
    label's.
    """

    kind: str
    x: int
    y: int
    text: str = ""


@dataclass(frozen=True)
class Player:
    """A player of a recorded game: name and rank as written, "" where the record says nothing."""

    name: str = ""
    rank: str = ""


@dataclass(frozen=True)
class Result:
    """A recorded result.

    ``kind``: "score" (then with ``margin``), "resign", "time", "forfeit", "ground" (the winner
    grounded), "draw", "void", "unknown".  ``winner`` is 0, 1 or None; "unknown" may name one.
    """

    kind: str
    winner: int | None = None
    margin: float | None = None

    def __str__(self) -> str:
        return format_result(self)


# Texts


def escape(text: str) -> str:
    """``text`` as it stands in a value: ``]`` and the backslash with a backslash in front.

    >>> escape("a[1] = b")
    'a[1\\\\] = b'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


_ESCAPE = re.compile(r"\\(\r\n|\n\r|.|\Z)", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def unescape(raw: str) -> str:
    """The text that a raw value stands for; an escaped line break joins the lines.

    Bytes that were no characters in the file's encoding come out as U+FFFD.

    >>> unescape("a[1\\\\] = b")
    'a[1] = b'
    """
    if "\\" in raw:
        raw = _ESCAPE.sub(lambda m: "" if m[1][:1] in ("\n", "\r", "") else m[1], raw)
    return raw if raw.isascii() else _SURROGATE.sub("\ufffd", raw)


def raw_problem(raw: str) -> str | None:
    """Why ``raw`` cannot stand between brackets as it is, or None."""
    start = 0
    while (at := raw.find("]", start)) >= 0:
        run = at
        while run > start and raw[run - 1] == "\\":
            run -= 1
        if (at - run) % 2 == 0:
            return f"']' at {at} is not escaped"
        start = at + 1
    if (len(raw) - len(raw.rstrip("\\"))) % 2:
        return "a backslash at the end would escape the closing bracket"
    return None


# Points and dots

_SIGNS = ".!:"  # what may follow a point


def format_point(x: int, y: int) -> str:
    """The two letters of a point.

    >>> format_point(3, 27)
    'dB'
    """
    if not (0 <= x < 52 and 0 <= y < 52):
        raise invalid(f"point ({x}, {y}) has no letters in SGF; coordinates are 0 to 51")
    return LETTERS[x] + LETTERS[y]


def parse_point(raw: str, tell: Tell) -> Point | None:
    """The point of a value; a missing or foreign letter, or more than a point, is told."""
    point = POINTS.get(raw)
    if point is not None:
        return point
    point, end = _read_point(raw, 0, tell)
    rest = _skip_space(raw, end)
    if rest < len(raw) and (point is not None or raw[rest] not in _SIGNS):
        message = f"{_show(raw[rest:])} after the point"
        tell(Severity.ERROR, "extra_characters", rest, message)
    return point


def parse_points(raw: str, tell: Tell) -> list[Point]:
    """The points of one value of a list of points: one, or the rectangle ``aa:cc``."""
    point = POINTS.get(raw)
    if point is not None:
        return [point]
    first, colon, second = raw.partition(":")
    if not colon:
        point = parse_point(raw, tell)
        return [] if point is None else [point]
    begin = parse_point(first, tell)
    end = parse_point(second, lambda s, c, at, m: tell(s, c, at + len(first) + 1, m))
    if begin is None or end is None:
        return []
    xs, ys = sorted((begin[0], end[0])), sorted((begin[1], end[1]))
    return [(x, y) for y in range(ys[0], ys[1] + 1) for x in range(xs[0], xs[1] + 1)]


def parse_label(raw: str, tell: Tell) -> tuple[Point, str] | None:
    """Point and text of ``LB[aa:text]``."""
    point, end = _read_point(raw, 0, tell)
    if point is None:
        return None
    end = _skip_space(raw, end)
    if end >= len(raw) or raw[end] != ":":
        tell(Severity.ERROR, "label_without_colon", end, "no ':' between point and label")
        return None
    return point, unescape(raw[end + 1 :])


class MoveValue(NamedTuple):
    """A dot's value: its point, its chains and enclosed dots, each with its offset in the value."""

    point: Point | None
    chains: list[tuple[int, list[Point]]]
    around: list[tuple[int, Point]]


def has_chain(raw: str) -> bool:
    """Whether a dot's value names something that it encloses."""
    return len(raw) > 2 and ("." in raw or "!" in raw)


def parse_move(raw: str, tell: Tell) -> MoveValue:
    """The parts of ``aA``, ``ce.cecfdgefdece.…`` or ``ce!xy``; bad parts are told and left out."""
    point = POINTS.get(raw)
    if point is not None:
        return MoveValue(point, [], [])
    point, end = _read_point(raw, 0, tell)
    if point is None:
        return MoveValue(None, [], [])  # chains without a dot are of no use
    chains, around = _read_enclosures(raw, end, tell)
    return MoveValue(point, chains, around)


def parse_pools(raw: str, tell: Tell) -> list[tuple[int, list[Point]]]:
    """The chains of a ``TB`` or ``TW`` value ``.chain.chain``, with their offsets."""
    return _read_enclosures(raw, _skip_space(raw, 0), tell)[0]


def _read_point(raw: str, at: int, tell: Tell) -> tuple[Point | None, int]:
    """The point at ``at`` and where it ends; white space before its letters is skipped."""
    values: list[int] = []
    for axis in "xy":
        at = _skip_space(raw, at)
        if at >= len(raw) or raw[at] in _SIGNS:
            what = "point without a row letter" if axis == "y" else "no point"
            tell(Severity.ERROR, f"bad_{axis}", at, f"{what}; a point is two letters")
            return None, at
        value = _COORDINATE.get(raw[at])
        if value is None:
            message = f"{_show(raw[at])} is no coordinate; a to z and A to Z are 0 to 51"
            tell(Severity.ERROR, f"bad_{axis}", at, message)
        else:
            values.append(value)
        at += 1
    return ((values[0], values[1]) if len(values) == 2 else None), at


def _read_enclosures(
    raw: str, at: int, tell: Tell
) -> tuple[list[tuple[int, list[Point]]], list[tuple[int, Point]]]:
    chains: list[tuple[int, list[Point]]] = []
    around: list[tuple[int, Point]] = []
    at = _skip_space(raw, at)
    while at < len(raw):
        sign = raw[at]
        if sign == "!":
            point, end = _read_point(raw, at + 1, tell)
            if point is not None:
                around.append((at + 1, point))
            at = _skip_space(raw, end)
        elif sign == ".":
            chain, end = _read_chain(raw, at + 1, tell)
            if chain:
                chains.append((at + 1, chain))
            at = end
        else:
            message = f"{_show(raw[at:])} after the point; an enclosure begins with '.' or '!'"
            tell(Severity.ERROR, "extra_characters", at, message)
            break
    return chains, around


def _read_chain(raw: str, at: int, tell: Tell) -> tuple[list[Point], int]:
    """The chain that starts at ``at``, without its repeated first point; empty if it is bad."""
    start = at
    chain: list[Point] = []
    whole = True
    while (at := _skip_space(raw, at)) < len(raw) and raw[at] not in ".!":
        point = POINTS.get(raw[at : at + 2])
        if point is not None:
            at += 2
        else:
            point, end = _read_point(raw, at, tell)
            at = max(end, at + 1)  # a ':' stops a point, but no chain
        if point is None:
            whole = False
        else:
            chain.append(point)
    if not whole:
        message = "the chain with this unreadable point is left out"
        tell(Severity.WARNING, "chain_left_out", start, message)
    elif not chain:
        tell(Severity.WARNING, "empty_chain", start, "a chain without points")
    if len(chain) > 1 and chain[0] == chain[-1]:
        chain.pop()
    if whole and 0 < len(chain) < 4:
        message = f"a chain of {len(chain)} points closes nothing; the smallest has 4"
        tell(Severity.ERROR, "short_chain", start, message)
        whole = False
    return (chain if whole else []), at


def _skip_space(raw: str, at: int) -> int:
    while at < len(raw) and raw[at].isspace():
        at += 1
    return at


def _show(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")


def format_move(x: int, y: int, enclose: Iterable[Sequence[Point]] = ()) -> str:
    """The value of a dot and its closed chains, first points repeated.

    >>> format_move(1, 2, [[(1, 0), (2, 1), (1, 2), (0, 1)]])
    'bc.bacbbcabba'
    """
    parts = [format_point(x, y)]
    for chain in enclose:
        points = [format_point(int(px), int(py)) for px, py in chain]
        if points and points[0] != points[-1]:
            points.append(points[0])
        parts.append("".join(points))
    return ".".join(parts)


# Numbers


_NUMBER = re.compile(r"\s*([+-]?\d{1,9}(?:\.\d{0,9})?)\s*\Z", re.ASCII)


def parse_number(raw: str) -> float | None:
    """A plain decimal number, None for anything else.

    >>> parse_number("-2.5"), parse_number("1e9")
    (-2.5, None)
    """
    found = _NUMBER.match(raw)
    return float(found[1]) if found else None


_SIZE = re.compile(r"\s*([+-]?\d{1,9})\s*\Z", re.ASCII)


def parse_size(raw: str, tell: Tell) -> Point | None:
    """Width and height of ``30`` or ``39:32``."""
    first, colon, second = raw.partition(":")
    sizes: list[int] = []
    parts = [(first, 0), (second, len(first) + 1)] if colon else [(first, 0)]
    for part, at in parts:
        found = _SIZE.match(part)
        if found is None or not 1 <= int(found[1]) <= MAX_SIZE:
            message = f"SZ[{raw[:20]}]: a board has 1 to {MAX_SIZE} columns and rows"
            # No board is what the record says then: nothing is wrong, and nothing can be played.
            is_zero = found is not None and int(found[1]) == 0
            tell(Severity.WARNING if is_zero else Severity.CRITICAL, "bad_size", at, message)
        else:
            sizes.append(int(found[1]))
    if len(sizes) < len(parts):
        return None
    return sizes[0], sizes[-1]


# Results


_KINDS = {"R": "resign", "T": "time", "F": "forfeit", "G": "ground", "?": "unknown"}
_KINDS |= {"RESIGN": "resign", "TIME": "time", "FORFEIT": "forfeit"}
_WITHOUT_WINNER = {"0": "draw", "DRAW": "draw", "VOID": "void", "?": "unknown"}
_MARGIN = re.compile(r"\d{1,9}(?:\.\d{0,9})?", re.ASCII)


def parse_result(raw: str, tell: Tell) -> Result | None:
    """The result of an ``RE`` value; None where not even a winner can be read.

    >>> parse_result("W+11", print)
    Result(kind='score', winner=1, margin=11.0)
    """
    text = raw.strip()
    at = len(raw) - len(raw.lstrip())
    kind = _WITHOUT_WINNER.get(text.upper())
    if kind is not None:
        return Result(kind)
    if text[:1] not in ("B", "W"):
        message = f"RE[{raw[:20]}] names no result; such as B+11, W+R, B+T, 0, Void, ?"
        tell(Severity.ERROR, "bad_result", at, message)
        return None
    winner = 0 if text[0] == "B" else 1
    if text[1:2] != "+":
        tell(Severity.ERROR, "bad_result", at + 1, f"RE[{raw[:20]}]: no '+' after the winner")
        return Result("unknown", winner)
    rest = text[2:]
    if rest == "":
        return Result("unknown", winner)
    if rest.upper() in _KINDS:
        return Result(_KINDS[rest.upper()], winner)
    if found := _MARGIN.match(rest):
        result, end = Result("score", winner, float(found[0])), found.end()
    elif rest[0].upper() in _KINDS:
        result, end = Result(_KINDS[rest[0].upper()], winner), 1
    else:
        tell(Severity.ERROR, "bad_result", at + 2, f"RE[{raw[:20]}] does not say how it was won")
        return Result("unknown", winner)
    if end < len(rest):
        message = f"RE[{raw[:20]}]: {_show(rest[end:])} after the result"
        tell(Severity.ERROR, "extra_characters", at + 2 + end, message)
    return result


_ENDINGS = {"resign": "R", "time": "T", "forfeit": "F", "ground": "G", "unknown": "?"}


def format_result(result: Result) -> str:
    """The ``RE`` value of a result.

    >>> format_result(Result("score", 0, 2.5))
    'B+2.5'
    """
    if result.winner is None:
        return {"draw": "0", "void": "Void"}.get(result.kind, "?")
    winner = "BW"[result.winner]
    if result.kind == "score":
        return f"{winner}+{result.margin:g}" if result.margin else f"{winner}+?"
    return f"{winner}+{_ENDINGS.get(result.kind, '?')}"
