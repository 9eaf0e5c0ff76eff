"""The server: sockets on one side, rooms on the other.

A client is heard as JSON objects with "do", and told JSON objects with "tell"; README.md lists
them. Whatever a client sends, it gets an answer or its connection is closed, and nobody else
notices. No client is ever waited for: who reads too slowly gets the newest view only, and who does
not read at all is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import http
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from dotcore import dotduel

from .room import Refused, Room, Seat, seq_of

__all__ = ["Server", "listening"]

_PAGE = Path(__file__).with_name("page.html")
_ROOM = re.compile(r"[A-Za-z0-9_-]{1,40}")
_MOST_ROOMS = 200
_MOST_CONNECTIONS = 1000
_MOST_BYTES = 2048  # of a message; a claim takes 60
_MOST_WAITING = 300  # messages and effects that a client has not read
# Messages a second, and so many more at once.
_RATE, _BURST = 30.0, 60.0

_log = logging.getLogger("dotduel_server")


class Client:
    """A connection: what is still to be sent to it, and where it sits."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.room: Room | None = None
        self.seat: Seat | None = None
        self._messages: list[Mapping[str, Any]] = []
        self._view: Mapping[str, Any] | None = None
        self._effects: list[Any] = []
        self._news = asyncio.Event()
        self._tokens, self._counted = _BURST, time.monotonic()

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message, some time."""
        self._messages.append(message)
        self._wake()

    def show(self, view: Mapping[str, Any], effects: list[Any]) -> None:
        """Send a view; of several that wait only the newest is sent."""
        self._view = view
        self._effects += effects
        self._wake()

    def _wake(self) -> None:
        if len(self._messages) + len(self._effects) > _MOST_WAITING:
            # It does not read: there is no use in telling it so.
            self._messages, self._effects, self._view = [], [], None
            self.connection.transport.abort()
        self._news.set()

    def may_speak(self) -> bool:
        """Whether it keeps to so many messages a second."""
        now = time.monotonic()
        self._tokens = min(_BURST, self._tokens + _RATE * (now - self._counted))
        self._counted = now
        self._tokens -= 1
        return self._tokens >= 0

    async def send_all(self) -> None:
        """Send what there is to send, until the connection ends."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._news.wait()
                self._news.clear()
                messages, self._messages = self._messages, []
                for message in messages:
                    await self.connection.send(json.dumps(message))
                view, self._view = self._view, None
                effects, self._effects = self._effects, []
                if view is not None:
                    text = json.dumps({"tell": "view", "view": view, "effects": effects})
                    await self.connection.send(text)


class Server:
    """Rooms by name, and one deck for all of them."""

    def __init__(
        self,
        *,
        logs: Path,
        deck: dotduel.Deck | None = None,
        rules: dotduel.Rules | None = None,
        grace: float = 20.0,
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.deck = deck or dotduel.Deck.standard(0)
        # Nobody is waited for without end.
        self.rules = rules or dotduel.Rules(
            roll_timeout_ms=30_000, duel_timeout_ms=60_000, seek_idle_ms=120_000
        )
        self._logs, self._grace = logs, grace
        self._connections = 0
        deck_text = json.dumps(self.deck.as_dict())
        self._files = {
            "/": ("text/html; charset=utf-8", _PAGE.read_bytes()),
            "/deck.json": ("application/json", deck_text.encode()),
        }
        for card in range(len(self.deck)):
            picture = self.deck.card_svg(card, size=220).encode()
            self._files[f"/cards/{card}.svg"] = ("image/svg+xml", picture)

    # What a browser asks for before it opens a socket

    async def answer_request(
        self, connection: ServerConnection, request: Request
    ) -> Response | None:
        """A file, or None where a socket is wanted."""
        path = request.path.partition("?")[0]
        if path == "/socket":
            if self._connections >= _MOST_CONNECTIONS:
                return connection.respond(http.HTTPStatus.SERVICE_UNAVAILABLE, "full\n")
            return None
        if path not in self._files:
            return connection.respond(http.HTTPStatus.NOT_FOUND, "there is no such page\n")
        kind, body = self._files[path]
        headers = Headers(
            {
                "Content-Type": kind,
                "Content-Length": str(len(body)),
                "Connection": "close",
                "X-Content-Type-Options": "nosniff",
            }
        )
        return Response(200, "OK", headers, body)

    # A connection

    async def attend(self, connection: ServerConnection) -> None:
        """Hear a client out, until its connection ends."""
        client = Client(connection)
        self._connections += 1
        sending = asyncio.create_task(client.send_all())
        try:
            async for message in connection:
                if not client.may_speak():
                    await connection.close(1008, "too many messages")
                    break
                self.hear(client, message)
        except ConnectionClosed:
            pass
        finally:
            self._connections -= 1
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending
            if client.room is not None:
                client.room.leave(client)

    def hear(self, client: Client, text: str | bytes) -> None:
        """Do what a message asks for, and answer it."""
        message: dict[str, Any] = {}
        try:
            message = _read(text)
            self._do(client, message)
        except Refused as why:
            client.tell({"tell": "wrong", "seq": seq_of(message), "why": str(why)})

    def _do(self, client: Client, message: dict[str, Any]) -> None:
        what = message.get("do")
        if what in ("join", "back", "watch"):
            self._enter(client, what, message)
        elif client.room is None or (client.seat is None and what in ("bot", "start", "say")):
            raise Refused("take a seat first")
        elif what == "bot":
            client.room.add_bot()
        elif what == "start":
            client.room.start()
        elif what == "say":
            assert client.seat is not None
            client.tell(client.room.say(client.seat, message))
        else:
            raise Refused('"do" is one of join, back, watch, bot, start, say')

    def _enter(self, client: Client, how: str, message: dict[str, Any]) -> None:
        if client.room is not None:
            raise Refused("you are in a room already")
        name = message.get("room")
        if not isinstance(name, str) or not _ROOM.fullmatch(name):
            raise Refused("a room is called by 1 to 40 letters, digits, - and _")
        room = self.rooms.get(name)
        if how == "join":
            called = _name(message.get("name"))
            if room is None:
                room = self._new_room(name)
            client.seat = room.join(called, client)
        elif room is None:
            raise Refused("there is no such room")
        elif how == "back":
            token = message.get("token")
            if not isinstance(token, str) or not token.isascii():
                raise Refused("a token is needed to come back")
            client.seat = room.come_back(token, client)
        else:
            room.watch(client)
        client.room = room

    def _new_room(self, name: str) -> Room:
        if len(self.rooms) >= _MOST_ROOMS:
            raise Refused("there are too many rooms")
        room = Room(
            name, self.deck, self.rules, logs=self._logs, grace=self._grace, on_empty=self._forget
        )
        self.rooms[name] = room
        return room

    def _forget(self, room: Room) -> None:
        self.rooms.pop(room.name, None)

    def close(self) -> None:
        """Let go of all rooms."""
        for room in list(self.rooms.values()):
            room.close()


def _read(text: str | bytes) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("a message is JSON") from None
    if not isinstance(message, dict):
        raise Refused("a message is a JSON object")
    return message


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise Refused("a name is needed")
    printable = "".join(c for c in name if c.isprintable()).strip()
    if not 1 <= len(printable) <= 40:
        raise Refused("a name has 1 to 40 signs")
    return printable


@contextlib.asynccontextmanager
async def listening(server: Server, host: str, port: int) -> AsyncIterator[int]:
    """Serve while the with block lasts; gives the port."""
    async with serve(
        server.attend,
        host,
        port,
        process_request=server.answer_request,
        max_size=_MOST_BYTES,
        max_queue=16,
        write_limit=65_536,
        close_timeout=1,
        compression=None,
        logger=_log,
    ) as listener:
        try:
            yield next(iter(listener.sockets)).getsockname()[1]
        finally:
            server.close()
