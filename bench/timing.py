"""How the Python benchmarks are timed: by CPU time, in groups.

pytest-benchmark looks at the closest mark alone, so a group's mark must say everything.
"""

from __future__ import annotations

import time

import pytest


def group(name: str) -> pytest.MarkDecorator:
    return pytest.mark.benchmark(
        group=name, timer=time.process_time, min_time=0.002, disable_gc=True
    )
