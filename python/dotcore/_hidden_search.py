"""Search over hidden information: configs, results and calls. They are published in search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from dotcore._core import Error
from dotcore._core.search import _determinized, _ismcts
from dotcore._searched import Searched, parts_of, policy_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from dotcore._core.dotcard import Game

_WORDS = {
    "selection": ("puct", "uct"),
    "rollout": ("model", "play_first", "uniform"),
    "combine": ("values", "visits", "votes"),
}
_RANGES = {
    "exploration": (0.0, 100.0),
    "first_play": (-2.0, 2.0),
    "memory_mb": (1, 32768),
    "scale": (1.0, 10000.0),
    "bonus_numbers": (0, 10),
    "sharpness": (0.0, 10.0),
    "pass_weight": (1e-6, 1.0),
    "world_simulations": (1, 2**32 - 1),
}


def _check(config: _Config) -> None:
    for name, value in parts_of(config).items():
        if name in _WORDS:
            if value not in _WORDS[name]:
                raise Error(f"{name}={value!r}; one of {', '.join(map(repr, _WORDS[name]))}")
        elif name in _RANGES:
            least, most = _RANGES[name]
            kinds = int if isinstance(least, int) else (int, float)
            if isinstance(value, bool) or not isinstance(value, kinds):
                wanted = "an int" if kinds is int else "a float"
                raise TypeError(f"{name} must be {wanted}, not {value!r}")
            if not least <= value <= most:
                raise Error(f"{name}={value}; {least} to {most}")
        elif not isinstance(value, bool):
            raise TypeError(f"{name} must be a bool, not {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Config:
    selection: Literal["puct", "uct"] = "puct"
    exploration: float = 1.0
    first_play: float = 0.0
    memory_mb: int = 256
    rollout: Literal["model", "play_first", "uniform"] = "model"
    to_game_end: bool = False
    scale: float = 60.0
    bonus_numbers: int = 3
    informed: bool = True
    sharpness: float = 0.3
    pass_weight: float = 1.0

    def __post_init__(self) -> None:
        _check(self)

    def replace(self, **options: Any) -> Self:
        """Return the config but for the options given."""
        return replace(self, **options)

    def as_dict(self) -> dict[str, Any]:
        """Return all options by name."""
        return parts_of(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class IsmctsConfig(_Config):
    """Options of `ismcts`.

    Parameters
    ----------
    selection : {"puct", "uct"}
        Acts are tried by how promising they look beforehand, or all alike.
    exploration : float
        How much more is tried than what looks best.
    first_play : float
        How much worse than its position an untried act counts (puct).
    memory_mb : int
        What the trees may take, of all threads together.
    rollout : {"model", "play_first", "uniform"}
        How worlds are played out: what looks best by the play model; any play if there is one; any
        legal act.
    to_game_end : bool
        Whether playouts go on to the end of the game instead of the sub-round.
    scale : float
        The points that are worth 1 to the search; exploration goes by it.
    bonus_numbers : int
        How many numbers at most are tried for a bonus card on a track; 0 for all.
    informed : bool
        Whether acts are weighted by the play model.
    sharpness : float
        How much the weights differ; 0 is not at all.
    pass_weight : float
        How likely players draw or pass although they could play, against those who could not; 1:
        declining proves nothing, as by the rules.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class DeterminizedConfig(_Config):
    """Options of `determinized`: those of `IsmctsConfig`, and two more.

    Parameters
    ----------
    combine : {"values", "visits", "votes"}
        By what an act is best: its mean value over the worlds, its visits in all worlds, or the
        worlds in which it is best.
    world_simulations : int
        How many simulations each world gets.
    """

    memory_mb: int = 64
    combine: Literal["values", "visits", "votes"] = "visits"
    world_simulations: int = 100


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class HiddenResult(Searched):
    """What search over hidden information says of a position.

    The arrays have an element for each act that was considered, the best one first; they are
    read-only. Values are points, as in ``returns``: the mean of the others' scores in this
    sub-round less the own one.

    Attributes
    ----------
    best : int
        The action to play.
    actions : (n,) int32
    visits : (n,) int64
    availability : (n,) int64
        In how many simulations each could have been chosen.
    values : (n,) float32
        The expected value of each act for the player to move; nan where it was not visited.
    player_values : (n, players) float32
        The same for every player.
    priors : (n,) float32
        How likely each looked beforehand.
    votes : (n,) int64 or None
        Of determinized search: in how many worlds each is best.
    pv : list of int
        The acts seen most, one after the other, and the kinds of cards that the player draws among
        them. It begins with the best act; determinized search tells no more.
    value : float
        The expected value after the best act.
    player : int
        Who is to move.
    simulations : int
    worlds : int or None
        Of determinized search: how many were searched.
    elapsed_ms, memory_mb : float
    is_full : bool
        Whether the memory was used up.
    """

    best: int
    actions: npt.NDArray[np.int32]
    visits: npt.NDArray[np.int64]
    availability: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]
    player_values: npt.NDArray[np.float32]
    priors: npt.NDArray[np.float32]
    votes: npt.NDArray[np.int64] | None
    pv: list[int]
    value: float
    player: int
    simulations: int
    worlds: int | None
    elapsed_ms: float
    memory_mb: float
    is_full: bool

    def __repr__(self) -> str:
        return (
            f"<search.HiddenResult: best {self.best}, value {self.value:.1f}, "
            f"{self.simulations} simulations>"
        )

    def policy(self, temperature: float = 1.0) -> npt.NDArray[np.float64]:
        """Return how much each act deserves to be played: (n,) float64, together 1.

        Proportional to ``visits ** (1 / temperature)``; 0 gives all to the best act. Error if the
        temperature is negative or not finite.
        """
        return policy_of(self.visits, temperature)


def _made(parts: dict[str, Any]) -> HiddenResult:
    parts["values"] = np.ascontiguousarray(parts["player_values"][:, parts["player"]])
    parts["value"] = float(parts["values"][0])
    return HiddenResult(**parts)


def ismcts(
    game: Game,
    simulations: int | None = None,
    time_ms: float | None = None,
    seed: SupportsIndex = 0,
    threads: int = 1,
    config: IsmctsConfig | None = None,
) -> HiddenResult:
    """Search for the player to move by information-set Monte Carlo tree search.

    Each simulation deals the cards that this player cannot see anew and walks down one tree of what
    this player sees happen. The hidden cards of ``game`` themselves are never looked at: games that
    look the same to the player to move give the same result.

    Parameters
    ----------
    game : dotcard.Game
        It is not changed.
    simulations : int, optional
        How many to make. At least one of the two limits must be given.
    time_ms : float, optional
        How long to search.
    seed : int
        The same seed, number of simulations and threads give the same result.
    threads : int
        How many trees grow at once; they are added up.
    config : IsmctsConfig, optional

    Raises
    ------
    Error
        If a limit is missing or out of range, the game is over, or chance is to act.

    >>> game = dotcard.Game(players=4, seed=1)
    >>> found = search.ismcts(game, simulations=200, seed=1)
    >>> found.best in game.legal_actions(), found.player_values.shape[1], found.simulations
    (True, 4, 200)
    """
    options = _options(config, IsmctsConfig)
    parts = _ismcts(game, simulations, time_ms, seed, threads, options)
    return _made({**parts, "votes": None, "worlds": None})


def determinized(
    game: Game,
    simulations: int | None = None,
    time_ms: float | None = None,
    seed: SupportsIndex = 0,
    threads: int = 1,
    config: DeterminizedConfig | None = None,
) -> HiddenResult:
    """Search for the player to move by perfect-information search in many worlds.

    Each world deals the cards that this player cannot see anew and is searched as if all players
    saw all hands. Games that look the same to the player to move give the same result.

    Parameters
    ----------
    game : dotcard.Game
        It is not changed.
    simulations : int, optional
        How many to make, rounded up to whole worlds. At least one of the two limits must be given.
    time_ms : float, optional
        How long to search.
    seed : int
        The same seed and number of simulations give the same result on one thread.
    threads : int
        How many worlds are searched at once.
    config : DeterminizedConfig, optional

    Raises
    ------
    Error
        If a limit is missing or out of range, the game is over, or chance is to act.

    >>> game = dotcard.Game(players=4, seed=1)
    >>> found = search.determinized(game, simulations=400, seed=1)
    >>> found.worlds, int(found.votes.sum())
    (4, 4)
    """
    options = _options(config, DeterminizedConfig)
    parts = _determinized(game, simulations, time_ms, seed, threads, options)
    return _made({**parts, "pv": [parts["best"]], "is_full": False})


def _options(config: object, kind: type[_Config]) -> dict[str, Any]:
    if config is None:
        return kind().as_dict()
    if not isinstance(config, kind):
        raise TypeError(f"config must be a {kind.__name__} or None, not {config!r}")
    return config.as_dict()


# Pickles and messages name them as users import them.
for _published in (IsmctsConfig, DeterminizedConfig, HiddenResult, ismcts, determinized):
    _published.__module__ = "dotcore.search"
