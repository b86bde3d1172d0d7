"""Canonicalization of `expand_shape` and `collapse_shape`: several become one, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.arith.ops import CONSTANT, MULI
from sdyopt.dialects.tensor.fold.elements import resized
from sdyopt.dialects.tensor.fold.types import (
    Size,
    dynamic_operands,
    index_attribute,
    made_by,
    mixed,
    number_of,
    ranked,
    source_of_cast,
    static_numbers,
)
from sdyopt.dialects.tensor.ops import CAST, COLLAPSE_SHAPE, EXPAND_SHAPE, FROM_ELEMENTS, SPLAT
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import DYNAMIC, IndexType, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.rewriting.folding.constants import constant_value
from sdyopt.rewriting.folding.values.reassociation import (
    Groups,
    cancelled,
    composed,
    groups_attribute,
    groups_of,
    within,
)
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, pattern
from sdyopt.rewriting.replacements import replace_operand, replace_with_new


def output_shape(op: Operation) -> list[Size]:
    """Returns the sizes of the result of an `expand_shape`."""
    return mixed(op, "static_output_shape", "output_shape")


def _collapse(op: Operation, source: Value, groups: Groups, rewriter: PatternRewriter) -> bool:
    properties = {"reassociation": groups_attribute(groups)}
    replace_with_new(op, rewriter, COLLAPSE_SHAPE, [source], properties=properties)
    return True


def _expand(op: Operation, source: Value, groups: Groups, sizes: Sequence[Size], rewriter: PatternRewriter) -> bool:
    properties = {"reassociation": groups_attribute(groups), "static_output_shape": static_numbers(sizes)}
    replace_with_new(op, rewriter, EXPAND_SHAPE, [source, *dynamic_operands(sizes)], properties=properties)
    return True


# Two of one kind.


@pattern(
    COLLAPSE_SHAPE,
    "mlir::ComposeReassociativeReshapeOps<mlir::tensor::CollapseShapeOp, mlir::ReshapeOpKind::kCollapse>",
)
def collapse_of_collapse(op: Operation, rewriter: PatternRewriter) -> bool:
    """Collapses all at once."""
    before = made_by(op.operands[0], COLLAPSE_SHAPE)
    groups = None if before is None else composed(groups_of(before), groups_of(op))
    if before is None or groups is None:
        return False
    return _collapse(op, before.operands[0], groups, rewriter)


@pattern(
    EXPAND_SHAPE, "mlir::ComposeReassociativeReshapeOps<mlir::tensor::ExpandShapeOp, mlir::ReshapeOpKind::kExpand>"
)
def expand_of_expand(op: Operation, rewriter: PatternRewriter) -> bool:
    """Expands all at once."""
    before = made_by(op.operands[0], EXPAND_SHAPE)
    groups = None if before is None else composed(groups_of(before), groups_of(op))
    if before is None or groups is None:
        return False
    return _expand(op, before.operands[0], groups, output_shape(op), rewriter)


# One of each kind.


@pattern(
    COLLAPSE_SHAPE,
    "mlir::ComposeCollapseOfExpandOp<mlir::tensor::CollapseShapeOp, mlir::tensor::ExpandShapeOp, "
    "mlir::tensor::CastOp, mlir::tensor::DimOp, mlir::RankedTensorType>",
)
def collapse_of_expand(op: Operation, rewriter: PatternRewriter) -> bool:
    """Does at once what is left of expanding dimensions and collapsing them in another way."""
    before = made_by(op.operands[0], EXPAND_SHAPE)
    if before is None or before.operands[0].type is op.result.type:
        return False
    source = before.operands[0]
    source_rank, rank = len(ranked(source).shape), len(ranked(op.result).shape)
    expanded, collapsed = groups_of(before), groups_of(op)
    groups = cancelled(expanded, collapsed) if source_rank > rank else cancelled(collapsed, expanded)
    if groups is None:
        return False
    if source_rank > rank:
        return _collapse(op, source, groups, rewriter)
    if source_rank < rank:
        sizes = output_shape(before)
        merged = [_product([sizes[number] for number in group], op, rewriter) for group in collapsed]
        return _expand(op, source, groups, merged, rewriter)
    replace_with_new(op, rewriter, CAST, [source])
    return True


def _product(sizes: Sequence[Size], op: Operation, rewriter: PatternRewriter) -> Size:
    """Returns the product of sizes, computed before `op` where they are not known."""
    known, operands = 1, []
    for size in sizes:
        number = number_of(size)
        if number is not None:
            known *= number
        elif not isinstance(size, int):
            operands.append(size)
    if not operands:
        return known
    if known != 1:
        value = {"value": index_attribute(known)}
        operands.append(rewriter.create_before(op, CONSTANT, (), [IndexType()], value, location=op.location).result)
    result = operands[0]
    for operand in operands[1:]:
        result = rewriter.create_before(op, MULI, [result, operand], location=op.location).result
    return result


@pattern(
    EXPAND_SHAPE,
    "mlir::ComposeExpandOfCollapseOp<mlir::tensor::ExpandShapeOp, mlir::tensor::CollapseShapeOp, mlir::tensor::CastOp>",
)
def expand_of_collapse(op: Operation, rewriter: PatternRewriter) -> bool:
    """Does at once what is left of collapsing dimensions and expanding them, if the sizes say which are the same."""
    before = made_by(op.operands[0], COLLAPSE_SHAPE)
    if before is None or before.operands[0].type is op.result.type:
        return False
    source = before.operands[0]
    shape, result = ranked(source).shape, ranked(op.result).shape
    collapsed, expanded = groups_of(before), groups_of(op)
    if len(shape) > len(result):
        groups = within(collapsed, expanded, shape, result)
        return groups is not None and _collapse(op, source, groups, rewriter)
    groups = within(expanded, collapsed, result, shape)
    return groups is not None and _expand(op, source, groups, output_shape(op), rewriter)


# Of other operations.


def _of_constant(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes a constant of one number in the other shape, which may be of a type that folding makes no constants of."""
    value = resized(constant_value(op.operands[0]), op.result.type)
    if value is None:
        return False
    replace_with_new(op, rewriter, CONSTANT, (), properties={"value": value})
    return True


def _of_splat(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes all elements the same in the other shape."""
    splat = made_by(op.operands[0], SPLAT)
    if splat is None or not ranked(splat.result).has_static_shape:
        return False
    replace_with_new(op, rewriter, SPLAT, splat.operands[:1])
    return True


def _of_elements(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes a tensor of these elements in the other shape."""
    elements = made_by(op.operands[0], FROM_ELEMENTS)
    if elements is None or not ranked(op.result).has_static_shape:
        return False
    replace_with_new(op, rewriter, FROM_ELEMENTS, elements.operands)
    return True


def _of_values(root: OpDefinition, name: str) -> list[Pattern]:
    return [
        Pattern(root, f"(anonymous namespace)::FoldReshapeWith{what}<mlir::tensor::{name}>", apply, dialect="tensor")
        for what, apply in (("Constant", _of_constant), ("Splat", _of_splat), ("FromElements", _of_elements))
    ]


@pattern(COLLAPSE_SHAPE, "(anonymous namespace)::FoldCollapseOfCastOp")
def collapse_of_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Collapses what is cast, of which more is known, and casts the result."""
    source = source_of_cast(op.operands[0])
    if source is None:
        return False
    shape = []
    for group in groups_of(op):
        size = 1
        for number in group:
            known = ranked(source).shape[number]
            size = DYNAMIC if DYNAMIC in (known, size) else size * known
        shape.append(size)
    type = RankedTensorType(tuple(shape), ranked(source).element_type)
    if type is op.result.type:
        replace_operand(op, source, rewriter)
        return True
    properties = {"reassociation": op.properties["reassociation"]}
    new = rewriter.create_before(op, COLLAPSE_SHAPE, [source], [type], properties, location=op.location)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


@pattern(EXPAND_SHAPE, "(anonymous namespace)::ConvertToStaticExpandShape")
def expand_of_cast(op: Operation, rewriter: PatternRewriter) -> bool:
    """Expands to sizes that are constants, where the sizes of what is cast are known."""
    source = source_of_cast(op.operands[0])
    if source is None:
        return False
    known, groups, type = ranked(source).shape, groups_of(op), ranked(op.result)
    operands = iter(op.operands[1:])
    sizes: list[Size] = list(type.shape)
    for group, size in zip(groups, known, strict=True):
        for number in group:
            if sizes[number] == DYNAMIC:
                operand = next(operands)
                constant = None if size == DYNAMIC else number_of(operand)
                sizes[number] = operand if constant in (None, DYNAMIC) else constant
    dynamic = dynamic_operands(sizes)
    if len(dynamic) == len(op.operands) - 1:
        return False
    shape = tuple([size if isinstance(size, int) else DYNAMIC for size in sizes])
    collapsed = []
    for group in groups:
        size = 1
        for number in group:
            size = DYNAMIC if DYNAMIC in (shape[number], size) else size * shape[number]
        collapsed.append(size)
    element_type = type.element_type
    cast_type, new_type = RankedTensorType(tuple(collapsed), element_type), RankedTensorType(shape, element_type)
    cast = rewriter.create_before(op, CAST, op.operands[:1], [cast_type], location=op.location)
    properties = {"reassociation": op.properties["reassociation"], "static_output_shape": static_numbers(sizes)}
    operands_of_new = [cast.result, *dynamic]
    new = rewriter.create_before(op, EXPAND_SHAPE, operands_of_new, [new_type], properties, location=op.location)
    replace_with_new(op, rewriter, CAST, new.results)
    return True


PATTERNS = (
    collapse_of_collapse,
    collapse_of_expand,
    *_of_values(COLLAPSE_SHAPE, "CollapseShapeOp"),
    collapse_of_cast,
    expand_of_expand,
    expand_of_collapse,
    expand_of_cast,
    *_of_values(EXPAND_SHAPE, "ExpandShapeOp"),
)
