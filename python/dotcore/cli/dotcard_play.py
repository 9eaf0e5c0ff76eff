"""``dotcore dotcard play``: a person plays against bots, in the terminal."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dotcore.cli._options import Commands, count
from dotcore.cli._terminal import CommandError, Terminal, plain
from dotcore.cli.dotcard_options import BOT_NAMES, add_rules, bots_of, rules_of

if TYPE_CHECKING:
    from dotcore import Rng, dotcard
    from dotcore.dotcard.bots import Bot

__all__ = ["add_to"]

_BOT_CALLED = ("Ann", "Bo", "Ewa", "Jan", "Kim", "Lea", "Max")
_STYLES = {"open": "good", "closed": "error", "lock": "warning", "turn": "bold", "faint": "faint"}
_MAX_LINE = 1000

_HELP = """\
  3        lay what is listed as 3       3 7      a bonus card, as a 7
  3!       lay it and say "dot"          9|4 P0   the same in words; F is the free track
  d        draw a card                   p        pass, once you have drawn
  u        take your last act back       t        the table again
  s        the score sheet               q        stop here
Say "dot" when you lay the second-last card, or you must draw one."""


def add_to(commands: Commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        "play",
        help="play against bots, here in the terminal",
        description="Plays a game of DotCard with you. Type ? when it is your turn.",
        allow_abbrev=False,
    )
    add_rules(parser, 10)
    parser.add_argument(
        "--bots",
        metavar="A,B,...",
        help=f"of the other seats, over again where there are more seats (default: greedy): "
        f"{', '.join(BOT_NAMES)}; search:5000 for more simulations",
    )
    parser.add_argument("--name", metavar="NAME", help="what to call you (default: Guest)")
    parser.add_argument("--seat", type=count, metavar="SEAT", help="where you sit (default: 0)")
    parser.add_argument("--seed", type=count, metavar="N", help="default: another one each time")
    parser.add_argument("--record", metavar="FILE", help="keep the game there, act by act")
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with the game kept there, and keep it there"
    )
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, terminal: Terminal) -> None:
    import secrets

    from dotcore import Rng

    terminal.choose_color(options.color)
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    rng = Rng(seed)
    if options.resume is None:
        session = _new(options, terminal, rng, seed)
    else:
        session = _resumed(options, terminal, rng)
    try:
        session.play()
    except _Stop:
        session.tell_stop()
    except KeyboardInterrupt:
        session.tell_stop()
        terminal.flush()
        raise


def _new(options: argparse.Namespace, terminal: Terminal, rng: Rng, seed: int) -> _Session:
    import dotcore
    from dotcore import dotcard

    players = 4 if options.players is None else options.players
    rules = rules_of(options, 10)
    try:
        game = dotcard.Game(players, rules)
    except (dotcore.Error, TypeError) as wrong:
        raise CommandError(str(wrong).partition("\n")[0], 2) from None
    you = _seat(options, players)
    others = bots_of("greedy" if options.bots is None else options.bots, players - 1)
    kinds: list[str | None] = [*others[:you], None, *others[you:]]
    name = (options.name or "").strip() or "Guest"
    if len(name) > 100:
        raise CommandError("--name: at most 100 signs", 2)
    names = [*_BOT_CALLED[:you], name, *_BOT_CALLED[you : players - 1]]
    book = None
    if options.record is not None:
        if _holds_something(options.record):
            told = "it is there already; --resume goes on with a game that was kept"
            raise CommandError(f"{options.record}: {told}")
        book = _Book(options.record, names, seed, kinds)
    return _Session(terminal, game, you, names, kinds, rng, book)


def _resumed(options: argparse.Namespace, terminal: Terminal, rng: Rng) -> _Session:
    from dotcore.cli.dotcard_show import open_record

    fixed = {
        "--players": options.players,
        "--sub-rounds": options.sub_rounds,
        "--rules": options.rules or None,
        "--name": options.name,
    }
    for name, value in fixed.items():
        if value is not None:
            raise CommandError(f"{name}: the record that is resumed tells it", 2)
    if options.resume == "-":
        raise CommandError("--resume: a file is needed, standard input is where you type", 2)
    record = open_record(options.resume)
    if record.fault is not None:
        raise CommandError(f"{options.resume}: {plain(record.fault)}")
    game = record.game
    nobody: list[str | None] = [None] * game.players
    kinds = nobody if record.bots is None else list(record.bots)
    if options.seat is not None or kinds.count(None) != 1:
        you = _seat(options, game.players)
    else:
        you = kinds.index(None)
    others_known = [kind for seat, kind in enumerate(kinds) if seat != you]
    if options.bots is not None or not all(map(_is_bot, others_known)):
        others = bots_of(options.bots or "greedy", game.players - 1)
        kinds = [*others[:you], None, *others[you:]]
    kinds[you] = None
    called = [*_BOT_CALLED[:you], "Guest", *_BOT_CALLED[you : game.players - 1]]
    names = record.names or called
    book = None
    if options.record or not game.is_terminal:  # a game that is over stays as it is kept
        book = _Book(options.record or options.resume, names, record.seed, kinds)
    return _Session(terminal, game, you, names, kinds, rng, book)


def _is_bot(name: str | None) -> bool:
    import dotcore
    from dotcore.dotcard import bots

    try:
        return name is not None and bots.make(name) is not None
    except dotcore.Error:
        return False


def _holds_something(path: str) -> bool:
    try:
        return Path(path).is_file() and Path(path).stat().st_size > 0
    except (OSError, ValueError):  # writing will tell
        return False


def _seat(options: argparse.Namespace, players: int) -> int:
    seat: int = options.seat or 0
    if seat >= players:
        raise CommandError(f"--seat {seat}: 0 to {players - 1}", 2)
    return seat


class _Stop(Exception):
    """The person stops, or there is nobody to ask any more."""


class _Refused(Exception):
    """What was typed is no act that can be done now; why, in words."""


class _Book:
    """The file in which the game is kept as it goes."""

    def __init__(
        self, path: str, names: list[str], seed: int | None, bots: list[str | None]
    ) -> None:
        self.path, self._names, self._seed, self._bots = path, names, seed, bots
        self._path = Path(path)
        self._written: list[int] | None = None

    def keep(self, game: dotcard.Game) -> None:
        """Write the acts that are new; all of them if some were taken back."""
        from dotcore.dotcard import _record

        acts = game.action_history.tolist()
        known = self._written
        goes_on = known is not None and acts[: len(known)] == known
        try:
            if goes_on and known is not None:
                with self._path.open("a", encoding="utf-8", newline="\n") as file:
                    file.writelines(_record.act_lines(game, len(known)))
            else:
                head = _record.head_line(game, self._names, self._seed, self._bots)
                self._write(head + "".join(_record.act_lines(game, 0)))
        except (OSError, ValueError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            raise CommandError(f"{self.path}: {why}") from None
        self._written = acts

    def _write(self, text: str) -> None:
        """Write it all; whatever happens meanwhile, a game that was kept is not lost."""
        if not self._path.is_file():
            self._path.write_text(text, encoding="utf-8", newline="\n")
            return
        new = self._path.with_name(self._path.name + ".new")
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(self._path)


class _Choice:
    """A line of the list to choose from: a card on a track, whatever number and "dot"."""

    def __init__(self, play: dotcard.Play, text: str) -> None:
        self.card, self.text = play.card, text
        self.is_bonus = play.card.is_bonus
        self.actions: dict[tuple[int, bool], int] = {}  # by open end and "dot"


class _Session:
    """A game at the terminal."""

    def __init__(
        self,
        terminal: Terminal,
        game: dotcard.Game,
        you: int,
        names: list[str],
        kinds: list[str | None],
        rng: Rng,
        book: _Book | None,
    ) -> None:
        from dotcore.dotcard import bots

        self.terminal, self.game, self.you, self.names = terminal, game, you, names
        self.rng, self.book = rng, book
        self.bots: list[Bot | None] = [None if kind is None else bots.make(kind) for kind in kinds]
        self.kinds = kinds
        self.decisions: list[int] = []  # how many acts there were when the person was asked

    def play(self) -> None:
        """Play to the end. Raises _Stop where the person or their input ends."""
        others = [
            f"{plain(name)} ({kind})"
            for name, kind in zip(self.names, self.kinds, strict=True)
            if kind is not None
        ]
        self.tell(f"At the table: {', '.join(others)}, and you. ? tells what you can type.")
        self.keep()
        is_new = self.game.phase in ("deal", "choose_starter")
        while not self.game.is_terminal:
            if self.game.current_player < 0:
                self.chance()
                continue
            if is_new:
                is_new = False
                self.tell_deal()
            if self.game.current_player == self.you:
                action = self.ask()
            else:
                bot = self.bots[self.game.current_player]
                assert bot is not None
                action = bot.choose(self.game, self.rng)
            ended = len(self.game.sheet)
            self.make(action)
            if len(self.game.sheet) > ended:
                self.tell_sub_round()
                is_new = True
        self.tell(self.turn_text())

    # Doing

    def chance(self) -> None:
        at = self.game.copy(history=False)
        self.make(at.sample_chance(self.rng))

    def make(self, action: int) -> None:
        from dotcore.dotcard import _words

        before = self.game.copy(history=False)
        self.game.apply(action)
        told = _words.act_in_words(before, self.game, action, self.names, you=self.you)
        if told:
            self.tell(told)
        if self.game.phase != "deal":  # a deal is kept with the act that follows it
            self.keep()

    def keep(self) -> None:
        if self.book is not None:
            self.book.keep(self.game)

    def take_back(self) -> bool:
        """Go back to when the person was asked before; False if they never were."""
        if len(self.decisions) < 2:
            return False
        _, to = self.decisions.pop(), self.decisions.pop()
        while len(self.game.action_history) > to:
            self.game.undo()
        self.keep()
        return True

    # Asking

    def ask(self) -> int:
        """The person's act."""
        while True:
            self.decisions.append(len(self.game.action_history))
            self.show_table()
            action = self.answer(self.list_choices())
            if action is not None:
                return action
            self.tell("Taken back.")

    def answer(self, choices: list[_Choice]) -> int | None:
        """Read until an act is named; None if some were taken back: the person is asked anew."""
        while True:
            line = self.read("> ")
            word = line.lower()
            if word in ("q", "quit", "exit"):
                raise _Stop
            if word in ("?", "h", "help"):
                self.tell(_HELP)
                self.hint(choices)
            elif word in ("t", "table"):
                self.show_table()
                self.list_choices()
            elif word in ("s", "sheet"):
                self.tell(self.game.score_sheet(self.names))
            elif word in ("u", "undo"):
                if self.take_back():
                    return None
                self.tell("There is nothing to take back.")
            elif line:
                try:
                    return self.action_of(line, choices)
                except _Refused as wrong:
                    self.tell(self.terminal.style(f"No: {plain(str(wrong))}", "error"))

    def list_choices(self) -> list[_Choice]:
        """List what can be laid, and tell it."""
        found: dict[object, _Choice] = {}
        for play in self.game.legal_plays:
            card = play.card
            key = (card, play.on, None if card.is_bonus else play.end)
            if key not in found:
                found[key] = _Choice(play, self.choice_text(play))
            found[key].actions[play.end, play.dot] = play.action
        choices = list(found.values())
        for number, choice in enumerate(choices, 1):
            self.tell(f"{number:>3}  {choice.text}")
        self.tell("  d  draw a card" if self.can_draw() else "  p  pass")
        return choices

    def choice_text(self, play: dotcard.Play) -> str:
        if play.on == "free":
            where = "the free track"
        elif play.on == self.you:
            where = "your track"
        else:
            assert isinstance(play.on, int)
            where = f"{plain(self.names[play.on])}'s track"
        text = f"{play.card} on {where}"
        if play.card.is_bonus:
            return f"{text}, as any number"
        return text + (f", {play.end} outward" if self.starts_free(play) else "")

    def starts_free(self, play: dotcard.Play) -> bool:
        is_any = self.game.rules.free_start == "any" and not self.game.tracks[-1].is_started
        return play.on == "free" and is_any

    def can_draw(self) -> bool:
        return int(self.game.legal_actions()[0]) == 0

    def action_of(self, line: str, choices: list[_Choice]) -> int:
        """The act that a line means. Raises _Refused if it is none, or an illegal one."""
        word = line.lower()
        if word in ("d", "draw"):
            return self.legal(0)
        if word in ("p", "pass"):
            return self.legal(1)
        says_dot = line.endswith("!")
        body = line.rstrip("! ")
        found = re.fullmatch(r"(\d{1,3})(?:[ =]+(\d))?", body, re.ASCII)
        if found is None:
            return self.action_in_words(body, says_dot, choices)
        place = int(found[1])
        if not 1 <= place <= len(choices):
            raise _Refused(f"{place} is not in the list" if choices else "nothing can be laid")
        number = None if found[2] is None else int(found[2])
        return self.chosen(choices[place - 1], number, says_dot)

    def action_in_words(self, body: str, says_dot: bool, choices: list[_Choice]) -> int:
        """The act of a text such as 9|4, "9|4 P0" or B-5@F=7."""
        import dotcore

        text = body[:1].upper() + body[1:]
        mine = [choice for choice in choices if str(choice.card) == _card_text(text)]
        if len(mine) == 1:
            return self.chosen(mine[0], None, says_dot)
        if mine:
            places = " or ".join(str(choices.index(choice) + 1) for choice in mine)
            raise _Refused(f"on which track? {places}")
        card, _, rest = re.sub(r"[@ ]+", "@", text).partition("@")
        act = f"{card}@{rest.replace('@', '=').upper()}" + "!" * says_dot
        try:
            action = self.game.string_to_action(act)
        except (dotcore.Error, TypeError):
            raise _Refused(f"{body[:40]!r} is no act; ? tells what you can type") from None
        return self.legal(action)

    def legal(self, action: int) -> int:
        why = self.game.why_illegal(action)
        if why is not None:
            raise _Refused(why)
        return action

    def chosen(self, choice: _Choice, number: int | None, says_dot: bool) -> int:
        ends = sorted({end for end, _ in choice.actions})
        if not choice.is_bonus:
            if number is not None:
                raise _Refused(f"{choice.card} is no bonus card, its numbers are printed on it")
            number = ends[0]
        if number is None:
            line = self.read(f"which number, {ends[0]} to {ends[-1]}? ")
            if not re.fullmatch(r"\d", line, re.ASCII):
                raise _Refused("no number, no card")
            number = int(line)
        if number not in ends:
            raise _Refused(f"{number} is no number of this deck; {ends[0]} to {ends[-1]}")
        action = choice.actions.get((number, says_dot))
        if action is None:
            raise _Refused('"dot" is said with two cards in hand only')
        return action

    def hint(self, choices: list[_Choice]) -> None:
        """Tell what a search of a moment would do. It sees no more than the person does."""
        from dotcore.dotcard import bots

        action = bots.Search(500).choose(self.game, self.rng.copy())
        typed = "d" if action == 0 else "p"
        for place, choice in enumerate(choices, 1):
            for (end, says_dot), one in choice.actions.items():
                if one == action:
                    typed = f"{place} {end}" if choice.is_bonus else f"{place}"
                    typed += "!" * says_dot
        self.tell(f"A short search says: {typed}")

    def read(self, prompt: str) -> str:
        """A line that the person typed. Raises _Stop at the end of the input."""
        terminal = self.terminal
        if sys.stdin is None:
            raise _Stop
        if terminal.is_tty:
            sys.stdout.write(prompt)
        else:
            terminal.print(prompt.rstrip())
        terminal.flush()
        line = sys.stdin.buffer.readline(_MAX_LINE)
        if not line:
            raise _Stop
        rest = line
        while len(rest) == _MAX_LINE and not rest.endswith(b"\n"):  # nobody types so much
            rest = sys.stdin.buffer.readline(_MAX_LINE)
        return line.decode(errors="replace").strip()

    # Telling

    def tell(self, text: str) -> None:
        self.terminal.print(text)

    def turn_text(self) -> str:
        won = [plain(self.names[seat]) for seat in self.game.winners]
        is_you = self.game.winners == (self.you,)
        return "The game is over: " + (
            "you win!" if is_you else f"{' and '.join(won)} {'win' if len(won) > 1 else 'wins'}."
        )

    def show_table(self) -> None:
        from dotcore.dotcard import _table

        columns = shutil.get_terminal_size().columns if self.terminal.is_tty else 80
        lines = _table.table_lines(
            self.game,
            self.you,
            self.names,
            min(max(columns, 40), 120),
            lambda text, style: self.terminal.style(text, _STYLES[style]),
        )
        lines[-1] = "You have drawn: play or pass" if self.game.phase == "drawn" else "Your turn"
        self.tell("\n" + "\n".join(lines))

    def tell_deal(self) -> None:
        from dotcore.dotcard import _words

        self.tell("\n" + _words.deal_in_words(self.game, self.names, you=self.you))

    def tell_sub_round(self) -> None:
        row = self.game.sheet[-1]
        for name, hand, score in zip(self.names, row.hands, row.scores, strict=True):
            cards = " ".join(map(str, hand)) or "no cards"
            self.tell(f"  {plain(name)}: {cards}, {score} points")
        self.tell("\n" + self.game.score_sheet(self.names))

    def tell_stop(self) -> None:
        self.tell("")
        if self.book is None:
            self.tell("Stopped. The game was not kept; --record FILE would have.")
        else:
            self.tell(f"Stopped. --resume {plain(self.book.path)} goes on.")


def _card_text(text: str) -> str:
    """A card as the deck writes it, the larger half first.

    >>> _card_text("4|9")
    '9|4'
    """
    found = re.fullmatch(r"(\d)\|(\d)", text, re.ASCII)
    return "|".join(sorted(found.groups(), reverse=True)) if found else text
