"""What arith asks of casts and constants."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    BoolAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    SparseElementsAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.definition import Verifier
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.verify.inferred_types import quoted
from sdyopt.mlir.verify.type_relations import element_or_self, with_i1
from sdyopt.mlir.verify.verification import Verification

Compatible = Callable[[Type, Type], bool]
"""Whether values of the first type can be cast to the second; of tensors and so on the types of their elements."""


def width(type: Type) -> int:
    """Returns the bits of a number; an index has none that is known."""
    if isinstance(type, t.FloatType):
        return FLOAT_FORMATS[type.name].width
    return type.width if isinstance(type, t.IntegerType) else 0


def is_wider(source: Type, result: Type) -> bool:
    return width(source) < width(result)


def is_narrower(source: Type, result: Type) -> bool:
    return width(source) > width(result)


def has_same_width(source: Type, result: Type) -> bool:
    return width(source) == width(result)


def is_another_of_same_width(source: Type, result: Type) -> bool:
    return source is not result and has_same_width(source, result)


def one_is_index(source: Type, result: Type) -> bool:
    return isinstance(source, t.IndexType) != isinstance(result, t.IndexType)


def _tensor_dimensions(type: Type) -> tuple[int, ...] | None:
    """Returns the sizes of a tensor, none for what is not a tensor; None if they are not known."""
    if isinstance(type, t.UnrankedTensorType):
        return None
    return type.shape if isinstance(type, t.RankedTensorType) else ()


def same_tensor_dimensions(op: Operation, context: Verification) -> None:
    """If the first operand or the result is a tensor, both are, of the same sizes."""
    sizes = _tensor_dimensions(op.signature.operand_types[0])
    if sizes is None or sizes != _tensor_dimensions(op.signature.result_types[0]):
        context.error(op, "failed to verify that input and output have the same tensor dimensions")


def cast(is_compatible: Compatible) -> Verifier:
    """The first operand can be cast to the result."""

    def verify(op: Operation, context: Verification) -> None:
        operands, (result,) = op.signature.operand_types, op.signature.result_types
        if not is_compatible(element_or_self(operands[0]), element_or_self(result)):
            what = "operand type" if len(operands) == 1 else "operand types"
            context.error(op, f"{what} {quoted(operands)} and result type {quoted([result])} are cast incompatible")

    return verify


def select(op: Operation, context: Verification) -> None:
    """The condition is a scalar or has the shape of the values."""
    condition, value, _ = op.signature.operand_types
    if condition is t.IntegerType(1):
        return
    is_shaped = isinstance(condition, t.ShapedType) and isinstance(value, t.ShapedType)
    if not is_shaped or condition.dimensions != value.dimensions:  # type: ignore[attr-defined]
        context.error(op, "failed to verify that condition is signless i1 or has matching shape")


def select_by_elements(op: Operation, context: Verification) -> None:
    """A condition that is not a scalar has the type of a comparison of the values."""
    condition, value, _ = op.signature.operand_types
    expected = with_i1(value)
    if condition is not t.IntegerType(1) and condition is not expected:
        context.error(
            op,
            "expected condition type to have the same shape as the result type, expected "
            f"{quoted([expected])}, but got {quoted([condition])}",
        )


def type_of(attribute: Attribute) -> Type:
    """Returns the type of a typed attribute."""
    if isinstance(attribute, BoolAttr):
        return t.IntegerType(1)
    type: Type | None = attribute.type  # type: ignore[attr-defined]
    return t.NoneType() if type is None else type


_ELEMENTS = (DenseElementsAttr, DenseResourceAttr, SparseElementsAttr)


def constant(op: Operation, context: Verification) -> None:
    """The value is a number or elements of the result's type; integers have no sign."""
    value = op.properties["value"]
    (type,) = op.signature.result_types
    if type_of(value) is not type:
        context.error(op, "failed to verify that all of {value, result} have same type")
    if isinstance(type, t.IntegerType) and type.signedness:
        context.error(op, "integer return type must be signless")
    if not isinstance(value, (BoolAttr, IntegerAttr, FloatAttr, *_ELEMENTS)):
        context.error(op, "value must be an integer, float, or elements attribute")
    if isinstance(type, t.VectorType) and any(type.scalable) and not _is_splat(value):
        context.error(
            op, "initializing scalable vectors with elements attribute is not supported unless it's a vector splat"
        )


def _is_splat(value: Attribute) -> bool:
    return isinstance(value, DenseElementsAttr) and not value.text.startswith("[")
