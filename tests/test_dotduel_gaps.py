"""Where the rules of Dot Duel are silent: a case for each row of the table in docs/dotduel.md.

Each row's default, and each value of the option that changes it. Duels and the end are in
test_dotduel_gaps_in_duels.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.dotduel_table import SHOWN, Table, duel, seek

# Claims


def test_a_second_claim_on_a_claimed_card_is_refused_without_a_penalty() -> None:
    table = seek()
    table.do(0, 0, "claim", 1, 1)
    assert table.do(0, 1, "claim", 1, 1) == "TAKEN"
    assert table.do(0, 0, "claim", 1, 2) == "TAKEN"  # one's own, too
    assert table.status == "AAA"


def test_stacked_claims_wait_and_go_live_with_a_new_period_when_the_one_before_is_void() -> None:
    table = seek(stacked_claims=True)
    table.do(0, 0, "claim", 1, 3)
    assert table.do(10, 1, "claim", 1, 2) == "QUEUED"
    assert table.do(20, 2, "claim", 1, 1) == "QUEUED"
    assert table.do(20, 1, "claim", 1, 1) == "ALREADY"
    waiting = [(claim["id"], claim["deadline"]) for claim in table.engine.claims[1:]]
    assert waiting == [(None, None)] * 2
    assert table.do(30, 2, "prove_over", 1) == "PROVED"
    told = {(c["id"], c["player"], c["deadline"]) for c in table.engine.claims}
    assert told == {(2, 1, 5030), (None, 2, None)}
    assert table.do(40, 2, "prove_over", 2) == "PROVED"
    table.advance(5040)
    assert table.personal == [[], [], [1]]


def test_stacked_claims_are_dropped_when_the_card_leaves_show() -> None:
    table = seek(stacked_claims=True)
    table.do(0, 0, "claim", 1, 1)
    table.do(10, 1, "claim", 1, 1)
    table.do(20, 0, "claim", 0, 1)
    table.do(20, 1, "claim", 0, 1)
    table.do(30, 2, "dot_duel", table.claim_on(0))
    assert [claim["card"] for claim in table.engine.claims] == [1, 1]
    table.advance(5000)
    assert (table.personal[0], table.engine.claims) == ([1], [])


@pytest.mark.parametrize("count", [0, 9, -1])
def test_counts_of_0_or_more_than_8_are_illegal_without_a_penalty(count: int) -> None:
    table = seek()
    assert table.do(0, 0, "claim", 1, count) == "ILLEGAL"
    assert (table.status, table.claimed) == ("AAA", [])
    assert table.do(0, 0, "claim", 1, 8) == "CLAIMED"


@pytest.mark.parametrize(
    ("auto_check", "over", "under"),
    [
        ("off", ("AAA", [5], SHOWN[:5]), ("AAA", [4], [0, 1, 2, 3, 5])),
        ("over", ("BAA", [], SHOWN), ("AAA", [4], [0, 1, 2, 3, 5])),
        ("both", ("BAA", [], SHOWN), ("AAA", [], SHOWN)),
    ],
)
def test_who_settles_a_claim(auto_check: str, over: Any, under: Any) -> None:
    for card, expected in ((5, over), (4, under)):
        table = seek(auto_check=auto_check)
        table.do(0, 0, "claim", card, 1)
        table.advance(4999)
        assert (table.status, table.claimed) == ("AAA", [card])  # nothing before the deadline
        table.advance(5000)
        showing = [shown for shown in table.engine.show if shown is not None]
        assert (table.status, table.personal[0], showing) == expected


def test_auto_check_returns_what_was_added_as_a_proof_does() -> None:
    table = seek(auto_check="over", picks=[0])
    table.do(0, 0, "claim", 1, 1)
    table.do(1, 0, "claim", 5, 1)
    table.advance(5001)
    assert (table.personal[0], table.deck[:2]) == ([], [1, 10])


def test_a_right_claim_passes_every_check() -> None:
    table = seek(auto_check="both")
    table.do(0, 0, "claim", 0, 2)
    table.advance(5000)
    assert table.personal[0] == [0]


# Calls


def test_a_false_call_costs_nothing_but_the_only_call_on_that_claim() -> None:
    table = seek()
    table.do(0, 0, "claim", 1, 1)
    assert table.do(0, 0, "dot_duel", 1) == "OWN"
    assert table.do(0, 1, "dot_duel", 1) == "FALSE_CALL"
    assert table.do(0, 1, "dot_duel", 1) == "ALREADY"
    assert table.do(0, 1, "prove_over", 1) == "ALREADY"  # they share the call
    assert table.do(0, 2, "prove_over", 1) == "FALSE_CALL"
    assert (table.status, table.claimed) == ("AAA", [1])


def test_false_call_penalty_barred_bars_and_voids_the_callers_claims() -> None:
    table = seek(false_call_penalty="barred")
    table.do(0, 1, "claim", 3, 1)
    table.advance(5000)
    table.do(5000, 0, "claim", 1, 1)
    table.do(5000, 1, "claim", 2, 1)
    table.agree(5000, 1, 2)
    assert table.do(5000, 1, "dot_duel", table.claim_on(1)) == "FALSE_CALL"
    assert (table.status, table.claimed) == ("ABA", [1])
    assert table.personal[1] == [3]  # what was added stays
    assert table.agreed == []


def test_call_names_count_asks_each_call_for_the_true_count() -> None:
    table = seek(call_names_count=True)
    table.do(0, 0, "claim", 0, 1)
    assert table.do(0, 1, "dot_duel", 1) == "ILLEGAL"
    assert table.do(0, 1, "dot_duel", 1, 9) == "ILLEGAL"
    assert table.do(0, 1, "dot_duel", 1, 3) == "FALSE_CALL"
    assert table.do(0, 1, "dot_duel", 1, 2) == "ALREADY"
    assert table.do(0, 2, "dot_duel", 1, 2) == "DUEL"
    table.do(0, 0, "claim", 5, 1)
    assert table.do(0, 2, "prove_over", 2, 1) == "FALSE_CALL"
    assert table.do(0, 1, "prove_over", 2, 0) == "PROVED"


def test_without_it_a_count_that_is_named_is_nothing() -> None:
    table = seek()
    table.do(0, 0, "claim", 0, 1)
    assert table.do(0, 1, "dot_duel", 1, 3) == "DUEL"


@pytest.mark.parametrize(("may", "outcome"), [(True, "PROVED"), (False, "SITTING")])
def test_sitting_may_prove(may: bool, outcome: str) -> None:
    barred = seek(sitting_may_prove=may)
    barred.do(0, 2, "double_dot", 0, 1)
    barred.do(0, 0, "claim", 5, 1)
    assert barred.do(0, 2, "prove_over", 1) == outcome
    assert barred.engine.scores == [0, 0, 0]
    out = seek(3, [5, 5], sitting_may_prove=may)
    out.do(0, 2, "double_dot", 0, 1)
    out.agree(0, 0, 1)
    out.do(0, 1, "roll")
    assert out.status == "AAO"
    out.do(0, 0, "claim", 5, 1)
    assert out.do(0, 2, "prove_over", 1) == outcome


@pytest.mark.parametrize(("strict", "outcome"), [(False, "PROVED"), (True, "FALSE_CALL")])
def test_dot_duel_on_an_over_claim(strict: bool, outcome: str) -> None:
    table = seek(typed_calls_strict=strict)
    table.do(0, 0, "claim", 5, 1)
    assert table.do(0, 1, "dot_duel", 1) == outcome
    assert (table.status == "BAA") is not strict


def test_a_barred_players_dot_duel_is_told_the_same_whatever_the_truth() -> None:
    for count in (1, 2, 3):  # too few, right, too many
        table = seek()
        table.do(0, 2, "double_dot", 0, 1)
        table.do(0, 0, "claim", 0, count)
        assert table.do(0, 2, "dot_duel", 1) == "SITTING"


def test_prove_over_on_an_under_claim_is_a_false_call() -> None:
    table = seek()
    table.do(0, 0, "claim", 0, 1)
    assert table.do(0, 1, "prove_over", 1) == "FALSE_CALL"
    assert table.do(0, 2, "dot_duel", 1) == "DUEL"


@pytest.mark.parametrize(
    ("pending", "claimed", "showing", "deck"),
    [
        ("void", [4], SHOWN, [10, 20, 30]),
        ("keep", [3, 4], SHOWN, [10, 20, 30]),
        ("return", [4], [0, 1, 2, 4, 5], [3, 10, 20]),
    ],
)
def test_overclaim_pending_is_about_the_claimants_other_claims(
    pending: str, claimed: list[int], showing: list[int], deck: list[int]
) -> None:
    table = seek(overclaim_pending=pending, picks=[0])
    table.do(0, 0, "claim", 3, 1)
    table.do(1, 1, "claim", 4, 2)
    table.do(2, 0, "claim", 5, 1)
    assert table.do(3, 2, "prove_over", 3) == "PROVED"
    assert table.claimed == claimed
    assert [card for card in table.engine.show if card is not None] == showing
    assert table.deck[:3] == deck


@pytest.mark.parametrize(("pending", "live"), [("void", []), ("keep", [(0, 1, 5010)])])
def test_one_who_is_punished_waits_behind_others_only_under_keep(pending: str, live: Any) -> None:
    table = seek(stacked_claims=True, overclaim_pending=pending)
    table.do(0, 1, "claim", 1, 2)
    assert table.do(0, 0, "claim", 1, 1) == "QUEUED"
    table.do(0, 0, "claim", 5, 1)
    table.do(10, 2, "prove_over", table.claim_on(5))
    table.do(10, 2, "prove_over", table.claim_on(1))
    assert [(c["player"], c["card"], c["deadline"]) for c in table.engine.claims] == live


@pytest.mark.parametrize(
    ("stale", "outcome", "status"),
    [("reject", "NOT_SHOWING", "AAA"), ("wrong", "WRONG_DOUBLE_DOT", "ABA")],
)
@pytest.mark.parametrize("other", [3, 40])  # has left SHOW; was never there
def test_stale_double_dot(stale: str, outcome: str, status: str, other: int) -> None:
    table = seek(stale_double_dot=stale)
    table.do(0, 0, "claim", 3, 1)
    table.advance(5000)
    assert table.do(5000, 1, "double_dot", other, 0) == outcome
    assert table.status == status


def test_cards_aside_and_duels_of_one_who_errs_are_kept() -> None:
    table = seek(2, [5, 11])
    table.do(0, 0, "claim", 0, 1)
    table.do(0, 1, "dot_duel", 1)
    table.do(0, 1, "double_dot", 1, 2)
    table.do(0, 0, "agree")
    assert (table.phase, table.status) == ("DUEL_ROLL", "AB")
    assert table.do(0, 1, "roll") == "ROLLED"  # barred as they are
    assert table.do(0, 1, "answer", 6) == "WON"


def test_after_a_right_double_dot_seek_is_over_and_no_window_is_left() -> None:
    table = seek(2)
    table.do(0, 0, "claim", 1, 1)
    assert table.do(0, 1, "double_dot", 0, 2) == "DOUBLE_DOT"
    assert (table.phase, table.due, table.engine.claims) == ("AWAIT_ROLL", None, [])


# Time


@pytest.mark.parametrize(("closed_end", "due"), [(False, 5000), (True, 5001)])
def test_deadline_instant(closed_end: bool, due: int) -> None:
    in_time = seek(window_closed_end=closed_end)
    in_time.do(0, 0, "claim", 5, 1)
    assert in_time.due == due
    assert in_time.do(due - 1, 1, "prove_over", 1) == "PROVED"
    late = seek(window_closed_end=closed_end)
    late.do(0, 0, "claim", 5, 1)
    assert late.do(due, 1, "prove_over", 1) == "CLOSED"  # the timer came before it
    assert late.personal[0] == [5]


def test_window_ms_is_how_long_a_period_lasts() -> None:
    table = seek(window_ms=1200)
    table.do(100, 0, "claim", 5, 1)
    table.advance(1299)
    assert table.claimed == [5]
    table.advance(1300)
    assert table.personal[0] == [5]


def test_of_equal_times_the_order_of_submission_counts() -> None:
    table = seek()
    assert table.do(7, 2, "claim", 1, 1) == "CLAIMED"
    assert table.do(7, 0, "claim", 1, 1) == "TAKEN"


# Agreement and the end of SEEK


def test_open_windows_run_out_before_an_agreement_ends_seek() -> None:
    table = seek(2)
    table.do(0, 0, "claim", 1, 1)
    table.agree(1, 0, 1)
    assert table.phase == "SEEK"
    assert table.do(2, 0, "agree") == "ALREADY"
    assert table.do(2, 1, "claim", 2, 1) == "CLAIMED"  # all verbs stay allowed
    assert table.agreed == [0]  # a claim withdraws one's own
    table.advance(5002)
    assert table.phase == "SEEK"
    table.agree(5002, 1)
    assert table.phase == "AWAIT_ROLL"


def test_a_void_claim_whose_card_stays_clears_all_agreements() -> None:
    table = seek()
    table.do(0, 0, "claim", 5, 1)
    table.agree(0, 1, 2)
    table.do(0, 1, "prove_over", 1)
    assert (table.phase, table.agreed) == ("SEEK", [])


def test_a_claim_whose_card_goes_to_deck_clears_none() -> None:
    table = seek(picks=[0])
    table.do(0, 0, "claim", 3, 1)
    table.agree(0, 1)
    table.do(0, 0, "double_dot", 0, 1)
    assert table.agreed == [1]


def test_barred_and_offline_players_are_not_asked() -> None:
    table = seek(4)
    table.do(0, 0, "double_dot", 0, 1)
    table.do(0, 1, "set_connected", False)
    table.agree(0, 2)
    assert table.phase == "SEEK"
    table.agree(0, 3)
    assert table.phase == "AWAIT_ROLL"


@pytest.mark.parametrize(("auto_end", "phase"), [(False, "SEEK"), (True, "AWAIT_ROLL")])
def test_auto_end_no_match(auto_end: bool, phase: str) -> None:
    table = seek(2, [11], auto_end_no_match=auto_end)  # card 1 alone has one
    table.do(0, 0, "claim", 1, 1)
    assert table.phase == "SEEK"
    table.advance(5000)
    assert table.phase == phase


def test_with_nobody_active_seek_ends_after_open_windows() -> None:
    table = seek(2, overclaim_pending="keep")
    table.do(0, 0, "claim", 1, 1)
    table.do(0, 0, "claim", 5, 1)
    table.do(0, 1, "double_dot", 1, 2)
    table.do(0, 1, "prove_over", table.claim_on(5))
    assert (table.phase, table.status) == ("SEEK", "BB")
    table.advance(5000)
    assert (table.personal[0], table.engine.round) == ([1], 2)


def test_when_all_are_out_the_round_passes_without_a_roll_and_the_sentences_fall_by_one() -> None:
    table = seek(2, [5, 5])
    for player in (0, 1):
        assert table.do(0, player, "double_dot", 0, 1) == "WRONG_DOUBLE_DOT"
    assert (table.phase, table.engine.round, table.view["sit_out"]) == ("AWAIT_ROLL", 3, [0, 0])
    assert table.engine.roller == 1  # a passed round moves nothing


def test_seek_idle_ms_ends_a_seek_in_which_nothing_happens() -> None:
    table = seek(2, seek_idle_ms=2000)
    table.do(1500, 0, "agree")
    assert table.do(1700, 0, "agree") == "ALREADY"  # does not count
    assert table.due == 3500
    table.advance(3499)
    assert table.phase == "SEEK"
    table.advance(3500)
    assert table.phase == "AWAIT_ROLL"


def test_seek_idle_ms_waits_for_open_windows() -> None:
    table = seek(2, seek_idle_ms=2000)
    table.do(0, 0, "claim", 1, 1)
    table.advance(4999)
    assert table.phase == "SEEK"
    table.advance(5000)
    assert (table.phase, table.personal[0]) == ("AWAIT_ROLL", [1])


def test_without_it_nothing_ends_by_itself() -> None:
    table = seek(2)
    table.advance(10**9)
    assert (table.phase, table.due) == ("SEEK", None)


# Sitting out, rolling


@pytest.mark.parametrize(("stacks", "rounds"), [(False, 2), (True, 3)])
def test_sit_out_stacks(stacks: bool, rounds: int) -> None:
    table = seek(3, [5, 11], sit_out_stacks=stacks)
    table.do(0, 0, "claim", 0, 1)
    table.do(0, 1, "dot_duel", 1)
    table.do(0, 1, "double_dot", 1, 2)  # one round
    table.agree(0, 0, 2)
    table.do(0, 1, "roll")
    assert table.do(0, 1, "duel_double_dot", [10, 20]) == "WRONG_DOUBLE_DOT"  # two
    assert table.view["sit_out"] == [0, rounds, 0]


def test_one_who_is_out_is_skipped_as_roller() -> None:
    table = seek(3)
    table.do(0, 1, "double_dot", 0, 1)
    table.agree(0, 0, 2)
    assert table.engine.roller == 2
    assert table.do(0, 1, "roll") == "SITTING"


def test_roll_timeout_ms_passes_the_turn_on() -> None:
    table = Table(3, roll_timeout_ms=1000).start()
    assert (table.engine.roller, table.due) == (0, 1000)
    assert table.do(1000, 0, "roll") == "NOT_YOURS"
    assert (table.engine.roller, table.due) == (1, 2000)
    table.advance(3000)
    assert (table.engine.roller, table.engine.round) == (0, 1)
    assert Table(3).start().due is None


def test_roll_timeout_ms_works_for_a_duels_roll_too() -> None:
    table = duel(roll_timeout_ms=1000)
    assert (table.engine.roller, table.due) == (1, 1000)
    table.advance(1000)
    assert (table.engine.roller, table.due) == (0, 2000)
    assert table.do(1999, 0, "roll") == "ROLLED"


def test_whoever_is_to_roll_has_the_whole_time_for_it() -> None:
    table = Table(3, roll_timeout_ms=1000).start()
    table.do(600, 0, "set_connected", False)
    assert (table.engine.roller, table.due) == (1, 1600)


def test_those_who_tie_for_the_first_turn_throw_again() -> None:
    table = Table(3, first=[6, 2, 6, 1, 5])
    table.do(0, None, "start")
    outcomes = [table.do(0, seat, "roll") for seat in (0, 1, 2, 1, 0, 0, 2)]
    assert outcomes == ["ROLLED"] * 3 + ["NOT_YOURS", "ROLLED", "ALREADY", "ROLLED"]
    assert (table.view["first"], table.engine.roller, table.engine.round) == (2, 2, 1)
