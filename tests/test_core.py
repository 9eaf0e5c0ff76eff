"""What all games share: the random generator, the exceptions, where the package is installed."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import dotcore
from dotcore import Rng


def test_the_same_seed_gives_the_same_draws() -> None:
    first, second = Rng(7), Rng(7)
    assert [first.next_u64() for _ in range(100)] == [second.next_u64() for _ in range(100)]
    assert first == second
    assert first != Rng(8)


def test_draws_are_those_of_xoshiro256starstar() -> None:
    rng = Rng.from_state((1, 2, 3, 4))
    assert [rng.next_u64() for _ in range(5)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
    ]


def test_bounded_draws_stay_in_bounds_and_reach_all_of_them() -> None:
    rng = Rng(1)
    assert {rng.below(6) for _ in range(200)} == set(range(6))
    assert all(rng.below(1) == 0 for _ in range(10))
    assert all(0.0 <= rng.uniform() < 1.0 for _ in range(100))


@pytest.mark.parametrize("duplicate", [Rng.copy, copy.copy, copy.deepcopy])
def test_a_copy_goes_on_from_the_same_state_on_its_own(duplicate) -> None:  # type: ignore[no-untyped-def]
    rng = Rng(3)
    rng.next_u64()
    other = duplicate(rng)
    assert other == rng
    other.next_u64()
    assert other != rng


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_generator_goes_on_from_the_same_state(protocol: int) -> None:
    rng = Rng(3)
    rng.next_u64()
    assert pickle.loads(pickle.dumps(rng, protocol)) == rng


def test_pickles_name_the_public_class() -> None:
    assert b"_core" not in pickle.dumps(Rng(1))


def test_repr_makes_the_same_generator() -> None:
    rng = Rng(5)
    assert eval(repr(rng), {"dotcore": dotcore}) == rng


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.int32(4), np.uint64(2**63), True])
def test_every_whole_number_of_64_bits_is_a_seed(seed: int) -> None:
    assert Rng(seed) == Rng(int(seed))


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30])
def test_a_seed_outside_64_bits_is_refused(seed: int) -> None:
    with pytest.raises(dotcore.Error, match=re.escape(f"seed {seed} is outside 0 .. 2**64 - 1")):
        Rng(seed)


@pytest.mark.parametrize("seed", [1.0, "1", None])
def test_a_seed_that_is_no_whole_number_is_a_type_error(seed: object) -> None:
    with pytest.raises(TypeError):
        Rng(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [0, -1, 2**32])
def test_a_bound_outside_32_bits_is_refused_and_draws_nothing(n: int) -> None:
    rng = Rng(1)
    with pytest.raises(dotcore.Error, match=rf"below\({n}\)"):
        rng.below(n)
    assert rng == Rng(1)


@pytest.mark.parametrize("state", [(0, 0, 0, 0), (1, 2, 3), (1, 2, 3, -1), (1, 2, 3, "4"), ()])
def test_a_damaged_state_is_an_invalid_record(state: tuple[int, int, int, int]) -> None:
    with pytest.raises(dotcore.InvalidRecord):
        Rng.from_state(state)


@pytest.mark.parametrize(
    "kind", [dotcore.Error, dotcore.IllegalMove, dotcore.RulesError, dotcore.InvalidRecord]
)
def test_errors_are_value_errors_of_the_public_module_and_pickle(
    kind: type[dotcore.Error],
) -> None:
    assert issubclass(kind, dotcore.Error)
    assert issubclass(kind, ValueError)
    assert kind.__module__ == "dotcore"
    error = pickle.loads(pickle.dumps(kind("what was wrong")))
    assert type(error) is kind
    assert error.args == ("what was wrong",)


def test_the_package_tells_its_version_and_where_its_headers_are() -> None:
    header = Path(dotcore.get_include()) / "dotcore" / "core" / "version.hpp"
    assert f'version = "{dotcore.__version__}"' in header.read_text(encoding="utf-8")
    assert (Path(dotcore.get_cmake_dir()) / "dotcoreConfig.cmake").is_file()
    assert any(Path(dotcore.get_library_dir()).glob("*dotcore*"))


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = dotcore.nonsense  # type: ignore[attr-defined]
