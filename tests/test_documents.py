"""The examples in README.md and docs/*.md run as they are printed.

```python``` blocks run in order, with the names of the blocks before them; one with ``>>>`` is
checked against its printed output. In ```console``` blocks the lines after ``$ dotcore`` are run
and their output is compared. A block marked `no-run` (after the language) is only shown.
"""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
from tests import printed_examples

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(python|console)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_python(code: str, names: dict[str, Any], where: str) -> str:
    """Return what went wrong; empty if nothing did."""
    if ">>>" not in code:
        try:
            exec(compile(code, where, "exec"), names)
        except Exception:  # noqa: BLE001
            return traceback.format_exc()
        return ""
    return printed_examples.run(code, names, where)


def run_console(text: str, folder: Path) -> str:
    """Return what went wrong; empty if nothing did."""
    for session in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = session.partition("\n")
        words = shlex.split(command)
        if words[0] != "dotcore":
            continue
        run = subprocess.run(
            [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False
        )
        if run.returncode != 0:
            return f"$ {command}\nexit status {run.returncode}\n{run.stdout}{run.stderr}"
        checker = doctest.OutputChecker()
        if expected.strip() and not checker.check_output(
            expected, run.stdout, printed_examples.FLAGS
        ):
            return f"$ {command}\nprinted:\n{run.stdout}\nexpected:\n{expected}"
    return ""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_of_a_document_run(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Examples read examples/...; what they write lands in a folder of the test's own.
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "document"}
    text = document.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        language, marks, code = block.groups()
        if "no-run" in marks.split():
            continue
        line = text.count("\n", 0, block.start()) + 1
        where = f"{document.name}, line {line}"
        wrong = (
            run_python(code, names, where) if language == "python" else run_console(code, tmp_path)
        )
        assert not wrong, f"{where}:\n{wrong}"
