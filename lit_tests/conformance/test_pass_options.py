"""The options of passes have the effect that they have in the reference."""

from __future__ import annotations

import pytest

import sdyopt.cli.main
from tools import corpus, reference
from tools.generator import sdy

RECORDS = {"debug-propagation-edge-sharding": "sdy.propagation_edges", "debug-sharding-origins": "sdy.sharding_origins"}


@pytest.mark.long
@pytest.mark.parametrize("option", RECORDS)
def test_records_of_applied_constraints(option: str) -> None:
    """Over programs of the corpus and generated modules, where the reference does not crash."""
    recorded = 0
    texts = [corpus.text(name) for name in ("mlp", "transformer", "sharding_groups", "size_one_axes")]
    for text in [*texts, *map(sdy.module, range(60))]:
        pipeline = f"builtin.module(sdy-apply-sharding-constraints{{{option}}})"
        theirs = reference.run_isolated(text, pipeline=pipeline)
        if theirs.ok:
            status, output, _ = sdyopt.cli.main.run(["-", f"-pass-pipeline={pipeline}"], stdin=text.encode())
            assert (status, output.decode()) == (0, theirs.output)
            recorded += RECORDS[option] in theirs.output
    assert recorded > 8
