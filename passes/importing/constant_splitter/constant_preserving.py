"""Which ops compute a constant from constants, as the pass that splits constants sees it.

These are broadcast_in_dim, reshape, slice and the elementwise ops, as far as they are pure. An op that may fail at run
time because its dynamic sizes do not fit is not: each kind of op has its rule for which sizes must be known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, ShapedType
from sdyopt.mlir.declare.definition import OpDef


def is_always_pure(signature: Signature) -> bool:
    """Holds for every op of the kind."""
    return True


def knows_no_new_sizes(signature: Signature) -> bool:
    """Whether each size of the result that is static is so in the only operand, too."""
    operand, result = dimensions_of(signature)
    return all(known != DYNAMIC or size == DYNAMIC for known, size in zip(operand, result, strict=False))


def has_static_operands(signature: Signature) -> bool:
    """Whether all sizes of all operands are static."""
    return all(cast(ShapedType, type).has_static_shape for type in signature.operand_types)


def keeps_shape(signature: Signature) -> bool:
    """Whether the only operand and the result have the same sizes: a bitcast may add or drop a dimension."""
    operand, result = dimensions_of(signature)
    return operand == result


def dimensions_of(signature: Signature) -> list[tuple[int, ...]]:
    """The sizes of the operands and results, which are ranked tensors."""
    return [cast(ShapedType, type).dimensions or () for type in signature.operand_types + signature.result_types]


OPS_OF_SHAPES: dict[str, Callable[[Signature], bool]] = {
    "sdy.constant": is_always_pure,
    "stablehlo.bitcast_convert": keeps_shape,
    "stablehlo.broadcast_in_dim": has_static_operands,
    "stablehlo.iota": is_always_pure,
    "stablehlo.reshape": has_static_operands,
    "stablehlo.slice": knows_no_new_sizes,
}
"""The ops in question that are not elementwise, each with the condition under which it is pure."""

DIVISIONS = frozenset(
    {"arith.ceildivsi", "arith.ceildivui", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"}
)
"""Ops that may divide by zero at run time. One that MLIR forgets, `arith.floordivsi`, counts as pure."""

_ELEMENTWISE = frozenset({"Elementwise", "BroadcastingElementwise"})


def _condition(definition: OpDefinition) -> Callable[[Signature], bool] | None:
    """Returns the condition under which an op is pure, None if it is none of those in question."""
    if definition.name in OPS_OF_SHAPES:
        return OPS_OF_SHAPES[definition.name]
    if definition.name in DIVISIONS or "Pure" not in definition.traits or _ELEMENTWISE.isdisjoint(definition.traits):
        return None
    if definition.dialect != "stablehlo":
        return is_always_pure
    is_unary = isinstance(definition, OpDef) and len(definition.operands) == 1
    return knows_no_new_sizes if is_unary else has_static_operands


@remembered
def is_constant_preserving(signature: Signature) -> bool:
    """Whether an op is a constant, or one if its operands are constants."""
    is_pure = _condition(signature.definition)
    return is_pure is not None and is_pure(signature)
