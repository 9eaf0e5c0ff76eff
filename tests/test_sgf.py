"""Reading records: trees, what nodes say, and every fault at its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dotcore import InvalidRecord, sgf
from dotcore.sgf import Severity

DATA = Path(__file__).parent / "data" / "sgf"
RECORDS = [json.loads(line) for line in (DATA / "records.jsonl").read_text("utf-8").splitlines()]
HEAD = "(;GM[40]FF[4]SZ[10]"

# Faults of the collected records that are told elsewhere, or not at all, with the reason.
ELSEWHERE = {
    "record-090": "the written chain is closed as written, so there is nothing to tell",
}


def faults(text: str | bytes) -> list[str]:
    return [str(told).split(": ")[0] for told in sgf.parse(text, check=False).diagnostics]


def parse(text: str | bytes) -> sgf.Game:
    return sgf.parse(text, check=False).games[0]


def playable(record: sgf.Collection) -> list[sgf.Game]:
    """The games whose board is known, a board of no points too."""
    return [
        game
        for game in record.games
        if not any(told.severity is Severity.CRITICAL for told in game.diagnostics)
    ]


# The collected records: texts, the games in them, the places of their faults


@pytest.mark.parametrize("case", RECORDS, ids=lambda case: str(case["id"]))
def test_each_fault_of_a_collected_record_is_told_at_its_place(case: dict[str, Any]) -> None:
    record = sgf.parse(case["text"])
    told = {(one.line, one.column) for one in record.diagnostics}
    expected = {(line, column) for _, line, column in case["faults"]}
    if case["id"] not in ELSEWHERE:
        assert expected <= told
    if all(severity == "warning" for severity, _, _ in case["faults"]):
        assert record.errors == ()


@pytest.mark.parametrize(
    "case",
    [case for case in RECORDS if case["games"] is not None],
    ids=lambda case: str(case["id"]),
)
def test_the_games_of_a_collected_record_are_read(case: dict[str, Any]) -> None:
    games = playable(sgf.parse(case["text"]))
    assert [[game.width, game.height] for game in games] == [one["size"] for one in case["games"]]
    for game, expected in zip(games, case["games"], strict=True):
        assert game.komi == expected["komi"]
        assert (
            sorted(map(list, game.root.setup.dots)) == sorted(expected["start"]) or case["faults"]
        ), "only repeated dots and dots off the board may differ"
        if expected["result"] is not None:
            assert str(game.result) == expected["result"]
        if game.size is None:
            continue
        board = game.board()
        assert sorted(board.start_dots.tolist()) == sorted(expected["start"])
        played = [[m.x, m.y, m.player] for m in board.moves if m.kind == "place"]
        assert played == expected["moves"]
        assert list(board.scores) == expected["scores"]


@pytest.mark.parametrize("case", RECORDS, ids=lambda case: str(case["id"]))
def test_a_collected_record_is_written_as_it_was_read(case: dict[str, Any]) -> None:
    record = sgf.parse(case["text"])
    assert sgf.dumps(record) == case["text"]
    assert record.to_bytes() == case["text"].encode()


# The tree


def test_variations_branch_and_the_first_goes_on() -> None:
    game = parse(HEAD + ";B[aa](;W[bb];B[cc])(;W[dd]C[other])(;W[ee]))")
    first = game.root.children[0]
    assert [node.move.x for node in first.children if node.move] == [1, 3, 4]
    assert [node.properties.get("B") or node.properties.get("W") for node in game.main_line()][
        1:
    ] == [
        ("aa",),
        ("bb",),
        ("cc",),
    ]
    other = first.children[1]
    assert other.comment == "other"
    assert other.parent is first
    assert [node.is_root for node in other.path()] == [True, False, False]
    assert sum(1 for _ in game.nodes()) == 6


def test_a_file_holds_several_games_and_text_between_them() -> None:
    record = sgf.parse("mail header\n(;GM[40]FF[4]SZ[5])\n(;GM[40]FF[4]SZ[6])bye", check=False)
    assert [game.size for game in record] == [(5, 5), (6, 6)]
    assert [str(told)[:24] for told in record.diagnostics] == [
        "1:1 warning text_outside",
        "3:20 warning text_outsid",
    ]


def test_a_node_knows_its_place() -> None:
    game = parse(HEAD + "\r\n;B[aa]\r;W[bb]\n\n ;B[cc])")
    assert [node.place() for node in game.nodes()] == [(1, 2), (2, 1), (3, 1), (5, 2)]
    assert game.root.add_child().place() is None


def test_properties_keep_order_and_raw_values() -> None:
    node = parse("(;GM[40]FF[4]SZ[5]XY[a\\]b][ c ]C[x]XY[d])").root
    assert list(node.properties) == ["GM", "FF", "SZ", "XY", "C"]
    assert node.properties["XY"] == ("a\\]b", " c ", "d")
    assert "QQ" not in node.properties
    assert node.text("XY") == "a]b"


def test_capitals_count_in_old_spellings() -> None:
    game = parse("(;GaMe[40]FileFormat[3]SiZe[8];Black[aa];White[bb])")
    assert game.size == (8, 8)
    assert [node.move.player for node in game.main_line() if node.move] == [0, 1]


def test_escapes_and_soft_line_breaks_are_resolved_in_texts() -> None:
    assert parse(HEAD + "C[a\\\nb\\\r\nc \\: \\\\ \\] d])").root.comment == "abc : \\ ] d"


# What nodes say


def test_letters_give_columns_and_rows_up_to_51() -> None:
    move = parse("(;GM[40]FF[4]SZ[52];B[zA];W[aZ])").root.children[0].move
    assert move is not None
    assert (move.player, move.x, move.y, move.kind) == (0, 25, 26, "place")


def test_a_dot_carries_chains_and_enclosed_dots() -> None:
    game = parse("(;GM[40]FF[4]SZ[30];W[ce.cecfdgefdece.aabbcaba];B[ce!xy!ab];B[bb.\n aa ba])")
    first, second, third = [node.move for node in list(game.main_line())[1:]]
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.enclosures == (
        ((2, 4), (2, 5), (3, 6), (4, 5), (3, 4)),
        ((0, 0), (1, 1), (2, 0), (1, 0)),
    )
    assert second.around == ((23, 24), (0, 1))
    assert third.enclosures == (), "two dots close nothing"


def test_an_empty_dot_grounds_and_own_properties_stop_and_resign() -> None:
    game = parse(HEAD + ";B[];STOP[W];STOP[B];RESIGN[B])")
    moves = [node.move for node in game.main_line()][1:]
    assert [(move.kind, move.player) for move in moves if move] == [
        ("ground", 0),
        ("stop", 1),
        ("stop", 0),
        ("resign", 0),
    ]


def test_marks_labels_and_rectangles() -> None:
    node = parse(HEAD + ";B[aa]TR[bb]CR[cc:dd]LB[aa:17][bb:x\\]y])").root.children[0]
    assert node.marks == (
        ("triangle", 1, 1, ""),
        ("circle", 2, 2, ""),
        ("circle", 3, 2, ""),
        ("circle", 2, 3, ""),
        ("circle", 3, 3, ""),
        ("label", 0, 0, "17"),
        ("label", 1, 1, "x]y"),
    )


def test_setup_pools_and_the_player_to_move() -> None:
    game = parse(HEAD + "AB[aa]AW[bb][cc]PL[W];TB[.cecfdgefdece]TW[])")
    assert game.root.setup.dots == ((0, 0, 0), (1, 1, 1), (2, 2, 1))
    assert game.root.setup.to_move == 1
    assert game.root.children[0].pools == ((0, ((2, 4), (2, 5), (3, 6), (4, 5), (3, 4))),)
    assert game.root.pools is None
    assert not game.root.children[0].setup


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("W+11", sgf.Result("score", 1, 11.0)),
        ("B+0.5", sgf.Result("score", 0, 0.5)),
        ("W+R", sgf.Result("resign", 1)),
        ("B+Resign", sgf.Result("resign", 0)),
        ("B+T", sgf.Result("time", 0)),
        ("W+F", sgf.Result("forfeit", 1)),
        ("W+G", sgf.Result("ground", 1)),
        ("B+?", sgf.Result("unknown", 0)),
        ("B+", sgf.Result("unknown", 0)),
        ("0", sgf.Result("draw")),
        ("Draw", sgf.Result("draw")),
        ("Void", sgf.Result("void")),
        ("?", sgf.Result("unknown")),
        ("b+1", None),
    ],
)
def test_results(text: str, expected: sgf.Result | None) -> None:
    game = parse(f"(;GM[40]FF[4]SZ[5]RE[{text}])")
    assert game.result == expected
    if expected is not None:
        game.result = expected
        assert game.result == expected


def test_what_the_root_says() -> None:
    game = parse("(;GM[40]FF[4]SZ[39:32]PB[Ann\\]]BR[1500]PW[Ben]KM[-2.5]DT[2000-01-01]KM[3])")
    assert game.size == (39, 32)
    assert game.players == (sgf.Player("Ann]", "1500"), sgf.Player("Ben", ""))
    assert game.komi == -2.5
    assert game.info["DT"] == "2000-01-01"
    assert repr(game) == "<Game 39 x 32, Ann] - Ben>"


# Faults, each at its place


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "(;GM[40]FF[4]SZ[5];B[aa]C[open",
            ["1:26 error unterminated_value", "1:31 error missing_parenthesis"],
        ),
        ("(;GM[40]FF[4]SZ[5](;B[aa](;W[bb]", ["1:33 error missing_parenthesis"]),
        ("(;GM[40]FF[4]SZ[5]))", ["1:20 error extra_parenthesis"]),
        ("(;GM[40]FF[4]SZ[5](;B[aa]);W[bb])", ["1:27 error node_after_variations"]),
        ("(;GM[40]FF[4]SZ[5]()(;B[aa]))", ["1:20 error no_node"]),
        ("(;GM[40]FF[4]SZ[5](B[aa]))", ["1:20 error no_semicolon"]),
        ("(GM[40]FF[4]SZ[5];B[aa])", ["1:2 error no_semicolon"]),
        (
            "(;GM[40]FF[4]SZ[5](;B[aa])C[b];W[bb])",
            ["1:27 error stray_text", "1:31 error node_after_variations"],
        ),
        ("(;GM[40]FF[4]SZ[5];B[aa]%&C[x])", ["1:25 error stray_text"]),
        ("(;GM[40]FF[4]SZ[5];[aa])", ["1:20 error no_identifier"]),
        ("(;GM[40]FF[4]SZ[5];B[aa]\0)", ["1:25 error stray_text"]),
        ("(;GM[40]FF[4]SZ[65])", ["1:17 critical bad_size"]),
        ("(;GM[40]FF[4]SZ[5]AE[aa])", ["1:19 warning unsupported_setup"]),
        ("(;GM[40]FF[4]SZ[5];B[aa]AB[bb])", ["1:20 warning mixed_node"]),
        ("(;GM[40]FF[4]SZ[5]AB[aa]AW[aa])", ["1:28 error repeated_setup"]),
        ("(;GM[40]FF[4]SZ[5]KM[0.3])", ["1:22 warning bad_komi"]),
        ("(;GM[40]FF[4]SZ[5];PL[x])", ["1:23 error bad_color"]),
        ("(;GM[40]FF[4]SZ[5];W[aa.bbcc])", ["1:25 error short_chain"]),
        ("(;GM[40]FF[4]SZ[5];W[aa.bbzzccdd])", ["1:25 error outside"]),
        ("(;GM[40]FF[4]SZ[5];W[aa!b?])", ["1:26 error bad_y"]),
        ("(;GM[40]FF[4]SZ[5];W[aa?])", ["1:24 error extra_characters"]),
        ("(;GM[40]FF[4]SZ[5];CR[ff])", ["1:23 warning outside"]),
        ("(;GM[40]FF[4]SZ[5];Black[aa])", ["1:20 warning property_case"]),
        ("(;GM[40]FF[4]SZ[5]CA[klingon])", ["1:22 warning unknown_charset"]),
        ("(;GM[40]FF[4]SZ[5]RU[Punish=1,MustSurr=0])", ["1:22 warning rules_unsupported"]),
        (
            "(;GM[40]FF[4]SZ[5]RU[dotcore:capture=hand,x])",
            ["1:30 error rules_bad_value", "1:43 error rules_unknown_key"],
        ),
    ],
)
def test_a_fault_is_told_at_its_place(text: str, expected: list[str]) -> None:
    assert faults(text) == expected


def test_a_fault_beside_reads_the_good_part_still() -> None:
    record = sgf.parse(HEAD + ";B[a!];W[bb](;B[cc]);B[dd]C[x", check=False)
    moves = [node.move for node in record.games[0].nodes() if node.move]
    assert [(move.x, move.y) for move in moves] == [(1, 1), (2, 2), (3, 3)]


def test_lines_end_in_any_of_three_ways_and_columns_count_characters() -> None:
    text = "(;GM[40]FF[4]\r\nSZ[5]\rC[Ж\U0001f600]%\n;B[a?])"
    assert faults(text) == ["3:6 error stray_text", "4:5 error bad_y"]


def test_places_are_right_far_down_a_text() -> None:
    for line_end in ("\n", "\r\n", "\r"):
        text = HEAD + (";B[aa]" + line_end) * 40_000 + "%;" + line_end + "B[?a])"
        assert faults(text) == ["40001:1 error stray_text", "40002:3 error bad_x"]


def test_a_diagnostic_reads_as_one_line_and_severities_compare() -> None:
    told = sgf.parse(HEAD + "\n;B[a!])", check=False).diagnostics[0]
    assert str(told).startswith("2:5 error bad_y: ")
    assert (told.severity, told.code, told.line, told.column) == (Severity.ERROR, "bad_y", 2, 5)
    assert Severity.WARNING < told.severity < Severity.CRITICAL


def test_each_game_has_its_own_diagnostics() -> None:
    record = sgf.parse(HEAD + ")" + HEAD + ";B[a!])x", check=False)
    assert [len(game.diagnostics) for game in record.games] == [0, 1]
    assert len(record.diagnostics) == 2


# Bytes


def test_bytes_are_decoded_as_their_charset_says() -> None:
    text = "(;GM[40]FF[4]CA[windows-1251]SZ[5]PB[Точки]"
    record = sgf.parse((text + ")").encode("cp1251"), check=False)
    assert record.games[0].players[0].name == "Точки"
    assert record.encoding == "cp1251"
    assert record.diagnostics == ()


@pytest.mark.parametrize(
    ("data", "name", "encoding"),
    [
        ("Точки Второй".encode("cp1251"), "Точки Второй", "cp1251"),
        ("André Müller".encode("latin-1"), "André Müller", "iso8859-1"),
        ("Точки".encode(), "Точки", "utf-8"),
    ],
)
def test_bytes_without_charset_are_utf8_or_guessed(data: bytes, name: str, encoding: str) -> None:
    record = sgf.parse(b"(;GM[40]FF[4]SZ[5]PB[" + data + b"])", check=False)
    assert record.games[0].players[0].name == name
    assert record.encoding.replace("latin-1", "iso8859-1") == encoding
    told = [(one.code, one.line) for one in record.diagnostics]
    assert told == ([] if encoding == "utf-8" else [("bad_encoding", 1)])


def test_wrong_bytes_are_told_and_kept() -> None:
    data = b"(;GM[40]FF[4]CA[UTF-8]SZ[5]C[a\xff\xfeb];B[aa])"
    record = sgf.parse(data, check=False)
    assert [str(told)[:23] for told in record.diagnostics] == ["1:31 error bad_encoding"]
    assert record.games[0].root.comment == "a\ufffd\ufffdb"
    record.games[0].root.children[0].comment = "new"
    assert record.to_bytes() == data.replace(b"B[aa]", b"B[aa]C[new]")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_read_and_written(codec: str) -> None:
    data = (HEAD + "PB[Точки])").encode(codec)
    record = sgf.parse(data, check=False)
    assert record.games[0].players[0].name == "Точки"
    assert record.games[0].root.place() == (1, 2)
    assert record.to_bytes() == data


# Texts and paths


def test_read_takes_text_bytes_and_paths(tmp_path: Path) -> None:
    text = HEAD + ";B[aa])"
    path = tmp_path / "game.sgf"
    path.write_text(text, "utf-8")
    for source in (text, text.encode(), path, str(path)):
        assert sgf.dumps(sgf.read(source, check=False)) == text
    assert sgf.dumps(sgf.read_file(path, check=False)) == text
    assert sgf.read("", check=False).games == []
    assert sgf.read("nothing\nhere", check=False).games == []
    with pytest.raises(FileNotFoundError):
        sgf.read(str(tmp_path / "none.sgf"))


def test_a_text_that_is_too_large_is_told_and_not_read(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(HEAD + ")", "utf-8")
    for record in (
        sgf.parse(HEAD + ")", max_bytes=10),
        sgf.parse((HEAD + ")").encode(), max_bytes=10),
        sgf.read_file(path, max_bytes=10),
    ):
        assert [told.code for told in record.diagnostics] == ["too_large"]
        assert record.games == []
        with pytest.raises(InvalidRecord, match="too_large"):
            record.to_text()


# Real games


REAL = [
    ("small_full_board.sgf", 1, 81, 3),
    ("last_chain_illegal.sgf", 1, 142, 7),
    ("territory_with_variations.sgf", 1, 294, 0),
]


@pytest.mark.parametrize(("name", "games", "dots", "chains"), REAL)
def test_a_real_game_is_read_whole(name: str, games: int, dots: int, chains: int) -> None:
    record = sgf.read_file(DATA / name, check=False)
    assert record.diagnostics == ()
    assert len(record) == games
    moves = [move for node in record.games[0].main_line() for move in node.moves]
    assert len(moves) == dots
    assert sum(len(move.enclosures) for move in moves) == chains
    assert record.to_bytes() == (DATA / name).read_bytes()
