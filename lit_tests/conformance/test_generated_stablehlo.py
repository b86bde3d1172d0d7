"""Random modules over all operations of StableHLO and CHLO: ours reads and prints them as the reference does.

In the forms that there are, and what was printed is read back the same. The few that the reference refuses, we refuse
at the same place with the same words.
"""

from __future__ import annotations

import re

import pytest

from sdyopt.dialects import REGISTRY
from tools import reference
from tools.chunks import chunks
from tools.differential import Run, first_difference, ours, theirs
from tools.generator import stablehlo

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

CHUNKS, CHUNK = 40, 50
"""How many tests there are, and how many modules in each."""

VALUE_NAME = re.compile(r"%[\w$.#:-]+")
DIALECTS = ("builtin", "chlo", "func", "stablehlo")
FORMS = ("pretty", "generic", "locations")
QUANTIZED = {"stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"}
"""Operations on types of a dialect that the reference has not."""


def outputs(text: str, about: str) -> dict[str, str]:
    """Returns what both print in each form, nothing if both refuse the text. Fails unless they agree."""
    found = {}
    for form in FORMS:
        answer, expected = ours(text, Run(form=form)), theirs(text, Run(form=form), seconds=60)
        assert expected is not None, f"{about}, {form}: the reference crashed"
        assert answer == expected, f"{about}, {form}\n{first_difference(answer, expected)}\n\n{text}"
        if expected.accepted:
            found[form] = expected.output
    return found


def test_every_operation_is_generated() -> None:
    """Those of the oldest release."""
    found = [each for dialect in DIALECTS for each in REGISTRY.dialects[dialect].operation_named.values()]
    declared = {definition.name for definition in found if not definition.since}
    assert stablehlo.RECIPES.keys() | stablehlo.IMPLIED == declared - QUANTIZED


@pytest.mark.parametrize("name", sorted(stablehlo.RECIPES))
def test_operations_alone(name: str) -> None:
    printed = [outputs(stablehlo.covering([name], seed), f"seed {seed}").get("generic", "") for seed in range(3)]
    assert f'"{name}"' in "".join(printed)


@pytest.mark.parametrize("chunk", chunks(CHUNKS, 1))
def test_modules(chunk: int) -> None:
    refused = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        printed = outputs(stablehlo.module(seed), f"seed {seed}")
        refused += not printed
        for form, text in printed.items():
            outputs(text, f"seed {seed}, {form} form read back")
    assert refused <= 0.05 * CHUNK


def test_lines_of_long_modules_have_shapes_of_their_own() -> None:
    text = stablehlo.long_module(0, 500)
    assert outputs(text, "long module")
    lines = [VALUE_NAME.sub("%", line) for line in text.splitlines()]
    assert 500 < len(lines) < 520
    assert len(set(lines)) > 0.9 * len(lines)
