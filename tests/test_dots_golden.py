"""The whole games in tests/golden go as they went (tests/make_golden.py wrote them)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.dots_notation import read_act
from tests.make_golden import FOLDER, GAMES, playthrough

from dotcore import dots

FILES = sorted(
    path for path in FOLDER.glob("*.txt") if not path.stem.startswith(("dotcard_", "dotduel_"))
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_goes_as_it_went(path: Path) -> None:
    told = path.read_bytes()
    settings = told.decode().partition("\n1. ")[0]
    width, height = map(int, re.findall(r"\d+", settings.split("\n")[0]))
    options = dict(re.findall(r"^(\w+): (.*)$", settings, re.MULTILINE))
    komi, capture_empty = float(options.pop("komi")), ast.literal_eval(options.pop("capture_empty"))
    rules = dots.Rules(komi=komi, capture_empty=capture_empty, **options)
    acts = [read_act(word) for word in re.findall(r"^\d+\. (\S+)$", told.decode(), re.MULTILINE)]
    assert len(acts) > 20
    assert playthrough(dots.Board(width, height, rules), acts).encode() == told


def test_each_preset_has_its_game() -> None:
    assert {path.stem for path in FILES} == set(GAMES)
    presets = {preset for preset, *_ in GAMES.values()}
    assert presets == {"bga", "zagram", "zagram_territory", "russian"}
