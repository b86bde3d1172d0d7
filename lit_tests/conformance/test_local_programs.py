"""Programs that become the program of each device compute the same, or are refused as in the reference."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import sdyopt
from sdyopt.mlir.releases import NEWEST
from tools import fuzz, reference
from tools.cases import Case
from tools.chunks import chunks, mostly_long, sampled
from tools.differences.known import KNOWN
from tools.differential import Run, ours
from tools.local_programs import execution, moves
from tools.local_programs.execution import assert_same, results
from tools.local_programs.programs import (
    CHAIN,
    CRASHES,
    FOLDER,
    NEWER,
    OF_NEWEST,
    OTHER_NUMBERS,
    REFUSED,
    PassRefusal,
    programs,
)

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


# Programs of JAX that become the program of each device compute the same, or are refused as in the reference.


PROGRAMS = programs()
REFUSALS = {refusal.name for refusal in REFUSED if refusal.passes == CHAIN}
SAME = [name for name in PROGRAMS if name not in REFUSALS and name not in OTHER_NUMBERS]
ELEMENTS = re.compile(r"(?<=[x<])i32\b")
"""The type of the elements of tensors of i32."""
ROOT = Path(fuzz.__file__).parent.parent
RIGHT_LATER = "iotas_by_parts_of_axes"
"""The program that later revisions compute rightly, and the reference does not."""
QUICK = ("embedding", "layers_by_units", "uneven_layer")


@pytest.mark.parametrize("name", sampled(SAME, QUICK, 4))
def test_eight_devices_compute_what_one_does(name: str) -> None:
    assert_same(*results(PROGRAMS[name], reference.RELEASE))


WITH_STRIDES = "cut_and_padded"
"""The program of whose slices the newest release drops the strides."""


@pytest.mark.parametrize(
    "name", sampled([*[name for name in SAME if name != WITH_STRIDES], RIGHT_LATER], [*QUICK, RIGHT_LATER], 4)
)
def test_eight_devices_compute_what_one_does_in_the_newest_release(name: str) -> None:
    assert_same(*results(PROGRAMS[name], NEWEST.name))


@pytest.mark.long
@pytest.mark.parametrize("name", OTHER_NUMBERS)
def test_what_computes_something_else_is_known(name: str) -> None:
    """A program that computes the same has to leave the table."""
    with pytest.raises(AssertionError, match=r"(?i)not equal"):
        assert_same(*results(PROGRAMS[name], reference.RELEASE))


@pytest.mark.parametrize("name", sampled(PROGRAMS, QUICK, 4))
def test_a_local_program_or_its_refusal_is_the_reference_s(name: str) -> None:
    """Where the reference crashes, there is nothing to compare; that is among the known differences."""
    verdict = fuzz.judged(Case(PROGRAMS[name].texts[0], Run(CHAIN, shardy=reference.RELEASE)))
    assert verdict.outcome == outcome(name), verdict.explanation


@pytest.mark.skipif(reference.judge() != NEWEST.name, reason="no Python here has the newest release")
@pytest.mark.parametrize("name", sampled(PROGRAMS, QUICK, 4))
def test_a_local_program_or_its_refusal_is_that_of_the_newest_release(name: str) -> None:
    verdict = fuzz.judged(Case(PROGRAMS[name].texts[0], Run(OF_NEWEST)))
    assert verdict.outcome == "same", verdict.explanation


def outcome(name: str) -> str:
    """Returns how our answer compares with the reference's."""
    return "reference crashed" if name in CRASHES else "newer" if name in NEWER else "same"


@pytest.mark.parametrize("refusal", mostly_long(REFUSED, REFUSED[:1]), ids=lambda refusal: refusal.name)
def test_what_is_refused_is_known(refusal: PassRefusal) -> None:
    """Also with other passes than those of the other tests."""
    text = PROGRAMS[refusal.name].texts[0]
    with pytest.raises(sdyopt.Error):
        sdyopt.parse(text).run(*refusal.passes, shardy=reference.RELEASE)
    verdict = fuzz.judged(Case(text, Run(refusal.passes, shardy=reference.RELEASE)))
    assert verdict.outcome == outcome(refusal.name), verdict.explanation


@pytest.mark.long
@pytest.mark.parametrize("name", ["embedding", "gradient_of_embedding"])
def test_indices_of_32_bits_give_what_those_of_64_do(name: str) -> None:
    """The reference crashes on the former, and agrees on the latter."""
    narrow = PROGRAMS[name].texts[0]
    wide = ELEMENTS.sub("i64", narrow)
    run = Run(CHAIN, shardy=reference.RELEASE)
    fuzz.assert_same(Case(wide, run))
    outputs = [widened(ours(text, run).output) for text in (narrow, wide)]
    assert outputs[0] == outputs[1]


def widened(text: str) -> str:
    """Returns a text whose tensors of i32 have elements of i64; a conversion of these changes nothing then."""
    return ELEMENTS.sub("i64", text).replace("(tensor<i64>) -> tensor<i64>", "tensor<i64>")


def test_the_tables_name_programs() -> None:
    assert len(SAME) >= 30
    named = {*REFUSALS, *OTHER_NUMBERS, *CRASHES}
    assert named <= PROGRAMS.keys()
    assert not REFUSALS & OTHER_NUMBERS.keys()
    assert {*CRASHES.values()} <= {difference.title for difference in KNOWN}


@pytest.mark.long
def test_jax_lowers_the_same_texts(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    subprocess.run(
        [sys.executable, "-m", "tools.programs.make_partitioned", "--folder", tmp_path], check=True, cwd=ROOT
    )
    for file in sorted(FOLDER.iterdir()):
        assert (tmp_path / file.name).read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), file.name


# What several devices compute in the newest release is what one computes.
#
# Numbers are compared: of slices, pads, reversals and reshapes whose blocks move, of reshards along parts of axes, of
# products over padded dimensions, and of single devices. Slices have no strides, which Shardy drops along
# sharded dimensions.


MOVES, CHUNK = 80, 2
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
"""The features that programs of a kind test, and how often they occur at least in fifty operations."""

MAX_REFUSED = {"reshape": 4, "reverse": 4, "slice": 3}
"""How many of fifty operations are refused, at most; 2 of other kinds. A collective beside them cannot be padded."""


@pytest.mark.parametrize("kind", mostly_long(moves.KINDS, ("contraction", "device", "reshard")))
@pytest.mark.parametrize("first", chunks(MOVES, CHUNK))
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
