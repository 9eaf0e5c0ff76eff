"""What the players of a table are called."""

from __future__ import annotations

from collections.abc import Sequence

from dotcore._core import Error

__all__ = ["LONGEST", "checked_names", "labels", "printable"]

# Signs of a name.
LONGEST = 100


def checked_names(names: Sequence[str] | None, players: int) -> list[str] | None:
    """The names as a list; Error unless each of the players has one."""
    if names is None:
        return None
    if isinstance(names, str):
        raise TypeError(f"names: a sequence of names, not the text {names[:40]!r}")
    found = list(names)
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"names: a name is a text, not {name!r:.40}")
        if not name.strip() or len(name) > LONGEST:
            raise Error(f"names: {name[:40]!r}; 1 to {LONGEST} signs, not all blank")
    if len(found) != players:
        raise Error(f"names: {len(found)} given; one of each of the {players} players is needed")
    return found


def printable(text: str) -> str:
    """Text in one line that cannot steer a terminal.

    >>> printable("Ann\\n\\x1b[31m")
    'Ann ?[31m'
    """
    return "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def labels(names: Sequence[str] | None, players: int) -> list[str]:
    """How to call each seat where acts are told too: "P0", or with its name "P0 Ann".

    >>> labels(["Ann", "Bo"], 2)
    ['P0 Ann', 'P1 Bo']
    """
    known = checked_names(names, players)
    if known is None:
        return [f"P{seat}" for seat in range(players)]
    return [f"P{seat} {printable(name).strip()}" for seat, name in enumerate(known)]
