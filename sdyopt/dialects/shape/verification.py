"""Checks of operations of the shape dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.ir import attributes as t
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, DenseElementsAttr, IndexType, RankedTensorType, ShapedType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.constraints import TypeConstraint
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.declare.type_kinds import INDEX, tensor_of
from sdyopt.mlir.diagnostics import InferenceError, Note
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.checks import after_regions, are_compatible_shapes
from sdyopt.mlir.verify.verification import IncompatibleResults, Verification
from sdyopt.mlir.write.attributes import text_of

# The types of the shape dialect, and the kinds of types that its declarations ask for.


class ShapeType(Type):
    """`!shape.shape`: a shape, or an error."""


class SizeType(Type):
    """`!shape.size`: a size, unknown sizes included, or an error."""


class ValueShapeType(Type):
    """`!shape.value_shape`: a value, and its shape."""


class WitnessType(Type):
    """`!shape.witness`: what shows that a constraint holds."""


SHAPE, SIZE, VALUE_SHAPE, WITNESS = ShapeType(), SizeType(), ValueShapeType(), WitnessType()
_INDEX = IndexType()

TYPES = [
    AttributeDef(ShapeType, "shape"),
    AttributeDef(SizeType, "size"),
    AttributeDef(ValueShapeType, "value_shape"),
    AttributeDef(WitnessType, "witness"),
]
"""Their declarations."""


def is_extent_tensor(type: Type) -> bool:
    """Whether a type is that of a list of sizes."""
    return isinstance(type, t.RankedTensorType) and len(type.shape) == 1 and isinstance(type.element_type, t.IndexType)


def _is_list_of_integers(type: Type) -> bool:
    elements = (t.IntegerType, t.IndexType)
    return isinstance(type, t.RankedTensorType) and len(type.shape) == 1 and isinstance(type.element_type, elements)


def _one_of(summary: str, *accepted: Callable[[Type], bool] | Type) -> TypeConstraint:
    tests = [(lambda type, only=each: type is only) if isinstance(each, Type) else each for each in accepted]
    return TypeConstraint(summary, lambda type: any(test(type) for test in tests))


def _only(type: Type) -> TypeConstraint:
    return TypeConstraint("", lambda other: other is type, only=type)


ONLY_SHAPE, ONLY_SIZE, ONLY_VALUE_SHAPE, ONLY_WITNESS = map(_only, (SHAPE, SIZE, VALUE_SHAPE, WITNESS))
SHAPE_OR_EXTENTS = _one_of("shape or extent tensor", SHAPE, is_extent_tensor)
SIZE_OR_INDEX = _one_of("size or index", SIZE, _INDEX)
SHAPE_OR_SIZE = _one_of("shape or size", SHAPE, SIZE)
ANY_SHAPE_OR_SIZE = _one_of("any shape or size", SHAPE, SIZE, is_extent_tensor, _INDEX)
SHAPED_OR_VALUE_SHAPE = _one_of(
    "shaped of any non-token type values or ", lambda type: isinstance(type, t.ShapedType), VALUE_SHAPE
)
INTEGERS_OR_VALUE_SHAPE = _one_of("1D tensor of integer or index values or ", _is_list_of_integers, VALUE_SHAPE)
EXTENTS = tensor_of(INDEX, rank=1)
INDEX_TENSOR = tensor_of(INDEX)


def propagates_size(op: Operation, context: Verification) -> None:
    """The result is a size if an operand may be an error."""
    _check_propagation(op, SIZE, "size", context)


def propagates_shape(op: Operation, context: Verification) -> None:
    """The result is a shape if an operand may be an error."""
    _check_propagation(op, SHAPE, "shape", context)


def _check_propagation(op: Operation, wanted: Type, name: str, context: Verification) -> None:
    may_be_error = not {SHAPE, SIZE, VALUE_SHAPE}.isdisjoint(op.signature.operand_types)
    if may_be_error and op.signature.result_types[0] is not wanted:
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
    _check_inferred(op, inferred, op.signature.result_types[0] is inferred)


def const_shape(op: Operation, context: Verification) -> None:
    """The result is a shape, or a tensor of as many sizes."""
    given = op.properties["shape"]
    assert isinstance(given, DenseElementsAttr) and isinstance(given.type, ShapedType)
    dimensions = given.type.dimensions or ()
    inferred = RankedTensorType((dimensions[0] if dimensions else 1,), _INDEX)
    _check_inferred(op, inferred, op.signature.result_types[0] in (inferred, SHAPE))


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
    context.error_if(op, len(op.operands) < 2, "required at least 2 input shapes")


def assuming_all(op: Operation, context: Verification) -> None:
    """There are witnesses."""
    context.error_if(op, not op.operands, "no operands specified")


@after_regions
def assuming(op: Operation, context: Verification) -> None:
    """The region gives values of the result types."""
    last = op.regions[0].blocks[0].terminator
    given, wanted = last.signature.operand_types, op.signature.result_types
    target = f"Operation {op.name}" if since("0.11.0") else "parent"
    edge = f"along control flow edge from Operation {last.name} to {target}: "
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
    context.error_if(op, len(arguments) != wanted, f"ReduceOp body is expected to have {wanted} arguments")
    context.error_if(op, arguments[0] is not _INDEX, "argument 0 of ReduceOp body is expected to be of IndexType")
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
    context.error_if(op, op.signature.operand_types != tuple(results), "types mismatch between yield op and its parent")
