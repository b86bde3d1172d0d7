"""What the golden tests ask of ours the reference does as well: each part of each, without passes."""

from __future__ import annotations

import pytest

from tools import cases, corpus, fuzz, reference
from tools.chunks import mostly_long, sampled
from tools.differential import Run

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

CHUNKS = 16
"""So many tests share the parts."""


@pytest.mark.parametrize("chunk", mostly_long(range(CHUNKS), [0]))
def test_golden_tests_are_read_as_the_reference_reads_them(chunk: int) -> None:
    assert_same(chunk, allow_unregistered=False)


@pytest.mark.long
@pytest.mark.parametrize("chunk", sampled(range(CHUNKS), [0]))
def test_so_they_are_where_unregistered_operations_are_allowed(chunk: int) -> None:
    assert_same(chunk, allow_unregistered=True)


def assert_same(chunk: int, allow_unregistered: bool) -> None:
    """Fails unless verdict, output, place, words and notes are the same."""
    for text in corpus.golden_parts()[chunk::CHUNKS]:
        if cases.ABSENT not in text:
            verdict = fuzz.judged(cases.Case(text, Run(allow_unregistered=allow_unregistered)))
            assert verdict.outcome not in fuzz.DIFFERENT, f"{verdict.explanation}\n\n{text}"
