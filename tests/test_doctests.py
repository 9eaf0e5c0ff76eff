"""Every example in a docstring of the installed package runs, those of compiled classes too.

Examples may use ``dotcore``, its modules and ``np`` without importing them.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests import printed_examples

import dotcore


def modules() -> Iterator[ModuleType]:
    yield dotcore
    for found in pkgutil.walk_packages(dotcore.__path__, "dotcore."):
        if found.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(found.name)
        except ModuleNotFoundError as missing:
            # An optional dependency that is not installed; a part of dotcore must be there.
            if (missing.name or "").startswith("dotcore"):
                raise


def documented(name: str, thing: Any) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a module or class and of all that it defines or re-exports."""
    yield name, inspect.getdoc(thing) or ""
    for key, value in vars(thing).items():
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        is_ours = (getattr(value, "__module__", None) or "").startswith("dotcore")
        if inspect.isclass(value):
            # Of a class, the classes that are nested in it; not its type, its metaclass, ...
            if is_ours and (inspect.ismodule(thing) or value.__qualname__.endswith(f".{key}")):
                yield from documented(f"{name}.{key}", value)
        elif isinstance(value, property) or (inspect.isroutine(value) and is_ours):
            yield f"{name}.{key}", inspect.getdoc(value) or ""


def examples() -> Iterator[Any]:
    seen: set[str] = set()
    found = list(modules())
    common = {"dotcore": dotcore, "np": np}
    common |= {module.__name__.rpartition(".")[2]: module for module in found}
    for module in found:
        for name, doc in documented(module.__name__, module):
            if ">>>" in doc and doc not in seen:
                seen.add(doc)
                yield pytest.param(doc, common | vars(module), id=name)


@pytest.mark.parametrize(("doc", "names"), list(examples()))
def test_the_example_of_a_docstring_runs(doc: str, names: dict[str, Any]) -> None:
    wrong = printed_examples.run(doc, dict(names), "docstring")
    assert not wrong, wrong
