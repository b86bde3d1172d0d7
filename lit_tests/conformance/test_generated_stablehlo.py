"""Random modules over all operations of StableHLO and CHLO: ours reads and prints them as the reference does.

In the forms that there are, and what was printed is read back the same. The few that the reference refuses, we refuse
at the same place with the same words.
"""

from __future__ import annotations

import re
from itertools import zip_longest

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from tools import reference
from tools.chunks import chunks
from tools.differential import Answer, our_refusal, their_refusal
from tools.generator import stablehlo

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

CHUNKS, CHUNK = 40, 50
"""How many tests there are, and how many modules in each."""

VALUE_NAME = re.compile(r"%[\w$.#:-]+")
DIALECTS = ("builtin", "chlo", "func", "stablehlo")
FORMS: dict[str, dict[str, bool]] = {"pretty": {}, "generic": {"generic": True}, "locations": {"debug_info": True}}
QUANTIZED = {"stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"}
"""Operations on types of a dialect that the reference has not."""


def ours(text: str) -> dict[str, str] | Answer:
    """What we print in each form, or why we do not; an operation may say that it is elsewhere than in this text."""
    try:
        module = sdyopt.parse(text, name="<stdin>")
    except sdyopt.Error as error:
        return our_refusal(str(error))
    return {form: module.to_text(**flags) for form, flags in FORMS.items()}


def theirs(text: str) -> dict[str, str] | Answer:
    """What the reference prints in each form, or why it does not."""
    results = {}
    for form, flags in FORMS.items():
        result = reference.run_isolated(text, **flags)
        if not result.ok:
            return their_refusal(result.diagnostics)
        results[form] = result.output
    return results


def difference(text: str) -> str:
    """Where ours and the reference's differ; nothing if they do not."""
    found, expected = ours(text), theirs(text)
    if found == expected:
        return ""
    if isinstance(found, Answer) or isinstance(expected, Answer):
        verdicts = ["accepted" if isinstance(verdict, dict) else str(verdict) for verdict in (found, expected)]
        return f"ours: {verdicts[0]}\nreference: {verdicts[1]}"
    for form, output in expected.items():
        for line, wanted in zip_longest(found[form].splitlines(), output.splitlines()):
            if line != wanted:
                return f"{form}\nours:      {line}\nreference: {wanted}"
    return "line ends differ"


def test_every_operation_is_generated() -> None:
    """Those of the oldest release."""
    found = [each for dialect in DIALECTS for each in REGISTRY.dialects[dialect].operation_named.values()]
    declared = {definition.name for definition in found if not definition.since}
    assert stablehlo.RECIPES.keys() | stablehlo.IMPLIED == declared - QUANTIZED


@pytest.mark.parametrize("name", sorted(stablehlo.RECIPES))
def test_operations_alone(name: str) -> None:
    printed = []
    for seed in range(3):
        text = stablehlo.covering([name], seed)
        found = difference(text)
        assert not found, f"seed {seed}\n{found}\n\n{text}"
        expected = theirs(text)
        printed.append(expected["generic"] if isinstance(expected, dict) else "")
    assert f'"{name}"' in "".join(printed)


@pytest.mark.parametrize("chunk", chunks(CHUNKS, 1))
def test_modules(chunk: int) -> None:
    refused = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        text = stablehlo.module(seed)
        expected = theirs(text)
        refused += isinstance(expected, Answer)
        for form, printed in {"": text, **(expected if isinstance(expected, dict) else {})}.items():
            found = difference(printed)
            assert not found, f"seed {seed}{f', {form} form read back' if form else ''}\n{found}\n\n{printed}"
    assert refused <= 0.05 * CHUNK


def test_lines_of_long_modules_have_shapes_of_their_own() -> None:
    text = stablehlo.long_module(0, 500)
    assert not difference(text)
    lines = [VALUE_NAME.sub("%", line) for line in text.splitlines()]
    assert 500 < len(lines) < 520
    assert len(set(lines)) > 0.9 * len(lines)
