"""The stubs of the compiled module tell the signatures that its docstrings tell.

A compiled function carries no signature for `mypy.stubtest` to compare with; but the first line of
its docstring is one, made from the binding itself. Names, order and defaults must agree.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import dotcore

STUBS = Path(dotcore.__file__).parent / "_core"


class Parameter(NamedTuple):
    name: str
    default: str | None  # None: it must be given; "...": the stub does not tell


Signature = list[Parameter]


def split_at_commas(text: str) -> list[str]:
    """Split at the commas that lie in no brackets and no quotes."""
    parts, depth, quote = [""], 0, ""
    for c in text:
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{<":
            depth += 1
        elif c in ")]}>":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append("")
            continue
        parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def documented_signatures(name: str, doc: str) -> list[Signature]:
    """Return the signatures that pybind11 wrote into a docstring, one for each overload."""
    found = []
    for line in doc.splitlines():
        if match := re.fullmatch(rf"(?:\d+\. )?{re.escape(name)}\((.*)\)(?: -> .*)?", line):
            signature = []
            for part in split_at_commas(match[1].replace("->", "  ")):
                name_and_type, _, default = part.partition(" = ")
                signature.append(Parameter(name_and_type.partition(":")[0], default or None))
            found.append(signature)
    # Overloads are told one by one, after one line for all.
    return found[1:] if "Overloaded function." in doc.splitlines() else found


def stub_signature(function: ast.FunctionDef) -> Signature:
    arguments = function.args
    positional = arguments.posonlyargs + arguments.args
    required = len(positional) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*[None] * required, *arguments.defaults]
    signature = [
        Parameter(argument.arg, None if default is None else ast.unparse(default))
        for argument, default in zip(positional, defaults, strict=True)
    ]
    if arguments.posonlyargs:
        signature.insert(len(arguments.posonlyargs), Parameter("/", None))
    if arguments.vararg:
        signature.append(Parameter(f"*{arguments.vararg.arg}", None))
    elif arguments.kwonlyargs:
        signature.append(Parameter("*", None))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        signature.append(Parameter(argument.arg, None if default is None else ast.unparse(default)))
    if arguments.kwarg:
        signature.append(Parameter(f"**{arguments.kwarg.arg}", None))
    return signature


def stub_functions() -> Iterator[Any]:
    """Yield the id, docstring and stub signatures of every compiled function."""
    for path in sorted(STUBS.rglob("*.pyi")):
        inner = path.relative_to(STUBS).with_suffix("").parts
        name = ".".join(part for part in ("dotcore", "_core", *inner) if part != "__init__")
        yield from functions_in(importlib.import_module(name), ast.parse(path.read_text()).body)


def functions_in(owner: Any, body: list[ast.stmt]) -> Iterator[Any]:
    overloads: dict[str, list[Signature]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef) and hasattr(owner, node.name):
            yield from functions_in(getattr(owner, node.name), node.body)
        elif isinstance(node, ast.FunctionDef):
            is_property = any(
                ast.unparse(decorator).endswith(("property", ".setter"))
                for decorator in node.decorator_list
            )
            is_operator = node.name.startswith("__") and node.name != "__init__"
            if not is_property and not is_operator:
                overloads.setdefault(node.name, []).append(stub_signature(node))
    for name, signatures in overloads.items():
        doc = getattr(owner, name).__doc__ or ""
        yield pytest.param(name, doc, signatures, id=f"{owner.__name__}.{name}")


def agrees(stub: Signature, told: Signature, *, is_overload: bool) -> bool:
    """Compare two signatures; one of several in a stub may ask for more than the function does."""
    if is_overload:
        stub = [parameter for parameter in stub if parameter.name != "*"]
        told = [parameter for parameter in told if parameter.name != "*"]
    return [parameter.name for parameter in stub] == [parameter.name for parameter in told] and all(
        mine.default == other.default
        or (other.default is not None and mine.default == "...")
        or (is_overload and mine.default is None)
        for mine, other in zip(stub, told, strict=True)
    )


@pytest.mark.parametrize(("name", "doc", "signatures"), list(stub_functions()))
def test_a_stub_and_the_docstring_tell_the_same_signature(
    name: str, doc: str, signatures: list[Signature]
) -> None:
    told = documented_signatures(name, doc)
    assert told, f"no signature in the docstring: {doc.splitlines()[:1]}"
    # A stub may tell by overloads how the result's type follows from the arguments.
    is_overload = len(told) == 1 and len(signatures) > 1
    if is_overload:
        told *= len(signatures)
    assert len(signatures) == len(told)
    for stub, other in zip(signatures, told, strict=True):
        assert agrees(stub, other, is_overload=is_overload), (stub, other)
