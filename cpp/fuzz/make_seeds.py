"""Make the seeds of the fuzzers' corpora anew: small inputs that already do what games do.

    python cpp/fuzz/make_seeds.py

Needs an installed dotcore. The files are called ``seed-*``; what fuzzing added beside them is left
alone.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

from dotcore import Rng, dotcard, dotduel, dots

CORPUS = Path(__file__).parent / "corpus"

DRAWINGS = (
    ".X.\nX.X\n.X.",
    ".XX.\nXoaX\n.XX.",
    ".O.\nOxO\n.O.",
    ".XX.XX.\nX..X..X\nX.XoX.X\nX..X..X\n.X...X.\n..XXX..",
    "..O..\n.OxO.\nOxoxO\n.OxO.\n..O..",
    "..O..\n.OxO.\nOxOxO\n.OxO.\n..O..",
    ".XX..XX.\nXaaXXaaX\nXaX..XaX\nXoaXXaaX\nXaaaaaaX\n.XXXXXX.",
    ".XXX.\nXaaaX\nXaXoX\nXaaaX\n.XXX.",
    "  X O .\n\n\t. X .\r\n",
    "X" * 64,
    "\n".join("O" * 64),
)


def write(fuzzer: str, name: str, content: bytes) -> None:
    """Write one seed of a fuzzer."""
    folder = CORPUS / fuzzer
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"seed-{name}").write_bytes(content)


def random_game(rng: random.Random, rules: dots.Rules, width: int, height: int) -> dots.Board:
    """A game by the contract's actions, with its end put off."""
    board = dots.Board(width, height, rules)
    for _ in range(rng.randrange(8, 40)):
        actions = [int(action) for action in board.legal_actions()]
        if not actions:
            break
        end = board.num_points
        choices = [action for action in actions if action != end] or actions
        board.apply(end if end in actions and rng.random() < 0.03 else rng.choice(choices))
    return board


def byte_seeds(rng: random.Random) -> None:
    """Write boards as bytes, under all presets, with and without their history."""
    presets = {
        "bga": dots.Rules.bga(),
        "zagram": dots.Rules.zagram(),
        "territory": dots.Rules.zagram_territory(),
        "russian": dots.Rules.russian(),
        "suicide": dots.Rules(entry="illegal", ending="full", komi=0.5),
        "manual": dots.Rules(capture="manual", ending="ground"),
    }
    for name, rules in presets.items():
        for history in (False, True):
            board = random_game(rng, rules, rng.randrange(3, 7), rng.randrange(3, 7))
            kind = "game" if history else "position"
            write("fuzz_bytes", f"{name}-{kind}", board.to_bytes(history=history))
    board = dots.Board.from_ascii(".X..\nXO..\n.X..", dots.Rules.zagram_territory())
    board.place(2, 1, 0, [[(1, 0), (2, 1), (1, 2), (0, 1)]])
    board.stop(1)
    write("fuzz_bytes", "chain", board.to_bytes(history=True))
    board.resign(0)
    write("fuzz_bytes", "resign", board.to_bytes(history=True))


def text_seeds() -> None:
    """Write drawings, each after the byte that picks the rules."""
    for number, drawing in enumerate(DRAWINGS):
        for rules in (0, 0x20, 0x43):  # of keep, of free, of capture_empty and manual
            write("fuzz_text", f"{number:02}-{rules:02x}", bytes([rules]) + drawing.encode())


def game_seeds(rng: random.Random) -> None:
    """Write games as fuzz_game reads them.

    First the rules and the size, then acts: a kind, a player, and what that kind needs.
    """
    place = 31
    for number in range(24):
        rules = [rng.randrange(256) for _ in range(8)]
        if number % 2 == 0:
            rules[0] = 0  # capture=automatic, start=empty
            rules[6] = 0
        width, height = rng.randrange(3, 9), rng.randrange(3, 9)
        content = [*rules, 1, width - 1, height - 1]
        points = [(x, y) for x in range(width) for y in range(height)]
        rng.shuffle(points)
        for x, y in points:
            content += [place, int(rng.random() < 0.35), x + 1, y + 1]
            if rng.random() < 0.1:
                content += [rng.randrange(13), rng.randrange(2)]
        write("fuzz_game", f"{number:02}", bytes(content))


def card_seeds(rng: random.Random) -> None:
    """Write games of DotCard as fuzz_dotcard reads them: after a 0 as bytes, after a 1 as acts."""
    small = dotcard.Deck(max_pip=2, copies=1, bonus=(0, -5))
    games = {
        "leaflet": dotcard.Rules(),
        "any": dotcard.Rules(deck="D59", free_start="any", block_extra_turn=True, starter="winner"),
        "strict": dotcard.Rules(
            others_may_start=False,
            own_track_first=True,
            block_on_block=False,
            drawn_card_only=True,
            voluntary_pass_opens=False,
        ),
        "scarce": dotcard.Rules(deck=small, sub_rounds=6, hand_size=2, skip_turns=2),
        "lot": dotcard.Rules(starter="random", dot_call="off", sub_rounds=20, second_half="again"),
    }
    for name, rules in games.items():
        for history in (False, True):
            game = dotcard.Game(3, rules)
            chance = Rng(rng.randrange(2**32))
            for _ in range(rng.randrange(40, 130)):
                if game.is_terminal:
                    break
                if game.current_player < 0:
                    game.sample_chance(chance)
                else:
                    game.apply(rng.choice(game.legal_actions().tolist()))
            kind = "game" if history else "position"
            write("fuzz_dotcard", f"{name}-{kind}", b"\0" + game.to_bytes(history=history))
    for number in range(16):
        most = 9 if number % 2 else rng.randrange(1, 4)
        deck = [most, rng.randrange(1, 4), rng.randrange(1, 4), rng.randrange(5)]
        options = [rng.randrange(20) for _ in range(13)]
        rest = [rng.randrange(7), rng.randrange(256), 1]
        acts = [
            rng.randrange(253, 256) if rng.random() < 0.04 else rng.randrange(253)
            for _ in range(rng.randrange(40, 200))
        ]
        write("fuzz_dotcard", f"acts-{number:02}", bytes([1, *deck, *options, *rest, *acts]))


def random_duel(rng: random.Random, rules: dotduel.Rules, events: int) -> dotduel.Engine:
    """A game of Dot Duel by what is legal, until so many events."""
    deck = dotduel.Deck.of_order(rng.choice((2, 3, 3, 7)))
    engine = dotduel.Engine(rng.randrange(2, 5), deck, rules, seed=rng.randrange(2**32))
    engine.submit(0, None, "start")
    for number in range(events):
        player = rng.randrange(engine.players)
        may: dict[str, Any] = dict(engine.legal(player))
        t = engine.now + rng.choice((0, 0, 1, 400, 5000))
        if not may:
            continue
        verb = rng.choice([verb for verb in may if verb != "forfeit"] or ["forfeit"])
        said: dict[str, Any] = {"seq": number} if rng.random() < 0.3 else {}
        if verb == "claim":
            said |= {"card": rng.choice(may[verb]), "count": rng.choice((1, 1, 2, 3))}
        elif verb in ("dot_duel", "prove_over"):
            said |= {"claim": rng.choice(may[verb]), "count": 1}
        elif verb in ("double_dot", "duel_double_dot"):
            said |= {"cards": rng.sample(may[verb], 2)}
        elif verb == "answer":
            said |= {"total": rng.randrange(1, may[verb] + 1)}
        elif verb == "place":
            said |= {"cards": rng.sample(engine.zones()["personal"][player], may[verb])}
        engine.submit(t, player, verb, **said)
    return engine


def duel_seeds(rng: random.Random) -> None:
    """Write games of Dot Duel as fuzz_dotduel_bytes reads them, and bytes for fuzz_dotduel_game.

    0 and 1 come before a log and a snapshot; 2 and 3 before those without their checks.
    """
    check = 4
    variants = {
        "rules": dotduel.Rules(),
        "choose": dotduel.Rules(grounds_pick="choose", stacked_claims=True, max_rounds=1),
        "timed": dotduel.Rules(roll_timeout_ms=900, duel_timeout_ms=700, seek_idle_ms=3000),
        "strict": dotduel.Rules(auto_check="both", false_call_penalty="barred", max_rounds=3),
    }
    for name, rules in variants.items():
        for part in range(3):
            engine = random_duel(rng, rules, rng.randrange(20, 90))
            log, snapshot = engine.log(), engine.snapshot()
            tails = [engine.log(since) for since in range(1, engine.log_size + 1)]
            unchecked = log[: len(log) - len(tails[0]) - check]
            for tail, after in itertools.pairwise(tails):
                record = tail[: len(tail) - len(after) - check]
                unchecked += bytes([len(record)]) + record
            write("fuzz_dotduel_bytes", f"{name}-log-{part}", b"\0" + log)
            write("fuzz_dotduel_bytes", f"{name}-snapshot-{part}", b"\1" + snapshot)
            write("fuzz_dotduel_bytes", f"{name}-bare-log-{part}", b"\2" + unchecked)
            bare = b"\3" + snapshot[:-check]
            write("fuzz_dotduel_bytes", f"{name}-bare-snapshot-{part}", bare)
    for number in range(24):
        content = bytes(rng.randrange(256) for _ in range(rng.randrange(100, 900)))
        write("fuzz_dotduel_game", f"{number:02}", content)


def main() -> None:
    """Write all seeds."""
    rng = random.Random(1)
    byte_seeds(rng)
    text_seeds()
    game_seeds(rng)
    card_seeds(rng)
    duel_seeds(random.Random(2))


if __name__ == "__main__":
    main()
