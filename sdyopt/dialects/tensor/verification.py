"""Checks of operations of the tensor dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from operator import is_
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import DYNAMIC, ArrayAttr, DenseArrayAttr, IndexType, IntegerAttr, RankedTensorType, i64_array
from sdyopt.ir.operation import Operation
from sdyopt.mlir.formats.state import Directive, FormatError, OperationState, ValueUse, Writer
from sdyopt.mlir.literals.numbers import bit_width
from sdyopt.mlir.read.tokens import Failed
from sdyopt.mlir.verify.checks import after_regions, are_compatible_shapes
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


# Verifiers of operations that make tensors, or give them other types.


def cast(op: Operation, context: Verification) -> None:
    """Both tensors have the same elements, and may have the same shape."""
    _check_conversion(op, context, is_)


def bitcast(op: Operation, context: Verification) -> None:
    """The elements of both tensors have the same width, and both may have the same shape."""
    _check_conversion(op, context, lambda source, result: bit_width(source) == bit_width(result))


def _check_conversion(op: Operation, context: Verification, fits: Callable[[Type, Type], bool]) -> None:
    (source,), (result,) = op.signature.operand_types, op.signature.result_types
    if not (fits(_element(source), _element(result)) and are_compatible_shapes(source, result)):
        message = f"operand type '{text_of(source)}' and result type '{text_of(result)}' are cast incompatible"
        context.error(op, message)


def _element(type: Type) -> Type:
    element: Type = type.element_type  # type: ignore[attr-defined]
    return element


def dynamic_sizes(op: Operation, context: Verification) -> None:
    """There is an operand for each size of the result that is not known."""
    check_dynamic_sizes(op, len(op.operands), context)


def check_dynamic_sizes(op: Operation, count: int, context: Verification) -> None:
    """Reports another number of sizes than there are dynamic dimensions in the result."""
    expected = checked(RankedTensorType, op.signature.result_types[0]).shape.count(DYNAMIC)
    context.error_if(op, count != expected, f"incorrect number of dynamic sizes, has {count}, expected {expected}")


@after_regions
def generate(op: Operation, context: Verification) -> None:
    """The body has an index for each dimension, and gives an element."""
    type = checked(RankedTensorType, op.signature.result_types[0])
    block = op.regions[0].blocks[0]
    if len(block.arguments) != len(type.shape):
        context.plain_error(op.location, "must have one body argument per input dimension")
    if not all(isinstance(argument.type, IndexType) for argument in block.arguments):
        context.plain_error(op.location, "all body arguments must be index")
    last = block.terminator
    if not last.operands or last.operands[0].type is not type.element_type:
        context.error(op, "body must be terminated with a `yield` operation of the tensor element type")


def reshape(op: Operation, context: Verification) -> None:
    """The result has the same number of the same elements, and one dimension for each element of the shape."""
    (source, shape), (result,) = op.signature.operand_types, op.signature.result_types
    assert isinstance(shape, RankedTensorType)
    if _element(source) is not _element(result):
        context.error(op, "element types of source and destination tensor types should be the same")
    if not isinstance(result, RankedTensorType):
        return
    static = [type.shape for type in (source, result) if isinstance(type, RankedTensorType) and type.has_static_shape]
    if len({prod(shape) for shape in static}) > 1:
        context.error(op, "source and destination tensor should have the same number of elements")
    (length,) = shape.shape
    if length == DYNAMIC:
        message = "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type"
        context.error(op, message)
    context.error_if(op, length != len(result.shape), "length of shape operand differs from the result's tensor rank")


def concat(op: Operation, context: Verification) -> None:
    """The inputs have the result's rank and elements, and the same sizes in the other dimensions."""
    inputs: Any = op.signature.operand_types
    result: Any = op.signature.result_types[0]
    attribute = op.properties.find(IntegerAttr, "dim")
    context.error_if(op, not inputs, "requires at least one input")
    rank, dim = len(result.shape), attribute.value
    if any(len(type.shape) != rank for type in inputs):
        context.error(op, "rank of concatenated inputs must match result rank")
    if any(type.element_type is not result.element_type for type in inputs):
        context.error(op, "inputs and result element type must match")
    context.error_if(op, not 0 <= dim < rank, "concatenation dim must be less than the tensor rank")
    sizes = []
    for index in range(rank):
        known = [type.shape[index] for type in inputs]
        static = {size for size in known if size != DYNAMIC}
        if index == dim:
            sizes.append(DYNAMIC if DYNAMIC in known else sum(known))
        elif len(static) > 1:
            context.error(op, f"static concatenation size mismatch along non-concatenated dimension {index}")
        else:
            sizes.append(static.pop() if static else DYNAMIC)
    inferred = RankedTensorType(tuple(sizes), result.element_type)
    if not are_compatible_shapes(inferred, result):
        message = f"result type '{text_of(result)}'does not match inferred shape '{text_of(inferred)}' static sizes"
        context.error(op, message)


# Operations on elements that indices give: the types that their formats leave out, and their verifiers.


def infer_extract(state: OperationState) -> None:
    """The result is an element."""
    state.types["result"] = [_indexed_element(state, "tensor")]


def infer_insert(state: OperationState) -> None:
    """The scalar is an element, and the result like the tensor."""
    state.types["scalar"] = [_indexed_element(state, "dest")]
    state.types["result"] = state.types["dest"]


def infer_splat(state: OperationState) -> None:
    """The input is an element."""
    state.types["input"] = [_indexed_element(state, "aggregate")]


def infer_from_elements(state: OperationState) -> None:
    """There is an operand for each element."""
    (result,) = state.types["result"]
    assert isinstance(result, RankedTensorType)
    if not result.has_static_shape:
        message = f"'result' must be statically shaped tensor of any non-token type values, but got '{text_of(result)}'"
        raise FormatError(message, state.offset)
    count, uses = prod(result.shape), state.uses["elements"]
    if count != len(uses):
        message = f"number of operands and types do not match: got {len(uses)} operands and {count} types"
        raise FormatError(message, state.place_of("elements"))
    state.types["elements"] = [result.element_type] * count


def _indexed_element(state: OperationState, name: str) -> Type:
    (tensor,) = state.types[name]
    assert isinstance(tensor, RankedTensorType)
    return tensor.element_type


def extract(op: Operation, context: Verification) -> None:
    """The result is an element, and there is an index for each dimension."""
    tensor: Any = op.signature.operand_types[0]
    if op.signature.result_types[0] is not tensor.element_type:
        context.error(op, "failed to verify that result type matches element type of tensor")
    context.error_if(op, len(op.operands) - 1 != len(tensor.shape), "incorrect number of indices for extract_element")


def insert(op: Operation, context: Verification) -> None:
    """The scalar is an element, the result like the tensor, and there is an index for each dimension."""
    scalar, dest = op.signature.operand_types[:2]
    assert isinstance(dest, RankedTensorType)
    if op.signature.result_types[0] is not dest:
        context.error(op, "failed to verify that result type matches type of dest")
    if scalar is not dest.element_type:
        context.error(op, "failed to verify that scalar type matches element type of dest")
    context.error_if(op, len(op.operands) - 2 != len(dest.shape), "incorrect number of indices")


def splat(op: Operation, context: Verification) -> None:
    """The input is an element, and there is an operand for each size that is not known."""
    result: Any = op.signature.result_types[0]
    if op.signature.operand_types[0] is not result.element_type:
        context.error(op, "failed to verify that operand type matches element type of result")
    check_dynamic_sizes(op, len(op.operands) - 1, context)


def from_elements(op: Operation, context: Verification) -> None:
    """There is an operand for each element."""
    result: Any = op.signature.result_types[0]
    if op.signature.operand_types != (result.element_type,) * prod(result.shape):
        context.error(op, "failed to verify that operand types match result element type")


def gather(op: Operation, context: Verification) -> None:
    """The dimensions are increasing, and the result has those of the indices and the slices."""
    source, indices = op.signature.operand_types
    _check_parts(op, "gather", "source", source, indices, "result", op.signature.result_types[0], context)


def scatter(op: Operation, context: Verification) -> None:
    """The dimensions are increasing, and the source has those of the indices and the slices."""
    source, dest, indices = op.signature.operand_types
    _check_parts(op, "scatter", "dest", dest, indices, "source", source, context)


def _check_parts(
    op: Operation, verb: str, whole_name: str, whole: Any, indices: Any, name: str, parts: Any, context: Verification
) -> None:
    """Reports dimensions that are not in `whole`, and another type of its `parts` than follows from them."""
    dims = _numbers(op, f"{verb}_dims")
    rank = len(whole.shape)
    label = f"{verb}_dims"
    context.error_if(op, not dims, f"{label} must be non-empty")
    context.error_if(op, len(dims) > rank, f"{label} overflow {whole_name} rank")
    context.error_if(op, any(dim < 0 for dim in dims), f"{label} value must be non-negative")
    context.error_if(op, any(dim >= rank for dim in dims), f"{label} value must be smaller than {whole_name} rank")
    if any(dim >= following for dim, following in pairwise(dims)):
        context.error(op, f"{label} values must be strictly increasing")
    if not indices.shape or indices.shape[-1] != len(dims):
        context.error(op, f"{label} length must match the size of last dimension of indices")
    context.error_if(op, verb == "scatter" and "unique" not in op.properties, "requires 'unique' attribute to be set")
    outer = indices.shape[:-1]
    full = tuple([1 if dim in dims else size for dim, size in enumerate(whole.shape)])
    reduced = tuple([size for dim, size in enumerate(whole.shape) if dim not in dims])
    expected = [RankedTensorType(outer + inner, whole.element_type) for inner in (full, reduced)]
    if parts not in expected:
        message = f"{name} type mismatch: expected '{text_of(expected[0])}' or its rank-reduced variant "
        context.error(op, f"{message}'{text_of(expected[1])}' (got: '{text_of(parts)}')")


# Lists of numbers and values: `[0, %a, 4]`.

DYNAMIC_INDEX = -(1 << 63)
"""The placeholder of a value in the attribute that holds the numbers."""

_INDEX = IndexType()


class DynamicIndexList(Directive):
    """Numbers, which an attribute holds, and values, which are operands."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        operands, numbers = names
        uses: list[ValueUse] = []
        static: list[int] = []
        try:
            parser.parse_list("[", "]", " in dynamic index list", lambda: cls._parse_index(parser, uses, static))
        except Failed:
            raise parser.say("expected SSA value or integer", state.offset) from None
        state.uses[operands], state.types[operands] = uses, [_INDEX] * len(uses)
        state.properties[numbers] = i64_array(static)

    @staticmethod
    def _parse_index(parser: Parser, uses: list[ValueUse], static: list[int]) -> None:
        """Reads a value or a number; brackets around a number mean nothing here, and no message misses the second."""
        if parser.kind == "VALUE":
            uses.append(parser.parse_operand())
            static.append(DYNAMIC_INDEX)
            return
        is_scalable = parser.consume_if("[")
        static.append(parser.parse_integer())
        if is_scalable and not parser.consume_if("]"):
            raise Failed

    @classmethod
    def write(cls, writer: Writer, op: Operation, operands: str, numbers: str) -> None:
        given = op.properties.find(DenseArrayAttr, numbers)
        start, stop = op.definition.operand_range(op, operands)
        writer.text("[")
        for position, number in enumerate(given.values):
            writer.text(", " if position else "")
            if number == DYNAMIC_INDEX and start < stop:
                writer.operand(start)
                start += 1
            else:
                writer.text("<<NULL VALUE>>" if number == DYNAMIC_INDEX else str(number))
        writer.text("]")


# Verifiers of operations that make one dimension of several, or several of one.

_UNSIGNED = 1 << 32
"""MLIR counts dimensions in 32 bits."""


def collapse_shape(op: Operation, context: Verification) -> None:
    """The result has a dimension for each group of dimensions of the source."""
    _check_groups(op, op.signature.operand_types[0], op.signature.result_types[0], context)


def expand_shape(op: Operation, context: Verification) -> None:
    """The source has a dimension for each group of dimensions of the result, which are as the output shape says."""
    source: Any = op.signature.operand_types[0]
    result: Any = op.signature.result_types[0]
    shape = _numbers(op, "static_output_shape")
    if len(shape) != len(result.shape):
        message = f"expected number of static shape dims to be equal to the output rank ({len(result.shape)}) but found"
        context.error(op, f"{message} {len(shape)} inputs instead")
    given, dynamic = len(op.operands) - 1, shape.count(DYNAMIC_INDEX)
    if given != dynamic:
        message = f"static_output_shape has {dynamic} dynamic dims while output_shape has {given} values"
        context.error(op, f"mismatch in dynamic dims in output_shape and static_output_shape: {message}")
    check_dynamic_sizes(op, given, context)
    for position, (size, wanted) in enumerate(zip(shape, result.shape, strict=True)):
        context.error_if(op, wanted not in (DYNAMIC, size), f"invalid output shape provided at pos {position}")
    _check_groups(op, result, source, context)


def _check_groups(op: Operation, expanded: Any, collapsed: Any, context: Verification) -> None:
    """Reports groups that do not make `collapsed` of `expanded`."""
    reassociation = op.properties.find(ArrayAttr, "reassociation")
    groups = [[number.value for number in group.of(IntegerAttr)] for group in reassociation.of(ArrayAttr)]
    rank = len(expanded.shape)
    if rank < len(collapsed.shape):
        message = f"expected the expanded type, '{text_of(expanded)}' to have a higher (or same) rank than the"
        context.error(op, f"{message} collapsed type, '{text_of(collapsed)}'.")
    if len(groups) != len(collapsed.shape):
        message = f"expected collapsed rank ({len(collapsed.shape)}) to equal the number of reassociation maps"
        context.error(op, f"{message} ({len(groups)}).")
    dims = [dim for group in groups for dim in group]
    count = (max([dim % _UNSIGNED for dim in dims], default=-1) + 1) % _UNSIGNED
    if groups and count != rank:
        message = f"expected reassociation map #0 to have size equal to the expanded rank ({rank}), but it is  {count}."
        context.error(op, message)
    if groups and dims != list(range(rank)):
        context.error(op, f"expected reassociation map #{_invalid(groups)} to be valid and contiguous.")
    for number, (group, size) in enumerate(zip(groups, collapsed.shape, strict=True)):
        sizes = [expanded.shape[dim] for dim in group]
        what = f"expected dimension {number} of collapsed type to be"
        if DYNAMIC in sizes:
            if size != DYNAMIC:
                reason = "since one or more of the corresponding dimensions in the expanded type is dynamic"
                context.error(op, f"{what} dynamic {reason}")
        elif size != prod(sizes):
            context.error(op, f"{what} static value of {prod(sizes)}")
    if not groups and expanded.has_static_shape and prod(expanded.shape) != 1:
        context.error(op, f"number of elements must be preserved: {prod(expanded.shape)} != 1")
    expected = RankedTensorType(collapsed.shape, expanded.element_type)
    if collapsed.element_type is not expanded.element_type:
        context.error(op, f"expected collapsed type to be '{text_of(expected)}', but got '{text_of(collapsed)}'")


def _invalid(groups: list[list[int]]) -> int:
    """Returns the first group that does not go on where the one before ends."""
    following = 0
    for number, group in enumerate(groups):
        if group != list(range(following, following + len(group))):
            return number
        following += len(group)
    return len(groups) - 1


# Verifiers of slices: offsets, sizes and strides, numbers and operands mixed; and of padding.

_LISTS = ("offsets", "sizes", "strides")


def infer_insert_slice(state: OperationState) -> None:
    """The result is like the tensor into which the slice is inserted."""
    state.types["result"] = state.types["dest"]


def extract_slice(op: Operation, context: Verification) -> None:
    """The result is the slice, which is within the source."""
    _check_slice(op, op.signature.operand_types[0], op.signature.result_types[0], context)


def insert_slice(op: Operation, context: Verification) -> None:
    """The source is the slice, which is within the destination."""
    source, dest = op.signature.operand_types[:2]
    if op.signature.result_types[0] is not dest:
        context.error(op, "failed to verify that expected result type to match dest type")
    _check_slice(op, dest, source, context)


def parallel_insert_slice(op: Operation, context: Verification) -> None:
    """The operation is part of a parallel loop, which no dialect here has."""
    source, dest = op.signature.operand_types[:2]
    _check_lists(op, dest, context)
    if (parent := op.parent_op) is not None:
        message = f"expected InParallelOpInterface parent, got:\n{context.describe(parent)}"
        context.plain_error(op.location, message)
    _check_slice(op, dest, source, context)


def _numbers(op: Operation, name: str) -> tuple[int, ...]:
    return op.properties.find(DenseArrayAttr, name).values


def _check_lists(op: Operation, whole: Any, context: Verification) -> None:
    """Reports lists that are not as long as the rank of `whole`, or numbers that cannot be."""
    lists = {name: _numbers(op, f"static_{name}") for name in _LISTS}
    for name in ("sizes", "strides", "offsets"):
        numbers = lists[name]
        given, dynamic = len(op.operands_named(name)), numbers.count(DYNAMIC_INDEX)
        if given != dynamic:
            message = f"expected the number of '{name}' to match the number of dynamic entries in 'static_{name}' "
            context.plain_error(op.location, f"{message}({given} vs {dynamic})")
    offsets, sizes, strides = lists.values()
    for first, second, (numbers, others) in (
        ("offsets", "sizes", (offsets, sizes)),
        ("sizes", "strides", (sizes, strides)),
    ):
        if len(numbers) != len(others):
            message = f"expected mixed {first} rank to match mixed {second} rank ({len(numbers)} vs {len(others)})"
            context.plain_error(op.location, f"{message} so the rank of the result type is well-formed.")
    rank = len(whole.shape)
    context.plain_error_if(op.location, len(offsets) != rank, f"expected {rank} offset values, got {len(offsets)}")
    for name in ("offsets", "sizes"):
        for number in lists[name]:
            if number < 0 and number != DYNAMIC_INDEX:
                context.plain_error(op.location, f"expected {name} to be non-negative, but got {number}")


def _check_slice(op: Operation, whole: Any, part: Any, context: Verification) -> None:
    """Reports a `part` that is not the slice of `whole`, or one that is not within that."""
    _check_lists(op, whole, context)
    offsets, sizes, strides = [_numbers(op, f"static_{name}") for name in _LISTS]
    shape = tuple([DYNAMIC if size == DYNAMIC_INDEX else size for size in sizes])
    expected = RankedTensorType(shape, whole.element_type, whole.encoding)
    if part is not expected:
        if len(part.shape) > len(shape):
            context.plain_error(op.location, "expected rank to be smaller or equal to the other rank. ")
        if not _is_reduced(shape, part.shape):
            message = f"expected type to be '{text_of(expected)}' or a rank-reduced version. (size mismatch) "
            context.plain_error(op.location, message)
        if part.element_type is not whole.element_type:
            context.plain_error(op.location, f"expected element type to be '{text_of(whole.element_type)}'")
    for dim, (limit, offset, size, stride) in enumerate(zip(whole.shape, offsets, sizes, strides, strict=True)):
        if limit == DYNAMIC or offset == DYNAMIC_INDEX:
            continue
        context.plain_error_if(op.location, offset >= limit, f"offset {dim} is out-of-bounds: {offset} >= {limit}")
        if DYNAMIC_INDEX not in (size, stride):
            last = offset + (size - 1) * stride
            if last >= limit:
                message = f"slice along dimension {dim} runs out-of-bounds: {last} >= {limit}"
                context.plain_error(op.location, message)


def _is_reduced(shape: Sequence[int], reduced: Sequence[int]) -> bool:
    """Whether `reduced` is `shape` without some dimensions of size 1, the first possible ones kept."""
    found = 0
    for size in shape:
        if found < len(reduced) and size == reduced[found]:
            found += 1
        elif size != 1:
            return False
    return found == len(reduced)


def pad(op: Operation, context: Verification) -> None:
    """The result has the sizes that follow from what is put around the source."""
    source, result = op.signature.operand_types[0], op.signature.result_types[0]
    assert isinstance(source, RankedTensorType) and isinstance(result, RankedTensorType)
    low, high = _numbers(op, "static_low"), _numbers(op, "static_high")
    rank = len(source.shape)
    if len(low) != rank or len(high) != rank:
        message = f"failed to infer expectedType from sourceType '{text_of(source)}', specified resultType is "
        context.plain_error(op.location, f"{message}'{text_of(result)}'")
    shape = tuple(
        [
            DYNAMIC if size == DYNAMIC or DYNAMIC_INDEX in (before, behind) else before + size + behind
            for size, before, behind in zip(source.shape, low, high, strict=True)
        ]
    )
    if len(result.shape) != rank or any(
        size not in (DYNAMIC, given) for size, given in zip(shape, result.shape, strict=True)
    ):
        inferred = RankedTensorType(shape, source.element_type)
        message = f"specified type '{text_of(result)}' does not match the inferred type '{text_of(inferred)}'"
        context.plain_error(op.location, message)


@after_regions
def pad_region(op: Operation, context: Verification) -> None:
    """The region has an index for each dimension, and gives an element."""
    result: Any = op.signature.result_types[0]
    block = op.regions[0].blocks[0]
    rank = len(result.shape)
    context.plain_error_if(op.location, len(block.arguments) != rank, f"expected the block to have {rank} arguments")
    for number, argument in enumerate(block.arguments, 1):
        if not isinstance(argument.type, IndexType):
            context.error(op, f"expected block argument {number} to be an index")
    if block.terminator.operands[0].type is not result.element_type:
        context.error(op, "expected yield type to match shape element type")
