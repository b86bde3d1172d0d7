"""Random programs with quantized types: sdy-opt does with them what a model of the rules says.

The reference lacks the dialect `quant`. Of programs without quantized types it can judge the model.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tools import cases, fuzz, reference
from tools.chunks import chunks
from tools.quantized.drafts import OFTEN
from tools.quantized.programs import MAKERS_ONLY, program
from tools.quantized.templates import TEMPLATES

CASES, CHUNK = 3000, 300
"""How many programs there are, and how many of them are one test."""
COUNTED = 15000
"""How many programs are generated to count what they have."""

TYPE_RULES = (
    *("unknown quantized type", "illegal storage type prefix", "expected storage type width"),
    *("illegal storage type size", "illegal storage type minimum", "illegal storage type maximum"),
    *("invalid kind of type specified", "out of expressed type range", "expected floating point literal"),
    *("ranks are not consistent", "illegal storage min and storage max", "illegal quantized dimension"),
    *("illegal block size", "illegal min and max"),
)
RULES = (
    *("must be .* per-tensor integer quantized or per-axis", "must be .* per-tensor integer quantized values, but"),
    *(
        "expects  all operands and results to be either quantized",
        "mismatched operands and result quantization storage",
    ),
    *("operands and result quantization expressed types", "result is not per_axis quantized but lhs or rhs are"),
    *("quantization_dimension of lhs and result", "quantization_dimension of rhs and result"),
    *(
        "result per_axis quantized but none",
        "op requires the same element type for all",
        "expect same quantization scale ",
    ),
    *("expect same quantization scales", "operand quantization_dimension", "expect same quantization dimension size"),
    *("product of dimensions before", "result quantization_dimension", "mismatch result scale", "result zero_point"),
    *("same with kernel_output_feature_dimension", "same with output_feature_dimension", "Zero point of rhs"),
    *("Zero points of rhs", "not be in the contracting dimension", "rhs should be quantized for quantized operations"),
    *("mismatched lhs and rhs quantization storage", "mismatched lhs, rhs and result quantization expressed"),
    *("mismatched rhs and result quantization granularity", "mismatched rhs quantization expressed type and lhs"),
    *(
        "Expressed type of result expected",
        "requires compatible types for all",
        "requires compatible element types for all",
    ),
    *("requires the same element type for all operands and results", "all of {operand, result} have same element type"),
    *("for operand and result at index", "compatible types for non-predicate", "comparator block argument"),
    *("computation arguments must match", "type of select-region's parameter", "result element-type is expected to be"),
    *("inferred type", "mismatched operand types", "type of reduction-region's parameter", "expects source-type to be"),
    *("reduction-region's result type at index 0", "reduction-region's argument at index 1", "requires compatible bit"),
    *("mismatched return types", "condition block arguments", "body block arguments", "body block return types"),
    *("'stablehlo.return' op operand", "value's type doesn't match"),
)
"""The messages of all rules."""


@pytest.mark.parametrize("start", chunks(CASES, CHUNK))
def test_programs(start: int) -> None:
    """The same verdict, line and words; what is accepted is printed, read again and printed the same."""
    for number in range(start, start + CHUNK):
        fuzz.assert_same(cases.quantized(number), f"case {number}: ", program(number).answer)


def test_about_half_of_the_programs_are_valid_and_all_rules_are_broken() -> None:
    valid = 0
    messages: Counter[str] = Counter()
    names: set[str] = set()
    for seed in range(COUNTED):
        found = program(seed)
        names |= {found.operation.name} if found.operation else set()
        if found.problem is None:
            valid += 1
        else:
            messages[found.problem.message] += 1
    assert 0.4 < valid / COUNTED < 0.6
    assert names == {*TEMPLATES, *OFTEN, *MAKERS_ONLY}
    missing = [rule for rule in (*TYPE_RULES, *RULES) if not any(re.search(rule, message) for message in messages)]
    assert not missing


@pytest.mark.parametrize("start", chunks(CASES, CHUNK))
def test_the_reference_agrees_with_the_model_on_plain_programs(start: int) -> None:
    pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")
    for seed in range(start, start + CHUNK):
        found = program(seed, is_plain=True)
        result = reference.run_isolated(found.text, allow_unregistered=True)
        said = None if result.ok else (result.diagnostics[0].line, result.diagnostics[0].message)
        expected = found.answer
        assert said == (None if expected.accepted else (expected.line, expected.message)), f"seed {seed}\n{found.text}"
