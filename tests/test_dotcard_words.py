"""Acts of DotCard in words: what was done, what came of it, and no card that is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dotcore import Rng, dotcard
from dotcore.dotcard import bots
from dotcore.dotcard._words import act_in_words, deal_in_words

NAMES = ["Ann", "Bo"]


def dealt(*hands: str, **options: Any) -> dotcard.Game:
    cards = [hand.split() for hand in hands]
    game = dotcard.Game(len(hands), dotcard.Rules(hand_size=len(cards[0])).replace(**options))
    for turn in zip(*cards, strict=True):
        for card in turn:
            game.do(card)
    return game


def told(game: dotcard.Game, *acts: str, you: int | None = None) -> str:
    """The words for the last of the acts."""
    for act in acts:
        before = game.copy(history=False)
        game.do(act)
        words = act_in_words(before, game, int(game.action_history[-1]), NAMES, you=you)
    return words


def test_plays() -> None:
    game = dealt("9|4 B-5 4|0", "9|9 7|7 8|1")
    assert told(game, "9|4@P0") == "Ann lays 9|4 on the own track."
    assert told(game, "9|9@P1") == "Bo lays 9|9 on the own track. The block locks the game."
    words = told(game, "B-5@P1=8!")
    assert words == 'Ann lays B-5 as an 8 on Bo\'s track and says "dot". The game is unlocked.'
    words = told(game, "8|1@P1!", you=1)
    assert words == 'You lay 8|1 on your track and say "dot".'


def test_a_free_track_that_any_card_starts() -> None:
    game = dealt("9|4 1|0 2|1", "9|1 7|1 8|8", free_start="any")
    words = told(game, "9|4@P0", "9|1@P1", "1|0@F=0!")
    assert words == 'Ann lays 1|0, the 0 outward, on the free track and says "dot".'


def test_passes_markers_and_draws() -> None:
    game = dealt("8|1 8|2 9|4", "8|3 8|4 7|5")
    assert told(game, "draw") == ""
    assert told(game, "5|5") == "Ann draws a card."
    assert told(game, "pass") == "Ann passes and opens the own track."
    assert told(game, "draw", "6|6", you=1) == "You draw 6|6."
    assert told(game, "pass", you=1) == "You pass and open your track."
    assert told(game, "9|4@P0") == "Ann lays 9|4 on the own track. That closes the own track."


def test_a_forgotten_dot() -> None:
    game = dealt("9|4 1|0", "8|1 7|1")
    assert told(game, "9|4@P0", "5|5") == 'Ann draws a card: "dot" was not said.'
    deck = dotcard.Deck(max_pip=1, copies=2)
    game = dealt("1|1 1|0", "1|0 0|0", deck=deck, sub_rounds=1)
    told(game, "draw", "1|1", "1|1@P0", "draw", "0|0", "pass")
    assert game.pile_size == 0
    words = told(game, "1|1@P0")
    assert words.endswith('"Dot" was not said, and there is no card to draw.')
    assert told(game, "pass") == "Bo passes. Ann misses a turn."


def test_ends_of_sub_rounds() -> None:
    words = told(dealt("9|4", "9|9"), "9|4@P0", you=0)
    assert words == "You lay 9|4 on your track.\nSub-round 1 is over: you go out."
    deck = dotcard.Deck(max_pip=1, copies=1, bonus=[0])
    game = dealt("0|0", "1|0", deck=deck, sub_rounds=1)
    words = told(game, "draw", "1|1", "pass", "draw", "B0", "pass", "pass")
    assert words.startswith("Ann passes.\nSub-round 1 is over: nobody can or will play")


def test_the_lot_and_the_deal() -> None:
    game = dotcard.Game(2, dotcard.Rules(starter="random"))
    assert told(game, "P1") == "The lot: Bo starts."
    game.resolve_chance(1)
    assert deal_in_words(game, NAMES) == "Sub-round 1 of 10: start number 9, Bo begins."
    assert deal_in_words(game, NAMES, you=1).endswith("you begin.")


@pytest.mark.parametrize("seed", range(10))
def test_no_words_tell_of_a_hidden_card(seed: int) -> None:
    rng = Rng(seed)
    names = [f"name{'abcdefgh'[seat]}" for seat in range(2 + seed % 5)]
    rules = dotcard.Rules(sub_rounds=2, dot_call="declared", block_extra_turn=seed % 2 == 1)
    game = dotcard.Game(len(names), rules)
    bot = bots.make(("random", "greedy")[seed % 2])
    while not game.is_terminal:
        before = game.copy(history=False)
        if game.current_player == -1:
            action = game.sample_chance(rng)
        else:
            action = bot.choose(game, rng)
            game.apply(action)
        words = act_in_words(before, game, action, names)
        if before.current_player == -1:
            assert not re.search(r"\d\|\d|B-?\d", words)
        elif action > 1:
            assert before.action_to_string(action).partition("@")[0] in words
