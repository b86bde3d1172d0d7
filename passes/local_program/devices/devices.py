"""Where a device stands along axes: which of the parts of a dimension it holds."""

from __future__ import annotations

from math import prod

from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, span
from sdyopt.ir.remembering import remembered

MOST_DEVICES = 1 << 20
"""The most devices of a mesh for which a local program has constants and groups, which have an entry for each."""


class TooManyDevicesError(Exception):
    """A mesh has more devices than a local program can have constants for."""

    def __init__(self, mesh: Mesh) -> None:
        super().__init__(f"the mesh has {mesh.device_count} devices, and a local program at most {MOST_DEVICES}")


def device_list(mesh: Mesh) -> tuple[int, ...]:
    """Returns the devices of a mesh in its order. Raises TooManyDevicesError if they are too many."""
    if mesh.device_count > MOST_DEVICES:
        raise TooManyDevicesError(mesh)
    return mesh.device_ids or tuple(range(mesh.device_count))


@remembered
def shard_indices(axes: Axes, mesh: Mesh, from_major: bool = False) -> tuple[int, ...]:
    """Returns for each device, by its id, its number among those along `axes`, major to minor.

    A sub-axis of the pre-size 2 and the size 4 has the number index // 4 % 4 in an axis of the size 32, if it counts
    `from_major`. By default it counts from the minor side, as in the reference: index // 2 % 4.
    """
    strides = _strides(mesh)
    devices = device_list(mesh)
    found = [0] * len(devices)
    for place, device in enumerate(devices):
        number = 0
        for axis in axes:
            start, stop = span(axis, mesh)
            step = mesh.axis_sizes[axis.name] // stop if from_major else start
            length = stop // start
            number = number * length + place // (strides[axis.name] * step) % length
        found[device] = number
    return tuple(found)


@remembered
def _strides(mesh: Mesh) -> dict[str, int]:
    """Returns for each axis how far apart devices are in the mesh that follow each other along it."""
    sizes = [axis.size for axis in mesh.axes]
    return {axis.name: prod(sizes[number + 1 :]) for number, axis in enumerate(mesh.axes)}
