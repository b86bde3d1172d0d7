"""What several devices compute in the newest release is what one computes.

Numbers are compared: of slices, pads, reversals and reshapes whose blocks move, of reshards along parts of axes, of
products over padded dimensions, and of single devices. Slices have no strides, which Shardy drops where they are along
sharded dimensions.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import sdyopt
from tools import reference
from tools.chunks import chunks, mostly_long
from tools.local_programs import moves

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

from tools.local_programs import execution
from tools.local_programs.comparison import assert_same

PROGRAMS, CHUNK = 80, 2
OPERATIONS = 25
"""Of each kind there are 2,000 operations, 50 without `-m long`."""

SIGNS = {
    "contraction": ("stablehlo.select", 10),
    "device": ('"stablehlo.if"', 50),
    "pad": ("sdy.manual_computation", 20),
    "reshape": ("sdy.manual_computation", 2),
    "reshard": ("stablehlo.dynamic_slice", 50),
    "reverse": ("sdy.manual_computation", 20),
    "slice": ("sdy.manual_computation", 12),
}
"""What programs of a kind have because of what is tested, and how often at least in fifty operations."""

MAX_REFUSED = {"reshape": 4, "reverse": 4, "slice": 3}
"""How many of fifty operations are refused, at most; 2 of other kinds. A collective beside them cannot be padded."""


@pytest.mark.parametrize("kind", mostly_long(moves.KINDS, ("contraction", "device", "reshard")))
@pytest.mark.parametrize("first", chunks(PROGRAMS, CHUNK))
def test_several_devices_compute_what_one_does(kind: str, first: int) -> None:
    counts: Counter[str] = Counter()
    for number in range(first, first + CHUNK):
        program, module = moves.program(kind, number, OPERATIONS).accepted()
        counts["refusals"] += OPERATIONS - len(program.moves)
        sign, _ = SIGNS[kind]
        counts["signs"] += str(program.exchanged() if sign.startswith("sdy.") else module).count(sign)
        assert_same(*computed(program, module))
    assert counts["refusals"] <= MAX_REFUSED.get(kind, 2)
    if first == 0:
        assert counts["signs"] >= SIGNS[kind][1]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["contraction", "reshard"])
def test_the_reference_s_revision_computes_something_else(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the comparison would mean little."""
    monkeypatch.setattr(moves, "REVISION", "0.10.2")
    differences = 0
    for number in range(4):
        program, module = moves.program(kind, number, 12).accepted()
        try:
            assert_same(*computed(program, module))
        except AssertionError:  # Devices may also differ in what they should share.
            differences += 1
    assert differences > 1


def computed(program: moves.MovingProgram, module: sdyopt.Module) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Returns what the program of each device computes, and what that for one does. Changes the former."""
    whole = sdyopt.parse(program.whole)
    arguments = execution.arguments(whole, [moves.BELOW] * len(program.moves))
    return execution.run(module, arguments, program.mesh.device_count), execution.run(whole, arguments, 1)
