"""The slow twin of DotCard: against shared vectors, the page's known cases, its gaps, and laws.

The vectors lie in files beside the project; where they are missing, the rest is tested.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.oracle.dotcard import (
    CHANCE,
    DRAW,
    FREE,
    FREE_OTHER_WAY,
    PASS,
    PRESETS,
    TERMINAL,
    Bonus,
    Card,
    Deck,
    Face,
    Game,
    Illegal,
    Laid,
    Play,
    Rules,
    parse_card,
    settle,
)
from tests.oracle.dotcard_rules import shared_ranks
from tests.oracle.dotcard_tracks import (
    OBJECTIVES,
    all_tracks,
    best_start,
    best_track,
    check_track,
    k_best,
    worth,
)
from tests.oracle.dotcard_worlds import World, worlds_consistent

if TYPE_CHECKING:
    from collections.abc import Iterable

VECTORS = Path(__file__).parents[1].parent / "shared" / "vectors"
Case = dict[str, Any]

D114 = PRESETS["D114"]
TINY = Rules(Deck(2, 1, 1, ()), sub_rounds=3, hand_size=2)  # 6 cards
SMALL = Rules(Deck(3, 2, 1, (0, -5)), sub_rounds=4, hand_size=3)  # 18 cards

# The deck, seats and options of random games: every option at least once.
MIXED = {
    "tiny": (2, TINY),
    "small": (3, SMALL),
    "max_pip 4": (2, Rules(Deck(4, 2, 2, (0, -5, -15)), sub_rounds=5)),
    "mirror": (2, replace(TINY, sub_rounds=6)),
    "again": (2, replace(TINY, sub_rounds=6, second_half="again", dot_call="off")),
    "random starter": (4, replace(SMALL, starter="random", dot_call="automatic")),
    "winner": (3, replace(SMALL, starter="winner", others_may_start=False, skip_turns=2)),
    "own first": (3, replace(SMALL, starter="fixed", own_track_first=True, skip_turns=0)),
    "any": (2, replace(SMALL, free_start="any", block_extra_turn=True, block_on_block=False)),
    "drawn": (2, replace(SMALL, drawn_card_only=True, voluntary_pass_opens=False)),
}


def vectors(name: str) -> pytest.MarkDecorator:
    """A test for each line of a file of vectors, or a skipped one where the file is missing."""
    path = VECTORS / name
    found = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if not found:
        skipped = pytest.param({}, marks=pytest.mark.skip(reason=f"no {name}"))
        return pytest.mark.parametrize("case", [skipped])
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def cards(text: str) -> list[Card]:
    return [parse_card(card) for card in text.split()]


def kinds(deck: Deck, text: str | Iterable[str]) -> list[int]:
    listed = text.split() if isinstance(text, str) else text
    return [deck.kind_of(parse_card(card)) for card in listed]


def table(
    hands: str,
    tracks: dict[int, str] | None = None,
    markers: str = "",
    pile: str | None = None,
    rules: Rules | None = None,
    start: int = 9,
) -> Game:
    """A sub-round under way: hands parted by "/", seat 0 in turn.

    The pile is what is left of the deck; a given one leaves the other cards in the box.
    """
    rules = Rules() if rules is None else rules
    deck = rules.deck
    held = tuple(tuple(sorted(kinds(deck, hand))) for hand in hands.split("/"))
    game = Game(len(held), replace(rules, hand_size=1), [start, start], first_starter=0)
    rows: list[tuple[Laid, ...]] = [()] * (game.players + 1)
    for target, text in (tracks or {}).items():
        row = check_track(text.split(), start)
        assert row.valid
        laid = tuple(Laid(deck.kind_of(link.card), link.end) for link in row.links)
        rows[game.players if target == FREE else target] = laid
    rest = Counter(deck.cards())
    rest.subtract(kind for hand in held for kind in hand)
    rest.subtract(laid.kind for row in rows for laid in row)
    state = replace(
        game.state,
        phase="start",
        hands=held,
        tracks=tuple(rows),
        open=tuple(marker == "g" for marker in (markers or "r" * game.players)),
        pile=tuple(sorted(rest.elements() if pile is None else kinds(deck, pile))),
    )
    return game.supposing(state)


def plays(game: Game) -> set[str]:
    """The legal plays as they are written."""
    acts = (game.action_to_string(act) for act in game.legal_actions())
    return {act for act in acts if act not in ("draw", "pass")}


def do(game: Game, *acts: str) -> Game:
    """Acts of players; of chance, a card or a seat."""
    for act in acts:
        game.do(act)
    return game


def random_game(players: int, rules: Rules, rng: random.Random, steps: int | None = None) -> Game:
    """So many steps of a game, played at random with a liking for plays."""
    game = Game(players, rules)
    while not game.is_terminal and (steps is None or len(game.history) < steps):
        random_step(game, rng)
    return game


def random_step(game: Game, rng: random.Random) -> None:
    if game.current_player == CHANCE:
        outcomes = game.chance_outcomes()
        weights = [float(chance) for _, chance in outcomes]
        game.apply(rng.choices([outcome for outcome, _ in outcomes], weights)[0])
    else:
        legal = game.legal_actions()
        game.apply(rng.choice(legal[1:] if len(legal) > 1 and rng.random() < 0.6 else legal))


# The shared vectors


@vectors("dotcard_games.jsonl")
def test_a_game_goes_as_the_vector_says(case: Case) -> None:
    rules = Rules.from_json(case["rules"])
    if case["kind"] == "sub_round":
        game = Game(case["players"], rules, [case["start_number"]], case["starter"])
        play_as_told(game, [case], None)
    else:
        game = Game(case["players"], rules)
        play_as_told(game, case["sub_rounds"], case["starters"])
        assert list(game.totals) == case["totals"]
        assert list(game.ranks) == case["ranks"]
        assert list(game.winners) == case["winners"]
    assert game.is_terminal


def play_as_told(game: Game, sub_rounds: list[Case], starters: list[int] | None) -> None:
    orders = [kinds(game.deck, told["deck"]) for told in sub_rounds]
    for told, order in zip(sub_rounds, orders, strict=True):
        assert sorted(order) == list(game.deck.cards())
        settle(game, orders, starters)
        assert (game.start_number, game.state.starter) == (told["start_number"], told["starter"])
        if "hands" in told:
            hands = [tuple(sorted(kinds(game.deck, hand))) for hand in told["hands"]]
            assert game.state.hands == tuple(hands)
            assert len(game.plays()) == told["plays"]
        for step in told["steps"]:
            pile = game.state.pile
            game.do(step["a"])
            if len(game.start_numbers) == 1:  # the long ones would take long
                game.check()
            if "over" in step:
                line = game.sheet[-1]
                assert (line.how, list(line.scores)) == (step["over"], step["scores"])
                assert (line.how, line.winner) == (told["over"], told["winner"])
                break
            settle(game, orders)
            taken = Counter(pile) - Counter(game.state.pile)
            assert list(taken) == (kinds(game.deck, step["took"]) if "took" in step else [])
            assert as_told(game) == {key: step[key] for key in as_told(game)}


def as_told(game: Game) -> Case:
    """The state as a step of a vector tells it."""
    state, lock = game.state, game.lock
    return {
        "ends": list(game.ends),
        "open": "".join("rg"[is_open] for is_open in state.open),
        "lock": None if lock is None else "F" if lock == FREE else f"P{lock}",
        "hands": [len(hand) for hand in state.hands],
        "pile": len(state.pile),
        "skips": list(state.skips),
        "turn": state.turn,
        "phase": state.phase,
        "plays": len(game.plays()),
        "else": ("draw", "pass")[game.draw_or_pass()],
    }


WAYS: dict[str, Case] = {
    "": {},
    "no bonus": {"use_bonus": False},
    "no blocks": {"allow_blocks": False},
    "no block on block": {"rules": Rules(block_on_block=False)},
    "at most 3": {"max_cards": 3},
}


@vectors("dotcard_tracks.jsonl")
def test_the_best_track_is_as_good_as_the_vector_says(case: Case) -> None:
    hand = [parse_card(card) for card in case["hand"]]
    for way, answers in case["answers"].items():
        for objective, told in answers.items():
            best = best_track(hand, case["start"], objective, **WAYS[way])
            assert best[:3] == (told["value"], told["then"], told["count"])
            theirs = check_track(told["track"], case["start"], WAYS[way].get("rules"))
            ours = check_track(
                [str(link) for link in best.track], case["start"], WAYS[way].get("rules")
            )
            assert theirs.valid
            assert ours.valid
            assert worth(hand, theirs.links, objective) == best[:2]


# Cases with known answers


def test_the_deck_of_114() -> None:
    faces = {card: D114.counts[kind] for kind, card in enumerate(D114.kinds) if card.points >= 0}
    assert D114.size == 114
    assert D114.num_faces == 55
    assert all(faces[Face(high, low)] == 2 for high in range(10) for low in range(high + 1))
    assert [str(card) for card in D114.kinds[55:]] == ["B0", "B-5", "B-10", "B-15"]
    assert D114.counts[55:] == (1, 1, 1, 1)
    assert {name: deck.size for name, deck in PRESETS.items()} == {
        "D114": 114,
        "D104": 104,
        "D118": 118,
        "D59": 59,
    }


def test_action_ids() -> None:
    assert {deck.num_actions for deck in PRESETS.values()} == {1902}
    assert Play(0, 0, 0).action(D114) == 2
    assert Play(D114.kind_of(Face(9, 9)), 8, 9, dot=True).action(D114) == 2 + (54 * 10 + 8) * 2 + 1
    assert Play(D114.kind_of(Bonus(-15)), 7, 9, dot=True).action(D114) == 2 + (94 * 10 + 7) * 2 + 1
    small = SMALL.deck  # 10 faces, 2 bonus values, numbers 0..3
    assert Play(11, 1, 2).action(small) == 2 + ((10 + 4 + 2) * 10 + 1) * 2
    assert small.num_actions == 2 + (10 + 2 * 4) * 20


def test_a_card_may_be_handed_over_either_way_round() -> None:
    assert parse_card("4|9") == parse_card("9|4")
    assert check_track(["9|4"], 4).end == check_track(["4|9"], 4).end == 9


def test_a_block_on_an_unstarted_track_is_one_move() -> None:
    assert plays(table("9|9 8|8 8|7/7|7")) == {"9|9@P0=9"}


def test_a_forgotten_dot_costs_a_card() -> None:
    game = do(table("9|4 8|8/7|7", start=9), "9|4@P0=4")
    assert (game.state.phase, game.current_player) == ("penalty", CHANCE)
    do(game, "3|2")
    assert game.state.hands[0] == tuple(sorted(kinds(D114, "8|8 3|2")))
    assert (game.state.turn, game.state.phase) == (1, "start")


def test_a_forgotten_dot_on_an_empty_pile_costs_a_turn() -> None:
    game = do(table("9|4 8|8/7|7", pile=""), "9|4@P0=4")
    assert game.state.hands[0] == tuple(kinds(D114, "8|8"))
    assert game.state.skips == (1, 0)


def test_dot_is_a_flag_with_two_cards_in_hand_and_only_then() -> None:
    assert plays(table("9|4 8|8/7|7")) == {"9|4@P0=4", "9|4@P0=4!"}
    assert plays(table("9|4 8|8 8|7/7|7")) == {"9|4@P0=4"}
    with pytest.raises(Illegal):
        table("9|4 8|8 8|7/7|7").do("9|4@P0=4!")
    assert do(table("9|4 8|8/7|7"), "9|4@P0=4!").state.turn == 1


def test_a_second_draw_is_illegal() -> None:
    game = table("9|4 8|8/7|7")
    assert DRAW in game.legal_actions()
    assert PASS not in game.legal_actions()
    do(game, "draw", "1|0")
    assert DRAW not in game.legal_actions()
    assert PASS in game.legal_actions()
    assert "9|4@P0=4" in plays(game)


def test_an_empty_pile_offers_a_pass_and_what_can_be_played() -> None:
    game = table("9|4 8|8 7|7/7|7", pile="")
    assert {game.action_to_string(act) for act in game.legal_actions()} == {"pass", "9|4@P0=4"}


@pytest.mark.parametrize("last", ["5|5@P0=5", "B0@P0=5", "5|4@P0=4"])
def test_the_last_card_ends_the_sub_round_whatever_it_is(last: str) -> None:
    game = do(table(f"{last[: last.index('@')]}/8|7", {0: "9|5"}), last)
    assert game.sheet[0][:3] == ("out", 0, (0, 15))
    assert (game.lock, game.sub_round) == (None, 2)


@pytest.mark.parametrize("number", [-1, 10])
def test_a_chosen_number_beyond_the_halves_is_illegal(number: int) -> None:
    game = table("B-15 8|8 7|7/7|7")
    before = game.state
    with pytest.raises(Illegal):
        game.do(f"B-15@P0={number}")
    assert game.state == before


def test_only_a_card_on_the_own_track_closes_it() -> None:
    started = {0: "9|4", 1: "9|3", FREE: "9|2"}
    game = table("2|1 4|1 3|1 8|8/7|7", started, "gg")
    assert do(game, "2|1@F=1").state.open == (True, True)
    game.undo()
    assert do(game, "3|1@P1=1").state.open == (True, True)
    game.undo()
    assert do(game, "4|1@P0=1").state.open == (False, True)


def test_ties_share_a_rank() -> None:
    assert shared_ranks((12, 12, 30)) == (1, 1, 3)


def test_chosen_numbers_never_score() -> None:
    game = table("9|4/B-15/9|8 4|0", {1: "B0=9", 2: "B-5=9"})
    assert do(game, "9|4@P0=4").sheet[0].scores == (0, -15, 21)


def test_passing_with_a_bonus_in_hand_may_beat_going_out() -> None:
    game = table("B-15/8|7", {0: "9|4", 1: "9|3"}, "gg", pile="")
    do(game, "pass", "pass")
    assert game.sheet[0][:3] == ("locked", None, (-15, 15))
    assert game.returns() == (Fraction(30), Fraction(-30))


def test_duplicate_cards_of_a_track_are_counted() -> None:
    hand = cards("9|4 9|4 4|4 4|4")
    assert best_track(hand, 9, use_bonus=False).value == 4


def test_who_sits_out_must_still_be_asked() -> None:
    game = do(table("9|4 8|8/7|7", pile=""), "9|4@P0=4", "pass")
    assert (game.state.turn, game.state.skips) == (1, (0, 0))
    do(game, "pass")
    assert (game.state.turn, game.state.passed) == (0, frozenset({1}))
    assert do(game, "pass").sheet[0].how == "locked"


def test_the_pass_of_who_drew_the_last_card_counts() -> None:
    started = {0: "9|4", 1: "9|3", FREE: "9|9"}
    game = table("8|8/7|7", started, pile="1|0")
    assert game.lock == FREE
    do(game, "draw", "1|0", "pass", "pass")
    assert game.sheet[0][:3] == ("locked", None, (17, 14))


def test_no_extra_turn_with_a_skip_pending() -> None:
    game = table("9|9 8|8/7|7", pile="", rules=Rules(block_extra_turn=True))
    do(game, "9|9@P0=9")
    assert (game.state.turn, game.state.skips) == (1, (1, 0))


# Rules and gaps: the default and the option


def test_the_start_numbers_fall_and_come_again() -> None:
    nine_to_zero = tuple(range(9, -1, -1))
    assert Rules().start_numbers() == nine_to_zero
    assert Rules(sub_rounds=20).start_numbers() == nine_to_zero + nine_to_zero[::-1]
    assert Rules(sub_rounds=20, second_half="again").start_numbers() == nine_to_zero * 2
    assert TINY.start_numbers() == (2, 1, 0)
    with pytest.raises(ValueError, match="sub_rounds"):
        Rules(sub_rounds=12)


def test_the_cards_dealt_must_be_fewer_than_the_deck() -> None:
    with pytest.raises(ValueError, match="fewer"):
        Game(3, TINY)
    for players in (1, 9):
        with pytest.raises(ValueError, match="players"):
            Game(players)


@pytest.mark.parametrize(("how", "starters"), [("rotate", [0, 1, 0]), ("fixed", [0, 0, 0])])
def test_who_starts(how: str, starters: list[int]) -> None:
    game = random_game(2, replace(TINY, starter=how), random.Random(1))
    assert [line.starter for line in game.sheet] == starters


def test_the_winner_starts_or_after_a_locked_sub_round_the_same_again() -> None:
    ways = set()
    for seed in range(20):
        game = random_game(2, replace(TINY, starter="winner"), random.Random(seed))
        assert game.sheet[0].starter == 0
        for before, after in zip(game.sheet, game.sheet[1:], strict=False):
            ways.add(before.how)
            assert after.starter == (before.starter if before.winner is None else before.winner)
    assert ways == {"out", "locked"}


def test_chance_names_the_starter_before_the_deal() -> None:
    game = Game(3, replace(SMALL, starter="random"))
    assert game.chance_outcomes() == [(seat, Fraction(1, 3)) for seat in range(3)]
    do(game, "seat 2")
    assert (game.state.phase, game.state.turn) == ("deal", 2)


def test_cards_are_dealt_seat_by_seat_in_proportion_to_the_pile() -> None:
    game = Game(3, SMALL)
    assert dict(game.chance_outcomes())[SMALL.deck.kind_of(Face(2, 1))] == Fraction(2, 18)
    order = kinds(SMALL.deck, "2|1 3|3 B-5 2|1 2|2 0|0 1|0 1|1 B0")
    settle(game, [[*order, *[0] * 9]])
    assert game.state.hands[0] == tuple(sorted(kinds(SMALL.deck, "2|1 2|1 1|0")))
    assert game.state.hands[2] == tuple(sorted(kinds(SMALL.deck, "B-5 0|0 B0")))
    assert (game.current_player, len(game.state.pile)) == (0, 9)


def test_without_a_start_card_one_draws_and_opens() -> None:
    game = do(table("8|8 8|7 8|6/9|7 8|7 8|6"), "draw", "1|0", "pass")
    assert game.state.open == (True, False)
    assert plays(game) == {"9|7@P0=7", "9|7@P1=7"}
    do(game, "9|7@P0=7")
    assert game.state.open == (True, False)  # only its owner closes it


def test_only_the_owner_starts_a_track_if_the_rules_say_so() -> None:
    game = table("9|7 8|8 8|7/6|6", markers="rg", rules=Rules(others_may_start=False))
    assert plays(game) == {"9|7@P0=7"}


def test_the_own_track_may_have_to_come_first() -> None:
    first = Rules(own_track_first=True)
    assert plays(table("9|7 4|0 8|8/6|6", {1: "9|4"}, "rg")) == {"9|7@P0=7", "4|0@P1=0"}
    assert plays(table("9|7 4|0 8|8/6|6", {1: "9|4"}, "rg", rules=first)) == {"9|7@P0=7"}
    assert plays(table("9|7 4|0 8|8/6|6", {0: "9|0", 1: "9|4"}, "rg", rules=first)) == {
        "4|0@P0=4",
        "4|0@P1=0",
        "9|7@F=7",
    }
    assert plays(table("9|7 4|0 8|8/6|6", {1: "9|9"}, rules=first)) == {"9|7@P1=7"}  # exempt


def test_the_free_track_waits_for_all_others_and_takes_the_start_number() -> None:
    assert plays(table("9|7 8|8 7|6/6|6", {0: "9|4"})) == set()
    started = {0: "9|4", 1: "9|3"}
    assert plays(table("9|7 8|8 7|6/6|6", started)) == {"9|7@F=7"}
    assert plays(table("9|7 8|8 7|6/6|6", {**started, FREE: "9|6"})) == {"7|6@F=7"}


def test_any_card_may_start_the_free_track_either_way_round() -> None:
    game = table("7|3 8|8 B0/6|6", {0: "9|4", 1: "9|5"}, rules=Rules(free_start="any"))
    wild = {f"B0@P0={n}" for n in range(10)} | {f"B0@F={n}" for n in range(10)}
    assert plays(game) == {"7|3@F=7", "7|3@F=3", "8|8@F=8"} | wild
    kind = D114.kind_of(Face(7, 3))
    assert game.string_to_action("7|3@F=7") == Play(kind, FREE, 7).action(D114)
    assert game.string_to_action("7|3@F=3") == Play(kind, FREE_OTHER_WAY, 3).action(D114)
    assert do(game, "7|3@F=3").end_of(FREE) == 3
    game.undo()
    assert do(game, "8|8@F=8").lock == FREE


def test_a_block_locks_all_tracks_and_is_covered_by_whoever_is_in_turn() -> None:
    game = table("9|9 8|7 8|6/9|4 9|9 B0 9|8/9|0 9|1 9|2")
    do(game, "9|9@P0=9")
    assert (game.lock, game.state.turn) == (0, 1)
    wild = {f"B0@P0={n}" for n in range(10)}
    assert plays(game) == {"9|4@P0=4", "9|8@P0=8", "9|9@P0=9"} | wild
    assert do(game, "9|9@P0=9").lock == 0
    game.undo()
    assert do(game, "B0@P0=9").lock is None  # a bonus never locks
    game.undo()
    do(game, "9|4@P0=4")
    assert (game.lock, game.state.open, game.end_of(0)) == (None, (False,) * 3, 4)


def test_covering_on_the_own_open_track_closes_it() -> None:
    game = table("9|4 8|8 8|7/7|7", {0: "9|9"}, "gg")
    assert do(game, "9|4@P0=4").state.open == (False, True)


def test_a_block_may_never_cover_a_block_if_the_rules_say_so() -> None:
    game = table("9|9 9|8 7|7/6|6", {1: "9|9"}, rules=Rules(block_on_block=False))
    assert plays(game) == {"9|8@P1=8"}


def test_under_a_lock_one_draws_and_opens_the_own_track() -> None:
    game = do(table("8|8 8|7/7|7", {1: "9|9"}), "draw", "1|0", "pass")
    assert (game.lock, game.state.open, game.state.turn) == (1, (True, False), 1)


def test_a_bonus_connects_to_any_end_and_starts_tracks() -> None:
    game = table("B-5 8|8 8|7/7|7")
    assert plays(game) == {f"B-5@P0={n}" for n in range(10)}
    do(game, "B-5@P0=3")
    assert game.end_of(0) == 3
    on_bonus = table("B-10 8|8 8|7/7|7", {0: "B-5=3"})
    assert "B-10@P0=3" in plays(on_bonus)


def test_a_block_may_earn_another_turn() -> None:
    assert do(table("9|9 8|8 7|7/6|6"), "9|9@P0=9").state.turn == 1
    game = table("9|9 8|8 7|7/6|6", rules=Rules(block_extra_turn=True))
    do(game, "9|9@P0=9")
    assert (game.state.turn, game.state.phase, DRAW in game.legal_actions()) == (0, "start", True)


def test_the_penalty_comes_before_the_further_turn() -> None:
    game = table("9|9 8|8/6|6", rules=Rules(block_extra_turn=True))
    do(game, "9|9@P0=9")
    assert game.state.phase == "penalty"
    do(game, "9|7")
    assert (game.state.turn, game.state.phase) == (0, "start")
    assert plays(game) == {"9|7@P0=7", "9|7@P0=7!"}


def test_after_a_draw_the_drawn_card_alone_may_count() -> None:
    anything = do(table("9|4 8|8 7|7/6|6"), "draw", "9|3")
    assert plays(anything) == {"9|4@P0=4", "9|3@P0=3"}
    drawn = do(table("9|4 8|8 7|7/6|6", rules=Rules(drawn_card_only=True)), "draw", "9|3")
    assert plays(drawn) == {"9|3@P0=3"}


def test_a_voluntary_pass_may_leave_the_track_closed() -> None:
    forced = Rules(voluntary_pass_opens=False)
    assert do(table("9|4/6|6"), "draw", "8|8", "pass").state.open == (True, False)
    assert do(table("9|4/6|6", rules=forced), "draw", "8|8", "pass").state.open == (False, False)
    assert do(table("7|4/6|6", rules=forced), "draw", "8|8", "pass").state.open == (True, False)
    # A track that is open stays so.
    opened = table("9|4/6|6", markers="gr", rules=forced)
    assert do(opened, "draw", "8|8", "pass").state.open == (True, False)
    # With the drawn card alone, it is the drawn card that could not be played.
    both = replace(forced, drawn_card_only=True)
    assert do(table("9|4/6|6", rules=both), "draw", "8|8", "pass").state.open == (True, False)


@pytest.mark.parametrize("call", ["automatic", "off"])
def test_without_a_call_there_is_no_flag_and_no_penalty(call: str) -> None:
    game = table("9|4 8|8/7|7", rules=Rules(dot_call=call))
    assert plays(game) == {"9|4@P0=4"}
    assert do(game, "9|4@P0=4").state.turn == 1


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_so_many_turns_are_missed(turns: int) -> None:
    game = table("9|4 8|8/7|7/6|6", pile="", rules=Rules(skip_turns=turns))
    do(game, "9|4@P0=4")
    assert game.state.skips == (turns, 0, 0)
    asked = []
    while not game.sheet:
        asked.append(game.state.turn)
        do(game, "pass")
    # The others have passed; who sits out has not, and is asked in the end.
    assert asked == [1, 2] * (1 + turns) + [0]
    assert game.public_history().count(("sat out", 0)) == turns


def test_a_skip_opens_and_closes_nothing_and_keeps_passes() -> None:
    game = do(table("9|4 8|8/7|7", pile=""), "9|4@P0=4", "pass")
    assert (game.state.open, game.state.passed) == ((False, True), frozenset({1}))


def test_a_play_empties_the_set_of_passes() -> None:
    game = table("8|8/9|7 7|6 6|5", pile="")
    do(game, "pass", "9|7@P1=7")
    assert game.state.passed == frozenset()
    do(game, "pass", "pass")
    assert game.sheet[0].how == "locked"


def test_a_new_sub_round_resets_everything() -> None:
    game = do(table("8|8/7|7", markers="gg", pile=""), "pass", "pass")
    state = game.state
    assert (state.phase, state.starter, game.sub_round) == ("deal", 1, 2)
    assert (state.hands, state.open, state.tracks) == (((), ()), (False, False), ((), (), ()))
    assert state.pile == D114.cards()


# Tracks without a game


def test_the_first_wrong_card_of_a_track_is_told() -> None:
    check = check_track(["4|9", "4|4", "B-15=7", "6|5", "7|7"], 9)
    assert (check.wrong, check.why) == (3, "does not touch")
    assert (check.end, check.points, check.locked) == (7, 21, False)
    assert check_track(["9|4", "4|4"], 9)[:5] == (None, "", 4, 21, True)
    assert check_track([], 9)[:5] == (None, "", 9, 0, False)
    assert check_track(["B0"], 9).why == check_track(["B0=10"], 9).why == "no number"
    assert check_track(["9|x"], 9).why == check_track(["12|9"], 9).why == "no card"
    strict = Rules(block_on_block=False)
    assert check_track(["9|9", "9|9"], 9, strict)[:2] == (1, "block on block")


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("hand", ["9|4 9|4 4|4 9|1", "B-5 7|3 3|3 9|7", "B0 B-15 2|2", ""])
def test_the_best_track_is_the_best_of_all(objective: str, hand: str) -> None:
    held = cards(hand)
    tracks = list(all_tracks(held, 9))
    assert len(set(tracks)) == len(tracks)
    worths = [worth(held, track, objective) for track in tracks]
    value_up = -1 if objective == "remaining" else 1
    then_up = -1 if objective == "cards" else 1
    value = value_up * max(value_up * worth[0] for worth in worths)
    then = then_up * max(then_up * worth[1] for worth in worths if worth[0] == value)
    best = best_track(held, 9, objective)
    assert best[:2] == (value, then)
    assert best.ways == sum(worth[0] == value for worth in worths)
    assert k_best(3, held, 9, objective)[0] == best.track


def test_blocks_of_the_best_track_lie_apart_if_the_rules_say_so() -> None:
    hand = cards("9|9 9|9 9|4")
    assert best_track(hand, 9).value == 3
    assert best_track(hand, 9, rules=Rules(block_on_block=False)).value == 2
    assert best_track(hand, 9, allow_blocks=False).value == 1


def test_the_best_start_is_the_best_of_all() -> None:
    hand = cards("7|3 3|3 3|1 9|8")
    start, best = best_start(hand)
    assert (start, best.value, best.then) == (1, 3, 17)  # from 7: the same cards
    assert best_start(hand, "points")[0] == 1
    assert best_start(cards("9|8"))[0] == 8


# Laws


@pytest.mark.parametrize("name", MIXED)
def test_a_random_game_keeps_the_invariants_and_is_undone_exactly(name: str) -> None:
    rng = random.Random(name)
    game = Game(*MIXED[name])
    past = []
    while not game.is_terminal:
        past.append((game.state, game.public_history()[-3:]))
        random_step(game, rng)
        game.check()
    assert (game.current_player, game.legal_actions()) == (TERMINAL, [])
    assert len(game.sheet) == len(game.start_numbers)
    for before in reversed(past):
        game.undo()
        game.check()
        assert (game.state, game.public_history()[-3:]) == before
    assert game.history == []


@pytest.mark.parametrize("name", ["small", "any", "drawn", "winner", "own first"])
def test_turning_the_seats_turns_the_scores(name: str) -> None:
    """One sub-round again, every seat one further: deal, starter and actions."""
    players, rules = MIXED[name]
    for seed in range(5):
        rng = random.Random(seed)
        game = Game(players, rules, [3], first_starter=0)
        turned = Game(players, rules, [3], first_starter=1)
        # Seat s + 1 gets in the deal what seat s got, so each lap of the deal is turned.
        order = list(rules.deck.cards())
        rng.shuffle(order)
        dealt, rest = players * rules.hand_size, order[players * rules.hand_size :]
        laps = [order[lap : lap + players] for lap in range(0, dealt, players)]
        settle(game, [order])
        settle(turned, [[kind for lap in laps for kind in (lap[-1:] + lap[:-1])] + rest])
        while not game.is_terminal:
            before = game.state
            random_step(game, rng)
            turned.apply(turned_action(game.history[-1][1], players, before.phase))
        assert turned.totals == game.totals[-1:] + game.totals[:-1]


def turned_action(action: int, players: int, phase: str) -> int:
    if phase in ("taking", "penalty") or action in (DRAW, PASS):
        return action
    target = (action - 2) // 2 % 10
    return action + 2 * ((target + 1) % players - target) if target < players else action


def test_what_a_refused_act_leaves_is_what_was() -> None:
    game = random_game(3, SMALL, random.Random(2), steps=25)
    before = game.state, game.public_history()
    for action in (-1, 10**6, *range(game.deck.num_actions)):
        if action not in game.legal_actions():
            with pytest.raises(Illegal):
                game.apply(action)
    assert (game.state, game.public_history()) == before


# What players know


def test_a_player_knows_the_own_cards_and_none_of_the_others() -> None:
    game = Game(2, TINY)
    order = kinds(TINY.deck, "1|0 1|1 2|0 2|2 2|1 0|0")
    settle(game, [order])
    do(game, "draw", "2|1")
    assert game.seen_history(0)[-1] == ("took", 0, order[4])
    assert game.seen_history(1)[-1] == ("took", 0, None)
    assert game.knowledge(0)["drawn"] == order[4]
    assert game.knowledge(1)["drawn"] is None
    assert game.knowledge(1)["hand"] == tuple(sorted(kinds(TINY.deck, "1|1 2|2")))
    assert {event[2] for event in game.public_history() if event[0] == "deal"} == {None}


def all_orders(game: Game, player: int) -> Counter[World]:
    """Every order of the deck, equal cards told apart, that looks the same to the player."""
    past = game.history
    states = [*(state for state, _ in past[1:]), game.state]
    seen = [game.supposing(state).sees(player) for state in states]
    found: Counter[World] = Counter()
    for order in permutations(game.deck.cards()):
        other = Game(game.players, game.rules)
        for (state, action), sight in zip(past, seen, strict=True):
            if other.current_player != CHANCE:
                if action not in other.legal_actions():
                    break
                other.apply(action)
            else:
                other.apply(order[len(order) - len(state.pile)])
            if other.sees(player) != sight:
                break
        else:
            shows = other.state.phase == "drawn" and game.rules.drawn_card_only
            drawn = other.state.drawn if shows else None
            found[World(other.state.hands, other.state.pile, drawn)] += 1
    return found


@pytest.mark.parametrize("deck", [Deck(2, 1, 1, ()), Deck(1, 2, 1, (-5, -5))], ids=str)
@pytest.mark.parametrize("drawn_card_only", [False, True])
@pytest.mark.parametrize("voluntary_pass_opens", [False, True])
def test_the_worlds_are_those_of_all_orders_of_the_deck(
    deck: Deck, drawn_card_only: bool, voluntary_pass_opens: bool
) -> None:
    rules = Rules(
        deck,
        sub_rounds=len(deck.numbers),
        hand_size=1 if deck.max_pip == 2 else 2,
        drawn_card_only=drawn_card_only,
        voluntary_pass_opens=voluntary_pass_opens,
    )
    for seed in range(3):
        game = random_game(2, rules, random.Random(seed), steps=7 + 4 * seed)
        while game.sheet:  # the first sub-round alone
            game.undo()
        for player in (0, 1):
            left = factorial(len(game.state.pile))
            worlds = worlds_consistent(game, player)
            assert {world: ways * left for world, ways in worlds.items()} == all_orders(
                game, player
            )


def test_a_marker_proves_what_a_hand_can_hold() -> None:
    """Seat 0 has no start card and passes: then it holds no 2, or it would have stayed red."""
    rules = replace(TINY, voluntary_pass_opens=False, hand_size=1)
    order = kinds(rules.deck, "1|0 2|2 1|1 0|0 2|0 2|1")
    game = Game(2, rules)
    settle(game, [order])
    do(game, "draw", "1|1", "pass")
    hands = {world.hands[0] for world in worlds_consistent(game, 1)}
    no_two = sorted(kinds(rules.deck, "0|0 1|0 1|1"))
    assert hands == {(a, b) for a in no_two for b in no_two if a < b}
    # Where any pass opens, it proves nothing.
    free = Game(2, replace(rules, voluntary_pass_opens=True))
    settle(free, [order])
    do(free, "draw", "1|1", "pass")
    assert len({world.hands[0] for world in worlds_consistent(free, 1)}) == 10
