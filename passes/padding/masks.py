"""Masks: zeros in the place of padding, along some dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.attributes import ComparisonDirection
from sdyopt.dialects.stablehlo.ops import BROADCAST_IN_DIM, CONSTANT, IOTA
from sdyopt.dialects.stablehlo.ops.elementwise import AND, COMPARE, SELECT
from sdyopt.dialects.stablehlo.splats import splat, zero_text
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import I1, I32, I64, DenseArrayAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.rewriting.rewriter import Rewriter

NO_DIMENSIONS = DictionaryAttr((("broadcast_dimensions", DenseArrayAttr(I64, ())),))
LESS_THAN = DictionaryAttr((("comparison_direction", ComparisonDirection("LT")),))


def create_mask(
    value: Value, before: Type, dimensions: tuple[int, ...], at: Operation, rewriter: Rewriter
) -> list[Operation]:
    """Returns new operations in front of `at`, the last of which is `value` with zeros instead of its padding.

    The value had the type `before` without the padding, which is replaced along `dimensions`.
    """
    place, created = InsertionPoint.before_op(at), list[Operation]()
    for signature, operands in _mask(value.type, before, dimensions):
        values = [value if index == MASKED else created[index].results[0] for index in operands]
        created.append(rewriter.create_with(place, signature, values, at.location))
    return created


MASKED = -1
"""Stands for what is masked among the operands of the operations of a mask; these themselves go by their numbers."""


@remembered
def _mask(type: Type, before: Type, dimensions: tuple[int, ...]) -> Sequence[tuple[Signature, tuple[int, ...]]]:
    """Returns the operations of a mask: their signatures, and their operands by number."""
    assert isinstance(type, RankedTensorType) and isinstance(before, RankedTensorType)
    mask: list[tuple[Signature, tuple[int, ...]]] = []

    def add(definition: OpDefinition, operands: Sequence[int], result: Type, *properties: DictionaryAttr) -> int:
        types = tuple([type if index == MASKED else mask[index][0].result_types[0] for index in operands])
        mask.append((Signature.of(definition, types, (result,), *properties), tuple(operands)))
        return len(mask) - 1

    def broadcast(scalar_constant: tuple[list[Type], DictionaryAttr], result: Type) -> int:
        (scalar,), value = scalar_constant
        return add(BROADCAST_IN_DIM, [add(CONSTANT, (), scalar, value)], result, NO_DIMENSIONS)

    integers, truths = RankedTensorType(type.shape, I32), RankedTensorType(type.shape, I1)
    all_inside: int | None = None
    for dimension in dimensions:
        index = add(IOTA, (), integers, DictionaryAttr((("iota_dimension", IntegerAttr(dimension, I64)),)))
        limit = broadcast(constant(str(before.shape[dimension]), I32), integers)
        inside = add(COMPARE, [index, limit], truths, LESS_THAN)
        all_inside = inside if all_inside is None else add(AND, [all_inside, inside], truths)
    assert all_inside is not None
    zeros = broadcast(zero(type.element_type), type)
    add(SELECT, [all_inside, MASKED, zeros], type)
    return mask


@remembered
def zero(element_type: Type) -> tuple[list[Type], DictionaryAttr]:
    """Returns the result types and the properties of a scalar constant that is zero."""
    return constant(zero_text(element_type), element_type)


@remembered
def constant(literal: str, element_type: Type) -> tuple[list[Type], DictionaryAttr]:
    """Returns the result types and the properties of a scalar constant with that literal."""
    scalar = RankedTensorType((), element_type)
    return [scalar], DictionaryAttr((("value", splat(literal, scalar)),))
