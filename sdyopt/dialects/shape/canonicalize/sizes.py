"""Canonicalization of operations of shape on the shapes of values, and on sizes."""

from __future__ import annotations

from sdyopt.dialects.arith.ops import CONSTANT, INDEX_CAST
from sdyopt.dialects.shape.fold.shapes import INDEX, shape_attribute, size_attribute
from sdyopt.dialects.shape.ops import CONST_SHAPE, CONST_SIZE, INDEX_TO_SIZE, RANK, SHAPE_OF, SIZE_TO_INDEX
from sdyopt.dialects.shape.types import SHAPE, SIZE, is_extent_tensor
from sdyopt.dialects.tensor.ops import CAST, RESHAPE
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import RankedTensorType, ShapedType
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_with_new, replace_with_values


def made_by(value: Value, definition: OpDefinition) -> Operation | None:
    """Returns the operation of that kind that `value` is the result of."""
    return value.owner if isinstance(value, OpResult) and value.owner.definition is definition else None


@pattern(INDEX_TO_SIZE, "(anonymous namespace)::SizeToIndexToSizeCanonicalization", benefit=2)
def size_to_index_to_size(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the size that an index was."""
    return _undo_conversion(op, SIZE_TO_INDEX, rewriter)


@pattern(SIZE_TO_INDEX, "(anonymous namespace)::IndexToSizeToIndexCanonicalization", benefit=2)
def index_to_size_to_index(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the index that a size was."""
    return _undo_conversion(op, INDEX_TO_SIZE, rewriter)


def _undo_conversion(op: Operation, definition: OpDefinition, rewriter: PatternRewriter) -> bool:
    other = made_by(op.operands[0], definition)
    if other is None:
        return False
    replace_with_values(op, other.operands, rewriter)
    return True


@pattern(RANK, "(anonymous namespace)::RankShapeOfCanonicalizationPattern")
def rank_shape_of(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the rank of a shape from the type of the tensor that has it."""
    shape = made_by(op.operands[0], SHAPE_OF)
    type = None if shape is None else shape.operands[0].type
    if not isinstance(type, RankedTensorType):
        return False
    constant = CONST_SIZE if op.result.type is SIZE else CONSTANT
    replace_with_new(op, rewriter, constant, properties={"value": size_attribute(len(type.shape))})
    return True


@pattern(SHAPE_OF, "(anonymous namespace)::ShapeOfFromReshape")
def shape_of_from_reshape(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the shape that a tensor was reshaped to, cast if its type is another one."""
    reshape, type = made_by(op.operands[0], RESHAPE), op.result.type
    if reshape is None or not isinstance(type, RankedTensorType):
        return False
    shape = reshape.operands[1]
    if shape.type is type:
        replace_with_values(op, [shape], rewriter)
    else:
        assert isinstance(shape.type, RankedTensorType)
        replace_with_new(op, rewriter, CAST if is_extent_tensor(shape.type) else INDEX_CAST, [shape])
    return True


@pattern(SHAPE_OF, "(anonymous namespace)::ShapeOfOpToConstShapeOp")
def shape_of_to_const_shape(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes a constant of the shape of a value whose type has no unknown size."""
    type = op.operands[0].type
    if not isinstance(type, ShapedType) or not type.has_static_shape or type.dimensions is None:
        return False
    shape = {"shape": shape_attribute(type.dimensions)}
    exact = RankedTensorType((len(type.dimensions),), INDEX)
    if op.result.type in (exact, SHAPE):
        replace_with_new(op, rewriter, CONST_SHAPE, properties=shape)
    else:
        constant = rewriter.create_before(op, CONST_SHAPE, [], [exact], shape, location=op.location)
        replace_with_new(op, rewriter, CAST, constant.results)
    return True


PATTERNS = (
    size_to_index_to_size,
    rank_shape_of,
    shape_of_from_reshape,
    shape_of_to_const_shape,
    index_to_size_to_index,
)
