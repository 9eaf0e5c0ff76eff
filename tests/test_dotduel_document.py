"""docs/dotduel.md says what the engine does: its tables name every rule, option, verb, outcome."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from tests.dotduel_words import NAMED
from tests.oracle.dotduel_rules import VERBS

from dotcore import dotduel

TEXT = (Path(__file__).parents[1] / "docs" / "dotduel.md").read_text(encoding="utf-8")
RULES = (Path(__file__).parent / "test_dotduel_rules.py").read_text(encoding="utf-8")
STUB = (Path(dotduel.__file__).parents[1] / "_core" / "dotduel.pyi").read_text(encoding="utf-8")


def part(title: str) -> str:
    return TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]


def words_of(alias: str) -> list[str]:
    """The values of a Literal in the stub."""
    literal = re.search(rf"(?ms)^_{alias}: TypeAlias = Literal(\[.*?\])$", STUB)
    assert literal
    words: list[str] = ast.literal_eval(literal[1])
    return words


GAPS = part("Where the rules are silent")
MESSAGES = part("Verbs and what they are told")
CHOICES = {
    "auto_check": "AutoCheck",
    "false_call_penalty": "FalseCall",
    "overclaim_pending": "OverclaimPending",
    "stale_double_dot": "StaleDoubleDot",
    "grounds_pick": "GroundsPick",
    "final_misfire": "FinalMisfire",
    "tie_break": "TieBreak",
}


def test_every_rule_has_its_row() -> None:
    assert re.findall(r"^\| (R\d+) \|", TEXT, re.MULTILINE) == [f"R{i}" for i in range(1, 48)]


def test_every_rule_is_shown_by_a_test() -> None:
    shown = set(map(int, re.findall(r"^def test_r(\d+)_", RULES, re.MULTILINE)))
    assert shown | {3, 4, 5} == set(range(1, 48))  # these three by the test of the deck


@pytest.mark.parametrize("option", list(dotduel.Rules().as_dict()))
def test_every_option_stands_in_the_table_of_gaps(option: str) -> None:
    row = re.search(rf"^\| .*`{option}\b.*\|$", GAPS, re.MULTILINE)
    assert row
    for value in words_of(CHOICES[option]) if option in CHOICES else ():
        assert f"`{value}`" in row[0]
        chosen: Any = {option: value}
        dotduel.Rules(**chosen)


def test_options_are_told_with_their_default_if_a_number_and_else_with_another_value() -> None:
    defaults: dict[str, Any] = dict(dotduel.Rules().as_dict())
    told = re.findall(r"`(\w+)=(True|False|\d+)", GAPS)
    assert len(told) == 12
    for option, value in told:
        default = defaults[option]
        assert (str(default) == value) is not isinstance(default, bool)


def test_every_verb_has_its_row() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", MESSAGES, re.MULTILINE)
    assert set(rows) == set(VERBS)
    for verb, needs in NAMED.items():
        row = re.search(rf"^\| `{verb}` \| ([^|]*)\|", MESSAGES, re.MULTILINE)
        assert row
        assert f"`{needs[0]}`" in row[1]


def test_every_outcome_is_told() -> None:
    for outcome in words_of("Outcome"):
        assert re.search(rf"\b{outcome}\b", MESSAGES)


def test_every_effect_is_told() -> None:
    rows = re.findall(r"^\| (`\w+`.*?) \|", part("What happens: effects"), re.MULTILINE)
    told = [word for row in rows for word in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(words_of("Change"))


def test_every_phase_is_told() -> None:
    for phase in words_of("Phase"):
        assert re.search(rf"\b{phase}\b", part("The rules"))
