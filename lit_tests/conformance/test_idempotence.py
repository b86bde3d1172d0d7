"""A second run of a pass changes in ours what it changes in the reference: of most passes nothing."""

from __future__ import annotations

import pytest

from tools import differential, reference
from tools.differential import Run
from tools.generator import mixed, sdy
from tools.generator.passes import exporting, propagation
from tools.generator.passes.pipelines import IN_A_ROW
from tools.newer import is_accepted_by_newer

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

SEEDS = range(3010, 3170)
SEEDS_OF_PROPAGATION = range(3180, 3340)
"""Others for the passes that propagate shardings, as the reference crashes on many of those modules."""

FEW = 16
"""How many seeds of each generator CI looks at."""
ALL = pytest.param(SEEDS, marks=pytest.mark.exhaustive)

NEEDS_NAME = "which needs the mesh's name"
"""The error of ours where the reference names a mesh that it has not got: a known difference."""

OLD_RULES = "an operation that carries a sharding rule has its own after the first run, which has dropped the other"

AGAIN = {
    "sdy-add-data-flow-edges": "what has an edge gets another, which verification refuses",
    "sdy-constant-or-scalar-splitter": "each call of a constant function gets a function of its own once more",
    "sdy-lift-inlined-meshes": "a mesh inside the replica groups of a collective becomes one more mesh op",
    **dict.fromkeys(propagation.PASSES[1:], OLD_RULES),
    "sdy-remove-all-gather-reduce-scatter-for-cmv1": "a dot that has lost its gathers may lose its reduce-scatter, too",
}
"""The passes of which a second run changes some modules, and why."""


@pytest.mark.parametrize("seeds", [pytest.param(SEEDS[:FEW], marks=pytest.mark.long), ALL], ids=["few", "all"])
@pytest.mark.parametrize("name", IN_A_ROW)
def test_a_second_run_does_what_it_does_in_the_reference(name: str, seeds: range) -> None:
    changed = compared = 0
    modules = [generator.module(seed) for generator in (sdy, mixed, exporting) for seed in seeds]
    if name in propagation.PASSES:
        modules = [propagation.module(seed) for seed in SEEDS_OF_PROPAGATION[: len(seeds)]]
    for text in modules:
        once, twice = (differential.theirs(text, Run((name,) * times)) for times in (1, 2))
        if once is None or twice is None or any(differential.is_garbled(text, each) for each in (once, twice)):
            continue
        run = Run((name, name))
        found = differential.ours(text, run)
        if NEEDS_NAME in found.message or is_accepted_by_newer(found, twice, text, run):
            continue
        compared += 1
        changed += once != twice
        assert found == twice, f"{differential.first_difference(found, twice)}\n{text}"
    assert compared > (0.5 if len(seeds) == FEW else 0.7) * len(modules)
    assert name in AGAIN or not changed
    assert changed or name not in AGAIN or len(seeds) == FEW
