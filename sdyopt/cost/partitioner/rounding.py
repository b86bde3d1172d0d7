"""Element types in which compilers send values, where these are not their own: bf16 on TPUs, and f32 on CPUs.

TPUs round what only products of the default precision use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from sdyopt.cost.collective_kinds import ALL_GATHER, ALL_TO_ALL, COLLECTIVE_PERMUTE, kind_of
from sdyopt.cost.partitioner.shards import Collective
from sdyopt.cost.sizes.partition import element_bits
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, RESHARD, SHARDING_CONSTRAINT
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.dialects.stablehlo.ops import elementwise, shapes
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE
from sdyopt.dialects.stablehlo.ops.linear_algebra import CONVOLUTION, DOT, DOT_GENERAL
from sdyopt.ir.attribute import Type, checked, remembered
from sdyopt.ir.attributes import ArrayAttr, FloatType, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value

F32, BF16 = FloatType("f32"), FloatType("bf16")
PRODUCTS = frozenset((DOT, DOT_GENERAL, CONVOLUTION, chlo.RAGGED_DOT))
MOVES = (ALL_GATHER, ALL_TO_ALL, COLLECTIVE_PERMUTE)
"""The collectives that compute nothing."""

CHOOSING: Mapping[OpDefinition | None, tuple[int, ...]] = {
    **dict.fromkeys((elementwise.MAXIMUM, elementwise.MINIMUM, elementwise.ABS, elementwise.CLAMP), ()),
    elementwise.SELECT: (0,),
}
"""Operations that make the same of rounded elements as if the result is rounded, with the operands that only choose."""

_MOVING = frozenset(
    (
        *(shapes.RESHAPE, shapes.TRANSPOSE, shapes.SLICE, shapes.DYNAMIC_SLICE, shapes.DYNAMIC_UPDATE_SLICE),
        *(shapes.CONCATENATE, shapes.PAD, shapes.REVERSE, shapes.BROADCAST_IN_DIM, shapes.GATHER),
        *(*CHOOSING, RESHARD, SHARDING_CONSTRAINT),
    )
)
"""Operations that only move or replace elements, besides collectives: their operands may be rounded as well."""


def is_moved_in_bf16(op: Operation) -> bool:
    """Whether compilers for TPUs move in bf16 what a collective of the program itself moves."""
    is_moving = kind_of(op.signature) in MOVES
    return is_moving and [element_of(each.type) for each in op.results] == [F32] and is_only_multiplied(op.results)


def is_only_multiplied(values: Sequence[Value]) -> bool:
    """Whether only products of f32 in the default precision are computed of values, also after they have gone around
    loops.
    """
    pending, seen, is_multiplied = list(values), set[Value](), False
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for user, number in value.use_pairs:
            definition, parent = user.signature.definition, user.parent_op
            if definition in PRODUCTS:
                if not is_default(user.signature) or multiplies_vector(user):
                    return False
                is_multiplied = True
            elif definition in _MOVING or kind_of(user.signature) in MOVES:
                pending += user.results
            elif definition is MANUAL_COMPUTATION:
                pending.append(user.regions[0].block.arguments[number])
            elif definition is WHILE or parent is None or user is not parent.regions[-1].block.last:
                if definition is not WHILE or user.regions[0].block.arguments[number].is_used:
                    return False
                pending += [user.results[number], user.regions[1].block.arguments[number]]
            elif parent.signature.definition in (WHILE, MANUAL_COMPUTATION):
                if parent.signature.definition is WHILE:
                    pending.append(parent.regions[1].block.arguments[number])
                pending.append(parent.results[number])
            else:
                return False
    return is_multiplied


def element_of(type: Type) -> Type | None:
    """Returns the type of the elements of a tensor; None for other types."""
    return type.element_type if isinstance(type, RankedTensorType) else None


def multiplies_vector(op: Operation) -> bool:
    """Whether one of the operands of a product has only batching and contracted dimensions."""
    if op.signature.definition is CONVOLUTION:
        return False
    left, right, result = [checked(RankedTensorType, each.type).shape for each in (*op.operands, *op.results)]
    dims = op.properties.get("dot_dimension_numbers")
    batch = dims.lhs_batching_dimensions if isinstance(dims, DotDimensionNumbers) else ()
    common = prod([left[each] for each in batch])
    return any(prod(one) * prod(result) == prod(other) * common for one, other in ((left, right), (right, left)))


@remembered
def is_default(signature: Signature) -> bool:
    """Whether a product is one of f32 in the default precision."""
    precisions = signature.properties.get("precision_config")
    types = [each.element_type for each in signature.operand_types[:2] if isinstance(each, RankedTensorType)]
    given = precisions.elements if isinstance(precisions, ArrayAttr) else ()
    return all(getattr(each, "value", None) == "DEFAULT" for each in given) and all(each is F32 for each in types)


def float_normalization(collective: Collective, type: Type) -> Collective:
    """Returns a collective of a value of that type as CPUs send it: 16-bit floats in 32 bits."""
    element = element_of(type)
    is_half = isinstance(element, FloatType) and element_bits(element) == 16
    return collective.in_type(F32, element) if is_half and element is not None else collective


def conversion_of(signature: Signature) -> tuple[Type, Type] | None:
    """Returns the element types of the operand and the result of a conversion; None for other operations."""
    if signature.definition is not elementwise.CONVERT:
        return None
    types = [*signature.operand_types, *signature.result_types]
    old, new = [each.element_type for each in types if isinstance(each, RankedTensorType)]
    return old, new


def bits_of(element: Type) -> int:
    """Returns the bits of an element of a type; 0 if they are not known."""
    return element_bits(element) or 0
