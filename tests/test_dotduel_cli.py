"""The command dotcore dotduel: decks, checks, simulations, and games at the terminal."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dotcore
from dotcore import dotduel
from dotcore.cli import dotduel_play, main
from dotcore.cli._terminal import Terminal
from dotcore.dotduel import bots

Output = pytest.CaptureFixture[str]


@pytest.fixture
def output(capsys: Output) -> Output:
    return capsys


def told(output: Output, *arguments: str) -> str:
    """What a command prints that must end well and complain about nothing."""
    status = main(["dotduel", *arguments])
    printed = output.readouterr()
    assert (status, printed.err) == (0, "")
    return printed.out


def refused(output: Output, *arguments: str, status: int = 2) -> str:
    """The one line in which a command says what was wrong."""
    assert main(["dotduel", *arguments]) == status
    printed = output.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"dotcore: .+\n", printed.err)
    return printed.err.strip()


class Typed:
    """Standard input with lines in it."""

    def __init__(self, *lines: str | bytes) -> None:
        self.buffer = io.BytesIO(
            b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
        )

    def isatty(self) -> bool:
        return False


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str | bytes) -> None:
    monkeypatch.setattr(sys, "stdin", Typed(*lines))


# Making decks


def test_a_deck_is_told_with_its_chances(output: Output) -> None:
    lines = told(output, "deck", "--seed", "1").splitlines()
    assert lines[0] == "57 cards, 8 symbols each, 57 symbols, seed 1"
    deck = dotduel.Deck.standard(seed=1)
    assert [int(word) for word in lines[2].split()[1:]] == list(deck.profile.values())
    assert [int(word) for word in lines[3].split()[3:]] == deck.counts[:, 2:].max(axis=0).tolist()
    chances = deck.statistics(12)
    for cards, line in enumerate(lines[5:], 1):
        found = [float(word) for word in line.replace("%", "").split()]
        assert found[0] == cards
        assert found[1] == pytest.approx(100 * chances["no_match"][cards], abs=0.006)
        assert found[2] == pytest.approx(100 * chances["double_dot"][cards], abs=0.006)
    assert len(lines) == 5 + 12


def test_a_deck_for_machines(output: Output) -> None:
    found = json.loads(told(output, "deck", "--order", "3", "--seed", "4", "--json"))
    deck = dotduel.Deck.of_order(3, seed=4)
    parts = {name: found[name] for name in ("cards", "numbers", "partial")}
    assert dotduel.Deck.from_dict(parts) == deck
    assert found["no_match"] == deck.statistics(12)["no_match"].tolist()
    assert found["profile"] == {str(number): share for number, share in deck.profile.items()}


def test_a_deck_by_wish(output: Output) -> None:
    options = ["--seed", "1", "--most-on-a-card", "2", "--even-double-dots", "--json"]
    found = json.loads(told(output, "deck", *options))
    deck = dotduel.Deck.design(seed=1, most_on_a_card=2, even_double_dots=True)
    assert found["numbers"] == deck.numbers.tolist()


def test_a_deck_of_a_profile(output: Output) -> None:
    profile = "7,5,5,5,5,5,5,5,5,5,5"
    found = json.loads(told(output, "deck", "--profile", profile, "--json"))
    assert list(found["profile"].values()) == [7, *[5] * 10]


def test_a_deck_whose_chances_cannot_be_counted_is_told_all_the_same(output: Output) -> None:
    options = ["deck", "--order", "9", "--profile", "91,0,0,0,0,0,0,0,0,0,0"]
    text = told(output, *options)
    assert text.splitlines()[-1].startswith("chances    too many symbols of a number")
    found = json.loads(told(output, *options, "--json"))
    assert len(found["cards"]) == 91
    assert found["no_match"] is None


def test_a_deck_is_kept_drawn_and_printed(output: Output, tmp_path: Path) -> None:
    names = {name: str(tmp_path / name) for name in ("a.json", "a.bin", "a.svg", "a.html", "p")}
    told(
        output, "deck", "--seed", "2", "--save", names["a.json"], "--svg", names["a.svg"],
        "--pages", names["p"], "--html", names["a.html"], "--diameter", "60", "--paper", "letter",
    )  # fmt: skip
    told(output, "deck", "--seed", "2", "--save", names["a.bin"])
    deck = dotduel.Deck.standard(seed=2)
    assert dotduel.Deck.from_dict(json.loads((tmp_path / "a.json").read_text())) == deck
    assert dotduel.Deck.from_bytes((tmp_path / "a.bin").read_bytes()) == deck
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == deck.to_svg()
    pages = sorted((tmp_path / "p").iterdir())
    assert [page.name for page in pages] == [f"page-0{i}.svg" for i in range(1, 6)]
    assert [page.read_text(encoding="utf-8") for page in pages] == deck.to_pages(
        diameter=60, paper="letter"
    )
    for page in pages:
        ET.parse(page)
    assert (tmp_path / "a.html").read_text(encoding="utf-8").count("<svg ") == 5
    for name in ("a.json", "a.bin"):
        assert told(output, "check", names[name]) == "sound: 57 cards of 8 symbols\n"


def test_decks_that_cannot_be_are_refused(output: Output, tmp_path: Path) -> None:
    assert "order" in refused(output, "deck", "--order", "6")
    assert "eleven numbers" in refused(output, "deck", "--profile", "1,2")
    assert "57" in refused(output, "deck", "--profile", "1,1,1,1,1,1,1,1,1,1,1")
    assert "30 to 180 mm" in refused(output, "deck", "--diameter", "nan")
    assert "133 symbols" in refused(
        output, "deck", "--order", "11", "--svg", str(tmp_path / "a.svg")
    )
    missing = str(tmp_path / "none" / "a.json")
    assert missing in refused(output, "deck", "--save", missing, status=1)
    missing += ".bin"
    assert missing in refused(output, "deck", "--save", missing, status=1)
    (tmp_path / "file").touch()
    assert "file" in refused(output, "deck", "--pages", str(tmp_path / "file"), status=1)


# Checking decks


def checked(output: Output, path: Path, parts: object, *more: str) -> tuple[int, str, str]:
    path.write_text(json.dumps(parts))
    status = main(["dotduel", "check", str(path), *more])
    printed = output.readouterr()
    return status, printed.out, printed.err


def test_each_fault_is_named(output: Output, tmp_path: Path) -> None:
    parts: dict[str, Any] = dict(dotduel.Deck.standard(seed=1).as_dict())
    parts["cards"][3][0] = parts["cards"][4][0]
    parts["numbers"][9] = 13
    status, out, err = checked(output, tmp_path / "deck.json", parts)
    faults = dotduel.Deck.faults(parts["cards"], parts["numbers"])
    assert status == 1
    pairs = [i for i, fault in enumerate(faults) if fault.kind.startswith("shares_")]
    expected = [str(fault) for fault in faults]
    expected.insert(pairs[-1] + 1, "all of these concern card 3")
    assert out.splitlines() == expected
    assert "symbol 9 stands for 13; numbers are 2 to 12" in out
    assert err == f"dotcore: {tmp_path / 'deck.json'}: {len(faults)} faults\n"
    status, out, _ = checked(output, tmp_path / "deck.json", parts, "--json")
    found = json.loads(out)
    assert (status, found["sound"]) == (1, False)
    assert [fault["text"] for fault in found["faults"]] == [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ([[0, 1], [2, 3], [4, 5]], None),
        ([[0, 1], [2, 3]], None),  # either of them may be the wrong one
        ([[0, 1], [0, 2], [3, 4]], "all of these concern card 2"),
        ([[0, 0, 1], [0, 2, 3], [1, 3, 4], [5, 6, 7]], "all of these pairs concern card 3"),
    ],
)
def test_the_card_that_is_in_all_wrong_pairs_is_named(
    output: Output, tmp_path: Path, cards: list[list[int]], told: str | None
) -> None:
    parts = {"cards": cards, "numbers": [2] * 8, "partial": True}
    lines = checked(output, tmp_path / "deck.json", parts)[1].splitlines()
    assert [line for line in lines if line.startswith("all of")] == ([] if told is None else [told])
    if told is not None:
        assert "share" in lines[lines.index(told) - 1]


def test_without_numbers_the_cards_alone_are_checked(output: Output, tmp_path: Path) -> None:
    cards = [[1 + symbol for symbol in card] for card in dotduel.Deck.of_order(2).cards.tolist()]
    path = tmp_path / "deck.json"
    alone = "no numbers: the cards alone are checked\n"
    sound = alone + "sound: 7 cards of 3 symbols\n"
    assert checked(output, path, {"cards": cards}) == (0, sound, "")
    found = json.loads(checked(output, path, {"cards": cards}, "--json")[1])
    assert found == {"sound": True, "faults": [], "cards_alone": True}
    cards[0][0] = cards[0][1]
    status, out, _ = checked(output, path, {"cards": cards})
    assert status == 1
    assert out.startswith(alone + "card 0 ")
    # A game needs them.
    assert "numbers is missing" in refused(output, "play", "--deck", str(path), status=1)


def test_a_partial_deck_is_sound_when_it_says_so(output: Output, tmp_path: Path) -> None:
    parts: dict[str, Any] = dict(dotduel.Deck.standard(seed=1).as_dict())
    del parts["cards"][50:]
    path = tmp_path / "deck.json"
    del parts["partial"]
    assert checked(output, path, parts)[0] == 1
    parts["partial"] = True
    assert checked(output, path, parts) == (0, "sound: 50 cards of 8 symbols, partial\n", "")
    assert json.loads(checked(output, path, parts, "--json")[1]) == {"sound": True, "faults": []}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "neither JSON nor a deck's bytes"),
        (b"\xff\x00", "neither JSON nor a deck's bytes"),
        (b"[" * 100_000, "neither JSON nor a deck's bytes"),
        (b"ddck\x01", "the bytes of a Dot Duel deck end"),
        (b"[1]", "a deck is an object with cards, numbers, and partial"),
        (b'{"numbers": []}', "cards is missing"),
        (b'{"card": []}', "cards is missing; unknown key 'card'"),
        (b'{"cards": [], "numbers": [], "name": 1}', "unknown key 'name'"),
        (b'{"cards": [], "numbers": [], "partial": 1}', "partial is true or false"),
        (b'{"cards": 5, "numbers": []}', "cards: 5 is no list of cards"),
        (b'{"cards": 5}', "cards: 5 is no list of cards"),
        (b'{"cards": [["a", 1]], "numbers": [2]}', "card 0: 'a' is no symbol number"),
        (b'{"cards": [[0], [0.5]], "numbers": [2]}', "card 1: 0.5 is no symbol number"),
        (b'{"cards": [["\\ud800"]]}', "card 0: "),
        (b'{"cards": [[0]], "numbers": ["x"]}', "symbol 0: 'x' is no number"),
        (b'{"cards": [[99999999999999999999]], "numbers": [2]}', "card 0: 99999999999999999999"),
        (b" " * (1 << 20) + b"{}", "too large"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(
    output: Output, tmp_path: Path, data: bytes, why: str
) -> None:
    path = tmp_path / "deck"
    path.write_bytes(data)
    assert why in refused(output, "check", str(path), status=1)
    assert main(["dotduel", "simulate", "--deck", str(path), "--games", "1"]) == 1
    assert main(["dotduel", "play", "--deck", str(path)]) == 1
    output.readouterr()


def test_a_deck_comes_from_standard_input(
    output: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typing(monkeypatch, json.dumps(dotduel.Deck.of_order(2).as_dict()))
    assert told(output, "check", "-") == "sound: 7 cards of 3 symbols\n"
    assert "No such file" in refused(output, "check", str(tmp_path / "none"), status=1)
    monkeypatch.setattr(sys, "stdin", None)
    assert "closed before the start" in refused(output, "check", "-", status=1)


# Simulating


def test_simulated_games_are_summed_up(output: Output) -> None:
    options = ["--games", "300", "--seed", "3", "--players", "3"]
    found = json.loads(told(output, "simulate", *options, "--json"))
    games = dotduel.simulate(300, 3, seed=3)
    assert found["rounds"] == games.rounds.mean()
    for seat, summed in enumerate(found["seats"]):
        assert summed["cards"] == games.cards[:, seat].mean()
        assert summed["wins"] == (games.winner == seat).mean()
        low, high = summed["wins_95"]
        assert 0 <= low < summed["wins"] < high <= 1
        assert 0.08 < high - low < 0.12  # of 300 games
        assert summed["errors"] == games.errors[:, seat].mean()
    lines = told(output, "simulate", *options).splitlines()
    assert lines[0] == "300 games, 3 players, seed 3"
    assert re.fullmatch(r"a game: \d+\.\d rounds, \d+\.\d minutes", lines[1])
    assert [line.split()[0] for line in lines[3:6]] == ["P0", "P1", "P2"]
    assert told(output, "simulate", *options, "--threads", "2").splitlines() == lines


def test_players_differ_by_their_traits_and_start_over(output: Output) -> None:
    found = json.loads(
        told(
            output, "simulate", "--games", "50", "--player", "look_ms=300", "miss=0",
            "--player", "look_ms=3000", "--rules", "auto_check=both", "--json",
        )
    )  # fmt: skip
    assert [player["look_ms"] for player in found["players"]] == [300, 3000, 300, 3000]
    assert found["rules"]["auto_check"] == "both"
    cards = np.array([seat["cards"] for seat in found["seats"]])
    assert min(cards[[0, 2]]) > max(cards[[1, 3]])


def test_the_traits_of_all_seats_are_told_where_any_are_given(output: Output) -> None:
    options = ["simulate", "--games", "5", "--player", "look_ms=300", "miss=0"]
    assert "P0, P1, P2, P3: look_ms=300 miss=0" in told(output, *options).splitlines()
    lines = told(output, *options, "--player", "usual").splitlines()
    assert lines[2:4] == ["P0, P2: look_ms=300 miss=0", "P1, P3: usual"]
    assert "usual" not in told(output, "simulate", "--games", "5")


def test_a_share_that_is_all_or_nothing_has_an_interval_too(output: Output) -> None:
    options = ["simulate", "--games", "1", "--players", "2"]
    lines = told(output, *options).splitlines()
    shares = [re.findall(r"(\d+\.\d%) \((.*?)\)", line) for line in lines[3:5]]
    assert sorted(shares) == [[("0.0%", "0.0-79.3")], [("100.0%", "20.7-100.0")]]


def test_simulations_that_cannot_be_are_refused(output: Output) -> None:
    assert "--players 7: 2 to 6" in refused(output, "simulate", "--players", "7")
    assert "--player: 5 given, for 4 seats" in refused(
        output, "simulate", *["--player", "miss=1"] * 5
    )
    assert "whole numbers for some of look_ms" in refused(output, "simulate", "--player", "x=1")
    assert "look_ms" in refused(output, "simulate", "--player", "look_ms=-5")
    assert "TRAIT" not in refused(output, "simulate", "--player", "look_ms")
    assert "n=0" in refused(output, "simulate", "--games", "0")
    assert "threads=0" in refused(output, "simulate", "--threads", "0")
    assert "window_ms" in refused(output, "simulate", "--rules", "window_ms=-1")
    assert "--rules" in refused(output, "simulate", "--rules", "stacked_claims=5")


# Playing


def play(output: Output, monkeypatch: pytest.MonkeyPatch, lines: list[str], *more: str) -> str:
    typing(monkeypatch, *lines)
    return told(output, "play", *more)


def test_what_is_typed_is_said(
    output: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = tmp_path / "game.log"
    lines = ["roll", "claim 1 2", "c 1 1", "q"]
    text = play(output, monkeypatch, lines, "--seed", "3", "--name", "Eva", "--log", str(log))
    assert text.startswith("At the table: Ann, Bo (slow), and you. ? tells what you can type.\n")
    assert re.search(r"^ +2\.0 s  Eva throws \d\.$", text, re.MULTILINE)
    assert re.search(r"^ +\d+\.\d s  Eva claims card \d+: 2 \(#\d\)\.$", text, re.MULTILINE)
    assert "No: that card is claimed already" in text
    assert text.endswith("\nStopped.\n")
    engine = dotduel.Engine.replay(log.read_bytes())
    assert engine.phase == "SEEK"
    assert any(claim["player"] == 0 and claim["count"] == 2 for claim in engine.claims)


def test_the_same_seed_and_lines_play_the_same_game(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["roll", "", "", "", "claim 2 1", "", "", "agree", ""]
    texts = [play(output, monkeypatch, lines, "--seed", "8") for _ in range(2)]
    assert texts[0] == texts[1]
    assert texts[0] != play(output, monkeypatch, lines, "--seed", "9")


class Player:
    """Standard input from a bot that knows the whole table: it types what it would say."""

    def __init__(self, engine_of: Any) -> None:
        self.buffer = self
        self.engine_of = engine_of
        self.bot = bots.make("quick", 5)
        self.typed: list[str] = []

    def isatty(self) -> bool:
        return False

    def readline(self, _: int) -> bytes:
        engine: dotduel.Engine = self.engine_of()
        event = self.bot.next_event(engine.view(0), engine.deck)
        self.typed.append("" if event is None else self.line_of(engine, event))
        return self.typed[-1].encode() + b"\n"

    def line_of(self, engine: dotduel.Engine, event: bots.Event) -> str:
        _, verb, said = event
        if verb == "claim":
            return f"claim {engine.show.index(said['card']) + 1} {said['count']}"
        if verb == "double_dot":
            return "dd " + " ".join(str(engine.show.index(card) + 1) for card in said["cards"])
        if verb == "duel_double_dot":
            grounds = engine.view()["grounds"]
            return "dd " + " ".join(str(grounds.index(card) + 1) for card in said["cards"])
        if verb in ("dot_duel", "prove_over"):
            return f"{'duel' if verb == 'dot_duel' else 'over'} {said['claim']}"
        if verb == "answer":
            return f"answer {said['total']}"
        if verb == "place":
            return "place " + " ".join(map(str, said["cards"]))
        return verb


@pytest.mark.parametrize("rules", [[], ["grounds_pick=choose", "auto_check=over"]])
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_played_by_lines(
    output: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int, rules: list[str]
) -> None:
    found: list[dotduel.Engine] = []
    begin = dotduel_play._Session.begin

    def keep_engine(session: Any, level: str) -> None:
        found.append(session.engine)
        begin(session, level)

    monkeypatch.setattr(dotduel_play._Session, "begin", keep_engine)
    player = Player(lambda: found[0])
    monkeypatch.setattr(sys, "stdin", player)
    log = tmp_path / "game.log"
    more = ["--rules", *rules] if rules else []
    options = ["--seed", str(seed), "--bots", "quick", "--pace", "1.5", "--log", str(log)]
    text = told(output, "play", *options, *more)
    assert re.search(r"^The game is over: (you win!|\w+ wins?\.)$", text, re.MULTILINE)
    assert {"roll", "agree"} <= set(player.typed)
    assert any(line.startswith("claim ") for line in player.typed)
    engine = dotduel.Engine.replay(log.read_bytes())
    assert engine.is_over
    assert engine.hash == found[0].hash
    assert f"  Guest: {engine.scores[0]} cards" in text or engine.scores[0] < 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("claim 9 1", "there are slots 1 to 6"),
        ("claim 0 1", "there are slots 1 to 6"),
        ("dd 1 7", "there are slots 1 to 6"),
        ("dance", "'dance' is nothing to say"),
        ("claim 1", "claim needs a slot and a count: claim 1 2"),
        ("claim 1 2 3", "claim needs a slot and a count: claim 1 2"),
        ("1", "claim needs a slot and a count: claim 1 2"),
        ("claim 1 9", "a count is 1 to 8"),
        ("dd 2 2", "two different slots"),
        ("dd 2", "dd needs two slots: dd 1 4"),
        ("roll 5", "roll needs no number"),
        ("duel", "duel needs the number of a claim: duel 7"),
        ("\x1b[31m", "is nothing to say"),
        ("ünïcode", "is nothing to say"),
        ("answer 3", "not now; you may: roll"),
        ("claim 1 1", "not now; you may: roll"),
        ("duel 99", "not now; you may: roll"),
    ],
)
def test_what_cannot_be_said_is_told(
    output: Output, monkeypatch: pytest.MonkeyPatch, line: str, answer: str
) -> None:
    text = play(output, monkeypatch, [line], "--seed", "3")
    assert f"No: {answer}" in text or (text.count("No: ") == 1 and answer in text)
    assert "\x1b" not in text


def test_a_claim_that_is_none_is_named_while_seeking(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["roll", *[""] * 3, "duel 99", "over 98", "answer 5"]
    text = play(output, monkeypatch, lines, "--seed", "3", "--pace", "0.1")
    assert "No: no claim #99" in text
    assert "No: no claim #98" in text
    assert "No: not now; you may: agree, claim, dd" in text


def test_lines_out_of_a_pipe_are_shown(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    text = play(output, monkeypatch, ["roll", "cl\x1baim 1"], "--seed", "3")
    assert re.findall("^> .*$", text, re.MULTILINE) == ["> roll", "> cl?aim 1", "> "]


def test_help_and_the_table_are_shown_on_demand(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = play(output, monkeypatch, ["?", "t"], "--seed", "3")
    assert '"Dot Duel!" on claim #7: it names too few' in text
    assert text.count("before the first round, 51 cards in the deck") == 2


def test_an_empty_line_lets_time_pass_until_all_wait_for_the_person(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = play(output, monkeypatch, [""] * 5, "--seed", "3")
    assert re.search(r"Ann throws \d\.", text)
    assert text.count("All wait for you: roll.") == 1


def test_what_all_wait_for_is_told_once_each_time(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only claims and agreements end a round: others have claimed or agreed long before.
    text = play(output, monkeypatch, ["roll", *[""] * 60], "--seed", "3")
    assert text.count("All wait for you: agree, or claim.") == 1


def test_odd_bytes_and_endless_lines_do_no_harm(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch, b"\xff\xfe\x00", b"x" * 100_000, b"roll")
    text = told(output, "play", "--seed", "3")
    assert text.count("No: ") == 2
    assert "Guest throws" in text


def test_games_that_cannot_be_are_refused(output: Output) -> None:
    assert "7" in refused(output, "play", "--players", "7")
    assert "window_ms" in refused(output, "play", "--rules", "window_ms=-1")
    assert "--name" in refused(output, "play", "--name", "x" * 101)
    assert "seconds above 0" in refused(output, "play", "--pace", "0")


def test_the_table_is_to_be_drawn_again_when_other_cards_show_and_not_for_a_claim() -> None:
    engine = dotduel.Engine(2, seed=6)
    session = dotduel_play._Session(Terminal(), engine, ["Guest", "Ann"], [], 100)
    engine.submit(0, None, "start")
    for seat in (0, 1):
        engine.submit(1, seat, "roll")
    before = session.what_shows()
    engine.submit(2, engine.roller, "roll")
    rolled = session.what_shows()
    assert rolled != before
    engine.submit(3, 0, "claim", card=engine.show[0], count=1)
    assert session.what_shows() == rolled
    assert engine.advance(6000).effects[0]["change"] == "added"
    assert session.what_shows() != rolled


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
def test_on_a_terminal_time_runs() -> None:
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    # Nothing waits for the person long.
    rules = ["--rules", "window_ms=500", "roll_timeout_ms=1000", "seek_idle_ms=2000"]
    command = [sys.executable, "-m", "dotcore", "dotduel", "play", "--seed", "3", "--bots", "quick"]
    process = subprocess.Popen(
        [*command, *rules],
        stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip
    os.close(theirs)
    said = b""

    def until(text: bytes) -> None:
        nonlocal said
        given_up = time.monotonic() + 60
        while text not in said:
            assert time.monotonic() < given_up, said
            said += os.read(ours, 4096)

    try:
        # The bots act without being waited for.
        until(b"Ann throws")
        os.write(ours, b"roll\n")
        until(b"Guest throws")
        os.write(ours, b"t\n")
        until(b"first player")
        # The table is drawn again by itself as cards are added.
        until(b"claims card")
        until(b"adds card")
        said = said[said.index(b"adds card") :]
        until(b"cards in the deck")
        os.write(ours, b"q\n")
        until(b"Stopped.")
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)


# Bots


def test_the_levels_that_the_command_names_are_those_there_are() -> None:
    assert tuple(bots.LEVELS) == dotduel_play.LEVEL_NAMES


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", list(bots.LEVELS))
def test_bots_play_games_to_their_end_and_say_nothing_that_is_rejected(
    monkeypatch: pytest.MonkeyPatch, level: str, seed: int
) -> None:
    outcomes = []

    def submit(engine: dotduel.Engine, seat: int, event: bots.Event) -> dotduel.Reply:
        reply = engine.submit(event[0], seat, event[1], **event[2])
        outcomes.append((reply.accepted, event, reply.outcome))
        engine.check_consistency()
        return reply

    monkeypatch.setattr(bots, "submit", submit)
    rules = dotduel.Rules(
        grounds_pick="choose" if seed else "top", call_names_count=bool(seed == 1),
        stacked_claims=seed == 2,
    )  # fmt: skip
    engine = dotduel.Engine(2 + seed, seed=seed, rules=rules)
    bots.play(engine, [bots.make(level, 10 * seed + seat) for seat in range(2 + seed)])
    assert engine.is_over
    assert sum(engine.scores) == 57
    assert [outcome for outcome in outcomes if not outcome[0]] == []


def test_a_bot_does_not_change_its_mind_when_asked_again() -> None:
    engine = dotduel.Engine(2, seed=1)
    engine.submit(0, None, "start")
    bot, twin = bots.make("fair", 3), bots.make("fair", 3)
    first = bot.next_event(engine.view(0), engine.deck)
    assert all(bot.next_event(engine.view(0), engine.deck) == first for _ in range(5))
    assert twin.next_event(engine.view(0), engine.deck) == first


def test_quick_bots_beat_slow_ones() -> None:
    won = 0
    for seed in range(20):
        engine = dotduel.Engine(2, seed=seed)
        bots.play(engine, [bots.make("quick", seed), bots.make("slow", seed)])
        won += engine.winner == 0
    assert won >= 16


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(dotcore.Error, match="one of slow, fair, quick"):
        bots.make("genius", 1)
    with pytest.raises(dotcore.Error, match="1 bots; one for each of the 2 seats"):
        bots.play(dotduel.Engine(2), [bots.make("slow", 1)])
