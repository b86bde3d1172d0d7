"""Verifiers of operations that make tensors, or give them other types."""

from __future__ import annotations

from math import prod
from typing import Any

from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, FloatType, IndexType, RankedTensorType
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.verify.checks import after_regions
from sdyopt.mlir.verify.traits import are_compatible_shapes
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of


def cast(op: Operation, context: Verification) -> None:
    """Both tensors have the same elements, and may have the same shape."""
    (source,), (result,) = op.signature.operand_types, op.signature.result_types
    _check_cast(op, context, _element(source) is _element(result))


def bitcast(op: Operation, context: Verification) -> None:
    """The elements of both tensors have the same width, and both may have the same shape."""
    (source,), (result,) = op.signature.operand_types, op.signature.result_types
    _check_cast(op, context, _width(_element(source)) == _width(_element(result)))


def _check_cast(op: Operation, context: Verification, is_possible: bool) -> None:
    source, result = op.signature.operand_types[0], op.signature.result_types[0]
    if not (is_possible and are_compatible_shapes(source, result)):
        message = f"operand type '{text_of(source)}' and result type '{text_of(result)}' are cast incompatible"
        context.error(op, message)


def _element(type: Type) -> Type:
    element: Type = type.element_type  # type: ignore[attr-defined]
    return element


def _width(type: Type) -> int:
    return FLOAT_FORMATS[type.name].width if isinstance(type, FloatType) else type.width  # type: ignore[attr-defined]


def dynamic_sizes(op: Operation, context: Verification) -> None:
    """There is an operand for each size of the result that is not known."""
    check_dynamic_sizes(op, len(op.operands), context)


def check_dynamic_sizes(op: Operation, count: int, context: Verification) -> None:
    """Reports another number of sizes than there are dynamic dimensions in the result."""
    result = op.signature.result_types[0]
    assert isinstance(result, RankedTensorType)
    expected = result.shape.count(DYNAMIC)
    if count != expected:
        context.error(op, f"incorrect number of dynamic sizes, has {count}, expected {expected}")


@after_regions
def generate(op: Operation, context: Verification) -> None:
    """The body has an index for each dimension, and gives an element."""
    type = op.signature.result_types[0]
    assert isinstance(type, RankedTensorType)
    block = op.regions[0].blocks[0]
    if len(block.arguments) != len(type.shape):
        context.plain_error(op.location, "must have one body argument per input dimension")
    if not all(isinstance(argument.type, IndexType) for argument in block.arguments):
        context.plain_error(op.location, "all body arguments must be index")
    last = block.last
    assert last is not None
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
    if length != len(result.shape):
        context.error(op, "length of shape operand differs from the result's tensor rank")


def concat(op: Operation, context: Verification) -> None:
    """The inputs have the result's rank and elements, and the same sizes in the other dimensions."""
    inputs: Any = op.signature.operand_types
    result: Any = op.signature.result_types[0]
    attribute = op.properties["dim"]
    assert isinstance(attribute, IntegerAttr)
    if not inputs:
        context.error(op, "requires at least one input")
    rank, dim = len(result.shape), attribute.value
    if any(len(type.shape) != rank for type in inputs):
        context.error(op, "rank of concatenated inputs must match result rank")
    if any(type.element_type is not result.element_type for type in inputs):
        context.error(op, "inputs and result element type must match")
    if not 0 <= dim < rank:
        context.error(op, "concatenation dim must be less than the tensor rank")
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
