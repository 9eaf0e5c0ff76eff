"""The rules of Dot Duel, R1 to R47, each shown on a table (docs/dotduel.md has their words).

What the rules leave open is shown in test_dotduel_gaps.py, messages in test_dotduel_engine.py.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tests.dotduel_table import F, Table, duel, final, last_round, race, seek

import dotcore
from dotcore import dotduel

# The deck, setting up


@pytest.mark.parametrize("players", [0, 1, 7, -1])
def test_r1_two_to_six_play(players: int) -> None:
    with pytest.raises(dotcore.RulesError, match="2 to 6"):
        dotduel.Engine(players)
    assert [dotduel.Engine(fit).players for fit in range(2, 7)] == [2, 3, 4, 5, 6]


def test_r2_to_r5_what_the_standard_deck_is() -> None:
    deck = dotduel.Deck.standard(3)
    assert deck.cards.shape == (57, 8)
    assert set(deck.numbers.tolist()) == set(range(2, 13))
    assert all(len(set(card)) == 8 for card in deck.cards.tolist())  # R3: no symbol twice
    assert deck.counts.max() > 1  # R3: but several of a number
    for a, b in itertools.combinations(deck.cards.tolist(), 2):
        assert len(set(a) & set(b)) == 1  # R4
    assert min(np.bincount(deck.numbers)[2:]) >= 5  # R5


def test_r6_six_cards_show_and_the_rest_is_deck() -> None:
    table = Table()
    assert table.engine.show == [None] * 6
    assert table.do(0, None, "start") == "STARTED"
    assert table.engine.show == [0, 1, 2, 3, 4, 5]
    assert table.deck[:4] == [10, 20, 30, 40]
    assert len(table.deck) == 51


def test_r6_the_deck_is_shuffled_by_the_seed() -> None:
    orders = {tuple(dotduel.Engine(2, F, seed=seed).zones()["deck"]) for seed in range(50)}
    assert len(orders) == 50
    assert all(sorted(order) == list(range(57)) for order in orders)
    again = dotduel.Engine(2, F, seed=7).zones()["deck"]
    assert again == dotduel.Engine(2, F, seed=7).zones()["deck"]


def test_r7_the_highest_throw_goes_first() -> None:
    table = Table(3, first=[2, 5, 4])
    table.do(0, None, "start")
    for seat in (2, 0, 1):  # the throws come in this order
        assert table.do(0, seat, "roll") == "ROLLED"
    assert (table.phase, table.view["first"], table.engine.roller) == ("AWAIT_ROLL", 0, 0)


# Rounds


def test_r8_show_is_topped_up_at_the_start_of_a_round_alone_slot_by_slot() -> None:
    table = seek(2, [5, 5])
    table.do(0, 0, "claim", 3, 1)
    table.do(0, 1, "claim", 1, 1)
    table.advance(5000)
    assert table.engine.show == [0, None, 2, None, 4, 5]
    table.agree(5000, 0, 1)
    assert (table.phase, table.engine.show) == ("AWAIT_ROLL", [0, 10, 2, 20, 4, 5])


def test_r9_with_an_empty_deck_play_goes_on_with_what_shows() -> None:
    table = last_round(26, 25, rolls=[5, 5])
    table.do(0, 0, "claim", 1, 1)
    table.advance(5000)
    table.agree(5000, 0, 1)
    assert (table.phase, table.engine.show) == ("AWAIT_ROLL", [0, None, 2, 3, 4, 5])


def test_r10_one_player_rolls_two_dice_for_their_sum() -> None:
    table = Table(3, [9]).start()
    assert table.do(0, 1, "roll") == "NOT_YOURS"
    assert table.do(0, 0, "roll") == "ROLLED"
    assert (table.phase, table.engine.number) == ("SEEK", 9)


def test_r10_the_turn_to_roll_goes_round() -> None:
    table = seek(3, [5, 5, 5, 5])
    rollers = [0]
    for _ in range(3):
        table.agree(0, 0, 1, 2)
        assert table.engine.roller is not None
        rollers.append(table.engine.roller)
        assert table.do(0, rollers[-1], "roll") == "ROLLED"
    assert rollers == [0, 1, 2, 0]


def test_r11_everybody_plays_in_every_round() -> None:
    table = seek(4)
    outcomes = [table.do(0, seat, "claim", seat, 1) for seat in (3, 1, 0, 2)]
    assert outcomes == ["CLAIMED"] * 4


def test_r12_a_claim_is_of_a_showing_card_and_counts_its_symbols() -> None:
    table = seek()
    assert table.do(0, 0, "claim", 4, 2) == "CLAIMED"
    (claim,) = table.engine.claims
    assert (claim["player"], claim["card"], claim["count"]) == (0, 4, 2)
    assert table.do(0, 0, "claim", 10, 1) == "NOT_SHOWING"  # in DECK


def test_r13_each_claim_has_a_period_of_its_own_and_play_goes_on() -> None:
    table = seek()
    for t, player in ((0, 0), (700, 1), (1900, 0)):
        assert table.do(t, player, "claim", 1 + t // 700, 1) == "CLAIMED"
    deadlines = [claim["deadline"] for claim in table.engine.claims]
    assert deadlines == [5000, 5700, 6900]
    table.advance(5699)
    assert table.claimed == [2, 3]
    table.advance(5700)
    assert table.claimed == [3]


def test_r14_an_under_claim_that_is_called_waits_aside_for_the_end_of_seek() -> None:
    table = seek()
    table.do(0, 0, "claim", 0, 1)
    assert table.do(10, 2, "dot_duel", 1) == "DUEL"
    assert (table.phase, table.zones["aside"], table.engine.show[0]) == ("SEEK", [0], None)
    assert table.view["duels"] == [{"id": 1, "initiator": 2, "other": 0, "card": 0}]
    assert table.do(10, 0, "claim", 0, 2) == "NOT_SHOWING"
    table.agree(10, 0, 1, 2)
    assert table.phase == "DUEL_ROLL"


def test_r14_only_the_first_call_counts() -> None:
    table = seek()
    table.do(0, 0, "claim", 0, 1)
    assert table.do(10, 2, "dot_duel", 1) == "DUEL"
    assert table.do(10, 1, "dot_duel", 1) == "CLOSED"
    assert len(table.view["duels"]) == 1


def with_added_cards(**more: object) -> Table:
    """Player 0 has added 2, then 1, has claimed 3 and, too high, 5; player 1 has claimed 4."""
    table = seek(3, [5, 5], **more)
    table.do(0, 0, "claim", 2, 1)
    table.do(1, 0, "claim", 1, 1)
    table.advance(5001)
    table.do(6000, 0, "claim", 3, 1)
    table.do(6001, 1, "claim", 4, 2)
    table.do(6002, 0, "claim", 5, 1)
    assert table.personal[0] == [2, 1]
    return table


def test_r15_who_claims_too_many_is_barred_for_the_rest_of_the_round() -> None:
    table = with_added_cards(picks=[0, 0])
    assert table.do(6003, 2, "prove_over", table.claim_on(5)) == "PROVED"
    assert table.status == "BAA"
    assert table.do(6003, 0, "claim", 0, 1) == "SITTING"
    table.advance(11_001)
    table.agree(11_001, 1, 2)
    assert (table.phase, table.status) == ("AWAIT_ROLL", "AAA")


def test_r16_and_what_they_added_in_the_round_goes_back_into_deck() -> None:
    table = with_added_cards(picks=[51, 2])  # 2 to the bottom, then 1 as the third card
    table.do(6003, 2, "prove_over", table.claim_on(5))
    assert table.personal[0] == []
    assert table.deck[:4] == [10, 20, 1, 30]
    assert table.deck[-1] == 2


def test_r16_cards_of_earlier_rounds_stay() -> None:
    table = seek(2, hands=[[50, 51]])
    table.do(0, 0, "claim", 5, 1)
    table.do(0, 1, "prove_over", table.claim_on(5))
    assert table.personal[0] == [50, 51]


@pytest.mark.parametrize(("card", "count"), [(0, 2), (0, 1), (5, 3)])
def test_r17_a_claim_that_nobody_proves_wrong_adds_the_card_right_or_wrong(
    card: int, count: int
) -> None:
    table = seek()
    table.do(0, 1, "claim", card, count)
    table.advance(4999)
    assert (table.personal[1], table.claimed) == ([], [card])
    table.advance(5000)
    assert (table.personal[1], table.claimed) == ([card], [])


# Double Dot


@pytest.mark.parametrize("pair", [(0, 2), (0, 3), (0, 4), (2, 3), (3, 2)])
def test_r18_two_showing_cards_whose_common_symbol_has_the_number(pair: tuple[int, int]) -> None:
    assert seek().do(0, 0, "double_dot", *pair) == "DOUBLE_DOT"


@pytest.mark.parametrize("pair", [(0, 1), (1, 4), (2, 4), (3, 4)])
def test_r18_two_cards_that_match_by_different_symbols_are_none(pair: tuple[int, int]) -> None:
    assert seek().do(0, 0, "double_dot", *pair) == "WRONG_DOUBLE_DOT"


def test_r19_a_double_dot_adds_all_that_shows_matching_or_not() -> None:
    table = seek(2, [5, 5])
    assert table.do(0, 1, "double_dot", 2, 3) == "DOUBLE_DOT"
    assert table.personal == [[], [0, 1, 2, 3, 4, 5]]
    assert (table.engine.round, table.engine.show[:2]) == (2, [10, 20])


def test_r20_pending_claims_are_void_and_their_cards_go_to_the_caller() -> None:
    table = seek()
    table.do(0, 0, "claim", 1, 1)
    table.do(0, 1, "claim", 0, 2)
    assert table.do(4999, 2, "double_dot", 0, 2) == "DOUBLE_DOT"
    table.advance(20_000)
    assert table.personal == [[], [], [0, 1, 2, 3, 4, 5]]


def test_r21_cards_in_a_personal_stay_there_and_are_no_part_of_it() -> None:
    table = seek()
    table.do(0, 0, "claim", 3, 1)
    table.advance(5000)
    assert table.do(5000, 2, "double_dot", 3, 0) == "NOT_SHOWING"
    assert table.do(5000, 2, "double_dot", 2, 0) == "DOUBLE_DOT"
    assert table.personal == [[3], [], [0, 1, 2, 4, 5]]


def test_r22_cards_set_aside_are_out_of_it_and_their_duels_take_place() -> None:
    table = seek()
    table.do(0, 0, "claim", 0, 1)
    table.do(0, 1, "dot_duel", 1)
    assert table.do(0, 2, "double_dot", 0, 2) == "NOT_SHOWING"
    assert table.do(0, 2, "double_dot", 2, 3) == "DOUBLE_DOT"
    assert table.personal[2] == [1, 2, 3, 4, 5]
    assert (table.phase, table.zones["aside"]) == ("DUEL_ROLL", [0])


def test_r23_a_wrong_double_dot_bars() -> None:
    table = seek()
    assert table.do(0, 1, "double_dot", 0, 1) == "WRONG_DOUBLE_DOT"
    assert table.status == "ABA"
    table.do(0, 0, "claim", 0, 1)
    for verb, args in (
        ("claim", (1, 1)),
        ("dot_duel", (1,)),
        ("double_dot", (0, 2)),
        ("agree", ()),
    ):
        assert table.do(0, 1, verb, *args) == "SITTING"


def test_r24_added_cards_then_pending_ones_go_back_to_deck() -> None:
    table = with_added_cards(picks=[0, 0, 0, 0])
    assert table.do(6003, 0, "double_dot", 0, 5) == "WRONG_DOUBLE_DOT"
    assert table.deck[:5] == [5, 3, 1, 2, 10]  # each was put on top in its turn
    assert table.engine.show == [0, None, None, None, 4, None]
    assert table.claimed == [4]


def test_r25_and_the_next_round_is_sat_out() -> None:
    table = seek(3, [5, 5, 5])
    table.do(0, 0, "double_dot", 0, 1)
    seen = [table.status]
    for roller in (1, 2):
        table.agree(0, 1, 2)
        seen.append(table.status)
        table.do(0, roller, "roll")
    assert seen == ["BAA", "OAA", "AAA"]


# The end of SEEK


def test_r26_seek_ends_when_all_is_claimed_or_aside() -> None:
    table = seek(2, [5, 11])
    for card, count in enumerate([1, 1, 1, 1, 2, 1]):
        table.do(card, 0, "claim", card, count)
    table.do(6, 1, "dot_duel", 1)
    table.advance(5004)
    assert table.phase == "SEEK"
    table.advance(5005)
    assert (table.phase, table.personal[0]) == ("DUEL_ROLL", [1, 2])  # 3, 4, 5 are in GROUNDS


def test_r27_or_when_all_agree_that_nothing_matches() -> None:
    table = seek(3, [11, 5])
    table.agree(0, 0, 2)
    assert table.phase == "SEEK"
    table.agree(0, 1)
    assert (table.phase, table.engine.round) == ("AWAIT_ROLL", 2)


def test_r28_then_come_the_duels_if_there_are_any() -> None:
    table = seek(2, [5, 11])
    table.do(0, 0, "claim", 0, 1)
    table.do(0, 1, "dot_duel", 1)
    table.agree(0, 0, 1)
    assert (table.phase, table.engine.round) == ("DUEL_ROLL", 1)


# Duels


def test_r29_duels_are_fought_in_the_order_of_initiation() -> None:
    table = seek(3, [5, 11, 11])
    table.do(0, 0, "claim", 0, 1)
    table.do(0, 1, "claim", 4, 1)
    table.do(0, 2, "dot_duel", table.claim_on(4))
    table.do(0, 1, "dot_duel", table.claim_on(0))
    table.agree(0, 0, 1, 2)
    fought = []
    while table.engine.duel is not None:
        fought.append((table.engine.duel["initiator"], table.engine.duel["card"]))
        table.do(0, fought[-1][0], "roll")
        assert table.do(0, fought[-1][0], "forfeit") == "FORFEITED"
    assert fought == [(2, 4), (1, 0)]


def test_r30_the_initiator_places_one_card_the_other_three() -> None:
    table = duel(hands=[[50, 51, 52, 53], [54, 55]])
    assert table.grounds == [55, 53, 52, 51]
    assert table.personal == [[50], [54]]


def test_r31_deck_fills_what_is_short() -> None:
    table = duel(hands=[[50, 51], []])
    assert table.grounds == [10, 51, 50, 20]  # the initiator's one card is the deck's


def test_r32_with_an_empty_deck_as_many_as_they_have() -> None:
    table = last_round(1, 0, 50)
    table.do(0, 0, "claim", 0, 1)
    table.do(0, 1, "dot_duel", table.claim_on(0))
    table.agree(0, 0, 1, 2)
    assert (table.grounds, table.zones["aside"]) == ([6], [0])


def test_r33_with_nothing_at_all_the_questioned_card_alone() -> None:
    table = last_round(0, 0, 51, rolls=[8, 11, 11, 5])
    table.do(0, 0, "claim", 3, 1)
    table.do(0, 1, "dot_duel", table.claim_on(3))
    table.agree(0, 0, 1, 2)
    assert (table.grounds, table.zones["aside"]) == ([3], [])
    table.do(0, 1, "roll")  # 11 and 11 are not on the card: R40
    assert table.engine.number == 5
    assert table.do(0, 0, "answer", 9) == "ILLEGAL"
    assert table.do(0, 0, "answer", 1) == "WON"
    assert table.personal[:2] == [[3], []]


def test_r34_the_initiator_rolls() -> None:
    table = duel()
    assert table.engine.roller == 1
    assert table.do(0, 0, "roll") == "NOT_YOURS"
    assert table.do(0, 1, "roll") == "ROLLED"


def test_r35_the_first_right_total_wins_grounds_and_the_questioned_card() -> None:
    table = race()
    assert table.do(0, 0, "answer", 6) == "WON"
    assert table.personal == [[10, 20, 30, 40, 0], []]
    assert table.do(0, 1, "answer", 6) == "PHASE"


def test_r36_a_wrong_total_gives_the_opponent_the_duel() -> None:
    table = race(hands=[[50], []])
    assert table.grounds == [10, 50, 20, 30]
    assert table.do(0, 0, "answer", 32) == "MISFIRE"
    assert table.personal == [[], [10, 50, 20, 30, 0]]
    assert (table.phase, table.status) == ("AWAIT_ROLL", "AA")


def test_r37_a_duel_double_dot_takes_the_whole_personal_too() -> None:
    table = race(hands=[[51, 50, 40, 30, 20], [10]])
    assert table.grounds == [10, 20, 30, 40]
    assert table.do(0, 1, "duel_double_dot", [40, 10]) == "DOUBLE_DOT"
    assert table.personal == [[], [10, 20, 30, 40, 0, 51, 50]]


def test_r38_not_after_a_win_or_a_misfire() -> None:
    table = race()
    table.do(0, 0, "answer", 32)
    assert table.do(0, 1, "duel_double_dot", [10, 40]) == "PHASE"
    last = final(3, [5, 11], deck=[10, 20, 30, 40, 50, 51])
    last.do(0, 0, "roll")
    assert last.do(0, 0, "answer", 48) == "MISFIRE"
    assert last.do(0, 1, "duel_double_dot", [10, 40]) == "AFTER_MISFIRE"


def test_r39_a_wrong_one_loses_the_duel_and_two_rounds() -> None:
    table = race(3)
    assert table.do(0, 1, "duel_double_dot", [10, 20]) == "WRONG_DOUBLE_DOT"
    assert table.personal[0] == [10, 20, 30, 40, 0]
    assert (table.view["sit_out"], table.status) == ([0, 2, 0], "AOA")


def test_r40_a_roll_that_is_on_no_card_is_rolled_again_with_the_same_cards() -> None:
    no_twos = [6, 7, 13, 15]
    table = duel(rolls=[5, 2, 2, 5], deck=no_twos)
    before = table.engine.roll_id
    reply = table.engine.submit(table.engine.now, 1, "roll")
    told = [effect["number"] for effect in reply.effects if effect["change"] == "rolled"]
    assert told == [2, 2, 5]
    assert (table.phase, table.engine.number, table.grounds) == ("DUEL_RACE", 5, no_twos)
    assert table.engine.roll_id == before + 3  # each has an id of its own


def test_r41_the_round_ends_after_the_last_duel() -> None:
    table = seek(3, [5, 11, 11])
    for card in (0, 4):
        table.do(0, 0, "claim", card, 1)
        table.do(0, 1, "dot_duel", table.claim_on(card))
    table.agree(0, 0, 1, 2)
    for round_after in (1, 2):
        table.do(0, 1, "roll")
        table.do(0, 1, "forfeit")
        assert table.engine.round == round_after


# The end


def test_r42_the_game_ends_when_deck_and_show_are_empty() -> None:
    table = last_round(26, 25)
    assert table.do(0, 1, "double_dot", 0, 2) == "DOUBLE_DOT"
    assert (table.phase, table.engine.is_over, sum(table.engine.scores)) == ("OVER", True, 57)
    assert table.do(0, 1, "agree") == "PHASE"


def test_r43_most_cards_win() -> None:
    table = last_round(26, 25)
    assert table.do(0, 1, "double_dot", 0, 2) == "DOUBLE_DOT"
    assert (table.engine.scores, table.engine.winner) == ([26, 31], 1)


def tied() -> Table:
    """Players 0 and 1 have 22 cards each, player 1 added last; before the roll of the final."""
    table = last_round(20, 20, 11, rolls=[5, 11])
    for t, player, card in ((0, 0, 3), (1, 1, 1), (2, 0, 2), (3, 1, 4)):
        table.do(t, player, "claim", card, 1)
    for card in (0, 5):
        table.do(3, 2, "claim", card, 1)
    table.advance(5003)
    return table


def test_r44_those_who_tie_for_the_most_duel() -> None:
    table = tied()
    assert table.phase == "FINAL_ROLL"
    assert table.engine.duel is not None
    assert (table.engine.duel["is_final"], table.engine.duel["players"]) == (True, [0, 1])
    assert table.do(5003, 2, "forfeit") == "NOT_YOURS"


def test_r45_each_places_two_cards() -> None:
    table = tied()
    assert table.grounds == [4, 1, 2, 3]  # the initiator's newest first
    assert table.engine.scores == [20, 20, 13]


def test_r46_who_added_last_rolls() -> None:
    table = tied()
    assert table.engine.roller == 1
    assert table.do(5003, 0, "roll") == "NOT_YOURS"


def test_r47_the_final_goes_like_a_duel_and_the_scores_stay() -> None:
    table = tied()
    before = table.personal
    table.do(5003, 1, "roll")
    total = sum(F.claims(table.grounds, table.engine.number or 0).tolist())
    assert table.do(5003, 0, "answer", total) == "WON"
    assert (table.phase, table.engine.winner, table.engine.scores) == ("OVER", 0, [22, 22, 13])
    assert table.personal == [[*before[0], 3, 2], [*before[1], 1, 4], before[2]]
