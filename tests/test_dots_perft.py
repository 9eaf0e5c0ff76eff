"""perft() counts what the slow twin counts (tests/oracle/perft.py made the answers)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.oracle.dots import Position, Rules
from tests.oracle.perft import counts
from tests.test_dots_vectors import started, vectors

from dotcore import dots


@vectors("perft.jsonl")
def test_the_sequences_of_dots_are_as_many_as_known(line: dict[str, Any]) -> None:
    board = started(line)
    before = board.copy()
    found = [dots.perft(board, depth) for depth in range(1, len(line["counts"]) + 1)]
    assert found == line["counts"]
    assert board == before


@pytest.mark.parametrize("rules", [Rules(), Rules(entry="capture", ending="full")])
def test_the_answers_are_those_of_the_twin(rules: Rules) -> None:
    start = [(1, 0, 0), (0, 1, 0), (1, 1, 1), (2, 1, 0), (3, 0, 1), (0, 0, 1)]
    twin = Position(4, 3, rules, start)
    board = dots.Board(4, 3, dots.Rules(entry=rules.entry, ending=rules.ending), start)  # type: ignore[arg-type]
    assert [dots.perft(board, depth) for depth in range(1, 5)] == counts(twin, 4)


def test_no_dots_are_one_sequence_of_none() -> None:
    assert dots.perft(dots.Board(3, 3), 0) == 1
    over = dots.Board(3, 3)
    over.resign()
    assert dots.perft(over, 5) == 1


def test_an_empty_board_counts_ordered_choices_as_long_as_nothing_can_be_captured() -> None:
    assert dots.perft(dots.Board(20, 20), 3) == 400 * 399 * 398
    assert dots.perft(dots.Board(64, 64), 2) == 4096 * 4095
