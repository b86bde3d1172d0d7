"""Canonicalization of operations on single elements of tensors, and of their sizes."""

from __future__ import annotations

from sdyopt.dialects.arith.ops import INDEX_CAST
from sdyopt.dialects.tensor.fold.types import made_by, number_of, ranked, source_of_cast
from sdyopt.dialects.tensor.ops import CAST, DIM, EMPTY, EXTRACT, GENERATE, INSERT, INSERT_SLICE, RESHAPE
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.rewriting.folding.values.elements import element_type_of
from sdyopt.rewriting.memory_effects import would_be_dead
from sdyopt.rewriting.patterns import PatternRewriter, pattern
from sdyopt.rewriting.replacements import (
    replace_operand,
    replace_with_new,
    replace_with_values,
    simplified,
)

# Sizes.


@pattern(DIM, "(anonymous namespace)::DimOfCastOp")
def dim_of_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the size of what is cast."""
    cast = made_by(op.operands[0], CAST)
    if cast is None:
        return False
    replace_with_new(op, rewriter, DIM, [cast.operands[0], op.operands[1]])
    return True


@pattern(DIM, "(anonymous namespace)::DimOfReshapeOp")
def dim_of_reshape(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the size from the shape that a tensor is given."""
    reshape = made_by(op.operands[0], RESHAPE)
    if reshape is None:
        return False
    shape = reshape.operands[1]
    element_type = ranked(shape).element_type
    rewriter.report(simplified, op)
    operands = [shape, op.operands[1]]
    size = rewriter.create_after(op, EXTRACT, operands, [element_type], location=op.location).result
    if element_type is not op.result.type:
        size = rewriter.create_after(size, INDEX_CAST, [size], [op.result.type], location=op.location).result
    rewriter.replace(op, [size])
    return True


@pattern(DIM, "(anonymous namespace)::DimOfDestStyleOp")
def dim_of_insertion(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the size of the tensor into which something is inserted."""
    insertion = made_by(op.operands[0], INSERT) or made_by(op.operands[0], INSERT_SLICE)
    if insertion is None:
        return False
    replace_operand(op, insertion.operands[1], rewriter)
    return True


@pattern(DIM, "(anonymous namespace)::FoldEmptyTensorWithDimOp")
def dim_of_empty(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the size that an empty tensor is made with."""
    empty, number = made_by(op.operands[0], EMPTY), number_of(op.operands[1])
    if empty is None or number is None:
        return False
    shape = ranked(empty.result).shape
    if not 0 <= number < len(shape) or shape[number] != DYNAMIC:
        return False
    replace_with_values(op, [empty.operands[shape[:number].count(DYNAMIC)]], rewriter)
    return True


# Elements.


@pattern(EXTRACT, "(anonymous namespace)::ExtractFromTensorCast")
def extract_from_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Takes the element from what is cast."""
    cast = made_by(op.operands[0], CAST)
    if cast is None or not isinstance(cast.operands[0].type, RankedTensorType):
        return False
    replace_with_new(op, rewriter, EXTRACT, [cast.operands[0], *op.operands[1:]])
    return True


@pattern(EXTRACT, "(anonymous namespace)::ExtractElementFromIndexCast")
def extract_from_index_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Converts one element, not all."""
    cast = made_by(op.operands[0], INDEX_CAST)
    if cast is None:
        return False
    source = cast.operands[0]
    operands = [source, *op.operands[1:]]
    element = rewriter.create_before(op, EXTRACT, operands, [element_type_of(source.type)], location=op.location)
    replace_with_new(op, rewriter, INDEX_CAST, element.results)
    return True


@pattern(EXTRACT, "(anonymous namespace)::ExtractFromTensorGenerate")
def extract_from_generate(op: Operation, rewriter: PatternRewriter) -> bool:
    """Computes one element, not all."""
    generate = made_by(op.operands[0], GENERATE)
    if generate is None or not would_be_dead(generate):
        return False
    body = generate.regions[0].block
    mapping: dict[Value, Value] = dict(zip(body.arguments, op.operands[1:], strict=True))
    at = InsertionPoint.before_op(op)
    end = body.last
    assert end is not None
    for inner in body.ops:
        if inner is not end:
            copy = rewriter.clone(inner, mapping, at)
            for new, old in zip(copy.results, inner.results, strict=True):
                rewriter.renames(new, old)
    value = end.operands[0]
    replace_with_values(op, [mapping.get(value, value)], rewriter)
    return True


@pattern(INSERT, "(anonymous namespace)::FoldTensorCastConsumerOp")
def insert_into_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Inserts into what is cast, of which more is known, and casts the result."""
    source = source_of_cast(op.operands[1])
    if source is None:
        return False
    operands = [op.operands[0], source, *op.operands[2:]]
    types = [source.type]
    new = rewriter.create_before(op, INSERT, operands, types, op.properties, op.attributes, location=op.location)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


PATTERNS = (
    dim_of_cast,
    dim_of_reshape,
    dim_of_insertion,
    dim_of_empty,
    extract_from_cast,
    extract_from_index_cast,
    extract_from_generate,
    insert_into_cast,
)
