"""Where a device stands along axes: which of the parts of a dimension it holds."""

from __future__ import annotations

from functools import cache
from math import prod

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.sharding.axes import Axes, size


def device_list(mesh: Mesh) -> tuple[int, ...]:
    """Returns the devices of a mesh in its order."""
    return mesh.device_ids or tuple(range(mesh.device_count))


@cache
def shard_indices(axes: Axes, mesh: Mesh) -> tuple[int, ...]:
    """Returns for each device, by its id, its number among those along `axes`, major to minor.

    As in the reference, a sub-axis counts from the minor side of its axis: that of the pre-size 2 and the size 4 has
    the number (index // 2) % 4.
    """
    strides = _strides(mesh)
    found = [0] * mesh.device_count
    for place, device in enumerate(device_list(mesh)):
        number = 0
        for axis in axes:
            pre_size = 1 if axis.sub_axis is None else axis.sub_axis.pre_size
            length = size(axis, mesh)
            number = number * length + place // (strides[axis.name] * pre_size) % length
        found[device] = number
    return tuple(found)


@cache
def _strides(mesh: Mesh) -> dict[str, int]:
    """Returns for each axis how far apart devices are in the mesh that follow each other along it."""
    sizes = [axis.size for axis in mesh.axes]
    return {axis.name: prod(sizes[number + 1 :]) for number, axis in enumerate(mesh.axes)}
