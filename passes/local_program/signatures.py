"""The signatures of new operations, each made once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo import splats
from sdyopt.dialects.stablehlo.ops import elementwise, reductions, shapes
from sdyopt.dialects.stablehlo.ops.communication import PARTITION_ID, REPLICA_ID
from sdyopt.dialects.stablehlo.ops.control_flow import RETURN
from sdyopt.dialects.stablehlo.verification.reading import UNKNOWN
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I1, I64, DenseArrayAttr, DenseElementsAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import DYNAMIC, IntegerType, RankedTensorType
from sdyopt.mlir.literals.attributes import dense_elements

Shape = tuple[int, ...]

I64_SCALAR = RankedTensorType((), I64)
I1_SCALAR = RankedTensorType((), I1)
_U32_SCALAR = RankedTensorType((), IntegerType(32, "u"))


def i64_array(values: Sequence[int]) -> DenseArrayAttr:
    """Returns `array<i64: 1, 2>`."""
    return DenseArrayAttr(I64, tuple(values))


@remembered
def i64(value: int) -> IntegerAttr:
    """Returns `4 : i64`."""
    return IntegerAttr(value, I64)


@remembered
def table(rows: tuple[tuple[int, ...], ...]) -> DenseElementsAttr:
    """Returns the dense elements of type i64 that have these rows."""
    return _dense(tuple(chain.from_iterable(rows)), (len(rows), len(rows[0]) if rows else 0))


def _dense(values: Sequence[int], shape: Shape) -> DenseElementsAttr:
    """Returns the dense elements of type i64 with these values, row by row."""
    texts = [str(value) for value in values]
    for size in reversed(shape):
        texts = [f"[{', '.join(texts[start : start + size])}]" for start in range(0, len(texts), size)]
    (text,) = texts or ("",)
    return dense_elements(text, RankedTensorType(shape, I64))


@remembered
def signature(
    definition: OpDefinition,
    operand_types: tuple[Type, ...],
    result_type: Type,
    properties: tuple[tuple[str, Attribute], ...] = (),
) -> Signature:
    """Returns a signature with one result; the properties are sorted by name."""
    return Signature.of(definition, operand_types, (result_type,), DictionaryAttr(properties))


@remembered
def constant(value: Attribute, type: Type) -> Signature:
    """Returns the signature of a constant of `type`."""
    return signature(shapes.CONSTANT, (), type, (("value", value),))


@remembered
def splat(text: str, type: RankedTensorType) -> Signature:
    """Returns the signature of a constant whose elements are all the number written as `text`.

    One of an unknown shape is invalid, and refused when it is verified.
    """
    return constant(splats.splat(text, type), type)


@remembered
def numbers(values: tuple[int, ...], element_type: Type = I64) -> Signature:
    """Returns the signature of a constant with one dimension."""
    type = RankedTensorType((len(values),), element_type)
    if element_type is I1:
        return constant(
            dense_elements(f"[{', '.join(['true' if value else 'false' for value in values])}]", type), type
        )
    return constant(dense_elements(f"[{', '.join([str(value) for value in values])}]", type), type)


PARTITION = signature(PARTITION_ID, (), _U32_SCALAR)
REPLICA = signature(REPLICA_ID, (), _U32_SCALAR)
DEVICE_TO_I64 = signature(elementwise.CONVERT, (_U32_SCALAR,), I64_SCALAR)


@remembered
def convert(source: RankedTensorType, element_type: Type) -> Signature:
    """Returns the signature of a conversion of elements."""
    return signature(elementwise.CONVERT, (source,), source.replace(element_type=element_type))


@remembered
def reshape(source: RankedTensorType, shape: Shape) -> Signature:
    """Returns the signature of a reshape."""
    return signature(shapes.RESHAPE, (source,), RankedTensorType(shape, source.element_type))


@remembered
def transpose(source: RankedTensorType, permutation: Shape) -> Signature:
    """Returns the signature of a transpose."""
    result = RankedTensorType(tuple([source.shape[dimension] for dimension in permutation]), source.element_type)
    return signature(shapes.TRANSPOSE, (source,), result, (("permutation", i64_array(permutation)),))


@remembered
def broadcast(source: RankedTensorType, dimensions: Shape, result: RankedTensorType) -> Signature:
    """Returns the signature of a broadcast to the type `result`."""
    properties = (("broadcast_dimensions", i64_array(dimensions)),)
    return signature(shapes.BROADCAST_IN_DIM, (source,), result, properties)


@remembered
def dynamic_slice(source: RankedTensorType, sizes: Shape, result: RankedTensorType) -> Signature:
    """Returns the signature of a slice that starts at scalars of type i64."""
    types = (source, *[I64_SCALAR] * len(sizes))
    sizes = tuple([UNKNOWN if size == DYNAMIC else size for size in sizes])
    return signature(shapes.DYNAMIC_SLICE, types, result, (("slice_sizes", i64_array(sizes)),))


@remembered
def bitcast(source: RankedTensorType, result: RankedTensorType) -> Signature:
    """Returns the signature of a conversion that keeps all bits."""
    return signature(shapes.BITCAST_CONVERT, (source,), result)


@remembered
def concatenation(type: Type, count: int, result: RankedTensorType) -> Signature:
    """Returns the signature of a concatenation of so many tensors along dimension 0."""
    return signature(shapes.CONCATENATE, (type,) * count, result, (("dimension", i64(0)),))


@remembered
def binary(definition: OpDefinition, type: Type) -> Signature:
    """Returns the signature of an operation on two values of a type, which gives a third."""
    return signature(definition, (type, type), type)


@remembered
def compare(direction: str, type: RankedTensorType) -> Signature:
    """Returns the signature of a comparison of two values of a type."""
    properties = (("comparison_direction", s.ComparisonDirection(direction)),)
    return signature(elementwise.COMPARE, (type, type), type.replace(element_type=I1), properties)


@remembered
def reduction(type: RankedTensorType, dimension: int, result: RankedTensorType) -> Signature:
    """Returns the signature of a reduction along a dimension."""
    scalar = RankedTensorType((), type.element_type)
    return signature(reductions.REDUCE, (type, scalar), result, (("dimensions", i64_array((dimension,))),))


@remembered
def block_return(type: Type) -> Signature:
    """Returns the signature of the end of a reduction's body."""
    return Signature.of(RETURN, (type,))
