"""Random modules with everything that SDY has: ours says what the reference says, with no pass and with any passes."""

from __future__ import annotations

from random import Random

import pytest

from tools import differential, reference
from tools.chunks import chunks
from tools.differential import FORMS, Answer, Run
from tools.generator import sdy
from tools.generator.passes import exporting, pipelines

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MODULES = 400
BATCH = 50

batches = pytest.mark.parametrize("first", chunks(MODULES, BATCH))


def any_run(seed: int) -> Run:
    """Some passes in some order, and some form of the output."""
    random = Random(seed)
    passes = pipelines.passes(random, random.choice((1, 1, 2, 4, 8)))
    return Run(passes, random.choice(("pretty", *FORMS)))


def is_same(text: str, found: Answer, expected: Answer) -> bool:
    """Whether two answers agree; where an error is does not count if the text says itself where things are."""
    if " loc(" in text and not found.accepted and not expected.accepted:
        return found.message == expected.message
    return found == expected


@batches
def test_modules_are_valid_and_print_alike(first: int) -> None:
    for seed in range(first, first + BATCH):
        text = sdy.module(seed)
        expected = differential.theirs(text)
        assert expected is not None and expected.accepted, f"seed {seed}: {expected}"
        found = differential.ours(text)
        assert found == expected, f"seed {seed}: {differential.first_difference(found, expected)}"


@batches
def test_passes_do_the_same(first: int) -> None:
    for seed in range(first, first + BATCH):
        text, run = (exporting if seed % 2 else sdy).module(seed), any_run(seed)
        found = differential.ours(text, run)
        expected = differential.theirs(text, run)
        # The reference does not survive everything that is valid, and may lose meshes that are inlined.
        if expected is not None and not differential.is_garbled(text, expected):
            same = is_same(text, found, expected)
            assert same, f"seed {seed}, {run}: {differential.first_difference(found, expected)}"
