"""The games and shuffles in tests/golden go as they went (tests/make_dotduel_golden.py)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.make_dotduel_golden import FOLDER, GAMES, SEEDS, playthrough, shuffles

from dotcore import dotduel

SHUFFLES = FOLDER / "dotduel_shuffles.txt"
PATHS = [path for path in sorted(FOLDER.glob("dotduel_*.txt")) if path != SHUFFLES]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_game_goes_as_it_went(path: Path) -> None:
    told = path.read_bytes()
    text = told.decode()
    settings = json.loads(text[text.index("{") : text.index("\n}\n") + 2])
    events = re.findall(r"^\d+\. (.+)$", text, re.MULTILINE)
    assert len(events) > 60
    assert playthrough(settings, events).encode() == told
    kept = dict(re.findall(r"^(log|snapshot): (.+)$", text, re.MULTILINE))
    replayed = dotduel.Engine.replay(bytes.fromhex(kept["log"]))
    assert replayed.is_over
    assert replayed.snapshot().hex() == kept["snapshot"]
    assert dotduel.Engine.restore(replayed.snapshot()).hash == replayed.hash


def test_the_games_are_those_that_are_made() -> None:
    assert {path.stem for path in PATHS} == set(GAMES)


def test_shuffles_and_throws_are_those_of_their_seeds() -> None:
    told = SHUFFLES.read_text()
    assert told.count("seed") == len(SEEDS)
    assert shuffles() == told
