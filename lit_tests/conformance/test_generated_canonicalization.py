"""Random modules with much to canonicalize: ours leaves what the reference leaves, with any options."""

from __future__ import annotations

import pytest

from tools import cases, fuzz, reference
from tools.chunks import chunks
from tools.generator.passes import canonicalization

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULES = 3000
BATCH = 50


@pytest.mark.parametrize("first", chunks(MODULES, BATCH))
def test_modules_are_canonicalized_alike(first: int) -> None:
    compared = 0
    for number in range(first, first + BATCH):
        case = cases.canonicalized(number)
        verdict = fuzz.judged(case)
        assert verdict.outcome not in fuzz.DIFFERENT, f"{number}, {case.run.passes}: {verdict.explanation}"
        compared += verdict.outcome == "same"
    assert compared > 0.9 * BATCH


def test_the_same_seed_makes_the_same_module() -> None:
    assert canonicalization.module(7) == canonicalization.module(7)
