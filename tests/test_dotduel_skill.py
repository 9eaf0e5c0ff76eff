"""The skill study: it runs, fills its document, and the document's figures are its own."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dotcore import dotduel

ROOT = Path(__file__).parents[1]
STUDY = ROOT / "examples" / "dotduel_skill" / "study.py"
DOCUMENT = ROOT / "docs" / "dotduel_skill.md"


@pytest.fixture(scope="module")
def study() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dotduel_skill_study", STUDY)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def table(text: str, name: str) -> list[list[str]]:
    found = re.search(rf"<!-- table {name} -->\n(.*?)<!-- end -->", text, re.DOTALL)
    assert found, name
    lines = [line for line in found[1].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_a_study_of_few_games_fills_the_document_anew(tmp_path: Path) -> None:
    shutil.copy(DOCUMENT, tmp_path)
    done = subprocess.run(
        [sys.executable, str(STUDY), "--docs", str(tmp_path), "--games", "20", "--no-plots"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    before = DOCUMENT.read_text(encoding="utf-8")
    after = (tmp_path / DOCUMENT.name).read_text(encoding="utf-8")
    marks = re.findall(r"<!-- table (\w+) -->", before)
    assert re.findall(r"<!-- table (\w+) -->", after) == marks
    assert len(set(marks)) == len(marks) == 10
    for mark in marks:
        old, new = table(before, mark), table(after, mark)
        assert [row[0] for row in old] == [row[0] for row in new]
        assert old[0] == new[0]
        assert old[2:] != new[2:]
    assert re.sub(r"^\|.*\n", "", before, flags=re.MULTILINE) == re.sub(
        r"^\|.*\n", "", after, flags=re.MULTILINE
    )


def test_plots_are_pictures_and_the_same_for_the_same_figures(
    study: ModuleType, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    curves = {
        f"against {others}": {x: study.Share(x * others, 100) for x in (0, 10, 30)}
        for others in (1, 3)
    }
    for name in ("one.svg", "again.svg"):
        study.plot(tmp_path / name, [("miss", curves, 10), ("check", curves, 30)])
    assert ET.parse(tmp_path / "one.svg").getroot().tag.endswith("svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "again.svg").read_bytes()
    assert "against 3" in (tmp_path / "one.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("picture", re.findall(r"\]\((images/\S+)\)", DOCUMENT.read_text("utf-8")))
def test_the_pictures_of_the_document_are_there(picture: str) -> None:
    assert ET.parse(DOCUMENT.parent / picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("name", "row", "column", "traits", "others"),
    [
        ("look_ms", "50 %", "against 2", {"look_ms": 450}, 2),
        ("check", "0", "against 3", {"check": 0}, 3),
        ("double_dot", "1000", "against 1", {"double_dot": 1000}, 1),
    ],
)
def test_figures_of_the_document_are_those_of_the_study(
    study: ModuleType, name: str, row: str, column: str, traits: dict[str, Any], others: int
) -> None:
    """A cell of the tables, played again with all its games: they are the same everywhere."""
    head, _, *rows = table(DOCUMENT.read_text(encoding="utf-8"), name)
    cell = next(cells[head.index(column)] for cells in rows if cells[0] == row)
    assert str(study.Bench().share(dotduel.SimulatedPlayer(**traits), others)) == cell


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_intervals_are_wilsons(
    study: ModuleType, wins: int, games: int, low: float, high: float
) -> None:
    """The last one is an example of Newcombe (1998)."""
    assert study.Share(wins, games).interval() == pytest.approx((low, high), abs=1e-4)


def test_a_document_without_a_place_for_a_table_is_refused(study: ModuleType) -> None:
    place = "<!-- table usual -->\n<!-- end -->\n"
    assert study.put_in(place, {"usual": "| 1 |\n"}) == (
        "<!-- table usual -->\n\n| 1 |\n\n<!-- end -->\n"
    )
    for text in ("", place * 2):
        with pytest.raises(SystemExit, match="usual"):
            study.put_in(text, {"usual": ""})
