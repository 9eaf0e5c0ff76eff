"""The command dotcore dotcard: its commands in this process, games at the terminal as processes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conversation import Conversation

from dotcore import dotcard
from dotcore.cli import dotcard_options, main

EXAMPLE = Path(__file__).parents[1] / "examples" / "dotcard.jsonl"

Output = pytest.CaptureFixture[str]


def told(output: Output, *arguments: str) -> str:
    """What a command prints that must end well and complain about nothing."""
    status = main(["dotcard", *arguments])
    printed = output.readouterr()
    assert (status, printed.err) == (0, "")
    return printed.out


def refused(output: Output, *arguments: str, status: int = 2) -> str:
    """The one line in which a command says what was wrong."""
    assert main(["dotcard", *arguments]) == status
    printed = output.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"dotcore: .+\n", printed.err)
    return printed.err.strip()


class Typed:
    """Standard input with lines in it."""

    def __init__(self, *lines: str | bytes) -> None:
        data = b"".join(
            (line.encode() if isinstance(line, str) else line) + b"\n" for line in lines
        )
        self.buffer = io.BytesIO(data)


def played(output: Output, monkeypatch: pytest.MonkeyPatch, lines: list[str], *more: str) -> str:
    monkeypatch.setattr(sys, "stdin", Typed(*lines))
    return told(output, "play", *more)


# Playing


def play_to_the_end(talk: Conversation) -> list[str]:
    """Answer with the first thing that is listed whenever asked; return all that was said."""
    said: list[str] = []
    first = ""
    while not (said and said[-1].startswith("The game is over")):
        line = talk.hear()
        said.append(line)
        if not first and (listed := re.fullmatch(r" {0,2}(\d+|[dp])  (.+)", line)):
            first = f"{listed[1]} 5" if listed[2].startswith("B") else listed[1]
        if line == ">":
            talk.say(first)
            first = ""
    return said


def test_a_whole_game_is_played_in_a_conversation(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Conversation(
        "dotcard", "play", "--seed", "3", "--players", "3", "--sub-rounds", "2",
        "--bots", "greedy,random", "--record", str(path),
    ) as talk:  # fmt: skip
        said = play_to_the_end(talk)
        assert talk.rest() == []
    assert said[0].startswith("At the table: Ann (greedy), Bo (random), and you.")
    text = "\n".join(said)
    assert "Sub-round 1 of 2: start number 9, you begin." in text
    assert "Sub-round 2 of 2: start number 8, Ann begins." in text
    assert re.search(r"^Ann lays \d\|\d on ", text, re.MULTILINE)
    assert re.search(r"^You (lay|draw) ", text, re.MULTILINE)
    record = dotcard.read_record(path)
    assert record.game.is_terminal
    assert record.names == ["Guest", "Ann", "Bo"]
    assert record.bots == [None, "greedy", "random"]
    assert str(record.game.totals.tolist())[1:-1].replace(",", "") in re.sub(r" +", " ", text)


def test_the_same_seed_and_answers_play_the_same_game(tmp_path: Path) -> None:
    records = []
    for path in (tmp_path / "a", tmp_path / "b"):
        arguments = ["play", "--seed", "9", "--players", "2", "--sub-rounds", "1"]
        with Conversation("dotcard", *arguments, "--record", str(path)) as talk:
            play_to_the_end(talk)
        records.append(path.read_text())
    assert records[0] == records[1]


@pytest.fixture
def _heeds_ctrl_c() -> Iterator[None]:
    """A shell starts what runs in the background with SIGINT ignored, and so do its children."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C reaches a whole console there")
@pytest.mark.usefixtures("_heeds_ctrl_c")
def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Conversation("dotcard", "play", "--seed", "1", "--record", str(path), status=130) as talk:
        while talk.hear() != ">":
            pass
        talk.say("d")
        while talk.hear() != ">":
            pass
        talk.interrupt()
        assert talk.rest()[-1] == f"Stopped. --resume {path} goes on."
    assert dotcard.read_record(path).game.phase == "drawn"


def test_the_end_of_the_input_keeps_the_game_and_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Conversation(
        "dotcard", "play", "--seed", "2", "--players", "2", "--sub-rounds", "1", "--seat", "1",
        "--bots", "play_first", "--name", "Eva", "--record", str(path),
    ) as talk:  # fmt: skip
        while talk.hear() != ">":
            pass
        talk.close_input()
        assert talk.rest()[-1] == f"Stopped. --resume {path} goes on."
    kept = dotcard.read_record(path)
    assert kept.names == ["Ann", "Eva"]
    with Conversation("dotcard", "play", "--seed", "5", "--resume", str(path)) as talk:
        said = play_to_the_end(talk)
        assert said[0] == "At the table: Ann (play_first), and you. ? tells what you can type."
    record = dotcard.read_record(path)
    assert record.game.is_terminal
    known = kept.game.action_history.tolist()
    assert record.game.action_history.tolist()[: len(known)] == known
    assert (record.names, record.bots, record.seed) == (kept.names, kept.bots, 2)
    with Conversation("dotcard", "play", "--resume", str(path)) as talk:
        assert talk.rest()[-1].startswith("The game is over")


def test_wrong_answers_are_refused_and_change_nothing(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [
        "",
        "0",
        "99",
        "p",
        "d!",
        "x",
        "9|9 P7",
        "1 3",
        "9|3@F",
        "u",
        "1!",
        "B",
        "1 2 3",
        "é",
    ]
    answers += ["1" * 900, "y" * 5000, "\x1b[31m"]
    text = played(
        capsys, monkeypatch, [*answers, "t", "s", "?", "q"],
        "--seed", "1", "--rules", "deck={\"max_pip\":9}", "--sub-rounds", "1",
    )  # fmt: skip
    assert "\x1b" not in text
    assert "No: 0 is not in the list" in text
    assert "No: 99 is not in the list" in text
    assert "No: draw before passing" in text
    assert "There is nothing to take back." in text
    assert 'No: "dot" is said with two cards in hand only' in text
    assert "is no act; ? tells what you can type" in text
    assert "is no bonus card" in text
    assert re.search(r"^A short search says: (d|\d+)", text, re.MULTILINE)
    assert "sub-round  start  out     Guest" in text
    assert "You lay" not in text
    assert text.endswith("Stopped. The game was not kept; --record FILE would have.\n")


def test_a_play_in_words_a_bonus_card_and_what_was_taken_back(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    game = dotcard.Game(2, dotcard.Rules(hand_size=3, sub_rounds=1))
    for card in ["9|4", "9|9", "B-5", "7|3", "2|2", "8|0"]:
        game.do(card)
    start = dotcard.write_record(game, ["Eva", "Ann"], bots=[None, "greedy"])
    path.write_text(start)

    def resumed(*lines: str) -> str:
        path.write_text(start)
        return played(capsys, monkeypatch, list(lines), "--seed", "1", "--resume", str(path))

    assert "You lay 9|4 on your track." in resumed("4|9")
    assert "You lay 9|4 on your track." in resumed("9|4 p0")
    assert "No: 9|4" in resumed("9|4 P1") or "No:" in resumed("9|4 P1")
    assert "You lay B-5 as a 7 on your track." in resumed("2 7")
    assert "You lay B-5 as a 7 on your track." in resumed("b-5@p0=7")
    text = resumed("2", "x", "2", "7")
    assert "which number, 0 to 9?" in text
    assert "No: no number, no card" in text
    assert "You lay B-5 as a 7 on your track." in text
    text = resumed("1", "u", "2 0")
    assert text.count("Ann lays 9|9 on the own track. The block locks the game.") == 2
    assert "Taken back." in text
    acts = [json.loads(line) for line in path.read_text().splitlines()[7:]]
    assert acts[0] == {"seat": 0, "act": "B-5@P0=0"}


def test_dot_is_said_with_an_exclamation_mark(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    game = dotcard.Game(2, dotcard.Rules(hand_size=2, sub_rounds=1))
    for card in ["9|4", "9|8", "4|2", "7|3"]:
        game.do(card)
    for answer, found in (
        ("1!", 'You lay 9|4 on your track and say "dot".'),
        ("9|4!", 'You lay 9|4 on your track and say "dot".'),
        ("1", ': "dot" was not said.'),
    ):
        path.write_text(dotcard.write_record(game, bots=[None, "greedy"]))
        assert found in played(capsys, monkeypatch, [answer], "--resume", str(path))


def test_colours_tell_the_markers(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    text = played(capsys, monkeypatch, ["q"], "--seed", "1", "--color", "always")
    assert "\x1b[31mclosed  \x1b[0m" in text


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["play", "--players", "1"], "players=1"),
        (["play", "--players", "9"], "players=9"),
        (["play", "--seat", "4"], "--seat 4: 0 to 3"),
        (["play", "--bots", "clever"], "bot 'clever'; one of random"),
        (["play", "--bots", "random,random,random,random"], "4 given, for 3 seats"),
        (["play", "--rules", "starter=me"], "starter='me'"),
        (["play", "--rules", "starter"], "OPTION=VALUE is needed"),
        (["play", "--rules", "skip_turns=many"], "a value of the wrong kind"),
        (["play", "--sub-rounds", "21"], "sub_rounds=21"),
        (["play", "--name", "x" * 101], "--name"),
        (["play", "--resume", str(EXAMPLE), "--players", "3"], "--players: the record"),
        (["play", "--resume", "-"], "a file is needed"),
        (["simulate", "--games", "0"], "--games 0"),
        (["simulate", "--players", "9"], "players=9"),
        (["simulate", "--bots", "greedy,,"], "bot ''"),
        (["simulate", "--bots", "search:0"], "1 to 1000000 simulations"),
        (["show", str(EXAMPLE), "--act", "62"], "--act 62: the record has 61 acts"),
        (["show", str(EXAMPLE), "--player", "3"], "player=3"),
        (["solve", "9|4", "--start", "10"], "10"),
        (["solve", "9|4 9|44"], "9|44"),
        (["solve", "9|4 9|4 9|4", "--start", "9"], "9|4"),
        (["solve", "9|4", "--start", "9", "--deck", "D1"], "D1"),
        (["solve", "9|4", "--best", "3"], "--start"),
        ([], "COMMAND"),
    ],
)
def test_wrong_use(capsys: Output, arguments: list[str], found: str) -> None:
    assert found in refused(capsys, *arguments)


@pytest.mark.parametrize("command", ["show", "play"])
def test_files_that_are_no_records(capsys: Output, tmp_path: Path, command: str) -> None:
    option = ["--resume"] if command == "play" else []
    (tmp_path / "bad").write_text("hello\n")
    assert "line 1" in refused(capsys, command, *option, str(tmp_path / "bad"), status=1)
    refused(capsys, command, *option, str(tmp_path / "none"), status=1)
    refused(capsys, command, *option, "a\0b", status=1)


def test_a_damaged_record_is_not_resumed(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text(EXAMPLE.read_text()[:1200])
    assert "no JSON" in refused(capsys, "play", "--resume", str(path), status=1)
    shown = told(capsys, "show", str(path))
    assert re.search(r"^fault    line \d+: no JSON", shown, re.MULTILINE)


def test_a_game_that_was_kept_is_not_written_over(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("{}")
    assert "--resume goes on" in refused(capsys, "play", "--record", str(path), status=1)
    assert path.read_text() == "{}"


def test_the_help_names_the_bots_that_there_are() -> None:
    assert tuple(dotcard.bots.BOTS) == dotcard_options.BOT_NAMES


def test_a_record_that_cannot_be_written(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("q"))
    path = str(tmp_path / "no" / "game.jsonl")
    assert main(["dotcard", "play", "--seed", "1", "--record", path]) == 1
    assert path in capsys.readouterr().err


# The other commands


def test_show_tells_the_acts_and_the_table(capsys: Output) -> None:
    text = told(capsys, "show", str(EXAMPLE), "--acts")
    assert (
        "players  Ann, Bo, Ewa\nrules    deck=D59, sub_rounds=2, hand_size=5\nacts     61\n" in text
    )
    assert "   18  Ewa lays 9|9 on the own track. The block locks the game.\n" in text
    assert "       Sub-round 1 is over: Ann goes out.\n" in text
    record = dotcard.read_record(EXAMPLE)
    assert str(record.game.to_text(names=record.names)) in text
    assert text.endswith(record.game.score_sheet(record.names) + "\n")


def test_show_goes_back_to_an_act_and_to_one_seat(capsys: Output, tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    text = told(
        capsys, "show", str(EXAMPLE), "--act", "18", "--player", "1", "--svg", str(picture)
    )  # fmt: skip
    assert "acts     18 of 61" in text
    assert "LOCKED" in text
    assert "P0 Ann  hand    4 cards, total 0" in text
    ET.parse(picture)
    told_json = json.loads(told(capsys, "show", str(EXAMPLE), "--json", "--player", "1"))
    assert told_json["act"] == told_json["acts"] == 61
    assert [view["player"] for view in told_json["views"]] == [1]
    assert told_json["winners"] == [0]


def test_a_record_comes_from_standard_input(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed(EXAMPLE.read_bytes()))
    assert "P0 Ann wins" in told(capsys, "show", "-")
    monkeypatch.setattr(sys, "stdin", Typed())
    assert "standard input: line 1" in refused(capsys, "show", "-", status=1)


@pytest.mark.parametrize("bots", ["random", "play_first", "greedy", "greedy,search:20"])
def test_simulations_are_the_same_for_a_seed(capsys: Output, bots: str) -> None:
    arguments = ["simulate", "--bots", bots, "--games", "5", "--players", "3", "--seed", "4"]
    arguments += ["--sub-rounds", "2"]
    first, second = (told(capsys, *arguments, "--json") for _ in range(2))
    assert first == second
    seats = json.loads(first)["seats"]
    assert [seat["seat"] for seat in seats] == [0, 1, 2]
    assert sum(seat["wins"] for seat in seats) == pytest.approx(1)
    assert all(seat["least"] <= seat["mean"] <= seat["most"] for seat in seats)
    text = told(capsys, *arguments)
    assert text.startswith("5 games of 2 sub-rounds, 3 players, seed 4\n")
    assert len(text.splitlines()) == 5


def test_bots_asked_and_playouts_have_the_same_means() -> None:
    from dotcore import Rng
    from dotcore.dotcard import bots

    rng = Rng(1)
    rules = dotcard.Rules(sub_rounds=1)
    for name, policy in (("random", "uniform"), ("play_first", "play_first")):
        asked = 0.0
        for _ in range(300):
            game = dotcard.Game(3, rules)
            bots.play(game, [bots.make(name)] * 3, rng)
            asked += game.totals.mean() / 300
        run = dotcard.playouts(dotcard.Game(3, rules), 5000, 1, policy=policy).mean()  # type: ignore[arg-type]
        assert asked == pytest.approx(run, rel=0.12)


def test_a_game_of_one_sub_round_has_no_spread(capsys: Output) -> None:
    text = told(capsys, "simulate", "--games", "1", "--sub-rounds", "1", "--bots", "greedy")
    assert text.startswith("1 game of 1 sub-round, 4 players")
    assert "nan" not in text


def test_solve_finds_the_best_track(capsys: Output) -> None:
    text = told(capsys, "solve", "9|4 9|4,4|4 4|4", "--start", "9")
    assert text == "9|4 4|4 4|4 9|4\nfrom 9 to 9: 4 cards laid, 0 points left in hand\n"
    text = told(capsys, "solve", "9|4 4|4", "--start", "9", "--no-blocks")
    assert text == "9|4\nfrom 9 to 4: 1 card laid, 8 points left in hand\n"
    assert told(capsys, "solve", "1|1", "--start", "9").startswith("no card\n")
    text = told(capsys, "solve", "7|1 7|2", "--start", "7", "--best", "3", "--objective", "points")
    assert text.splitlines()[0] == "  1  7|2"
    tracks = json.loads(told(capsys, "solve", "7|3 B-15", "--objective", "remaining", "--json"))
    assert tracks["tracks"][0]["value"] == -15


def test_help_names_every_command(capsys: Output) -> None:
    assert main(["dotcard", "--help"]) == 0
    text = capsys.readouterr().out
    for command in ("play", "simulate", "solve", "show"):
        assert command in text
        assert main(["dotcard", command, "--help"]) == 0
    assert "dotcore.dotcard" not in capsys.readouterr().out
