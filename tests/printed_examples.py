"""Running examples as they are printed after ``>>>``, in docstrings and documents.

Like the standard library's doctest, except that a row of a board such as ``.....`` is output: only
``...`` with a blank after it goes on with the source.
"""

from __future__ import annotations

import doctest
import re
from typing import Any

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Parser(doctest.DocTestParser):
    _EXAMPLE_RE = re.compile(
        r"""
        (?P<source>
            (?:^(?P<indent> [ ]*) >>>    .*)
            (?:\n [ ]* \.\.\. (?:[ ] .*|[ ]*$))*)
        \n?
        (?P<want> (?:(?![ ]*$)(?![ ]*>>>).+$\n?)*)
        """,
        re.MULTILINE | re.VERBOSE,
    )


def run(text: str, names: dict[str, Any], where: str) -> str:
    """Run the examples in ``text``, which see and change ``names``; return what went wrong."""
    report: list[str] = []
    test = Parser().get_doctest(text, names, where, where, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    return "".join(report)
