"""Pads of sharded tensors: all devices pad alike, and then each takes the part that is its own."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.local_program.devices.devices import shard_indices


class LocalPad(NamedTuple):
    """How all devices pad a dimension, and where in the padded one the part of each device starts, by its id.

    If all devices start at the same place, `starts` has that alone.
    """

    low: int
    high: int
    starts: tuple[int, ...]


class PaddedDimension(NamedTuple):
    """A dimension that is padded: global sizes before and after, and the padding."""

    size: int
    result_size: int
    low: int
    interior: int


@remembered
def local_pads(
    dimensions: tuple[PaddedDimension, ...], sharding: Sharding, mesh: Mesh, from_major: bool = False
) -> tuple[LocalPad, ...]:
    """Returns how each dimension is padded. Those of operand and result have the same axes.

    `from_major` says how sub-axes count, as for `shard_indices`.
    """
    offsets = [
        _offsets(dimension, shard_indices(each.axes, mesh, from_major), sharded_size(each.axes, mesh))
        for dimension, each in zip(dimensions, sharding.dimensions, strict=True)
    ]
    is_uniform = all(len(each) == 1 for each in offsets)
    return tuple(
        [
            _local_pad(dimension, each, sharded_size(axes.axes, mesh), is_uniform)
            for dimension, each, axes in zip(dimensions, offsets, sharding.dimensions, strict=True)
        ]
    )


def _offsets(dimension: PaddedDimension, indices: tuple[int, ...], shards: int) -> tuple[int, ...]:
    """Returns how far after the start of a device's part of the result its part of the operand starts.

    There is one number if that is the same for all devices, else one for each.
    """
    step = dimension.size // shards * (dimension.interior + 1) - dimension.result_size // shards
    found = tuple([index * step + dimension.low for index in indices])
    return found[:1] if len(set(found)) == 1 else found


def _local_pad(dimension: PaddedDimension, offsets: tuple[int, ...], shards: int, is_uniform: bool) -> LocalPad:
    size, result_size = dimension.size // shards, dimension.result_size // shards
    extent = (size - 1) * (dimension.interior + 1) + 1
    if is_uniform:
        low = offsets[0]
        return LocalPad(low, result_size - (extent + low), (0,))
    low = max(0, *offsets)
    high = max(0, result_size - min(offsets) - extent)
    return LocalPad(low, high, tuple([low - offset for offset in offsets]))
