"""Bots: what plays a seat that no person plays.

A bot is anything with a method ``choose(game, rng)`` that returns a legal action for the player to
move. It is given the whole game and has to look at that player's own hand and the table alone;
`Game.resample` makes worlds that look the same from there. ``rng`` is its only source of chance.

>>> from dotcore import Rng
>>> game = dotcard.Game(2, dotcard.Rules(hand_size=3))
>>> for card in ["9|4", "9|9", "9|7", "7|3", "B-15", "8|0"]:
...     game.do(card)
>>> game.action_to_string(make("greedy").choose(game, Rng(1)))
'9|7@P0'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from dotcore._core import Error, Rng
from dotcore._core.dotcard import Game, Play

__all__ = ["BOTS", "Bot", "Expert", "Greedy", "PlayFirst", "Random", "Search", "make", "play"]


class Bot(Protocol):
    """What plays a seat."""

    def choose(self, game: Game, rng: Rng) -> int:
        """A legal action for the player to move."""


class Random:
    """Any legal act, all alike."""

    def choose(self, game: Game, rng: Rng) -> int:
        """A legal action for the player to move."""
        actions = game.legal_actions()
        return int(actions[rng.below(len(actions))])


class PlayFirst:
    """Any legal play, all alike; draws and passes only without one."""

    def choose(self, game: Game, rng: Rng) -> int:
        """A legal action for the player to move."""
        actions = game.legal_actions()
        plays = actions[actions > 1]  # 0 draws, 1 passes
        return int(plays[rng.below(len(plays))] if len(plays) else actions[0])


class Greedy:
    """The legal play with the most points, bonus cards last, on the own track if it may choose.

    It always says "dot", and chooses for a bonus card the number that most of its other cards have.
    """

    def choose(self, game: Game, rng: Rng) -> int:
        """A legal action for the player to move."""
        plays = game.legal_plays
        if not plays:
            return int(game.legal_actions()[0])
        seat = game.current_player
        numbers = [
            half for card in game.hand(seat) if not card.is_bonus for half in {card.high, card.low}
        ]

        def worth(play: Play) -> tuple[bool, bool, int, bool, int]:
            card = play.card
            follows = numbers.count(play.end)
            return play.dot, not card.is_bonus, card.points, play.on == seat, follows

        best = max(map(worth, plays))
        found = [play for play in plays if worth(play) == best]
        return found[rng.below(len(found))].action


class Expert:
    """The play that a model fitted by self-play finds best; nearly as quick as the others."""

    def choose(self, game: Game, rng: Rng) -> int:
        """A legal action for the player to move."""
        from dotcore import search

        return search.choose(game, "expert", rng)


class Search:
    """What `dotcore.search.ismcts` finds with so many simulations."""

    def __init__(self, simulations: int = 1000) -> None:
        self.simulations = simulations

    def choose(self, game: Game, rng: Rng) -> int:
        """A legal action for the player to move."""
        from dotcore import search

        return search.ismcts(game, self.simulations, seed=rng.next_u64()).best


# By the names that the command takes.
BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType(
    {
        "random": Random,
        "play_first": PlayFirst,
        "greedy": Greedy,
        "expert": Expert,
        "search": Search,
    }
)
_MOST = 1_000_000


def make(name: str) -> Bot:
    """The bot of that name, such as "greedy", or "search:5000" for so many simulations.

    Raises
    ------
    Error
        For an unknown name.

    >>> make("search:50").simulations
    50
    """
    found = re.fullmatch(r"search:(\d{1,7})", name, re.ASCII)
    if found:
        if not 1 <= int(found[1]) <= _MOST:
            raise Error(f"bot {name!r}; 1 to {_MOST} simulations")
        return Search(int(found[1]))
    maker = BOTS.get(name)
    if maker is None:
        raise Error(f"bot {name[:40]!r}; one of {', '.join(BOTS)}")
    return maker()


def play(game: Game, bots: Sequence[Bot], rng: Rng) -> None:
    """Play a game to its end, a bot for each seat.

    >>> from dotcore import Rng
    >>> game = dotcard.Game(2, dotcard.Rules(sub_rounds=1), seed=1)
    >>> play(game, [make("greedy"), make("random")], Rng(1))
    >>> game.is_terminal
    True
    """
    if len(bots) != game.players:
        raise Error(f"{len(bots)} bots; one for each of the {game.players} seats")
    while not game.is_terminal:
        game.resolve_chance(rng)
        game.apply(bots[game.current_player].choose(game, rng))
