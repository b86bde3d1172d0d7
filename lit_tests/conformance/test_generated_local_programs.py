"""Random sharded modules: ours and the reference make the same local programs of them, or report the same errors."""

from __future__ import annotations

import pytest

from tools import cases, fuzz, reference
from tools.chunks import chunks
from tools.differential import ours
from tools.generator.passes import local_programs

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULES = 2000
BATCH = 50


@pytest.mark.parametrize("first", chunks(MODULES, BATCH))
def test_local_programs_are_the_same(first: int) -> None:
    compared = 0
    for number in range(first, first + BATCH):
        case = cases.localized(number)
        verdict = fuzz.judged(case)
        assert verdict.outcome not in fuzz.DIFFERENT, f"{number}, {case.run.passes}: {verdict.explanation}"
        compared += verdict.outcome == "same"
    assert compared > 0.7 * BATCH


def test_most_modules_have_local_programs() -> None:
    """Else their comparison would mean little."""
    assert [number for number in range(12) if not ours(*cases.localized(number)).accepted] == [0, 1, 2, 4]


def test_the_same_seed_makes_the_same_module() -> None:
    assert local_programs.module(7) == local_programs.module(7)
