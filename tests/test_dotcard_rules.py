"""The rules of DotCard, R4..R15 and their gaps: deck, deal, starts, turns, tracks, blocks.

Positions are dealt and played as text; what they must lead to was worked out by hand from the
rules in docs/dotcard.md, whose rows the tests name.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest
from tests.dotcard_table import (
    TINY,
    acts,
    bonus,
    cards,
    deal,
    do,
    ends,
    give,
    one_card_rounds,
    opened,
    with_dot,
)

import dotcore
from dotcore import dotcard

# Gap: deck


def test_the_deck_has_45_dominoes_and_10_blocks_twice_and_four_bonus_cards() -> None:
    deck = dotcard.Deck("D114")
    faces = [dotcard.Card(a, b) for a, b in combinations_with_replacement(range(10), 2)]
    values = (0, -5, -10, -15)
    expected = Counter(dict.fromkeys(faces, 2) | {dotcard.Card.bonus(v): 1 for v in values})
    assert len(faces) == 55
    assert Counter(deck.cards) == expected
    assert deck.size == len(deck) == 114
    assert deck == dotcard.Rules().deck == dotcard.Deck(max_pip=9, copies=2, bonus=values)


@pytest.mark.parametrize(
    ("name", "size", "dominoes", "blocks", "bonuses"),
    [("D104", 104, 2, 1, 1), ("D118", 118, 2, 2, 2), ("D59", 59, 1, 1, 1)],
)
def test_the_deck_may_be_a_preset(
    name: str, size: int, dominoes: int, blocks: int, bonuses: int
) -> None:
    deck = dotcard.Rules(deck=name).deck
    assert deck.size == len(deck.cards) == size
    assert deck.count("9|8") == dominoes
    assert deck.count("9|9") == blocks
    assert [deck.count(f"B{v}") for v in (0, -5, -10, -15)] == [bonuses] * 4


def test_the_deck_may_be_custom() -> None:
    deck = dotcard.Deck(max_pip=2, copies=(3, 1), bonus=(-7, -7))
    assert Counter(map(str, deck.cards)) == {
        "0|0": 1,
        "1|0": 3,
        "1|1": 1,
        "2|0": 3,
        "2|1": 3,
        "2|2": 1,
        "B-7": 2,
    }


# Gap: players


def test_two_to_eight_may_play_and_each_has_seven_cards() -> None:
    for players in range(2, 9):
        game = dotcard.Game(players, seed=1)
        assert game.hand_sizes.tolist() == [7] * players
        assert game.pile_size == 114 - 7 * players
        assert not any(track.is_open or track.is_started for track in game.tracks[:-1])
    for players in (-1, 0, 1, 9):
        with pytest.raises(dotcore.RulesError):
            dotcard.Game(players)


def test_the_cards_dealt_must_be_fewer_than_the_deck() -> None:
    six = dotcard.Deck(max_pip=2, copies=1)
    assert (
        dotcard.Game(2, dotcard.Rules(deck=six, hand_size=2, sub_rounds=3), seed=1).pile_size == 2
    )
    with pytest.raises(dotcore.RulesError):
        dotcard.Game(2, dotcard.Rules(deck=six, hand_size=3, sub_rounds=3))
    assert dotcard.Game(8, dotcard.Rules(hand_size=14), seed=1).pile_size == 2
    with pytest.raises(dotcore.RulesError):
        dotcard.Game(8, dotcard.Rules(hand_size=15))


# Gap: who starts


@pytest.mark.parametrize(
    ("starter", "seats"),
    [("rotate", [0, 1, 2, 0, 1]), ("fixed", [0, 0, 0, 0, 0]), ("winner", [0, 0, 0, 0, 0])],
)
def test_who_starts(starter: Any, seats: list[int]) -> None:
    game = dotcard.Game(3, dotcard.Rules(starter=starter, hand_size=1))
    assert list(one_card_rounds(game, 5)) == seats
    assert game.sub_round == 6


def test_the_winner_of_a_sub_round_may_start_the_next() -> None:
    game = deal("5|1", "5|2", "9|3", starter="winner")
    do(game, "draw 5|1", "pass", "draw 5|2", "pass", "9|3@P2")
    assert (game.sub_round, game.starter) == (2, 2)
    give(game, "8|1", "7|1", "7|2")
    do(game, "draw 7|3", "pass", "8|1@P0")
    assert (game.sub_round, game.starter) == (3, 0)


def test_after_a_locked_sub_round_the_same_seat_starts_again_under_winner() -> None:
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2, starter="winner")
    do(game, "draw 1|1", "pass", "pass")
    assert game.sheet[0].out is None
    assert game.starter == 1


def test_the_starter_may_be_drawn_by_lot() -> None:
    game = dotcard.Game(3, dotcard.Rules(starter="random", hand_size=1))
    assert game.phase == "choose_starter"
    ids, probabilities = game.chance_outcomes()
    assert ids.tolist() == [0, 1, 2]
    assert probabilities.tolist() == pytest.approx([1 / 3] * 3)
    do(game, "P2")
    give(game, "1|1", "2|2", "9|3")
    assert game.turn == game.starter == 2
    do(game, "9|3@P2")
    assert game.phase == "choose_starter"


# Gaps: sub-rounds 11..20, custom max_pip


def test_the_start_number_of_sub_round_r_is_10_less_r() -> None:
    rules = dotcard.Rules()
    assert [rules.start_number(r) for r in range(1, 11)] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    game = dotcard.Game(2, dotcard.Rules(hand_size=1))
    numbers = []
    for _ in one_card_rounds(game, 10):
        numbers.append(game.start_number)
        assert ends(game) == [game.start_number] * 3
    assert numbers == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert game.is_terminal


@pytest.mark.parametrize(
    ("second_half", "numbers"), [("mirror", list(range(10))), ("again", list(range(9, -1, -1)))]
)
def test_sub_rounds_11_to_20(second_half: Any, numbers: list[int]) -> None:
    rules = dotcard.Rules(sub_rounds=20, second_half=second_half)
    assert [rules.start_number(r) for r in range(11, 21)] == numbers
    assert [dotcard.Game(2, rules, sub_round=r).start_number for r in range(11, 21)] == numbers


def test_mirror_is_the_default() -> None:
    assert dotcard.Rules().second_half == "mirror"


def test_a_custom_deck_has_start_numbers_from_its_highest_to_0() -> None:
    deck = dotcard.Deck(max_pip=2, copies=2)
    rules = dotcard.Rules(deck=deck, sub_rounds=6)
    assert [rules.start_number(r) for r in range(1, 7)] == [2, 1, 0, 0, 1, 2]
    assert dotcard.Rules(deck=deck, sub_rounds=3).sub_rounds == 3
    with pytest.raises(dotcore.RulesError):
        dotcard.Rules(deck=deck, sub_rounds=7)


# Gap: deal order


def test_card_k_is_dealt_to_seat_k_mod_n_whoever_starts() -> None:
    game = dotcard.Game(3, dotcard.Rules(hand_size=2), starter=1)
    do(game, "9|0", "9|1", "9|2", "9|3", "9|4", "9|5")
    assert [game.hand(seat) for seat in range(3)] == [
        cards("9|0 9|3"),
        cards("9|1 9|4"),
        cards("9|2 9|5"),
    ]
    assert game.turn == 1
    assert game.pile_size == 108


# R6, R8, R9, R10, R12


def test_a_card_touches_with_an_equal_half_and_either_half_may_be_named_first() -> None:
    for written in ("9|4@P0", "4|9@P0"):
        game = do(deal("9|4 4|1 8|8", "1|1 2|2 3|3"), written)
        assert game.tracks[0].end == 4
    for pair in ((9, 4), (4, 9)):
        game = deal("9|4 1|1 8|8", "4|4 2|2 3|3", first=1)
        do(game, "draw 7|7", "pass")
        game.play(pair)
        assert game.tracks[0].end == 4
    game = deal("B-5 9|4 8|8", "9|3 2|2 1|1")
    do(game, "B-5@P0=4", "9|3@P1", "4|9@P0!")
    assert game.tracks[0].end == 9


def test_the_end_of_a_track_after_4_9_is_9() -> None:
    for written in ("9|4@P0!", "4|9@P0!"):
        game = deal("9|4 9|4 8|8", "9|3 2|2 1|1")
        assert do(game, "9|4@P0", "9|3@P1", written).tracks[0].end == 9


def test_targets_are_the_own_track_the_free_track_and_open_tracks_of_others() -> None:
    game = deal("9|4 9|3 9|2 9|1", "9|5 9|4 9|3 9|9", "7|1 7|2 7|3 7|4")
    # P0 is closed, P1 is to move: nothing but the own track.
    do(game, "9|4@P0")
    assert acts(game) == {"draw", "9|5@P1", "9|4@P1", "9|3@P1", "9|9@P1"}
    do(game, "9|5@P1", "draw 6|1", "pass")
    # P2 passed: its track takes start cards of others, too.
    assert opened(game) == "2"
    assert acts(game) == {"draw", "9|3@P2", "9|2@P2", "9|1@P2"}
    assert game.why_illegal(game.string_to_action("9|3@P1")) is not None


def test_without_a_play_one_draws_one_card_and_then_the_own_track_opens() -> None:
    game = deal("8|4 8|3 8|2", "8|5 8|6 8|7")
    assert acts(game) == {"draw"}
    do(game, "draw 7|1")
    assert acts(game) == {"pass"}  # no repeated drawing
    do(game, "pass")
    assert (game.turn, opened(game), game.phase) == (1, "0", "start")


def test_a_drawn_card_may_be_played_at_once() -> None:
    game = deal("8|4 8|3 8|2", "8|5 8|6 8|7")
    do(game, "draw 9|1", "9|1@P0")
    assert (game.turn, opened(game), ends(game)) == (1, "", [1, 9, 9])


def test_playing_is_never_compulsory() -> None:
    game = deal("9|4 9|3 8|2", "8|5 8|6 8|7")
    assert acts(game) == {"draw", "9|4@P0", "9|3@P0"}
    do(game, "draw 9|1")
    assert acts(game) == {"pass", "9|4@P0", "9|3@P0", "9|1@P0"}
    do(game, "pass")
    assert game.turn == 1


def test_passing_before_drawing_and_drawing_twice_are_refused() -> None:
    game = deal("9|4 9|3 8|2", "8|5 8|6 8|7")
    with pytest.raises(dotcore.IllegalMove):
        game.pass_turn()
    do(game, "draw 9|1")
    with pytest.raises(dotcore.IllegalMove):
        game.draw()
    assert game.phase == "drawn"


# Gaps: no start card in hand, an unstarted track's marker


def test_an_unstarted_track_opens_too_and_others_may_start_it() -> None:
    game = deal("8|4 8|3 8|2", "9|5 8|6 8|7")
    do(game, "draw 7|1", "pass")
    assert opened(game) == "0"
    assert acts(game) == {"draw", "9|5@P0", "9|5@P1"}
    do(game, "9|5@P0")
    assert game.tracks[0].is_started
    assert opened(game) == "0"
    assert [laid.player for laid in game.tracks[0].cards] == [1]


def test_only_the_owner_starts_a_track_under_others_may_start_false() -> None:
    game = deal("8|4 9|3 8|2 7|7", "9|5 9|3 8|7 3|3", others_may_start=False)
    do(game, "draw 7|1", "pass")
    assert opened(game) == "0"
    assert acts(game) == {"draw", "9|5@P1", "9|3@P1"}
    do(game, "9|5@P1", "9|3@P0", "draw 6|6", "pass", "draw 6|6", "pass")
    # Started and opened anew, P0 is for all.
    assert opened(game) == "01"
    assert "3|3@P0" in acts(game)


# Gap: must the own track come first


def test_the_own_track_need_not_come_first() -> None:
    game = deal("8|4 8|3 8|2", "9|5 8|6 8|7")
    do(game, "draw 9|1", "pass", "9|5@P0")
    assert not game.tracks[1].is_started


def test_under_own_track_first_one_plays_only_there_until_it_is_started() -> None:
    game = deal("8|4 8|3 9|2", "9|5 9|6 8|7", own_track_first=True)
    do(game, "draw 9|1", "pass")
    assert acts(game) == {"draw", "9|5@P1", "9|6@P1"}
    do(game, "9|5@P1", "9|2@P0", "draw 2|2", "pass")
    # Both are started: P1's open track is for P0, too, and the free track.
    assert acts(game) == {"draw", "9|1@F"}
    do(game, "draw 5|5")
    assert {"5|5@P1", "9|1@F", "pass"} == acts(game)


def test_under_own_track_first_a_track_that_others_started_counts_as_started() -> None:
    game = deal("8|4 8|3 8|2", "9|5 9|6 8|7", own_track_first=True)
    do(game, "draw 9|4", "pass", "9|5@P1", "draw 9|3", "pass", "9|6@P0!")
    assert game.tracks[0].is_started
    assert {"9|4@F", "9|3@F"} <= acts(game)


def test_under_own_track_first_covering_a_lock_is_exempt() -> None:
    game = deal("9|9 8|3 8|2", "9|5 9|6 8|7", own_track_first=True)
    do(game, "9|9@P0")
    assert acts(game) == {"draw", "9|5@P0", "9|6@P0"}


# R13, gap: free track's start number


def test_the_free_track_waits_until_every_track_is_started() -> None:
    game = deal("9|4 9|3 9|2", "9|5 9|6 8|7", "9|7 9|8 8|0")
    do(game, "9|4@P0", "9|5@P1")
    assert acts(game) == {"draw", "9|7@P2", "9|8@P2"}
    do(game, "9|7@P2")
    assert acts(game) == with_dot({"9|3@F", "9|2@F"}) | {"draw"}
    do(game, "9|3@F!")
    # It is started once and goes on from there, for all.
    assert game.tracks[3].end == 3
    assert not any("9|6@F" in act for act in acts(game))


def test_the_free_track_starts_with_the_number_of_the_sub_round() -> None:
    game = deal("7|4 7|3 5|2", "7|5 7|6 5|1", first=0, sub_round=3)
    do(game, "7|4@P0", "7|5@P1")
    assert acts(game) == with_dot({"7|3@F"}) | {"draw"}


def test_under_free_start_any_a_domino_has_two_plays_and_a_block_one() -> None:
    game = deal("9|4 7|3 5|5 2|0", "9|5 9|6 5|1 8|8", free_start="any")
    do(game, "9|4@P0", "9|5@P1")
    assert acts(game) == {"draw", "7|3@F", "7|3@F=3", "5|5@F", "2|0@F", "2|0@F=0"}
    assert do(game.copy(), "7|3@F").tracks[2].end == 7
    assert do(game.copy(), "7|3@F=7").tracks[2].end == 7
    assert do(game.copy(), "7|3@F=3").tracks[2].end == 3
    low, high = game.copy(), game.copy()
    low.play("7|3", "free", end=3)
    high.play("7|3", "free", end=7)
    assert (low.tracks[2].end, high.tracks[2].end) == (3, 7)
    assert do(game, "5|5@F").lock == "F"
    # Started, it takes what fits.
    assert acts(game) == {"draw", "5|1@F"}


# Gaps: several open tracks; playing elsewhere, or others playing on yours


def test_any_number_of_tracks_may_be_open() -> None:
    game = deal("8|4 8|3 8|2", "7|5 7|6 8|7", "9|1 1|1 2|2")
    do(game, "draw 6|1", "pass", "draw 6|2", "pass")
    assert opened(game) == "01"
    assert acts(game) == {"draw", "9|1@P0", "9|1@P1", "9|1@P2"}


def test_only_the_owner_closes_a_track_by_a_card_on_it() -> None:
    game = deal("9|4 9|3 8|2 8|3 8|8", "9|5 9|6 4|1 8|7 7|7")
    do(game, "9|4@P0", "9|5@P1", "draw 1|1", "pass")
    assert opened(game) == "0"
    do(game, "4|1@P0")  # another plays on it
    assert opened(game) == "0"
    do(game, "9|3@F")  # the owner plays elsewhere
    assert opened(game) == "0"
    do(game, "draw 2|2", "pass", "1|1@P0")  # the owner plays on it
    assert opened(game) == "1"


# R14, R15, gaps about blocks


def test_a_block_locks_the_game_until_a_matching_card_covers_it() -> None:
    game = deal("9|9 9|4 8|2 8|3", "9|3 8|1 B-5 7|7", "4|4 4|0 4|1 4|2")
    do(game, "9|9@P0")
    assert game.lock == "P0"
    assert [track.is_locked for track in game.tracks] == [True, False, False, False]
    assert acts(game) == {"draw", "9|3@P0"} | bonus("B-5", "P0")
    do(game, "9|3@P0")
    assert not any(track.is_locked for track in game.tracks)
    assert ends(game)[0] == 3


def test_under_a_lock_one_draws_may_play_and_else_the_own_track_opens() -> None:
    game = deal("9|9 8|4 8|2", "8|3 8|1 7|7")
    do(game, "9|9@P0", "draw 6|6")
    assert acts(game) == {"pass"}
    do(game, "pass")
    assert (game.lock, opened(game), game.turn) == ("P0", "1", 0)
    do(game, "draw 9|5", "9|5@P0")
    assert game.lock is None


def test_a_block_gives_no_other_turn() -> None:
    assert do(deal("9|9 9|4 8|2", "8|3 8|1 7|7"), "9|9@P0").turn == 1


def test_under_block_extra_turn_a_whole_new_turn_follows() -> None:
    game = deal("9|9 9|4 8|2 8|1", "8|3 8|1 7|7 6|6", block_extra_turn=True)
    do(game, "9|9@P0")
    assert (game.turn, game.phase) == (0, "start")
    assert acts(game) == {"draw", "9|4@P0"}
    do(game, "draw 9|3")
    assert acts(game) == {"pass", "9|4@P0", "9|3@P0"}
    do(game, "9|4@P0")
    assert game.turn == 1


def test_no_extra_turn_is_granted_with_a_skip_pending() -> None:
    # The deck is empty when P0 forgets "dot" with the start card 1|1.
    game = deal("1|1 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2, block_extra_turn=True)
    do(game, "draw 1|0", "pass", "1|1@P0")
    assert (game.turn, game.skips.tolist(), len(game.hand(0))) == (1, [1, 0], 1)
    do(game, "1|0@P0")
    # P0's next regular turn is missed.
    assert (game.turn, game.skips.tolist()) == (1, [0, 0])


def test_a_penalty_card_comes_before_the_extra_turn() -> None:
    game = deal("9|9 9|4", "8|3 8|1", block_extra_turn=True)
    do(game, "9|9@P0")
    assert (game.phase, game.turn) == ("penalty", 0)
    do(game, "9|1")
    assert (game.phase, game.turn, game.hand(0)) == ("start", 0, cards("9|4 9|1"))
    assert acts(game) == with_dot({"9|4@P0", "9|1@P0"}) | {"draw"}


def test_a_block_may_be_covered_by_its_twin_and_locks_again() -> None:
    game = deal("9|9 8|4 8|2", "9|9 8|1 7|7")
    do(game, "9|9@P0")
    assert acts(game) == {"draw", "9|9@P0"}
    assert do(game, "9|9@P0").lock == "P0"
    assert [str(laid.card) for laid in game.tracks[0].cards] == ["9|9", "9|9"]


def test_under_block_on_block_false_a_block_never_covers_a_block() -> None:
    game = deal("9|9 8|4 8|2", "9|9 9|1 B-5", block_on_block=False)
    do(game, "9|9@P0")
    assert acts(game) == {"draw", "9|1@P0"} | bonus("B-5", "P0")
    with pytest.raises(dotcore.IllegalMove):
        game.do("9|9@P0")


def test_a_block_on_a_foreign_closed_track_may_be_covered_and_its_marker_stays() -> None:
    game = deal("9|9 8|4 8|2", "9|3 8|1 7|7")
    do(game, "9|9@P0", "9|3@P0")
    assert opened(game) == ""
    assert not game.tracks[1].is_started


def test_covering_on_the_own_open_track_closes_it() -> None:
    game = deal("9|4 8|4 8|2", "9|9 8|1 7|7")
    do(game, "draw 7|1", "pass", "9|9@P0")
    assert (game.lock, opened(game)) == ("P0", "0")
    do(game, "9|4@P0")
    assert (game.lock, opened(game)) == (None, "")


def test_under_a_lock_no_track_is_started() -> None:
    game = deal("9|9 9|4 8|2", "9|3 8|1 7|7")
    do(game, "9|9@P0")
    for act in ("9|3@P1", "9|3@F"):
        assert game.why_illegal(game.string_to_action(act)) is not None


def test_a_block_as_start_card_locks_also_on_the_free_track() -> None:
    assert do(deal("9|9 8|4 8|2", "9|3 8|1 7|7"), "9|9@P0").lock == "P0"
    game = deal("9|4 9|9 8|2", "9|3 9|1 7|7")
    do(game, "9|4@P0", "9|3@P1", "9|9@F!")
    assert game.lock == "F"
    assert acts(game) == with_dot({"9|1@F"}) | {"draw"}


def test_a_block_on_an_unstarted_track_is_one_play() -> None:
    game = deal("9|9 9|9 1|1", "9|3 8|1 7|7")
    assert sorted(map(str, game.legal_plays)) == ["9|9@P0"]
