"""A room: its seats, its game, and who looks on. It knows nothing of sockets.

All that happens has the room's own time, whole milliseconds since the game began. What is due by
itself, timers of the engine and what bots say, is done by one timer that is set anew after each
event.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from dotcore import dotduel
from dotcore.dotduel import bots

__all__ = ["Listener", "Refused", "Room", "Seat", "seq_of"]

MOST_SEATS = 6
MOST_LISTENERS = 50
MOST_TABS = 4  # of one seat
# What players may say; `start` and `set_connected` are the host's.
VERBS = frozenset(
    {"roll", "claim", "dot_duel", "prove_over", "double_dot", "agree", "place", "answer",
     "duel_double_dot", "forfeit"}
)  # fmt: skip
ARGUMENTS = ("card", "count", "claim", "cards", "total", "roll_id", "duel_id")
_MOST_SEQ = 1 << 50


def seq_of(message: Mapping[str, Any]) -> int | None:
    """A message's number; None if it has none, or one that cannot be."""
    seq = message.get("seq")
    if not isinstance(seq, int) or isinstance(seq, bool):
        return None
    return seq if 0 <= seq < _MOST_SEQ else None


class Refused(Exception):
    """What was asked for cannot be done; why, in words for the one who asked."""


class Listener(Protocol):
    """Somebody who is told what happens."""

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message, some time."""

    def show(self, view: Mapping[str, Any], effects: list[Any]) -> None:
        """Send a view; a later one may be sent in its place, the effects of both with it."""


class Seat:
    """A place at the table. Who knows its token may come back to it."""

    def __init__(self, name: str, bot: bots.Bot | None = None) -> None:
        self.name, self.bot = name, bot
        self.token = secrets.token_urlsafe(16)
        self.listeners: set[Listener] = set()
        self.grace: asyncio.TimerHandle | None = None
        self.is_here = True


class Room:
    """Seats, and one game after the other."""

    def __init__(
        self,
        name: str,
        deck: dotduel.Deck,
        rules: dotduel.Rules,
        *,
        logs: Path,
        grace: float,
        on_empty: Callable[[Room], None] = lambda _: None,
    ) -> None:
        self.name, self.deck, self.rules = name, deck, rules
        self.seats: list[Seat] = []
        self.players: list[Seat] = []  # those of the game, in the engine's order
        self.spectators: set[Listener] = set()
        self.engine: dotduel.Engine | None = None
        self.log_path: Path | None = None
        self._logs, self._grace, self._on_empty = logs, grace, on_empty
        self._log: BinaryIO | None = None
        self._logged = 0
        self._started = 0
        self._timer: asyncio.TimerHandle | None = None

    # Coming and going

    def join(self, name: str, listener: Listener) -> Seat:
        """A new seat. Only before a game: then the number of players is fixed."""
        if self.is_playing:
            raise Refused("the game has begun; you may watch it")
        if len(self.seats) == MOST_SEATS:
            raise Refused("all seats are taken")
        seat = Seat(name)
        self.seats.append(seat)
        self._sit(seat, listener)
        return seat

    def come_back(self, token: str, listener: Listener) -> Seat:
        """The seat that a token was given for."""
        for seat in self.seats:
            if seat.bot is None and secrets.compare_digest(seat.token.encode(), token.encode()):
                if len(seat.listeners) == MOST_TABS:
                    raise Refused("this seat is open in too many places")
                self._sit(seat, listener)
                return seat
        raise Refused("nobody sits there with that token")

    def watch(self, listener: Listener) -> None:
        """Look on."""
        if len(self.spectators) == MOST_LISTENERS:
            raise Refused("too many spectators")
        self.spectators.add(listener)
        self._show_to(listener, None)

    def add_bot(self) -> None:
        """A seat for a bot."""
        if self.is_playing:
            raise Refused("the game has begun")
        if len(self.seats) == MOST_SEATS:
            raise Refused("all seats are taken")
        number = sum(seat.bot is not None for seat in self.seats) + 1
        self.seats.append(Seat(f"Bot {number}", bots.make("slow", secrets.randbits(64))))
        self.tell_lobby()

    def leave(self, listener: Listener) -> None:
        """A connection has ended; whoever sat there may come back within the grace period."""
        self.spectators.discard(listener)
        for seat in self.seats:
            if listener in seat.listeners:
                seat.listeners.remove(listener)
                if not seat.listeners:
                    loop = asyncio.get_running_loop()
                    seat.grace = loop.call_later(self._grace, self._give_up, seat)
        self._end_if_empty()

    def _sit(self, seat: Seat, listener: Listener) -> None:
        seat.listeners.add(listener)
        if seat.grace is not None:
            seat.grace.cancel()
            seat.grace = None
        listener.tell({"tell": "seat", "room": self.name, "token": seat.token})
        if not seat.is_here:
            seat.is_here = True
            self._connect(seat)
        if self.engine is not None and seat in self.players:
            self._show_to(listener, seat)
        else:
            self.tell_lobby()

    def _give_up(self, seat: Seat) -> None:
        """The grace period is over and nobody came back."""
        seat.grace = None
        if self.is_playing and seat in self.players:
            seat.is_here = False
            self._connect(seat)
        else:
            self.seats.remove(seat)
            self.tell_lobby()
        self._end_if_empty()

    def _connect(self, seat: Seat) -> None:
        if self.is_playing:
            self._submit(self.players.index(seat), "set_connected", {"on": seat.is_here})

    def _end_if_empty(self) -> None:
        if self.spectators or any(seat.listeners or seat.grace for seat in self.seats):
            return
        self.close()
        self._on_empty(self)

    def close(self) -> None:
        """Let go of timers and the file."""
        for seat in self.seats:
            if seat.grace is not None:
                seat.grace.cancel()
                seat.grace = None
        if self._timer is not None:
            self._timer.cancel()
        if self._log is not None:
            self._log.close()
            self._log = None

    # The game

    @property
    def is_playing(self) -> bool:
        """Whether a game goes on."""
        return self.engine is not None and not self.engine.is_over

    def start(self) -> None:
        """Begin a game of those who sit here."""
        if self.is_playing:
            raise Refused("the game has begun")
        # Who left after the last game has no seat in the next.
        self.seats = [seat for seat in self.seats if seat.bot or seat.listeners or seat.grace]
        if len(self.seats) < 2:
            raise Refused("two players are needed, at least; bots count")
        # The engine draws a seed of its own that nobody can guess.
        self.engine = dotduel.Engine(len(self.seats), self.deck, self.rules)
        self._open_log()
        self._started = time.monotonic_ns()
        self.players = list(self.seats)
        for seat in self.seats:
            seat.is_here = True
        self._submit(None, "start", {})

    def say(self, seat: Seat, message: Mapping[str, Any]) -> dict[str, Any]:
        """What a player says, stamped with the time at which it came; the outcome as a message."""
        if self.engine is None or seat not in self.players:
            raise Refused("there is no game")
        verb, seq = message.get("verb"), seq_of(message)
        if not isinstance(verb, str) or verb not in VERBS:
            raise Refused("that is nothing to say")
        said = {name: message[name] for name in ARGUMENTS if name in message}
        index = self.players.index(seat)
        if seq is None and message.get("seq") is not None:
            raise Refused("seq is a whole number that grows")
        if seq is not None:
            # The numbers of all players are kept apart.
            said["seq"] = seq * MOST_SEATS + index
        self._do_what_is_due()
        outcome = self._submit(index, verb, said)
        return {"tell": "outcome", "seq": seq, "outcome": outcome}

    def now(self) -> int:
        """The room's time; never before the engine's."""
        assert self.engine is not None
        return max((time.monotonic_ns() - self._started) // 1_000_000, self.engine.now)

    def _submit(
        self, index: int | None, verb: str, said: Mapping[str, Any], at: int | None = None
    ) -> str:
        assert self.engine is not None
        when = self.now() if at is None else max(at, self.engine.now)
        reply = self.engine.submit(when, index, verb, **said)
        self._keep_log()
        # A rejection concerns the one who spoke alone, unless timers fired before it.
        if reply.accepted or reply.effects:
            self._show(reply.effects)
        self._set_timer()
        return reply.outcome

    def _do_what_is_due(self) -> None:
        """Timers and bots up to now, in the order of their times."""
        assert self.engine is not None
        now = self.now()
        while self.is_playing:
            plan = self._next()
            if plan is None or plan[0] > now:
                break
            when, index, event = plan
            if event is None:
                reply = self.engine.advance(max(when, self.engine.now))
                self._keep_log()
                self._show(reply.effects)
            else:
                self._submit(index, event[1], event[2], at=when)
        self._set_timer()

    def _next(self) -> tuple[int, int, bots.Event | None] | None:
        """What is due next, and when: a bot's event, or the engine's own timer."""
        assert self.engine is not None
        plans: list[tuple[int, int, bots.Event | None]] = []
        for index, seat in enumerate(self.players):
            if seat.bot is not None:
                event = seat.bot.next_event(self.engine.view(index), self.deck)
                if event is not None:
                    plans.append((event[0], index, event))
        if (due := self.engine.next_deadline) is not None:
            plans.append((due, -1, None))
        return min(plans, key=lambda plan: plan[:2], default=None)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        plan = self._next() if self.is_playing else None
        if plan is not None:
            delay = max(plan[0] - self.now(), 0) / 1000
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay, self._do_what_is_due)

    # The log

    def _open_log(self) -> None:
        """A new file, never one that is there already."""
        if self._log is not None:
            self._log.close()
        self._logs.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1_000_000):
            path = self._logs / f"{self.name}-{number}.log"
            with contextlib.suppress(FileExistsError):
                self._log = path.open("xb", buffering=0)
                self.log_path = path
                break
        assert self._log is not None
        assert self.engine is not None
        self._log.write(self.engine.log())
        self._logged = self.engine.log_size

    def _keep_log(self) -> None:
        """Append what is new."""
        assert self.engine is not None
        if self._log is not None and self.engine.log_size > self._logged:
            self._log.write(self.engine.log(self._logged))
            self._logged = self.engine.log_size

    # Telling

    def _show(self, effects: list[Any]) -> None:
        for seat in [None, *self.players]:
            listeners = self.spectators if seat is None else seat.listeners
            if listeners:
                view = self._view(seat)
                for listener in listeners:
                    listener.show(view, effects)

    def _show_to(self, listener: Listener, seat: Seat | None) -> None:
        if self.engine is None:
            listener.tell(self._lobby())
        else:
            listener.show(self._view(seat), [])

    def _view(self, seat: Seat | None) -> dict[str, Any]:
        """What this seat may know: the engine's own view, and what all are called."""
        assert self.engine is not None
        view = dict(self.engine.view(None if seat is None else self.players.index(seat)))
        return {**view, "names": [player.name for player in self.players]}

    def tell_lobby(self) -> None:
        """Tell everybody who sits here."""
        everybody = [*self.spectators, *(one for seat in self.seats for one in seat.listeners)]
        for listener in everybody:
            listener.tell(self._lobby())

    def _lobby(self) -> dict[str, Any]:
        return {"tell": "lobby", "room": self.name, "names": [seat.name for seat in self.seats]}
