"""Records of DotCard: what is written is read back, whatever is wrong is told with its line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import dotcore
from dotcore import Rng, dotcard
from dotcore.dotcard import bots

EXAMPLE = Path(__file__).parents[1] / "examples" / "dotcard.jsonl"
TEXT = EXAMPLE.read_text(encoding="utf-8")


def game_of(seed: int, acts: int | None = None, **options: Any) -> dotcard.Game:
    rng = Rng(seed)
    game = dotcard.Game(2 + seed % 4, dotcard.Rules().replace(sub_rounds=2, **options))
    seats = [bots.make(("random", "greedy")[seat % 2]) for seat in range(game.players)]
    while not game.is_terminal and (acts is None or len(game.action_history) < acts):
        if game.current_player == -1:
            game.sample_chance(rng)
        else:
            game.apply(seats[game.current_player].choose(game, rng))
    return game


# Round trips


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("acts", [0, 1, 40, None])
def test_reading_gives_back_what_was_written(seed: int, acts: int | None) -> None:
    game = game_of(seed, acts, starter=("rotate", "random", "winner", "fixed")[seed % 4])
    text = dotcard.write_record(game, seed=seed)
    record = dotcard.read_record(text)
    assert record.game == game
    assert record.game.action_history.tolist() == game.action_history.tolist()
    assert record.game.to_bytes(history=True) == game.to_bytes(history=True)
    assert dotcard.write_record(record.game, seed=record.seed) == text
    assert (record.names, record.seed, record.bots, record.fault) == (None, seed, None, None)


@pytest.mark.parametrize(
    "options",
    [
        {"free_start": "any", "own_track_first": True},
        {"block_extra_turn": True, "skip_turns": 3},
        {"drawn_card_only": True, "dot_call": "automatic"},
        {"deck": dotcard.Deck(max_pip=4, copies=(2, 1), bonus=[0, -7, -7]), "hand_size": 3},
        {"voluntary_pass_opens": False, "others_may_start": False, "dot_call": "off"},
    ],
    ids=lambda options: "-".join(options),
)
def test_every_option_is_kept(options: dict[str, Any]) -> None:
    game = game_of(4, None, **options)
    record = dotcard.read_record(dotcard.write_record(game))
    assert record.game.rules == game.rules
    assert record.game == game


def test_names_bots_and_a_later_beginning_are_kept(tmp_path: Path) -> None:
    game = dotcard.Game(3, seed=5, sub_round=4, starter=1)
    text = dotcard.write_record(game, ["Ann", "Ö", "\U0001f600"], bots=[None, "greedy", "x"])
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    for source in (path, str(path), text, text.encode()):
        record = dotcard.read_record(source)
        assert record.game == game
        assert record.game.sub_round == 4
        assert record.names == ["Ann", "Ö", "\U0001f600"]
        assert record.bots == [None, "greedy", "x"]
    assert text.isascii()


def test_a_reader_minds_neither_blank_lines_nor_ends_of_lines_nor_unknown_keys() -> None:
    game = dotcard.read_record(TEXT).game
    head, *rest = TEXT.splitlines()
    head = head.replace("{", '{"where": {"at": "home"}, ', 1)
    rest[20] = rest[20].replace("{", '{"comment": "!", ', 1)
    for end in ("\r\n", "\n\n", " \n\t"):
        assert dotcard.read_record("\ufeff" + end.join(["", head, *rest, ""])).game == game


def test_a_game_that_began_in_the_middle_has_no_record() -> None:
    game = game_of(1, 60)
    for other in (game.copy(history=False), game.resample(0, 1)):
        with pytest.raises(dotcore.Error, match="does not begin with a deal"):
            dotcard.write_record(other)
    with pytest.raises(dotcore.Error, match="names: 1 given"):
        dotcard.write_record(game, ["Ann"])
    with pytest.raises(dotcore.Error, match="bots: 1 given"):
        dotcard.write_record(game, bots=["greedy"])
    with pytest.raises(dotcore.Error, match="at most 100 signs"):
        dotcard.write_record(game, bots=["x" * 101, None, None])
    with pytest.raises(TypeError, match="a bot is named"):
        dotcard.write_record(game, bots=[1, None, None])  # type: ignore[list-item]
    with pytest.raises(dotcore.Error, match="less than"):
        dotcard.write_record(game, seed=1 << 64)


# Faults


def head(**values: Any) -> str:
    return json.dumps({"dotcard": 1, "players": 2} | values)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: no record"),
        ("hello\nworld", "line 1: no record"),
        ("{", "line 1: no JSON"),
        ('{"dotcard": 1, "players"', "line 1: no JSON"),
        ("{}", 'line 1: no "dotcard"'),
        ('{"players": 2}', 'line 1: no "dotcard"'),
        ('{"dotcard": 2, "players": 2}', "this reads version 1"),
        ('{"dotcard": "1", "players": 2}', '"dotcard": "1"; a whole number is needed'),
        ('{"dotcard": true, "players": 2}', "a whole number is needed"),
        ('{"dotcard": 1}', 'no "players"'),
        ('{"dotcard": 1, "players": 2, "players": 3}', '"players" is there twice'),
        (head(players=9), "players=9"),
        (head(players=-1), "players=-1"),
        (head(players=None), "players"),
        (head(players=1 << 40), "no such game"),
        (head(players=1 << 70), "a whole number is needed"),
        (head(players=1e300), "a whole number is needed"),
        (head(rules=[]), "options by name are needed"),
        (head(rules={"starter": "me"}), "starter='me'; one of"),
        (head(rules={"colour": 1}), "no option 'colour'"),
        (head(rules={"sub_rounds": "ten"}), "no such game"),
        (head(rules={"deck": {"max_pip": "x"}}), "no such game"),
        (head(rules={"deck": "D1"}), "D1"),
        (head(rules={"self": 1}), "line 1"),
        (head(sub_round=11), "line 1"),
        (head(starter=2), "line 1"),
        (head(names=["Ann"]), "names: 1 given"),
        (head(names="AB"), "a list of texts is needed"),
        (head(names=[1, 2]), "a list of texts is needed"),
        (head(names=["A" * 101, "B"]), "1 to 100 signs"),
        (head(bots=["greedy"]), "a name or null of each seat"),
        (head(bots=[1, 2]), "a name or null of each seat"),
        (head(seed="x"), '"seed": "x"'),
        ('{"dotcard": 1, "players": ' + "9" * 5000 + "}", "line 1: no JSON"),
        (head() + "\n[]", r"line 2: \[\]; an object"),
        (head() + "\n{}", 'line 2: {}; "act", "chance" or "totals"'),
        (head() + "\n\n7", "line 3: 7; an object"),
        (head() + '\n{"act": "draw"}', 'an act of a player, "draw"; chance is to act'),
        (head() + '\n{"chance": "9|4", "act": "draw"}', '"act" and "chance" in one'),
        (head() + '\n{"chance": 9}', "an act as text is needed"),
        (head() + '\n{"chance": "9|9|9"}', 'line 2: "9|9|9"'.replace("|", r"\|")),
        (head() + '\n{"chance": "B-6"}', "B-6"),
        (head() + '\n{"chance": "\\ud800"}', "an act as text is needed"),
        (head() + '\n{"chance": "9|4"}' * 3, "line 4"),
        (head() + '\n{"totals": [0, 0]}', "the game is not over"),
    ],
)
def test_what_is_no_record(text: str, told: str) -> None:
    with pytest.raises(dotcore.InvalidRecord, match=told):
        dotcard.read_record(text)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("9|6@P1", "9|6@P2", 'line 18: "9|6@P2"'),
        ("9|6@P1", "9|6@P7", 'line 18: "9|6@P7"'),
        ("9|6@P1", "9|6", 'line 18: "9|6"'),
        ('"seat": 1', '"seat": 2', "line 18: .*player 1 is to act"),
        ('"seat": 1', '"seat": "1"', "line 18: .*player 1 is to act"),
        ('"totals": [10', '"totals": [11', r"line 63: .*the acts lead to \[10, 14, 27\]"),
        ('"totals": [10, 14, 27]', '"totals": "won"', "line 63"),
    ],
)
def test_an_edited_record_is_found_out(old: str, new: str, told: str) -> None:
    assert old in TEXT
    with pytest.raises(dotcore.InvalidRecord, match=told.replace("|", r"\|")):
        dotcard.read_record(TEXT.replace(old, new, 1))


def test_nothing_follows_the_totals() -> None:
    for line in ('{"act": "draw"}', '{"totals": [10, 14, 27]}'):
        with pytest.raises(dotcore.InvalidRecord, match=r"line 64: .*after the totals"):
            dotcard.read_record(TEXT + line)


def test_an_act_after_the_end_is_refused() -> None:
    without = "".join(TEXT.splitlines(keepends=True)[:-1])
    with pytest.raises(dotcore.InvalidRecord, match="line 63"):
        dotcard.read_record(without + '{"seat": 0, "act": "draw"}')
    with pytest.raises(dotcore.InvalidRecord, match="line 63"):
        dotcard.read_record(without + '{"chance": "9|4"}')


def test_a_record_that_was_cut_is_read_as_far_as_it_goes() -> None:
    cut = TEXT[: len(TEXT) // 2]
    with pytest.raises(dotcore.InvalidRecord, match="no JSON"):
        dotcard.read_record(cut)
    record = dotcard.read_record(cut, partial=True)
    assert record.fault is not None
    assert record.fault.startswith(f"line {cut.count(chr(10)) + 1}: no JSON")
    assert len(record.game.action_history) == cut.count("\n") - 1
    with pytest.raises(dotcore.InvalidRecord):
        dotcard.read_record('{"dotcard": 1}', partial=True)


def test_records_that_are_too_large_end_early() -> None:
    with pytest.raises(dotcore.InvalidRecord, match="at most 65536"):
        dotcard.read_record('{"a": "' + "x" * 70_000 + '"}')
    with pytest.raises(dotcore.InvalidRecord, match="line 1"):
        dotcard.read_record('{"a":' * 12_000)
    with pytest.raises(dotcore.InvalidRecord, match="more than 67108864 bytes"):
        dotcard.read_record(TEXT + "\n" * (64 << 20))


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(dotcore.InvalidRecord, match="line 2: no UTF-8"):
        dotcard.read_record(head().encode() + b"\n\xff")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for source in (tmp_path / "none", str(tmp_path / "none")):
        with pytest.raises(FileNotFoundError):
            dotcard.read_record(source)


def test_damaged_records_raise_nothing_but_invalid_record() -> None:
    rng = random.Random(1)
    data = TEXT.encode()
    for _ in range(400):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(damaged))
            kind = rng.randrange(3)
            if kind == 0:
                damaged[at] = rng.randrange(256)
            elif kind == 1:
                del damaged[at : at + rng.randint(1, 30)]
            else:
                damaged[at:at] = bytes(rng.choices(b'{}[]":,\n0189|@!PBF=-', k=rng.randint(1, 5)))
        try:
            record = dotcard.read_record(bytes(damaged))
        except dotcore.InvalidRecord:
            continue
        record.game.check_consistency()
