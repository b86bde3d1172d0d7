"""Random modules in bytecode and in portable artifacts: both write the same, and read the same in it."""

from __future__ import annotations

import pytest

from tools import reference
from tools.cases import KINDS
from tools.fuzz import assert_same

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

FEW, CHUNKS, CHUNK = 40, 30, 100
"""The number of cases that are always compared, and of those that take long: how many tests, and cases in each."""

FIRST_LONG = 1000


@pytest.mark.parametrize("kind", ["bytecode", "artifacts"])
def test_few_modules(kind: str) -> None:
    for number in range(FEW):
        assert_same(KINDS[kind].case(number), f"{kind} {number}: ")


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("kind", ["bytecode", "artifacts"])
def test_many_modules(kind: str, chunk: int) -> None:
    for number in range(FIRST_LONG + chunk * CHUNK, FIRST_LONG + (chunk + 1) * CHUNK):
        assert_same(KINDS[kind].case(number), f"{kind} {number}: ")
