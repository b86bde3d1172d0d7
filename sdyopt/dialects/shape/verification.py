"""What operations of the shape dialect must be."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.shape.types import SHAPE, SIZE, VALUE_SHAPE, ShapeType, SizeType, is_extent_tensor
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, IndexType, RankedTensorType, ShapedType
from sdyopt.mlir.diagnostics import InferenceError, Note
from sdyopt.mlir.verify.checks import after_regions
from sdyopt.mlir.verify.inferred_types import IncompatibleResults
from sdyopt.mlir.verify.traits import are_compatible_shapes
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

_INDEX = IndexType()


def _may_be_error(op: Operation) -> bool:
    return any(type in (SHAPE, SIZE, VALUE_SHAPE) for type in op.signature.operand_types)


def propagates_size(op: Operation, context: Verification) -> None:
    """The result is a size if an operand may be an error."""
    _check_propagation(op, SIZE, "size", context)


def propagates_shape(op: Operation, context: Verification) -> None:
    """The result is a shape if an operand may be an error."""
    _check_propagation(op, SHAPE, "shape", context)


def _check_propagation(op: Operation, wanted: Type, name: str, context: Verification) -> None:
    if _may_be_error(op) and op.signature.result_types[0] is not wanted:
        message = "if at least one of the operands can hold error values then the result must be of type "
        context.error(op, f"{message}`{name}` to propagate them")


def _fail_inference(op: Operation, message: str) -> None:
    raise InferenceError(op.name, message, op.location)


def _check_inferred(op: Operation, inferred: Type, is_compatible: bool) -> None:
    """Reports a result type that is not compatible with the inferred one."""
    if not is_compatible:
        raise IncompatibleResults(op, [inferred])


def like_operands(op: Operation, context: Verification) -> None:
    """The result is like the operands."""
    first, second = op.signature.operand_types
    inferred = first if first is second else SIZE
    result = op.signature.result_types[0]
    _check_inferred(op, inferred, result is inferred)


def const_shape(op: Operation, context: Verification) -> None:
    """The result is a shape, or a tensor of as many sizes."""
    given = op.properties["shape"]
    assert isinstance(given, DenseElementsAttr) and isinstance(given.type, ShapedType)
    dimensions = given.type.dimensions or ()
    inferred = RankedTensorType((dimensions[0] if dimensions else 1,), _INDEX)
    result = op.signature.result_types[0]
    _check_inferred(op, inferred, result in (inferred, SHAPE))


def shape_of(op: Operation, context: Verification) -> None:
    """The result is a shape, or, of a value that is not an error, a tensor with one size for each dimension."""
    operand, result = op.signature.operand_types[0], op.signature.result_types[0]
    inferred: Type = SHAPE
    if isinstance(operand, ShapedType):
        dimensions = operand.dimensions
        inferred = RankedTensorType((DYNAMIC if dimensions is None else len(dimensions),), _INDEX)
    is_compatible = isinstance(result, ShapeType) or is_extent_tensor(result)
    if isinstance(inferred, RankedTensorType) and isinstance(result, RankedTensorType):
        is_compatible = are_compatible_shapes(inferred, result)
    _check_inferred(op, inferred, is_compatible)
    propagates_shape(op, context)


def meet(op: Operation, context: Verification) -> None:
    """Both operands are shapes or both are sizes; the result may be an error if one of them may be."""
    first, second = op.signature.operand_types
    inferred = _met(op, first, second)
    _check_inferred(op, inferred, _may_be(inferred, op.signature.result_types[0]))


def _met(op: Operation, first: Type, second: Type) -> Type:
    """Returns the type of what two values have in common."""
    # MLIR looks at the second one first unless the first may be an error.
    type, other = (first, second) if first in (SHAPE, SIZE) else (second, first)
    if isinstance(type, (SizeType, IndexType)):
        if other is not _INDEX and other is not type:
            _fail_inference(op, "requires all sizes or shapes")
        return type
    if isinstance(type, RankedTensorType) and isinstance(other, RankedTensorType):
        if DYNAMIC in other.shape and DYNAMIC not in type.shape:
            return other
        if not are_compatible_shapes(type, other):
            _fail_inference(op, "unequal shape cardinality")
    elif type is SHAPE and not (other is SHAPE or is_extent_tensor(other)):
        _fail_inference(op, "requires all sizes or shapes")
    return type


def _may_be(inferred: Type, result: Type) -> bool:
    """Whether a value of the inferred type may be one of the result type, or the other way round."""
    if inferred is result:
        return True
    type, other = (inferred, result) if inferred in (SHAPE, SIZE) else (result, inferred)
    if type is SIZE:
        return other is _INDEX
    if type is SHAPE:
        return is_extent_tensor(other)
    is_list = isinstance(type, RankedTensorType) and isinstance(other, RankedTensorType)
    return is_list and are_compatible_shapes(type, other)


def several_shapes(op: Operation, context: Verification) -> None:
    """There are shapes to compare."""
    if len(op.operands) < 2:
        context.error(op, "required at least 2 input shapes")


def assuming_all(op: Operation, context: Verification) -> None:
    """There are witnesses."""
    if not op.operands:
        context.error(op, "no operands specified")


@after_regions
def assuming(op: Operation, context: Verification) -> None:
    """The region gives values of the result types."""
    last = op.regions[0].blocks[0].last
    assert last is not None
    given, wanted = last.signature.operand_types, op.signature.result_types
    edge = f"along control flow edge from Operation {last.name} to parent: "
    notes = [Note("region branch point", last.location)]
    if len(given) != len(wanted):
        message = f"region branch point has {len(given)} operands, but region successor needs {len(wanted)} inputs"
        context.error(op, edge + message, notes)
    for index, (type, result) in enumerate(zip(given, wanted, strict=True)):
        if type is not result:
            message = f"successor operand type #{index} '{text_of(type)}' should match successor input type #{index}"
            context.error(op, f"{edge}{message} '{text_of(result)}'", notes)


def reduce(op: Operation, context: Verification) -> None:
    """The region gets an index, a size, and a value for each initial one."""
    block = op.regions[0].blocks[0]
    shape, *initial = op.signature.operand_types
    arguments = [argument.type for argument in block.arguments]
    wanted = len(initial) + 2
    if len(arguments) != wanted:
        context.error(op, f"ReduceOp body is expected to have {wanted} arguments")
    if arguments[0] is not _INDEX:
        context.error(op, "argument 0 of ReduceOp body is expected to be of IndexType")
    if shape is SHAPE and arguments[1] is not SIZE:
        message = "argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType"
        context.error(op, message)
    if shape is not SHAPE and arguments[1] is not _INDEX:
        message = "argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent "
        context.error(op, f"{message}tensor")
    for index, (argument, type) in enumerate(zip(arguments[2:], initial, strict=True)):
        if argument is not type:
            message = f"type mismatch between argument {index + 2} of ReduceOp body and initial value {index}"
            context.error(op, message)


def shape_yield(op: Operation, context: Verification) -> None:
    """A region gives values of the result types."""
    parent = op.parent_op
    results: Sequence[Type] = () if parent is None else parent.signature.result_types
    if len(op.operands) != len(results):
        context.error(op, "number of operands does not match number of results of its parent")
    if op.signature.operand_types != tuple(results):
        context.error(op, "types mismatch between yield op and its parent")
