"""The types of what one device holds."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.attribute import Type
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import DYNAMIC, RankedTensorType


class NotDivisibleError(Exception):
    """The axes of a dimension do not divide its size, so that there is no local type without padding."""

    def __init__(self, dimension: int, size: int, shards: int) -> None:
        super().__init__(f"dimension {dimension} of size {size} is not divisible by the size {shards} of its axes")


@remembered
def local_type(type: Type, sharding: Sharding, mesh: Mesh) -> Type:
    """Returns the type of what one device holds of a value. Types that are no ranked tensors stay.

    Raises NotDivisibleError if a size is not divisible by that of the dimension's axes.
    """
    if not isinstance(type, RankedTensorType) or mesh.is_maximal:
        return type
    shape = list(type.shape)
    for number, dimension in enumerate(sharding.dimensions):
        shards = sharded_size(dimension.axes, mesh)
        size = shape[number]
        if size != DYNAMIC:
            if size % shards:
                raise NotDivisibleError(number, size, shards)
            shape[number] = size // shards
    return type.replace(shape=tuple(shape))
