"""The contract that the states of all games meet, and the games that tests/test_contract.py holds
to it. A game joins by adding itself to GAMES.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from dotcore import Rng, dotcard, dotduel, dots

if TYPE_CHECKING:
    from typing_extensions import Self

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4

S = TypeVar("S", bound="State")


class State(Protocol):
    """What every state offers; the docstrings of each game tell the meaning."""

    @property
    def num_players(self) -> int: ...
    @property
    def current_player(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def is_terminal(self) -> bool: ...
    @property
    def key(self) -> int: ...
    @property
    def observation_shape(self) -> tuple[int, ...]: ...
    def legal_actions(self, player: int | None = None, out: Any = None) -> Any: ...
    def legal_mask(self, player: int | None = None, out: Any = None) -> npt.NDArray[np.bool_]: ...
    def apply(self, action: int) -> None: ...
    def undo(self) -> None: ...
    def returns(self) -> npt.NDArray[np.float64]: ...
    def rewards(self) -> npt.NDArray[np.float64]: ...
    def chance_outcomes(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]: ...
    def sample_chance(self, rng: Rng | int) -> Any: ...
    def resolve_chance(self, rng: Rng | int) -> Any: ...
    def copy(self, history: bool = True) -> Self: ...
    def to_bytes(self) -> bytes: ...
    def action_to_string(self, action: int) -> str: ...
    def string_to_action(self, text: str) -> int: ...
    def observe(self, player: int, out: Any = None) -> npt.NDArray[np.float32]: ...
    def view(self, player: int) -> Any: ...
    def info_key(self, player: int) -> int: ...
    def resample(self, player: int, rng: Rng | int) -> Self: ...
    def check_consistency(self) -> None: ...


@dataclass(frozen=True)
class Game:
    """A game under some rules: how to make its first state, how long it can last at most."""

    name: str
    start: Callable[[], Any]
    most_acts: int
    # Its past tells something of hidden hands, which a resampled world, having none, does not know.
    past_is_evidence: bool = False

    def __str__(self) -> str:
        return self.name


def dots_game(name: str, width: int, height: int, rules: dots.Rules) -> Game:
    # Each dot may be followed by an enclosure of each point and the end of the turn.
    most = 2 * width * height + 2 if rules.capture == "automatic" else 3 * width * height + 2
    return Game(f"dots-{name}", lambda: dots.Board(width, height, rules), most)


def dotcard_game(name: str, players: int, first: int = 1, **options: Any) -> Game:
    """Sub-rounds from ``first`` on."""
    rules = dotcard.Rules(**options)
    cards = rules.deck.size
    turns = 3 * cards + (cards + 1) * players * (1 + rules.skip_turns)
    return Game(
        f"dotcard-{name}",
        lambda: dotcard.Game(players, rules, sub_round=first),
        (rules.sub_rounds - first + 1) * (1 + cards + turns),
        past_is_evidence=not rules.voluntary_pass_opens,
    )


def tick_game(
    name: str, players: int, order: int, tick_ms: int, max_ticks: int, **options: Any
) -> Game:
    """Random players mostly claim too many: the clock ends most of these games."""
    deck = dotduel.Deck.of_order(order, seed=1)
    rules = dotduel.Rules(**options)
    return Game(
        f"dotduel-{name}",
        lambda: dotduel.TickGame(players, deck, rules, tick_ms=tick_ms, max_ticks=max_ticks),
        # In a tick: the choice, whose comes first, and what chance brings of each.
        show_slots + max_ticks * (1 + players + 12 * (players + 1)),
    )


show_slots = 6
GAMES = [
    dots_game("bga", 6, 5, dots.Rules.bga()),
    dots_game("zagram", 5, 6, dots.Rules.zagram()),
    dots_game("zagram-territory", 5, 5, dots.Rules.zagram_territory()),
    dots_game("russian", 6, 6, dots.Rules.russian()),
    dots_game("no-suicide", 5, 4, dots.Rules(entry="illegal", ending="full", komi=0.5)),
    dots_game("blocking", 4, 6, dots.Rules(capture_empty=True, start="single", komi=-1.5)),
    dots_game("manual-to-the-end", 4, 4, dots.Rules(capture="manual", ending="full")),
    dots_game(
        "manual-no-suicide",
        4,
        4,
        dots.Rules(capture="manual", entry="illegal", ending="full"),
    ),
    dots_game("one-point", 1, 1, dots.Rules.bga()),
    dots_game("wide", 64, 2, dots.Rules.zagram()),
    dotcard_game("four", 4, first=10),
    dotcard_game(
        "two", 2, deck=dotcard.Deck(max_pip=1, copies=1, bonus=[0, -5]), sub_rounds=4, hand_size=1
    ),
    dotcard_game(
        "three",
        3,
        deck=dotcard.Deck(max_pip=2, copies=(2, 1), bonus=[0, -5, -5]),
        sub_rounds=3,
        hand_size=2,
        starter="random",
        free_start="any",
        block_extra_turn=True,
        skip_turns=2,
    ),
    dotcard_game(
        "five",
        5,
        deck=dotcard.Deck(max_pip=3, copies=2),
        sub_rounds=2,
        hand_size=3,
        starter="winner",
        others_may_start=False,
        own_track_first=True,
        block_on_block=False,
        drawn_card_only=True,
        voluntary_pass_opens=False,
        dot_call="off",
    ),
    dotcard_game(
        "eight", 8, first=20, deck="D59", sub_rounds=20, hand_size=3, dot_call="automatic"
    ),
    tick_game("two", 2, 7, 500, 120),
    tick_game("short", 3, 2, 2500, 300, tie_break="seq", auto_check="both"),
    tick_game(
        "options",
        4,
        4,
        1000,
        80,
        grounds_pick="choose",
        stacked_claims=True,
        false_call_penalty="barred",
        overclaim_pending="return",
        stale_double_dot="wrong",
        sit_out_stacks=True,
        duel_timeout_ms=3000,
        roll_timeout_ms=2000,
        seek_idle_ms=4000,
    ),
    tick_game("final", 6, 3, 5000, 60, grounds_pick="random", max_rounds=3, window_ms=2000),
]


def random_act(state: State, rng: random.Random) -> None:
    """Do one random act, whoever is to do it."""
    player = state.current_player
    if player == CHANCE:
        state.sample_chance(rng.getrandbits(64))
    elif player == SIMULTANEOUS:
        chosen = [rng.choice(state.legal_actions(p).tolist()) for p in range(state.num_players)]
        state.apply_joint(chosen)  # type: ignore[attr-defined]
    else:
        state.apply(rng.choice(state.legal_actions().tolist()))


def states_of_a_game(game: Game, seed: int, every: int = 1) -> list[Any]:
    """Copies of the states that a random game goes through, the first and the last among them."""
    rng = random.Random(f"{game.name} {seed}")
    state = game.start()
    states = [state.copy()]
    for act in range(1, game.most_acts + 1):
        if state.is_terminal:
            break
        random_act(state, rng)
        if act % every == 0 or state.is_terminal:
            states.append(state.copy())
    return states
