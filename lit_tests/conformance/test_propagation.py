"""Records of propagation are those of the reference, and passes that propagate change what is generated for them."""

from __future__ import annotations

import pytest

from tools import cases, fuzz, reference
from tools.chunks import chunks
from tools.differential import Run
from tools.generator import sdy
from tools.generator.passes import propagation
from tools.generator.passes.propagation import PASSES

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

BEFORE = ("sdy-lift-inlined-meshes", "sdy-apply-sharding-constraints", "sdy-add-data-flow-edges")
"""What XLA runs before propagation."""

RECORDS = "debug-propagation-edge-sharding=true debug-sharding-origins=true"
RECORDED, RECORDED_CHUNK = 800, 20
"""The number of modules with records."""


@pytest.mark.long
@pytest.mark.parametrize("start", chunks(RECORDED, RECORDED_CHUNK))
def test_records_of_constraints_that_are_applied(start: int) -> None:
    """Those of their axes' origins and steps, which propagation goes on with in every second module."""
    for number in range(start, start + RECORDED_CHUNK):
        passes = (*BEFORE[2:] * (number // 2 % 2), f"{BEFORE[1]}{{{RECORDS}}}", f"{PASSES[1]}{{{RECORDS}}}")
        module = (propagation if number % 2 else sdy).module(number)
        fuzz.assert_same(cases.Case(module, Run(passes[: len(passes) - number // 4 % 2])), f"case {number}: ")


UNCHANGED = {
    "sdy-populate-op-sharding-rules": [15],
    "sdy-basic-propagate": [31],
    "sdy-aggressive-propagate": [7, 22, 82],
    "sdy-op-priority-propagate": [53],
    "sdy-user-priority-propagate": [4, 29, 39],
}
"""Those of a hundred generated modules that their pass leaves as they are, or that are refused before it."""


@pytest.mark.long
@pytest.mark.parametrize("name", PASSES)
def test_each_pass_changes_most_generated_modules(name: str) -> None:
    """Else the comparison of generated modules would mean little."""
    unchanged = []
    for number in range(PASSES.index(name), 100, len(PASSES)):
        text, run = cases.propagated(number)
        before = fuzz.ours(text, run._replace(passes=run.passes[:-1]))
        if not before.accepted or before == fuzz.ours(text, run):
            unchanged.append(number)
    assert unchanged == UNCHANGED[name]
