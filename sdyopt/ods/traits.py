"""What MLIR's traits ask of an operation, by the trait's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.ir.operation import Operation

TraitVerifier = Callable[[Operation, Any], None]


def same_operands_and_result_type(op: Operation, context: Any) -> None:
    """All operands and results have one type."""
    types = [*op.signature.operand_types, *op.signature.result_types]
    if any(type is not types[0] for type in types):
        context.error(op, "requires the same type for all operands and results")


def same_type_operands(op: Operation, context: Any) -> None:
    """All operands have one type."""
    types = op.signature.operand_types
    if any(type is not types[0] for type in types):
        context.error(op, "requires all operands to have the same type")


TRAIT_VERIFIERS: dict[str, TraitVerifier] = {
    "SameOperandsAndResultType": same_operands_and_result_type,
    "SameTypeOperands": same_type_operands,
}
