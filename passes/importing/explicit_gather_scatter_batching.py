"""-sdy-explicit-gather-scatter-batching."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from sdyopt.dialects.stablehlo.ops import CONCATENATE, SLICE
from sdyopt.dialects.stablehlo.ops.indexing import GATHER, SCATTER
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import FALSE, I64, DenseArrayAttr, IntegerAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.passes.importing.implicit_batching import (
    DIMENSION_NUMBERS,
    BatchingObstacle,
    IndexedDimensions,
    batched,
    concatenation_along,
    implicit_batch,
    indexed_operand,
    indices_of,
)
from sdyopt.rewriting.decisions import Explanation, explained
from sdyopt.rewriting.greedy import GreedyOptions, rewrite_greedily
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, PatternSet
from sdyopt.rewriting.rewriter import Rewriter

FLAGS: Mapping[OpDefinition, tuple[str, ...]] = {
    GATHER: ("indices_are_sorted",),
    SCATTER: ("indices_are_sorted", "unique_indices"),
}
"""Properties that are always present afterwards."""


@register_pass("sdy-explicit-gather-scatter-batching")
class ExplicitGatherScatterBatching(FunctionPass):
    """Makes implicit batch dimensions of gathers and scatters explicit.

    Dimension 0 is an implicit batch dimension if a component of the indices is an iota along it. That component is
    dropped, and dimension 0 of operand and indices are batching dimensions, along which shardings are propagated. As
    in `-canonicalize` dead operations are erased, and constants merged.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        rewrite_greedily(
            function, PATTERNS, rewriter, GreedyOptions(top_down=False, region_simplification="aggressive")
        )
        if rewriter.is_explaining:
            for op in walk(function):
                if op.definition in DIMENSION_NUMBERS:
                    obstacle = implicit_batch(op)
                    if isinstance(obstacle, BatchingObstacle) and obstacle is not BatchingObstacle.BATCHED:
                        rewriter.report(not_batched, op, obstacle)


def make_batching_explicit(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes dimension 0 of a gather or scatter a batching dimension, if it is one implicitly."""
    component = implicit_batch(op)
    if isinstance(component, BatchingObstacle):
        return False
    rewriter.report(explain_batched, op, component)
    operands = list(op.operands)
    operands[len(operands) // 2] = without_component(op, component, rewriter)
    regions = [rewriter.take_region(op, index) for index in range(len(op.regions))]
    signature = batched_signature(op.signature, tuple([operand.type for operand in operands]))
    new = rewriter.create_with(InsertionPoint.before_op(op), signature, operands, op.location, regions)
    for new_result, result in zip(new.results, op.results, strict=True):
        rewriter.renames(new_result, result)
    rewriter.replace(op, new.results)
    return True


PATTERNS = PatternSet([Pattern(root, "ExplicitBatchingPattern", make_batching_explicit) for root in DIMENSION_NUMBERS])


@remembered
def batched_signature(signature: Signature, operand_types: tuple[Type, ...]) -> Signature:
    """Returns the signature of a gather or scatter of these types with dimension 0 as its batching dimension."""
    name = DIMENSION_NUMBERS[signature.definition]
    properties = signature.properties.with_entry(name, batched(signature.properties[name]))
    for flag in FLAGS[signature.definition]:
        if flag not in properties:
            properties = properties.with_entry(flag, FALSE)
    return signature.with_properties(properties).with_operand_types(operand_types)


def without_component(op: Operation, component: int, rewriter: PatternRewriter) -> Value:
    """Returns the indices of a gather or scatter without one of their components: a new value, or one it came from."""
    indices = indices_of(op)
    dimension = IndexedDimensions.of(op.properties[DIMENSION_NUMBERS[op.definition]]).index_vector_dim
    size = cast(RankedTensorType, indices.type).shape[dimension]
    concatenation = concatenation_along(indices, dimension)
    if concatenation is not None and len(concatenation.operands) == size:
        parts = [part for number, part in enumerate(concatenation.operands) if number != component]
    else:
        ranges = ((0, component), (component + 1, size))
        parts = [slice_of(indices, dimension, *each, op, rewriter) for each in ranges if each[0] < each[1]]
    if len(parts) == 1:
        return parts[0]
    properties = {"dimension": IntegerAttr(dimension, I64)}
    type = resized(indices.type, dimension, size - 1)
    return rewriter.create_before(op, CONCATENATE, parts, [type], properties, location=op.location).result


def slice_of(value: Value, dimension: int, start: int, limit: int, op: Operation, rewriter: PatternRewriter) -> Value:
    """Returns a new slice of `value`, before `op`, from `start` to `limit` along a dimension."""
    shape = cast(RankedTensorType, value.type).shape
    starts, limits = [0] * len(shape), [UNKNOWN if size == DYNAMIC else size for size in shape]
    starts[dimension], limits[dimension] = start, limit
    properties = {
        "limit_indices": DenseArrayAttr(I64, tuple(limits)),
        "start_indices": DenseArrayAttr(I64, tuple(starts)),
        "strides": DenseArrayAttr(I64, (1,) * len(shape)),
    }
    type = resized(value.type, dimension, limit - start)
    return rewriter.create_before(op, SLICE, [value], [type], properties, location=op.location).result


def resized(type: Type, dimension: int, size: int) -> RankedTensorType:
    """Returns the type of a tensor with another size of a dimension, without its encoding, which inference keeps."""
    assert isinstance(type, RankedTensorType)
    shape = (*type.shape[:dimension], size, *type.shape[dimension + 1 :])
    return RankedTensorType(shape, type.element_type)


def explain_batched(op: Operation, component: int) -> Explanation:
    """Dimension 0 of a gather or scatter becomes a batching dimension."""
    text = "dimension 0 of {operand} becomes a batching dimension: component {component} of {indices} counts along it"
    operand, indices = indexed_operand(op), indices_of(op)
    return explained("batched", text, op, operand=operand, indices=indices, component=component)


def not_batched(op: Operation, obstacle: BatchingObstacle) -> Explanation:
    """Dimension 0 of a gather or scatter does not become a batching dimension."""
    text = f"{{op}} has no batching dimension: {obstacle.value}"
    operand, indices = indexed_operand(op), indices_of(op)
    return explained("not-batched", text, op, op=op, operand=operand, indices=indices)
