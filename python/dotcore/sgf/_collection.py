"""A file of games: reading it from text, bytes or a path, and writing it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ._encoding import Encoding, decode, encode, encoding_of, lookup
from ._faults import Diagnostic, FaultLog, Severity, Source, invalid
from ._game import Game
from ._parse import parse_games

__all__ = ["MAX_BYTES", "MAX_ITEMS", "Collection", "parse", "read_file"]

MAX_BYTES = 64 << 20
MAX_ITEMS = 5_000_000

PathLike = str | os.PathLike[str]


class Collection:
    """The games of one file, with what is wrong in it.

    ``games`` is a list and may be changed.  ``diagnostics`` are the faults found while reading,
    in the order of their places; ``encoding`` is the codec that the bytes are written in.

    >>> record = parse("(;GM[40]FF[4]SZ[5];B[aa])(;GM[40]FF[4]SZ[5];B[a!])", check=False)
    >>> len(record.games), [str(told)[:15] for told in record.diagnostics]
    (2, ['1:48 error bad_'])
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, games: list[Game] | None = None) -> None:
        self.games: list[Game] = list(games or [])
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self._encoding: Encoding | None = None  # None: as the first CA says
        self._source: Source | None = None
        self._as_read: tuple[Game, ...] = ()
        self._front = ""  # a byte-order mark that stood in a str
        self._tail = "\n"  # the text behind the last game
        self._unread = ""  # why the text was not read to its end, if it was not

    @property
    def encoding(self) -> str:
        """The codec that the bytes are written in."""
        return (self._encoding or encoding_of(self.to_text())).codec

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of severity ERROR and CRITICAL."""
        return tuple(told for told in self.diagnostics if told.severity >= Severity.ERROR)

    def convert(self, encoding: str = "utf-8") -> None:
        """Write in another encoding from now on, and say so in the CA of each game."""
        codec = lookup(encoding)
        if codec is None:
            raise invalid(f"encoding {encoding!r} is not one that records may use")
        self._encoding = Encoding(codec)
        for game in self.games:
            game.root.set_text("CA", codec.upper())

    def to_text(self) -> str:
        """The whole file as text; what was not edited, as it was read."""
        source = self._source
        unchanged = len(self.games) == len(self._as_read) and all(
            game is read and not game._edited
            for game, read in zip(self.games, self._as_read, strict=True)
        )
        if source is not None and unchanged:
            return self._front + source.text
        if self._unread:
            raise invalid(f"the record was not read to its end ({self._unread}): not written")
        parts = [self._front]
        for game in self.games:
            if len(parts) > 1 or game._source is not None:
                parts.append(game._lead)
            parts.append(game.to_text())
        return "".join(parts) + self._tail

    def to_bytes(self) -> bytes:
        """The whole file as bytes; `InvalidRecord` where a new character is not in `encoding`."""
        text = self.to_text()
        try:
            return encode(text, self._encoding or encoding_of(text))
        except UnicodeEncodeError as fault:
            shown = ascii(text[fault.start : fault.end][:10])
            message = f"{shown} cannot be written in {self.encoding}; see Collection.convert"
            raise invalid(message) from None

    def write(self, path: PathLike) -> None:
        """Write the file; a record that was read and not edited gives the same bytes again."""
        data = self.to_bytes()
        Path(path).write_bytes(data)

    def __iter__(self) -> Iterator[Game]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)

    def __eq__(self, other: object) -> bool:
        return self.games == other.games if isinstance(other, Collection) else NotImplemented

    def __repr__(self) -> str:
        return f"<Collection of {len(self.games)} games, {len(self.diagnostics)} diagnostics>"

    def __reduce__(self) -> tuple[Any, ...]:
        told = [game.diagnostics for game in self.games]
        text, front = self.to_text()[len(self._front) :], self._front
        return _restore, (text, front, self._encoding, self.diagnostics, told, self._unread)


def _restore(
    text: str,
    front: str,
    encoding: Encoding | None,
    diagnostics: tuple[Diagnostic, ...],
    told: list[tuple[Diagnostic, ...]],
    unread: str,
) -> Collection:
    record = _collect(Source(text), FaultLog(), MAX_ITEMS if unread else None)
    record._encoding, record._front = encoding, front
    record.diagnostics = diagnostics
    for game, its in zip(record.games, told, strict=True):
        game.diagnostics = its
    return record


def _collect(source: Source, log: FaultLog, max_items: int | None) -> Collection:
    record = Collection()
    record._source = source
    record.games, complete = parse_games(source, log, max_items)
    record._as_read = tuple(record.games)
    record._tail = source.text[record.games[-1]._end :] if record.games else source.text
    record._unread = "" if complete else "too_many_items"
    return record


def parse(
    text: str | bytes,
    *,
    check: bool = True,
    max_bytes: int | None = MAX_BYTES,
    max_items: int | None = MAX_ITEMS,
) -> Collection:
    """Read all games of an SGF text.

    A faulty text is no error: what can be read is read, and `Collection.diagnostics` tells the
    rest.  Bytes are decoded as their byte-order mark or their CA property says, else as UTF-8,
    else by a guess, which is told.

    Parameters
    ----------
    check
        Also play the games, all variations, and tell what the rules refuse and results that do
        not agree.  Without it only the text is looked at, in about half the time.
    max_bytes
        A longer text (for str: more characters) is not read at all but told as ``too_large``.
    max_items
        After so many nodes, properties and values reading stops, told as ``too_many_items``;
        this bounds the memory.  None for no bound.

    >>> record = parse("(;GM[40]FF[4]SZ[10];B[bb];W[cb]C[hm])", check=False)
    >>> [node.move.x for node in record.games[0].main_line() if node.move]
    [1, 2]
    """
    log = FaultLog()
    front = ""
    if max_bytes is not None and len(text) > max_bytes:
        return _too_large(len(text), max_bytes, log)
    if isinstance(text, str):
        front = text[: text.startswith("\ufeff")]
        body, encoding = text[len(front) :], encoding_of(text)
    else:
        body, encoding = decode(bytes(text), log)
    source = Source(body)
    record = _collect(source, log, max_items)
    record._encoding = encoding
    record._front = front
    if check:
        from ._replay import check_game

        for number, game in enumerate(record.games):
            log.game = number
            check_game(game, log)
    told = log.diagnostics(source)
    record.diagnostics = tuple(diagnostic for _, diagnostic in told)
    by_game: dict[int, list[Diagnostic]] = {}
    for number, diagnostic in told:
        by_game.setdefault(number, []).append(diagnostic)
    for number, diagnostics in by_game.items():
        if number >= 0:
            record.games[number].diagnostics = tuple(diagnostics)
    return record


def _too_large(size: int, allowed: int, log: FaultLog) -> Collection:
    record = Collection()
    message = f"{size} bytes, {allowed} are allowed (max_bytes): nothing is read"
    log.critical("too_large", 0, message)
    record.diagnostics = tuple(told for _, told in log.diagnostics(Source("")))
    record._unread = "too_large"
    return record


def read_file(
    path: PathLike,
    *,
    check: bool = True,
    max_bytes: int | None = MAX_BYTES,
    max_items: int | None = MAX_ITEMS,
) -> Collection:
    """Read all games of a file; as `parse`, and `OSError` if the file cannot be read."""
    with Path(path).open("rb") as file:
        data = file.read(-1 if max_bytes is None else max_bytes + 1)
    if max_bytes is not None and len(data) > max_bytes:
        return _too_large(max(Path(path).stat().st_size, len(data)), max_bytes, FaultLog())
    return parse(data, check=check, max_bytes=max_bytes, max_items=max_items)
