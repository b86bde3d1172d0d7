"""Permutation factors are resolved as in the reference, byte for byte: in generated modules and real programs."""

from __future__ import annotations

import pytest

from tools import cases, corpus, fuzz, reference
from tools.chunks import chunks, mostly_long
from tools.differential import Run, ours
from tools.generator.passes.incompatible_shardings import FULL
from tools.generator.passes.permutations import PASS

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULES = 1000
CHUNK = 25

PROPAGATION = (
    "sdy-lift-inlined-meshes",
    "sdy-add-data-flow-edges",
    "sdy-apply-sharding-constraints",
    "sdy-user-priority-propagate",
    "sdy-sink-data-flow-edges",
    "sdy-sharding-constraint-to-reshard",
    "sdy-close-shardings",
)
"""What XLA runs before."""

PROGRAMS = corpus.texts_and_examples()


@pytest.mark.parametrize("start", chunks(MODULES, CHUNK))
def test_generated_modules(start: int) -> None:
    for number in range(start, start + CHUNK):
        fuzz.assert_same(cases.permuting(number), f"case {number}: ")


@pytest.mark.parametrize("program", mostly_long(PROGRAMS, corpus.QUICK))
def test_real_programs(program: str) -> None:
    """From propagation to collectives."""
    passes = (*PROPAGATION, PASS, FULL, "sdy-reshard-to-collectives")
    fuzz.assert_same(cases.Case(PROGRAMS[program], Run(passes)))


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS)
def test_real_programs_after_explicit_reshards(program: str) -> None:
    fuzz.assert_same(cases.Case(PROGRAMS[program], Run((*PROPAGATION, FULL, PASS))))


def test_many_generated_modules_are_changed() -> None:
    """Else their comparison would mean little."""
    reversed_meshes = exchanges = reshards = 0
    for number in range(CHUNK):
        output = ours(*cases.permuting(number)).output
        reversed_meshes += "_reversed = <" in output
        exchanges += '"stablehlo.collective_permute"' in output
        reshards += "sdy.reshard" in output
    assert min(reversed_meshes, reshards) > CHUNK / 10
    assert exchanges
