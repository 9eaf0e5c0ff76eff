"""The example server of Dot Duel: whole games over loopback, drops, spectators, junk."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from dotcore import dotduel
from dotcore.dotduel import bots

pytest.importorskip("websockets")

from examples.dotduel_server.room import Room
from examples.dotduel_server.server import Server, listening
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

# Only a server that hangs takes so long.
PATIENCE = 60
QUICK = dotduel.Rules(
    window_ms=40, roll_timeout_ms=300, duel_timeout_ms=1000, seek_idle_ms=1000, max_rounds=40
)
SECRETS = re.compile(r'"(seed|hash|deck|log|order|token|picks|dice|zones)"')


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), PATIENCE))


class Guest:
    """A client: a connection, and what it was told last."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.token = ""
        self.view: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        text = await self.socket.recv()
        message: dict[str, Any] = json.loads(text)
        if message["tell"] == "seat":
            self.token = message["token"]
        else:
            assert not SECRETS.search(str(text)), text
        if message["tell"] == "view":
            self.view = message["view"]
        self.heard.append(message)
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["tell"] == kind:
                return message

    async def until_view(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        while not (self.view and wanted(self.view)):
            await self.hear()

    async def ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a message, whatever is told in between."""
        await self.say(**message)
        return await self.answer()

    async def answer(self) -> dict[str, Any]:
        while (told := await self.hear())["tell"] not in ("outcome", "wrong"):
            pass
        return told


@contextlib.asynccontextmanager
async def table(
    tmp_path: Path, *, rules: dotduel.Rules = QUICK, grace: float = 0.05
) -> AsyncIterator[tuple[Server, str]]:
    server = Server(logs=tmp_path, rules=rules, grace=grace)
    async with listening(server, "127.0.0.1", 0) as port:
        yield server, f"ws://127.0.0.1:{port}/socket"


@contextlib.asynccontextmanager
async def guest(address: str, **first: Any) -> AsyncIterator[Guest]:
    async with connect(address, proxy=None) as socket:
        one = Guest(socket)
        if first:
            await one.say(**first)
        yield one


async def joined(stack: contextlib.AsyncExitStack, address: str, name: str) -> Guest:
    one = await stack.enter_async_context(guest(address, do="join", room="r", name=name))
    await one.until("lobby")
    return one


def quick_bot(seed: int) -> bots.Bot:
    return bots.Bot(seed, reaction_ms=8, per_card_ms=4, miscounts=0.15, doubts=0.7, sees=0.3)


async def play(one: Guest, bot: bots.Bot, deck: dotduel.Deck, stop: Callable[[], bool]) -> None:
    """Play a seat as a bot would, until the game is over or it is to stop."""
    seq = 1000 * int(stop is not never)
    while one.view.get("phase") != "OVER" and not stop():
        event = bot.next_event(one.view, deck) if one.view else None
        patience = 1.0 if event is None else max(event[0] - one.view["now"], 1) / 1000
        try:
            await asyncio.wait_for(one.hear(), patience)
        except asyncio.TimeoutError:
            if event is not None:
                seq += 1
                await one.say(do="say", verb=event[1], seq=seq, **event[2])
                # Not again before the answer has come.
                await one.answer()


def never() -> bool:
    return False


def room_of(server: Server) -> Room:
    return server.rooms["r"]


def replayed(room: Room) -> dotduel.Engine:
    assert room.log_path is not None
    return dotduel.Engine.replay(room.log_path.read_bytes())


# Whole games


def test_four_clients_play_a_whole_game_and_its_log_replays(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (server, address), contextlib.AsyncExitStack() as stack:
            guests = [await joined(stack, address, name) for name in "ABCD"]
            watcher = await stack.enter_async_context(guest(address, do="watch", room="r"))
            await guests[0].say(do="start")
            await asyncio.gather(
                *(play(one, quick_bot(i), server.deck, never) for i, one in enumerate(guests)),
                watcher.until_view(lambda view: view["phase"] == "OVER"),
            )
            engine = room_of(server).engine
            assert engine is not None
            assert engine.is_over
            engine.check_consistency()
            assert sum(engine.scores) + engine.view()["deck_size"] <= 57
            assert replayed(room_of(server)).hash == engine.hash
            # Everybody saw their own seat, and the same end.
            assert [one.view["player"] for one in guests] == [0, 1, 2, 3]
            assert watcher.view["player"] is None
            for one in [*guests, watcher]:
                assert one.view["scores"] == engine.scores
                assert one.view["names"] == ["A", "B", "C", "D"]

    run(test)


def test_bots_of_the_server_play_with_a_person(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (server, address), contextlib.AsyncExitStack() as stack:
            one = await joined(stack, address, "Ann")
            for _ in range(2):
                await one.say(do="bot")
                await one.until("lobby")
            room = room_of(server)
            for i, seat in enumerate(room.seats[1:]):
                seat.bot = quick_bot(10 + i)
            await one.say(do="start")
            await play(one, quick_bot(1), server.deck, never)
            assert one.view["names"] == ["Ann", "Bot 1", "Bot 2"]
            assert room.engine is not None
            assert replayed(room).hash == room.engine.hash
            # And once more, with a log of its own.
            await one.say(do="start")
            await one.until_view(lambda view: view["phase"] != "OVER")
            first, second = sorted(path.name for path in tmp_path.iterdir())
            assert (first, second) == ("r-1.log", "r-2.log")

    run(test)


def test_a_player_who_drops_out_again_and_again_keeps_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (server, address), contextlib.AsyncExitStack() as stack:
            guests = [await joined(stack, address, name) for name in "AB"]
            await guests[0].say(do="start")
            room = room_of(server)
            others = [
                asyncio.create_task(play(one, quick_bot(i), server.deck, never))
                for i, one in enumerate(guests)
            ]
            async with guest(address, do="join", room="r", name="C") as late:
                assert (await late.until("wrong"))["why"].startswith("the game has begun")
            others[1].cancel()
            token = guests[1].token
            for turn in range(4):
                await guests[1].socket.close()
                await others_see(room, lambda engine: not engine.view()["connected"][1])
                async with guest(address, do="back", room="r", token=token) as again:
                    await again.until_view(lambda view: view["connected"][1])
                    assert again.view["player"] == 1
                    assert again.token == token
                    seen = again.view["round"]
                    bot = quick_bot(20 + turn)
                    rounds = room.engine
                    assert rounds is not None

                    def is_enough(seen: int = seen, engine: dotduel.Engine = rounds) -> bool:
                        return engine.round > seen + 1

                    await play(again, bot, server.deck, is_enough)
                    guests[1] = again
                if room.engine is None or room.engine.is_over:
                    break
            await others[0]
            assert room.engine is not None
            assert room.engine.is_over
            assert replayed(room).hash == room.engine.hash

    run(test)


async def others_see(room: Room, wanted: Callable[[dotduel.Engine], bool]) -> None:
    while room.engine is not None and not room.engine.is_over and not wanted(room.engine):
        await asyncio.sleep(0.005)


def test_a_quick_return_is_no_disconnection(tmp_path: Path) -> None:
    async def test() -> None:
        rules = dotduel.Rules()
        async with (
            table(tmp_path, rules=rules, grace=30) as (server, address),
            contextlib.AsyncExitStack() as stack,
        ):
            first, other = [await joined(stack, address, name) for name in "AB"]
            await first.say(do="start")
            await first.until("view")
            await first.socket.close()
            async with guest(address, do="back", room="r", token=first.token) as again:
                await again.until("view")
                assert again.view["connected"] == [True, True]
                assert room_of(server).seats[0].grace is None
                # The same seat in two places: both are told.
                async with guest(address, do="back", room="r", token=first.token) as twin:
                    await other.say(do="say", verb="roll", seq=1)
                    for one in (again, twin):
                        await one.until_view(lambda view: view["thrown"][1] is not None)
                        assert one.view["player"] == 0

    run(test)


def test_an_empty_room_is_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (server, address):
            async with guest(address, do="join", room="r", name="A") as one:
                await one.until("lobby")
                assert list(server.rooms) == ["r"]
            while server.rooms:
                await asyncio.sleep(0.005)
            async with guest(address, do="watch", room="r") as late:
                assert (await late.until("wrong"))["why"] == "there is no such room"

    run(test)


# What must not get through


def test_the_hosts_verbs_and_secrets_are_out_of_reach(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (server, address), contextlib.AsyncExitStack() as stack:
            one, _ = [await joined(stack, address, name) for name in "AB"]
            await one.say(do="start")
            await one.until("view")
            engine = room_of(server).engine
            assert engine is not None
            for verb in ("start", "set_connected", "advance", "unknown", 7, None, ["roll"]):
                told = await one.ask(do="say", verb=verb, on=False, player=1)
                assert told == {"tell": "wrong", "seq": None, "why": "that is nothing to say"}
            told = await one.ask(do="say", verb="shout", seq=5)
            assert told == {"tell": "wrong", "seq": 5, "why": "that is nothing to say"}
            told = await one.ask(do="dance", seq=6)
            assert (told["tell"], told["seq"]) == ("wrong", 6)
            # The seat is that of the connection, whatever a message says.
            told = await one.ask(do="say", verb="roll", player=1, t_ms=10**9, seq=3)
            assert told == {"tell": "outcome", "seq": 3, "outcome": "ROLLED"}
            assert engine.view()["thrown"][0] is not None
            assert (await one.ask(do="say", verb="roll", seq=3))["outcome"] == "DUPLICATE"
            assert (await one.ask(do="say", verb="claim", card=1, count=1))["outcome"] == "PHASE"

    run(test)


JUNK: list[str | bytes] = [
    "", "{", "[]", "7", "null", "{}", '"do"', '{"do": 1}', '{"do": "say"}', '{"do": ["join"]}',
    '{"do": "join"}', '{"do": "join", "room": "a b", "name": "x"}',
    '{"do": "join", "room": "r", "name": "\\u0000\\ud800"}',
    '{"do": "join", "room": "r", "name": 5}',
    '{"do": "back", "room": "r", "token": "é"}', '{"do": "back", "room": "r", "token": 7}',
    '{"do": "back", "room": "r", "token": ""}', '{"do": "watch", "room": "../../etc"}',
    '{"do": "watch", "room": 5}', "[" * 2000, b"\xff\xfe", b"\x00" * 100, "NaN",
]  # fmt: skip
ODD_SAYINGS: list[dict[str, Any]] = [
    {"verb": "claim", "card": 1e99, "count": -1},
    {"verb": "claim", "card": {"a": []}, "count": True},
    {"verb": "double_dot", "cards": [[], None, "x"]},
    {"verb": "double_dot", "cards": "ab"},
    {"verb": "answer", "total": 10**30},
    {"verb": "place", "cards": list(range(300))},
    {"verb": "roll", "roll_id": "now", "duel_id": []},
    {"verb": "agree", "roll_id": float("nan")},
]


def test_junk_is_answered_and_harms_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (server, address), contextlib.AsyncExitStack() as stack:
            one, other = [await joined(stack, address, name) for name in "AB"]
            for junk in JUNK:
                async with guest(address) as stranger:
                    await stranger.socket.send(junk)
                    assert (await stranger.until("wrong"))["why"]
            await one.say(do="start")
            await one.until("view")
            engine = room_of(server).engine
            assert engine is not None
            for junk in JUNK:
                await one.socket.send(junk)
                assert (await one.until("wrong"))["why"]
                await asyncio.sleep(0.03)  # no more than may be sent
            zones = engine.zones()
            for said in ODD_SAYINGS:
                told = await one.ask(do="say", **said)
                assert told["outcome"] in ("ILLEGAL", "STALE", "PHASE")
            for seq in (-1, 1.5, "1", True, 10**40):
                told = await one.ask(do="say", verb="roll", seq=seq)
                why = "seq is a whole number that grows"
                assert told == {"tell": "wrong", "seq": None, "why": why}
            assert engine.zones() == zones
            assert (await other.ask(do="say", verb="roll"))["outcome"] == "ROLLED"

    run(test)


def test_a_message_that_is_too_large_ends_its_connection_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (_, address), contextlib.AsyncExitStack() as stack:
            one, other = [await joined(stack, address, name) for name in "AB"]
            await one.socket.send(json.dumps({"do": "x" * 5000}))
            with pytest.raises(ConnectionClosed) as closed:
                await one.until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            assert (await other.ask(do="say", verb="roll"))["why"] == "there is no game"

    run(test)


def test_a_flood_of_messages_ends_its_connection(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (_, address), guest(address) as one:

            async def flood() -> None:
                for _ in range(500):
                    await one.say(do="nothing")
                await one.until("never")

            with pytest.raises(ConnectionClosed) as closed:
                await flood()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008

    run(test)


def test_nobody_waits_for_a_client_that_does_not_read(tmp_path: Path) -> None:
    async def test() -> None:
        async with table(tmp_path) as (server, address), contextlib.AsyncExitStack() as stack:
            one, other = [await joined(stack, address, name) for name in "AB"]
            # It asks to watch, and then its side of the connection never reads again.
            reader, writer = await raw_spectator(address)
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            room = room_of(server)
            while not room.spectators:
                await asyncio.sleep(0.005)
            await one.say(do="start")
            await asyncio.gather(
                play(one, quick_bot(1), server.deck, never),
                play(other, quick_bot(2), server.deck, never),
            )
            (sleeper,) = room.spectators or [None]
            effects = [{"change": "added", "t": 0, "player": 0, "card": 1}] * 250
            for _ in range(2000):
                if sleeper is None or sleeper not in room.spectators:
                    break
                sleeper.show(one.view, effects)
                await asyncio.sleep(0)
            while room.spectators:
                await asyncio.sleep(0.005)
            assert one.view["phase"] == "OVER"
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    run(test)


async def raw_spectator(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket of our own that watches the room."""
    port = int(address.split(":")[2].partition("/")[0])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    text = b'{"do": "watch", "room": "r"}'
    # A text frame with a mask of zeros
    writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    await writer.drain()
    return reader, writer


# Starting it


def test_the_readme_tells_the_servers_own_rules(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "examples/dotduel_server/README.md").read_text("utf-8")
    told: dict[str, Any] = {
        name: int(value) for name, value in re.findall(r"`(\w+_ms)=(\d+)`", text)
    }
    assert Server(logs=tmp_path).rules == dotduel.Rules().replace(**told)


def test_without_its_library_the_server_tells_how_to_install_it() -> None:
    start = "import runpy, sys; sys.modules['websockets'] = None; "
    start += "runpy.run_module('examples.dotduel_server', run_name='__main__')"
    ended = subprocess.run(
        [sys.executable, "-c", start], cwd=Path(__file__).parents[1], capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr == "pip install -r examples/dotduel_server/requirements.txt\n"


# The page


def test_the_page_the_deck_and_the_cards_are_served(tmp_path: Path) -> None:
    async def fetch(url: str) -> tuple[int, str, bytes]:
        def get() -> tuple[int, str, bytes]:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            try:
                with opener.open(url) as answer:
                    return answer.status, answer.headers["Content-Type"], answer.read()
            except urllib.error.HTTPError as wrong:
                with wrong:
                    return wrong.code, "", b""

        return await asyncio.to_thread(get)

    async def test() -> None:
        async with table(tmp_path) as (server, address):
            base = address.replace("ws://", "http://").removesuffix("/socket")
            status, kind, page = await fetch(f"{base}/")
            assert (status, kind) == (200, "text/html; charset=utf-8")
            assert b"<title>Dot Duel</title>" in page
            # It needs nothing from elsewhere, and writes no markup that others sent.
            assert b"http:" not in page.replace(b'"http', b"")
            assert b"innerHTML" not in page
            _, _, deck = await fetch(f"{base}/deck.json")
            assert dotduel.Deck.from_dict(json.loads(deck)) == server.deck
            _, kind, card = await fetch(f"{base}/cards/56.svg")
            assert kind == "image/svg+xml"
            assert card == server.deck.card_svg(56, size=220).encode()
            for path in ("/cards/57.svg", "/../room.py", "/logs", "/room.py"):
                assert (await fetch(base + path))[0] == 404

    run(test)
