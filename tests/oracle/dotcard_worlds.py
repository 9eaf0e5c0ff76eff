"""What a player of DotCard can know of the hidden cards: every hand that others may hold.

A *world* is a way in which the hidden cards may lie. It is consistent when the game, replayed with
it, would have looked the same to the player at every step. It counts as often as there are ways to
deal and draw it with equal cards told apart, which makes its share its probability, as far as the
rules alone say: what a player could have done and did not is evidence only where it shows.

Such evidence: a card that is played was in its player's hand; under ``drawn_card_only`` a card
played after a draw is the drawn one; under ``voluntary_pass_opens=False`` a pass that turns the
marker proves that no play was legal, and one that leaves a closed track closed that one was.
For tiny decks only: worlds are followed one by one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tests.oracle.dotcard import CHANCE, Game, Hand, State

if TYPE_CHECKING:
    from collections.abc import Iterator


class World(NamedTuple):
    """The hidden cards, each a sorted tuple of kinds.

    ``drawn`` is the kind drawn in the running turn where the rules make it matter, under
    ``drawn_card_only``; else None.
    """

    hands: tuple[Hand, ...]
    pile: Hand
    drawn: int | None


def worlds_consistent(game: Game, player: int) -> dict[World, int]:
    """The worlds of the sub-round in play that fit all that the player saw, with their ways."""
    past = [step for step in game.history if len(step[0].sheet) == len(game.sheet)]
    states = [state for state, _ in past] + [game.state]
    if game.is_terminal:
        states = states[-1:]  # all hands are shown
    worlds = {world_of(game, states[0]): 1}
    for (before, action), after in zip(past, states[1:], strict=False):
        seen = game.supposing(after).sees(player)
        next_worlds: dict[World, int] = defaultdict(int)
        for world, ways in worlds.items():
            for other, factor in continued(game, in_world(before, world), action):
                if other.sees(player) == seen:
                    next_worlds[world_of(game, other.state)] += ways * factor
        worlds = dict(next_worlds)
    return worlds


def continued(game: Game, state: State, action: int) -> Iterator[tuple[Game, int]]:
    """The games in which this state may go on as it did, each with its ways.

    What a player does is seen by all; what chance did may have been anything.
    """
    here = game.supposing(state)
    if here.current_player != CHANCE:
        if action in here.legal_actions():
            here.apply(action)
            yield here, 1
        return
    copies = Counter(state.pile)
    for outcome in here.legal_actions():
        other = game.supposing(state)
        other.apply(outcome)
        yield other, 1 if state.phase == "starter" else copies[outcome]


def in_world(state: State, world: World) -> State:
    drawn = state.drawn if world.drawn is None else world.drawn
    return replace(state, hands=world.hands, pile=world.pile, drawn=drawn)


def world_of(game: Game, state: State) -> World:
    matters = state.phase == "drawn" and game.rules.drawn_card_only
    return World(state.hands, state.pile, state.drawn if matters else None)
