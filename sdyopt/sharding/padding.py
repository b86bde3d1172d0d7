"""Padding: by how much tensors grow so that the axes of their shardings divide them."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType

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
