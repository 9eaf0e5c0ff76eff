"""Acts of Dots as short text, for the test data and the golden games.

``X3,4`` a dot of player 0 at x=3, y=4 (``O`` player 1); ``X3,4[2,3;3,2;4,3;3,4]`` the chains that
it closes, one pair of brackets each; ``stop:X``, ``ground:O``, ``resign:X`` by a named player;
``stop``, ``done``, ``ground`` by whoever is to move; ``undo``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.oracle.random_games import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.oracle.chains import Point

LETTERS = "XO"
_DOT = re.compile(r"([XO])(-?\d+),(-?\d+)((?:\[[^\]]*\])*)")
_PLAIN = re.compile(r"(stop|done|ground|resign|undo)(?::([XO]))?")


def read_acts(text: str) -> list[Action]:
    return [read_act(word) for word in text.split()]


def read_act(word: str) -> Action:
    if match := _DOT.fullmatch(word):
        chains = tuple(
            tuple(read_point(point) for point in chain.split(";"))
            for chain in re.findall(r"\[([^\]]*)\]", match[4])
        )
        return Action("place", LETTERS.index(match[1]), int(match[2]), int(match[3]), chains)
    if match := _PLAIN.fullmatch(word):
        return Action(match[1], LETTERS.index(match[2]) if match[2] else None)
    raise ValueError(f"no act: {word!r}")


def read_point(text: str) -> Point:
    x, y = text.split(",")
    return int(x), int(y)


def read_dots(text: str) -> list[tuple[int, int, int]]:
    """Dots as (x, y, player), in order."""
    return [(act.x, act.y, act.player or 0) for act in read_acts(text)]


def written_act(act: Action) -> str:
    if act.kind == "place":
        assert act.player is not None
        chains = "".join(
            "[" + ";".join(f"{x},{y}" for x, y in chain) + "]" for chain in act.enclose
        )
        return f"{LETTERS[act.player]}{act.x},{act.y}{chains}"
    return act.kind if act.player is None else f"{act.kind}:{LETTERS[act.player]}"


def written_dots(dots: Iterable[Iterable[int]]) -> str:
    return " ".join(f"{LETTERS[player]}{x},{y}" for x, y, player in dots)


def dots_of(rows: Iterable[str]) -> list[tuple[int, int, int]]:
    """The dots of a drawing, row by row."""
    return [
        (x, y, LETTERS.index(letter))
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter in LETTERS
    ]
