"""Records of games: JSON, a line for what the game is, then one for each act.

::

    {"dotcard": 1, "players": 2, "rules": {...}, "sub_round": 1, "starter": 0, "names": [...]}
    {"chance": "9|4"}
    ...
    {"seat": 0, "act": "9|4@P0"}
    {"seat": 1, "act": "draw"}
    {"chance": "5|5"}
    ...
    {"totals": [12, 40]}

The acts are those of `Game.do`, chance among them; the last line stands there once the game is
over. A record holds all hands: it is nothing to give to somebody who plays on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from operator import index
from pathlib import Path
from typing import Any, NamedTuple

from dotcore._core import Error, InvalidRecord
from dotcore._core.dotcard import Game, Rules
from dotcore._player_names import LONGEST, checked_names, printable

__all__ = [
    "MAX_BYTES",
    "Record",
    "act_lines",
    "head_line",
    "read_record",
    "write_record",
]

_VERSION = 1

# The longest game that its bounds allow for usual options writes some three million bytes.
MAX_BYTES = 64 << 20
_MAX_LINE = 1 << 16
_SEEDS = 1 << 64


class Record(NamedTuple):
    """A game as it was recorded.

    ``names`` of the players and the ``seed`` of the first deal are None if the record does not
    tell. ``bots`` tells what played each seat: the name of a bot, or None for a person. ``fault``
    tells where and why the reading ended early, if it might: see `read_record`.
    """

    game: Game
    names: list[str] | None = None
    seed: int | None = None
    bots: list[str | None] | None = None
    fault: str | None = None


def write_record(
    game: Game,
    names: Sequence[str] | None = None,
    seed: int | None = None,
    *,
    bots: Sequence[str | None] | None = None,
) -> str:
    """Write a game down, act by act.

    Parameters
    ----------
    game
        With its history from the first deal on: no copy without it, no resampled world.
    names
        Of the players.
    seed
        What the game was made with; a note for readers, nothing depends on it.
    bots
        What plays each seat: the name of a bot, or None for a person.

    Returns
    -------
    str
        Lines of JSON, each with its line feed; `read_record` makes an equal game of them.

    Raises
    ------
    Error
        If the history does not begin with a deal, or names do not fit.

    >>> game = dotcard.Game(2)
    >>> game.do("4|4")
    >>> text = dotcard.write_record(game, names=["Ann", "Bo"])
    >>> text.count("\\n"), text.splitlines()[1]
    (2, '{"chance": "4|4"}')
    """
    return head_line(game, names, seed, bots) + "".join(act_lines(game, 0))


def _first(game: Game) -> Game:
    """The game before all its acts; Error if it began in the middle."""
    start = game.copy()
    for _ in range(len(game.action_history)):
        start.undo()
    plain = Game(start.players, start.rules, sub_round=start.sub_round)
    if start == plain:
        return start
    if 0 <= start.starter < start.players:
        named = Game(start.players, start.rules, sub_round=start.sub_round, starter=start.starter)
        if start == named:
            return start
    raise Error("the game's history does not begin with a deal: there is no record of it")


def head_line(
    game: Game,
    names: Sequence[str] | None,
    seed: int | None,
    bots: Sequence[str | None] | None,
) -> str:
    """The first line of a game's record."""
    start = _first(game)
    head: dict[str, Any] = {
        "dotcard": _VERSION,
        "players": game.players,
        "rules": game.rules.as_dict(),
        "sub_round": start.sub_round,
        "starter": None if start.phase == "choose_starter" else start.starter,
    }
    known = checked_names(names, game.players)
    if known is not None:
        head["names"] = known
    if seed is not None:
        if abs(index(seed)) >= _SEEDS:
            raise Error(f"seed={seed}; less than 2**64")
        head["seed"] = index(seed)
    if bots is not None:
        head["bots"] = _checked_bots(bots, game.players)
    return json.dumps(head) + "\n"


def _checked_bots(bots: Sequence[str | None], players: int) -> list[str | None]:
    found = list(bots)
    if len(found) != players:
        raise Error(f"bots: {len(found)} given; one of each of the {players} seats")
    for bot in found:
        if bot is not None and not isinstance(bot, str):
            raise TypeError(f"bots: a bot is named, or None, not {bot!r:.40}")
        if bot is not None and len(bot) > LONGEST:
            raise Error(f"bots: {bot[:40]!r}; at most {LONGEST} signs")
    return found


def act_lines(game: Game, first: int) -> Iterator[str]:
    """The lines of the acts from the ``first`` on, and of the totals at the end of the game."""
    actions = game.action_history.tolist()
    at = game.copy()
    for _ in range(first, len(actions)):
        at.undo()
    for action in actions[first:]:
        act = at.action_to_string(action)
        seat = at.current_player
        yield json.dumps({"chance": act} if seat < 0 else {"seat": seat, "act": act}) + "\n"
        at.apply(action)
    if game.is_terminal:
        yield json.dumps({"totals": game.totals.tolist()}) + "\n"


def read_record(source: str | bytes | os.PathLike[str], *, partial: bool = False) -> Record:
    """Read a record that `write_record` wrote.

    Blank lines, other ends of lines, and keys that it does not know are nothing to it.

    Parameters
    ----------
    source
        The text of a record, which begins with ``{``, or the path of a file.
    partial
        Read as far as all is well; `Record.fault` then tells what was not. The first line must be.

    Raises
    ------
    InvalidRecord
        For whatever is no record: it tells the line and what is wrong with it.
    OSError
        If the file cannot be read.

    >>> game = dotcard.Game(2, seed=1)
    >>> record = dotcard.read_record(dotcard.write_record(game, ["Ann", "Bo"]))
    >>> record.game == game, record.names
    (True, ['Ann', 'Bo'])
    >>> dotcard.read_record('{"dotcard": 2}')
    Traceback (most recent call last):
    dotcore.InvalidRecord: line 1: "dotcard": 2; this reads version 1
    """
    lines = _lines(_text_of(source))
    number, line = next(lines, (1, ""))
    if not line:
        raise InvalidRecord('line 1: empty; a record begins with {"dotcard": 1, ...}')
    game, known = _game_of(_values(number, line), number)
    fault = None
    try:
        _replay(game, lines)
    except InvalidRecord as wrong:
        if not partial:
            raise
        fault = str(wrong)
    return Record(game, fault=fault, **known)


def _text_of(source: str | bytes | os.PathLike[str]) -> str:
    if isinstance(source, str) and not source.lstrip("\ufeff \t\r\n").startswith("{"):
        if not source.strip() or "\n" in source:
            raise InvalidRecord('line 1: no record; it begins with {"dotcard": 1, ...}')
        source = Path(source)
    if isinstance(source, os.PathLike):
        with Path(source).open("rb") as file:
            source = file.read(MAX_BYTES + 1)
    if len(source) > MAX_BYTES:
        raise InvalidRecord(f"the record has more than {MAX_BYTES} bytes")
    if isinstance(source, str):
        return source
    try:
        return bytes(source).decode()
    except UnicodeDecodeError as wrong:
        line = source.count(b"\n", 0, wrong.start) + 1
        raise InvalidRecord(f"line {line}: no UTF-8") from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    start, number = int(text.startswith("\ufeff")), 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].strip()
        start, number = end + 1, number + 1
        if len(line) > _MAX_LINE:
            raise InvalidRecord(f"line {number}: {len(line)} signs; at most {_MAX_LINE}")
        if line:
            yield number, line


def _values(number: int, line: str) -> dict[str, Any]:
    """The object of a line."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise InvalidRecord(f"line {number}: {_shown(twice)} is there twice")
        return found

    try:
        values = json.loads(line, object_pairs_hook=once)
    except InvalidRecord:
        raise
    except (ValueError, RecursionError) as wrong:
        why = getattr(wrong, "msg", "too deep" if isinstance(wrong, RecursionError) else "a number")
        raise InvalidRecord(f"line {number}: no JSON ({why}): {_cut(line)}") from None
    if not isinstance(values, dict):
        raise InvalidRecord(f"line {number}: {_cut(line)}; an object {{...}} is needed")
    return values


def _game_of(head: dict[str, Any], number: int) -> tuple[Game, dict[str, Any]]:
    """The game before its acts, and what else the first line tells."""

    def wrong(key: str, needed: str) -> InvalidRecord:
        return InvalidRecord(f'line {number}: "{key}": {_shown(head.get(key))}; {needed}')

    def whole(key: str, otherwise: int | None) -> int | None:
        value = head.get(key, otherwise)
        if value is None and otherwise is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= _SEEDS:
            raise wrong(key, "a whole number is needed")
        return value

    if "dotcard" not in head:
        raise InvalidRecord(f'line {number}: no "dotcard"; a record begins with its version')
    if whole("dotcard", _VERSION) != _VERSION:
        raise wrong("dotcard", f"this reads version {_VERSION}")
    if "players" not in head:
        raise InvalidRecord(f'line {number}: no "players"')
    rules = head.get("rules", {})
    if not isinstance(rules, dict):
        raise wrong("rules", "options by name are needed")
    players, sub_round = whole("players", 0) or 0, whole("sub_round", 1) or 0
    starter, seed = whole("starter", None), whole("seed", None)
    try:
        game = Game(players, Rules().replace(**rules), sub_round=sub_round, starter=starter)
    except Error as fault:
        raise InvalidRecord(f"line {number}: {fault}") from None
    except TypeError:  # numbers where words are needed, or numbers far too large
        told = {"players": players, "sub_round": sub_round, "starter": starter, "rules": rules}
        raise InvalidRecord(f"line {number}: no such game: {_shown(told, 300)}") from None
    names, bots = head.get("names"), head.get("bots")
    if names is not None and not _are_texts(names):
        raise wrong("names", "a list of texts is needed")
    try:
        names = checked_names(names, game.players)
    except Error as fault:
        raise InvalidRecord(f"line {number}: {fault}") from None
    if bots is not None and (
        not isinstance(bots, list)
        or len(bots) != game.players
        or not _are_texts([bot for bot in bots if bot is not None])
    ):
        raise wrong("bots", "a name or null of each seat is needed")
    return game, {"names": names, "seed": seed, "bots": bots}


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _replay(game: Game, lines: Iterator[tuple[int, str]]) -> None:
    """Make the acts of the lines; InvalidRecord at the first that is wrong."""
    ended = False
    for number, line in lines:
        values = _values(number, line)
        if ended:
            raise InvalidRecord(f"line {number}: {_cut(line)} after the totals")
        if "totals" in values:
            totals = game.totals.tolist()
            if not game.is_terminal:
                raise InvalidRecord(f"line {number}: totals, but the game is not over")
            if values["totals"] != totals:
                told = f'"totals": {_shown(values["totals"])}; the acts lead to {totals}'
                raise InvalidRecord(f"line {number}: {told}")
            ended = True
        elif "act" in values or "chance" in values:
            _do(game, number, values)
        else:
            raise InvalidRecord(
                f'line {number}: {_cut(line)}; "act", "chance" or "totals" is needed'
            )


def _do(game: Game, number: int, values: dict[str, Any]) -> None:
    is_chance = "chance" in values
    act = values["chance" if is_chance else "act"]
    if not isinstance(act, str):
        raise InvalidRecord(f"line {number}: {_shown(act)}; an act as text is needed")
    if is_chance and "act" in values:
        raise InvalidRecord(f'line {number}: "act" and "chance" in one')
    seat = game.current_player
    if is_chance != (seat == -1) and not game.is_terminal:
        due = "chance" if seat == -1 else f"player {seat}"
        told = "chance" if is_chance else "a player"
        raise InvalidRecord(f"line {number}: an act of {told}, {_shown(act)}; {due} is to act")
    if not is_chance and "seat" in values and values["seat"] != seat and not game.is_terminal:
        told = f'"seat": {_shown(values["seat"])}; player {seat} is to act'
        raise InvalidRecord(f"line {number}: {told}")
    try:
        game.do(act)
    except Error as wrong:
        raise InvalidRecord(f"line {number}: {_shown(act)}: {wrong}") from None
    except TypeError:  # half a surrogate pair is no text to the core
        raise InvalidRecord(f"line {number}: {_shown(act)}; an act as text is needed") from None


def _shown(value: Any, longest: int = 60) -> str:
    """A value as JSON, in a few signs."""
    return _cut(json.dumps(value), longest)


def _cut(text: str, longest: int = 60) -> str:
    text = printable(text)
    return text if len(text) <= longest else text[: longest - 3] + "..."
