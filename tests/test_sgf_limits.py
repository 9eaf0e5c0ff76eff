"""Large, deep and hostile texts: told, in time that grows with their length, without recursion."""

from __future__ import annotations

import copy
import gc
import pickle
import time
from collections.abc import Callable

import pytest

from dotcore import InvalidRecord, sgf

HEAD = "(;GM[40]FF[4]SZ[20]"
DEEP = 100_000


def test_a_hundred_thousand_nested_variations() -> None:
    text = HEAD + "(;B[aa]" * DEEP + ")" * DEEP + ")"
    record = sgf.parse(text, check=False)
    assert record.diagnostics == ()
    assert len(sgf.parse(text).diagnostics) == 1001, "all but the first dot are refused"
    game = record.games[0]
    assert sum(1 for _ in game.nodes()) == DEEP + 1
    last = list(game.main_line())[-1]
    assert len(last.path()) == DEEP + 1
    assert repr(last) == "<Node ;B[aa]>"
    assert copy.deepcopy(record) == record
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(last)).properties == last.properties
    last.comment = "x"
    assert sgf.dumps(record).count("(") == DEEP + 1
    del record, last
    gc.collect()
    del game
    gc.collect()


def test_a_deep_tree_is_built_and_dropped() -> None:
    game = sgf.Game.new(20)
    node = game.root
    for _ in range(DEEP):
        node = node.add_move(0, 1, 1)
    assert len(game.to_text()) > 6 * DEEP
    del game, node
    gc.collect()


HOSTILE: dict[str, Callable[[int], str]] = {
    "a line": lambda n: HEAD + ";B[aa];W[bb]" * (n // 12) + ")",
    "variations": lambda n: HEAD + "(;B[aa])" * (n // 8) + ")",
    "opening parentheses": lambda n: "(" * n,
    "closing parentheses": lambda n: ")" * n,
    "empty trees": lambda n: HEAD + "()" * (n // 2),
    "semicolons": lambda n: "(" + ";" * n,
    "escapes": lambda n: HEAD + "C[" + "\\]" * (n // 2) + "])",
    "an open value": lambda n: HEAD + "C[" + "\\]" * (n // 2),
    "backslashes": lambda n: HEAD + "C[" + "\\" * n,
    "values": lambda n: HEAD + ";AB" + "[aa]" * (n // 4) + ")",
    "properties": lambda n: HEAD + ";" + "AB[aa]" * (n // 6) + ")",
    "one name": lambda n: HEAD + "A" * n,
    "names": lambda n: HEAD + "A " * (n // 2),
    "spaces": lambda n: HEAD + " " * n + "x",
    "stray characters": lambda n: HEAD + "% " * (n // 2),
    "values without a name": lambda n: HEAD + "[a]" * (n // 3),
    "opening brackets": lambda n: HEAD + "[" * n,
    "text outside": lambda n: "x (" * (n // 3),
    "zero bytes": lambda n: "\0" * n,
    "line breaks": lambda n: "\r\n" * (n // 2) + "x",
    "a long chain": lambda n: HEAD + ";B[aa." + "aabbccdd" * (n // 8) + "])",
    "a bad chain": lambda n: HEAD + ";B[aa." + "a?" * (n // 2) + "])",
    "dots of chains": lambda n: HEAD + ";B[aa" + "." * n + "])",
    "digits": lambda n: HEAD + "KM[" + "9" * n + "]RE[B+" + "1" * n + "])",
    "rules": lambda n: HEAD + "RU[" + "Border," * (n // 7) + "])",
    "games": lambda n: (HEAD + ";B[aa])\n") * (n // 28),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_length(name: str) -> None:
    def took(n: int) -> float:
        text = HOSTILE[name](n)
        begin = time.perf_counter()
        record = sgf.parse(text, check=False)
        spent = time.perf_counter() - begin
        assert sgf.dumps(record) == text
        assert len(record.diagnostics) <= 3000
        return spent

    short, long = 20_000, 160_000
    # Eight times the length; quadratic time would take 64 times as long.
    assert took(long) < 30 * max(took(short), took(short), 0.002) + 0.1


def test_more_faults_than_can_be_told_are_counted() -> None:
    record = sgf.parse(HEAD + ";B[a?]" * 5000 + ")", check=False)
    assert len(record.diagnostics) == 1001
    assert record.diagnostics[-1].code == "more_faults"
    assert "4000 more" in record.diagnostics[-1].message


def test_more_items_than_allowed_are_not_read_and_not_lost() -> None:
    text = HEAD + ";B[aa]" * 100 + ")" + HEAD + ")"
    record = sgf.parse(text, check=False, max_items=100)
    assert [told.code for told in record.diagnostics] == ["too_many_items"]
    assert len(record) == 1
    assert sgf.dumps(record) == text
    record.games[0].root.comment = "x"
    with pytest.raises(InvalidRecord, match="too_many_items"):
        sgf.dumps(record)


def test_a_hundred_megabytes_are_told_and_not_read() -> None:
    record = sgf.parse("(" * 100_000_000)
    assert [str(told)[:22] for told in record.diagnostics] == ["1:1 critical too_large"]


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[40]FF[4]SZ[52]" + ";AB[aa:ZZ]" * 3000 + ")",
        "(;GM[40]FF[4]SZ[52];CR" + "[aa:ZZ]" * 100_000 + ")",
        "(;GM[40]FF[4]SZ[52]TB" + "[aa:ZZ]" * 100_000 + ")",
    ],
)
def test_rectangles_cost_what_they_hold(text: str) -> None:
    record = sgf.parse(text)
    codes = {told.code for told in record.diagnostics}
    assert codes & {"too_many_items", "more_faults"}
    assert len(record.games) <= 1
    assert record.to_text() == text


def test_a_few_rectangles_are_read() -> None:
    (game,) = sgf.parse("(;GM[40]FF[4]SZ[52]AB[aa:bZ];AW[ca:dZ]CR[aa:ZZ])").games
    assert [len(node.setup.dots) for node in game.nodes()] == [104, 104]
