"""Holds the cores of Dots, DotCard and Dot Duel against their slow twins by the hour.

``python tests/long_run.py --games 95000 --max-side 8 --seed 1 --jobs 2``

Game number i of a run has its own settings and acts, made of ``--seed`` and i alone; the options go
through all their combinations in turn. ``--size 39x32`` plays on one size instead of all up to
``--max-side``; ``--by-actions`` plays through the numbered actions of the contract. ``--dotcard``
plays the last sub-rounds of games of DotCard, of any deck, options and number of players;
``--dotduel`` plays random events of Dot Duel. A difference ends the run with exit code 1 and the
call that shows it again.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import dotcard_compare, dotduel_compare
from tests.oracle.random_games import all_rules
from tests.twin_compare import Case, fitting_starts, play, play_by_actions, random_start

ALL_RULES = list(all_rules())
STEP = 61  # from one combination of options to the next: a short run meets all values of each
PORTION = 16  # games that a process takes at a time


@dataclass(frozen=True)
class Run:
    """What the games of a run have in common."""

    seed: int
    max_side: int
    size: tuple[int, int] | None
    by_actions: bool
    dotcard: bool = False

    def dotcard_case(self, number: int) -> dotcard_compare.Case:
        rng = random.Random(f"{self.seed} {number} settings")
        return dotcard_compare.random_case(rng, last=rng.choice((1, 1, 2, 3)))

    def case(self, number: int) -> Case:
        rng = random.Random(f"{self.seed} {number} settings")
        width, height = self.size or (rng.randint(1, self.max_side), rng.randint(1, self.max_side))
        rules = replace(
            ALL_RULES[number * STEP % len(ALL_RULES)],
            komi=rng.choice((0.0, 0.0, 0.5, -1.5, 7.0)),
            start=rng.choice(fitting_starts(width, height)),
        )
        case = Case(width, height, rules, to_move=rng.choice((None, None, None, 0, 1)))
        if rng.random() < 0.2:
            return random_start(case, rng, rng.randint(0, width * height))
        return case


@dataclass
class Summary:
    """What was played, and the first difference, if there was one."""

    games: int = 0
    acts: int = 0
    captures: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    sizes: Counter[tuple[int, int]] = field(default_factory=Counter)
    difference: str | None = None

    def add(self, other: Summary) -> None:
        self.games += other.games
        self.acts += other.acts
        self.captures += other.captures
        self.kinds += other.kinds
        self.rules += other.rules
        self.sizes += other.sizes
        self.difference = self.difference or other.difference

    def card_lines(self) -> list[str]:
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.kinds.most_common())
        rules = ", ".join(f"{name} {count}" for name, count in sorted(self.rules.items()))
        return [f"{self.games} games, {self.acts} acts", f"acts: {kinds}", f"games with: {rules}"]

    def lines(self) -> list[str]:
        least, most = min(self.rules.values()), max(self.rules.values())
        kinds = ", ".join(f"{kind} {count}" for kind, count in self.kinds.most_common())
        spread = f"{len(self.rules)} of {len(ALL_RULES)} combinations of options"
        return [
            f"{self.games} games, {self.acts} acts, {self.captures} captures",
            f"acts: {kinds or 'by number'}",
            f"{spread}, {least} to {most} games each; {len(self.sizes)} sizes",
        ]


def play_portion(run_and_first: tuple[Run, int, int]) -> Summary:
    run, first, end = run_and_first
    found = Summary()
    for number in range(first, end):
        case = run.case(number)
        seed = random.Random(f"{run.seed} {number} acts").getrandbits(32)
        try:
            if run.by_actions:
                found.acts += play_by_actions(case, seed)
            else:
                tally = play(case, seed)
                found.acts += tally.acts
                found.captures += tally.captures
                found.kinds.update(tally.kinds)
        except Exception:  # noqa: BLE001 - whatever goes wrong in a game is the find
            call = "play_by_actions" if run.by_actions else "play"
            names = "from tests.twin_compare import Case, Rules, play, play_by_actions"
            found.difference = f"{traceback.format_exc()}\n{names}\n{call}({case!r}, {seed})"
            return found
        found.games += 1
        found.rules[str(replace(case.rules, komi=0.0, start="empty"))] += 1
        found.sizes[case.width, case.height] += 1
    return found


def play_dotcard_portion(run_and_first: tuple[Run, int, int]) -> Summary:
    run, first, end = run_and_first
    found = Summary()
    for number in range(first, end):
        case = run.dotcard_case(number)
        seed = random.Random(f"{run.seed} {number} acts").getrandbits(32)
        try:
            tally = dotcard_compare.play(case, seed)
        except Exception:  # noqa: BLE001 - whatever goes wrong in a game is the find
            names = "from tests.dotcard_compare import Case, play\n"
            names += "from tests.oracle.dotcard import Deck, Rules"
            found.difference = f"{traceback.format_exc()}\n{names}\nplay({case!r}, {seed})"
            return found
        found.games += 1
        found.acts += tally.acts
        found.kinds.update(tally.kinds)
        found.kinds.update({"sub-round": tally.sub_rounds, "locked sub-round": tally.locked})
        found.rules.update(
            f"{name}={getattr(case.rules, name)}" for name in dotcard_compare.all_choices()
        )
        found.rules.update([f"skip_turns={case.rules.skip_turns}", f"{case.players} players"])
    return found


def play_dotduel_portion(run_and_first: tuple[Run, int, int]) -> Summary:
    run, first, end = run_and_first
    found = Summary()
    for number in range(first, end):
        seed = random.Random(f"{run.seed} {number} game").getrandbits(32)
        try:
            outcomes, phase = dotduel_compare.play_both(seed)
        except Exception:  # noqa: BLE001 - whatever goes wrong in a game is the find
            names = "from tests.dotduel_compare import play_both"
            found.difference = f"{traceback.format_exc()}\n{names}\nplay_both({seed})"
            return found
        found.games += 1
        found.acts += outcomes.total()
        found.kinds.update(outcomes)
        found.rules.update([f"ended in {phase}"])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--max-side", type=int, default=8)
    parser.add_argument("--size", help="one size for all games, like 39x32")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--by-actions", action="store_true")
    parser.add_argument("--dotcard", action="store_true")
    parser.add_argument("--dotduel", action="store_true")
    given = parser.parse_args()
    size = None
    if given.size:
        width, height = map(int, given.size.split("x"))
        size = (width, height)
    run = Run(given.seed, given.max_side, size, given.by_actions, given.dotcard)
    play_some = play_portion
    if given.dotcard or given.dotduel:
        play_some = play_dotcard_portion if given.dotcard else play_dotduel_portion
    portion = max(1, min(PORTION, given.games // (4 * given.jobs)))
    portions = [
        (run, first, min(first + portion, given.games)) for first in range(0, given.games, portion)
    ]
    total, begun, told = Summary(), time.monotonic(), 0.0
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for found in pool.imap_unordered(play_some, portions):
            total.add(found)
            took = time.monotonic() - begun
            if total.difference:
                pool.terminate()
                break
            if took > told + 10:
                told = took
                print(
                    f"{total.games}/{given.games} games, {total.acts} acts, {took:.0f} s",
                    flush=True,
                )
    lines = total.card_lines if given.dotcard or given.dotduel else total.lines
    print("\n".join(lines() if total.games else []))
    print(f"{time.monotonic() - begun:.0f} s")
    if total.difference:
        print(total.difference)
        return 1
    print("no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
