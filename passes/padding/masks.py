"""Masks: zeros in the place of padding, along some dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection
from sdyopt.dialects.stablehlo.ops import BROADCAST_IN_DIM, CONSTANT, IOTA
from sdyopt.dialects.stablehlo.ops.elementwise import AND, COMPARE, SELECT
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I1, I32, I64, NO_ATTRIBUTES, DenseArrayAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.passes.permutation_factors.tensor_ops import zero_text
from sdyopt.rewriting.rewriter import Rewriter

NO_DIMENSIONS = DictionaryAttr((("broadcast_dimensions", DenseArrayAttr(I64, ())),))
LESS_THAN = DictionaryAttr((("comparison_direction", ComparisonDirection("LT")),))


def create_mask(
    value: Value, before: Type, dimensions: tuple[int, ...], at: Operation, rewriter: Rewriter
) -> list[Operation]:
    """Returns new operations in front of `at`, the last of which is `value` with zeros instead of its padding.

    The value had the type `before` without the padding, which is replaced along `dimensions`. If there are none, there
    is only an unused zero, where the revision of Shardy begins with it.
    """
    place, created = InsertionPoint.before_op(at), list[Operation]()
    keeps_sharding = revision().masks_keep_shardings
    sharding = sharding_of(value) if keeps_sharding else None
    for signature, operands in _mask(value.type, before, dimensions, sharding, keeps_sharding):
        values = [value if index == MASKED else created[index].results[0] for index in operands]
        created.append(rewriter.create_with(place, signature, values, at.location))
    return created


MASKED = -1
"""Stands for what is masked among the operands of the operations of a mask; these themselves go by their numbers."""


@remembered
def _mask(
    type: Type, before: Type, dimensions: tuple[int, ...], sharding: Sharding | None, begins_with_zero: bool
) -> Sequence[tuple[Signature, tuple[int, ...]]]:
    """Returns the operations of a mask: their signatures, and their operands by number.

    All but constants get the `sharding`. The zero is the first of them if the mask `begins_with_zero`.
    """
    assert isinstance(type, RankedTensorType) and isinstance(before, RankedTensorType)
    mask: list[tuple[Signature, tuple[int, ...]]] = []
    sharded = NO_ATTRIBUTES if sharding is None else NO_ATTRIBUTES.with_entry(SHARDING, ShardingPerValue((sharding,)))

    def add(
        definition: OpDefinition, operands: Sequence[int], result: Type, properties: DictionaryAttr = NO_ATTRIBUTES
    ) -> int:
        types = tuple([type if index == MASKED else mask[index][0].result_types[0] for index in operands])
        attributes = NO_ATTRIBUTES if definition is CONSTANT else sharded
        mask.append((Signature.of(definition, types, (result,), properties, attributes), tuple(operands)))
        return len(mask) - 1

    def scalar(constant: tuple[list[Type], DictionaryAttr]) -> int:
        (result,), value = constant
        return add(CONSTANT, (), result, value)

    def broadcast(scalar: int, result: Type) -> int:
        return add(BROADCAST_IN_DIM, [scalar], result, NO_DIMENSIONS)

    integers, truths = RankedTensorType(type.shape, I32), RankedTensorType(type.shape, I1)
    filler = scalar(zero(type.element_type)) if begins_with_zero else None
    if begins_with_zero and not dimensions:
        return mask
    all_inside: int | None = None
    for dimension in dimensions:
        index = add(IOTA, (), integers, DictionaryAttr((("iota_dimension", IntegerAttr(dimension, I64)),)))
        limit = broadcast(scalar(constant(str(before.shape[dimension]), I32, I32)), integers)
        inside = add(COMPARE, [index, limit], truths, LESS_THAN)
        all_inside = inside if all_inside is None else add(AND, [all_inside, inside], truths)
    assert all_inside is not None
    filler = scalar(zero(type.element_type)) if filler is None else filler
    add(SELECT, [all_inside, MASKED, broadcast(filler, type)], type)
    return mask


@remembered
def zero(element_type: Type) -> tuple[list[Type], DictionaryAttr]:
    """Returns the result types and the properties of a scalar constant that is zero.

    Of quantized elements that is what is stored for zero: the zero point.
    """
    storage: Type | None = getattr(element_type, "storage_type", None)
    if storage is None:
        return constant(zero_text(element_type), element_type, element_type)
    zero_points: tuple[int, ...] = getattr(element_type, "zero_points", ())
    return constant(str(zero_points[0] if zero_points else 0), storage, element_type)


@remembered
def constant(literal: str, stored_type: Type, element_type: Type) -> tuple[list[Type], DictionaryAttr]:
    """Returns the result types and the properties of a scalar constant with that literal."""
    value = dense_elements(literal, RankedTensorType((), stored_type))
    return [RankedTensorType((), element_type)], DictionaryAttr((("value", value),))
