"""Benchmarks are collected from ``bench_*.py``, which pytest's own pattern leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    is_bench = file_path.name.startswith("bench_") and file_path.suffix == ".py"
    # A file named on the command line is collected without our help.
    if not is_bench or parent.session.isinitpath(file_path):
        return None
    return pytest.Module.from_parent(parent, path=file_path)
