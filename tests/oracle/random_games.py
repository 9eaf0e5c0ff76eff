"""Random games of Dots with acts of every kind, to hold an engine against the slow twin."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.oracle.chains import Point, chain_around
from tests.oracle.dots import Position, Rules

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

OUT_OF_TURN = 0.05
ENCLOSING = 0.6  # of the moves of a manual game after which something can be enclosed
LARGER = 0.4  # of their chains
ENCLOSING_LATER = 0.05  # enclosing without a dot
STOP = 0.01
STOP_BY_NAME = 0.3  # of the stops: by the player who is not to move
DONE = 0.1
GROUND = 0.005


@dataclass(frozen=True)
class Action:
    """An act: "place" with chains, "enclose" around the dot at (x, y), "stop", "ground".

    ``player`` is None where the act leaves it to the position who acts.
    """

    kind: str
    player: int | None = None
    x: int = -1
    y: int = -1
    enclose: tuple[tuple[Point, ...], ...] = ()


def act(position: Position, action: Action) -> None:
    """Do an action, on the slow twin or on whatever has its methods."""
    if action.kind == "place":
        position.place(action.x, action.y, action.player, [list(c) for c in action.enclose])
    elif action.kind == "enclose":
        assert action.player is not None
        position.enclose_smallest(action.x, action.y, action.player)
    elif action.kind == "stop":
        position.stop(action.player)
    elif action.kind == "ground":
        position.ground(action.player)
    else:
        raise ValueError(f"kind={action.kind!r}")


def random_game(position: Position, rng: random.Random, max_moves: int) -> Iterator[Action]:
    """Play at most ``max_moves`` random acts on the position and give each after it is done."""
    for _ in range(max_moves):
        if position.over:
            return
        action = random_action(position, rng)
        if action is None:
            return
        act(position, action)
        yield action


def random_action(position: Position, rng: random.Random) -> Action | None:
    """Choose a legal act, or None where no dot is legal and the rules know no other act."""
    rules, player = position.rules, position.to_move
    if rules.ending == "stop" and rng.random() < (STOP if position.stopped is None else DONE):
        if position.stopped is None and rng.random() < STOP_BY_NAME:
            return Action("stop", 1 - player)
        return Action("stop", rng.choice((None, player)))
    if rules.ending == "ground" and rng.random() < GROUND:
        return Action("ground", rng.choice((None, player)))
    if rng.random() < GROUND / 4:
        return Action("ground", rng.choice((0, 1)))
    if rules.capture == "manual" and rng.random() < ENCLOSING_LATER:
        who = player if position.stopped is not None else rng.choice((0, 1))
        closable = sorted(position.closable(who))
        if closable:
            x, y = rng.choice(closable)
            return Action("enclose", who, x, y)
    named = rng.choice((None, player))
    if position.stopped is None and rng.random() < OUT_OF_TURN:
        named = 1 - player
    dot = random_dot(position, rng, named)
    if dot is not None:
        return dot
    if rules.ending == "stop":
        return Action("stop")
    if rules.ending == "ground":
        return Action("ground")
    return None


def random_dot(position: Position, rng: random.Random, named: int | None) -> Action | None:
    """Choose a legal dot, under manual with the chains it closes."""
    player = position.to_move if named is None else named
    free = sorted(position.playable)
    rng.shuffle(free)
    for x, y in free:
        chains: list[tuple[Point, ...]] = []
        if position.rules.capture == "manual" and rng.random() < ENCLOSING:
            chains = random_chains(position, rng, (x, y), player)
        if position.why_illegal(x, y, named, chains) is None:
            return Action("place", named, x, y, tuple(chains))
    return None


def random_chains(
    position: Position, rng: random.Random, dot: Point, player: int
) -> list[tuple[Point, ...]]:
    """Chains that are legal with the dot: smallest ones, larger ones, with the dot or without it.

    Some start anywhere, run the other way round or repeat their first point.
    """
    board = position.copy()
    board.lay((dot[0], dot[1]), player)
    enemies = sorted(board.closable(player))
    chains = []
    for enemy in rng.sample(enemies, min(len(enemies), rng.choice((1, 1, 1, 2, 3)))):
        pool = board.pool_at(enemy, player)
        assert pool is not None
        chain = chain_around(pool)
        if rng.random() < LARGER:
            chain = larger_chain(board, rng, enemy, player, chain)
        turn = rng.randrange(len(chain))
        chain = chain[turn:] + chain[:turn]
        if rng.random() < 0.5:
            chain.reverse()
        if rng.random() < 0.5:
            chain.append(chain[0])
        chains.append(tuple(chain))
    return chains


def larger_chain(
    board: Position, rng: random.Random, enemy: Point, player: int, chain: list[Point]
) -> list[Point]:
    """Find a larger chain: the smallest one when some dots of the given one are looked through."""
    for _ in range(4):
        missing = set(rng.sample(chain, min(len(chain), rng.randint(1, 4))))
        pool = board.pool_at(enemy, player, but_for=missing)
        if pool is not None:
            return chain_around(pool)
    return chain


def all_rules() -> Iterator[Rules]:
    """All 144 combinations of the options; some of them play alike.

    * ``capture="manual"``: nothing closes by itself, so ``entry`` wait and capture coincide, and
      ``capture_empty`` changes nothing.
    * ``capture="automatic", capture_empty=True``: no empty pool is ever open, so the three values
      of ``entry`` coincide.
    * ``scoring`` matters under ``ending="stop"`` alone.
    """
    for capture, entry, recapture, capture_empty, scoring, ending in itertools.product(
        ("automatic", "manual"),
        ("wait", "capture", "illegal"),
        ("keep", "free"),
        (False, True),
        ("captures", "territory"),
        ("stop", "ground", "full"),
    ):
        yield Rules(capture, entry, recapture, capture_empty, scoring, ending)


def plays_like(rules: Rules) -> Rules:
    """The first of the combinations that play like this one."""
    if rules.capture == "manual":
        rules = replace(rules, capture_empty=False)
        if rules.entry == "capture":
            rules = replace(rules, entry="wait")
    elif rules.capture_empty:
        rules = replace(rules, entry="wait")
    if rules.ending != "stop":
        rules = replace(rules, scoring="captures")
    return rules
