"""Writing records: nothing changes that nobody changed, and what is built reads back equal."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dotcore import Error, InvalidRecord, sgf

HEAD = "(;GM[40]FF[4]SZ[10]"
ODD = (
    "junk (see)\r\n ( ;GM [40]FF[4]\n\tSZ[10]PrivateX[a\\]b][] gm[1]\r\n"
    "; B [ aa ] C[x\\\ny]\n(;W[bb] ;B[cc])\n\n( ;W[dd](;B[ee])(;B[ff]\n))\n)  \n"
    "(;GM[40]FF[4]SZ[7];B[aa])tail"
)


def parse(text: str) -> sgf.Collection:
    return sgf.parse(text, check=False)


# What nobody edited


@settings(deadline=None)
@given(st.text())
def test_any_text_comes_back_as_it_was(text: str) -> None:
    record = parse(text)
    assert sgf.dumps(record) == text
    assert record.to_bytes().decode("utf-8", "surrogatepass") == text


@settings(deadline=None)
@given(st.text(alphabet="();[]\\ABWab:.! \n\r\0", max_size=60))
def test_any_text_of_the_format_s_characters_comes_back(text: str) -> None:
    record = parse(text)
    assert sgf.dumps(record) == text
    for game in record.games:
        for node in game.nodes():
            assert isinstance(node.moves, tuple)
            assert isinstance(node.marks, tuple)
            assert node.setup is not None


@settings(deadline=None)
@given(
    st.sampled_from(["B", "AW", "TB", "LB", "CR", "RE", "SZ", "RU"]), st.text("abAB.!:+,=0R- \n?")
)
def test_any_value_is_read_without_an_exception(name: str, value: str) -> None:
    for text in (f"(;GM[40]FF[4]SZ[5];{name}[{value}])", f"(;SZ[5]AP[katago]{name}[aa{value}])"):
        record = sgf.parse(text)
        assert sgf.dumps(record) == text
        for node in record.games[0].nodes():
            assert (node.moves, node.marks, node.setup, node.pools) is not None


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_come_back_as_they_were(data: bytes) -> None:
    assert sgf.parse(data, check=False).to_bytes() == data
    framed = b"(;CA[UTF-8]GM[40]FF[4]SZ[5]C[" + data + b"])"
    assert sgf.parse(framed, check=False).to_bytes() == framed


@settings(deadline=None)
@given(
    st.text(alphabet="(;)[]\\ABW ab\n", max_size=40),
    st.lists(st.tuples(st.sampled_from("cwxpd"), st.integers(0, 10)), min_size=1, max_size=4),
)
def test_an_edited_broken_game_reads_back_equal(text: str, edits: list[tuple[str, int]]) -> None:
    record = parse("(;GM[40]FF[4]SZ[9];B[aa]" + text)
    game = record.games[0]
    for edit, which in edits:
        nodes = list(game.nodes())
        node = nodes[which % len(nodes)]
        if edit == "c":
            node.comment = "edited"
        elif edit == "w":
            node.add_child({"W": ["bb"]})
        elif edit == "x" and node.parent is not None:
            node.remove()
        elif edit == "p":
            node.promote()
        elif len(node.properties) > 0:
            del node.properties[list(node.properties)[which % len(node.properties)]]
    assert parse(sgf.dumps(record)).games[0] == game


# Edits keep what is around them


def test_an_edited_comment_changes_nothing_else() -> None:
    record = parse(ODD)
    node = record.games[0].root.children[0]
    assert node.comment == "xy"
    node.comment = "new] text"
    assert sgf.dumps(record) == ODD.replace("x\\\ny", "new\\] text")


def test_a_new_property_stands_behind_the_others() -> None:
    record = parse(ODD)
    record.games[0].root.set_text("PB", "Ann")
    assert sgf.dumps(record) == ODD.replace("gm[1]", "gm[1]PB[Ann]")


def test_a_property_taken_away_takes_its_white_space_along() -> None:
    record = parse(HEAD + " C[x]  EV[y]\n;B[aa])")
    del record.games[0].root.properties["C"]
    assert sgf.dumps(record) == HEAD + "  EV[y]\n;B[aa])"


def test_a_node_at_the_end_of_a_variation() -> None:
    record = parse(ODD)
    leaf = record.games[0].root.children[0].children[0].children[0]
    leaf.add_move(1, 7, 7)
    assert sgf.dumps(record) == ODD.replace(";B[cc]", ";B[cc];W[hh]")


def test_a_new_variation_gets_parentheses() -> None:
    record = parse(HEAD + "\n;B[aa]\n;W[bb]\n)\n")
    record.games[0].root.children[0].add_move(1, 2, 2)
    assert sgf.dumps(record) == HEAD + "\n;B[aa](;W[bb])(;W[cc]))\n"
    assert parse(sgf.dumps(record)) == record


def test_a_removed_variation_leaves_the_others_in_their_parentheses() -> None:
    record = parse(HEAD + ";B[aa]\n(;W[bb])\n(;W[cc])\n(;W[dd]))")
    record.games[0].root.children[0].children[1].remove()
    text = sgf.dumps(record)
    assert text == HEAD + ";B[aa]\n(;W[bb])(;W[dd]))"
    assert parse(text) == record


def test_a_promoted_variation_is_the_main_line() -> None:
    record = parse(HEAD + ";B[aa](;W[bb])(;W[cc]))")
    record.games[0].root.children[0].children[1].promote()
    assert [node.properties.get("W") for node in record.games[0].main_line()][-1] == ("cc",)
    assert parse(sgf.dumps(record)) == record


def test_games_can_be_added_and_taken_away() -> None:
    record = parse(ODD)
    record.games.append(sgf.Game.new(5))
    del record.games[0]
    again = parse(sgf.dumps(record))
    assert [game.size for game in again] == [(7, 7), (5, 5)]
    assert again == record


def test_a_value_set_twice_over_leaves_one_property() -> None:
    record = parse(HEAD + "EV[a]XY[b]EV[c])")
    record.games[0].root.properties["EV"] = ["d"]
    assert sgf.dumps(record) == HEAD + "EV[d]XY[b])"


def test_an_edit_heals_a_missing_parenthesis() -> None:
    record = parse(HEAD + "(;B[aa](;W[bb]")
    record.games[0].root.comment = "x"
    assert sgf.dumps(record) == HEAD + "C[x](;B[aa](;W[bb])))"


def test_a_character_that_the_encoding_lacks_is_a_typed_error() -> None:
    record = sgf.parse((HEAD + "CA[cp1251]PB[Точки])").encode("cp1251"), check=False)
    record.games[0].root.comment = "日本"
    with pytest.raises(InvalidRecord, match="cannot be written in cp1251"):
        record.to_bytes()
    record.convert("utf-8")
    again = sgf.parse(record.to_bytes(), check=False)
    assert again.games[0].root.comment == "日本"
    assert again.games[0].players[0].name == "Точки"


def test_a_str_is_written_in_the_charset_that_it_names(tmp_path: Path) -> None:
    text = "(;CA[windows-1251]GM[40]FF[4]SZ[5]PB[Точки])"
    path = tmp_path / "game.sgf"
    parse(text).write(path)
    assert path.read_bytes() == text.encode("cp1251")


def test_one_game_of_many_is_written_alone(tmp_path: Path) -> None:
    data = "(;GM[40]FF[4]SZ[5])(;GM[40]FF[4]CA[cp1251]SZ[6] PB[Точки])".encode("cp1251")
    game = sgf.parse(data, check=False).games[1]
    game.write(tmp_path / "one.sgf")
    assert (tmp_path / "one.sgf").read_bytes() == data[19:] + b"\n"
    built = sgf.Game.new(5, PB="日本")
    built.write(tmp_path / "new.sgf")
    assert sgf.read_file(tmp_path / "new.sgf", check=False).games == [built]


# Building


def test_a_game_is_built_node_by_node() -> None:
    game = sgf.Game.new(8, 6, PB="Ann", start=[(3, 3, 0), (4, 3, 1)])
    node = game.root.add_move(0, 1, 2)
    node.comment = "why?"
    node.add_mark("label", 1, 2, "A")
    node.add_mark("circle", 2, 2)
    node.add_move(1, 2, 2, enclose=[[(1, 0), (2, 1), (1, 2), (0, 1)]])
    node.add_move(1, 3, 4).add_ground(0)
    text = game.to_text()
    assert "SZ[8:6]PB[Ann]AB[dd]AW[ed]" in text
    assert ";B[bc]C[why?]LB[bc:A]CR[cc]" in text
    assert parse(text).games[0] == game
    assert parse(text).diagnostics == ()


def test_a_built_game_of_one_line_has_no_needless_parentheses_and_short_lines() -> None:
    game = sgf.Game.new(30)
    node = game.root
    for number in range(300):
        node = node.add_move(number % 2, number % 30, number // 30)
    text = game.to_text()
    assert text.count("(") == 1
    assert max(map(len, text.splitlines())) < 100
    assert parse(text).games[0] == game


@pytest.mark.parametrize("size", [(53, 10), (10, 64), (0, 5), (60, 60)])
def test_a_board_without_letters_cannot_be_written(size: tuple[int, int]) -> None:
    with pytest.raises(InvalidRecord, match="cannot be written as SGF"):
        sgf.Game.new(*size)


def test_wrong_calls_are_typed_errors_and_change_nothing() -> None:
    game = sgf.Game.new(10)
    before = game.to_text()
    root = game.root
    for wrong in (
        lambda: root.add_move(0, 10, 0),
        lambda: root.add_move(2, 1, 1),
        lambda: root.add_move(0, 1, 1, enclose=[[(99, 1)]]),
        lambda: root.add_mark("star", 1, 1),
        lambda: root.set_up([(0, 99, 0)]),
        lambda: root.properties.__setitem__("C", ["a]b"]),
        lambda: root.properties.__setitem__("C", ["a\\"]),
        lambda: root.properties.__setitem__("C", []),
        lambda: root.properties.__setitem__("a b", ["x"]),
        root.remove,
    ):
        with pytest.raises(InvalidRecord):
            wrong()
    with pytest.raises(KeyError):
        root.properties["QQ"]
    assert game.to_text() == before
    assert issubclass(InvalidRecord, Error)


NAMES = st.sampled_from(["B", "W", "C", "N", "LB", "AB", "XY", "DT", "UP1"])
VALUES = st.lists(
    st.text(max_size=8).filter(lambda text: "\ufeff" not in text), min_size=1, max_size=3
)
STEPS = st.lists(
    st.tuples(st.integers(0, 50), st.dictionaries(NAMES, VALUES, max_size=3)), max_size=30
)


@settings(deadline=None)
@given(STEPS)
def test_a_built_tree_reads_back_equal(steps: list[tuple[int, dict[str, list[str]]]]) -> None:
    game = sgf.Game.new(10)
    nodes = [game.root]
    for parent, properties in steps:
        escaped = {
            name: [value.replace("\\", "\\\\").replace("]", "\\]") for value in values]
            for name, values in properties.items()
        }
        nodes.append(nodes[parent % len(nodes)].add_child(escaped))
    record = sgf.Collection([game])
    again = sgf.parse(record.to_text(), check=False)
    assert again == record
    assert sgf.parse(record.to_bytes(), check=False) == record


@settings(deadline=None)
@given(st.text())
def test_a_text_reads_back_as_it_was_set(text: str) -> None:
    game = sgf.Game.new(5)
    game.root.comment = text
    assert parse(game.to_text()).games[0].root.comment == text


# Copies


def test_a_copy_is_equal_and_apart() -> None:
    record = sgf.parse("\ufeff" + ODD, check=False)
    for twin in (copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert twin == record
        assert sgf.dumps(twin) == sgf.dumps(record)
        assert twin.diagnostics == record.diagnostics
        twin.games[0].root.comment = "changed"
        assert twin != record
    assert sgf.dumps(record) == "\ufeff" + ODD


def test_games_and_nodes_can_be_copied_alone() -> None:
    game = parse(ODD).games[0]
    node = game.root.children[0].children[1]
    for twin in (copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
        assert twin is not node
        assert twin.properties == node.properties
        assert twin.game == game
    assert copy.deepcopy(game) == game
    node.remove()
    with pytest.raises(InvalidRecord):
        copy.deepcopy(node)
    assert {game.root: 1}[game.root] == 1
    with pytest.raises(TypeError):
        hash(game)
