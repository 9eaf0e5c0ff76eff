"""The rules of DotCard, R16..R20 and their gaps: bonus cards, "dot", passes, ends and points.

Positions are dealt and played as text; what they must lead to was worked out by hand from the
rules in docs/dotcard.md, whose rows the tests name.
"""

from __future__ import annotations

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
from dotcore import Rng, dotcard

# R16 and the gaps about bonus cards


def test_a_bonus_card_takes_any_number_and_fits_any_end() -> None:
    game = deal("B-5 8|4 8|2", "9|3 8|1 7|7")
    assert acts(game) == {"draw"} | bonus("B-5", "P0")
    do(game, "B-5@P0=8")
    assert game.tracks[0].end == 8
    do(game, "9|3@P1")
    assert {"8|4@P0", "8|2@P0"} <= acts(game)
    game = deal("9|4 B-5 8|2", "9|3 8|1 7|7")
    do(game, "9|4@P0", "9|3@P1")
    assert acts(game) == with_dot(bonus("B-5", "P0", "F")) | {"draw"}


def test_a_chosen_number_equal_to_the_end_never_locks() -> None:
    game = deal("9|4 B-5 8|2", "9|3 8|1 7|7")
    do(game, "9|4@P0", "9|3@P1", "B-5@P0=4!")
    assert (game.lock, ends(game)) == (None, [4, 3, 9])


def test_a_bonus_card_may_unlock() -> None:
    game = deal("9|9 8|4 8|2", "B-5 8|1 7|7")
    do(game, "9|9@P0", "B-5@P0=9")
    assert (game.lock, game.tracks[0].end) == (None, 9)


def test_bonus_on_bonus_is_allowed() -> None:
    game = deal("B-5 B-10 8|2", "9|3 8|1 7|7")
    do(game, "B-5@P0=0", "9|3@P1", "B-10@P0=7!")
    assert game.tracks[0].end == 7


def test_a_bonus_card_starts_a_track_and_the_free_track() -> None:
    game = deal("B-5 B-10 8|2", "9|3 8|1 7|7")
    do(game, "B-5@P0=2")
    assert game.tracks[0].is_started
    assert game.lock is None
    do(game, "9|3@P1", "B-10@F=1!")
    assert (game.tracks[2].is_started, game.tracks[2].end) == (True, 1)


@pytest.mark.parametrize("number", [-1, 10])
def test_a_chosen_number_is_one_of_the_decks(number: int) -> None:
    game = deal("B-5 8|4 8|2", "9|3 8|1 7|7")
    key, before = game.key, game.to_bytes(history=True)
    with pytest.raises(dotcore.IllegalMove):
        game.play("B-5", number=number)
    with pytest.raises(dotcore.Error):
        game.do(f"B-5@P0={number}")
    assert (game.key, game.to_bytes(history=True)) == (key, before)


def test_ten_numbers_for_a_last_bonus_card_are_ten_legal_acts_with_equal_scores() -> None:
    game = deal("B-5", "6|3")
    assert acts(game) == {"draw"} | bonus("B-5", "P0")
    for number in range(10):
        assert do(game.copy(), f"B-5@P0={number}").totals.tolist() == [0, 9]


# R2, R3, R17, R18


@pytest.mark.parametrize("card", ["9|9", "9|1", "B-15"])
def test_a_sub_round_ends_at_once_with_the_last_card_whatever_it_is(card: str) -> None:
    game = deal(card, "9|8")
    do(game, f"{card}@P0" + ("=9" if card == "B-15" else ""))
    (row,) = game.sheet
    assert (row.out, row.scores, game.phase, game.lock) == (0, (0, 17), "deal", None)


def test_the_last_card_5_5_on_the_end_5_ends_the_sub_round_without_a_lock() -> None:
    game = deal("9|5 5|5", "9|3 8|1")
    do(game, "9|5@P0!", "9|3@P1!", "5|5@P0")
    assert (game.sub_round, game.lock, game.sheet[0].out) == (2, None, 0)


def test_each_card_counts_its_pips_and_a_bonus_card_its_minus_points() -> None:
    game = deal("9|4 4|0", "B-15 0|0", "9|9 3|0")
    do(game, "9|4@P0!", "draw 0|0", "pass", "draw B0", "pass", "4|0@P0")
    assert game.sheet[0].scores == (0, -15, 21)
    assert game.totals.tolist() == [0, -15, 21]


def test_chosen_numbers_never_score() -> None:
    for number in range(10):
        game = deal("B-15 4|0 9|4", "B-5 B-10 3|0")
        do(game, "9|4@P0", f"B-5@P1={number}", "4|0@P0!", f"B-10@P1={number}!")
        do(game, f"B-15@P0={number}")
        assert game.sheet[0].scores == (0, 3)


def test_points_are_the_numbers_on_the_cards() -> None:
    assert [dotcard.Card(c).points for c in ("9|8", "9|9", "0|0", "B0", "B-15")] == [
        17,
        18,
        0,
        0,
        -15,
    ]


# R19 and the gaps about "dot"


def test_dot_may_be_said_with_two_cards_in_hand_and_with_no_other_number() -> None:
    game = deal("9|4 9|3", "9|5 8|1")
    assert acts(game) == {"draw", "9|4@P0", "9|4@P0!", "9|3@P0", "9|3@P0!"}
    do(game, "draw 9|2")
    assert acts(game) == {"pass", "9|4@P0", "9|3@P0", "9|2@P0"}
    with pytest.raises(dotcore.IllegalMove):
        game.do("9|4@P0!")
    game = deal("9|4", "9|5")
    assert acts(game) == {"draw", "9|4@P0"}
    with pytest.raises(dotcore.IllegalMove):
        game.play("9|4", dot=True)


def test_who_says_dot_keeps_one_card() -> None:
    game = do(deal("9|4 9|3", "9|5 8|1"), "9|4@P0!")
    assert (game.turn, game.hand(0), game.skips.tolist()) == (1, cards("9|3"), [0, 0])


def test_who_forgets_dot_draws_one_card_after_the_play() -> None:
    game = do(deal("9|4 9|3", "9|5 8|1"), "9|4@P0")
    assert (game.phase, game.current_player, game.turn) == ("penalty", -1, 0)
    do(game, "6|6")
    assert (game.phase, game.turn, game.hand(0)) == ("start", 1, cards("9|3 6|6"))
    assert opened(game) == ""


@pytest.mark.parametrize("skip_turns", [0, 1, 2])
def test_who_forgets_dot_with_an_empty_deck_misses_turns(skip_turns: int) -> None:
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2, skip_turns=skip_turns)
    do(game, "draw 1|1", "pass", "1|0@P0")
    assert (game.hand(0), game.skips.tolist(), game.turn) == (cards("0|0"), [skip_turns, 0], 1)
    for left in reversed(range(skip_turns)):
        do(game, "pass")
        assert (game.turn, game.skips.tolist()) == (1, [left, 0])
    do(game, "pass")
    assert game.turn == 0


def test_one_lap_is_the_default_of_sitting_out() -> None:
    assert dotcard.Rules().skip_turns == 1


@pytest.mark.parametrize("dot_call", ["automatic", "off"])
def test_dot_is_not_called_and_never_costs_under_automatic_and_off(dot_call: str) -> None:
    game = deal("9|4 9|3", "9|5 8|1", dot_call=dot_call)
    assert acts(game) == {"draw", "9|4@P0", "9|3@P0"}
    with pytest.raises(dotcore.IllegalMove):
        game.do("9|4@P0!")
    do(game, "9|4@P0")
    assert (game.phase, game.turn, game.hand(0)) == ("start", 1, cards("9|3"))
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2, dot_call=dot_call)
    assert do(game, "draw 1|1", "pass", "1|0@P0").skips.tolist() == [0, 0]


def test_a_missed_turn_touches_no_marker_and_is_no_pass() -> None:
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2)
    do(game, "draw 1|1", "pass", "1|0@P0", "pass")
    assert (game.turn, opened(game), game.passed.tolist()) == (1, "1", [False, True])


# Gap: after drawing


def test_after_drawing_any_card_may_be_played() -> None:
    game = do(deal("9|4 8|3 8|2", "9|5 8|1 7|7"), "draw 9|2")
    assert acts(game) == {"pass", "9|4@P0", "9|2@P0"}


def test_under_drawn_card_only_nothing_but_the_drawn_kind_may_be_played() -> None:
    game = deal("9|4 9|3 8|2", "9|5 8|1 7|7", drawn_card_only=True)
    assert acts(game) == {"draw", "9|4@P0", "9|3@P0"}
    assert acts(do(game.copy(), "draw 9|2")) == {"pass", "9|2@P0"}
    assert acts(do(game.copy(), "draw 9|4")) == {"pass", "9|4@P0"}  # its twin is the same kind
    assert acts(do(game.copy(), "draw 7|6")) == {"pass"}
    assert acts(do(game.copy(), "draw B-5")) == {"pass"} | bonus("B-5", "P0")


# Gap: a voluntary pass opens the track


def test_a_voluntary_pass_opens_the_track() -> None:
    assert opened(do(deal("9|4 9|3 8|2", "9|5 8|1 7|7"), "draw 1|1", "pass")) == "0"


def test_under_voluntary_pass_opens_false_only_a_pass_without_a_play_opens() -> None:
    game = deal("9|4 9|3 8|2", "8|5 8|1 7|7", voluntary_pass_opens=False)
    do(game, "draw 1|1", "pass")
    assert opened(game) == ""
    do(game, "draw 1|1", "pass")
    assert opened(game) == "1"


def test_under_voluntary_pass_opens_false_an_open_track_stays_open_at_a_voluntary_pass() -> None:
    game = deal("8|4 8|3 8|2", "8|5 8|1 7|7", voluntary_pass_opens=False)
    do(game, "draw 1|1", "pass", "draw 9|1", "pass", "draw 9|0", "pass")
    assert opened(game) == "0"


# Gap: deck empty


def test_with_an_empty_deck_one_plays_or_passes_without_drawing() -> None:
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2)
    do(game, "draw 1|1", "pass")
    assert game.pile_size == 0
    assert {act.rstrip("!") for act in acts(game)} == {"pass", "1|0@P0", "1|0@P1"}
    with pytest.raises(dotcore.IllegalMove):
        game.draw()
    # Nothing refills it.
    assert do(game, "1|0@P0!").pile == ()


# R20, gap: locked game


def test_the_sub_round_is_locked_when_all_have_passed_with_an_empty_pile() -> None:
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2)
    do(game, "draw 1|1", "pass")  # the pass of whoever drew the last card counts
    assert game.passed.tolist() == [False, True]
    do(game, "pass")
    (row,) = game.sheet
    assert (row.out, row.scores) == (None, (1, -3))


def test_a_pass_before_the_pile_is_empty_does_not_count() -> None:
    deck = dotcard.Deck(max_pip=1, copies=1, bonus=(0, -5, -10))
    game = deal("1|0 0|0", "B0 B-5", deck=deck, sub_rounds=2)
    do(game, "draw 1|1", "pass")
    assert game.passed.tolist() == [False, False]
    do(game, "draw B-10", "pass")
    assert (game.sub_round, game.passed.tolist()) == (1, [False, True])
    do(game, "pass")
    assert game.sheet[0].scores == (3, -15)


def test_any_play_empties_the_set_of_those_who_passed() -> None:
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2)
    do(game, "draw 1|1", "pass", "1|0@P0!")
    assert game.passed.tolist() == [False, False]
    do(game, "pass")
    assert (game.sub_round, game.passed.tolist()) == (1, [False, True])
    do(game, "pass")
    assert game.sheet[0].scores == (0, -3)
    assert game.sheet[0].out is None


def test_the_skipped_seat_must_still_be_asked() -> None:
    game = deal("1|0 0|0", "B0 B-5", first=1, deck=TINY, sub_rounds=2)
    do(game, "draw 1|1", "pass", "1|0@P0")
    do(game, "pass")  # P0 sits out
    assert (game.turn, game.sub_round) == (1, 1)
    do(game, "pass")
    assert (game.turn, game.sub_round) == (0, 1)
    do(game, "pass")
    assert (game.sub_round, game.sheet[0].scores) == (2, (0, -3))


def test_passing_with_a_last_bonus_card_may_beat_going_out() -> None:
    deck = dotcard.Deck(max_pip=1, copies=1, bonus=(0, -15))
    game = deal("1|0 B-15", "0|0 B0", first=1, deck=deck, sub_rounds=2)
    do(game, "draw 1|1", "pass", "1|0@P0!", "pass")
    assert {act.partition("=")[0] for act in acts(game)} == {"pass", "B-15@P0", "B-15@P1"}
    do(game, "pass")
    assert game.sheet[0].scores == (-15, 2)


# R1, gap: ties


def test_a_full_game_has_10_or_20_sub_rounds() -> None:
    assert dotcard.Rules().sub_rounds == 10
    for sub_rounds in (10, 20):
        game = dotcard.Game(3, dotcard.Rules(hand_size=1, sub_rounds=sub_rounds))
        assert len(list(one_card_rounds(game, sub_rounds))) == sub_rounds
        assert game.is_terminal
        assert len(game.sheet) == sub_rounds
        assert game.totals.tolist() == game.scores.sum(axis=0).tolist()


def test_equal_totals_share_a_rank_and_the_least_wins() -> None:
    game = deal("9|4", "7|5", "8|7", sub_rounds=2)
    do(game, "9|4@P0")
    assert not game.is_terminal
    give(game, "7|5", "8|1", "8|7")
    do(game, "8|1@P1")
    assert game.totals.tolist() == [12, 12, 30]
    assert game.ranks.tolist() == [1, 1, 3]
    assert list(game.winners) == [0, 1]
    assert (game.is_terminal, game.phase, game.current_player) == (True, "over", -4)


# Gap: a new sub-round


def test_everything_is_reset_at_a_new_sub_round() -> None:
    game = deal("8|4", "9|9")
    do(game, "draw 7|1", "pass", "9|9@P1")
    assert (game.lock, opened(game), ends(game)) == (None, "", [8, 8, 8])
    assert not any(track.is_started or track.cards for track in game.tracks)
    assert game.pile_size == 114


def test_pending_skips_and_passes_are_reset_at_a_new_sub_round() -> None:
    deck = dotcard.Deck(max_pip=1, copies=1, bonus=(0, -5, -10, -15))
    hands = ("1|0 B0", "1|1 B-5", "B-10 B-15")
    game = deal(*hands, first=2, deck=deck, sub_rounds=2, skip_turns=2)
    do(game, "draw 0|0", "pass", "1|0@P0", "B-5@P1=1!", "pass")
    assert (game.turn, game.skips.tolist()) == (1, [1, 0, 0])
    assert game.passed.tolist() == [False, False, True]
    do(game, "1|1@P1")
    assert game.sheet[0].scores == (0, 0, -25)
    assert (game.skips.tolist(), game.passed.tolist()) == ([0] * 3, [False] * 3)


# Invariants


def test_rotating_the_seats_rotates_the_scores() -> None:
    for seed in range(12):
        rng = Rng(seed)
        players = 2 + seed % 4
        game = dotcard.Game(players, dotcard.Rules(sub_rounds=1), seed=rng)
        while not game.is_terminal:
            if game.current_player == -1:
                game.sample_chance(rng)
            else:
                legal = game.legal_actions()
                game.apply(int(legal[rng.below(len(legal))]))
        history = [int(action) for action in game.action_history]
        dealt, played = history[: 7 * players], history[7 * players :]
        turned = dotcard.Game(players, game.rules, starter=1)
        for lap in range(7):
            hands = dealt[lap * players : (lap + 1) * players]
            for kind in hands[-1:] + hands[:-1]:
                turned.apply(kind)
        for action in played:
            turned.apply(action if turned.current_player == -1 else seat_on(action, players))
        assert turned.totals.tolist() == [game.totals[(s - 1) % players] for s in range(players)]


def seat_on(action: int, players: int) -> int:
    """The same act one seat further: targets 0..7 are seats' tracks."""
    if action < 2:
        return action
    play, dot = divmod(action - 2, 2)
    which, target = divmod(play, 10)
    if target < 8:
        target = (target + 1) % players
    return 2 + (which * 10 + target) * 2 + dot


def test_a_sub_round_has_at_most_as_many_acts_as_the_rules_say() -> None:
    deck = dotcard.Deck(max_pip=2, copies=1, bonus=(0, -5))
    for skip_turns in (0, 1, 3):
        rules = dotcard.Rules(deck=deck, sub_rounds=1, hand_size=2, skip_turns=skip_turns)
        for seed in range(60):
            rng = Rng(seed)
            game = dotcard.Game(3, rules, seed=rng)
            count = 0
            while not game.is_terminal:
                if game.current_player >= 0:
                    legal = game.legal_actions()
                    assert len(legal) > 0
                    game.apply(int(legal[rng.below(len(legal))]))
                    count += 1
                game.resolve_chance(rng)
                game.check_consistency()
            assert count <= 3 * 8 + 9 * 3 * (1 + skip_turns)
