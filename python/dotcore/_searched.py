"""What results of Monte Carlo search have in common."""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt

from dotcore._core import Error, Rng

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def policy_of(visits: npt.NDArray[np.int64], temperature: float) -> npt.NDArray[np.float64]:
    """Return shares proportional to ``visits ** (1 / temperature)``; at 0 the first has all."""
    if not 0 <= temperature <= sys.float_info.max:
        raise Error("temperature: a finite number, 0 or more")
    policy = np.zeros(len(visits))
    if temperature > 0 and visits.any():
        # From the largest count down, so that no power is too large for a float.
        with np.errstate(divide="ignore", over="ignore"):
            logs = np.log(visits / visits.max()) / temperature
        policy = np.exp(logs)
        return np.asarray(policy / policy.sum())
    policy[0] = 1.0  # the best stands first
    return policy


def parts_of(result: DataclassInstance) -> dict[str, Any]:
    """Return the fields of a result by name."""
    return {field.name: getattr(result, field.name) for field in fields(result)}


def as_json(value: Any) -> Any:
    """Return a field ready for JSON: arrays as lists, nan as None."""
    if isinstance(value, np.ndarray):
        return as_json(value.tolist())
    if isinstance(value, list):
        return [as_json(each) for each in value]
    if isinstance(value, float) and value != value:
        return None
    return value


class Searched:
    """The base of results: dataclasses whose arrays are read-only."""

    __slots__ = ()
    actions: npt.NDArray[np.int32]

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]

        def policy(self, temperature: float = 1.0) -> npt.NDArray[np.float64]: ...

    def __post_init__(self) -> None:
        for part in parts_of(self).values():
            if isinstance(part, np.ndarray):
                part.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        # Through the constructor: arrays that were pickled or copied could be written again.
        return _result_of, (type(self), parts_of(self))

    def sample(self, rng: Rng | SupportsIndex, temperature: float = 1.0) -> int:
        """Draw an action by its share of the policy; ``rng`` is a `dotcore.Rng` or an int seed."""
        draw = (rng if isinstance(rng, Rng) else Rng(rng)).uniform()
        shares = self.policy(temperature).cumsum()
        i = int(np.searchsorted(shares, draw * shares[-1], side="right"))
        return int(self.actions[min(i, len(self.actions) - 1)])

    def to_dict(self) -> dict[str, Any]:
        """Return everything by name, ready for JSON: arrays as lists, nan as None."""
        return {name: as_json(value) for name, value in parts_of(self).items()}


def _result_of(kind: type[Any], parts: dict[str, Any]) -> Any:
    return kind(**parts)
