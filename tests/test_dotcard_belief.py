"""What ``dotcard.Game.resample`` draws, against all worlds of the slow twin and their weights.

The law: all deals are alike, equal cards told apart; a laid card may have been any of its equals in
that hand; under a pass model each draw and each pass of another player who had a legal play counts
for its weight.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from math import sqrt
from typing import TYPE_CHECKING

import pytest
from tests.oracle import dotcard as twin
from tests.oracle.dotcard_worlds import continued, in_world, world_of, worlds_consistent

from dotcore import Rng, dotcard

if TYPE_CHECKING:
    from tests.oracle.dotcard_worlds import World

# A world in words: every hand, the pile, and the card just drawn where the rules make it matter.
Told = tuple[tuple[tuple[str, ...], ...], tuple[str, ...], "str | None"]

SAMPLES = 800


def weighed_worlds(game: twin.Game, player: int, weight: float) -> dict[World, float]:
    """The worlds of a game in its first sub-round with their shares."""
    states = [state for state, _ in game.history] + [game.state]
    worlds: dict[World, float] = {world_of(game, states[0]): 1.0}
    for (before, action), after in zip(game.history, states[1:], strict=True):
        seen = game.supposing(after).sees(player)
        following: dict[World, float] = defaultdict(float)
        for world, share in worlds.items():
            state = in_world(before, world)
            likelihood = share * likelihood_of(game, state, action, player, weight)
            for other, factor in continued(game, state, action):
                if other.sees(player) == seen:
                    following[world_of(game, other.state)] += likelihood * factor
        worlds = dict(following)
    total = sum(worlds.values())
    return {world: share / total for world, share in worlds.items()}


def likelihood_of(
    game: twin.Game, state: twin.State, action: int, player: int, weight: float
) -> float:
    here = game.supposing(state)
    if here.current_player == twin.CHANCE or state.turn == player:
        return 1
    if action in (twin.DRAW, twin.PASS):
        return weight if here.plays() else 1
    if state.phase == "drawn" and game.rules.drawn_card_only:
        return 1
    for play in here.plays():
        if action in (play.action(game.deck), play._replace(dot=True).action(game.deck)):
            return state.hands[state.turn].count(play.kind)
    return 0


def two_games(
    players: int, rules: twin.Rules, acts: int, rng: random.Random
) -> tuple[twin.Game, dotcard.Game]:
    """The same game, by uniform chance, in both engines, within its first sub-round."""
    slow = twin.Game(players, rules)
    fast = dotcard.Game(players, rules_of(rules))
    left = acts
    while left > 0 or slow.current_player == twin.CHANCE:
        if slow.current_player != twin.CHANCE:
            left -= 1
            action = rng.choice(slow.legal_actions())
        else:
            ids, chances = zip(*slow.chance_outcomes(), strict=True)
            action = rng.choices(ids, [float(chance) for chance in chances])[0]
        text = slow.action_to_string(action)
        slow.apply(action)
        if slow.sheet:
            slow.undo()
            if slow.current_player != twin.CHANCE:
                break
        fast.apply(fast.string_to_action(text))
    return slow, fast


def rules_of(rules: twin.Rules) -> dotcard.Rules:
    deck = rules.deck
    return dotcard.Rules(
        deck=dotcard.Deck(
            max_pip=deck.max_pip,
            copies=(deck.domino_copies, deck.block_copies),
            bonus=deck.bonuses,
        ),
        sub_rounds=rules.sub_rounds,
        hand_size=rules.hand_size,
        drawn_card_only=rules.drawn_card_only,
        voluntary_pass_opens=rules.voluntary_pass_opens,
    )


def told_by_twin(game: twin.Game, world: World) -> Told:
    def names(kinds: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(sorted(str(game.deck.kinds[kind]) for kind in kinds))

    drawn = None if world.drawn is None else str(game.deck.kinds[world.drawn])
    return tuple(map(names, world.hands)), names(world.pile), drawn


def told(world: dotcard.Game) -> Told:
    hands = tuple(tuple(sorted(map(str, world.hand(seat)))) for seat in range(world.players))
    return hands, tuple(sorted(map(str, world.pile))), drawn_in(world)


def drawn_in(world: dotcard.Game) -> str | None:
    """The card that the player in turn has just drawn, if it alone may be played."""
    deck = world.rules.deck
    kinds = deck.num_kinds
    seen = world.observe(world.turn)[2 * kinds : 3 * kinds]
    return str(deck.card_of(int(seen.argmax()))) if seen.any() else None


def deviation(shares: dict[Told, float], drawn: Counter[Told]) -> float:
    """Of chi squared from its mean, in standard deviations; worlds that are rare count as one."""
    total = sum(drawn.values())
    cells = [(share * total, drawn[world]) for world, share in shares.items() if share * total >= 5]
    rare = total - sum(expected for expected, _ in cells)
    if rare >= 1:
        cells.append((rare, total - sum(count for _, count in cells)))
    freedom = len(cells) - 1
    if freedom < 1:
        return 0
    chi_squared = sum((count - expected) ** 2 / expected for expected, count in cells)
    return (chi_squared - freedom) / sqrt(2 * freedom)


SINGLES = twin.Deck(2, 1, 1, (0, -5))
DOUBLES = twin.Deck(2, 2, 1, (-5,))


@pytest.mark.parametrize("deck", [SINGLES, DOUBLES], ids=["singles", "doubles"])
@pytest.mark.parametrize("drawn_card_only", [False, True])
@pytest.mark.parametrize("voluntary_pass_opens", [False, True])
@pytest.mark.parametrize("weight", [None, 0.2])
def test_worlds_are_drawn_as_often_as_they_weigh(
    deck: twin.Deck, drawn_card_only: bool, voluntary_pass_opens: bool, weight: float | None
) -> None:
    rules = twin.Rules(
        deck,
        sub_rounds=3,
        hand_size=2,
        drawn_card_only=drawn_card_only,
        voluntary_pass_opens=voluntary_pass_opens,
    )
    rng = random.Random(f"{deck} {drawn_card_only} {voluntary_pass_opens} {weight}")
    generator = Rng(rng.randrange(2**32))
    for _ in range(6):
        slow, fast = two_games(2, rules, rng.randrange(2, 10), rng)
        for player in range(2):
            worlds = weighed_worlds(slow, player, 1.0 if weight is None else weight)
            if deck == SINGLES and weight is None:
                ways = worlds_consistent(slow, player)
                total = sum(ways.values())
                assert worlds == pytest.approx({w: n / total for w, n in ways.items()})
            shares = {told_by_twin(slow, world): share for world, share in worlds.items()}
            drawn = Counter(told(fast.resample(player, generator, weight)) for _ in range(SAMPLES))
            assert drawn.keys() <= shares.keys()
            assert deviation(shares, drawn) < 6


def test_the_hidden_truth_leaves_no_trace() -> None:
    # Seat 0 sees the same in both games: seat 1 draws and passes with a closed track.
    rules = rules_of(twin.Rules(DOUBLES, sub_rounds=3, hand_size=2, voluntary_pass_opens=False))
    worlds = []
    for hidden in ("1|0", "1|1", "0|0"), ("1|1", "1|0", "1|0"):
        game = dotcard.Game(2, rules, starter=1)
        for text in ("2|1", hidden[0], "2|0", hidden[1], "draw", hidden[2], "pass"):
            game.apply(game.string_to_action(text))
        assert game.tracks[1].is_open
        worlds.append([told(game.resample(0, seed, 0.5)) for seed in range(50)])
    assert worlds[0] == worlds[1]
    # The pass opened the track: none of the three cards has a 2 or is the bonus card.
    assert {hands[1] for hands, _, _ in worlds[0]} == {
        ("0|0", "1|0", "1|0"),
        ("0|0", "1|0", "1|1"),
        ("1|0", "1|0", "1|1"),
    }


@pytest.mark.parametrize("weight", [0.0, -1.0, 1.5, float("nan")])
def test_a_pass_model_weighs_more_than_nothing_and_at_most_one(weight: float) -> None:
    with pytest.raises(ValueError, match=r"0\.000001 to 1"):
        dotcard.Game(2, seed=1).resample(0, 1, weight)
