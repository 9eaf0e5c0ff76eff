"""``dotcore dotduel play``: a person plays against bots, in the terminal.

On a terminal time runs as it does at a table. Where lines come out of a pipe, or with ``--steps``,
time stands still while the person thinks: each thing said takes as long as ``--pace`` tells.
"""

from __future__ import annotations

import argparse
import os
import queue
import re
import shutil
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dotcore.cli._options import Commands, count, duration
from dotcore.cli._terminal import CommandError, Terminal, plain
from dotcore.cli.dotduel_options import add_rules, deck_of, rules_of, write_bytes

if TYPE_CHECKING:
    from dotcore import dotduel
    from dotcore.dotduel.bots import Bot

__all__ = ["add_to"]

# Told by --help, without loading the game.
LEVEL_NAMES = ("slow", "fair", "quick")
_BOT_CALLED = ("Ann", "Bo", "Ewa", "Jan", "Kim")
_STYLES = {"sought": "bold", "turn": "bold", "warning": "warning", "faint": "faint"}
_MAX_LINE = 1000
_MOST_SHOWN = 100  # of a line

_HELP = """\
  roll, r        roll the dice            claim 3 2   slot 3 has 2 symbols of the number
  dd 1 4         Double Dot of two slots  3 2         the same, in a hurry
  agree, a       nothing that shows matches
  duel 7         "Dot Duel!" on claim #7: it names too few
  over 7         claim #7 names too many
  answer 6, 6    in a duel, the total     dd 1 4      in a duel, cards g1 and g4
  place 12 30    cards for the grounds    forfeit     give a duel up
  t  the table again    q  stop here      an empty line lets time pass"""

# What is typed for each verb, and what it needs; the first ones first where several are possible.
_TYPED = {
    "roll": "roll",
    "place": "place",
    "answer": "answer",
    "duel_double_dot": "dd",
    "agree": "agree",
    "claim": "claim",
    "double_dot": "dd",
    "dot_duel": "duel",
    "prove_over": "over",
    "forfeit": "forfeit",
}
# The game cannot go on without one of them.
_WAITED_FOR = ("roll", "place", "answer", "agree", "claim")
_NEEDS = {
    "claim": "a slot and a count: claim 1 2",
    "dd": "two slots: dd 1 4",
    "duel": "the number of a claim: duel 7",
    "over": "the number of a claim: over 7",
    "answer": "a total: answer 6",
    "place": "cards: place 12 30",
    "roll": "no number",
    "agree": "no number",
    "forfeit": "no number",
}

_REFUSED = {
    "CLOCK": "that was too late",
    "STALE": "that was about the roll before",
    "OFFLINE": "you are offline",
    "SITTING": "you sit out",
    "NOT_YOURS": "it is not yours to do",
    "ALREADY": "you have done that already",
    "NOT_SHOWING": "that card does not show",
    "TAKEN": "that card is claimed already",
    "CLOSED": "that claim is closed",
    "OWN": "that claim is your own",
    "AFTER_MISFIRE": "somebody was wrong already",
    "FALSE_CALL": "that claim is right, or wrong the other way",
}


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "play",
        help="play against bots, here in the terminal",
        description="Plays a game of Dot Duel with you. ? tells what you can type.",
        allow_abbrev=False,
    )
    parser.add_argument("--players", type=count, default=3, metavar="N", help="2 to 6 (default: 3)")
    parser.add_argument(
        "--bots",
        choices=LEVEL_NAMES,
        default="slow",
        help="how fast and how well they play (default: slow)",
    )
    add_rules(parser)
    parser.add_argument("--name", metavar="NAME", help="what to call you (default: Guest)")
    parser.add_argument("--seed", type=count, metavar="N", help="default: another one each time")
    parser.add_argument(
        "--steps", action="store_true", help="time stands still until you have typed something"
    )
    parser.add_argument(
        "--pace",
        type=duration,
        default=2.0,
        metavar="SECONDS",
        help="with --steps, how long it takes you to say something (default: 2)",
    )
    parser.add_argument("--log", metavar="FILE", help="keep the game's log there")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import secrets

    import dotcore
    from dotcore import Rng, dotduel
    from dotcore.dotduel import bots

    terminal.choose_color(options.color)
    seed = secrets.randbits(64) if options.seed is None else options.seed
    name = plain((options.name or "").strip()) or "Guest"
    if len(name) > 100:
        raise CommandError("--name: at most 100 signs", 2)
    rules, deck = rules_of(options), deck_of(options)
    try:
        engine = dotduel.Engine(options.players, deck, rules, seed=seed)
    except dotcore.Error as wrong:
        raise CommandError(str(wrong), 2) from None
    chance = Rng(seed)
    seated = [bots.make(options.bots, chance.next_u64()) for _ in range(options.players - 1)]
    names = [name, *_BOT_CALLED[: options.players - 1]]
    is_stepping = options.steps or not (terminal.is_tty and _is_typed())
    session = _Session(terminal, engine, names, seated, round(1000 * options.pace))
    try:
        session.begin(options.bots)
        if is_stepping:
            session.play_in_steps()
        else:
            session.play_in_time()
    except _Stop:
        terminal.print("\nStopped.")
    finally:
        if options.log is not None:
            write_bytes(options.log, engine.log())


def _is_typed() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


class _Stop(Exception):
    """The person stops, or there is nobody to ask any more."""


class _Refused(Exception):
    """What was typed is nothing that can be said; why, in words."""


class _Session:
    """A game at the terminal; the person has seat 0."""

    def __init__(
        self,
        terminal: Terminal,
        engine: dotduel.Engine,
        names: Sequence[str],
        bots: Sequence[Bot],
        pace_ms: int,
    ) -> None:
        self.terminal, self.engine, self.names = terminal, engine, names
        self.bots, self.pace_ms = bots, pace_ms
        self._drawn: object = None
        self._told_to_act = False

    def begin(self, level: str) -> None:
        others = ", ".join(self.names[1:])
        self.tell(f"At the table: {others} ({level}), and you. ? tells what you can type.")
        self.engine.submit(self.engine.now, None, "start")

    # Time

    def play_in_steps(self) -> None:
        """Ask whenever the person may say something; let time pass meanwhile where they say so."""
        engine = self.engine
        is_new = True
        while not engine.is_over:
            if not self.can_speak():
                self.happen()
                is_new = True
                continue
            if is_new:
                self.show_table()
            line = self.read_line("> ")
            is_new = self.answer(line, engine.now + self.pace_ms)
        self.tell_end()

    def play_in_time(self) -> None:
        """Let things happen when they are due, and take what is typed as it comes."""
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=_read_lines, args=(lines,), daemon=True).start()
        started = time.monotonic_ns() // 1_000_000 - self.engine.now
        asked = False
        while not self.engine.is_over:
            if self._drawn != self.what_shows():
                self.show_table()
            # With the table at hand, it is enough to tell that something is asked for.
            may_roll = "roll" in self.engine.legal(0)
            if may_roll and not asked:
                self.tell(self.terminal.style("You are to roll.", "bold"))
            asked = may_roll
            now = time.monotonic_ns() // 1_000_000 - started
            due = self.next_time()
            self.terminal.flush()
            try:
                patience = None if due is None else max(due - now, 0) / 1000
                line = lines.get(timeout=patience)
            except queue.Empty:
                self.pass_time(time.monotonic_ns() // 1_000_000 - started)
                continue
            if line is None:
                raise _Stop
            now = time.monotonic_ns() // 1_000_000 - started
            if line:
                self.answer(line, now)
            else:
                self.pass_time(now)
        self.tell_end()

    def planned(self) -> tuple[int, int, Any] | None:
        """What is due next: a bot's event, or a timer as seat -1."""
        engine = self.engine
        deck = engine.deck
        found: list[tuple[int, int, Any]] = [
            (event[0], seat, event)
            for seat, bot in enumerate(self.bots, 1)
            if (event := bot.next_event(engine.view(seat), deck)) is not None
        ]
        if (due := engine.next_deadline) is not None:
            found.append((due, -1, None))
        return min(found, key=lambda plan: plan[:2], default=None)

    def next_time(self) -> int | None:
        plan = self.planned()
        return None if plan is None else plan[0]

    def happen(self, until: int | None = None) -> bool:
        """Let the next thing happen, if it is due by then; whether there was one."""
        from dotcore.dotduel import bots

        plan = self.planned()
        if plan is None or (until is not None and plan[0] > until):
            return False
        when, seat, event = plan
        if seat < 0:
            reply = self.engine.advance(when)
        else:
            reply = bots.submit(self.engine, seat, event)
            said = {
                "dot_duel": "Dot Duel!",
                "double_dot": "Double Dot!",
                "prove_over": "Too many!",
                "agree": "Nothing more.",
            }
            if event[1] in said and reply.accepted:
                self.tell(f'{"":>8}  {self.names[seat]}: "{said[event[1]]}"')
        self.tell_effects(reply)
        return True

    def pass_time(self, until: int) -> bool:
        """Let all happen that is due by then; whether anything was."""
        happened = False
        while not self.engine.is_over and self.happen(until):
            happened = True
        return happened

    def can_speak(self) -> bool:
        return bool(set(self.engine.legal(0)) - {"forfeit"})

    # What is typed

    def answer(self, line: str, when: int) -> bool:
        """Do what a line says, at that time; whether the table may look different now."""
        word = line.lower()
        if word in ("q", "quit", "exit"):
            raise _Stop
        if word in ("?", "h", "help"):
            self.tell(_HELP)
            return False
        if word in ("t", "table"):
            self.show_table()
            return False
        if not word:
            happened = self.happen()
            if not happened and not self._told_to_act:
                self.tell(f"All wait for you: {', or '.join(self.possible(_WAITED_FOR))}.")
                self._told_to_act = True
            return happened
        roll_id = self.engine.roll_id
        duel = self.engine.duel
        try:
            verb, said = self.event_of(word)
        except _Refused as wrong:
            self.tell(self.terminal.style(f"No: {plain(str(wrong))}", "error"))
            return False
        self.pass_time(when)
        if self.engine.is_over:
            return True
        # It was meant for the table that the person saw.
        if verb not in ("roll", "place"):
            said["roll_id"] = roll_id
        if duel is not None:
            said["duel_id"] = duel["id"]
        reply = self.engine.submit(max(when, self.engine.now), 0, verb, **said)
        self.tell_effects(reply)
        if not reply.accepted or reply.outcome == "FALSE_CALL":
            why = self.why_not(reply.outcome, verb, said)
            self.tell(self.terminal.style(f"No: {why}", "error"))
        return True

    def possible(self, verbs: Iterable[str] = tuple(_TYPED)) -> list[str]:
        """What the person may say now, as it is typed."""
        legal = self.engine.legal(0)
        return [_TYPED[verb] for verb in verbs if verb in legal]

    def why_not(self, outcome: str, verb: str, said: Mapping[str, Any]) -> str:
        """Why that was rejected, and what would be right."""
        if outcome == "ILLEGAL":
            return self.why_illegal(verb, said)
        if outcome == "PHASE":
            may = ", ".join(self.possible())
            return f"not now; you may: {may}" if may else "not now; wait for the others"
        return _REFUSED.get(outcome, outcome)

    def why_illegal(self, verb: str, said: Mapping[str, Any]) -> str:
        legal = self.engine.legal(0)
        if verb == "claim":
            return "a count is 1 to 8"
        if verb == "double_dot":
            return "two different slots"
        if verb == "answer":
            return f"a total is 1 to {legal['answer']}" if "answer" in legal else "no such total"
        if verb == "duel_double_dot":
            return "two different cards of the grounds"
        if verb == "place":
            wanted = legal.get("place")
            return "cards of your own" + (f", {wanted} of them" if wanted else "")
        if said["claim"] not in [claim["id"] for claim in self.engine.claims]:
            return f"no claim #{said['claim']}"
        shown = f"{_TYPED[verb]} {said['claim']} 2"
        return f"{_TYPED[verb]} needs the true count, 0 to 8, too: {shown}"

    def event_of(self, line: str) -> tuple[str, dict[str, Any]]:
        """The verb that a line names, and what it needs."""
        found = re.fullmatch(r"([a-z]*)[ ,]*((?:#?\d{1,9}[ ,]*)*)", line, re.ASCII)
        if found is None:
            raise _Refused(f"{line[:40]!r} is nothing to say; ? tells what you can type")
        word = found[1]
        numbers = [int(number) for number in re.findall(r"\d+", found[2])]
        in_duel = self.engine.duel is not None
        if not word:
            word = "answer" if in_duel else "claim"
        wanted = {"r": "roll", "c": "claim", "a": "agree", "d": "duel", "o": "over"}.get(word, word)
        if wanted in ("roll", "agree", "forfeit") and not numbers:
            return wanted, {}
        if wanted == "claim" and len(numbers) == 2:
            return "claim", {"card": self.card_in(numbers[0]), "count": numbers[1]}
        if wanted in ("duel", "over") and len(numbers) in (1, 2):
            verb = "dot_duel" if wanted == "duel" else "prove_over"
            named = {"count": numbers[1]} if len(numbers) == 2 else {}
            return verb, {"claim": numbers[0], **named}
        if wanted == "dd" and in_duel and len(numbers) >= 2:
            grounds = self.engine.view(0)["grounds"]
            if not all(1 <= place <= len(grounds) for place in numbers):
                raise _Refused(f"the grounds have cards g1 to g{len(grounds)}")
            return "duel_double_dot", {"cards": [grounds[place - 1] for place in numbers]}
        if wanted == "dd" and len(numbers) == 2:
            return "double_dot", {"cards": [self.card_in(slot) for slot in numbers]}
        if wanted == "answer" and len(numbers) == 1:
            return "answer", {"total": numbers[0]}
        if wanted == "place" and numbers:
            return "place", {"cards": numbers}
        if wanted == "dd" and in_duel:
            raise _Refused("dd needs two cards of the grounds: dd 1 4")
        if wanted in _NEEDS:
            raise _Refused(f"{wanted} needs {_NEEDS[wanted]}")
        raise _Refused(f"{line[:40]!r} is nothing to say; ? tells what you can type")

    def card_in(self, slot: int) -> int:
        show = self.engine.show
        if not 1 <= slot <= len(show):
            raise _Refused(f"there are slots 1 to {len(show)}")
        card = show[slot - 1]
        if card is None:
            raise _Refused(f"slot {slot} is empty")
        return card

    def read_line(self, prompt: str) -> str:
        """A line that the person typed. Raises _Stop at the end of the input.

        What nobody saw being typed is shown.
        """
        if sys.stdout is not None:
            sys.stdout.write(prompt)
        self.terminal.flush()
        line = _line()
        if not _is_typed():
            self.terminal.print(plain(line or "")[:_MOST_SHOWN])
        elif not self.terminal.is_tty:
            self.terminal.print()
        if line is None:
            raise _Stop
        return line

    # Telling

    def tell(self, text: str) -> None:
        self.terminal.print(text)

    def tell_effects(self, reply: dotduel.Reply) -> None:
        from dotcore.dotduel import _words

        counts = {claim["id"]: claim["count"] for claim in self.engine.claims}
        if reply.effects:
            self._told_to_act = False
        for effect in reply.effects:
            told: dict[str, Any] = dict(effect)
            if told.get("claim") in counts and told["change"] == "claimed":
                told["count"] = counts[told["claim"]]
            if text := _words.effect_text(told, self.names):
                self.tell(f"{_words.seconds(told['t']):>8}  {text}")

    def what_shows(self) -> object:
        """What changes wherever the table has to be drawn again."""
        view = self.engine.view(0)
        return view["roll_id"], view["show"], view["grounds"]

    def show_table(self) -> None:
        from dotcore.dotduel import _table

        self._drawn = self.what_shows()
        columns = shutil.get_terminal_size().columns if self.terminal.is_tty else 80

        def styled(text: str, style: str) -> str:
            return self.terminal.style(text, _STYLES[style])

        width = min(max(columns, 40), 120)
        lines = _table.table_lines(self.engine, 0, self.names, width, styled)
        self.tell("\n" + "\n".join(lines))

    def tell_end(self) -> None:
        from dotcore.dotduel import _words

        self.tell("")
        for name, score in zip(self.names, self.engine.scores, strict=True):
            self.tell(f"  {name}: {_words.cards_count(score)}")
        winner = self.engine.winner
        told = "nobody wins" if winner is None else f"{self.names[winner]} wins"
        self.tell(f"The game is over: {'you win!' if winner == 0 else told + '.'}")


def _line() -> str | None:
    """A line of standard input without its end; None where that has ended."""
    if sys.stdin is None:
        return None
    line = sys.stdin.buffer.readline(_MAX_LINE)
    if not line:
        return None
    rest = line
    while len(rest) == _MAX_LINE and not rest.endswith(b"\n"):  # nobody types so much
        rest = sys.stdin.buffer.readline(_MAX_LINE)
    return line.decode(errors="replace").strip()


def _read_lines(lines: queue.SimpleQueue[str | None]) -> None:
    """Read what is typed, in a thread that may still be waiting when the program ends.

    So it must not hold the lock of sys.stdin's buffer meanwhile: it reads from below.
    """
    rest = b""
    while data := os.read(sys.stdin.fileno(), _MAX_LINE):
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            lines.put(line.decode(errors="replace").strip())
        rest = rest[:_MAX_LINE]
    lines.put(None)
