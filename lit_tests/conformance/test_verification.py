"""Programs of one operation with one mistake: nearly always the same verdict, place and words as the reference."""

from __future__ import annotations

import random

import pytest

from tools import reference
from tools.differential import agreement, ours, theirs
from tools.operations.programs import mutated
from tools.operations.rules import DIALECTS, valid_programs

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MUTATIONS = 2
"""Of each operation."""

SAME_VERDICT, SAME_ALL = 0.995, 0.99
"""The least shares of mutations with the same verdict, and with the same output, or first error, besides."""


@pytest.mark.long
def test_agreement() -> None:
    """Nearly all mutations are judged alike, and nearly all errors are the same."""
    count = same_verdict = same_all = 0
    differences = []
    for dialect in DIALECTS:
        for name, valid in sorted(valid_programs(dialect).items()):
            chance = random.Random(name)
            for _ in range(MUTATIONS):
                text = mutated(chance.choice(valid), chance)
                expected = theirs(text)
                if expected is None:
                    continue
                found = ours(text)
                agreed = agreement(found, expected)
                count += 1
                same_verdict += agreed.verdict
                same_all += agreed.all
                if not agreed.all:
                    differences.append(f"{expected}\n{found}\n{text}")
    report = "\n".join([f"{same_verdict} and {same_all} of {count}", *differences])
    assert same_verdict >= SAME_VERDICT * count, report
    assert same_all >= SAME_ALL * count, report
