"""What MLIR's traits ask of an operation, by the trait's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ods.spelling import spell

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


_VISIBILITIES = ("public", "private", "nested")


def symbol_visibility(op: Operation, context: Any) -> None:
    """Who may see a symbol is one of three words. What has no name is no symbol."""
    visibility = op.signature.attribute("sym_visibility")
    if visibility is None or op.signature.attribute("sym_name") is None:
        return
    if not isinstance(visibility, StringAttr):
        context.error(
            op, f"requires visibility attribute 'sym_visibility' to be a string attribute, but got {spell(visibility)}"
        )
    elif visibility.value not in _VISIBILITIES:
        words = ", ".join([f'"{word}"' for word in _VISIBILITIES])
        context.error(op, f"visibility expected to be one of [{words}], but got {spell(visibility)}")


TRAIT_VERIFIERS: dict[str, TraitVerifier] = {
    "SameOperandsAndResultType": same_operands_and_result_type,
    "SameTypeOperands": same_type_operands,
    "Symbol": symbol_visibility,
}
