"""Records played through the rules, and played boards written as records."""

from __future__ import annotations

import copy
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.chains import chain_around

from dotcore import InvalidRecord, dots, sgf
from dotcore.sgf._chain import smallest_chain
from dotcore.sgf._dialects import PRESETS

DATA = Path(__file__).parent / "data" / "sgf"
SHARED = Path(__file__).parents[1].parent / "shared" / "games"
HEAD = "(;GM[40]FF[4]SZ[10]"
MANUAL = "RU[dotcore:capture=manual]"


def told(text: str) -> list[str]:
    return [str(fault).split(": ")[0] for fault in sgf.parse(text).diagnostics]


def board(text: str) -> dots.Board:
    return sgf.parse(text).games[0].board()


# From record to board


def test_a_board_at_any_node() -> None:
    game = sgf.parse(HEAD + ";B[bb];W[ab](;B[ba];W[cb])(;B[ii]))").games[0]
    assert game.board().move_number == 4
    assert game.board(game.root).move_number == 0
    other = game.root.children[0].children[0].children[1]
    assert [(move.x, move.y) for move in game.board(other).moves] == [(1, 1), (0, 1), (8, 8)]


def test_replay_goes_along_with_the_board() -> None:
    game = sgf.parse(HEAD + ";B[bb];W[ab]C[x];W[ba])").games[0]
    seen = [(node.comment, board.move_number) for node, board in game.replay()]
    assert seen == [("", 0), ("", 1), ("x", 2), ("", 3)]


def test_a_record_without_a_board_is_a_typed_error() -> None:
    game = sgf.parse("(;GM[40]FF[4];B[aa])").games[0]
    with pytest.raises(InvalidRecord, match="SZ"):
        game.board()


def test_starting_dots_are_those_set_up_in_the_root() -> None:
    position = board(HEAD + "AB[ee][ff]AW[fe][ef]PL[W];W[aa])")
    assert sorted(position.start_dots.tolist()) == [[4, 4, 0], [4, 5, 1], [5, 4, 1], [5, 5, 0]]
    assert board(HEAD + "AB[ee]PL[W])").to_move == 1
    assert position.move_number == 1


def test_dots_set_up_later_are_placed_out_of_turn() -> None:
    position = board(HEAD + ";B[aa];AB[bb][cc]AW[dd]PL[B])")
    assert [(move.x, move.player) for move in position.moves] == [(0, 0), (1, 0), (2, 0), (3, 1)]
    assert position.to_move == 0


def test_komi_counts_for_the_second_player() -> None:
    assert board(HEAD + "KM[2.5])").totals == (0.0, 2.5)


# What the rules refuse


def test_illegal_dots_are_told_and_left_out() -> None:
    text = HEAD + "RU[zagram];B[bb];W[bb];W[ab];W[ba];W[cb];W[bc];B[bb];B[ii])"
    assert told(text) == ["1:39 error illegal_occupied", "1:69 error illegal_occupied"]
    assert board(text).move_number == 6
    assert board(text).scores == (0, 1)


def test_a_dot_in_a_captured_region_is_told() -> None:
    ring = ";B[dc]" + "".join(f";W[{at}]" for at in ("cb", "db", "bc", "ec", "cd", "dd"))
    assert told(HEAD + "RU[zagram]" + ring + ";B[cc])") == ["1:75 error illegal_captured"]


def test_dots_in_captured_regions_show_that_enclosures_were_optional() -> None:
    ring = ";B[dc]" + "".join(f";W[{at}]" for at in ("cb", "db", "bc", "ec", "cd", "dd"))
    text = HEAD + ring + ";B[cc])"
    assert told(text) == ["1:65 warning optional_enclosures"]
    game = sgf.parse(text).games[0]
    assert game.rules.capture == "manual"
    assert game.board().scores == (0, 0)
    assert "no chains" in game.rules_reason


RING = ";B[bb];W[ab];W[ba];W[cb]"


def test_a_written_chain_is_closed() -> None:
    assert board(HEAD + RING + ";W[bc.bccbbaabbc])").scores == (0, 1)
    assert board(HEAD + RING + ";W[bc])").scores == (0, 1), "without rules, by itself"
    assert board(HEAD + MANUAL + RING + ";W[bc])").scores == (0, 0)


def test_of_two_chains_the_legal_one_is_closed() -> None:
    text = HEAD + MANUAL + RING + ";W[bc.iijijjijii.bccbbaabbc];B[ii])"
    assert told(text) == ["1:76 error illegal_chain"]
    assert board(text).scores == (0, 1)
    assert board(text).move_number == 6


def test_an_enclosed_dot_alone_is_enclosed_by_the_smallest_chain() -> None:
    position = board(HEAD + RING + ";W[bc!bb])")
    assert position.scores == (0, 1)
    assert len(position.moves[-1].enclose[0]) >= 4
    assert told(HEAD + RING + ";W[ii!bb])") == ["1:50 error illegal_chain"]


def test_no_move_follows_the_end() -> None:
    text = HEAD + ";B[bb];B[];W[cc];W[])"
    assert told(text) == ["1:33 error over", "1:39 error over"]


def test_variations_are_played_each_from_its_own_position() -> None:
    text = HEAD + ";B[aa](;W[bb];B[cc](;W[dd])(;W[cc]))(;W[bb](;B[bb])(;B[]))(;W[aa];B[bb]))"
    assert told(text) == [
        "1:51 error illegal_occupied",
        "1:67 error illegal_occupied",
        "1:82 error illegal_occupied",
    ]


def test_check_tells_the_faults_of_a_game_as_it_is_now() -> None:
    game = sgf.Game.new(10, rules=dots.Rules())
    node = game.root.add_move(0, 1, 1)
    assert game.check() == []
    node.add_move(1, 1, 1)
    assert [(fault.code, fault.line) for fault in game.check()] == [("illegal_occupied", 0)]
    record = sgf.parse(HEAD + ";B[aa]\n;W[aa])")
    assert record.games[0].check() == list(record.diagnostics)


# Results


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + "RE[W+1]" + RING + ";W[bc])", []),
        (HEAD + "RE[W+2]" + RING + ";W[bc])", ["1:58 warning result_mismatch"]),
        (HEAD + "RE[B+R]" + RING + ";W[bc])", []),
        (HEAD + "RE[0];B[aa])", []),
        (HEAD + "RE[W+1.5]KM[0.5]" + RING + ";W[bc])", []),
        (HEAD + "RU[russian]RE[W+1];B[ee])", []),
        (HEAD + "RE[W+G];B[ee])", ["1:34 warning result_mismatch"]),
        (HEAD + "RE[B+1];B[ee];B[])", ["1:38 warning result_mismatch"]),
        (HEAD + "RE[W+1];B[ee];B[])", []),
        ("(;GM[40]FF[4]SZ[1]RE[Draw];B[aa])", []),
        ("(;GM[40]FF[4]SZ[1]RE[B+1];B[aa])", ["1:33 warning result_mismatch"]),
    ],
)
def test_a_result_is_compared_with_what_was_played(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_the_fault_of_a_result_names_both_places() -> None:
    (fault,) = sgf.parse(HEAD + "RE[W+2]\n;B[aa])").diagnostics
    assert (fault.line, fault.column) == (2, 8)
    assert fault.message == "RE[W+2] at 1:23 is not what was played: 0"


# Dialects


@pytest.mark.parametrize(
    ("root", "moves", "rules"),
    [
        ("", ";B[aa]", dots.Rules.zagram()),
        ("", ";B[aa.aabbcbba]", dots.Rules.zagram_territory().replace(scoring="captures")),
        ("RU[2]AP[Kropki:0084.12]", ";B[aa]", dots.Rules.zagram()),
        ("", ";B[aa];TW[.aabbcbba]", dots.Rules.zagram_territory()),
        ("RU[Punish=0,Holes=1,MustSurr=0,ScoreTerr=0]", ";B[aa]", dots.Rules.zagram_territory()),
        ("RU[Punish=0,Holes=1,MustSurr=1,ScoreTerr=0]", ";B[aa]", dots.Rules.zagram()),
        ("AP[zagram.org]", ";B[aa.aabbcbba]", dots.Rules.zagram_territory()),
        ("RU[russian]", "", dots.Rules.russian().replace(start="empty")),
        ("AP[NOTAGO:4.4.0]", "", dots.Rules.russian().replace(start="empty")),
        ("AP[Спортивные Точки (playdots.ru)]", "", dots.Rules.russian().replace(start="empty")),
        (
            "AP[katago]RU[dotsCaptureEmptyBase1startPosCROSS_2startPosIsRandom0sui0komi0.5]",
            "",
            dots.Rules.russian().replace(start="empty", entry="illegal", capture_empty=True),
        ),
        (
            "AP[DotsGame]RU[Suicide=0,BaseMode=1]",
            "",
            dots.Rules.russian().replace(start="empty", entry="illegal", capture_empty=True),
        ),
        ("RU[bga]KM[1.5]", "", dots.Rules.bga().replace(komi=1.5)),
        ("RU[dotcore:zagram,entry=illegal]", "", dots.Rules.zagram().replace(entry="illegal")),
    ],
)
def test_rules_are_guessed_from_the_record(root: str, moves: str, rules: dots.Rules) -> None:
    game = sgf.parse(HEAD + root + moves + ")").games[0]
    assert game.rules == rules
    assert game.rules_reason


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_are_those_of_the_rules(name: str) -> None:
    preset: dots.Rules = getattr(dots.Rules, name)()
    assert dots.Rules(**PRESETS[name]) == preset
    assert f"RU[dotcore:{name}]" in sgf.Game.new(9, rules=preset).to_text()


RULES = st.builds(
    dots.Rules,
    capture=st.sampled_from(["automatic", "manual"]),
    entry=st.sampled_from(["wait", "capture", "illegal"]),
    recapture=st.sampled_from(["keep", "free"]),
    capture_empty=st.booleans(),
    scoring=st.sampled_from(["captures", "territory"]),
    ending=st.sampled_from(["stop", "ground", "full"]),
    komi=st.integers(-9, 9).map(lambda halves: halves / 2),
    start=st.sampled_from(["empty", "single", "cross", "double_cross", "four_crosses"]),
)


@settings(deadline=None)
@given(RULES)
def test_written_rules_read_back_the_same(rules: dots.Rules) -> None:
    game = sgf.Game.new(9, rules=rules)
    assert game.rules == rules
    assert sgf.parse(game.to_text()).games[0].rules == rules


# From board to record and back


def random_board(rules: dots.Rules, size: tuple[int, int], seed: int) -> dots.Board:
    """A game of random dots, of random chains under manual capture, and a random end."""
    rng = random.Random(seed)
    width, height = size
    board = dots.Board(width, height, rules)
    for _ in range(rng.randrange(width * height)):
        x, y, player = rng.randrange(width), rng.randrange(height), rng.randrange(2)
        if rng.random() < 0.8:
            player = board.to_move
        if rules.capture == "manual":
            play_with_chains(board, x, y, player)
        else:
            board.try_place(x, y, player)
        if board.is_terminal:
            break
    if board.is_terminal:
        return board
    end = rng.choice(["none", "to_move", "resign", "stop", "done", "ground"])
    if end == "to_move":
        board.to_move = 1 - board.to_move
    elif end == "resign":
        board.resign()
    elif end == "ground":
        board.ground(rng.randrange(2))
    elif end in ("stop", "done") and rules.ending == "stop":
        board.stop()
        if end == "done":
            board.stop()
    return board


def play_with_chains(board: dots.Board, x: int, y: int, player: int) -> None:
    cells = board.cells()
    own = dots.Cell.DOT_1 if player else dots.Cell.DOT_0
    enemy = dots.Cell.DOT_0 if player else dots.Cell.DOT_1
    for ey in range(board.height):
        for ex in range(board.width):
            if cells[ey, ex] == enemy:
                chain = smallest_chain(
                    board.width,
                    board.height,
                    lambda px, py: (px, py) == (x, y) or bool(cells[py, px] == own),
                    (ex, ey),
                )
                if chain is not None and board.try_place(x, y, player, [chain]):
                    return
    board.try_place(x, y, player)


@settings(deadline=None)
@given(RULES, st.tuples(st.integers(4, 9), st.integers(4, 9)), st.integers(0, 1 << 30))
def test_a_board_reads_back_equal(rules: dots.Rules, size: tuple[int, int], seed: int) -> None:
    played = random_board(rules, size, seed)
    text = sgf.dumps(played)
    record = sgf.parse(text)
    assert record.errors == ()
    again = record.games[0].board()
    assert again == played
    assert again.rules == rules
    assert len(again.moves) == len(played.moves)


def test_a_written_board_says_who_played_and_won() -> None:
    position = dots.Board(10, 10, dots.Rules.zagram())
    for x, y, player in [(1, 1, 0), (0, 1, 1), (1, 0, 1), (2, 1, 1), (1, 2, 1)]:
        position.place(x, y, player)
    position.stop()
    position.stop()
    game = sgf.from_board(position, PB="Ann", DT="2024-05-01")
    assert game.players[0].name == "Ann"
    assert game.result == sgf.Result("score", 1, 1.0)
    assert sgf.from_board(position, RE="?").result == sgf.Result("unknown")
    text = game.to_text()
    assert "RU[dotcore:zagram]" in text
    assert text.endswith(";B[bb];W[ab];W[ba];W[cb];W[bc];STOP[B];STOP[W])")


def test_boards_that_sgf_cannot_say_are_typed_errors() -> None:
    with pytest.raises(InvalidRecord, match="52"):
        sgf.from_board(dots.Board(53, 20))
    assert sgf.from_board(dots.Board(52, 52)).size == (52, 52)


# Chains


@settings(deadline=None)
@given(st.integers(4, 12), st.integers(4, 12), st.integers(0, 1 << 30))
def test_the_smallest_chain_is_that_of_the_slow_twin(width: int, height: int, seed: int) -> None:
    rng = random.Random(seed)
    walls = {
        (x, y)
        for x in range(width)
        for y in range(height)
        if x in (0, width - 1) or y in (0, height - 1) or rng.random() < 0.45
    }
    inside = (rng.randrange(1, width - 1), rng.randrange(1, height - 1))
    walls.discard(inside)
    chain = smallest_chain(width, height, lambda x, y: (x, y) in walls, inside)
    pool, waiting = {inside}, [inside]
    while waiting:
        x, y = waiting.pop()
        near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} - walls - pool
        pool |= near
        waiting += near
    assert chain is not None
    start = chain_around(pool)
    at = start.index(chain[0])
    assert chain in (start[at:] + start[:at], (start[at:] + start[:at])[::-1])


# Real games


REAL = [
    ("small_full_board.sgf", (0, 3), []),
    ("last_chain_illegal.sgf", (5, 6), ["19:7 error illegal_chain"]),
    ("territory_with_variations.sgf", (0, 0), []),
]


@pytest.mark.parametrize(("name", "scores", "faults"), REAL)
def test_a_real_game_is_played_through(
    name: str, scores: tuple[int, int], faults: list[str]
) -> None:
    record = sgf.read_file(DATA / name)
    assert [str(fault).split(": ")[0] for fault in record.diagnostics] == faults
    assert record.games[0].board().scores == scores


def test_final_pools_end_a_territory_game() -> None:
    game = sgf.read_file(DATA / "territory_with_variations.sgf").games[0]
    position = game.board()
    assert position.is_terminal
    assert position.totals == (8.0, 11.5)
    assert str(game.result) == "W+3", "each total without its half"
    pools = list(game.main_line())[-1].pools
    assert pools is not None
    assert len(pools) == 16


# Real records that do not agree with themselves, and what a reader should say of them.
KNOWN_FAULTS = {
    "g007": ["illegal_chain"],  # it encloses its own new dot alone
    "g017": ["optional_enclosures"],
    "g104": ["optional_enclosures"],
}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the larger set of real records is not here")
def test_all_real_records_are_read_played_and_written() -> None:
    records = {path.stem: sgf.read_file(path) for path in sorted(SHARED.glob("*.sgf"))}
    assert len(records) == 59
    for name, record in records.items():
        codes = [fault.code for fault in record.diagnostics if fault.code != "missing_property"]
        assert codes == KNOWN_FAULTS.get(name, []), name
        assert record.to_bytes() == (SHARED / f"{name}.sgf").read_bytes()
        assert copy.deepcopy(record) == record


def test_chains_that_were_closed_as_acts_of_their_own_are_written_with_their_dot() -> None:
    board = dots.Board(5, 5, rules=dots.Rules.zagram_territory())
    for x, y, player in [(2, 1, 0), (1, 2, 0), (2, 2, 1), (3, 2, 0)]:
        board.place(x, y, player=player)
    board.to_move = 0
    for act in ("2,3", "enclose 2,2", "end_turn"):
        board.apply(board.string_to_action(act))
    text = sgf.dumps(board)
    assert sgf.parse(text).games[0].board() == board
    assert len(board.captures) == 1
    board.undo()  # a turn that is not ended is nothing that a record can say
    with pytest.raises(InvalidRecord):
        sgf.dumps(board)


def test_a_board_after_some_moves_counts_moves_and_not_nodes() -> None:
    game = sgf.parse("(;GM[40]FF[4]SZ[5];C[hello];B[aa];AB[dd]AW[ee];W[bb])").games[0]
    numbers = [game.board(move=count).move_number for count in range(6)]
    assert numbers == [0, 1, 2, 3, 4, 4]
    assert game.board(move=9) == game.board()
    with pytest.raises(ValueError, match="move=-1; 0 or more"):
        game.board(move=-1)
