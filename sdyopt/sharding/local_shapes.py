"""The shape of what one device holds of a sharded tensor."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.types import DYNAMIC


def local_size(global_size: int, dimension: DimensionSharding, mesh: Mesh) -> int:
    """Returns the size of a dimension on one device; the last devices may hold padding."""
    return DYNAMIC if global_size == DYNAMIC else -(-global_size // sharded_size(dimension.axes, mesh))


def local_shape(shape: tuple[int, ...], sharding: Sharding, mesh: Mesh) -> tuple[int, ...]:
    """Returns the shape of what one device holds of a tensor."""
    return tuple(
        local_size(global_size, dimension, mesh)
        for global_size, dimension in zip(shape, sharding.dimensions, strict=True)
    )
