"""dotcore serve-json: conversations with the running process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.conversation import PATIENCE, Conversation

import dotcore
from dotcore import dots, engines, server
from dotcore.server._game import _number

DOCUMENT = Path(__file__).parents[1] / "docs" / "protocols.md"
IS_POSIX = os.name != "nt"

Answer = dict[str, Any]


class Talk(Conversation):
    def __init__(self, *arguments: str, status: int = 0) -> None:
        super().__init__("serve-json", *arguments, status=status)
        self._number = 0

    def send(self, do: str, **wishes: Any) -> int:
        """Send a request with an id of its own, and return that."""
        self._number += 1
        self.say(json.dumps({"id": self._number, "do": do, **wishes}))
        return self._number

    def ask(self, do: str, **wishes: Any) -> Answer:
        """Send a request and return the answer, which must be the next line."""
        number = self.send(do, **wishes)
        answer = self.listen()
        assert answer["id"] == number
        return answer

    def listen(self) -> Answer:
        answer: Answer = json.loads(self.hear())
        return answer

    def refused(self, do: str, **wishes: Any) -> tuple[str, str]:
        """Send a request that must be refused; return the type and the message."""
        return error(self.ask(do, **wishes))


def error(answer: Answer) -> tuple[str, str]:
    assert list(answer) == ["id", "error"]
    assert list(answer["error"]) == ["type", "message"]
    return answer["error"]["type"], answer["error"]["message"]


@pytest.fixture(scope="module")
def long_talk() -> Iterator[Talk]:
    """A process for all conversations that leave it as they find it."""
    with Talk("--engine", "strong:simulations=200") as talk:
        yield talk


@pytest.fixture
def talk(long_talk: Talk) -> Iterator[Talk]:
    long_talk.ask("new", width=8, height=6, rules="zagram")
    yield long_talk
    assert long_talk.ask("about")["protocol"] == server.PROTOCOL


# Playing


def test_a_frontend_plays_a_game_with_this_alone(talk: Talk) -> None:
    answer = talk.ask("new", width=6, height=5, rules="russian", seed=1)
    board = dots.Board(6, 5, "russian")
    assert answer["state"] == board.view(0)
    while answer["state"]["result"] is None:
        if answer["state"]["current_player"] == 0:
            action = talk.ask("state", legal=True)["legal"][0]
            x, y = action % 6, action // 6
            answer = talk.ask("play", x=x, y=y) if y < 5 else talk.ask("play", action=action)
            board.apply(action)
        else:
            answer = talk.ask("genmove", time_ms=1000)
            board.apply(answer["move"]["action"])
            assert answer["move"]["player"] == 1
        assert answer["state"] == board.view(0)
        assert len(answer["captures"]) == len(board.captures)
    assert answer["state"]["result"]["reason"] in ("full", "ground")
    assert talk.refused("genmove") == ("illegal_move", "the game is over")
    assert talk.refused("analyze") == ("illegal_move", "the game is over")
    count = board.move_number
    assert talk.ask("undo", count=count)["state"]["move_number"] == 0


def test_a_capture_comes_with_its_chain(talk: Talk) -> None:
    for x, y, player in [(2, 1, 0), (1, 2, 0), (3, 2, 0), (2, 2, 1)]:
        talk.ask("play", x=x, y=y, player=player)
    answer = talk.ask("play", x=2, y=3, player=0)
    assert answer["state"]["scores"] == [1, 0]
    (capture,) = answer["captures"]
    assert sorted(capture["chain"]) == [[1, 2], [2, 1], [2, 3], [3, 2]]
    assert list(capture) == ["owner", "move_number", "chain", "area", "dots"]
    assert (capture["owner"], capture["move_number"], capture["dots"]) == (0, 5, [[2, 2]])


def test_a_game_goes_on_from_its_moves(talk: Talk) -> None:
    talk.ask("new", width=9, rules={"capture": "manual", "komi": 0.5}, start="cross", to_move=1)
    talk.ask("play", x=0, y=0)
    for x, y, player in [(1, 2, 0), (3, 2, 0), (2, 1, 0), (2, 2, 1)]:
        talk.ask("play", x=x, y=y, player=player)
    talk.ask("play", x=2, y=3, player=0, enclose=[[[2, 1], [3, 2], [2, 3], [1, 2]]])
    talk.ask("play", kind="stop", player=1)
    told = talk.ask("state", moves=True)
    assert told["state"]["scores"] == [1, 0]
    assert [move["kind"] for move in told["moves"]] == ["place"] * 6 + ["stop"]
    again = talk.ask(
        "new",
        game="again",
        width=9,
        rules=told["state"]["rules"],
        start=told["start_dots"],
        to_move=1,
        moves=told["moves"],
    )
    assert again["state"] == told["state"]
    assert again["captures"] == told["captures"]
    assert talk.ask("close", game="again") == {
        "id": again["id"] + 1,
        "do": "close",
        "game": "again",
    }


def test_resigning_ends_the_game(talk: Talk) -> None:
    answer = talk.ask("play", kind="resign", player=0)
    assert answer["state"]["result"] == {"winner": 1, "margin": 0.0, "reason": "resign"} or (
        answer["state"]["result"]["winner"] == 1
    )
    assert talk.refused("play", x=0, y=0)[0] == "illegal_move"


@pytest.mark.parametrize(
    ("wishes", "kind"),
    [
        ({"x": 0, "y": 0}, "illegal_move"),
        ({"x": 8, "y": 0}, "illegal_move"),
        ({"x": 0, "y": 6}, "illegal_move"),
        ({"action": 49}, "illegal_move"),
        ({"action": 49, "player": 0}, "illegal_move"),
        ({"kind": "ground"}, "illegal_move"),
        ({"kind": "end_turn"}, "illegal_move"),
        ({"kind": "enclose", "x": 0, "y": 0}, "illegal_move"),
        ({"x": 1, "y": 1, "enclose": [[[0, 0], [1, 1]]]}, "illegal_move"),
        ({}, "request"),
        ({"x": 1}, "request"),
        ({"kind": "stop", "x": 1}, "request"),
        ({"kind": "stop", "x": 1, "y": 1}, "request"),
        ({"kind": "stop", "enclose": []}, "request"),
        ({"action": 1, "x": 1, "y": 1}, "request"),
    ],
    ids=str,
)
def test_a_move_that_cannot_be_changes_nothing(
    talk: Talk, wishes: dict[str, Any], kind: str
) -> None:
    talk.ask("play", x=0, y=0)
    before = talk.ask("state", moves=True, legal=True)
    assert talk.refused("play", **wishes)[0] == kind
    after = talk.ask("state", moves=True, legal=True)
    assert before | {"id": 0} == after | {"id": 0}
    assert talk.refused("undo", count=2)[0] == "illegal_move"


# Requests that are none


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense", b"{", b"[]", b"1", b"null", b'"quit"', b'{"do": "about"} {}', b"\xff\xfe{}",
        b'{"do": "about", "do": "quit"}', b'{"do": NaN}', b"[" * 100_000, b"{}\x00",
        b'{"id": 1e999, "do": "about"}', b'{"do": "genmove", "time_ms": -1e999}',
        b'{"id": ' + b"9" * 10_000 + b"}", b'{"id": 1, "do": "ab\xc3"}', b"x" * (2 << 20),
    ],
    ids=lambda line: repr(line[:20]),
)  # fmt: skip
def test_a_line_that_is_no_request_is_answered(talk: Talk, line: bytes) -> None:
    talk.say(line)
    answer = talk.listen()
    assert answer["id"] is None
    assert error(answer)[0] == "malformed"


def test_a_value_nested_as_deep_as_it_can_be_read_is_answered(talk: Talk) -> None:
    for depth in range(900, 1000):
        talk.say('{"do": "state", "legal": ' + "[" * depth + "]" * depth + "}")
        assert error(talk.listen())[0] in ("malformed", "request")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), None])
def test_numbers_that_json_cannot_tell_are_null(value: float | None) -> None:
    assert _number(value) is None


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({}, "do=null; one of about, new, "),
        ({"do": "fly"}, 'do="fly"; one of'),
        ({"do": ["about"]}, "one of about"),
        ({"do": "about", "x": 1}, 'about has no key "x"; one of id, do, game'),
        ({"do": "state", "legal": 1}, "legal=1; true or false"),
        ({"do": "state", "game": 7}, "game=7; a name"),
        ({"do": "state", "game": ""}, 'game=""; a name'),
        ({"do": "play", "x": 1.0, "y": 0}, "x=1.0; a whole number from 0 to 63"),
        ({"do": "play", "x": True, "y": 0}, "x=true; a whole"),
        ({"do": "play", "x": 64, "y": 0}, "x=64; a whole"),
        ({"do": "play", "x": 0, "y": 0, "player": 2}, "player=2; a whole number from 0 to 1"),
        ({"do": "play", "x": 0, "y": 0, "enclose": [[[1]]]}, "enclose="),
        ({"do": "play", "kind": "jump"}, "one of place, stop"),
        ({"do": "undo", "count": 0}, "count=0"),
        ({"do": "new", "width": 65}, "width=65"),
        ({"do": "new", "start": [[1, 1]]}, "start="),
        ({"do": "new", "moves": [{"x": 1, "z": 1}]}, "moves="),
        ({"do": "new", "moves": ["pass"]}, "moves="),
        ({"do": "new", "rules": 3}, "rules=3; the name of a preset"),
        ({"do": "new", "engine": 3}, "engine=3; a text"),
        ({"do": "genmove", "time_ms": 0}, "time_ms=0; a number from 0.001"),
        ({"do": "genmove", "time_ms": "1"}, "time_ms="),
        ({"do": "genmove", "clock": {"moves": 3}}, "clock="),
        ({"do": "genmove", "clock": {"left_ms": 3, "right": 1}}, "clock="),
        ({"do": "analyze", "every_ms": 1e300}, "every_ms=1e+300"),
        ({"do": "analyze", "simulations": 0}, "simulations=0"),
        ({"do": "stop", "of": []}, "of=[]; an id"),
    ],
    ids=str,
)
def test_a_request_with_a_wrong_key_or_value_is_answered(
    talk: Talk, request_: Answer, told: str
) -> None:
    talk.say(json.dumps({"id": "é\ud800", **request_}))
    answer = talk.listen()
    assert answer["id"] == "é\ud800"
    kind, message = error(answer)
    assert kind == "request"
    assert told in message


def test_an_id_may_be_any_text_or_number_or_missing(talk: Talk) -> None:
    for number in (None, 0, -1.5, 2**70, "", "a b\n"):
        talk.say(json.dumps({"id": number, "do": "games"}))
        assert talk.listen() == {"id": number, "do": "games", "games": ["main"]}
    talk.say('{"do": "games"}')
    assert talk.listen()["id"] is None
    talk.say('{"do": "games", "id": {}}')
    assert error(talk.listen()) == ("request", "id: a text, a number or null")


@pytest.mark.parametrize(
    ("wishes", "kind"),
    [
        ({"rules": "go"}, "rules"),
        ({"rules": {"entry": "maybe"}}, "rules"),
        ({"rules": {"speed": 1}}, "rules"),
        ({"rules": {"komi": "six"}}, "rules"),
        ({"start": "circle"}, "rules"),
        ({"width": 1, "height": 1, "start": "cross"}, "rules"),
        ({"start": [[1, 1, 0], [1, 1, 1]]}, "rules"),
        ({"moves": [{"x": 1, "y": 1}, {"x": 1, "y": 1}]}, "illegal_move"),
        ({"engine": "fast"}, "engine"),
        ({"engine": "gtp:true"}, "engine"),
    ],
    ids=str,
)
def test_a_game_that_cannot_be_leaves_the_old_one(
    talk: Talk, wishes: dict[str, Any], kind: str
) -> None:
    before = talk.ask("state")
    assert talk.refused("new", **wishes)[0] == kind
    assert talk.ask("state")["state"] == before["state"]
    assert talk.refused("new", game="other", **wishes)[0] == kind
    assert talk.refused("state", game="other") == ("no_game", 'no game "other"')
    assert talk.ask("games")["games"] == ["main"]


def test_games_have_a_limit() -> None:
    with Talk("--engine", "random") as talk:
        for number in range(64):
            talk.ask("new", game=f"g{number}", width=2)
        assert talk.refused("new", game="one more")[0] == "limit"
        talk.ask("close", game="g7")
        assert talk.refused("state", game="g7") == ("no_game", 'no game "g7"')
        talk.ask("new", game="one more", width=2)
        assert len(talk.ask("games")["games"]) == 64
        talk.ask("quit")


# Searching


def test_genmove_tells_what_it_thought(talk: Talk) -> None:
    talk.ask("new", width=8, start="cross", engine="uniform:simulations=300", seed=3)
    answer = talk.ask("genmove", clock={"left_ms": 600_000})
    assert list(answer) == [
        "id", "do", "game", "move", "value", "margin", "simulations", "elapsed_ms", "pv", "state",
        "captures",
    ]  # fmt: skip
    assert answer["simulations"] == 300
    assert -1 <= answer["value"] <= 1
    first = answer["pv"][0]
    assert answer["move"] == {**first, "player": 0}
    assert first["action"] == first["x"] + 8 * first["y"]
    assert answer["state"]["last_move"] == {
        "kind": "place", "player": 0, "x": first["x"], "y": first["y"],
    }  # fmt: skip
    talk.ask("new", width=8, start="cross", engine="uniform:simulations=300", seed=3)
    assert talk.ask("genmove")["move"] == answer["move"]
    assert talk.ask("genmove", player=0)["state"]["scores"] == [0, 0]


def test_analysis_streams_until_it_is_stopped(talk: Talk) -> None:
    number = talk.send("analyze", every_ms=1, most=3)
    counts = []
    for _ in range(3):
        answer = talk.listen()
        assert list(answer) == ["id", "do", "game", "final", "analysis"]
        assert (answer["id"], answer["final"]) == (number, False)
        analysis = answer["analysis"]
        assert list(analysis) == [
            "player", "value", "margin", "proven", "simulations", "elapsed_ms", "pv", "moves",
        ]  # fmt: skip
        assert 1 <= len(analysis["moves"]) <= 3
        assert list(analysis["moves"][0]) == [
            "action", "kind", "x", "y", "visits", "value", "margin", "prior",
        ]  # fmt: skip
        counts.append(analysis["simulations"])
    assert counts == sorted(counts)
    stop = talk.send("stop")
    seen: list[Answer] = []
    while len(seen) < 2:
        answer = talk.listen()
        if answer.get("final", True):
            seen.append(answer)
    seen.sort(key=lambda answer: answer["id"])
    assert (seen[0]["id"], seen[0]["final"], seen[0]["stopped"]) == (number, True, True)
    assert seen[1] == {"id": stop, "do": "stop", "stopping": 1}
    assert talk.ask("stop")["stopping"] == 0


def test_a_proven_draw_has_no_margin(talk: Talk) -> None:
    moves = [(3, 2), (1, 1), (2, 1), (1, 2), (1, 0), (3, 1), (0, 1)]
    told = [{"x": x, "y": y} for x, y in moves]
    talk.ask("new", width=4, height=3, rules="zagram", start="empty", moves=told)
    found = talk.ask("analyze", simulations=20_000, every_ms=1e6)["analysis"]
    assert (found["proven"], found["value"], found["margin"]) == ("draw", 0, 0)
    answer = talk.ask("genmove", time_ms=1000)
    assert (answer["value"], answer["margin"]) == (0, 0)


def test_analysis_with_a_limit_ends_by_itself(talk: Talk) -> None:
    answer = talk.ask("analyze", simulations=150, every_ms=1e6)
    assert (answer["final"], answer["stopped"]) == (True, False)
    assert answer["analysis"]["simulations"] == 150
    number = talk.send("analyze", time_ms=50, every_ms=10)
    after = talk.send("state")
    while not (answer := talk.listen())["final"]:
        assert answer["id"] == number
    assert answer["stopped"] is False
    assert talk.listen()["id"] == after


def test_an_endless_analysis_ends_with_the_next_request(talk: Talk) -> None:
    number = talk.send("analyze", every_ms=1e6)
    play = talk.send("play", x=1, y=1)
    answer = talk.listen()
    assert (answer["id"], answer["final"], answer["stopped"]) == (number, True, True)
    assert talk.listen()["id"] == play


def test_games_search_at_the_same_time(talk: Talk) -> None:
    for game in ("a", "b"):
        talk.ask("new", game=game, width=10, engine="uniform")
    first = talk.send("analyze", game="a", every_ms=1)
    second = talk.send("analyze", game="b", every_ms=1)
    waiting = {first, second}
    while waiting:  # both are on their way at once, or one would wait for ever
        waiting.discard(talk.listen()["id"])
    talk.send("stop", of=first)
    ended: list[int] = []
    while len(ended) < 1:
        answer = talk.listen()
        if answer.get("final"):
            ended.append(answer["id"])
    assert ended == [first]
    talk.send("stop", game="b")
    while not talk.listen().get("final"):
        pass
    for game in ("a", "b"):
        number = talk.send("close", game=game)
        while talk.listen()["id"] != number:
            pass


def test_stop_ends_a_long_genmove(talk: Talk) -> None:
    talk.ask("new", engine="strong:threads=2")
    number = talk.send("genmove", time_ms=1e9)
    talk.send("stop", of=number)
    answers = [talk.listen(), talk.listen()]
    answers.sort(key=lambda answer: answer["id"])
    assert answers[0]["move"]["kind"] == "place"
    assert answers[0]["elapsed_ms"] < 30_000
    assert answers[1]["stopping"] == 1


def test_an_engine_that_does_not_analyze_says_so(talk: Talk) -> None:
    talk.ask("new", engine="random")
    assert talk.refused("analyze") == ("engine", "random does not analyze")


# Ends


def test_requests_from_a_file_are_all_done() -> None:
    lines = [
        {"id": 1, "do": "new", "width": 5, "height": 5},
        {"id": 2, "do": "genmove", "time_ms": 30},
        {"id": 3, "do": "analyze", "time_ms": 30, "every_ms": 1e6},
        {"id": 4, "do": "analyze", "every_ms": 1e6},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "dotcore", "serve-json"],
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4]
    assert [answer.get("stopped") for answer in answers] == [None, None, False, True]
    assert done.stderr == ""


def test_quit_ends_everything_and_is_answered_last() -> None:
    with Talk() as talk:
        talk.ask("new", width=9)
        number = talk.send("analyze", every_ms=1e6)
        quit_ = talk.send("quit")
        last = [json.loads(line) for line in talk.rest()]
        assert [answer["id"] for answer in last] == [number, quit_]
        assert last[0]["stopped"] is True


@pytest.mark.skipif(not IS_POSIX, reason="signals of POSIX")
@pytest.mark.parametrize("do", ["analyze", "genmove"])
def test_ctrl_c_ends_it_quietly(do: str) -> None:
    with Talk("--engine", "strong:time_ms=1000000", status=130) as talk:
        talk.ask("new", width=9)
        talk.send(do, **({"every_ms": 1} if do == "analyze" else {}))
        if do != "genmove":
            talk.listen()
        talk.interrupt()
        talk.rest()


@pytest.mark.skipif(not IS_POSIX, reason="pipes of POSIX")
def test_a_reader_that_goes_away_ends_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "dotcore", "serve-json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"do":"new"}\n{"do":"analyze","every_ms":1}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(PATIENCE) == 141


def test_wrong_use_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    from dotcore.cli import main

    assert main(["serve-json", "--engine", "fast"]) == 2
    assert re.fullmatch(r"dotcore: --engine: no engine 'fast'; .+\n", capsys.readouterr().err)


def test_another_program_can_be_the_engine() -> None:
    spec = f"gtp:{sys.executable} -m dotcore gtp --engine strong:simulations=50"
    assert engines.EngineSpec.parse(spec).command[0] == sys.executable
    with Talk("--engine", spec) as talk:
        talk.ask("new", width=5)
        assert talk.ask("genmove")["move"]["kind"] == "place"
        assert talk.refused("analyze")[0] == "engine"
        talk.ask("quit")
    with Talk("--engine", "gtp:no-such-program") as talk:
        assert talk.refused("new", width=5)[0] == "engine"


# The document


def test_the_talks_of_the_document_run_as_printed() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    talks = re.findall(r"^```jsonl\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert talks
    for lines in talks:
        with Talk("--engine", "strong:simulations=100") as talk:
            for line in lines.splitlines():
                if line.startswith("> "):
                    talk.say(line[2:])
                else:
                    wanted = re.escape(line).replace(r"\.\.\.", ".*")
                    assert re.fullmatch(wanted, talk.hear()), line


def test_the_document_knows_every_request_and_key() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    with Talk() as talk:
        about = talk.ask("about")
    assert about["version"] == dotcore.__version__
    for command, keys in about["commands"].items():
        assert f"`{command}`" in text
        for key in keys:
            assert f"`{key}`" in text, key
    for name in ("malformed", "request", "no_game", "illegal_move", "rules", "engine", "limit"):
        assert f"`{name}`" in text
