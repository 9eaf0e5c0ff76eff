"""Games of dots: one C++ core, one Python face.

>>> import dotcore
>>> board = dotcore.dots.Board(20, 20)

``dotcore.dots`` is the game of Dots (Kropki), ``dotcore.dotcard`` the card game DotCard,
``dotcore.dotduel`` the game of speed Dot Duel.
``dotcore.sgf`` reads and writes records of Dots, ``dotcore.search`` searches both games;
``dotcore.analysis`` judges records, ``dotcore.engines`` plays, ``dotcore.match`` has engines play
each other, ``dotcore.gtp`` and ``dotcore.server`` are protocols.
Errors of every part are subclasses of `dotcore.Error`, itself a `ValueError`.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from dotcore import _core
from dotcore._core import Error, IllegalMove, InvalidRecord, Rng, RulesError, __version__

if TYPE_CHECKING:
    from dotcore import analysis, dotcard, dotduel, dots, engines, gtp, match, search, server, sgf

__all__ = [
    "Error",
    "IllegalMove",
    "InvalidRecord",
    "Rng",
    "RulesError",
    "__version__",
    "analysis",
    "dotcard",
    "dotduel",
    "dots",
    "engines",
    "get_cmake_dir",
    "get_include",
    "get_library_dir",
    "gtp",
    "match",
    "search",
    "server",
    "sgf",
]

_SUBMODULES = frozenset(
    {
        "analysis",
        "dotcard",
        "dotduel",
        "dots",
        "engines",
        "gtp",
        "match",
        "search",
        "server",
        "sgf",
    }
)


def get_include() -> str:
    """Return the folder of dotcore's C++ headers, for ``-I`` or ``include_dirs``."""
    return str(_installed() / "include")


def get_cmake_dir() -> str:
    """Return the folder of ``dotcoreConfig.cmake``, for ``-Ddotcore_DIR=``."""
    return str(_installed() / "lib" / "cmake" / "dotcore")


def get_library_dir() -> str:
    """Return the folder of the static library ``dotcore``, for ``-L`` or ``library_dirs``."""
    return str(_installed() / "lib")


def _installed() -> Path:
    # Of an editable install only the compiled module lies beside headers and library.
    assert _core.__file__ is not None
    return Path(_core.__file__).resolve().parent


if not TYPE_CHECKING:  # A type checker then still finds names that do not exist.

    def __getattr__(name: str) -> ModuleType:
        # A module is loaded when it is first asked for: `dotcore --version` need not load NumPy.
        if name in _SUBMODULES:
            return importlib.import_module(f"dotcore.{name}")
        raise AttributeError(f"module 'dotcore' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
