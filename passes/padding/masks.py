"""Masks: zeros, or another value, in the place of padding, along some dimensions."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sdyopt.dialects.quant.types import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.stablehlo.attributes import ComparisonDirection
from sdyopt.dialects.stablehlo.ops import BROADCAST_IN_DIM, CONSTANT, IOTA
from sdyopt.dialects.stablehlo.ops.elementwise import AND, COMPARE, SELECT
from sdyopt.dialects.stablehlo.splats import splat, zero_text
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import (
    I1,
    I32,
    I64,
    NO_ATTRIBUTES,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
)
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.rewriting.rewriter import Rewriter

NO_DIMENSIONS = DictionaryAttr((("broadcast_dimensions", DenseArrayAttr(I64, ())),))
LESS_THAN = DictionaryAttr((("comparison_direction", ComparisonDirection("LT")),))


class MaskForm(NamedTuple):
    """How a mask is written: its operations on whole tensors have `sharding`, and zero may come first.

    With `has_own_fill` another value takes the place of zero.
    """

    sharding: Sharding | None = None
    is_zero_first: bool = False
    has_own_fill: bool = False


PLAIN = MaskForm()


def create_mask(
    value: Value,
    before: Type,
    dimensions: tuple[int, ...],
    at: Operation,
    rewriter: Rewriter,
    form: MaskForm = PLAIN,
    fill: Value | None = None,
) -> list[Operation]:
    """Returns new operations in front of `at`, the last of which is `value` with zeros, or `fill`, as its padding.

    The value had the type `before` without the padding, which is replaced along `dimensions`. Without any the zero may
    come nevertheless, as in the reference.
    """
    place, created = InsertionPoint.before_op(at), list[Operation]()
    outside = {MASKED: value, FILL: fill}
    form = form._replace(has_own_fill=fill is not None)
    for signature, operands in _mask(value.type, before, dimensions, form):
        values = [outside.get(index) or created[index].results[0] for index in operands]
        created.append(rewriter.create_with(place, signature, values, at.location))
    return created


MASKED, FILL = -1, -2
"""Stand for what is masked, and what fills it, among the operands of the operations of a mask, which go by numbers."""


@remembered
def _mask(
    type: Type, before: Type, dimensions: tuple[int, ...], form: MaskForm
) -> Sequence[tuple[Signature, tuple[int, ...]]]:
    """Returns the operations of a mask: their signatures, and their operands by number."""
    assert isinstance(type, RankedTensorType) and isinstance(before, RankedTensorType)
    mask: list[tuple[Signature, tuple[int, ...]]] = []
    outside = {MASKED: type, FILL: RankedTensorType((), type.element_type)}
    attributes = NO_ATTRIBUTES
    if form.sharding is not None:
        attributes = DictionaryAttr(((SHARDING, ShardingPerValue((form.sharding,))),))

    def add(
        definition: OpDefinition, operands: Sequence[int], result: Type, properties: DictionaryAttr = NO_ATTRIBUTES
    ) -> int:
        types = tuple([outside.get(index) or mask[index][0].result_types[0] for index in operands])
        own = NO_ATTRIBUTES if definition is CONSTANT else attributes
        mask.append((Signature.of(definition, types, (result,), properties, own), tuple(operands)))
        return len(mask) - 1

    def add_constant(scalar_constant: tuple[list[Type], DictionaryAttr]) -> int:
        (scalar,), value = scalar_constant
        return add(CONSTANT, (), scalar, value)

    def broadcast(scalar: int, result: Type) -> int:
        return add(BROADCAST_IN_DIM, [scalar], result, NO_DIMENSIONS)

    integers, truths = RankedTensorType(type.shape, I32), RankedTensorType(type.shape, I1)
    fill = FILL if form.has_own_fill else None
    if form.is_zero_first and fill is None:
        fill = add_constant(zero(type.element_type))
    all_inside: int | None = None
    for dimension in dimensions:
        index = add(IOTA, (), integers, DictionaryAttr((("iota_dimension", IntegerAttr(dimension, I64)),)))
        limit = broadcast(add_constant(constant(str(before.shape[dimension]), I32)), integers)
        inside = add(COMPARE, [index, limit], truths, LESS_THAN)
        all_inside = inside if all_inside is None else add(AND, [all_inside, inside], truths)
    if all_inside is None:
        return mask
    filling = broadcast(add_constant(zero(type.element_type)) if fill is None else fill, type)
    add(SELECT, [all_inside, MASKED, filling], type)
    return mask


def is_zero(value: Value, constants: Collection[OpDefinition] = (CONSTANT,)) -> bool | None:
    """Returns whether a scalar is zero, if one of these kinds of constants defines it; else None."""
    constant = value.owner if isinstance(value, OpResult) else None
    if constant is None or constant.signature.definition not in constants:
        return None
    attribute = constant.signature.properties["value"]
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return None
    type = value.type
    if isinstance(type, RankedTensorType) and isinstance(type.element_type, UniformQuantizedType):
        return attribute is splat(zero_text(type.element_type), type)
    return not any(elements(attribute.text, (), element_format(attribute.type.element_type)))


@remembered
def zero(element_type: Type) -> tuple[list[Type], DictionaryAttr]:
    """Returns the result types and the properties of a scalar constant that is zero."""
    return constant(zero_text(element_type), element_type)


@remembered
def constant(literal: str, element_type: Type) -> tuple[list[Type], DictionaryAttr]:
    """Returns the result types and the properties of a scalar constant with that literal."""
    scalar = RankedTensorType((), element_type)
    return [scalar], DictionaryAttr((("value", splat(literal, scalar)),))
