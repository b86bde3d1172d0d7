"""Passes do to real programs what they do in the reference, records of propagation included."""

from __future__ import annotations

import re
from itertools import product

import pytest

from sdyopt.mlir.releases import NEWEST
from tools import cases, corpus, fuzz, reference
from tools.cases import Case
from tools.chunks import chunks, sampled
from tools.differential import Run
from tools.generator import sdy
from tools.generator.passes import padding, permutations, propagation
from tools.generator.passes.incompatible_shardings import FULL, PARTIAL
from tools.generator.passes.propagation import PASSES
from tools.local_programs.programs import CHAIN, OF_NEWEST, WITH_CALLS

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


# Passes do to real programs what they do in the reference, byte for byte: to all of JAX's, alone and after others.


BEFORE = ("sdy-lift-inlined-meshes", "sdy-apply-sharding-constraints", "sdy-add-data-flow-edges")
"""The passes that XLA runs before propagation."""
RECORDS = "debug-propagation-edge-sharding=true debug-sharding-origins=true"
PROPAGATION = (
    "sdy-lift-inlined-meshes",
    "sdy-add-data-flow-edges",
    "sdy-apply-sharding-constraints",
    "sdy-user-priority-propagate",
    "sdy-sink-data-flow-edges",
    "sdy-sharding-constraint-to-reshard",
    "sdy-close-shardings",
)
"""The passes that XLA runs before reshards are inserted."""
PARTITIONING = (
    "sdy-propagation-pipeline",
    "sdy-update-non-divisible-input-output-shardings",
    FULL,
    "sdy-reshard-to-collectives",
    padding.PASS,
)
"""The passes that make the collectives of a program, and then pad it."""
ODD = "padding on odd meshes"
NEWEST_RUN = "local programs of the newest release"

RUNS = {
    **{name: (name,) for name in PASSES},
    **{f"{name} after import": (*BEFORE, name) for name in PASSES},
    **{f"{name} with records": (*BEFORE, f"{name}{{{RECORDS}}}") for name in PASSES[1:]},
    "explicit reshards": (*PROPAGATION, PARTIAL),
    "explicit reshards in full": (FULL,),
    "explicit reshards in full after propagation": (*PROPAGATION, FULL),
    "permutation factors": (*PROPAGATION, permutations.PASS, FULL, "sdy-reshard-to-collectives"),
    "permutation factors after explicit reshards": (*PROPAGATION, FULL, permutations.PASS),
    "padding": (padding.PASS,),
    "padding after partitioning": PARTITIONING,
    ODD: PARTITIONING,
    "local programs": CHAIN,
    NEWEST_RUN: OF_NEWEST,
    "local programs with calls": WITH_CALLS,
    "local programs alone": ("sdy-convert-global-to-local",),
}
"""The passes that are run, by what is compared. Those that propagate nothing have tests with every program, too."""
OF_OLDER = {
    ODD: "the newest release accepts some casts and loops of padded tensors that we refuse",
    "local programs": "with meshes inlined before, it takes another mesh for results without a sharding",
}
"""The passes that are compared with the older release alone, and why."""
PROGRAMS = corpus.texts_and_examples()
QUICK = (*PASSES, "explicit reshards", "permutation factors", ODD, NEWEST_RUN)
CASES = sampled(product(PROGRAMS, RUNS), {*product(corpus.QUICK, QUICK)})
SIZE = re.compile(r'(?<="=)\d+')


def with_odd_meshes(text: str) -> str:
    """Returns a program whose meshes have one device more along each axis, so that few sizes are divisible."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.lstrip().startswith("sdy.mesh"):
            lines[number] = SIZE.sub(lambda size: str(int(size[0]) + 1), line)
    return "\n".join(lines)


@pytest.mark.parametrize(("program", "run"), [pytest.param(*each.values[0], marks=each.marks) for each in CASES])
def test_real_programs(program: str, run: str) -> None:
    """Where a pass refuses a program, as local programs most loops, the errors are the same."""
    if run == NEWEST_RUN and reference.judge() != NEWEST.name:
        pytest.skip(f"no Python here has jaxlib {NEWEST.name}")
    if (program, run) == ("reshaped", NEWEST_RUN):
        pytest.xfail("both refuse it, for two operations")
    text = PROGRAMS[program]
    shardy = reference.RELEASE if run in OF_OLDER else ""
    fuzz.assert_same(Case(with_odd_meshes(text) if run == ODD else text, Run(RUNS[run], shardy=shardy)))


# Records of propagation are those of the reference, and passes that propagate change what is generated for them.


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
