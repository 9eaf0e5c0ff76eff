"""The whole games in tests/golden go as they went (tests/make_dotcard_golden.py wrote them)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.make_dotcard_golden import FOLDER, GAMES, playthrough, started

from dotcore import dotcard


@pytest.mark.parametrize("path", sorted(FOLDER.glob("dotcard_*.txt")), ids=lambda path: path.stem)
def test_a_game_goes_as_it_went(path: Path) -> None:
    told = path.read_bytes()
    text = told.decode()
    settings = json.loads(text[text.index("{") : text.index("\n}\n") + 2])
    acts = re.findall(r"^\d+\. (\S+)$", text, re.MULTILINE)
    assert len(acts) > 60
    game = started(settings)
    assert playthrough(game, acts).encode() == told
    assert game.is_terminal
    kept = text[text.index("bytes: ") + 7 :].strip()
    assert dotcard.Game.from_bytes(bytes.fromhex(kept)) == game


def test_the_games_are_those_that_are_made() -> None:
    assert {path.stem for path in FOLDER.glob("dotcard_*.txt")} == set(GAMES)
