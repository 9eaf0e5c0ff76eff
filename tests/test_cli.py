"""The command dotcore: as a process of its own, and main() in this one."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import dotcore
from dotcore import dots
from dotcore.cli import main

DATA = Path(__file__).parent / "data" / "cli"
EXAMPLE = Path(__file__).parents[1] / "examples" / "cross.sgf"
SHARED_GAMES = Path(__file__).parents[2] / "shared" / "games"

Output = pytest.CaptureFixture[str]


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dotcore", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        **options,
    )


def told(output: Output, *arguments: str) -> str:
    """What a command prints that must end well and complain about nothing."""
    status = main(arguments)
    printed = output.readouterr()
    assert (status, printed.err) == (0, "")
    return printed.out


def refused(output: Output, *arguments: str, status: int) -> str:
    """The one line in which a command says what was wrong."""
    assert main(arguments) == status
    printed = output.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"dotcore: .+\n", printed.err)
    return printed.err.strip()


# Each command as a process


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--version"], f"dotcore {dotcore.__version__}\n"),
        (["--includes"], f"-I{dotcore.get_include()}\n"),
        (["--cmakedir"], f"{dotcore.get_cmake_dir()}\n"),
        (["show", str(EXAMPLE)], "X Ann - O Ben"),
        (["replay", str(EXAMPLE), "--brief"], "   3. X Ann 7,5   1 : 0  (Ann +1)"),
        (["perft", "--size", "4", "--depth", "3"], "depth 3: 3360\n"),
        (["bench", "--size", "5", "--games", "20"], "signature "),
        (["--help"], "perft"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[:1]),
)
def test_a_command_runs(arguments: list[str], found: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert found in done.stdout


def test_the_installed_command_is_the_same() -> None:
    name = "dotcore.exe" if os.name == "nt" else "dotcore"
    script = Path(sys.executable).parent / name
    if not script.exists():
        pytest.skip("no scripts beside this Python")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == run("--version").stdout


def test_a_record_comes_from_standard_input() -> None:
    done = run("show", "-", input=EXAMPLE.read_text())
    assert "X Ann - O Ben" in done.stdout
    done = run("show", "-", input="")
    assert (done.returncode, done.stderr) == (1, "dotcore: standard input: empty; no game\n")


def test_a_quick_question_loads_neither_numpy_nor_the_game() -> None:
    code = (
        "import sys; from dotcore.cli import main; main(['--version']);"
        "print([name for name in ('numpy', 'rich', 'dotcore.dots', 'dotcore.sgf')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "[]"


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")
def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "dotcore", "replay", str(EXAMPLE)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")
def test_ctrl_c_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "dotcore", "replay", str(EXAMPLE), "--brief", "--delay", "30"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()  # it is on its way
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "dotcore", "show", str(EXAMPLE)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert re.fullmatch(r"dotcore: cannot write: .+\n", done.stderr)


def test_an_output_that_knows_only_ascii_gets_escapes() -> None:
    record = "(;GM[40]FF[4]SZ[3]PB[Zoë];B[aa])"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "dotcore", "show", "-", "--color", "always"],
        input=record.encode(),
        capture_output=True,
        env=environment,
        check=True,
    )
    assert b"Zo\\xeb" in done.stdout
    assert b"X" in done.stdout  # letters in place of signs


# show


def test_show_tells_players_rules_score_and_board(capsys: Output) -> None:
    assert told(capsys, "show", str(EXAMPLE)).splitlines() == [
        "players  X Ann - O Ben",
        "played   2026-01-01",
        "board    12x12, rules russian",
        "         RU[russian]: the Russian rules",
        "moves    16",
        "score    1 : 1",
        "result   not ended, even",
        "",
        "                        1",
        "    0 1 2 3 4 5 6 7 8 9 0 1",
        " 0  . . . . . . . . . . . .",
        " 1  . . . . . . . . . . . .",
        " 2  . . . . . . . . . . . .",
        " 3  . . . . . . . . . . . .",
        " 4  . . . . . . X . . . . .",
        " 5  . . . . X X o X . . . .",
        " 6  . . . O O O X . . . . .",
        " 7  . . .[O]. O X . . . . .",
        " 8  . . . . O x O X . . . .",
        " 9  . . . . . O O X X . . .",
        "10  . . . . . . . . . . . .",
        "11  . . . . . . . . . . . .",
    ]


def test_show_at_a_move_tells_its_comment(capsys: Output) -> None:
    shown = told(capsys, "show", str(EXAMPLE), "--move", "3")
    assert "moves    3 of 16\nscore    1 : 0\nresult   not ended, Ann leads by 1\n" in shown
    assert shown.endswith("\n\nAnn's chain closes around one dot.\n")
    assert "score    0 : 0" in told(capsys, "show", str(EXAMPLE), "--move", "0")


def test_show_lists_several_games_and_shows_the_one_asked_for(capsys: Output) -> None:
    file = str(DATA / "several.sgf")
    shown = told(capsys, "show", file).splitlines()
    assert shown[0].endswith("3 games; below, game 1 (--game N: another)")
    assert shown[1:4] == [
        "    1       5x5  Ann - Ben, Ann wins by 1",
        "    2     39x32  Cem - Dana",
        "    3  no board  Eli - Fay",
    ]
    assert "recorded Ann wins by 1" in shown
    second = told(capsys, "show", file, "--game", "2")
    assert second.startswith("players  X Cem - O Dana\nboard    39x32, rules zagram_territory\n")
    assert "--game 4: " in refused(capsys, "show", file, "--game", "4", status=2)
    assert "--game 0: " in refused(capsys, "show", file, "--game", "0", status=2)
    wrong = refused(capsys, "show", file, "--game", "3", status=1)
    assert wrong.endswith("missing_property: no SZ property: the board is unknown")


def test_show_tells_faults_with_line_and_column_and_the_good_part(capsys: Output) -> None:
    shown = told(capsys, "show", str(DATA / "faulty.sgf"))
    for start in (
        "     2:10 error    the dot at (0, 0) holds a dot already",
        "      3:4 error    (25, 25) lies outside",
        "     3:11 error ",
        "      5:6 error ",
    ):
        assert f"\n{start}" in shown
    assert " 1  . X . . .\n" in shown


def test_show_tells_the_first_faults_or_all(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "many.sgf"
    file.write_text("(;FF[4]GM[40]SZ[5];B[aa]" + ";W[aa]" * 30 + ")")
    shown = told(capsys, "show", str(file))
    assert shown.count(" holds a dot already") == 10
    assert "\n  and 20 more (--all-faults)\n" in shown
    assert told(capsys, "show", str(file), "--all-faults").count(" holds a dot already") == 30


def test_nothing_in_a_record_steers_the_terminal(capsys: Output) -> None:
    file = str(DATA / "hostile.sgf")
    commands = (["show", file, "--move", "1"], ["replay", file], ["show", file, "--json"])
    for command in commands:
        main(command)
        printed = capsys.readouterr()
        assert all(c.isprintable() or c == "\n" for c in printed.out + printed.err)


def test_show_draws_a_picture(capsys: Output, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    told(capsys, "show", str(EXAMPLE), "--svg", str(out), "--numbers")
    texts = [one.text for one in ET.parse(out).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Ann  1 : 1  Ben"
    assert {str(number) for number in range(1, 17)} <= set(texts)
    assert ".svg: " in refused(
        capsys, "show", str(EXAMPLE), "--svg", str(tmp_path / "no" / "b.svg"), status=1
    )
    assert "--numbers" in refused(capsys, "show", str(EXAMPLE), "--numbers", status=2)


def test_show_in_json(capsys: Output) -> None:
    seen = json.loads(told(capsys, "show", str(DATA / "faulty.sgf"), "--json"))
    assert [player["name"] for player in seen["players"]] == ["Ann", "Ben"]
    assert seen["size"] == [5, 5]
    assert seen["recorded_result"] == "W+3"
    assert seen["rules"] == dots.Rules(**seen["rules"]).as_dict()
    assert seen["faults"][0] | {"code": "", "message": ""} == {
        "line": 2,
        "column": 10,
        "severity": "error",
        "code": "",
        "message": "",
    }
    assert dots.Board.from_ascii("\n".join(seen["position"]["board"])).scores == (0, 0)


def test_colours_are_for_those_who_want_them(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["show", str(EXAMPLE), "--color"]
    assert "\x1b[97;41m" in told(capsys, *command, "always")
    assert "\x1b" not in told(capsys, *command, "auto")
    monkeypatch.setattr("dotcore.cli._terminal._is_tty", lambda stream: stream is sys.stdout)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" in told(capsys, *command, "auto")
    assert "\x1b" not in told(capsys, *command, "never")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in told(capsys, *command, "auto")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in told(capsys, *command, "auto")


@pytest.mark.parametrize("command", ["show", "replay"])
def test_a_file_that_is_no_record_is_told_in_one_line(
    command: str, capsys: Output, tmp_path: Path
) -> None:
    for name, content, found in [
        ("empty", b"", "empty; no game"),
        ("blank", b" \n\n", "empty; no game"),
        ("text", b"hello", "no game in SGF"),
        ("bytes", bytes(range(256)) * 20, "no game in SGF"),
        ("no_size", b"(;GM[40];B[aa])", "game 1 cannot be played: 1:"),
    ]:
        file = tmp_path / name
        file.write_bytes(content)
        assert found in refused(capsys, command, str(file), status=1)
    assert "No such file" in refused(capsys, command, str(tmp_path / "none"), status=1)
    assert str(tmp_path) in refused(capsys, command, str(tmp_path), status=1)
    assert "null" in refused(capsys, command, "a\0b", status=1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["show"],
        ["show", "a", "b"],
        ["show", "a", "--move", "-1"],
        ["show", "a", "--move", "1e9"],
        ["show", "a", "--color", "blue"],
        ["show", str(EXAMPLE), "--move", "17"],
        ["show", str(EXAMPLE), "--move", "999999999"],
        ["replay", str(EXAMPLE), "--from", "17"],
        ["replay", str(EXAMPLE), "--to", "17"],
        ["replay", str(EXAMPLE), "--from", "9", "--to", "8"],
        ["replay", str(EXAMPLE), "--delay", "nan"],
        ["perft", "--size", "0x5"],
        ["perft", "--size", "65"],
        ["perft", "--depth", "0"],
        ["perft", "--depth", "65"],
        ["perft", "--size", "1", "--start", "cross"],
        ["perft", "--rules", "go"],
        ["bench", "--games", "0"],
        ["bench", "--threads", "0"],
        ["bench", "--size"],
        ["--no-such-option"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_told_in_one_line(arguments: list[str], capsys: Output) -> None:
    refused(capsys, *arguments, status=2)


def test_no_command_prints_the_help(capsys: Output) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("usage: dotcore")


# replay


def test_replay_prints_each_move_with_its_board(capsys: Output) -> None:
    shown = told(capsys, "replay", str(DATA / "several.sgf"), "--from", "4", "--to", "5")
    assert shown == "\n".join(
        [
            "X Ann - O Ben, 5x5, rules russian",
            "",
            "   4. O Ben 4,4   0 : 0",
            "    0 1 2 3 4",
            " 0  O . . . .",
            " 1  . . X . .",
            " 2  . X O X .",
            " 3  . . . . .",
            " 4  . . . .[O]",
            "",
            "   5. X Ann 2,3   1 : 0  (Ann +1)  Closed.",
            "    0 1 2 3 4",
            " 0  O . . . .",
            " 1  . . X . .",
            " 2  . X o X .",
            " 3  . .[X]. .",
            " 4  . . . . O",
            "",
            "1 : 0, not ended, Ann leads by 1",
            "",
        ]
    )


def test_replay_in_json_is_an_object_a_line(capsys: Output) -> None:
    lines = [json.loads(one) for one in told(capsys, "replay", str(EXAMPLE), "--json").splitlines()]
    assert [one["type"] for one in lines] == ["game", *["move"] * 16, "end"]
    assert [one["number"] for one in lines[1:-1]] == list(range(1, 17))
    assert lines[3]["change"] == [1, 0]
    assert lines[3]["captures"] == [{"owner": 0, "chain": [[6, 4], [5, 5], [6, 6], [7, 5]]}] or (
        {tuple(point) for point in lines[3]["captures"][0]["chain"]}
        == {(6, 4), (5, 5), (6, 6), (7, 5)}
    )
    assert lines[-1]["scores"] == lines[-2]["scores"] == [1, 1]


def test_replay_waits_after_each_move(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    told(capsys, "replay", str(EXAMPLE), "--delay", "0.5", "--brief", "--to", "3")
    assert waits == [0.5] * 3


def test_replay_tells_that_a_record_has_faults(capsys: Output) -> None:
    assert main(["replay", str(DATA / "faulty.sgf")]) == 0
    printed = capsys.readouterr()
    assert re.fullmatch(
        r"dotcore: .*faulty.sgf: \d+ faults; dotcore show tells them\n", printed.err
    )
    assert "The last that can be read." in printed.out


def test_several_moves_in_a_node_are_told_one_by_one(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "row.sgf"
    file.write_text("(;FF[4]GM[40]SZ[5];B[aa][bb]C[two];AW[cc][dd])")
    main(["replay", str(file), "--json"])
    lines = [json.loads(one) for one in capsys.readouterr().out.splitlines()]
    moves = [one for one in lines if one["type"] == "move"]
    assert [(one["x"], one["y"], one["comment"]) for one in moves] == [
        (0, 0, ""),
        (1, 1, "two"),
        (2, 2, ""),
        (3, 3, ""),
    ]
    assert [one["board"][1] for one in moves] == [".....", ".X...", ".X...", ".X..."]


def test_a_record_without_moves_is_shown(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "start.sgf"
    file.write_text("(;FF[4]GM[40]SZ[5])")
    assert "moves    0\n" in told(capsys, "show", str(file))
    assert told(capsys, "replay", str(file)).endswith("\n0 : 0, not ended, even\n")


# perft and bench


@pytest.mark.parametrize("rules", ["bga", "zagram", "zagram_territory", "russian"])
def test_perft_counts_as_the_core_does(rules: str, capsys: Output) -> None:
    command = ["perft", "--size", "4x3", "--rules", rules, "--depth", "4", "--divide", "--json"]
    seen = json.loads(told(capsys, *command))
    board = dots.Board(4, 3, getattr(dots.Rules, rules)())
    wanted = [dots.perft(board, depth) for depth in range(1, 5)]
    assert [one["count"] for one in seen["counts"]] == wanted
    assert sum(one["count"] for one in seen["divide"]) == wanted[-1]


def test_perft_of_a_game_that_ends_counts_the_games(capsys: Output) -> None:
    assert told(capsys, "perft", "--size", "2x1", "--depth", "4").splitlines() == [
        "2x1, bga",
        *(f"depth {depth}: 2" for depth in range(1, 5)),
    ]


def test_perft_divided(capsys: Output) -> None:
    shown = told(capsys, "perft", "--size", "2", "--depth", "2", "--divide").splitlines()
    assert shown[1:] == [
        "depth 1: 4",
        "depth 2: 12",
        *(f"   {p}: 3" for p in ("0,0", "1,0", "0,1", "1,1")),
    ]


def test_bench_in_json(capsys: Output) -> None:
    command = ["bench", "--size", "5", "6x4", "--rules", "bga", "russian", "--games", "5", "--json"]
    seen = json.loads(told(capsys, *command, "--threads", "2"))
    assert [(one["size"], one["rules"]) for one in seen["timings"]] == [
        ([5, 5], "bga"),
        ([6, 4], "bga"),
        ([5, 5], "russian"),
        ([6, 4], "russian"),
    ]
    assert all(one["ns_per_dot_and_undo"] > 0 for one in seen["timings"])


def test_the_game_behaves_as_it_did(capsys: Output) -> None:
    # A new number is right only where a rule, or the drawing of random dots, was meant to change.
    known = (DATA / "signature.txt").read_text().strip()
    assert told(capsys, "bench", "--signature").strip() == known
    assert json.loads(told(capsys, "bench", "--signature", "--json")) == {"signature": int(known)}


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("has_rich", [False, True])
def test_long_work_shows_its_progress_on_a_terminal(
    has_rich: bool, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    if has_rich:
        pytest.importorskip("rich")
    else:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    shown = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", shown)
    assert main(["perft", "--size", "4", "--depth", "3"]) == 0
    assert "depth 3" in shown.getvalue()
    assert "100%" in shown.getvalue()
    assert "100%" not in capsys.readouterr().out


# Real records


@pytest.mark.skipif(not SHARED_GAMES.is_dir(), reason="the shared games are not here")
def test_all_shared_games_are_shown_and_replayed(capsys: Output) -> None:
    files = sorted(SHARED_GAMES.glob("*.sgf"))
    assert len(files) == 59
    for file in files:
        seen = json.loads(told(capsys, "show", str(file), "--json"))
        assert len(seen["position"]["board"]) == seen["size"][1], file.name
        shown = told(capsys, "show", str(file))
        assert f"moves    {seen['moves']}\n" in shown, file.name
        assert main(["replay", str(file), "--brief"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == seen["moves"] + 3, file.name
