"""Explicit reshards are inserted as in the reference, byte for byte: in generated modules and real programs."""

from __future__ import annotations

import pytest

from tools import cases, corpus, fuzz, reference
from tools.chunks import mostly_long
from tools.differential import Run, ours
from tools.generator.passes.incompatible_shardings import FULL, PARTIAL

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULES = 3000
CHUNK = 250
QUICK = 50
"""The number of generated modules, and of those that are run without `-m long`."""

PROPAGATION = (
    "sdy-lift-inlined-meshes",
    "sdy-add-data-flow-edges",
    "sdy-apply-sharding-constraints",
    "sdy-user-priority-propagate",
    "sdy-sink-data-flow-edges",
    "sdy-sharding-constraint-to-reshard",
    "sdy-close-shardings",
)
"""What XLA runs before reshards are inserted."""

PROGRAMS = corpus.texts_and_examples()


def test_generated_modules() -> None:
    for number in range(QUICK):
        fuzz.assert_same(cases.incompatible(number), f"case {number}: ")


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK, MODULES, CHUNK))
def test_many_generated_modules(start: int) -> None:
    for number in range(start, min(start + CHUNK, MODULES)):
        fuzz.assert_same(cases.incompatible(number), f"case {number}: ")


@pytest.mark.parametrize("program", mostly_long(PROGRAMS, corpus.QUICK))
def test_real_programs(program: str) -> None:
    fuzz.assert_same(cases.Case(PROGRAMS[program], Run((*PROPAGATION, PARTIAL))))


@pytest.mark.long
@pytest.mark.parametrize("passes", [(FULL,), (*PROPAGATION, FULL)], ids=["alone", "after propagation"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_real_programs_in_the_full_version(program: str, passes: tuple[str, ...]) -> None:
    fuzz.assert_same(cases.Case(PROGRAMS[program], Run(passes)))


def test_reshards_are_inserted_in_generated_modules() -> None:
    """Else their comparison would mean little."""
    inserted = []
    for number in range(QUICK):
        text, run = cases.incompatible(number)
        found = ours(text, run)
        if found.accepted and ("sdy.reshard" in found.output or "sdy.all_reduce" in found.output):
            inserted.append(number)
    assert inserted == [9, 11, 13, 17, 19, 20, 25, 26, 33, 34, 35, 36, 38, 45, 46]
