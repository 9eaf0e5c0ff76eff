"""Holds the core of DotCard against its slow twin (tests/oracle/dotcard.py), act by act.

`Pair` leads both through one game and compares all that they tell after every act. What differs
raises AssertionError. ``play(case, seed)`` repeats a game exactly.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.oracle import dotcard as oracle
from tests.oracle.dotcard_rules import CHOICES

from dotcore import IllegalMove, dotcard

if TYPE_CHECKING:
    from collections.abc import Iterable

FACES = 55  # of the core, in every deck
PHASES = {"starter": "choose_starter", "taking": "draw"}


def are_near(ours: Any, theirs: Any) -> bool:
    return bool(np.abs(ours - np.asarray(theirs)).max() < 1e-9)


def core_deck(deck: oracle.Deck) -> dotcard.Deck:
    copies = (deck.domino_copies, deck.block_copies)
    return dotcard.Deck(max_pip=deck.max_pip, copies=copies, bonus=list(deck.bonuses))


def core_rules(rules: oracle.Rules) -> dotcard.Rules:
    options = {name: getattr(rules, name) for name in dotcard.Rules().as_dict()}
    return dotcard.Rules(**{**options, "deck": core_deck(rules.deck)})


def core_kind(deck: oracle.Deck, kind: int) -> int:
    return kind if kind < deck.num_faces else FACES + kind - deck.num_faces


def core_action(deck: oracle.Deck, play: oracle.Play) -> int:
    index = core_kind(deck, play.kind)
    if play.kind >= deck.num_faces:
        index = FACES + (index - FACES) * 10 + play.end
    return 2 + (index * 10 + play.target) * 2 + play.dot


@dataclass(frozen=True)
class Case:
    """Players, rules, and the sub-round that the game begins with, counted from 1."""

    players: int
    rules: oracle.Rules = field(default_factory=oracle.Rules)
    sub_round: int = 1
    starter: int | None = None

    def twin(self) -> oracle.Game:
        numbers = self.rules.start_numbers()[self.sub_round - 1 :]
        return oracle.Game(self.players, self.rules, numbers, self.starter)

    def game(self) -> dotcard.Game:
        rules = core_rules(self.rules)
        return dotcard.Game(self.players, rules, sub_round=self.sub_round, starter=self.starter)


def all_choices() -> dict[str, tuple[Any, ...]]:
    """Every option but the deck and the numbers, with its values."""
    flags = {
        name: (False, True)
        for name, value in dotcard.Rules().as_dict().items()
        if isinstance(value, bool)
    }
    return {**CHOICES, **flags}


def random_case(rng: random.Random, last: int | None = None) -> Case:
    """Any deck, options, players; the last few sub-rounds of a game, or all of it."""
    players = rng.randint(2, 8)
    deck = random_deck(rng, players)
    m = len(deck.numbers)
    most = (deck.size - 1) // players
    rules = oracle.Rules(
        deck,
        sub_rounds=m * rng.choice((1, 2)),
        hand_size=min(most, rng.choice((1, 2, 3, 4, 5, 7, 7, 10))),
        skip_turns=rng.choice((0, 1, 1, 2, 3)),
        **{name: rng.choice(values) for name, values in all_choices().items()},
    )
    if last is None:
        return Case(players, rules)
    first = max(1, rules.sub_rounds + 1 - rng.randint(1, last))
    if rules.starter == "random":
        return Case(players, rules, first)
    # The twin counts seats from the first sub-round that it plays.
    if rules.starter == "rotate" and (first - 1) % players:
        first = rules.sub_rounds
    return Case(players, rules, first, rng.randrange(players))


def random_deck(rng: random.Random, players: int) -> oracle.Deck:
    if rng.random() < 0.3:
        return rng.choice(list(oracle.PRESETS.values()))
    while True:
        values = rng.choices((0, -1, -5, -5, -10, -15, -99), k=rng.choice((0, 0, 1, 2, 4, 7)))
        deck = oracle.Deck(rng.randint(0, 6), rng.randint(0, 3), rng.randint(0, 3), tuple(values))
        if deck.size > players:
            return deck


class Pair:
    """The same game twice: in the core and in the twin."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.twin, self.game = case.twin(), case.game()
        self.deck = case.rules.deck
        self.cards = {core_kind(self.deck, k): str(c) for k, c in enumerate(self.deck.kinds)}
        self.returns = np.zeros(case.players)

    # Acting

    def twin_actions(self) -> dict[int, int]:
        """The twin's legal actions, or outcomes of chance, by the core's numbers."""
        twin = self.twin
        if twin.current_player == oracle.CHANCE:
            if twin.state.phase == "starter":
                return {seat: seat for seat in twin.legal_actions()}
            return {core_kind(self.deck, kind): kind for kind in twin.legal_actions()}
        plays = {
            core_action(self.deck, play): play.action(self.deck) for play in self.plays_with_dot()
        }
        other = twin.draw_or_pass()
        return {other: other, **plays}

    def plays_with_dot(self) -> list[oracle.Play]:
        twin = self.twin
        plays = twin.plays()
        hand = twin.state.hands[twin.state.turn]
        if self.case.rules.dot_call == "declared" and len(hand) == 2:
            return [play._replace(dot=dot) for play in plays for dot in (False, True)]
        return plays

    def act(self, action: int, way: str = "number") -> None:
        """Do what has this number in the core: by number, by text, or by the method for it."""
        theirs = self.twin_actions()[action]
        game = self.game
        if way == "text":
            game.do(game.action_to_string(action))
        elif way == "method" and game.current_player != oracle.CHANCE:
            self.call_method(action)
        else:
            game.apply(action)
        assert game.action_history[-1] == action
        self.twin.apply(theirs)

    def call_method(self, action: int) -> None:
        game = self.game
        if action == oracle.DRAW:
            game.draw()
        elif action == oracle.PASS:
            game.pass_turn()
        else:
            play = next(play for play in game.legal_plays if play.action == action)
            number = play.end if play.card.is_bonus else None
            on = None if play.on == game.turn else play.on
            game.play(play.card, on, number=number, dot=play.dot, end=play.end)

    def random_act(self, rng: random.Random, liking: float = 0.6) -> int:
        """Choose an act, of players with a liking for plays, and do it."""
        if self.game.current_player == oracle.CHANCE:
            outcomes, chances = self.game.chance_outcomes()
            action = int(rng.choices(outcomes.tolist(), chances.tolist())[0])
        else:
            legal = self.game.legal_actions().tolist()
            action = int(
                rng.choice(legal[1:] if len(legal) > 1 and rng.random() < liking else legal)
            )
        self.act(action, rng.choice(("number", "number", "text", "method")))
        return action

    # Comparing

    def compare(self) -> None:
        self.compare_table()
        self.compare_acts()
        self.compare_results()

    def named(self, kinds: Iterable[int]) -> list[str]:
        return sorted(str(self.deck.kinds[kind]) for kind in kinds)

    def compare_table(self) -> None:
        twin, game, state = self.twin, self.game, self.twin.state
        assert game.phase == PHASES.get(state.phase, state.phase)
        assert game.current_player == twin.current_player
        assert game.is_terminal == twin.is_terminal
        if state.phase != "starter":
            assert (game.turn, game.starter) == (state.turn, state.starter)
        assert game.sub_round == twin.sub_round + self.case.sub_round - 1
        assert game.start_number == twin.start_number
        for seat in range(self.case.players):
            assert sorted(map(str, game.hand(seat))) == self.named(state.hands[seat])
        assert sorted(map(str, game.pile)) == self.named(state.pile)
        assert game.pile_size == len(state.pile)
        assert game.hand_sizes.tolist() == [len(hand) for hand in state.hands]
        assert game.skips.tolist() == list(state.skips)
        assert set(np.flatnonzero(game.passed).tolist()) == state.passed
        lock = None if twin.is_terminal else twin.lock
        lock_name = None if lock is None else "F" if lock == oracle.FREE else f"P{lock}"
        assert game.lock == lock_name
        for place, (track, laid) in enumerate(zip(game.tracks, state.tracks, strict=True)):
            is_free = place == self.case.players
            assert track.name == ("F" if is_free else f"P{place}")
            assert track.owner == (None if is_free else place)
            told = [(str(card.card), card.end) for card in track.cards]
            assert told == [(str(self.deck.kinds[card.kind]), card.end) for card in laid]
            assert track.is_started == bool(laid)
            assert track.end == (laid[-1].end if laid else twin.start_number)
            assert track.is_open == (is_free or state.open[place])
            assert track.is_locked == (track.name == lock_name)

    def compare_acts(self) -> None:
        twin, game = self.twin, self.game
        theirs = {} if twin.is_terminal else self.twin_actions()
        outcomes, chances = game.chance_outcomes()
        if twin.current_player == oracle.CHANCE:
            assert game.legal_actions().size == 0
            told = {
                theirs[kind]: chance
                for kind, chance in zip(outcomes.tolist(), chances, strict=True)
            }
            assert outcomes.tolist() == sorted(theirs)
            expected = dict(twin.chance_outcomes())
            assert told.keys() == expected.keys()
            assert all(abs(told[kind] - float(expected[kind])) < 1e-12 for kind in told)
            return
        assert outcomes.size == chances.size == 0
        assert game.legal_actions().tolist() == sorted(theirs)
        if twin.is_terminal:
            return
        texts = {action: game.action_to_string(action) for action in theirs}
        assert {game.string_to_action(text) for text in texts.values()} == set(texts)
        for play in self.plays_with_dot():
            action = core_action(self.deck, play)
            assert game.string_to_action(play.text(self.deck)) == action
        told_plays = {(p.action, str(p.card), p.on, p.end, p.dot) for p in game.legal_plays}
        assert told_plays == {
            (
                core_action(self.deck, p),
                str(self.deck.kinds[p.kind]),
                p.target if p.target < oracle.FREE else "free",
                p.end,
                p.dot,
            )
            for p in self.plays_with_dot()
        }

    def compare_results(self) -> None:
        twin, game = self.twin, self.game
        assert game.totals.tolist() == list(twin.totals)
        assert game.ranks.tolist() == list(twin.ranks)
        assert game.winners == (twin.winners if twin.is_terminal else ())
        assert are_near(game.returns(), [float(value) for value in twin.returns()])
        assert len(game.sheet) == len(twin.sheet)
        assert game.scores.tolist() == [list(line.scores) for line in twin.sheet]
        for number, (row, line) in enumerate(
            zip(game.sheet, twin.sheet, strict=True), self.case.sub_round
        ):
            told = (row.number, row.start_number, row.starter, row.out, row.scores)
            line_told = (number, line.start_number, line.starter, line.winner, line.scores)
            assert told == line_told
            assert [sorted(map(str, hand)) for hand in row.hands] == [
                self.named(hand) for hand in line.hands
            ]

    def compare_rewards(self) -> None:
        """After an act: it brought what the returns have changed by."""
        now = self.game.returns()
        assert are_near(self.game.rewards(), now - self.returns)
        self.returns = now

    def refuse(self, rng: random.Random, tries: int) -> None:
        """Numbers that are not legal are told so and change nothing."""
        game, before = self.game, self.game.copy()
        legal = set() if game.is_terminal else set(self.twin_actions())
        numbers = [-1, game.num_actions, 0, 1, *range(54, 70)]
        for action in rng.choices(numbers, k=2) + rng.choices(range(game.num_actions), k=tries):
            assert (game.why_illegal(action) is None) == (action in legal)
            if action not in legal:
                with pytest.raises(IllegalMove):
                    game.apply(action)
        assert game == before

    def essence(self) -> tuple[Any, ...]:
        """All that matters from here on: equal exactly where keys are."""
        state, rules = self.twin.state, self.case.rules
        return (
            state.phase,
            max(state.starter, 0),
            max(state.turn, 0),
            state.hands,
            state.pile,
            tuple(bool(track) for track in state.tracks),
            tuple(track[-1].end if track else None for track in state.tracks),
            state.open,
            state.skips,
            state.passed,
            state.drawn if rules.drawn_card_only and state.phase == "drawn" else None,
            None if self.twin.is_terminal else self.twin.lock,
            self.twin.totals,
            self.game.sub_round,
        )


@dataclass
class Tally:
    """What a game had in it."""

    acts: int = 0
    sub_rounds: int = 0
    locked: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Effort:
    """How often a look is taken at an act: the probabilities."""

    refusals: float = 0.05
    knowledge: float = 0.05
    round_trips: float = 0.03
    consistency: float = 0.03


def play(case: Case, seed: int, effort: Effort | None = None) -> Tally:
    """A random game of both, compared at every act, and taken back to its start."""
    effort = effort or Effort()
    rng = random.Random(seed)
    pair, tally = Pair(case), Tally()
    pair.compare()
    keys = [(pair.game.key, [pair.game.info_key(p) for p in range(case.players)])]
    by_key: dict[int, Any] = {}
    by_essence: dict[Any, int] = {}
    liking = rng.choice((0.3, 0.6, 0.9, 1.0))
    while not pair.game.is_terminal:
        before = pair.twin.state
        action = pair.random_act(rng, liking)
        tally.acts += 1
        tally.kinds.update(what_happened(pair, before, action))
        pair.compare()
        pair.compare_rewards()
        game = pair.game
        key, essence = game.key, pair.essence()
        assert by_key.setdefault(key, essence) == essence
        assert by_essence.setdefault(essence, key) == key
        keys.append((key, [game.info_key(player) for player in range(case.players)]))
        if rng.random() < effort.refusals:
            pair.refuse(rng, 4)
        if rng.random() < effort.knowledge:
            check_resampled(game, rng.randrange(case.players), rng.getrandbits(64))
        if rng.random() < effort.round_trips:
            check_round_trips(game)
        if rng.random() < effort.consistency:
            game.check_consistency()
    pair.refuse(rng, 4)
    check_round_trips(pair.game)
    pair.game.check_consistency()
    tally.sub_rounds = len(pair.game.sheet)
    tally.locked = sum(row.out is None for row in pair.game.sheet)
    take_back(pair, keys, rng)
    return tally


def what_happened(pair: Pair, before: oracle.State, action: int) -> list[str]:
    """Words for an act that a tally counts."""
    state = pair.twin.state
    if before.phase in oracle.CHANCE_PHASES:
        return [before.phase]
    if action in (oracle.DRAW, oracle.PASS):
        return ["draw" if action == oracle.DRAW else "pass"]
    words = ["play"]
    if state.phase == "over" or len(state.sheet) > len(before.sheet):
        return [*words, "out"]
    if sum(state.skips) > sum(before.skips):
        words.append("turns to miss")
    if pair.twin.lock is not None:
        words.append("lock")
    if state.turn == before.turn and state.phase == "start":
        words.append("another turn")
    return words


def take_back(pair: Pair, keys: list[tuple[int, list[int]]], rng: random.Random) -> None:
    """Undo to the start: keys as they were at every act, all else at some."""
    game = pair.game
    while len(keys) > 1:
        keys.pop()
        game.undo()
        pair.twin.undo()
        key, info_keys = keys[-1]
        assert game.key == key
        assert [game.info_key(player) for player in range(pair.case.players)] == info_keys
        if rng.random() < 0.1 or len(keys) == 1:
            pair.compare()
    assert game == pair.case.game()
    with pytest.raises(IllegalMove):
        game.undo()


def check_round_trips(game: dotcard.Game) -> None:
    """Copies, bytes and pickles are the same game, and its past where they keep that."""
    whole = game.to_bytes(history=True)
    for twin in (
        game.copy(),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
        dotcard.Game.from_bytes(whole),
    ):
        assert twin == game
        assert (twin.key, twin.to_bytes(history=True)) == (game.key, whole)
        assert twin.scores.tolist() == game.scores.tolist()
        assert twin.view(0) == game.view(0)
    position = game.to_bytes()
    for twin in (game.copy(history=False), dotcard.Game.from_bytes(position)):
        assert twin == game
        assert (twin.key, twin.to_bytes()) == (game.key, position)
        assert twin.action_history.size == 0


def check_resampled(game: dotcard.Game, player: int, seed: int) -> None:
    """What is dealt anew looks the same to the player; nothing but hidden cards has changed."""
    world = game.resample(player, seed, pass_model=(None, 1.0, 0.4, 0.01)[seed % 4])
    assert world.view(player) == game.view(player)
    assert world.info_key(player) == game.info_key(player)
    assert np.array_equal(world.observe(player), game.observe(player))
    assert world.legal_actions(player).tolist() == game.legal_actions(player).tolist()
    assert world.hand(player) == game.hand(player)
    held = [card for seat in range(game.players) for card in world.hand(seat)]
    cards = [card for seat in range(game.players) for card in game.hand(seat)]
    assert sorted([*held, *world.pile]) == sorted([*cards, *game.pile])
    if game.is_terminal:
        assert world == game
    world.check_consistency()


def with_rules(case: Case, **options: Any) -> Case:
    return replace(case, rules=replace(case.rules, **options))
