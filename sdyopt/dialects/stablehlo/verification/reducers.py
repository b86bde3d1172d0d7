"""The computations that reductions apply to two elements at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from sdyopt.dialects.quant.types import AnyQuantizedType, UniformQuantizedType
from sdyopt.dialects.stablehlo.verification.compatibility import Shape, ranked_shapes_fit, sizes_fit
from sdyopt.dialects.stablehlo.verification.reading import bit_width
from sdyopt.dialects.stablehlo.verification.reporting import fail
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.types import ComplexType, FloatType, IntegerType, RankedTensorType, ShapedType
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.verify.inferred_types import quoted
from sdyopt.mlir.verify.type_relations import element_or_self


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
    if not may_end(block):
        fail(op, "The reduction-region expected to have a terminator")
    types = returned_types(block)
    if not types:
        fail(op, "The reduction-region expected to return some value(s)")
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
    if not all(any(sizes_fit(size, other) for other in remaining) for size in dimensions):
        fail(
            op,
            f"The shape of reduction-region's argument at index {position} is not compatible with that of reduce-op's "
            f"input-parameter at index {index}",
        )
