"""Compares what eight devices compute with what one computes."""

from __future__ import annotations

from typing import Any

import numpy as np

import sdyopt
from tools.local_programs import execution
from tools.local_programs.programs import LoweredProgram, local_program

RELATIVE = 1e-5
"""How much floats may differ, in proportion to what they are."""
ABSOLUTE = 1e-6
"""How much floats may differ besides, in proportion to the largest of them: sums near zero lose digits."""


def results(program: LoweredProgram, release: str) -> tuple[list[Any], list[Any]]:
    """Returns what eight devices compute in a release, and what one does of the same arguments.

    Raises sdyopt.Error if a pass refuses the program.
    """
    partitioned, whole = map(sdyopt.parse, program.texts)
    arguments = execution.arguments(whole, program.below)
    return execution.run(local_program(partitioned, release), arguments), execution.run(whole, arguments, 1)


def assert_same(found: list[Any], expected: list[Any]) -> None:
    """Fails unless results are equal: integers in every bit, floats nearly."""
    for ours, wanted in zip(found, expected, strict=True):
        assert ours.dtype == wanted.dtype
        if ours.dtype.kind in "fc":
            largest = ABSOLUTE * np.abs(wanted).max()
            np.testing.assert_allclose(ours, wanted, rtol=RELATIVE, atol=largest, strict=True)
        else:
            np.testing.assert_array_equal(ours, wanted, strict=True)
