"""dotcore gtp: conversations with the running process, and the pieces by themselves."""

from __future__ import annotations

import doctest
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import printed_examples
from tests.conversation import PATIENCE, Conversation

import dotcore
from dotcore import dots, engines, gtp

DOCUMENT = Path(__file__).parents[1] / "docs" / "protocols.md"
IS_POSIX = os.name != "nt"


class Talk(Conversation):
    def __init__(self, *arguments: str, status: int = 0) -> None:
        super().__init__("gtp", *arguments, status=status)

    def ask(self, command: str | bytes) -> str:
        self.say(command)
        return self.answer()

    def answer(self) -> str:
        """The next answer, without the empty line at its end."""
        lines = [self.hear()]
        while line := self.hear():
            lines.append(line)
        return "\n".join(lines)


@pytest.fixture(scope="module")
def long_talk() -> Iterator[Talk]:
    """A process for all conversations that leave it as they find it."""
    with Talk("--engine", "strong:simulations=200,seed=1") as talk:
        yield talk


@pytest.fixture
def talk(long_talk: Talk) -> Iterator[Talk]:
    for command in ("rules bga", "komi 0", "boardsize 8", "time_settings 0 1 0"):
        assert long_talk.ask(command) == "= "
    yield long_talk
    assert long_talk.ask("protocol_version") == "= 2"


def in_process(engine: engines.Engine, script: bytes) -> bytes:
    """What a server answers to a script, in this process."""
    blocks = [script]
    written: list[bytes] = []
    gtp.Server(engine, read=lambda _: blocks.pop() if blocks else b"", write=written.append).run()
    return b"".join(written)


# GTP itself


def test_the_commands_every_engine_has(talk: Talk) -> None:
    assert talk.ask("name") == "= dotcore strong:simulations=200,seed=1"
    assert talk.ask("version") == f"= {dotcore.__version__}"
    commands = talk.ask("list_commands").removeprefix("= ").split("\n")
    assert {"play", "genmove", "undo", "quit", "kata-analyze", "get_position"} <= set(commands)
    for command in commands:
        assert talk.ask(f"known_command {command}") == "= true"
    assert talk.ask("known_command fly") == "= false"


def test_ids_comments_and_control_characters(talk: Talk) -> None:
    assert talk.ask("17 protocol_version") == "=17 2"
    assert talk.ask("  3\tprotocol_version\r") == "=3 2"
    assert talk.ask("protocol\x01_\x7fversion # a comment") == "= 2"
    assert talk.ask("# only a comment\n\n   \n00 protocol_version") == "=00 2"
    assert talk.ask("5 fly away") == "?5 unknown command"
    assert talk.ask("12") == "?12 no command"
    assert talk.ask("ﬂy".encode()) == "? unknown command"
    assert talk.ask(b"\xff\xfe") == "? unknown command"
    assert talk.ask(b"\xff play") == "? unknown command"


def test_a_line_that_is_too_long_is_refused_and_forgotten(talk: Talk) -> None:
    assert talk.ask(b"x" * 100_000).startswith("? a line of 100000 bytes; at most")
    assert talk.ask(b"play " + b"b 1-1 " * 20_000 + b"\nprotocol_version").startswith("? a line")
    assert talk.answer() == "= 2"


@pytest.mark.parametrize(
    "command",
    [
        "play", "play b", "play b 1-1 w", "play green 1-1", "play b 0-1", "play b 9-1",
        "play b 1-9", "play b i5", "play b a", "play b 1--1", "play b 1-1-1", "play b ground",
        "play b enclose:1-1", "play b ９-１", "boardsize", "boardsize 0", "boardsize 65",
        "boardsize 1 2 3", "boardsize x", "boardsize -3", "komi", "komi x", "komi nan",
        "komi 0.3", "komi 1e9", "undo", "undo 1", "undo x", "rules go", "rules entry=maybe",
        "rules speed=3", "rules capture_empty=1", "genmove", "genmove x y", "genmove 1-1",
        "set_position b", "set_position b pass", "set_position b 1-1 w 1-1",
        "time_settings 1 2", "time_settings 1 2 x", "time_settings -1 0 0", "time_left b",
        "time_left b nan 0", "kata-analyze green", "kata-analyze b 0", "kata-analyze b 1 x",
        "known_command", "set_random_seed -1", "reg_genmove",
    ],
)  # fmt: skip
def test_a_wrong_command_is_refused_in_one_line_and_changes_nothing(
    talk: Talk, command: str
) -> None:
    before = talk.ask("showboard"), talk.ask("rules")
    answer = talk.ask(command)
    assert re.fullmatch(r"\? [ -~]+", answer)
    assert (talk.ask("showboard"), talk.ask("rules")) == before


# Moves


def test_points_are_columns_and_rows_from_one_and_from_the_bottom(talk: Talk) -> None:
    talk.ask("boardsize 39 32")
    talk.ask("play black 1-1 white 39-32 b 3-2")
    talk.ask("play w AB7 b c4")
    assert talk.ask("get_moves") == "= B 1-1 W 39-32 B 3-2 W 27-7 B 3-4"
    rows = talk.ask("showboard").split("\n")
    assert rows[-2].startswith(" 1 X . .")
    assert rows[3].startswith("32 . .")
    assert rows[3].endswith(". O")


def test_every_point_survives_as_text() -> None:
    board = dots.Board(64, 7)
    for action in range(board.num_points):
        text = gtp.move_text(board, action)
        assert gtp.read_move(board, text) == action
        column, row = text.split("-")
        letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
        first, second = divmod(int(column) - 1, 25)
        word = (letters[first - 1] if first else "") + letters[second] + row
        assert gtp.read_move(board, word) == gtp.read_move(board, word.lower()) == action


def test_an_illegal_move_is_told_with_its_reason(talk: Talk) -> None:
    talk.ask("boardsize 5")
    assert talk.ask("play b 3-4 b 2-3 b 4-3 w 3-3 b 3-2") == "= "
    assert talk.ask("play w 3-2") == "? illegal move: occupied"
    assert talk.ask("captures") == "= B move 5 dots 1 chain 3-4 2-3 3-2 4-3" or (
        set(talk.ask("captures").split()[7:]) == {"3-4", "2-3", "3-2", "4-3"}
    )
    assert talk.ask("final_score") == "= B+1"
    assert talk.ask("play w 5-5 w 3-2").startswith("? illegal move: ")
    assert talk.ask("get_moves") == "= B 3-4 B 2-3 B 4-3 W 3-3 B 3-2"
    assert talk.ask("undo 2") == "= "
    assert talk.ask("play w 3-2") == "= "


def test_stopping_grounding_and_resigning(talk: Talk) -> None:
    assert talk.ask("play b pass") == "= "
    assert talk.ask("get_moves") == "= B pass"
    assert talk.ask("play b 1-1").startswith("? illegal move: ")
    assert talk.ask("play w stop") == "= "
    assert talk.ask("genmove b") == "? the game is over"
    assert talk.ask("kata-analyze b 1") == "? the game is over"
    talk.ask("undo 2")
    assert talk.ask("play w resign") == "= "
    assert talk.ask("final_score") == "= B+R"
    talk.ask("rules russian")
    assert talk.ask("get_position") == "= B 4-5 W 5-5 W 4-4 B 5-4"
    assert talk.ask("ground w") == "= "
    assert talk.ask("final_score") == "= B+2"
    talk.ask("rules ending=full start=empty")
    assert talk.ask("play b pass") == "? no pass under ending=full"


def test_captures_by_hand(talk: Talk) -> None:
    talk.ask("rules capture=manual")
    talk.ask("play b 3-4 b 2-3 b 4-3 w 3-3")
    talk.ask("play b 3-2")
    assert talk.ask("play b enclose:3-3") == "= "
    assert talk.ask("final_score") == "= B+1"
    assert talk.ask("get_moves").endswith("B 3-2 B enclose:3-3")


def test_a_position_and_its_moves_can_be_carried_over(talk: Talk) -> None:
    talk.ask("rules zagram")
    talk.ask("komi 6.5")
    talk.ask("set_position b 2-2 w 3-3 w 2-3 b 3-2")
    talk.ask("play w 5-5 b 6-6")
    start, moves = talk.ask("get_position")[2:], talk.ask("get_moves")[2:]
    picture = talk.ask("showboard")
    talk.ask("clear_board")
    assert talk.ask("get_position") == "= "
    talk.ask(f"set_position {start}")
    talk.ask(f"play {moves}")
    assert talk.ask("showboard") == picture
    talk.ask("komi 1")
    assert talk.ask("get_komi") == "= 1"
    assert talk.ask("showboard") == picture
    assert talk.ask("get_boardsize") == "= 8"
    talk.ask("boardsize 9:7")
    assert talk.ask("get_boardsize") == "= 9:7"


# Searching


def test_genmove_plays_a_legal_move_and_the_same_one_again(talk: Talk) -> None:
    talk.ask("play b 4-4 w 5-5")
    talk.ask("set_random_seed 7")
    tried = talk.ask("reg_genmove b")
    assert talk.ask("get_moves") == "= B 4-4 W 5-5"
    talk.ask("set_random_seed 7")
    assert talk.ask("genmove b") == tried
    assert talk.ask("get_moves") == f"= B 4-4 W 5-5 B {tried[2:]}"
    # Out of turn as well.
    assert re.fullmatch(r"= \d-\d", talk.ask("genmove b"))


def test_time_is_kept(talk: Talk) -> None:
    talk.ask("time_settings 0 0 0")
    assert re.fullmatch(r"= \d-\d", talk.ask("genmove b"))
    talk.ask("time_settings 300 30 5")
    talk.ask("time_left w 0.2 0")
    assert re.fullmatch(r"= \d-\d", talk.ask("genmove w"))
    talk.ask("time_left b 1 3")
    assert re.fullmatch(r"= \d-\d", talk.ask("genmove b"))


INFO = re.compile(
    r"info move \d+-\d+ visits \d+ winrate [01]\.\d+ scoreLead -?\d+\.\d+ prior [01]\.\d+"
    r" order 0 pv( (\d+-\d+|pass))+( info move .*)?"
)


def test_analysis_streams_until_the_next_line(talk: Talk) -> None:
    talk.ask("boardsize 12")
    talk.say("4 kata-analyze w 5")
    assert talk.hear() == "=4"
    for _ in range(3):
        assert INFO.fullmatch(talk.hear())
    talk.say("showboard")
    while line := talk.hear():
        assert INFO.fullmatch(line)
    assert talk.answer().startswith("= \n")
    talk.say("lz-analyze interval 2 maxmoves 2")
    assert talk.hear() == "="
    info = talk.hear()
    assert info.count("info move") == 2
    assert all(0 <= int(rate) <= 10_000 for rate in re.findall(r"winrate (\d+)", info))
    talk.say("")
    while talk.hear():
        pass
    assert talk.ask("get_moves") == "= "


def test_analysis_of_a_decided_position_waits_for_the_next_line(talk: Talk) -> None:
    talk.ask("boardsize 1 2")
    talk.say("analyze b 1")
    assert talk.hear() == "="
    assert talk.hear().startswith("info move 1-")
    talk.say("stop")
    assert talk.hear() == ""
    assert talk.answer() == "= "


def test_stop_ends_a_long_genmove() -> None:
    with Talk("--engine", "strong:time_ms=1000000", "--size", "12x9") as talk:
        talk.say("genmove b\nstop\nname")
        assert re.fullmatch(r"= \d+-\d+", talk.answer())
        assert talk.answer() == "= "
        assert talk.answer().startswith("= dotcore")
        talk.say("genmove w")
        talk.say("8 quit")
        assert re.fullmatch(r"= \d+-\d+", talk.answer())
        assert talk.answer() == "=8 "
        assert talk.rest() == []


# Ends


def test_the_end_of_the_input_ends_an_analysis() -> None:
    with Talk("--engine", "uniform") as talk:
        talk.say("kata-analyze b 1")
        assert talk.hear() == "="
        assert talk.hear().startswith("info")
        talk.close_input()
        assert talk.rest()[-1] == ""


def test_a_last_line_needs_no_end() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dotcore", "gtp", "--engine", "random", "--rules", "zagram"],
        input=b"genmove b\n1 rules",
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    first, second = done.stdout.decode().split("\n\n")[:2]
    assert re.fullmatch(r"= \d+-\d+", first)
    assert "entry=capture" in second
    assert done.stderr == b""


@pytest.mark.skipif(not IS_POSIX, reason="signals of POSIX")
@pytest.mark.parametrize("command", ["kata-analyze b 1", "genmove b", "name"])
def test_ctrl_c_ends_it_quietly(command: str) -> None:
    with Talk("--engine", "strong:time_ms=1000000", status=130) as talk:
        talk.ask("version")
        talk.say(command)
        if command != "genmove b":
            talk.hear()
        talk.interrupt()
        talk.rest()


@pytest.mark.skipif(not IS_POSIX, reason="pipes of POSIX")
@pytest.mark.parametrize("command", ["kata-analyze b 1", "name"])
def test_a_reader_that_goes_away_ends_it(command: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "dotcore", "gtp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(command.encode() + b"\n")
        process.stdin.flush()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 141


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--engine", "fast"], "--engine: no engine 'fast'; "),
        (["--engine", "strong:speed=1"], "--engine: strong has no option 'speed'; "),
        (["--rules", "go"], "invalid choice"),
        (["--size", "70"], "no size"),
    ],
)
def test_wrong_use_is_told_in_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from dotcore.cli import main

    assert main(["gtp", *arguments]) == 2
    errors = capsys.readouterr().err
    assert told in errors
    assert errors.count("\n") == 1


def test_an_engine_that_does_not_analyze_says_so() -> None:
    with engines.make("random") as engine:
        assert in_process(engine, b"kata-analyze b 1\nname\n") == (
            b"? random does not analyze\n\n= dotcore random\n\n"
        )


# The other end


STUB = """
import sys
def answer(text):
    print(text, end="\\n\\n", flush=True)
for line in sys.stdin:
    command, *words = line.split()
    if command == "name": answer("= stub")
    elif command == "version": answer("= 1")
    elif command == "list_commands": answer("= name")
    elif command == "quit": answer("= "); break
    elif command == "genmove": GENMOVE
    else: answer("= ")
"""


def stub(folder: Path, genmove: str) -> tuple[str, ...]:
    """An engine that knows little, and does this at genmove."""
    file = folder / "stub.py"
    file.write_text(STUB.replace("GENMOVE", genmove))
    return (sys.executable, "-S", str(file))


def is_gone(process: int) -> bool:
    """Whether a process has ended and its status was taken."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def process_of(engine: gtp.GtpEngine) -> int:
    return engine._client._process.pid


def test_a_process_plays_a_game() -> None:
    spec = f"gtp:{sys.executable} -m dotcore gtp --engine strong:simulations=60"
    board = dots.Board(6, 5, "russian")
    with engines.make(spec) as one, engines.make("uniform:simulations=30") as other:
        assert one.name.startswith("dotcore strong:simulations=60 ")
        one.new_game(board, seed=3)
        other.new_game(board, seed=3)
        players = [one, other]
        while not board.is_terminal:
            mover = board.current_player
            choice = players[mover].genmove(time_ms=1000)
            assert choice.action is not None
            board.apply(choice.action)
            players[1 - mover].play(choice.action)
        assert one.board == other.board == board
        one.undo()
        board.undo()
        assert one.board == board
        with pytest.raises(engines.EngineError, match="does not analyze"):
            one.analyze()
    assert isinstance(one, gtp.GtpEngine)
    assert is_gone(process_of(one))


def test_a_history_out_of_turn_is_told_move_by_move() -> None:
    board = dots.Board(7, 6, dots.Rules(komi=1.5), start="cross", to_move=1)
    board.place(0, 0, 0)
    board.place(1, 1, 0)
    board.stop(1)
    command = [sys.executable, "-m", "dotcore", "gtp", "--engine", "random"]
    with gtp.GtpEngine(command) as engine:
        engine.new_game(board)
        client = engine._client
        assert client.send("get_boardsize") == "7:6"
        assert client.send("get_komi") == "1.5"
        assert client.send("get_moves") == "B 1-6 B 2-5 W pass"
        engine.play(board.dot_action(5, 5))
        assert client.send("get_moves").endswith("W pass B 6-1")
        with pytest.raises(dotcore.IllegalMove):
            engine.play(board.dot_action(5, 5))
        with pytest.raises(gtp.GtpError, match="unknown command"):
            client.send("fly")
        with pytest.raises(engines.EngineError, match="no command"):
            client.send("play\nquit")


@pytest.mark.parametrize(
    ("genmove", "error", "told"),
    [
        ("sys.exit(3)", engines.EngineDied, "status 3 at genmove"),
        ("raise ValueError('sad')", engines.EngineDied, "ValueError: sad"),
        ("answer('3-3')", engines.EngineFault, "does not answer genmove in GTP: it says '3-3'"),
        ("answer('= fly')", engines.EngineFault, "moved 'fly': 'fly' is no move"),
        ("answer('= 1-1')", engines.EngineFault, "moved '1-1': .*holds a dot"),
        ("answer('= ')", engines.EngineFault, "moved ''"),
        ("answer('? not today')", engines.EngineError, "refuses genmove: not today"),
        ("answer('= ' + 'x' * 100_000)", engines.EngineFault, "at most 65536"),
        ("answer('= ' + 'x\\n' * 20_000)", engines.EngineFault, "more than 10000 lines"),
        ("sys.stdin.read()", engines.EngineTimeout, "did not answer genmove within 2"),
        ("print('= 3-3', flush=True); sys.stdin.read()", engines.EngineTimeout, "genmove"),
    ],
)
def test_a_program_that_misbehaves_is_a_typed_error(
    genmove: str, error: type[Exception], told: str, tmp_path: Path
) -> None:
    with gtp.GtpEngine(stub(tmp_path, genmove), timeout_ms=30_000, unlimited_ms=250) as engine:
        if error is not engines.EngineTimeout:
            engine._unlimited_ms = 30_000
        board = dots.Board(5, 5)
        board.place(0, 4)
        engine.new_game(board)
        with pytest.raises(error, match=told):
            engine.genmove()
        assert engine.board == board
    assert is_gone(process_of(engine))


def test_a_program_that_ends_is_told_at_the_next_command(tmp_path: Path) -> None:
    with gtp.GtpEngine(stub(tmp_path, "answer('= resign')")) as engine:
        engine.new_game(dots.Board(5, 5))
        assert engine.genmove().action is None
        os.kill(process_of(engine), getattr(signal, "SIGKILL", signal.SIGTERM))
        with pytest.raises(engines.EngineDied, match="status -9" if IS_POSIX else "status"):
            engine.genmove()
        with pytest.raises(engines.EngineDied, match="closed"):
            engine.genmove()
    assert is_gone(process_of(engine))


@pytest.mark.skipif(not IS_POSIX, reason="process groups of POSIX")
def test_a_program_that_does_not_want_to_end_is_ended_with_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dotcore.gtp._client._PATIENCE_S", 0.1)
    command = stub(tmp_path, "answer('= 1-1')")
    script = Path(command[-1])
    script.write_text(
        "import signal, subprocess, sys\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen(['sleep', '1000'])\n"
        + script.read_text()
        .replace("'= 1'", "f'= {child.pid}'")
        .replace("break", "continue")
        .replace('"= 1"', "f'= {child.pid}'")
        + "\nsignal.pause()\n"
    )
    engine = gtp.GtpEngine(command)
    assert not is_gone(int(engine.name.split()[1]))
    engine.close()
    engine.close()
    assert is_gone(process_of(engine))
    # The child had inherited standard error, which ends when nobody holds it any more.
    engine._client._listener.join(PATIENCE)
    assert not engine._client._listener.is_alive()


def test_whoever_forgets_to_close_leaves_no_process(tmp_path: Path) -> None:
    code = (
        "import sys; from dotcore import gtp; "
        "engine = gtp.GtpEngine(sys.argv[1:]); print(engine._client._process.pid)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *stub(tmp_path, "pass")],
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    assert is_gone(int(done.stdout))


def test_a_search_in_another_process_can_be_cancelled() -> None:
    spec = f"gtp:{sys.executable} -m dotcore gtp --engine strong"
    with engines.make(spec) as engine:
        engine.new_game(dots.Board(10, 10))
        cancel = threading.Event()
        cancel.set()
        assert engine.genmove(time_ms=1_000_000, cancel=cancel).elapsed_ms < 30_000
        assert engine.genmove(time_ms=50).action is not None


# The document


def talks() -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    return re.findall(r"^```gtp\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_talks_of_the_document_run_as_printed() -> None:
    assert talks()
    for text in talks():
        sent = [line[2:] for line in text.splitlines() if line.startswith("> ")]
        expected = "".join(
            f"{line}\n" for line in text.splitlines() if not line.startswith("> ") and line
        )
        done = subprocess.run(
            [sys.executable, "-m", "dotcore", "gtp", "--engine", "strong:simulations=100"],
            input="\n".join(sent) + "\n",
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        answers = re.sub(r"\n\n+", "\n", done.stdout)
        assert doctest.OutputChecker().check_output(expected, answers, printed_examples.FLAGS), (
            f"{answers}\nexpected:\n{expected}"
        )
