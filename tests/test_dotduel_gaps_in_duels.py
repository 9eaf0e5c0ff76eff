"""Where the rules of Dot Duel are silent: duels, the end, and the options themselves.

The other rows of the table in docs/dotduel.md are in test_dotduel_gaps.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.dotduel_table import SHOWN, F, Table, duel, final, last_round, race, seek

import dotcore
from dotcore import dotduel

# Duels


@pytest.mark.parametrize(
    ("pick", "picks", "grounds"),
    [("top", [], [41, 53, 52, 51]), ("random", [1, 0, 2, 0], [41, 50, 53, 51])],
)
def test_grounds_pick(pick: str, picks: list[int], grounds: list[int]) -> None:
    table = duel(hands=[[50, 51, 52, 53], [40, 41]], grounds_pick=pick, picks=picks)
    assert table.grounds == grounds


def test_grounds_pick_choose_lets_the_initiator_then_the_other_place() -> None:
    table = duel(hands=[[50, 51, 52, 53], [40, 41]], grounds_pick="choose")
    assert (table.phase, table.view["duel"]["filler"]) == ("DUEL_FILL", 1)
    assert table.do(0, 0, "place", [50, 51, 52]) == "NOT_YOURS"
    assert table.do(0, 1, "place", [40, 41]) == "ILLEGAL"
    assert table.do(0, 1, "place", [50]) == "ILLEGAL"
    assert table.do(0, 1, "place", [40]) == "PLACED"
    assert table.do(0, 0, "place", [53, 53, 50]) == "ILLEGAL"
    assert table.do(0, 0, "place", [53, 50, 51]) == "PLACED"
    assert (table.phase, table.grounds) == ("DUEL_ROLL", [40, 53, 50, 51])


def test_an_offline_chooser_gives_the_newest() -> None:
    table = duel(hands=[[50, 51, 52, 53], [40, 41]], grounds_pick="choose")
    table.do(0, 1, "set_connected", False)
    assert (table.phase, table.grounds, table.view["duel"]["filler"]) == ("DUEL_FILL", [41], 0)
    table.do(0, 0, "set_connected", False)
    assert (table.phase, table.grounds) == ("DUEL_ROLL", [41, 53, 52, 51])


def test_placing_without_a_choice_is_done_by_the_engine() -> None:
    table = duel(hands=[[50, 51, 52], [40]], grounds_pick="choose")
    assert (table.phase, table.grounds) == ("DUEL_ROLL", [40, 52, 51, 50])


def test_the_questioned_card_counts_in_grounds_only_when_it_lies_there_alone() -> None:
    table = race(rolls=[5, 11])
    assert sum(F.claims([0], 11).tolist()) == 0  # the questioned card
    lone = last_round(0, 0, 51, rolls=[8, 5])
    lone.do(0, 0, "claim", 3, 1)
    lone.do(0, 1, "dot_duel", lone.claim_on(3))
    lone.agree(0, 0, 1, 2)
    lone.do(0, 1, "roll")
    assert (table.zones["aside"], lone.zones["aside"]) == ([0], [])
    assert lone.do(0, 0, "answer", 1) == "WON"


def test_the_same_symbol_on_two_cards_counts_twice() -> None:
    table = race()
    both = F.claims([10, 40], 11).tolist()
    assert F.pair_numbers(10, 40) == 11
    assert sum(both) == sum(F.claims([10], 11).tolist()) + sum(F.claims([40], 11).tolist())
    assert table.do(0, 0, "answer", sum(F.claims(table.grounds, 11).tolist())) == "WON"


@pytest.mark.parametrize("named", [[], [10], [10, 10], [10, 11], [10, 0]])
def test_a_duel_double_dot_of_less_than_two_cards_in_grounds_is_illegal(named: list[int]) -> None:
    table = race()
    assert table.do(0, 0, "duel_double_dot", named) == "ILLEGAL"
    assert (table.phase, table.status) == ("DUEL_RACE", "AA")


def test_three_or_more_cards_must_all_share_one_symbol() -> None:
    table = race()
    assert table.do(0, 0, "duel_double_dot", [10, 40, 20]) == "WRONG_DOUBLE_DOT"
    cards = [i for i in range(6, 57) if 9 in F.cards[i]]  # symbol 9 has the number 11
    same = race(deck=cards[:4])
    assert same.do(0, 0, "duel_double_dot", cards[:3]) == "DOUBLE_DOT"


def test_a_pair_that_duels_twice_fills_each_time_from_what_is_left() -> None:
    table = seek(2, [5, 11, 11], hands=[[50, 51, 52, 53], []], deck=[10, 20, 30, 40])
    for card in (0, 4):
        table.do(0, 0, "claim", card, 1)
        table.do(0, 1, "dot_duel", table.claim_on(card))
    table.agree(0, 0, 1)
    assert table.grounds == [10, 53, 52, 51]
    table.do(0, 1, "roll")
    table.do(0, 0, "forfeit")
    assert table.grounds == [0, 50, 20, 30]  # the newest is the card that was won
    assert table.personal == [[], [10, 53, 52, 51]]


def test_nobody_answers_a_duel_and_it_waits() -> None:
    table = race()
    table.advance(10**9)
    assert (table.phase, table.due) == ("DUEL_RACE", None)


def test_duel_timeout_ms_rolls_it_again() -> None:
    table = race(rolls=[5, 11, 5, 11], duel_timeout_ms=3000)
    assert table.due == 3000
    assert table.do(3000, 0, "answer", 6, roll_id=2) == "STALE"
    assert (table.engine.roll_id, table.engine.number, table.due) == (3, 5, 6000)


def test_a_huge_advance_rolls_again_a_bounded_number_of_times() -> None:
    table = race(duel_timeout_ms=1)
    reply = table.engine.advance(10**12)
    rolls = sum(effect["change"] == "rolled" for effect in reply.effects)
    assert 1000 <= rolls < 10_000
    assert table.engine.next_deadline == 10**12 + 1


@pytest.mark.parametrize("step", ["DUEL_FILL", "DUEL_ROLL", "DUEL_RACE"])
def test_forfeit_ends_a_duel_at_any_step_also_offline(step: str) -> None:
    hands: Any = {"hands": [[50, 51, 52, 53], []], "grounds_pick": "choose"}
    table = {"DUEL_FILL": lambda: duel(**hands), "DUEL_ROLL": duel, "DUEL_RACE": race}[step]()
    assert table.phase == step
    table.do(0, 1, "set_connected", False)
    assert table.do(0, 1, "forfeit") == "FORFEITED"
    assert 0 in table.personal[0]
    assert table.phase == "AWAIT_ROLL"


# The end


def test_returned_cards_form_a_new_deck_and_the_game_goes_on() -> None:
    table = last_round(26, 25, rolls=[5, 5], picks=[0, 1])
    table.do(0, 0, "claim", 1, 1)
    table.do(0, 0, "claim", 2, 1)
    assert table.do(0, 0, "double_dot", 0, 1) == "WRONG_DOUBLE_DOT"
    assert table.deck == [1, 2]
    table.agree(0, 1)
    assert (table.phase, table.engine.show) == ("AWAIT_ROLL", SHOWN)


SIX = [10, 20, 30, 40, 50, 51]


def test_in_a_final_of_three_one_who_misfires_is_out_and_the_rest_go_on() -> None:
    table = final(deck=SIX)
    table.do(0, 0, "roll")
    assert table.do(0, 0, "answer", 48) == "MISFIRE"
    assert (table.phase, table.view["duel"]["players"]) == ("FINAL_RACE", [1, 2])
    assert (table.engine.roll_id, table.view["duel"]["misfired"]) == (2, True)
    assert table.do(0, 0, "answer", 1) == "NOT_YOURS"
    assert table.do(0, 2, "forfeit") == "FORFEITED"
    assert (table.engine.winner, table.deck[:6]) == (1, SIX)


def test_final_misfire_reroll_rolls_for_the_rest() -> None:
    table = final(rolls=[5, 11, 11], deck=SIX, final_misfire="reroll")
    table.do(0, 0, "roll")
    table.do(0, 0, "answer", 48)
    assert (table.phase, table.engine.roll_id) == ("FINAL_RACE", 3)
    assert table.view["duel"]["players"] == [1, 2]
    assert table.do(0, 1, "duel_double_dot", [10, 40]) == "AFTER_MISFIRE"


def test_final_misfire_reroll_is_for_a_wrong_double_dot_too_but_not_for_a_forfeit() -> None:
    table = final(4, rolls=[5, 11, 11], deck=[*SIX, 52, 53], final_misfire="reroll")
    table.do(0, 0, "roll")
    table.do(0, 0, "duel_double_dot", [10, 20])
    assert (table.phase, table.engine.roll_id) == ("FINAL_RACE", 3)
    assert table.do(0, 1, "forfeit") == "FORFEITED"
    assert (table.phase, table.engine.roll_id) == ("FINAL_RACE", 3)
    assert table.do(0, 3, "duel_double_dot", [10, 40]) == "DOUBLE_DOT"


def test_a_wrong_double_dot_in_the_final_is_no_misfire_and_brings_no_sentence() -> None:
    table = final(deck=SIX)
    table.do(0, 0, "roll")
    assert table.do(0, 0, "duel_double_dot", [10, 20]) == "WRONG_DOUBLE_DOT"
    assert table.view["sit_out"] == [0, 0, 0]
    assert table.do(0, 1, "duel_double_dot", [10, 40]) == "DOUBLE_DOT"
    assert (table.engine.winner, table.engine.scores) == (1, [0, 0, 0])


def test_one_who_forfeits_before_grounds_is_full_places_nothing() -> None:
    hands = [[50, 45, 40, 35], [49, 44, 39, 34], [48, 43, 38, 33]]
    table = seek(3, hands=hands, max_rounds=1, grounds_pick="choose")
    table.agree(0, 0, 1, 2)
    assert (table.phase, table.view["duel"]["filler"]) == ("FINAL_FILL", 2)  # added last
    assert table.do(0, 2, "place", [43, 33]) == "PLACED"
    assert table.do(0, 0, "forfeit") == "FORFEITED"
    assert table.do(0, 0, "place", [50, 45]) == "NOT_YOURS"
    assert table.do(0, 1, "place", [34, 49]) == "PLACED"
    assert (table.phase, table.grounds) == ("FINAL_ROLL", [43, 33, 34, 49])
    table.do(0, 2, "forfeit")
    assert table.engine.winner == 1
    assert table.personal == hands  # all as it was


def test_where_nobody_ever_added_the_first_tied_seat_from_the_first_player_rolls() -> None:
    table = Table(3, first=[1, 1, 6], max_rounds=1).start()
    table.do(0, 2, "roll")
    table.agree(0, 0, 1, 2)
    assert (table.phase, table.engine.roller) == ("FINAL_ROLL", 2)


def test_a_final_without_any_cards_has_no_winner() -> None:
    deck = dotduel.Deck.from_cards(F.cards[:6].tolist(), F.numbers.tolist(), partial=True)
    rules = dotduel.Rules(max_rounds=1)
    engine = dotduel.Engine(2, deck, rules, seed=1, dice=[6, 1, 2, 3])
    engine.submit(0, None, "start")
    for player in (0, 1, 0):
        engine.submit(0, player, "roll")
    for player in (0, 1):
        engine.submit(0, player, "agree")
    assert (engine.phase, engine.winner, engine.scores) == ("OVER", None, [0, 0])


def test_max_rounds_ends_the_game_by_cards_held_and_counts_passed_rounds() -> None:
    table = seek(2, hands=[[50]], max_rounds=3)
    for player in (0, 1):
        table.do(0, player, "double_dot", 0, 1)
    assert (table.phase, table.engine.round) == ("AWAIT_ROLL", 4)  # the third of them
    short = seek(2, hands=[[50]], max_rounds=2)
    for player in (0, 1):
        short.do(0, player, "double_dot", 0, 1)
    assert (short.phase, short.engine.winner) == ("OVER", 0)


def test_a_decks_numbers_must_lie_in_2_to_12() -> None:
    for number in (1, 13):
        with pytest.raises(dotcore.Error):
            dotduel.Deck.from_cards(F.cards.tolist(), [number, *F.numbers[1:].tolist()])


def test_a_misfire_at_once_saves_the_personal() -> None:
    table = race(hands=[[51, 50, 40, 30, 20], [10]])
    assert table.do(0, 0, "answer", 32) == "MISFIRE"
    assert table.personal[0] == [51, 50]


# What the options are


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("window_ms", 0),
        ("window_ms", 3_600_001),
        ("duel_timeout_ms", -1),
        ("seek_idle_ms", 3_600_001),
        ("roll_timeout_ms", -1),
        ("max_rounds", 1_000_001),
        ("auto_check", "under"),
        ("tie_break", ""),
    ],
)
def test_options_out_of_range_are_refused(option: str, value: Any) -> None:
    options: Any = {option: value}
    with pytest.raises(dotcore.RulesError, match=option):
        dotduel.Rules(**options)


def test_tie_break_means_nothing_to_the_engine() -> None:
    hashes = set()
    for choice in ("seq", "random"):
        options: Any = {"tie_break": choice}
        table = seek(2, **options)
        table.do(0, 1, "claim", 1, 1)
        hashes.add(table.engine.hash)
    assert len(hashes) == 1
