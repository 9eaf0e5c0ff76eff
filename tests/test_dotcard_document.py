"""docs/dotcard.md says what the engine does: its tables name every rule and every option."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import dotcore
from dotcore import dotcard

TEXT = (Path(__file__).parents[1] / "docs" / "dotcard.md").read_text(encoding="utf-8")
GAPS = TEXT.partition("## Where the leaflet is silent")[2].partition("\n## ")[0]
VALUES = {
    "starter": ("rotate", "fixed", "winner", "random"),
    "second_half": ("mirror", "again"),
    "dot_call": ("declared", "automatic", "off"),
    "deck": ("D104", "D118", "D59"),
    "free_start": ("any",),
}


def test_every_rule_has_its_row() -> None:
    assert re.findall(r"^\| (R\d+) \|", TEXT, re.MULTILINE) == [f"R{i}" for i in range(1, 21)]


@pytest.mark.parametrize("option", list(dotcard.Rules().as_dict()))
def test_every_option_stands_in_the_table_of_gaps(option: str) -> None:
    assert re.search(rf"\| [^|]*`{option}\b", GAPS)
    if option in VALUES:
        for value in VALUES[option]:
            assert value in GAPS
            chosen: Any = {option: value}
            dotcard.Rules().replace(**chosen)


def test_options_are_told_with_a_value_that_is_not_the_default() -> None:
    defaults = dotcard.Rules().as_dict()
    for option, value in re.findall(r"`(\w+)=(True|False)", GAPS):
        assert defaults[option] is (value == "False")


def test_sub_rounds_reach_as_far_as_the_table_says() -> None:
    for max_pip in (3, 9):
        deck = dotcard.Deck(max_pip=max_pip, copies=2)
        most = 2 * (max_pip + 1)
        assert dotcard.Rules(deck=deck, sub_rounds=most, hand_size=2).start_number(most) == max_pip
        with pytest.raises(dotcore.RulesError):
            dotcard.Rules(deck=deck, sub_rounds=most + 1, hand_size=2)


def test_numbers_of_actions_are_those_of_the_document() -> None:
    deck = dotcard.Deck("D114")
    game = dotcard.Game(3)
    assert game.string_to_action("9|9") == deck.kind_of("9|9")  # chance is to deal
    game = dotcard.Game(3, seed=1)
    assert [game.string_to_action(act) for act in ("draw", "pass")] == [0, 1]
    for card in ("9|4", "0|0", "5|3"):
        high, low = int(card[0]), int(card[2])
        play = high * (high + 1) // 2 + low
        assert game.string_to_action(f"{card}@P2!") == 2 + (play * 10 + 2) * 2 + 1
    for bonus, card in enumerate(("B0", "B-5", "B-10", "B-15")):
        play = 55 + bonus * 10 + 7
        assert game.string_to_action(f"{card}@F=7") == 2 + (play * 10 + 8) * 2
