"""Writes whole games of Dots, act by act, into tests/golden.

``python -m tests.make_golden`` plays a random game under each preset with the core, holds every
act of it against the slow twin, and writes down what the core shows. tests/test_dots_golden.py
does the acts of a file again and compares it byte for byte.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests.dots_notation import LETTERS, written_act
from tests.oracle.dots import PRESETS
from tests.twin_compare import Case, compare_boards, core_rules, do, random_act

from dotcore import dots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracle.random_games import Action

FOLDER = Path(__file__).parent / "golden"

# file: preset, size, start, komi, seed
GAMES = {
    "bga": ("bga", (9, 8), "empty", 0.0, 26),
    "bga_four_crosses": ("bga", (10, 8), "four_crosses", 0.5, 55),
    "zagram": ("zagram", (9, 8), "cross", 0.0, 117),
    "zagram_territory": ("zagram_territory", (8, 8), "empty", -1.5, 18),
    "russian": ("russian", (9, 9), "cross", 0.0, 24),
    "russian_low": ("russian", (20, 4), "single", 0.0, 53),
}


def playthrough(board: dots.Board, acts: Sequence[Action]) -> str:
    """The game as text: settings, then the board, scores and turn after each act."""
    options = board.rules.as_dict()
    lines = [f"dots {board.width}x{board.height}"]
    lines += [f"{name}: {value}" for name, value in options.items()]
    lines += [*shown(board), ""]
    for number, act in enumerate(acts, 1):
        do(board, act)
        lines += [f"{number}. {written_act(act)}", *shown(board), ""]
    return "\n".join(lines)


def shown(board: dots.Board) -> list[str]:
    first, second = board.scores
    if board.result is None:
        turn = f"{LETTERS[board.to_move]} to move"
    else:
        winner = board.result.winner
        told = "draw" if winner is None else f"{LETTERS[winner]} wins by {board.result.margin}"
        totals = "{}:{}".format(*board.totals)
        turn = f"over ({board.result.reason}), {told}, totals {totals}"
    return [*board.to_ascii().split("\n"), f"{first}:{second}, {turn}"]


def random_acts(case: Case, seed: int) -> list[Action]:
    """A game of the twin, held against the core at every act, with players named."""
    rng = random.Random(seed)
    twin, board = case.twin(), case.board()
    acts = []
    while not twin.over:
        act = random_act(twin, rng)
        if act is None:
            break
        if act.kind == "place" and act.player is None:
            act = replace(act, player=twin.to_move)
        do(twin, act)
        do(board, act)
        compare_boards(twin, board)
        acts.append(act)
    return acts


def main() -> None:
    for name, (preset, (width, height), start, komi, seed) in GAMES.items():
        case = Case(width, height, replace(PRESETS[preset], start=start, komi=komi))
        board = dots.Board(width, height, core_rules(case.rules))
        text = playthrough(board, random_acts(case, seed))
        (FOLDER / f"{name}.txt").write_text(text)
        print(f"{name}: {board.move_number} acts, {len(board.captures)} captures, {board.result}")


if __name__ == "__main__":
    main()
