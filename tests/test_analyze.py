"""What moves were worth: dotcore.analysis and the command dotcore analyze."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.test_cli import FakeTerminal, Output, refused, told

from dotcore import Error, analysis, dots, search, sgf
from dotcore.analysis._review import _Judge
from dotcore.cli import main
from dotcore.cli._graph import graph
from dotcore.cli._terminal import Terminal

EXAMPLE = str(Path(__file__).parents[1] / "examples" / "game.sgf")
SHARED_GAMES = Path(__file__).parents[2] / "shared" / "games"
SVG = "{http://www.w3.org/2000/svg}"


def effort(simulations: int) -> analysis.Effort:
    return analysis.Effort(simulations=simulations, time_ms=None)


def game_of(*points: tuple[int, int], size: int = 7, rules: str = "bga") -> dots.Board:
    board = dots.Board(size, size, rules)
    for x, y in points:
        board.place(x, y)
    return board


def drawn_game() -> dots.Board:
    """A draw, which a search proves after it has seen much that one of the players would win."""
    board = dots.Board(4, 3, "zagram", "empty")
    for x, y in [(3, 2), (1, 1), (2, 1), (1, 2), (1, 0), (3, 1), (0, 1)]:
        board.place(x, y)
    return board


def saved(tmp_path: Path, board: dots.Board) -> str:
    file = tmp_path / "game.sgf"
    sgf.from_board(board, PB="Ann", PW="Ben").write(file)
    return str(file)


# The library


def test_a_missed_capture_is_a_blunder_and_the_capture_is_the_better_move() -> None:
    # X has three dots around (3, 3) and looks away; O then saves the dot.
    board = game_of((3, 2), (3, 3), (2, 3), (0, 0), (4, 3), (6, 6), (0, 6), (3, 4), size=7)
    reviews = list(analysis.review(board, first=7, effort=effort(1000)))
    missed = reviews[0]
    assert (missed.text, missed.better, missed.mark) == ("0,6", "3,4", "??")
    assert missed.line[0] == "3,4"
    assert missed.after.best == "3,4"
    assert missed in analysis.blunders(reviews)


def test_a_capture_raises_the_captors_chance() -> None:
    board = game_of((3, 2), (3, 3), (2, 3), (0, 0), (4, 3), (6, 6), (3, 4), size=7)
    *_, last = analysis.review(board, effort=effort(500))
    assert last.change == (1, 0)
    assert (last.loss, last.mark, last.better) == (0.0, "", "")
    assert last.after.chance > 0.6
    assert last.after.margin > 0


def test_a_better_answer_than_thought_tells_on_the_move_that_let_it_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The search takes 1,1 for the best move, and sees only behind the answer what it costs;
    # looking longer it finds 3,3.
    outlooks = {0: (0.5, "1,1"), 1: (0.5, "4,4"), 2: (0.1, "0,0"), 3: (0.1, "1,0")}

    def look(board: dots.Board, effort: analysis.Effort, salt: int = 0) -> analysis.Outlook:
        del salt
        dots_there = board.to_ascii().count("X") + board.to_ascii().count("O")
        chance, best = outlooks[dots_there]
        if effort.simulations == 40:
            best = "3,3" if dots_there == 0 else best
            chance = 0.6 if not board.is_legal(3, 3) else chance
        return analysis.Outlook(
            value=2 * chance - 1, margin=0, best=best, line=(best,), simulations=1, proven=False
        )

    monkeypatch.setattr("dotcore.analysis._review.look", look)
    first, second = analysis.review(game_of((1, 1), (2, 2)), effort=effort(10))
    assert (first.text, first.better, first.mark) == ("1,1", "3,3", "??")
    assert first.chance_loss == pytest.approx(0.5)
    assert first.after.line == ("2,2", "0,0")
    assert second.mark == ""


def test_a_better_move_that_is_refuted_gives_way_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The search promises 0.6 for 3,3, which turns out as bad as the 0,0 that was played; 2,2 keeps
    # 0.55, and 1,1, which looked third best, is bad again.
    seen = []

    def look(board: dots.Board, effort: analysis.Effort, salt: int = 0) -> analysis.Outlook:
        del effort, salt
        cells = board.to_ascii().split()
        found = [f"{x},{y}" for y, row in enumerate(cells) for x, c in enumerate(row) if c == "X"]
        (move,) = found or [""]
        seen.append(move)
        chance = {"": 0.6, "2,2": 0.55}.get(move, 0.2)
        return analysis.Outlook(
            value=2 * chance - 1,
            margin=0,
            best="3,3" if not move else "4,4",
            line=("4,4",),
            simulations=1,
            proven=False,
            others=("2,2", "1,1") if not move else (),
        )

    monkeypatch.setattr("dotcore.analysis._review.look", look)
    (one,) = analysis.review(game_of((0, 0)), effort=effort(10))
    assert (one.better, one.mark, one.line) == ("2,2", "??", ("2,2", "4,4"))
    assert one.chance_loss == pytest.approx(0.35)
    assert one.before.chance - one.after.chance == pytest.approx(one.chance_loss)
    assert seen.count("2,2") == 1
    assert "1,1" not in seen


def test_an_answer_that_is_no_act_before_the_move_is_not_tried_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # X stops, which looks bad in every way; O's best is then "done", which X could not play.
    board = dots.Board(4, 4)
    board.stop()

    def look(board: dots.Board, effort: analysis.Effort, salt: int = 0) -> analysis.Outlook:
        del effort, salt
        legal = [board.action_to_string(int(action)) for action in board.legal_actions()]
        best = legal[0] if "stop" in legal else "done"
        value = 0.9 if "X" not in board.to_ascii() and "stop" in legal else -0.9
        return analysis.Outlook(
            value=value, margin=0, best=best, line=(best,), simulations=1, proven=False
        )

    monkeypatch.setattr("dotcore.analysis._review.look", look)
    (one,) = analysis.review(board, effort=effort(10))
    assert (one.text, one.after.best, one.mark) == ("stop", "done", "")


def test_a_blunder_is_marked_though_the_first_better_move_is_refuted() -> None:
    # O leaves a point from which X gains four; the search's own choice for O lets that happen too.
    board = sgf.read(EXAMPLE).games[0].board()
    marks = [
        next(
            analysis.review(
                board,
                first=42,
                last=42,
                effort=analysis.Effort(simulations=1000, time_ms=None, seed=seed),
            )
        ).mark
        for seed in range(4)
    ]
    assert marks.count("??") >= 3


def test_a_loss_is_what_lies_between_before_and_after() -> None:
    board = sgf.read(EXAMPLE).games[0].board()
    reviews = list(analysis.review(board, first=40, last=48, effort=effort(300)))
    assert any(one.mark for one in reviews)
    for one in reviews:
        if one.better:
            sign = 1 if one.player == 0 else -1
            assert one.before.best == one.better
            lost = sign * (one.before.margin - one.after.margin)
            assert one.loss == pytest.approx(max(0, lost))
            lost = sign * (one.before.chance - one.after.chance)
            assert one.chance_loss == pytest.approx(max(0, lost))


def test_a_move_that_a_better_one_was_found_for_is_not_the_best() -> None:
    board = sgf.read(EXAMPLE).games[0].board(move=1)
    (one,) = analysis.review(board, effort=effort(20))
    best = replace(one, before=replace(one.before, best=one.text), better="")
    assert analysis.summary([best], 0).best == 1
    assert analysis.summary([replace(best, better="3,3", loss=1.7, mark="?")], 0).best == 0


def test_a_search_that_the_clock_cut_says_so() -> None:
    board = dots.Board(20, 20)
    assert analysis.look(board, analysis.Effort(simulations=10**6, time_ms=1)).cut
    assert not analysis.look(board, analysis.Effort(simulations=10, time_ms=1e6)).cut
    assert not analysis.look(board, analysis.Effort(simulations=None, time_ms=1)).cut
    assert not analysis.look(dots.Board(1, 1), analysis.Effort(simulations=999, time_ms=1e6)).cut


def test_a_proven_draw_has_no_margin() -> None:
    outlook = analysis.look(drawn_game(), effort(5000))
    assert (outlook.proven, outlook.value, outlook.margin) == (True, 0, 0)


def test_equal_efforts_give_equal_reviews() -> None:
    board = sgf.read(EXAMPLE).games[0].board(move=5)
    first, second = (
        [one.to_dict() for one in analysis.review(board, effort=effort(60))] for _ in range(2)
    )
    assert first == second
    other = analysis.Effort(simulations=60, time_ms=None, seed=5)
    assert [one.to_dict() for one in analysis.review(board, effort=other)] != first


def test_the_board_is_not_changed() -> None:
    board = game_of((1, 1), (2, 2), (3, 3))
    before = board.copy()
    list(analysis.review(board, effort=effort(20)))
    assert board == before
    assert board.moves == before.moves


def test_positions_have_the_player_to_move_who_moved_then() -> None:
    board = dots.Board(6, 6)
    board.place(1, 1)
    board.place(2, 2, player=0)
    board.place(3, 3, player=1)
    found = analysis.positions(board)
    assert [one.current_player for one in found] == [0, 0, 1, 0]
    assert [one.to_ascii().count("X") for one in found] == [0, 1, 2, 2]
    reviews = list(analysis.review(board, effort=effort(20)))
    assert [one.player for one in reviews] == [0, 0, 1]


@pytest.mark.parametrize(
    ("rules", "act", "text", "chance"),
    [
        ("russian", "ground", "ground", 0.5),
        ("bga", "resign", "resign", 1.0),
        ("bga", "stop", "stop", None),
    ],
)
def test_acts_that_are_no_dots_are_told_in_words(
    rules: str, act: str, text: str, chance: float | None
) -> None:
    board = dots.Board(5, 5, dots.Rules.preset(rules), "empty")
    board.place(0, 0)
    getattr(board, act)(1)
    *_, last = analysis.review(board, effort=effort(50))
    assert (last.text, last.move.kind, last.player) == (text, act, 1)
    if chance is not None:
        assert last.after.chance == chance
        assert (last.after.best, last.after.line, last.after.simulations) == ("", (), 0)
    if act == "resign":
        assert (last.loss, last.better) == (0, "")


def test_moves_after_a_stop_are_one_players() -> None:
    board = dots.Board(4, 4)
    board.place(0, 0)
    board.stop()
    board.place(1, 1)
    board.place(2, 2)
    board.stop()
    reviews = list(analysis.review(board, effort=effort(30)))
    assert [one.player for one in reviews] == [0, 1, 0, 0, 0]
    assert [one.text for one in reviews] == ["0,0", "stop", "1,1", "2,2", "done"]


def test_a_turn_of_several_acts_is_looked_at_act_by_act() -> None:
    board = dots.Board(5, 5, "zagram_territory")
    for x, y in [(2, 1), (2, 2), (1, 2), (0, 0), (3, 2), (4, 4)]:
        board.place(x, y)
    board.apply(board.dot_action(2, 3))
    assert board.is_closing
    board.apply(board.enclose_action(2, 2))
    reviews = list(analysis.review(board, effort=effort(60)))
    assert [one.text for one in reviews[-2:]] == ["2,3", "enclose 2,2"]
    assert reviews[-1].change == (1, 0)


def test_where_players_close_what_they_can_the_search_need_not_choose() -> None:
    board = dots.Board(6, 6, "zagram_territory")
    ring = [(2, 1), (1, 2), (3, 2)]
    for (x, y), (ox, oy) in zip(ring, [(2, 2), (0, 0), (5, 5)], strict=True):
        board.place(x, y)
        board.place(ox, oy)
    chain = [(2, 1), (1, 2), (2, 3), (3, 2)]
    at_once, later = board.copy(), board.copy()
    at_once.place(2, 3, enclose=[chain])
    later.place(2, 3)
    later.place(5, 0)
    later.place(0, 5, enclose=[chain])
    captures = [one.rules.capture for one in analysis.positions(at_once)]
    assert captures == ["automatic"] * 8
    captures = [one.rules.capture for one in analysis.positions(later)]
    assert captures == ["automatic"] * 7 + ["manual"] * 2 + ["automatic"]
    for played in (at_once, later):
        for one, move in zip(analysis.positions(played), played.moves, strict=False):
            assert one.current_player == move.player
    assert [one.text for one in analysis.review(later, first=7, effort=effort(30))] == [
        *("2,3", "5,0", "0,5"),
    ]


def test_marks_go_by_points_or_by_chances() -> None:
    for size, loss, chance_loss, mark in [
        (12, 0.0, 0.0, ""),
        (12, 1.49, 0.079, ""),
        (12, 1.5, 0.0, "?"),
        (12, 0.0, 0.08, "?"),
        (12, 3.0, 0.0, "??"),
        (12, 0.0, 0.15, "??"),
        (5, 1.5, 0.0, "?"),
        (24, 2.9, 0.0, ""),
        (24, 3.0, 0.0, "?"),
        (24, 0.0, 0.15, "??"),
    ]:
        judge = _Judge(0, dots.Board(size, size), effort(1), 1)
        assert judge._mark(loss, chance_loss) == mark


def test_a_summary_counts_the_moves_of_a_player() -> None:
    board = sgf.read(EXAMPLE).games[0].board(move=20)
    reviews = list(analysis.review(board, effort=effort(40)))
    first, second = (analysis.summary(reviews, player) for player in (0, 1))
    assert (first.moves, second.moves) == (10, 10)
    mine = [one for one in reviews if one.player == 0]
    assert first.mean_loss == pytest.approx(sum(one.loss for one in mine) / 10)
    assert first.best == sum(one.text == one.before.best and not one.better for one in mine)
    assert Counter(one.mark for one in mine)["??"] == first.blunders
    assert analysis.summary([], 0).mean_loss == 0


def test_an_outlook_is_the_mean_over_all_that_was_searched() -> None:
    board = dots.Board(6, 6, start="cross", to_move=1)
    result = search.mcts(board, simulations=400, seed=3)
    outlook = analysis.outlook_of(board, result)
    seen = result.visits > 0
    mean = (result.visits[seen] * result.values[seen]).sum() / result.visits.sum()
    assert outlook.value == pytest.approx(-mean, abs=1e-5)  # as the first player sees it
    assert outlook.best == board.action_to_string(result.best)


def test_candidates_leave_out_what_was_only_glanced_at() -> None:
    board = dots.Board(8, 8, start="cross")
    found = analysis.candidates(board, search.mcts(board, simulations=2000), most=5)
    assert 1 <= len(found) <= 5
    assert all(100 * one.visits >= found[0].visits for one in found)
    assert found[0].action == search.mcts(board, simulations=2000).best


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"first": 0}, "the game has 2"),
        ({"last": 3}, "the game has 2"),
        ({"effort": analysis.Effort(simulations=None, time_ms=None)}, "without limit"),
    ],
)
def test_what_cannot_be_reviewed_is_told_at_once(options: dict[str, Any], told: str) -> None:
    with pytest.raises(Error, match=told):
        analysis.review(game_of((0, 0), (1, 1)), **options)


@pytest.mark.parametrize("spec", ["random", "go", "strong:simulations=3", "strong:depth", "gtp:x"])
def test_only_searches_analyze(spec: str) -> None:
    with pytest.raises(Error):
        analysis.config_of(spec)


# The graph


def test_a_long_game_fits_into_the_width() -> None:
    lines = graph(Terminal(), 1, [0.01 * i for i in range(500)], [], 60)
    assert max(map(len, lines)) <= 60
    assert lines[0].strip().startswith("+4.5")


def test_a_graph_in_signs_has_half_lines() -> None:
    terminal = Terminal()
    terminal.color = terminal.unicode = True
    text = "\n".join(graph(terminal, 1, [4.0, 1.5, -4.0], [2], 60))
    assert "█" in text
    assert "▄" in text
    assert "─" in text


def test_a_graph_of_an_even_game_is_a_line() -> None:
    assert graph(Terminal(), 7, [0.0, 0.0], [], 60) == ["    0  --", "       7"]


# The command, whole games


def test_analyze_tells_moves_graph_and_blunders(capsys: Output) -> None:
    shown = told(
        capsys, "analyze", EXAMPLE, "--from", "42", "--to", "48", "--simulations", "400"
    ).splitlines()
    assert shown[0] == "X Ann - O Ben, 12x12, rules russian"
    assert re.fullmatch(r" move +point +score +X wins +X leads +better loses", shown[1])
    rows = [line for line in shown if re.match(r"  4\d\. [XO] (Ann|Ben) +\d+,\d+ +\d : \d", line)]
    assert len(rows) == 7
    assert re.search(r"^  45\. X Ann 7,10 +1 : 0 +\d+% +-\d+\.\d  7,5 +\d+\.\d \?\?$", rows[3])
    text = "\n".join(shown)
    assert "\nexpected lead at the end: X above the line, O below\n" in text
    assert re.search(r"\n  45\. X Ann 7,10 \?\? loses \d+\.\d points, \d\d% to win\n", text)
    assert re.search(r"\n      better       7,5 \d", text)
    assert re.search(r"\nX Ann: 3 moves, \d of them the best, \d\.\d\d points lost a move", text)


def test_analyze_in_json_has_everything(capsys: Output) -> None:
    command = ["analyze", EXAMPLE, "--from", "44", "--to", "46", "--simulations", "300", "--json"]
    seen = json.loads(told(capsys, *command))
    assert [one["number"] for one in seen["moves"]] == [44, 45, 46]
    assert seen["players"][0]["name"] == "Ann"
    assert (seen["complete"], seen["moves_in_game"]) == (True, 79)
    assert seen["effort"] == {
        "engine": "strong",
        "simulations": 300,
        "time_ms": None,
        "threads": 1,
        "seed": 0,
    }
    for one in seen["moves"]:
        assert 0 <= one["after"]["chance"] <= 1
        assert one["loss"] >= 0
    assert set(seen["blunders"]) <= {44, 45, 46}
    assert [one["moves"] for one in seen["summary"]] == [1, 2]
    assert told(capsys, *command) == json.dumps(seen, indent=2) + "\n"


def test_the_picture_of_a_game_frames_its_blunders(capsys: Output, tmp_path: Path) -> None:
    out = tmp_path / "game.svg"
    told(
        capsys,
        *("analyze", EXAMPLE, "--from", "44", "--to", "46", "--simulations", "400"),
        *("--svg", str(out)),
    )
    picture = ET.parse(out)
    framed = [one for one in picture.iter(f"{SVG}rect") if one.get("class") == "highlight"]
    assert len(framed) >= 1
    numbers = {one.text for one in picture.iter(f"{SVG}text")}
    assert "46" in numbers
    assert "47" not in numbers


def test_columns_that_do_not_add_up_are_explained(capsys: Output) -> None:
    note = "\nloses: against the better move, not against the row above\n"
    command = ["analyze", EXAMPLE, "--simulations", "300"]
    assert note in told(capsys, *command, "--from", "45", "--to", "45")
    assert note not in told(capsys, "analyze", EXAMPLE, "--from", "79", "--simulations", "300")


def test_with_a_seed_no_clock_ends_a_search(capsys: Output) -> None:
    command = ["analyze", EXAMPLE, "--from", "3", "--to", "3", "--json"]
    for seed, time_ms in [([], 100), (["--seed", "0"], None), (["--seed", "7"], None)]:
        seen = json.loads(told(capsys, *command, *seed))["effort"]
        assert (seen["simulations"], seen["time_ms"]) == (1000, time_ms)
    seen = json.loads(told(capsys, *command, "--seed", "7", "--time", "0.01"))["effort"]
    assert (seen["simulations"], seen["time_ms"], seen["seed"]) == (None, 10, 7)
    command = ["analyze", EXAMPLE, "--move", "75", "--seed", "2", "--json"]
    seen = json.loads(told(capsys, *command))["effort"]
    assert (seen["simulations"], seen["time_ms"]) == (20000, None)


def test_a_clock_that_cuts_searches_short_is_told(capsys: Output) -> None:
    limits = ["--simulations", "1000000", "--time", "0.002"]
    shown = told(capsys, "analyze", EXAMPLE, "--from", "3", "--to", "4", *limits)
    assert "\nthe clock cut the search short at 2 moves; " in shown
    shown = told(capsys, "analyze", EXAMPLE, "--move", "3", *limits)
    assert re.search(r"\nsearch  [\d,]+ simulations of 1,000,000, cut short by the clock", shown)
    assert "clock" not in told(
        capsys, "analyze", EXAMPLE, "--from", "3", "--to", "4", "--simulations", "50"
    )


def test_a_whole_game_takes_its_default_effort(capsys: Output, tmp_path: Path) -> None:
    shown = told(capsys, "analyze", saved(tmp_path, game_of((1, 1), (2, 2), (3, 3), size=5)))
    assert "\nX Ann: 2 moves" in shown
    assert "\n0 : 0, not ended, even\n" in shown


def test_a_record_without_moves_has_nothing_to_analyze(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "start.sgf"
    file.write_text("(;FF[4]GM[40]SZ[5])")
    assert told(capsys, "analyze", str(file)).endswith("\nno moves\n")
    seen = json.loads(told(capsys, "analyze", str(file), "--json"))
    assert (seen["moves"], seen["blunders"]) == ([], [])
    assert "not ended" not in told(capsys, "analyze", str(file), "--move", "0", "--time", "0.01")


@pytest.mark.parametrize("act", ["ground", "stop", "resign"])
def test_games_that_were_ended_are_analyzed(act: str, capsys: Output, tmp_path: Path) -> None:
    board = game_of((0, 0), (4, 4), size=5, rules="russian" if act == "ground" else "bga")
    getattr(board, act)()
    if act == "stop":
        board.stop()
    file = saved(tmp_path, board)
    shown = told(capsys, "analyze", file, "--simulations", "50")
    assert act in shown
    ended = told(capsys, "analyze", file, "--move", str(board.move_number))
    assert "visits" not in ended
    seen = json.loads(told(capsys, "analyze", file, "--move", str(board.move_number), "--json"))
    assert (seen["candidates"], seen["search"], seen["outlook"]["proven"]) == ([], None, True)


def test_a_faulty_record_is_analyzed_as_far_as_it_goes(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "faulty.sgf"
    file.write_text("(;FF[4]GM[40]SZ[5];B[aa];W[aa];B[bb])")
    assert main(["analyze", str(file), "--simulations", "20"]) == 0
    printed = capsys.readouterr()
    assert re.fullmatch(r"dotcore: .*faulty.sgf: 1 fault; dotcore show tells them\n", printed.err)
    assert "   2. X first  1,1" in printed.out


def test_the_main_line_is_looked_at_and_another_game_on_demand(
    capsys: Output, tmp_path: Path
) -> None:
    file = tmp_path / "two.sgf"
    file.write_text("(;GM[40]FF[4]SZ[5](;B[aa];W[bb])(;B[cc];W[dd]))(;GM[40]FF[4]SZ[6];B[ee])")
    shown = told(capsys, "analyze", str(file), "--simulations", "20")
    assert " 0,0 " in shown
    assert " 2,2 " not in "\n".join(re.findall(r"^ *\d+\. X.*", shown, re.MULTILINE)[:1])
    second = told(capsys, "analyze", str(file), "--game", "2", "--simulations", "20")
    assert "6x6" in second


# The command, one position


def test_a_position_is_shown_with_the_best_points_marked(capsys: Output) -> None:
    command = ["analyze", EXAMPLE, "--move", "44", "--simulations", "3000"]
    shown = told(capsys, *command)
    assert shown.startswith(
        "X Ann - O Ben, 12x12, rules russian\nafter move 44 of 79, score 1 : 0, X Ann to move\n"
    )
    assert "\n 5  . O . . . X O 1 . X" in shown
    assert re.search(r"\n1\. 7,5 +[\d,]+ +\d+% +\d+% +[+-]\d+\.\d\n", shown)
    assert "\nline    7,5 " in shown
    assert "\nsearch  3,000 simulations" in shown


def test_what_can_be_forced_is_told(capsys: Output) -> None:
    shown = told(capsys, "analyze", EXAMPLE, "--move", "45", "--simulations", "20")
    assert "\nO can force +5 by 7,9 " in shown
    board = sgf.read(EXAMPLE).games[0].board(move=45)
    assert analysis.tactics(board, 1).ladder == 5
    board.place(7, 9)
    board.place(0, 0)
    assert analysis.tactics(board, 1).captures[0] == ("8,8", 5)
    shown = told(capsys, "analyze", EXAMPLE, "--move", "46", "--simulations", "20")
    assert "\nO can capture at 8,8 (+5)" in shown


def test_a_position_in_json_and_as_a_picture(capsys: Output, tmp_path: Path) -> None:
    out = tmp_path / "position.svg"
    command = ["analyze", EXAMPLE, "--move", "44", "--simulations", "2000", "--json"]
    seen = json.loads(told(capsys, *command, "--svg", str(out)))
    assert seen["candidates"][0]["point"] == [7, 5]
    assert seen["outlook"]["best"] == seen["candidates"][0]["move"] == "7,5"
    assert sum(seen["search"]["visits"]) >= seen["candidates"][0]["visits"]
    assert seen["move_number"] == 44
    marks = [
        one.findtext(f"{SVG}text")
        for one in ET.parse(out).iter(f"{SVG}g")
        if one.get("class") == "mark"
    ]
    assert marks == [str(i + 1) for i in range(len(seen["candidates"]))]


def test_an_engine_with_options_searches(capsys: Output) -> None:
    for spec in ("uniform", "strong:exploration=0.3,informed=false"):
        command = ["analyze", EXAMPLE, "--move", "4", "--simulations", "50", "--json"]
        seen = json.loads(told(capsys, *command, "--engine", spec, "--threads", "2"))
        assert (seen["effort"]["engine"], seen["effort"]["threads"]) == (spec, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--move", "80"],
        ["--move", "-1"],
        ["--move", "3", "--from", "2"],
        ["--from", "80"],
        ["--from", "0"],
        ["--from", "-3"],
        ["--to", "80"],
        ["--from", "9", "--to", "8"],
        ["--time", "0"],
        ["--time", "nan"],
        ["--simulations", "0"],
        ["--simulations", "x"],
        ["--simulations", "99999999999"],
        ["--threads", "0"],
        ["--threads", "1000"],
        ["--engine", "random"],
        ["--engine", "strong:simulations=5"],
        ["--engine", "strong:amaf=-1"],
        ["--game", "2"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_told_in_one_line(arguments: list[str], capsys: Output) -> None:
    refused(capsys, "analyze", EXAMPLE, *arguments, status=2)


def test_a_number_that_is_too_large_is_told_the_largest(capsys: Output) -> None:
    most = ["--simulations", "99999999999"]
    assert "at most 999999999" in refused(capsys, "analyze", EXAMPLE, *most, status=2)


@pytest.mark.parametrize(
    ("spec", "wrong"),
    [
        ("foo", "dotcore: --engine: no engine 'foo'; "),
        ("strong:simulations=5", "simulations is told by --simulations, not with the engine"),
        ("uniform:time_ms=5", "time_ms is told by --time, not with the engine"),
        ("strong:resign=0.9", "resign is no option of the search itself"),
    ],
)
def test_what_is_wrong_with_an_engine_is_told(spec: str, wrong: str, capsys: Output) -> None:
    assert wrong in refused(capsys, "analyze", EXAMPLE, "--engine", spec, status=2)


def test_files_that_cannot_be_used_are_told(capsys: Output, tmp_path: Path) -> None:
    refused(capsys, "analyze", str(tmp_path / "none.sgf"), status=1)
    out = str(tmp_path / "no" / "board.svg")
    command = ["analyze", EXAMPLE, "--move", "3", "--simulations", "10", "--svg"]
    assert "board.svg" in refused(capsys, *command, out, status=1)


@pytest.mark.parametrize("has_rich", [False, True])
@pytest.mark.parametrize("one", [["--to", "4"], ["--move", "4"]], ids=" ".join)
def test_progress_is_shown_on_a_terminal_alone(
    one: list[str], has_rich: bool, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    if has_rich:
        pytest.importorskip("rich")
    else:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    shown = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", shown)
    assert main(["analyze", EXAMPLE, *one, "--simulations", "100"]) == 0
    assert "analyze" in shown.getvalue()
    assert "100%" in shown.getvalue()
    assert "100%" not in capsys.readouterr().out.splitlines()[0]


def interrupted(*arguments: str) -> tuple[str, int]:
    """What a command prints that hears Ctrl-C in the middle of its work."""
    with subprocess.Popen(
        [sys.executable, "-m", "dotcore", "analyze", EXAMPLE, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
    ) as process:
        until = time.monotonic() + 20
        maps = Path(f"/proc/{process.pid}/maps")
        while maps.exists() and "_core." not in maps.read_text() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(1.0 if maps.exists() else 3.0)  # it is at work
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert err == ""
    return out, process.returncode


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_prints_what_was_found() -> None:
    out, status = interrupted("--time", "0.1")
    assert status == 130
    assert re.search(r"interrupted after \d+ of 79 moves|no move was looked at", out)
    out, status = interrupted("--move", "30", "--time", "1000", "--json")
    assert status == 130
    assert json.loads(out)["complete"] is False


# Real records


@pytest.mark.skipif(not SHARED_GAMES.is_dir(), reason="the shared games are not here")
def test_every_shared_game_is_analyzed(capsys: Output) -> None:
    files = sorted(SHARED_GAMES.glob("*.sgf"))
    assert len(files) == 59
    for file in files:
        board = sgf.read_file(file, check=False).games[0].board()
        moves = board.move_number
        (last,) = analysis.review(board, first=moves, effort=effort(1))
        assert last.scores == board.scores, file.name
        if not board.is_terminal:
            assert analysis.look(board, effort(1)).best, file.name
    for file in files[::8]:
        assert main(["analyze", str(file), "--move", "4", "--simulations", "1"]) == 0
        assert "\nline " in capsys.readouterr().out, file.name
        command = ["analyze", str(file), "--to", "2", "--simulations", "1", "--json"]
        assert main(command) == 0
        assert len(json.loads(capsys.readouterr().out)["moves"]) == 2, file.name
