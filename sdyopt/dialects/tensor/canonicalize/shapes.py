"""Canonicalization of operations of tensor on the shapes of values.

Operations of shape are known by their names: a program that has none need not import them.
"""

from __future__ import annotations

from sdyopt.dialects.tensor.ops import CAST, DIM, EXTRACT
from sdyopt.ir.locations import fused
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType, ShapedType, UnrankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new


def _made_by(value: Value, name: str) -> Operation | None:
    """Returns the operation of that name that `value` is the result of."""
    return value.owner if isinstance(value, OpResult) and value.owner.name == name else None


@pattern(CAST, "(anonymous namespace)::TensorCastConstShape", benefit=2, dialect="shape")
def tensor_cast_const_shape(op: Operation, rewriter: PatternRewriter) -> bool:
    """Gives a constant shape the type that it is cast to, if that has as many sizes."""
    constant = _made_by(op.operands[0], "shape.const_shape")
    type = op.result.type
    if constant is None or not isinstance(type, ShapedType) or not type.has_static_shape:
        return False
    location = fused((op.location, constant.location))
    replace_with_new(op, rewriter, constant.definition, properties=constant.properties, location=location)
    return True


@pattern(CAST, "(anonymous namespace)::ShapeOfCastExtentTensor", dialect="shape")
def shape_of_cast_extent_tensor(op: Operation, rewriter: PatternRewriter) -> bool:
    """Gives the shape of a value the type that it is cast to, if that may have as many sizes."""
    shape, type = _made_by(op.operands[0], "shape.shape_of"), op.result.type
    if shape is None or not isinstance(type, RankedTensorType) or len(type.shape) != 1:
        return False
    argument = shape.operands[0].type
    if not isinstance(argument, RankedTensorType) or type.shape[0] not in (-1, len(argument.shape)):
        return False
    replace_with_new(op, rewriter, shape.definition, shape.operands)
    return True


@pattern(EXTRACT, "(anonymous namespace)::ExtractFromShapeOfExtentTensor", benefit=2, dialect="shape")
def extract_from_shape_of_extent_tensor(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes a size from a tensor, not from its shape."""
    source, *indices = op.operands
    shape = _made_by(source, "shape.shape_of")
    if shape is None or not isinstance(shape.operands[0].type, (RankedTensorType, UnrankedTensorType)):
        return False
    location = fused((op.location, shape.location))
    replace_with_new(op, rewriter, DIM, [shape.operands[0], *indices], location=location)
    return True


PATTERNS = (tensor_cast_const_shape, shape_of_cast_extent_tensor, extract_from_shape_of_extent_tensor)
