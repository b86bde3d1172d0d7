"""Reductions, windows, sorts and maps: what their computations must take and give, and what shape the results have."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.verification.reading import (
    UNKNOWN,
    are_alike,
    attribute_integers,
    bounds,
    check_reducer,
    fail,
    fail_if,
    fail_inference,
    fail_inference_if,
    infers_compatible,
    integer,
    integers,
    listed,
    operand_tensor,
    returned_types,
    shaped,
    shapes_fit,
    with_bounds,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, DenseArrayAttr, DenseElementsAttr, IntegerType, RankedTensorType, ShapedType
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.mlir.verify.verification import element_or_self, quoted, sees_boundary_only

# Windows that slide over tensors: their sizes, strides, paddings and dilations.


class WindowDimension(NamedTuple):
    """A window along one dimension."""

    size: int
    stride: int
    padding: tuple[int, int]
    base_dilation: int
    window_dilation: int

    def steps(self, base: int) -> int:
        """How many places the window has over a dimension of size `base`; DYNAMIC if that is not known."""
        if DYNAMIC in (base, self.size):
            return DYNAMIC
        extent = _as_i64(_dilated(base, self.base_dilation) + sum(self.padding))
        window = _dilated(self.size, self.window_dilation)
        return 0 if extent <= 0 or window > extent else (extent - window) // self.stride + 1


def _dilated(size: int, dilation: int) -> int:
    return _as_i64((size - 1) * dilation + 1) if size else 0


def _as_i64(number: int) -> int:
    """Returns what is left of a number in 64 bits."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def sizes_in(op: Operation, name: str) -> list[int | None]:
    """The sizes that an attribute lists; the least number of 64 bits stands for one that is not known."""
    return [None if size == UNKNOWN else size for size in integers(op, name)]


def paddings(op: Operation) -> list[tuple[int, int]]:
    """The rows of the attribute `padding`, low and high. Fails if it has another shape."""
    if not isinstance(attribute := op.properties.get("padding"), DenseElementsAttr):
        return []
    type = shaped(attribute)
    if len(type.shape) != 2 or type.shape[1] != 2:
        fail(op, f"expects the shape of padding-attribute to be {{N, 2}}, but got {{{listed(type.shape)}}}.")
    numbers = attribute_integers(op, attribute)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


_ATTRIBUTES = {
    "window_strides": "window-strides",
    "lhs_dilation": "base-dilation factors",
    "base_dilations": "base-dilation factors",
    "rhs_dilation": "window-dilation factors",
    "window_dilations": "window-dilation factors",
}


def window(
    op: Operation,
    sizes: Sequence[int | None],
    rows: list[tuple[int, int]],
    strides: str,
    base: str = "",
    inner: str = "",
) -> list[WindowDimension]:
    """The window of these sizes, with the strides and dilations of the attributes named. Fails if they do not fit.

    Sizes that are not known are None. A list that is empty is as if it was not there.
    """
    rank = len(sizes)
    lists: list[tuple[int, ...]] = []
    for name in (strides, base, inner):
        values = integers(op, name)
        if values and len(values) != rank:
            _fail_size(op, _ATTRIBUTES[name], rank, len(values))
        lists.append(values or (1,) * rank)
    if rows and len(rows) != rank:
        _fail_size(op, "padding-entries", rank, len(rows))
    reversal = op.properties.get("window_reversal")
    if isinstance(reversal, DenseArrayAttr) and len(reversal.values) not in (0, rank):
        _fail_size(op, "window-reversal", rank, len(reversal.values))
    found = []
    for index, size in enumerate(sizes):
        stride, base_dilation, window_dilation = [values[index] for values in lists]
        for what, value in (
            ("value", 1 if size is None else size),
            ("stride", stride),
            ("base dilation factor", base_dilation),
            ("window dilation factor", window_dilation),
        ):
            if value <= 0:
                fail(op, f"expects window to have positive {what} for {index}-th window dimension, but got {value}.")
        known = DYNAMIC if size is None else size
        found.append(WindowDimension(known, stride, rows[index] if rows else (0, 0), base_dilation, window_dilation))
    return found


def _fail_size(op: Operation, what: str, expected: int, found: int) -> None:
    fail(op, f"expects {what} to have same dimension-size as size of window dimensions ({expected}), but got: {found}.")


def _inputs_and_init_values(op: Operation) -> tuple[list[RankedTensorType], list[RankedTensorType]]:
    """The types of the operands, of which one half is initial values; the inputs have compatible shapes."""
    count = len(op.operands) // 2
    tensors = [operand_tensor(op, index) for index in range(2 * count)]
    inputs = tensors[:count]
    for index, input in enumerate(inputs[1:], 1):
        fail_if(
            op,
            not shapes_fit(inputs[0].shape, input.shape),
            f"expects all inputs to have compatible shapes. Shape at input-index {index} is not compatible with "
            "shape at input-index 0",
        )
    return inputs, tensors[count:]


@sees_boundary_only
@infers_compatible
def reduce(op: Operation) -> Sequence[Type]:
    """The reduced dimensions are the inputs', none of them twice; the results have the others."""
    inputs, init_values = _inputs_and_init_values(op)
    dimensions = integers(op, "dimensions")
    rank = len(inputs[0].shape) if inputs else 0
    seen = set()
    for dimension in dimensions:
        if not 0 <= dimension < rank:
            fail(op, f"Out-of-bounds dimension {dimension}, expected to be in range [0, {rank})")
        fail_if(op, dimension in seen, f"Duplicate reduction dimension: {dimension}")
        seen.add(dimension)
    kept = [dimension for dimension in range(rank) if dimension not in seen]
    shape = tuple([inputs[0].shape[dimension] for dimension in kept])
    limits = tuple([bounds(inputs[0])[dimension] for dimension in kept])
    returned = check_reducer(op, op.regions[0].block, inputs, init_values, shape)
    return [with_bounds(shape, element, limits) for element in returned]


@sees_boundary_only
@infers_compatible
def reduce_window(op: Operation) -> Sequence[Type]:
    """A window slides over the inputs; each of its places gives one element."""
    inputs, init_values = _inputs_and_init_values(op)
    fail_if(op, not inputs, "requires at least 1 input value")
    rows = paddings(op)
    sizes = sizes_in(op, "window_dimensions")
    rank = len(inputs[0].shape)
    if len(sizes) != rank:
        fail(
            op,
            f"expects window-dimensions size == input rank, but got window-dimensions size: {len(sizes)} and input: "
            f"{quoted(inputs[:1])} with rank = {rank}.",
        )
    dimensions = window(op, sizes, rows, "window_strides", "base_dilations", "window_dilations")
    returned = check_reducer(op, op.regions[0].block, inputs, init_values, tuple([along.size for along in dimensions]))
    types = []
    for input, element in zip(inputs, returned, strict=True):
        shape = tuple([along.steps(size) for along, size in zip(dimensions, input.shape, strict=True)])
        limits = [
            None if bound is None else along.steps(bound)
            for along, bound in zip(dimensions, bounds(input), strict=True)
        ]
        types.append(with_bounds(shape, element, tuple(limits)))
    return types


# Select and scatter.


@sees_boundary_only
@infers_compatible
def select_and_scatter(op: Operation) -> Sequence[Type]:
    """A window selects an element of the operand at each of its places; the source is scattered to these."""
    operand, source, init_value = [operand_tensor(op, index) for index in range(3)]
    select, scatter = op.regions
    _check_selection(op, select.block, RankedTensorType((), operand.element_type))
    element = RankedTensorType((), source.element_type)
    (returned,) = check_reducer(op, scatter.block, [element], [init_value], ())
    rank = len(operand.shape)
    sizes = sizes_in(op, "window_dimensions")
    if len(sizes) != rank:
        fail(
            op,
            f"expects window-dimensions size == operand rank, but got window-dimensions size: {len(sizes)} and "
            f"operand-type: {quoted([operand])} with rank = {rank}.",
        )
    dimensions = window(op, sizes, paddings(op), "window_strides")
    shape = tuple([along.steps(size) for along, size in zip(dimensions, operand.shape, strict=True)])
    windowed = RankedTensorType(shape, operand.element_type)
    if not are_alike(windowed, source, ignore_precision=True):
        fail(op, f"expects source-type to be {quoted([windowed])}, but got{quoted([source])}")
    return [operand.replace(element_type=returned)]


def _check_selection(op: Operation, block: Block, element: RankedTensorType) -> None:
    arguments = [argument.type for argument in block.arguments]
    fail_if(op, len(arguments) != 2, f"expects the select-region to take 2 parameters, but takes {len(arguments)}")
    for index, argument in enumerate(arguments):
        if not are_alike(argument, element, ignore_precision=True):
            fail(
                op,
                f"expects the type of select-region's parameter at index {index} to be {quoted([element])}, but got "
                f"{quoted([argument])}",
            )
    returned = returned_types(block)
    fail_if(op, len(returned) != 1, f"expects select-region to return single value, but got: {len(returned)}")
    if not _is_predicate(returned[0]):
        fail(op, f"expects the return-type of select-region to be tensor<i1>, but got: {quoted(returned)}")


def _is_predicate(type: Type) -> bool:
    """Whether values are booleans, of no dimensions if that is known."""
    return isinstance(type, ShapedType) and not type.dimensions and element_or_self(type) is IntegerType(1)


# Sorts and maps.


@sees_boundary_only
@infers_compatible
def sort(op: Operation) -> Sequence[Type]:
    """Operands of the same shape are sorted along a dimension, together."""
    operands = [operand_tensor(op, index) for index in range(len(op.operands))]
    dimension, rank = integer(op, "dimension", -1), len(operands[0].shape)
    if not -rank <= dimension < rank:
        fail(op, f"dimension attribute value must be in range [-{rank}, {rank}), but found {dimension}")
    block = op.regions[0].block
    arguments = [argument.type for argument in block.arguments]
    fail_if(op, len(arguments) != 2 * len(operands), f"comparator block should have {2 * len(operands)} arguments")
    for index, argument in enumerate(arguments):
        element = RankedTensorType((), operands[index // 2].element_type)
        if argument is not element:
            fail(
                op,
                f"comparator block argument #{index} should be of type {quoted([element])} but got "
                f"{quoted([argument])}",
            )
    returned = returned_types(block)
    fail_if(op, len(returned) != 1, f"comparator must return single output but got {len(returned)}")
    if not _is_predicate(returned[0]):
        fail(op, f"comparator must return tensor<i1> but got {quoted(returned)}")
    return operands


@sees_boundary_only
@infers_compatible
def map(op: Operation) -> Sequence[Type]:
    """A computation on one element of each operand; it is applied along all dimensions."""
    operands = [operand_tensor(op, index) for index in range(len(op.operands))]
    block = op.regions[0].block
    arguments = [argument.type for argument in block.arguments]
    fail_inference_if(
        op,
        len(arguments) != len(operands),
        "expects number of operands to match the arity of map computation, but got: "
        f"{len(operands)} and {len(arguments)}",
    )
    for index, (argument, operand) in enumerate(zip(arguments, operands, strict=True)):
        if not isinstance(argument, ShapedType) or argument.dimensions != ():
            fail_inference(
                op, f"computation arguments must be 0-rank tensor, but got: arg #{index} of type {quoted([argument])}"
            )
        if element_or_self(argument) is not operand.element_type:
            fail_inference(
                op,
                "element type of operands and computation arguments must match, but got: "
                f"{quoted([operand.element_type])} and {quoted([element_or_self(argument)])}",
            )
    returned = returned_types(block)
    fail_inference_if(op, len(returned) != 1, f"computation must return single output, but got: {len(returned)}")
    (result,) = returned
    if not isinstance(result, ShapedType) or result.dimensions != ():
        fail_inference(op, f"computation must return 0-rank tensor, but got: {quoted(returned)}")
    dimensions = integers(op, "dimensions")
    if dimensions != tuple(range(len(dimensions))):
        fail_inference(op, f"requires monotonically increasing dimension numbers, but got: {listed(dimensions)}")
    for operand in operands:
        fail_inference_if(
            op,
            len(dimensions) != len(operand.shape),
            "applied to a subset of dimensions currently not supported: operand dimensions = "
            f"{len(operand.shape)}, requested map dimensions size = {len(dimensions)}",
        )
    return [RankedTensorType(operands[0].shape, element_or_self(result))]
