"""Matches of engines: openings, games, folders, and the command dotcore match."""

from __future__ import annotations

import contextlib
import csv
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.test_cli import Output, refused, told

from dotcore import Error, dots, engines, sgf
from dotcore.cli import main
from dotcore.match import (
    Adjudication,
    Match,
    MatchError,
    Openings,
    Settings,
    Sprt,
    play,
)
from dotcore.match._folder import Folder

if TYPE_CHECKING:
    from typing_extensions import Self

needs_posix = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

# Openings


def settings(**options: Any) -> Settings:
    pair = ("random:name=one", "random:name=two")
    return Settings(**{"engines": pair, "width": 8, "height": 8, **options})


@pytest.mark.parametrize("start", ["empty", "cross", "four_crosses"])
@pytest.mark.parametrize("rules", ["bga", "zagram_territory", "russian"])
def test_openings_are_even_quiet_and_near_the_middle(rules: str, start: str) -> None:
    openings = Openings(settings(width=20, height=16, rules=rules, start=start, seed=5))
    for number in range(20):
        board = openings[number]
        assert [move.player for move in board.moves] == [0, 1, 0, 1]
        assert board.scores == (0, 0)
        assert board.to_move == 0
        assert all(len(board.one_move_captures(player).moves) == 0 for player in (0, 1))
        assert all(
            6 <= move.x < 14 and 4 <= move.y < 12
            for move in board.moves
            if move.x is not None and move.y is not None
        )


def test_openings_differ_beyond_turning_and_are_the_same_for_a_seed() -> None:
    one, two = Openings(settings(seed=1)), Openings(settings(seed=1))
    keys = [one[number].canonical()[0].key for number in range(60)]
    assert len(set(keys)) == 60
    assert [two[number].key for number in (59, 3)] == [one[number].key for number in (59, 3)]
    assert Openings(settings(seed=2))[0] != one[0]


def test_without_openings_games_start_from_the_board() -> None:
    for options in ({"openings": "none"}, {"opening_dots": 0}):
        assert Openings(settings(**options, start="cross"))[3].move_number == 0


def test_a_board_without_room_for_openings_is_told() -> None:
    with pytest.raises(MatchError, match="no opening of 9 dots"):
        _ = Openings(settings(width=3, height=3, opening_dots=9))[0]


def test_openings_come_out_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.sgf"
    file.write_text("(;GM[40]FF[4]SZ[8];B[dd];W[ed])(;GM[40]FF[4]SZ[8]AB[cc]AW[dd]PL[W];W[aa])")
    openings = Openings(settings(openings=str(file)))
    assert [openings[number].move_number for number in (0, 1, 2)] == [2, 1, 2]
    assert openings[1].to_move == 0
    for content, found in [
        ("(;GM[40]FF[4]SZ[9])", "another board"),
        ("(;GM[40]FF[4])", "another board"),
        ("", "no game"),
        ("(;GM[40]FF[4]SZ[8];B[dd];RESIGN[B])", "cannot be begun"),
    ]:
        file.write_text(content)
        with pytest.raises(MatchError, match=found):
            Openings(settings(openings=str(file)))
    with pytest.raises(MatchError, match="No such file"):
        Openings(settings(openings=str(tmp_path / "none.sgf")))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"engines": ("strong", "go")}, "go"),
        ({"engines": ("random",)}, "1 engines"),
        ({"width": 65}, "65"),
        ({"rules": "chess"}, "chess"),
        ({"width": 1, "height": 1, "start": "cross"}, "cross"),
        ({"opening_dots": 51}, "opening_dots"),
        ({"time_ms": 0.0}, "time_ms"),
        ({"time_ms": math.nan}, "time_ms"),
        ({"simulations": 0}, "simulations"),
        ({"seed": -1}, "seed"),
    ],
)
def test_settings_that_cannot_be_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(Error, match=told):
        settings(**options)


def test_limits_of_an_engine_come_before_those_of_the_match() -> None:
    pair = ("strong:time_ms=50", "uniform")
    both = settings(engines=pair, simulations=30, time_ms=7.0)
    assert both.spec_of(0) == ("strong:time_ms=50", None)
    assert both.spec_of(1) == ("uniform:simulations=30", 7.0)
    with pytest.raises(Error, match="counts no simulations"):
        settings(engines=("alphabeta", "random"), simulations=30).spec_of(0)


# A game


class Scripted:
    """An engine that plays what it is told, or fails as it is told."""

    name = "scripted"
    can_analyze = False

    def __init__(self, *acts: int | Exception | None) -> None:
        self.acts = list(acts)
        self.seen: list[int] = []
        self.board = dots.Board(5, 5)

    def new_game(self, board: dots.Board, seed: Any = None) -> None:
        del seed
        self.board = board.copy()

    def play(self, action: int, player: int | None = None) -> None:
        del player
        self.seen.append(action)

    def genmove(self, *_: Any, **__: Any) -> engines.Choice:
        act = self.acts.pop(0)
        if isinstance(act, Exception):
            raise act
        return engines.Choice(act)

    def undo(self) -> None: ...

    def analyze(self, *_: Any, **__: Any) -> Any: ...

    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (engines.EngineDied("gone"), "died"),
        (engines.EngineTimeout("slow"), "timeout"),
        (engines.EngineFault("odd"), "fault"),
        (0, "fault"),  # (0, 0) holds a dot
        (99, "fault"),
    ],
)
def test_an_engine_that_fails_loses(failure: Any, reason: str) -> None:
    game = play(dots.Board(5, 5), (Scripted(0), Scripted(failure)))
    assert (game.winner, game.reason, game.failed) == (0, reason, 1)
    assert game.detail
    assert game.board.move_number == 1


def test_an_engine_may_resign_and_each_hears_the_others_moves() -> None:
    first, second = Scripted(0, 2), Scripted(1, None)
    game = play(dots.Board(5, 5), (first, second))
    assert (game.winner, game.reason, game.failed) == (0, "resign", None)
    assert (first.seen, second.seen) == ([1], [0, 2])


def test_a_lead_must_be_held_to_win() -> None:
    # X captures the dot at (2, 2) with the seventh dot and keeps the lead.
    captured: tuple[list[int], list[int]] = ([7, 11, 13, 17, 0, 4], [12, 20, 24, 22, 2, 21])
    for held, moves in [(1, 7), (2, 8), (4, 10)]:
        players = Scripted(*captured[0]), Scripted(*captured[1])
        game = play(dots.Board(5, 5), players, adjudication=Adjudication(1, held))
        assert (game.winner, game.reason, game.board.move_number) == (0, "lead", moves)
    players = Scripted(*captured[0]), Scripted(*captured[1])
    game = play(dots.Board(5, 5), players, adjudication=Adjudication(2, 1, max_moves=9))
    assert (game.winner, game.reason, game.board.move_number) == (0, "max_moves", 9)


def test_an_even_game_that_is_cut_off_is_a_draw() -> None:
    game = play(
        dots.Board(5, 5), (Scripted(0, 1), Scripted(2)), adjudication=Adjudication(max_moves=3)
    )
    assert (game.winner, game.reason) == (None, "max_moves")


@pytest.mark.parametrize("rules", ["bga", "zagram", "zagram_territory", "russian"])
def test_engines_play_whole_games_under_all_rules(rules: str) -> None:
    with engines.make("strong:simulations=20") as first, engines.make("random") as second:
        game = play(dots.Board(6, 6, rules), (first, second), seeds=(1, 2))
    assert game.board.is_terminal
    assert game.board.result is not None
    assert game.winner == game.board.result.winner
    assert game.times[0].moves > 0
    assert game.times[0].simulations > 0


# Matches in this process


def games_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]


def essence(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Games in order, without what the clock told."""
    return sorted(
        ({key: value for key, value in game.items() if key != "times"} for game in games),
        key=lambda game: int(game["game"]),
    )


def test_a_match_keeps_its_games_and_goes_on(tmp_path: Path) -> None:
    pair = ("uniform:simulations=20", "random")
    with Match(settings(engines=pair, seed=3), 6, jobs=2) as whole:
        list(whole.play())
    for games in (2, 3, 6):
        with Match(settings(engines=pair, seed=3), games, folder=tmp_path) as match:
            known = len(match.games)
            assert len(list(match.play())) == games - known
    assert essence(match.games) == essence(whole.games) == essence(games_in(tmp_path))
    assert [game["first"] for game in essence(whole.games)] == list("ABABAB")
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["game"] for row in rows] == list("123456")
    record = sgf.read_file(tmp_path / "games.sgf")
    assert record.diagnostics == ()
    assert len(record.games) == 6
    for game, row in zip(record.games, rows, strict=True):
        board = game.board()
        assert board.is_terminal
        assert str(board.move_number) == row["moves"]
    # Both games of a pair begin alike.
    openings = [game.board(move=4).to_ascii() for game in record.games]
    assert openings[::2] == openings[1::2]


def test_another_match_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    with Match(settings(), 2, folder=tmp_path) as match:
        list(match.play())
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    others: list[tuple[dict[str, Any], str]] = [
        ({"width": 9}, "width"),
        ({"seed": 1}, "seed"),
        ({"engines": ("random", "random")}, "engines"),
        ({"adjudication": Adjudication(3, 2)}, "adjudication"),
        ({"time_ms": 5.0}, "time_ms"),
    ]
    for options, name in others:
        with pytest.raises(MatchError, match=f"another match: {name} is "):
            Match(settings(**options), 2, folder=tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_half_written_last_line_is_played_again(tmp_path: Path) -> None:
    with Match(settings(), 4, folder=tmp_path) as match:
        list(match.play())
        whole = essence(match.games)
    log = tmp_path / "games.jsonl"
    good = log.read_bytes()
    last = good.rindex(b"\n", 0, -1) + 1
    for damaged in (good[:-1], good[:-40], good[: last + 1], good[:last] + b"\x00" * 9):
        log.write_bytes(damaged)
        with Match(settings(), 4, folder=tmp_path) as match:
            assert "was cut off" in match.notes[0]
            assert len(match.games) == 3
            list(match.play())
            assert essence(match.games) == whole
        assert essence(games_in(tmp_path)) == whole
        assert len(sgf.read_file(tmp_path / "games.sgf").games) == 4


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("games.jsonl", "{}\n{}\n", "line 1 is damaged"),
        ("games.jsonl", "[1]\n\n", "line 1 is damaged"),
        ("match.json", "{", "no description of a match"),
        ("match.json", "[]", "no description of a match"),
        ("match.json", "{}", "another match"),
        ("match.json", "[" * 100_000, "no description of a match"),
        ("match.json", '{"\\ud800": 1}', "another match"),
        ("games.jsonl", "[" * 100_000 + "\n\n", "line 1 is damaged"),
    ],
)
def test_a_folder_that_somebody_spoiled_is_told(
    name: str, content: str, found: str, tmp_path: Path
) -> None:
    with Match(settings(), 1, folder=tmp_path) as match:
        list(match.play())
    (tmp_path / name).write_text(content)
    with pytest.raises(MatchError, match=found):
        Match(settings(), 1, folder=tmp_path)


GAME: dict[str, Any] = {
    "game": 1, "pair": 1, "first": "A", "winner": None, "reason": "full", "detail": "", "moves": 9,
    "scores": [0, 0.5], "seeds": [1, 2], "sgf": "",
    "times": [{"moves": 5, "total_ms": 1.5, "max_ms": 1, "simulations": 0}] * 2,
}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", True), ("game", 0), ("game", 10**400), ("pair", "1"), ("pair", 7), ("first", []),
        ("first", "A"), ("winner", "C"), ("reason", 3), ("reason", "\ud800"), ("detail", None),
        ("moves", -1), ("moves", 1.5), ("scores", [1]), ("scores", [float("nan"), 1]),
        ("times", None), ("times", [{}, {}]), ("times", ["moves", "moves"]), ("seeds", [1, "2"]),
        ("sgf", "\ud800"), ("sgf", 1),
        *(
            ("times", [{"moves": 1, "total_ms": 1, "max_ms": 1, "simulations": 1, key: wrong}] * 2)
            for key in ("moves", "total_ms", "max_ms", "simulations")
            for wrong in (None, "1", -1, 10**400, float("inf"), True)
        ),
    ],
    ids=lambda part: repr(part)[:30],
)  # fmt: skip
def test_each_field_of_a_game_is_checked(key: str, value: Any, tmp_path: Path) -> None:
    with contextlib.closing(Folder(tmp_path, settings())) as folder:
        folder.add(GAME)
    log = tmp_path / "games.jsonl"
    good = log.read_text()
    missing = {name: field for name, field in GAME.items() if name != key}
    for wrong in ({**GAME, "game": 2, "first": "B", key: value}, missing):
        log.write_text(good + json.dumps(wrong) + "\n")
        with pytest.raises(MatchError, match=f"line 2 is damaged: .*{key}"):
            Folder(tmp_path, settings())
        assert log.read_text() == good + json.dumps(wrong) + "\n"


def test_a_game_that_stands_there_twice_is_told(tmp_path: Path) -> None:
    with Match(settings(), 1, folder=tmp_path) as match:
        list(match.play())
    log = tmp_path / "games.jsonl"
    log.write_bytes(2 * log.read_bytes())
    with pytest.raises(MatchError, match="game 1 a second time"):
        Match(settings(), 1, folder=tmp_path)


@needs_posix
def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    with (
        Match(settings(), 1, folder=tmp_path),
        pytest.raises(MatchError, match="is being played there"),
    ):
        Match(settings(), 1, folder=tmp_path)
    Match(settings(), 1, folder=tmp_path).close()


def test_a_decided_test_ends_the_match() -> None:
    pair = ("strong:simulations=40", "random")
    with Match(settings(engines=pair), 200, jobs=2, sprt=Sprt(0, 300)) as match:
        list(match.play())
        assert match.is_decided
        assert len(match.games) < 60
        assert list(match.play()) == []
        told = match.to_dict()
    assert told["sprt"]["decision"] == "H1"
    assert told["sprt"]["llr"] > told["sprt"]["upper"]


def script(tmp_path: Path, text: str) -> str:
    """The spec of an engine that is a small program."""
    file = tmp_path / "engine.py"
    file.write_text(text)
    return "gtp:" + shlex.join([sys.executable, str(file)])


DYING = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "genmove":
        sys.exit(3)
    print("= dying" if word == "name" else "=")
    print(flush=True)
    if word == "quit":
        break
"""


def test_a_program_that_dies_loses_and_is_started_again(tmp_path: Path) -> None:
    dying = script(tmp_path, DYING)
    with Match(settings(engines=("random", dying), time_ms=1000.0), 2) as match:
        games = list(match.play())
    assert [(game["winner"], game["reason"]) for game in games] == [("A", "died")] * 2
    assert len(match.failures(1)) == 2
    assert "status 3" in games[0]["detail"]
    assert "RE[B+F]" in games[0]["sgf"]


def test_an_engine_that_does_not_start_ends_the_match(tmp_path: Path) -> None:
    for spec in (f"gtp:{tmp_path / 'none'}", script(tmp_path, "print('hello')")):
        with (
            Match(settings(engines=("random", spec), time_ms=10.0), 2) as match,
            pytest.raises(MatchError, match="an engine does not start"),
        ):
            list(match.play())


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("gtp:/nowhere/engine --level 3", "gtp:/nowhere/engine --level 3: cannot be started: "),
        (
            f"gtp:{shlex.join([sys.executable, '-c', 'print(1)'])}",
            f"gtp:{shlex.join([sys.executable, '-c', 'print(1)'])}: ",
        ),
        ("strong:amaf=-1", "strong:amaf=-1: amaf"),
    ],
    ids=["missing", "no GTP", "spec"],
)
def test_an_engine_that_does_not_start_is_told_by_its_spec(spec: str, told: str) -> None:
    with (
        Match(settings(engines=("random", spec), simulations=5, time_ms=10.0), 2) as match,
        pytest.raises(MatchError) as wrong,
    ):
        list(match.play())
    told = told.replace("strong:amaf=-1: ", "strong:amaf=-1,simulations=5: ")
    assert str(wrong.value).startswith(f"an engine does not start: {told}")


def test_a_game_that_every_process_dies_of_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    # It says that it is ready, and is no more when the first game comes.
    monkeypatch.setattr("dotcore.match._pool._START", "print('{}', flush=True); input()")
    with (
        Match(settings(), 2) as match,
        pytest.raises(MatchError, match="game 1: 3 processes died"),
    ):
        list(match.play())


def test_programs_play_over_gtp() -> None:
    command = shlex.join([sys.executable, "-m", "dotcore", "gtp", "--engine", "random"])
    with Match(settings(engines=(f"gtp:{command}", "random"), width=5, height=5), 2) as match:
        games = list(match.play())
    assert [game["reason"] for game in games] == ["full", "full"]


# The command, as a process


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "dotcore", "match", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def children(pid: int) -> list[int]:
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            if int(file.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(file.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition: Callable[[], object], seconds: float = 15) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
LONG = ("uniform:simulations=500", "random", "--board", "9x9", "--games", "10", "--seed", "2")


@needs_proc
def test_a_match_killed_in_the_middle_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    out, log = tmp_path / "match", tmp_path / "match" / "games.jsonl"
    with start(*LONG, "--jobs", "2", "--out", str(out)) as process:
        wait_for(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        wait_for(lambda: log.exists() and log.read_bytes().count(b"\n") >= 1)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=10)
    wait_for(lambda: not any(map(is_alive, workers)))
    known = len(games_in(out))
    assert 1 <= known < 10
    with start(*LONG, "--out", str(out)) as process:
        printed, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert re.search(rf"\n{known} games? (is|are) there already\n", printed)
    assert "A against B: 10 games" in printed
    whole = Settings(("uniform:simulations=500", "random"), 9, 9, seed=2)
    with Match(whole, 10, jobs=2) as match:
        list(match.play())
    assert essence(games_in(out)) == essence(match.games)


@needs_proc
def test_a_game_whose_process_dies_is_played_again(tmp_path: Path) -> None:
    slow = ("uniform:time_ms=40", "random", "--board", "8x8", "--games", "2")
    out = tmp_path / "match"
    with start(*slow, "--out", str(out), "--json") as process:
        wait_for(lambda: children(process.pid))
        time.sleep(0.4)  # it has begun to play
        os.kill(children(process.pid)[0], signal.SIGKILL)
        printed, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert json.loads(printed)["games"] == 2
    assert json.loads(printed)["failures"] == [0, 0]


@needs_proc
def test_ctrl_c_tells_how_the_match_stands_and_leaves_no_process(tmp_path: Path) -> None:
    out = tmp_path / "match"
    with start(*LONG, "--jobs", "2", "--out", str(out)) as process:
        assert process.stdout is not None
        log = out / "games.jsonl"
        wait_for(lambda: log.exists() and log.read_bytes().count(b"\n") >= 1)
        workers = children(process.pid)
        process.send_signal(signal.SIGINT)
        printed, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (130, "")
    assert re.search(r"\nA against B: \d games", printed)
    assert re.search(r"\n\d of 10 games; the same command goes on\n", printed)
    assert not any(map(is_alive, workers))
    assert children(process.pid) == []


def test_ctrl_c_while_a_game_is_written_leaves_no_line_out(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    add = Folder.add

    def interrupted(folder: Folder, game: dict[str, Any]) -> None:
        add(folder, game)
        if len(folder.games) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Folder, "add", interrupted)
    command = ["match", "random", "random", "--board", "5", "--games", "4", "--out", str(tmp_path)]
    assert main(command) == 130
    shown = capsys.readouterr().out
    lines = re.findall(r"^ +(\d)/4  .* A (\+\d =\d -\d)$", shown, re.MULTILINE)
    assert [number for number, _ in lines] == ["1", "2"]
    assert f"\nA against B: 2 games, {lines[-1][1]}, " in shown
    assert "\n2 of 4 games; the same command goes on\n" in shown
    assert len(games_in(tmp_path)) == 2


def test_match_prints_games_and_standing(capsys: Output) -> None:
    shown = told(
        capsys, "match", "random:seed=1", "random", "--board", "6x5", "--games", "4", "--jobs", "2"
    )
    assert shown.startswith("A  random:seed=1\nB  random\n6x5, rules bga\n")
    assert len(re.findall(r"^ +\d/4  (A-B|B-A) ", shown, re.MULTILINE)) == 4
    assert re.search(r"^A against B: 4 games, \+\d =\d -\d, score \d+\.\d%$", shown, re.MULTILINE)
    assert re.search(r"^Elo +\S+, 95 %: \S+ to \S+; A is ", shown, re.MULTILINE)
    assert re.search(r"^pairs +\d \d \d \d \d ", shown, re.MULTILINE)
    assert re.search(r"^A a move +\d+\.\d ms, at most ", shown, re.MULTILINE)


def test_match_in_json(capsys: Output) -> None:
    command = ["match", "random", "random", "--board", "5", "--games", "3", "--sprt", "0,20"]
    seen = json.loads(told(capsys, *command, "--adjudicate", "2,3", "--max-moves", "9", "--json"))
    assert seen["wins"] + seen["draws"] + seen["losses"] == seen["games"] == 3
    assert sum(seen["pairs"]) == 1
    assert (seen["complete"], seen["sprt"]["decision"]) == (True, None)
    assert seen["settings"]["adjudication"] == {"lead": 2, "held": 3, "max_moves": 9}


def test_a_cut_off_line_is_told_on_the_way(capsys: Output, tmp_path: Path) -> None:
    command = ["match", "random", "random", "--board", "5", "--games", "2", "--out", str(tmp_path)]
    told(capsys, *command)
    log = tmp_path / "games.jsonl"
    log.write_bytes(log.read_bytes()[:-5])
    assert main(command) == 0
    printed = capsys.readouterr()
    assert re.fullmatch(r"dotcore: .*the last line was cut off.*\n", printed.err)
    assert "1 games are there already" not in printed.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["random"],
        ["random", "go"],
        ["random", "strong:depth=3"],
        ["random", "random", "--games", "0"],
        ["random", "random", "--jobs", "0"],
        ["random", "random", "--time", "0"],
        ["random", "random", "--simulations", "0"],
        ["random", "random", "--board", "0x9"],
        ["random", "random", "--rules", "go"],
        ["random", "random", "--board", "1", "--start", "cross"],
        ["random", "random", "--openings", "nowhere.sgf"],
        ["random", "random", "--opening-dots", "99"],
        ["random", "random", "--sprt", "5"],
        ["random", "random", "--sprt", "9,5"],
        ["random", "random", "--sprt", "a,b"],
        ["random", "random", "--adjudicate", "5"],
        ["random", "random", "--adjudicate", "0,5"],
        ["random", "random", "--max-moves", "0"],
        ["random", "random", "--out", "/dev/null/x"],
        ["alphabeta", "random", "--simulations", "9"],
        ["alphabeta:depth=300", "random"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_told_in_one_line(arguments: list[str], capsys: Output) -> None:
    refused(capsys, "match", *arguments, status=2)


def test_an_engine_that_does_not_start_is_told_in_one_line(capsys: Output) -> None:
    assert main(["match", "random", "gtp:no-such-program-here", "--time", "0.1"]) == 1
    assert re.fullmatch(r"dotcore: an engine does not start: .+\n", capsys.readouterr().err)
