"""-sdy-explicit-gather-scatter-batching."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.dialects.stablehlo.attributes import GatherDimensionNumbers, ScatterDimensionNumbers
from sdyopt.dialects.stablehlo.ops.elementwise import CLAMP, SELECT
from sdyopt.dialects.stablehlo.ops.shapes import BROADCAST_IN_DIM, CONCATENATE, GATHER, IOTA, RESHAPE, SCATTER, SLICE
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Attribute, Type, checked, remembered
from sdyopt.ir.attributes import DYNAMIC, FALSE, IntegerAttr, RankedTensorType, ShapedType, i64, i64_array
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.greedy import GreedyOptions, rewrite_greedily
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.patterns import Pattern, PatternRewriter, PatternSet
from sdyopt.rewriting.rewriter import Rewriter

# Implicit batch dimensions of gathers and scatters: a component of the indices that only counts along dimension 0.

DIMENSION_NUMBERS: Mapping[OpDefinition, str] = {GATHER: "dimension_numbers", SCATTER: "scatter_dimension_numbers"}
"""The property with the dimension numbers of each of the two operations."""


class IndexedDimensions(NamedTuple):
    """The dimensions of the operand that the indices of a gather or scatter are for."""

    index_map: tuple[int, ...]
    """The dimension of the operand that each component of an index vector is for."""
    collapsed: tuple[int, ...]
    """The dimensions of the operand that slices do not have."""
    batching: tuple[int, ...]
    """The dimensions of the operand that are batch dimensions already."""
    index_vector_dim: int

    @classmethod
    def of(cls, numbers: Attribute) -> IndexedDimensions:
        """Returns that of the dimension numbers of a gather or scatter."""
        if isinstance(numbers, GatherDimensionNumbers):
            dims, collapsed, batching = (
                numbers.start_index_map,
                numbers.collapsed_slice_dims,
                numbers.operand_batching_dims,
            )
        else:
            assert isinstance(numbers, ScatterDimensionNumbers)
            dims = numbers.scatter_dims_to_operand_dims
            collapsed, batching = numbers.inserted_window_dims, numbers.input_batching_dims
        return cls(dims, collapsed, batching, numbers.index_vector_dim)


def batched(numbers: Attribute) -> Attribute:
    """Returns dimension numbers whose dimensions 0 are batching dimensions, and no longer indexed."""
    indexing = IndexedDimensions.of(numbers)
    index_map = tuple([dim for dim in indexing.index_map if dim])
    collapsed = tuple([dim for dim in indexing.collapsed if dim])
    if isinstance(numbers, GatherDimensionNumbers):
        return GatherDimensionNumbers(numbers.offset_dims, collapsed, (0,), (0,), index_map, indexing.index_vector_dim)
    windows = checked(ScatterDimensionNumbers, numbers).update_window_dims
    return ScatterDimensionNumbers(windows, collapsed, (0,), (0,), index_map, indexing.index_vector_dim)


_BATCHED = "{operand} has batching dimensions already"


def implicit_batch(op: Operation) -> int | str:
    """Returns the component of the indices of a gather or scatter that counts along dimension 0, or why there is none.

    Of a scatter with several inputs only the first is looked at.
    """
    operand, indices = indexed_operand(op), indices_of(op)
    indexing = IndexedDimensions.of(op.properties[DIMENSION_NUMBERS[op.definition]])
    operand_sizes, index_sizes = _sizes(operand), _sizes(indices)
    if indexing.batching:
        return _BATCHED
    if not operand_sizes or not index_sizes:
        return "{operand} or {indices} has no dimensions"
    vector = indexing.index_vector_dim
    if vector >= len(index_sizes) or index_sizes[vector] <= 1:
        return "the index vectors of {indices} have one component"
    if operand_sizes[0] != index_sizes[0]:
        return "dimension 0 has another size in {operand} than in {indices}"
    if 0 not in indexing.index_map:
        return "no component of {indices} is for dimension 0 of {operand}"
    component = indexing.index_map.index(0)
    if not counts_along_first_dimension(indices, vector, component):
        return "the component of {indices} for dimension 0 of {operand} is not an iota along dimension 0"
    if 0 not in indexing.collapsed:
        return "the slices of {operand} have its dimension 0"
    return component


def indexed_operand(op: Operation) -> Value:
    """Returns the operand of a gather, the first input of a scatter."""
    return op.operands[0]


def indices_of(op: Operation) -> Value:
    """Returns the indices of a gather or scatter."""
    return op.operands[len(op.operands) // 2]


def counts_along_first_dimension(indices: Value, vector_dim: int, component: int) -> bool:
    """Whether a component of the index vectors is an iota along dimension 0, as far as can be seen.

    The indices may be a concatenation of components; then only the one at this place is looked at. Otherwise, and
    through operations that rearrange or limit an iota, nothing checks that it counts along dimension 0 still.
    """
    if (concatenation := concatenation_along(indices, vector_dim)) is not None:
        if component >= len(concatenation.operands):
            return False
        indices = concatenation.operands[component]
    elif indices.defined_by(CONCATENATE) is not None:
        return False
    iota = _source(indices)
    return iota is not None and _integer(iota, "iota_dimension") == 0


def concatenation_along(value: Value, dimension: int) -> Operation | None:
    """Returns the concatenation along a dimension that defines `value`, if there is one."""
    if value.defined_by(CONCATENATE) is None:
        return None
    op = checked(OpResult, value).owner
    return op if _integer(op, "dimension") == dimension else None


def _source(value: Value) -> Operation | None:
    """Returns the iota from which `value` comes, through what rearranges or limits it."""
    passed: set[Value] = set()
    while isinstance(value, OpResult) and value not in passed:
        passed.add(value)
        op = value.owner
        definition = op.definition
        if definition is IOTA:
            return op
        if definition is RESHAPE or definition is BROADCAST_IN_DIM:
            value = op.operands[0]
        elif definition is CLAMP:
            value = op.operands[1]
        elif definition is SELECT:
            value = op.operands[2 if op.operands[2].defined_by(IOTA) is not None else 1]
        else:
            return None
    return None


def _integer(op: Operation, name: str) -> int:
    return op.properties.find(IntegerAttr, name).value


def _sizes(value: Value) -> tuple[int, ...]:
    """Returns the sizes of the dimensions; none of an unranked tensor."""
    type = value.type
    return (type.dimensions or ()) if isinstance(type, ShapedType) else ()


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
                    if isinstance(obstacle, str) and obstacle != _BATCHED:
                        text = f"{{op}} has no batching dimension: {obstacle}"
                        rewriter.tell(
                            "not-batched", text, op, op=op, operand=indexed_operand(op), indices=indices_of(op)
                        )


def make_batching_explicit(op: Operation, rewriter: PatternRewriter) -> bool:
    """Makes dimension 0 of a gather or scatter a batching dimension, if it is one implicitly."""
    if isinstance(component := implicit_batch(op), str):
        return False
    text = "dimension 0 of {operand} becomes a batching dimension: component {component} of {indices} counts along it"
    operand, indices = indexed_operand(op), indices_of(op)
    rewriter.tell("batched", text, op, operand=operand, indices=indices, component=component)
    operands = list(op.operands)
    operands[len(operands) // 2] = without_component(op, component, rewriter)
    regions = [rewriter.take_region(op, index) for index in range(len(op.regions))]
    signature = batched_signature(op.signature, tuple([operand.type for operand in operands]))
    new = rewriter.create_with(InsertionPoint.before_op(op), signature, operands, op.location, regions)
    rewriter.replace_renaming(op, new.results)
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
    size = checked(RankedTensorType, indices.type).shape[dimension]
    concatenation = concatenation_along(indices, dimension)
    if concatenation is not None and len(concatenation.operands) == size:
        parts = [part for number, part in enumerate(concatenation.operands) if number != component]
    else:
        ranges = ((0, component), (component + 1, size))
        parts = [slice_of(indices, dimension, *each, op, rewriter) for each in ranges if each[0] < each[1]]
    if len(parts) == 1:
        return parts[0]
    properties = {"dimension": i64(dimension)}
    type = resized(indices.type, dimension, size - 1)
    return rewriter.create_before(op, CONCATENATE, parts, [type], properties, location=op.location).result


def slice_of(value: Value, dimension: int, start: int, limit: int, op: Operation, rewriter: PatternRewriter) -> Value:
    """Returns a new slice of `value`, before `op`, from `start` to `limit` along a dimension."""
    shape = checked(RankedTensorType, value.type).shape
    starts, limits = [0] * len(shape), [UNKNOWN if size == DYNAMIC else size for size in shape]
    starts[dimension], limits[dimension] = start, limit
    properties = {
        "limit_indices": i64_array(limits),
        "start_indices": i64_array(starts),
        "strides": i64_array((1,) * len(shape)),
    }
    type = resized(value.type, dimension, limit - start)
    return rewriter.create_before(op, SLICE, [value], [type], properties, location=op.location).result


def resized(type: Type, dimension: int, size: int) -> RankedTensorType:
    """Returns the type of a tensor with another size of a dimension, without its encoding, which inference keeps."""
    tensor = checked(RankedTensorType, type)
    shape = (*tensor.shape[:dimension], size, *tensor.shape[dimension + 1 :])
    return RankedTensorType(shape, tensor.element_type)
