"""Padding: by how much tensors grow so that the axes of their shardings divide them, and which dimensions stay."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product
from math import prod

from sdyopt.dialects.quant import UniformQuantizedType
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import prefixes_are_equal, sharded_size, strides_are_equal
from sdyopt.dialects.stablehlo.ops.shapes import CONSTANT
from sdyopt.dialects.stablehlo.splats import splat, zero_text
from sdyopt.ir.attribute import Type, checked, remembered
from sdyopt.ir.attributes import DYNAMIC, DenseElementsAttr, RankedTensorType
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import bytes_of, elements, text_of_bytes

Shape = tuple[int, ...]


def padded_shape(shape: Shape, sharding: Sharding, mesh: Mesh) -> Shape:
    """Returns `shape` with each static size rounded up to a multiple of the number of shards of its dimension."""
    return tuple(
        [
            size if size == DYNAMIC else size + -size % sharded_size(dimension.axes, mesh)
            for size, dimension in zip(shape, sharding.dimensions, strict=True)
        ]
    )


@remembered
def padded_type(type: Type, sharding: Sharding, mesh: Mesh) -> Type:
    """Returns the type that a value needs so that its sharding divides it: `type` itself if it does already.

    A type that is padded loses its encoding. Only types of ranked tensors are padded.
    """
    if not isinstance(type, RankedTensorType) or len(type.shape) != len(sharding.dimensions):
        return type
    shape = padded_shape(type.shape, sharding, mesh)
    return type if shape == type.shape else RankedTensorType(shape, type.element_type)


@remembered
def larger_type(first: Type, second: Type) -> Type:
    """Returns `first` with the size of `second` in each dimension in which that is larger, if both are ranked tensors.

    Else the result is `second`. Dimensions that only one of both has are those of `first`.
    """
    if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
        return second
    shape = tuple(map(max, first.shape, second.shape)) + first.shape[len(second.shape) :]
    return RankedTensorType(shape, first.element_type)


def grown_dimensions(before: Type, after: Type) -> tuple[int, ...]:
    """Returns the dimensions of a tensor that have become larger."""
    if not isinstance(before, RankedTensorType) or not isinstance(after, RankedTensorType):
        return ()
    sizes = enumerate(zip(before.shape, after.shape, strict=True))
    return tuple([dimension for dimension, (size, padded) in sizes if padded > size])


def is_zero(value: Value, constants: Collection[OpDefinition] = (CONSTANT,)) -> bool | None:
    """Returns whether a scalar is zero, if one of these kinds of constants defines it; else None."""
    constant = value.defining_op
    if constant is None or constant.signature.definition not in constants:
        return None
    attribute = constant.signature.properties["value"]
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return None
    type = value.type
    if isinstance(type, RankedTensorType) and isinstance(type.element_type, UniformQuantizedType):
        return attribute is splat(zero_text(type.element_type), type)
    return not any(elements(attribute.text, (), element_format(attribute.type.element_type)))


def extended(value: DenseElementsAttr, type: Type) -> DenseElementsAttr:
    """Returns a constant of a larger type, whose further elements are zeros, or one of equal elements the same ones."""
    type = checked(RankedTensorType, type)
    if not value.text.startswith(("[", '"')):
        return DenseElementsAttr(value.text, type)
    element, before = element_format(type.element_type), checked(RankedTensorType, value.type).shape
    data = bytes_of(value.text, before, element)
    assert isinstance(data, bytes), "elements that are strings have no padding"
    size = len(data) // prod(before)
    items = iter([data[at : at + size] for at in range(0, len(data), size)])
    places = product(*map(range, type.shape))
    inside = [all(index < limit for index, limit in zip(place, before, strict=True)) for place in places]
    whole = b"".join([next(items) if each else bytes(size) for each in inside])
    return DenseElementsAttr(text_of_bytes(whole, type.shape, element), type)


NEEDED = "which needs communication between devices"


def is_communication_free(size: int, result_size: int, start: int, stride: int, count: int) -> bool:
    """Whether a slice of a dimension with `count` blocks leaves each device with the elements that it has.

    So it is if only the padding of the last blocks grows.
    """
    if count <= 1:
        return True
    if start != 0 or stride != 1 or DYNAMIC in (size, result_size):
        return False
    return -(-size // count) == -(-result_size // count)


# What a reshape does to dimensions.


class DimensionGroup(NamedTuple):
    """Dimensions of an operand, and of a result, with the same elements."""

    operand: tuple[int, ...]
    result: tuple[int, ...]

    def is_passing(self, shape: Shape, result_shape: Shape) -> bool:
        """Whether the group has at most one dimension on either side whose size is not 1."""
        sides = (self.operand, shape), (self.result, result_shape)
        return all(sum([shape[number] != 1 for number in numbers]) <= 1 for numbers, shape in sides)


def groups_of(shape: Shape, result_shape: Shape) -> Iterator[DimensionGroup]:
    """Returns the smallest groups of neighbouring dimensions with the same number of elements on both sides."""
    start, result_start = 0, 0
    while start < len(shape) or result_start < len(result_shape):
        stop, result_stop = min(start + 1, len(shape)), min(result_start + 1, len(result_shape))
        size, result_size = prod(shape[start:stop]), prod(result_shape[result_start:result_stop])
        while size != result_size:
            if size < result_size and stop < len(shape):
                size *= shape[stop]
                stop += 1
            elif result_stop < len(result_shape):
                result_size *= result_shape[result_stop]
                result_stop += 1
            else:
                break  # There are no elements, which dimensions after these say.
        yield DimensionGroup(tuple(range(start, stop)), tuple(range(result_start, result_stop)))
        start, result_start = stop, result_stop


def is_local_reshape(
    sharding: Sharding, shape: Shape, result_sharding: Sharding, result_shape: Shape, mesh: Mesh
) -> bool:
    """Returns whether a reshape between two shardings leaves every element on its device."""
    if sharding.mesh is not result_sharding.mesh or sharding.replicated != result_sharding.replicated:
        return False
    tensors = sharding, shape, result_sharding, result_shape, mesh
    return strides_are_equal(*tensors) or (
        prefixes_are_equal(*tensors)
        and all(group.is_passing(shape, result_shape) for group in groups_of(shape, result_shape))
    )
