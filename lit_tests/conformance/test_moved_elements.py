"""Slices, pads, reversals and reshapes of sharded tensors give on several devices what they give on one.

The passes follow a revision of Shardy of which there is no reference, so that the numbers are what is compared.
"""

from __future__ import annotations

from collections import Counter

import pytest

import sdyopt
from tools import reference
from tools.chunks import chunks
from tools.local_programs import moves

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

from tools.local_programs import execution
from tools.local_programs.comparison import assert_same

PROGRAMS, CHUNK = 80, 4
OPERATIONS = 25
"""Of each kind there are 2,000 operations, 100 without `-m long`."""

LEAST_EXCHANGES = {"pad": 50, "reshape": 5, "reverse": 40, "slice": 30}
"""How many of a hundred operations need an exchange, at least."""

MOST_REFUSED = {"pad": 4, "reshape": 8, "reverse": 8, "slice": 4}
"""How many of a hundred operations are refused, at most, as a collective beside them cannot be padded."""


@pytest.mark.parametrize("kind", moves.KINDS)
@pytest.mark.parametrize("first", chunks(PROGRAMS, CHUNK))
def test_several_devices_compute_what_one_does(kind: str, first: int) -> None:
    counts: Counter[str] = Counter()
    for number in range(first, first + CHUNK):
        counts += check(kind, number)
    assert counts["refusals"] <= MOST_REFUSED[kind]
    assert counts["exchanges"] >= LEAST_EXCHANGES[kind]


def check(kind: str, number: int) -> Counter[str]:
    """Compares what a program computes, and counts its exchanges and refusals."""
    program, module = moves.program(kind, number, OPERATIONS).accepted()
    whole = sdyopt.parse(program.whole)
    arguments = execution.arguments(whole, [moves.BELOW] * len(program.moves))
    found = execution.run(module, arguments, program.mesh.device_count)
    assert_same(found, execution.run(whole, arguments, 1))
    exchanges = str(program.exchanged()).count("sdy.manual_computation")
    return Counter(exchanges=exchanges, refusals=OPERATIONS - len(program.moves))
