"""Pictures of a board: SVG that any XML reader takes, text for terminals."""

from __future__ import annotations

import ast
import inspect
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dotcore
from dotcore import dots

SVG = "{http://www.w3.org/2000/svg}"
ESCAPES = re.compile("\x1b\\[[0-9;]*m")


def captured_one() -> dots.Board:
    board = dots.Board(5, 5)
    for x, y, player in [
        (2, 1, 0),
        (2, 2, 1),
        (1, 2, 0),
        (0, 0, 1),
        (3, 2, 0),
        (4, 4, 1),
        (2, 3, 0),
    ]:
        board.place(x, y, player)
    return board


def classes(picture: str) -> Counter[str]:
    return Counter(
        element.get("class", "")
        for element in ET.fromstring(picture).iter()
        if element.get("class")
    )


def random_board(seed: int, width: int, height: int, rules: dots.Rules, moves: int) -> dots.Board:
    board = dots.Board(width, height, rules)
    rng = dotcore.Rng(seed)
    for _ in range(moves):
        places = board.legal_moves()
        if len(places) == 0:
            break
        x, y = places[rng.below(len(places))]
        board.place(int(x), int(y))
    return board


# SVG


def test_a_picture_shows_each_dot_each_capture_and_the_last_move() -> None:
    found = classes(captured_one().to_svg())
    assert found == {
        "dot-0": 4,
        "dot-1": 2,
        "taken-1": 1,
        "capture-0": 1,
        "last-move": 1,
        "coordinates": 1,
    }


def test_a_capture_is_filled_along_its_chain() -> None:
    picture = ET.fromstring(captured_one().to_svg(cell=10, coordinates=False))
    (path,) = [one for one in picture.iter(f"{SVG}path") if one.get("class") == "capture-0"]
    corners = {
        tuple(map(float, pair.split())) for pair in re.split("[MLZ]", path.get("d", "")) if pair
    }
    # 8 pixels of margin, 10 a point.
    assert corners == {(28, 18), (38, 28), (28, 38), (18, 28)}


def test_a_board_without_history_keeps_its_regions() -> None:
    played = captured_one()
    text = dots.Board.from_ascii(played.to_ascii())
    assert not text.captures
    assert classes(text.to_svg())["capture-0"] == 1
    # The same four corners, from the points alone.
    wanted, got = (
        {
            frozenset(re.split("[MLZ]", path.get("d", "")))
            for path in ET.fromstring(board.to_svg()).iter(f"{SVG}path")
            if path.get("class") == "capture-0"
        }
        for board in (played, text)
    )
    assert wanted == got


def test_a_region_with_a_hole_is_one_path_of_two_lines() -> None:
    board = dots.Board(9, 9)
    for x in range(2, 7):
        board.place(x, 4, 0)
    board.place(4, 2, 0)
    board.ground(0)  # nothing touches the edge: all passes to the other player
    picture = board.to_svg()
    assert classes(picture)["capture-1"] == 1
    assert classes(picture)["taken-0"] == 6


def test_grounded_regions_are_their_new_owners() -> None:
    board = captured_one()
    board.ground(0)
    found = classes(board.to_svg())
    assert found["capture-0"] == 0
    assert found["capture-1"] == 1
    assert found["taken-0"] == 4


def test_move_numbers_are_those_of_the_moves() -> None:
    board = captured_one()
    picture = ET.fromstring(board.to_svg(move_numbers=True, coordinates=False))
    assert [one.text for one in picture.iter(f"{SVG}text")] == ["4", "1", "3", "2", "5", "7", "6"]


def test_coordinates_are_told_on_all_four_edges() -> None:
    picture = ET.fromstring(dots.Board(3, 2).to_svg())
    texts = Counter(one.text for one in picture.iter(f"{SVG}text"))
    assert texts == {"0": 4, "1": 4, "2": 2}
    assert not list(ET.fromstring(dots.Board(3, 2).to_svg(coordinates=False)).iter(f"{SVG}text"))


@pytest.mark.parametrize("title", ["<b>&\"'", "]]>", "\x00\x1b\ud800\ufffe", "Żaneta ● 🙂", ""])
def test_any_title_gives_valid_xml(title: str) -> None:
    picture = dots.Board(4, 4).to_svg(title=title)
    texts = [one.text or "" for one in ET.fromstring(picture).iter(f"{SVG}text")]
    assert texts[0] == re.sub("[\x00\x1b\ud800\ufffe]", "\ufffd", title)


def test_a_picture_is_the_same_each_time_and_carries_no_script() -> None:
    board = random_board(1, 20, 20, dots.Rules.zagram(), 300)
    picture = board.to_svg(title="t", move_numbers=True, highlight=[(0, 0)])
    assert picture == board.copy().to_svg(title="t", move_numbers=True, highlight=[(0, 0)])
    tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(picture).iter()}
    assert tags == {"svg", "title", "defs", "pattern", "rect", "path", "circle", "text", "g"}
    assert "nan" not in picture
    assert not re.search(r"\bon\w+=|href|<style|<script", picture)


def test_two_looks_on_one_page_do_not_share_a_hatching() -> None:
    board = captured_one()
    ids = [
        {one.get("id") for one in ET.fromstring(picture).iter(f"{SVG}pattern")}
        for picture in (board.to_svg(), board.to_svg(theme="dark"), board.to_svg(cell=30))
    ]
    assert not ids[0] & ids[1]
    assert not ids[0] & ids[2]


def test_players_differ_in_shape_not_only_in_colour() -> None:
    picture = ET.fromstring(captured_one().to_svg(theme="print"))
    first, second = (
        next(one for one in picture.iter(f"{SVG}circle") if one.get("class") == f"dot-{player}")
        for player in (0, 1)
    )
    assert (first.get("fill"), first.get("stroke")) == ("#000000", None)
    assert (second.get("fill"), second.get("stroke")) == ("#ffffff", "#000000")


def test_the_chosen_colours_are_used() -> None:
    picture = captured_one().to_svg(colors=("#0a0", "#ab12CD"))
    assert 'fill="#0a0"' in picture
    assert 'stroke="#ab12CD"' in picture
    assert "#d62f3c" not in picture


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"theme": "blue"}, "theme='blue'; one of 'light', 'dark', 'print'"),
        ({"colors": ("red", "#00f")}, "colors: 'red'; two colours such as"),
        ({"colors": ('#000"/><script>', "#00f")}, "colors: "),
        ({"cell": 0}, "cell=0; 4 to 400 pixels"),
        ({"cell": float("nan")}, "cell=nan"),
        ({"highlight": [(5, 0)]}, r"highlight=\(5, 0\) is off the board; it is 5x5"),
    ],
)
def test_wrong_options_are_told(options: dict[str, object], told: str) -> None:
    with pytest.raises(dotcore.Error, match=told):
        dots.Board(5, 5).to_svg(**options)  # type: ignore[arg-type]


def test_a_notebook_shows_the_picture() -> None:
    board = captured_one()
    assert board._repr_svg_() == board.to_svg()


@pytest.mark.parametrize("size", [(1, 1), (64, 64), (1, 64), (39, 32)])
def test_every_size_has_a_picture(size: tuple[int, int]) -> None:
    board = dots.Board(*size)
    board.place(0, 0)
    picture = ET.fromstring(board.to_svg(cell=8, title="A rather long title for a small board"))
    assert float(picture.get("width", "0")) > 0
    assert len(board.to_ansi(color=False, coordinates=False).splitlines()) == size[1]


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    width=st.integers(2, 12),
    height=st.integers(2, 12),
    preset=st.sampled_from(["bga", "zagram", "russian"]),
    moves=st.integers(0, 144),
    grounds=st.booleans(),
)
def test_nothing_captured_is_lost(
    seed: int, width: int, height: int, preset: str, moves: int, grounds: bool
) -> None:
    rules = getattr(dots.Rules, preset)().replace(start="empty")
    board = random_board(seed, width, height, rules, moves)
    if grounds and not board.is_terminal:
        board.ground(board.to_move)
    taken = Counter(board.cells().ravel().tolist())
    for shown in (board, dots.Board.from_bytes(board.to_bytes())):
        found = classes(shown.to_svg())
        assert [found[name] for name in ("dot-0", "dot-1", "taken-0", "taken-1")] == [
            taken[code] for code in (1, 2, 3, 4)
        ]
        for player in (0, 1):
            captured = shown.observe(player)[2] > 0
            assert bool(found[f"capture-{player}"]) == bool(captured.any())
            assert np.array_equal(background(shown, player), captured)


def background(board: dots.Board, player: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which points stand on the colour of a player in the text for terminals."""
    found = np.zeros((board.height, board.width), dtype=np.bool_)
    lines = board.to_ansi(coordinates=False, unicode=False, last_move=False).split("\n")
    for y, line in enumerate(lines):
        column, colored = 0, False
        for part in re.split("(\x1b\\[[0-9;]*m)", line):
            if part.startswith("\x1b"):
                colored = part.endswith((";41m", ";44m")[player])
                continue
            for _ in part:
                if column % 2 == 1:
                    found[y, column // 2] = colored
                column += 1
    return found


# Terminals


def test_text_marks_the_last_move_and_highlights() -> None:
    text = captured_one().to_ansi(color=False, unicode=False, highlight=[(0, 4)])
    assert text.splitlines() == [
        "    0 1 2 3 4",
        " 0  O . . . .",
        " 1  . . X . .",
        " 2  . X o X .",
        " 3  . .[X]. .",
        " 4 (.). . . O",
    ]


def test_colours_only_add_to_the_text() -> None:
    board = random_board(3, 12, 9, dots.Rules.zagram(), 100)
    for unicode in (False, True):
        colored = board.to_ansi(unicode=unicode)
        stripped = [line.rstrip() for line in ESCAPES.sub("", colored).split("\n")]
        assert stripped == board.to_ansi(color=False, unicode=unicode).split("\n")
    codes = {code for one in ESCAPES.findall(colored) for code in one[2:-1].split(";")}
    assert codes <= {"0", "1", "2", "31", "34", "41", "44", "97"}  # sixteen colours know these


def test_letters_are_ascii() -> None:
    assert random_board(3, 12, 9, dots.Rules.zagram(), 100).to_ansi(unicode=False).isascii()


def test_the_stub_tells_the_parameters_of_the_pictures() -> None:
    stub = Path(dotcore.__file__).parent / "_core" / "dots.pyi"
    for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name == "_Pictures":
            for method in node.body:
                assert isinstance(method, ast.FunctionDef)
                told = inspect.signature(getattr(dots.Board, method.name)).parameters
                defaults = [ast.unparse(one) for one in method.args.kw_defaults if one]
                assert [one.arg for one in method.args.kwonlyargs] == list(told)[1:]
                assert defaults == [repr(one.default) for one in told.values()][1:]
            return
    pytest.fail("no _Pictures in the stub")


# Marks


def test_marks_are_written_on_points() -> None:
    board = dots.Board(4, 3)
    board.place(1, 1)
    text = board.to_ansi(color=False, unicode=False, marks={(3, 0): "1", (1, 2): "2"})
    assert text.splitlines()[1:] == [" 0  . . . 1", " 1  .[X]. .", " 2  . 2 . ."]
    assert "\x1b[1;33m1" in board.to_ansi(marks={(3, 0): "1"})
    picture = board.to_svg(marks={(3, 0): "<1>", (1, 2): "2"})
    assert picture.count('class="mark"') == 2
    assert "&lt;1&gt;" in picture
    ET.fromstring(picture)
    assert board.to_svg(marks={}) == board.to_svg(marks=None) == board.to_svg()


@pytest.mark.parametrize(
    ("point", "text", "told"),
    [
        ((4, 0), "1", "off the board"),
        ((0, 0), "", "marks: ''"),
        ((0, 0), "12", "one sign"),
        ((0, 0), "\n", "one sign"),
    ],
)
def test_marks_that_cannot_be_are_refused(point: tuple[int, int], text: str, told: str) -> None:
    board = dots.Board(4, 3)
    with pytest.raises(dotcore.Error, match=told):
        board.to_ansi(marks={point: text})
    with pytest.raises(dotcore.Error, match="1 to 3 signs"):
        board.to_svg(marks={(0, 0): "1234"})
    with pytest.raises(TypeError, match="marks: a point is"):
        board.to_svg(marks={1: "1"})  # type: ignore[dict-item]
