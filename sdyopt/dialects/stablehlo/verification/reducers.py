"""The computations that reductions apply to two elements at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from sdyopt.dialects.stablehlo.verification.compatibility import (
    Shape,
    are_compatible,
    elements_are_compatible,
    shapes_fit,
    sizes_fit,
)
from sdyopt.dialects.stablehlo.verification.reading import bit_width
from sdyopt.dialects.stablehlo.verification.reporting import fail, quoted
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.types import ComplexType, FloatType, IntegerType, RankedTensorType, ShapedType, UnrankedTensorType
from sdyopt.ods.definition import OpDef


def returned_types(block: Block) -> tuple[Type, ...]:
    """The types of what the last operation of a block takes, whether it is a return or not."""
    return block.last.signature.operand_types if block.last is not None else ()


def may_end(block: Block) -> bool:
    """Whether the last operation can be a terminator: one that is not known can."""
    last = block.last
    return last is not None and (not isinstance(last.definition, OpDef) or last.has_trait("IsTerminator"))


_TENSORS = (RankedTensorType, UnrankedTensorType)


def is_alike(argument: Type, result: Type) -> bool:
    """Whether a parameter may have a type, or that type with floats of another precision."""
    if (
        isinstance(argument, _TENSORS)
        and isinstance(result, _TENSORS)
        and isinstance(argument.element_type, FloatType)
        and isinstance(result.element_type, FloatType)
    ):
        argument = argument.replace(element_type=result.element_type)
    return are_compatible(argument, result)


def check_reducer(
    op: Operation,
    block: Block,
    inputs: Sequence[RankedTensorType],
    init_values: Sequence[RankedTensorType],
    shape: Shape,
) -> list[RankedTensorType | UnrankedTensorType]:
    """Checks that a computation takes and returns what `inputs` and `init_values` need; gives the types it returns.

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
    for type in types:
        if not isinstance(type, ShapedType):
            _fail_result(op, type)
    returned: list[RankedTensorType | UnrankedTensorType] = []
    for index, (result, init) in enumerate(zip(types, init_values, strict=True)):
        for position in (index, count + index):
            argument = arguments[position]
            alike = is_alike if position >= count else are_compatible
            if not alike(argument, result):
                fail(
                    op,
                    f"The type of reduction-region's parameter at index {position} is different than the corresponding "
                    f"result type: {quoted([argument])} vs {quoted([result])}",
                )
        if not isinstance(result, _TENSORS):
            _fail_result(op, result)
        if isinstance(result, RankedTensorType) and not shapes_fit(result.shape, init.shape):
            fail(
                op,
                f"The shape of reduction-region's result type at index {index} differs from the op's corresponding "
                f"init-value type: {quoted([result])} vs {quoted([init])}",
            )
        if not _is_promotable(init.element_type, result.element_type):
            fail(
                op,
                f"The element-type of reduction-region's result type at index {index} is expected to be promotable "
                f"from the op's corresponding init-value element-type: {quoted([result])} vs {quoted([init])}",
            )
        _check_argument(op, index, arguments[count + index], count + index, inputs[index], shape)
        returned.append(result)
    return returned


def _fail_result(op: Operation, type: Type) -> NoReturn:
    fail(op, f"Reduction-region here must produce tensor-typed result(s), but produces {quoted([type])} instead")


def _is_promotable(element: Type, to: Type) -> bool:
    """Whether elements can become others without loss of what they are: integers, floats or complex numbers."""
    if elements_are_compatible(element, to):
        return True
    if isinstance(element, IntegerType) and isinstance(to, IntegerType):
        return element.width <= to.width
    if isinstance(element, ComplexType) and isinstance(to, ComplexType):
        return bit_width(element) <= bit_width(to)
    return isinstance(element, FloatType) and isinstance(to, FloatType)


def _check_argument(
    op: Operation, index: int, argument: Type, position: int, input: RankedTensorType, shape: Shape
) -> None:
    if not isinstance(argument, RankedTensorType):
        fail(
            op,
            f"The rank of reduction-region's argument at index {position} is expected to be <= {len(shape)}, "
            f"got {quoted([argument])}",
        )
    if not _is_promotable(input.element_type, argument.element_type):
        fail(
            op,
            f"The element-type of reduction-region's argument at index {position} is expected to be promotable from "
            f"{quoted([input.element_type])}, but got {quoted([argument.element_type])}",
        )
    if len(argument.shape) > len(shape):
        fail(
            op,
            f"The rank of reduction-region's argument at index {position} is expected to be <= {len(shape)}, "
            f"got {len(argument.shape)}",
        )
    remaining = iter(shape)
    if not all(any(sizes_fit(size, other) for other in remaining) for size in argument.shape):
        fail(
            op,
            f"The shape of reduction-region's argument at index {position} is not compatible with that of reduce-op's "
            f"input-parameter at index {index}",
        )
