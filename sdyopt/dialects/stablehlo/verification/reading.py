"""The parts of an operation that checks read: the tensors it takes and gives, its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import NoReturn

from sdyopt.dialects.quant import AnyQuantizedType, QuantizedType, UniformQuantizedType
from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.ir.attribute import Type, checked
from sdyopt.ir.attributes import (
    DYNAMIC,
    ComplexType,
    DenseArrayAttr,
    DenseElementsAttr,
    FloatType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    RankedTensorType,
    ShapedType,
    TupleType,
    VectorType,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, InferenceError, error
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.mlir.literals.numbers import bit_width
from sdyopt.mlir.verify.verification import Infer, Inference, element_or_self, quoted

# Compatibility of types: dynamic sizes fit any size within their bounds.

Shape = tuple[int, ...]


def sizes_fit(first: int, second: int) -> bool:
    return first == second or DYNAMIC in (first, second)


def shapes_fit(first: Shape, second: Shape) -> bool:
    """Whether two shapes may be the same at run time."""
    return first == second or (len(first) == len(second) and all(map(sizes_fit, first, second)))


def same_shapes(types: Iterable[Type]) -> bool:
    """Whether tensors may all have the same shape at run time."""
    shapes = [type.shape for type in types if isinstance(type, RankedTensorType)]
    if shapes.count(shapes[0] if shapes else ()) == len(shapes):
        return True
    if len(set(map(len, shapes))) > 1:
        return False
    return all(len(set(sizes) - {DYNAMIC}) <= 1 for sizes in zip(*shapes, strict=True))


def bounds(type: RankedTensorType) -> tuple[int | None, ...]:
    """The bound of each dimension, or None."""
    return type.encoding.bounds if isinstance(type.encoding, TypeExtensions) else (None,) * len(type.shape)


def _within_bounds(first: RankedTensorType, second: RankedTensorType) -> bool:
    """Whether no size is more than its bound; of what scans take apart there may be a bound too many."""
    return all(
        bound is None or size == DYNAMIC or size <= bound
        for size, bound in zip(first.shape, bounds(second), strict=False)
    )


def are_compatible(first: Type, second: Type) -> bool:
    """Whether a value may have both types."""
    if first is second:
        return True
    # Tuples may nest deeply, and hold the same tuple at many places: each pair is looked at once.
    work = [(first, second)]
    seen: set[tuple[Type, Type]] = set()
    while work:
        pair = first, second = work.pop()
        if first is second or pair in seen:
            continue
        seen.add(pair)
        if isinstance(first, TupleType) and isinstance(second, TupleType):
            if len(first.types) != len(second.types):
                return False
            work += zip(first.types, second.types, strict=True)
        elif not _shapes_are_compatible(first, second):
            return False
        else:
            elements = element_or_self(first), element_or_self(second)
            if not elements_are_compatible(*elements):
                return False
    return True


def _shapes_are_compatible(first: Type, second: Type) -> bool:
    """Whether shapes fit, bounds included; what has no shape, as a mere number, goes with any, as in the reference."""
    if not ranked_shapes_fit(first, second):
        return False
    if isinstance(first, RankedTensorType) and isinstance(second, RankedTensorType):
        return _within_bounds(first, second) and _within_bounds(second, first)
    return True


def ranked_shapes_fit(first: Type, second: Type) -> bool:
    """Whether two shapes may be the same at run time, if there are two."""
    if not isinstance(first, ShapedType) or not isinstance(second, ShapedType):
        return True
    shapes = first.dimensions, second.dimensions
    return shapes[0] is None or shapes[1] is None or shapes_fit(shapes[0], shapes[1])


def elements_are_compatible(first: Type, second: Type) -> bool:
    """Whether elements may have both types: quantized types may differ in scales, zero points and the axis."""
    if first is second:
        return True
    return isinstance(first, QuantizedType) and isinstance(second, QuantizedType) and first.family == second.family


UNKNOWN = -(1 << 63)
"""Stands for a size that is not known: in attributes, and in what the reference says of dynamic dimensions."""


def operand_tensor(op: Operation, index: int = 0) -> RankedTensorType:
    """The type of an operand that is a tensor with a rank."""
    return checked(RankedTensorType, op.signature.operand_types[index])


def result_tensor(op: Operation, index: int = 0) -> RankedTensorType:
    """The type of a result that is a tensor with a rank."""
    return checked(RankedTensorType, op.signature.result_types[index])


def integers(op: Operation | Signature, name: str) -> tuple[int, ...]:
    """A list of integers among the properties, () if it is not there."""
    attribute = op.properties.get(name)
    return attribute.values if isinstance(attribute, DenseArrayAttr) else ()


def slice_bounds(op: Operation | Signature) -> list[tuple[int, ...]]:
    """Returns where a `slice` begins and ends in each dimension, and its strides."""
    return [integers(op, name) for name in ("start_indices", "limit_indices", "strides")]


def edge_padding(op: Operation | Signature) -> list[tuple[int, ...]]:
    """Returns what a `pad` adds before, after and between the rows of each dimension."""
    return [integers(op, name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")]


def integer(op: Operation | Signature, name: str, default: int = 0) -> int:
    """An integer among the properties."""
    attribute = op.properties.get(name)
    return attribute.value if isinstance(attribute, IntegerAttr) else default


def listed(values: tuple[int, ...] | list[int]) -> str:
    """`0, 1`."""
    return ", ".join([str(value) for value in values])


def listed_sizes(sizes: Iterable[int]) -> str:
    """The sizes of a shape as the reference's messages show them."""
    return ", ".join([str(printed_size(size)) for size in sizes])


def printed_size(size: int) -> int:
    """A size as the reference's messages show it."""
    return UNKNOWN if size == DYNAMIC else size


def with_bounds(shape: Shape, element: Type, bounds: tuple[int | None, ...]) -> RankedTensorType:
    """A tensor type with these bounds; without, if no dimension has one."""
    bounded = any(bound is not None for bound in bounds)
    return RankedTensorType(shape, element, TypeExtensions(bounds) if bounded else None)


# The errors that checks raise, in the three forms that the reference gives them.


def fail(op: Operation, message: str) -> NoReturn:
    """An error that does not name the operation."""
    raise CompilationError([error(message, op.location)])


def check_distinct(
    op: Operation, dimensions: Sequence[int], where: str, fail: Callable[[Operation, str], NoReturn] = fail
) -> None:
    """No dimension is there twice."""
    seen = set()
    for dimension in dimensions:
        if dimension in seen:
            fail(op, f"has duplicated dimension from {where}: {dimension}")
        seen.add(dimension)


def fail_if(op: Operation, is_wrong: object, message: str) -> None:
    """Raises an error that does not name the operation if something is wrong."""
    if is_wrong:
        fail(op, message)


def fail_naming(op: Operation, message: str) -> NoReturn:
    """An error that names the operation."""
    fail(op, f"'{op.name}' op {message}")


def fail_naming_if(op: Operation, is_wrong: object, message: str) -> None:
    """Raises an error that names the operation if something is wrong."""
    if is_wrong:
        fail_naming(op, message)


def fail_inference(op: Operation, message: str) -> NoReturn:
    """Reports what is wrong while the result types are worked out; that this failed is an error of its own."""
    raise InferenceError(op.name, message, op.location)


def fail_inference_if(op: Operation, is_wrong: object, message: str) -> None:
    """Reports what is wrong while the result types are worked out, if something is."""
    if is_wrong:
        fail_inference(op, message)


def infers_compatible(infer: Infer) -> Inference:
    """Returns the verifier that the result types are compatible with those that `infer` returns."""
    return Inference(infer, are_compatible)


def check_element_types(op: Operation, message: str, *types: RankedTensorType) -> None:
    """All of `types` have the same elements."""
    if len({type.element_type for type in types}) > 1:
        fail_naming(op, f"failed to verify that all of {{{message}}} have same element type")


# What is known of an operand's value, that of a constant, and the numbers in an operation's attributes.

MAX_NUMBERS = 1 << 20
"""How many numbers are looked at: a few characters may stand for very many that are the same."""


def shaped(attribute: DenseElementsAttr) -> RankedTensorType | VectorType | MemRefType:
    """The type of elements: that of a tensor, or of anything else that has elements."""
    type = attribute.type
    assert isinstance(type, (RankedTensorType, VectorType, MemRefType))
    return type


def attribute_integers(op: Operation, attribute: DenseElementsAttr) -> list[int]:
    """The elements of an attribute of integers, row by row. Fails if they are far more than their text is long."""
    type = shaped(attribute)
    if (count := prod(type.shape)) > max(MAX_NUMBERS, len(attribute.text)):
        fail_naming(op, f"is checked with up to {MAX_NUMBERS} equal numbers in an attribute, but there are {count}")
    return [int(element) for element in elements(attribute.text, type.shape, element_format(type.element_type))]


def constant_integers(op: Operation, index: int) -> list[int] | None:
    """The elements of operand number `index` if it is a constant of integers; None for any other value."""
    if not isinstance(value := op.operands[index], OpResult) or not value.owner.has_trait("ConstantLike"):
        return None
    if not isinstance(attribute := value.owner.properties.get("value"), DenseElementsAttr):
        return None
    element = getattr(attribute.type, "element_type", None)
    return attribute_integers(op, attribute) if isinstance(element, (IntegerType, IndexType)) else None


# What is known of a value that has several types at the same time.

SizeAndBound = tuple[int, int | None]
"""A size, DYNAMIC if it is not known, and then the most that it may be, if that is known."""


def most_specific(types: Sequence[Type], fail: Callable[[str], NoReturn]) -> Type:
    """The type with all the sizes and bounds that any of these tensors of the same rank has; the elements of the first.

    `fail` is called where they contradict each other. Bounds are lost if the first tensor with a rank has none.
    """
    if not (ranked := [type for type in types if isinstance(type, RankedTensorType)]):
        return types[0]
    first, *others = ranked
    if first.encoding is None and types.count(first) == len(types):
        return first
    known: list[SizeAndBound] = list(zip(first.shape, bounds(first), strict=True))
    for other in others:
        known = [
            agreed(mine, theirs, dimension, fail)
            for dimension, (mine, theirs) in enumerate(
                zip(known, zip(other.shape, bounds(other), strict=True), strict=True)
            )
        ]
    limits = tuple([limit if isinstance(first.encoding, TypeExtensions) else None for _, limit in known])
    return with_bounds(tuple([size for size, _ in known]), types[0].element_type, limits)  # type: ignore[attr-defined]


def agreed(first: SizeAndBound, second: SizeAndBound, dimension: int, fail: Callable[[str], NoReturn]) -> SizeAndBound:
    """Returns what is known of a dimension if both are known."""
    (size, bound), (other, limit) = first, second
    if size == other == DYNAMIC:
        known = [most for most in (bound, limit) if most is not None]
        return DYNAMIC, min(known) if known else None
    if DYNAMIC not in (size, other):
        if size != other:
            fail(f"Mismatched dimension sizes {size} and {other} in dimension {dimension}")
        return size, None
    fixed, most = (other, bound) if size == DYNAMIC else (size, limit)
    if most is not None and fixed > most:
        fail(f"Mismatched dimension size {fixed} and bound {most} in dimension {dimension}")
    return fixed, None


# The computations that reductions apply to two elements at a time.


def returned_types(block: Block) -> tuple[Type, ...]:
    """The types of what the last operation of a block takes, whether it is a return or not."""
    return block.last.signature.operand_types if block.last is not None else ()


def may_end(block: Block) -> bool:
    """Whether the last operation can be a terminator: one that is not known can."""
    last = block.last
    return last is not None and (not isinstance(last.definition, OpDef) or last.has_trait("IsTerminator"))


def are_alike(first: Type, second: Type, ignore_precision: bool = False) -> bool:
    """Whether tensors, vectors or memrefs have compatible shapes and the same elements, or both floats."""
    if not (isinstance(first, ShapedType) and isinstance(second, ShapedType) and ranked_shapes_fit(first, second)):
        return False
    elements = element_or_self(first), element_or_self(second)
    are_floats = isinstance(elements[0], FloatType) and isinstance(elements[1], FloatType)
    return (ignore_precision and are_floats) or elements[0] is elements[1]


def check_reducer(
    op: Operation,
    block: Block,
    inputs: Sequence[RankedTensorType],
    init_values: Sequence[RankedTensorType],
    shape: Shape,
) -> list[Type]:
    """Checks that a computation takes and returns what `inputs` and `init_values` need; returns the
    types of the elements that it returns.

    The computation works on elements, or on tensors with some of the dimensions of `shape`.
    """
    arguments = [argument.type for argument in block.arguments]
    count = len(inputs)
    if len(arguments) != 2 * count:
        fail(op, f"Reduction-region must take {2 * count} parameters, but takes {len(arguments)} parameter(s)")
    fail_if(op, not may_end(block), "The reduction-region expected to have a terminator")
    types = returned_types(block)
    fail_if(op, not types, "The reduction-region expected to return some value(s)")
    if len(types) != count:
        fail(op, f"Reduction-region here must produce {count} tensors, but produces {len(types)} instead")
    returned = [type if isinstance(type, ShapedType) else _fail_result(op, type) for type in types]
    for index, (result, init) in enumerate(zip(returned, init_values, strict=True)):
        for position in (index, count + index):
            argument = arguments[position]
            if not are_alike(argument, result, ignore_precision=position >= count):
                fail(
                    op,
                    f"The type of reduction-region's parameter at index {position} is different than the corresponding "
                    f"result type: {quoted([argument])} vs {quoted([result])}",
                )
        if not ranked_shapes_fit(result, init):
            fail(
                op,
                f"The shape of reduction-region's result type at index {index} differs from the op's corresponding "
                f"init-value type: {quoted([result])} vs {quoted([init])}",
            )
        if not _is_promotable(init.element_type, element_or_self(result)):
            fail(
                op,
                f"The element-type of reduction-region's result type at index {index} is expected to be promotable "
                f"from the op's corresponding init-value element-type: {quoted([result])} vs {quoted([init])}",
            )
        _check_argument(op, index, arguments[count + index], count + index, inputs[index], shape)
    return list(map(element_or_self, returned))


def _fail_result(op: Operation, type: Type) -> NoReturn:
    fail(op, f"Reduction-region here must produce tensor-typed result(s), but produces {quoted([type])} instead")


def _is_promotable(element: Type, to: Type) -> bool:
    """Whether elements can become others without loss of what they are: integers, floats or complex numbers.

    Of quantized ones, their storage may get wider.
    """
    if element is to:
        return True
    if isinstance(element, IntegerType) and isinstance(to, IntegerType):
        return element.width <= to.width
    if isinstance(element, ComplexType) and isinstance(to, ComplexType):
        return bit_width(element) <= bit_width(to)
    if isinstance(element, UniformQuantizedType) and isinstance(to, (AnyQuantizedType, UniformQuantizedType)):
        return element.expressed_type is to.expressed_type and bit_width(element) <= bit_width(to)
    return isinstance(element, FloatType) and isinstance(to, FloatType)


def _check_argument(
    op: Operation, index: int, argument: Type, position: int, input: RankedTensorType, shape: Shape
) -> None:
    assert isinstance(argument, ShapedType)
    element, dimensions = element_or_self(argument), argument.dimensions
    if not _is_promotable(input.element_type, element):
        fail(
            op,
            f"The element-type of reduction-region's argument at index {position} is expected to be promotable from "
            f"{quoted([input.element_type])}, but got {quoted([element])}",
        )
    if dimensions is None or len(dimensions) > len(shape):
        fail(
            op,
            f"The rank of reduction-region's argument at index {position} is expected to be <= {len(shape)}, "
            f"got {quoted([argument]) if dimensions is None else len(dimensions)}",
        )
    remaining = iter(shape)
    fail_if(
        op,
        not all(any(sizes_fit(size, other) for other in remaining) for size in dimensions),
        f"The shape of reduction-region's argument at index {position} is not compatible with that of reduce-op's "
        f"input-parameter at index {index}",
    )
