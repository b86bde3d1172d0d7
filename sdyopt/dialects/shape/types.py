"""The types of the shape dialect, and the kinds of types that its declarations ask for."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir import types as t
from sdyopt.ir.attribute import Type
from sdyopt.mlir.declare.constraints import TypeConstraint
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.declare.type_kinds import INDEX, tensor_of


class ShapeType(Type):
    """`!shape.shape`: a shape, or an error."""


class SizeType(Type):
    """`!shape.size`: a size, unknown sizes included, or an error."""


class ValueShapeType(Type):
    """`!shape.value_shape`: a value, and its shape."""


class WitnessType(Type):
    """`!shape.witness`: what shows that a constraint holds."""


SHAPE, SIZE, VALUE_SHAPE, WITNESS = ShapeType(), SizeType(), ValueShapeType(), WitnessType()


TYPES = [
    AttributeDef(ShapeType, "shape"),
    AttributeDef(SizeType, "size"),
    AttributeDef(ValueShapeType, "value_shape"),
    AttributeDef(WitnessType, "witness"),
]
"""Their declarations."""


def is_extent_tensor(type: Type) -> bool:
    """Whether a type is that of a list of sizes."""
    return isinstance(type, t.RankedTensorType) and len(type.shape) == 1 and isinstance(type.element_type, t.IndexType)


def _is_list_of_integers(type: Type) -> bool:
    elements = (t.IntegerType, t.IndexType)
    return isinstance(type, t.RankedTensorType) and len(type.shape) == 1 and isinstance(type.element_type, elements)


def _is_index(type: Type) -> bool:
    return isinstance(type, t.IndexType)


def _one_of(summary: str, *accepted: Callable[[Type], bool] | Type) -> TypeConstraint:
    tests = [(lambda type, only=each: type is only) if isinstance(each, Type) else each for each in accepted]
    return TypeConstraint(summary, lambda type: any(test(type) for test in tests))


def _only(type: Type) -> TypeConstraint:
    return TypeConstraint("", lambda other: other is type, only=type)


def _is_shaped(type: Type) -> bool:
    return isinstance(type, t.ShapedType)


ONLY_SHAPE, ONLY_SIZE, ONLY_VALUE_SHAPE, ONLY_WITNESS = map(_only, (SHAPE, SIZE, VALUE_SHAPE, WITNESS))
SHAPE_OR_EXTENTS = _one_of("shape or extent tensor", SHAPE, is_extent_tensor)
SIZE_OR_INDEX = _one_of("size or index", SIZE, _is_index)
SHAPE_OR_SIZE = _one_of("shape or size", SHAPE, SIZE)
ANY_SHAPE_OR_SIZE = _one_of("any shape or size", SHAPE, SIZE, is_extent_tensor, _is_index)
SHAPED_OR_VALUE_SHAPE = _one_of("shaped of any non-token type values or ", _is_shaped, VALUE_SHAPE)
INTEGERS_OR_VALUE_SHAPE = _one_of("1D tensor of integer or index values or ", _is_list_of_integers, VALUE_SHAPE)
EXTENTS = tensor_of(INDEX, rank=1)
INDEX_TENSOR = tensor_of(INDEX)
