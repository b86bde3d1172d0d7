"""Checks of CHLO's operations beyond their declarations: shapes that can be broadcast, dimensions that go together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.dialects.stablehlo.verification.linear_algebra import check_precision_config, check_result_shape, dot_shape
from sdyopt.dialects.stablehlo.verification.reading import (
    UNKNOWN,
    Shape,
    are_compatible,
    bounds,
    check_distinct,
    elements_are_compatible,
    fail,
    fail_if,
    fail_inference,
    fail_inference_if,
    fail_naming,
    fail_naming_if,
    infers_compatible,
    integer,
    integers,
    listed_sizes,
    most_specific,
    printed_size,
    returned_types,
    same_shapes,
    shapes_fit,
    sizes_fit,
    with_bounds,
)
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.attributes import DYNAMIC, BoolAttr, ComplexType, IntegerType, RankedTensorType, UnrankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value

if TYPE_CHECKING:
    from sdyopt.dialects.chlo.ops import RaggedDotDimensionNumbers
from sdyopt.mlir.diagnostics import CompilationError, error
from sdyopt.mlir.verify.verification import IncompatibleResults, Verification, quoted, with_element
from sdyopt.mlir.verify.verification import element_or_self as element
from sdyopt.mlir.write.attributes import text_of

_I32 = IntegerType(32)
_BOOL = IntegerType(1)


# Elementwise operations.


@infers_compatible
def infers_most_specific_type(op: Operation) -> Sequence[Type]:
    """The result has all the sizes that any operand has."""
    return _most_specific(op, element(op.signature.operand_types[0]))


@infers_compatible
def infers_predicate(op: Operation) -> Sequence[Type]:
    """The result has the shape of the operand, and is true or false for each element."""
    return _most_specific(op, _BOOL)


def _most_specific(op: Operation, element: Type) -> Sequence[Type]:
    return [with_element(most_specific(op.signature.operand_types, partial(fail_inference, op)), element)]


# Broadcasts.


@infers_compatible
def broadcast(op: Operation) -> Sequence[Type]:
    """The result has the shape that both operands can be broadcast to, and their elements."""
    return _broadcast_type(op, element(op.signature.operand_types[0]))


@infers_compatible
def broadcast_compare(op: Operation) -> Sequence[Type]:
    """As `broadcast`; the result is true or false for each element."""
    return _broadcast_type(op, _BOOL)


@infers_compatible
def broadcast_complex(op: Operation) -> Sequence[Type]:
    """As `broadcast`; the operands are the parts of the result's elements."""
    return _broadcast_type(op, ComplexType(element(op.signature.operand_types[0])))


def _broadcast_type(op: Operation, result: Type) -> Sequence[Type]:
    lhs, rhs = op.signature.operand_types
    fail_inference_if(op, not elements_are_compatible(element(lhs), element(rhs)), "mismatched operand types")
    inferred: Type | None
    if "broadcast_dimensions" in op.properties:
        inferred = _broadcast_along(lhs, rhs, integers(op, "broadcast_dimensions"), result)
    else:
        inferred = _broadcast([lhs, rhs], result)
        if inferred is None and isinstance(lhs, RankedTensorType) and isinstance(rhs, RankedTensorType):
            _check_unrelated(op, lhs, rhs, UnrankedTensorType(result))
    return [inferred or UnrankedTensorType(result)]


def _check_unrelated(op: Operation, lhs: RankedTensorType, rhs: RankedTensorType, inferred: Type) -> None:
    """Nothing is known of the shape where sizes contradict each other; that they do is an error only beside others."""
    if not are_compatible(inferred, op.signature.result_types[0]):
        sizes = zip(reversed(_sizes(lhs)), reversed(_sizes(rhs)), strict=False)
        size, other = next((_most(first), _most(second)) for first, second in sizes if _merged(first, second) is None)
        unrelated = error(f"incompatible shapes for broadcasting {size} and {other}", _location_of(op.operands[1]))
        raise CompilationError([unrelated, *IncompatibleResults(op, [inferred]).diagnostics])


def _location_of(value: Value) -> Location | int:
    return value.owner.location if isinstance(value, OpResult) else value.location  # type: ignore[attr-defined]


def _sizes(type: RankedTensorType) -> list[tuple[int, int | None]]:
    return list(zip(type.shape, bounds(type), strict=True))


def _most(size: tuple[int, int | None]) -> int:
    return printed_size(size[0]) if size[1] is None else size[1]


def broadcast_select(op: Operation, context: Verification) -> None:
    """The result has the shape that all operands can be broadcast to."""
    types = op.signature.operand_types
    fail_inference_if(op, element(types[1]) is not element(types[2]), "mismatched operand types")
    inferred = _broadcast(types, element(types[1]))
    (result,) = op.signature.result_types
    if inferred is not None and isinstance(result, RankedTensorType) and not shapes_fit(inferred.shape, result.shape):
        raise IncompatibleResults(op, [inferred])


def _broadcast(types: Sequence[Type], element: Type) -> RankedTensorType | None:
    """The type that all `types` can be broadcast to, their last dimensions side by side; None if it is not known."""
    found: list[tuple[int, int | None]] = []
    for type in types:
        if not isinstance(type, RankedTensorType):
            return None
        sizes = _sizes(type)
        longer, shorter = (found, sizes) if len(found) >= len(sizes) else (sizes, found)
        kept = len(longer) - len(shorter)
        merged = [_merged(first, second) for first, second in zip(longer[kept:], shorter, strict=True)]
        if None in merged:
            return None
        found = [*longer[:kept], *[size for size in merged if size is not None]]
    shape, limits = tuple([size for size, _ in found]), tuple([limit for _, limit in found])
    return with_bounds(shape, element, limits)


def _merged(first: tuple[int, int | None], second: tuple[int, int | None]) -> tuple[int, int | None] | None:
    """The size and bound of a dimension that two dimensions are broadcast to; None if they cannot be."""
    if first == second or second == (1, None):
        return first
    if first == (1, None):
        return second
    (size, bound), (other, limit) = first, second
    if DYNAMIC not in (size, other):
        return None
    if size == other:
        return (DYNAMIC, None) if None in (bound, limit) else None
    if bound is not None or limit is not None:
        return None
    known = max(size, other)
    return (known if known > 1 else DYNAMIC, None)


def _broadcast_along(lhs: Type, rhs: Type, dimensions: tuple[int, ...], element: Type) -> RankedTensorType | None:
    """The type of a broadcast of the operand with fewer dimensions to these of the other's; None if it is not known."""
    if not isinstance(lhs, RankedTensorType) or not isinstance(rhs, RankedTensorType):
        return None
    larger, smaller = (lhs, rhs) if len(lhs.shape) > len(rhs.shape) else (rhs, lhs)
    if len(dimensions) != len(smaller.shape):
        return None
    shape = list(larger.shape)
    for dimension, size in zip(dimensions, smaller.shape, strict=True):
        if not 0 <= dimension < len(shape):
            return None
        if (merged := _merged((shape[dimension], None), (size, None))) is None:
            return None
        shape[dimension] = merged[0]
    return RankedTensorType(tuple(shape), element)


# Constants, and the largest elements.


@infers_compatible
def constant_like(op: Operation) -> Sequence[Type]:
    """The value is an element of the result, which has the shape of the operand."""
    (operand,), (result,) = op.signature.operand_types, op.signature.result_types
    fail_naming_if(op, not same_shapes((operand, result)), "requires the same shape for all operands and results")
    value: Any = op.properties["value"]
    type = _BOOL if isinstance(value, BoolAttr) else getattr(value, "type", None)
    if type is not element(result):
        fail_naming(op, "value's type doesn't match element return type")
    return [with_element(operand, type)]


@infers_compatible
def top_k(op: Operation) -> Sequence[Type]:
    """The results have `k` elements of the last dimension, and where they stand."""
    (operand,) = op.signature.operand_types
    if isinstance(operand, RankedTensorType):
        fail_inference_if(op, not operand.shape, "operand's rank must be at least 1")
        k = integer(op, "k")
        if k == UNKNOWN:
            k = DYNAMIC
        elif k == DYNAMIC:
            _check_top_none(op, operand)
            return op.signature.result_types
        fail_inference_if(op, DYNAMIC != operand.shape[-1] < k, f"operand's last dimension must be at least {k}")
        operand = with_bounds((*operand.shape[:-1], k), operand.element_type, (*bounds(operand)[:-1], None))
    return [operand, with_element(operand, _I32)]


def _check_top_none(op: Operation, operand: RankedTensorType) -> None:
    """The reference knows a size of -1, which is less than nothing; here that number says that a size is not known."""
    types = [RankedTensorType((*operand.shape[:-1], DYNAMIC), element) for element in (operand.element_type, _I32)]
    results = op.signature.result_types
    if not all(map(are_compatible, types, results)) or any(
        isinstance(result, RankedTensorType) and result.shape[-1] != DYNAMIC for result in results
    ):
        texts = ", ".join(["'" + "-1x".join(text_of(type).rsplit("?x", 1)) + "'" for type in types])
        fail_inference(
            op,
            f"'{op.name}' op inferred type(s) {texts} are incompatible with return type(s) of operation "
            f"{quoted(op.signature.result_types)}",
        )


# Ragged dot products.


def ragged_dot(op: Operation, context: Verification) -> None:
    """A dot product for each group of elements along one dimension of the first operand."""
    check_precision_config(op)
    lhs, rhs, group_sizes = op.signature.operand_types
    if not (isinstance(lhs, RankedTensorType) and isinstance(rhs, RankedTensorType)):
        # The reference reads sizes where there are none, and finds that they do not match.
        fail(op, "contracting dimension sizes must match for lhs/rhs")
    assert isinstance(group_sizes, RankedTensorType)
    numbers = cast("RaggedDotDimensionNumbers", op.properties["ragged_dot_dimension_numbers"])
    dot = DotDimensionNumbers(
        numbers.lhs_batching_dimensions,
        numbers.rhs_batching_dimensions,
        numbers.lhs_contracting_dimensions,
        numbers.rhs_contracting_dimensions,
    )
    shape = dot_shape(op, lhs, rhs, dot)
    ragged = _ragged_dimension(op, numbers, len(lhs.shape))
    batching, contracting = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    _check_group_sizes(op, group_sizes.shape, [lhs.shape[dimension] for dimension in _before(ragged, dot)])
    _check_group_dimensions(op, numbers, ragged not in batching + contracting, len(rhs.shape))
    groups = group_sizes.shape[-1]
    if ragged in contracting:
        shape = (groups, *shape)
    elif ragged not in batching:
        (group,) = numbers.rhs_group_dimensions
        if not sizes_fit(groups, rhs.shape[group]):
            fail(op, f"rhs group dimension is expected to have size={groups}, got {rhs.shape[group]}")
        others = numbers.rhs_batching_dimensions + numbers.rhs_contracting_dimensions
        free = [dimension for dimension in range(len(rhs.shape)) if dimension not in others]
        position = len(shape) - len(free) + free.index(group)
        shape = shape[:position] + shape[position + 1 :]
    check_result_shape(op, shape)


def _ragged_dimension(op: Operation, numbers: RaggedDotDimensionNumbers, rank: int) -> int:
    fail_if(op, len(numbers.lhs_ragged_dimensions) != 1, "There must be exactly one ragged dimension in the lhs.")
    (ragged,) = numbers.lhs_ragged_dimensions
    if not 0 <= ragged < rank:
        fail(op, f"Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, {rank}). got: {ragged}.")
    return ragged


def _check_group_dimensions(op: Operation, numbers: RaggedDotDimensionNumbers, is_grouped: bool, rank: int) -> None:
    groups = numbers.rhs_group_dimensions
    for name in ("rhs_batching_dimensions", "rhs_contracting_dimensions"):
        check_distinct(op, groups + getattr(numbers, name), f"rhs_group_dimensions and {name}")
    for group in groups:
        if not 0 <= group < rank:
            fail(op, f"Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, {rank}). got: {group}.")
    if is_grouped and len(groups) != 1:
        fail(
            op, "There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting."
        )
    if not is_grouped and groups:
        fail(op, "There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.")


def _before(ragged: int, numbers: DotDimensionNumbers) -> Iterable[int]:
    """The dimensions of the first operand that there may be different group sizes for."""
    batching, contracting = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    if ragged in batching:
        return batching[: batching.index(ragged)]
    if ragged in contracting:
        return batching + contracting[: contracting.index(ragged)]
    return (*batching, *[dimension for dimension in range(ragged) if dimension not in batching + contracting])


def _check_group_sizes(op: Operation, sizes: Shape, prefix: list[int]) -> None:
    """There is one list of sizes for all, or one for each place in the dimensions of `prefix`."""
    if len(sizes) == 1:
        return
    fail_if(op, len(sizes) != len(prefix) + 1, f"expected group_sizes to have rank {len(prefix) + 1}, got {len(sizes)}")
    if list(sizes[:-1]) != prefix:
        expected, found = listed_sizes([*prefix, sizes[-1]]), listed_sizes(sizes)
        fail(op, f"group_sizes is expected to have shape [{expected}], got [{found}]")


# Scans.


def scan(op: Operation, context: Verification) -> None:
    """The body takes a part of each input and what is carried; it gives a part of each output and what to carry."""
    input_count, carry_count = _segments(op, "operandSegmentSizes")
    if not input_count and not _segments(op, "resultSegmentSizes")[0]:
        fail_naming(op, "at least one of inputs or outputs must be present")
    operands = op.signature.operand_types
    dimension = integer(op, "dimension")
    size = integer(op, "scan_dim_size", DYNAMIC)
    parts: list[RankedTensorType] = []
    for index, operand in enumerate(operands):
        if not isinstance(operand, RankedTensorType):
            fail_naming(op, f"operand {index} is not ranked")
        if index >= input_count:
            parts.append(operand)
            continue
        fail_naming_if(op, dimension >= len(operand.shape), f"scan dimension of operand {index} is out of bounds")
        if not sizes_fit(size, operand.shape[dimension]):
            fail_naming(op, f"invalid scan dimension size of operand {index}")
        size = operand.shape[dimension] if size == DYNAMIC else size
        shape = operand.shape[:dimension] + operand.shape[dimension + 1 :]
        parts.append(RankedTensorType(shape, operand.element_type, operand.encoding))
    block = op.regions[0].block
    arguments = [argument.type for argument in block.arguments]
    if len(arguments) != len(operands):
        fail_naming(op, f"expects {len(operands)} arguments in the body, but got {len(arguments)}")
    for index, (part, argument) in enumerate(zip(parts, arguments, strict=True)):
        fail_naming_if(op, not are_compatible(part, argument), f"operand and body argument {index} are incompatible")
    returned = returned_types(block)
    if len(returned) < carry_count:
        fail_inference(op, f"ScanOp body must return at least {carry_count} values (carries)")
    _check_scanned(op, returned, len(returned) - carry_count, dimension, size)


def _segments(op: Operation, name: str) -> tuple[int, int]:
    """How many values come first, and how many are carried."""
    sizes: Any = op.properties.get(name)
    first, second = (0, 0) if sizes is None else sizes.values
    return first, second


def _check_scanned(op: Operation, returned: Sequence[Type], count: int, dimension: int, size: int) -> None:
    """The first `count` results are what the body returns, along the scanned dimension; the others are carried."""
    inferred: list[RankedTensorType] = []
    for index, type in enumerate(returned):
        if not isinstance(type, RankedTensorType):
            fail_inference(op, f"terminator operand {index} is not ranked")
        shape = type.shape if index >= count else (*type.shape[:dimension], size, *type.shape[dimension:])
        inferred.append(RankedTensorType(shape, type.element_type))
    results = op.signature.result_types
    if len(inferred) != len(results) or not all(
        shapes_fit(type.shape, result.shape)
        for type, result in zip(inferred, results, strict=True)
        if isinstance(result, RankedTensorType)
    ):
        raise IncompatibleResults(op, inferred)
