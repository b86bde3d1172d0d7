"""Every operation that can be refused is, in some golden test, and the table of what for is up to date."""

from __future__ import annotations

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.mlir.declare.definition import OpDef
from tools.operations.rules import DIALECTS, covered, rules_file, table

ELSEWHERE = {
    "stablehlo.return": "it stands in regions only",
    "stablehlo.uniform_dequantize": "its operand is quantized, which the reference has no types for",
    "stablehlo.uniform_quantize": "its result is quantized, which the reference has no types for",
}
"""Operations that no program can be made of, and why."""


def has_rules(definition: OpDef) -> bool:
    """Whether there is more to an operation than operands and results of any type."""
    required = [attribute for attribute in definition.attributes if not attribute.is_optional]
    return bool(definition.verifiers or definition.context_verifiers or required or definition.regions)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_operation_is_refused_somewhere(dialect: str) -> None:
    found = covered(dialect)
    wanted = {
        name
        for name, definition in REGISTRY.operations.items()
        if name.partition(".")[0] == dialect and has_rules(definition) and name not in ELSEWHERE
    }
    assert wanted <= set(found)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_table_is_up_to_date(dialect: str) -> None:
    assert rules_file(dialect).read_text(encoding="utf-8") == table(dialect), "run `python -m tools.operations.rules`"
