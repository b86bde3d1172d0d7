"""Programs with a token changed: nearly always the same verdict, place and words as the reference."""

from __future__ import annotations

import random

import pytest

from tools import corpus, reference
from tools.differential import Run, agreement, ours, theirs
from tools.fuzzing.mutation import mutate_token

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MUTATIONS = 10
"""Of each program."""

SAME_LINE, SAME_ALL = 0.99, 0.95
"""The least shares of mutations with the same verdict and line, and with the same column and message besides."""

SKIPPED = ("transformer_deep", "transformer", "transformer_scan", "transformer_locations")
"""Programs that are large and have nothing that the others have not."""

PROGRAMS = [name for name in corpus.names() if name not in SKIPPED]

RUN = Run(allow_unregistered=True)


@pytest.mark.long
def test_agreement() -> None:
    """Nearly all mutations are judged alike, and nearly all errors are the same."""
    count = same_line = same_all = 0
    differences = []
    for name in PROGRAMS:
        chance = random.Random(name)
        for _ in range(MUTATIONS):
            text = mutate_token(corpus.text(name), chance)
            expected = theirs(text, RUN)
            if expected is None:
                continue
            found = ours(text, RUN)
            agreed = agreement(found, expected)
            count += 1
            same_line += agreed.line
            same_all += agreed.all
            if not agreed.all:
                differences.append(f"{name}: {expected} but {found}")
    report = "\n".join([f"{same_line} and {same_all} of {count}", *differences])
    assert same_line >= SAME_LINE * count, report
    assert same_all >= SAME_ALL * count, report
