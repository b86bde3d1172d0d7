"""Devices by their places along axes: meshes with reversed axes, and pairs of neighbours along axes."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import span
from sdyopt.ir.remembering import remembered

Digit = tuple[int, int]
"""An axis in a list of all devices in mesh order: the distance of neighbours along it, and its size."""


@remembered
def reversed_mesh(mesh: Mesh, axes: tuple[AxisRef, ...]) -> Mesh:
    """Returns `mesh` with the devices along `axes`, which do not overlap, in reverse order."""
    digits = digits_of(axes, mesh)
    ids = mesh.device_ids or range(mesh.device_count)
    found = []
    for position in range(mesh.device_count):
        source = position
        for distance, size in digits:
            source += (size - 1 - 2 * (position // distance % size)) * distance
        found.append(ids[source])
    return Mesh.of(mesh.axes, tuple(found))


@remembered
def neighbours(mesh: Mesh, axes: tuple[AxisRef, ...]) -> tuple[tuple[int, int], ...]:
    """Returns each device with the next one along `axes`, major to minor; the last ones have none.

    Devices are numbered in mesh order, whatever their ids are.
    """
    digits = digits_of(axes, mesh)
    pairs = []
    for position in range(mesh.device_count):
        following = position
        for distance, size in reversed(digits):
            if position // distance % size < size - 1:
                pairs.append((position, following + distance))
                break
            following -= (size - 1) * distance
    return tuple(pairs)


@remembered
def shifted(mesh: Mesh, axes: tuple[AxisRef, ...], hops: int) -> tuple[tuple[int, int], ...]:
    """Returns each device with the one that is `hops` further along `axes`, by their ids; the last ones have none."""
    digits = digits_of(axes, mesh)
    count = prod([size for _, size in digits])
    ids = mesh.device_ids or range(mesh.device_count)
    pairs = []
    for position in range(mesh.device_count):
        number, origin = 0, position
        for distance, size in digits:
            digit = position // distance % size
            number = number * size + digit
            origin -= digit * distance
        if 0 <= number + hops < count:
            target, rest = origin, number + hops
            for distance, size in reversed(digits):
                rest, digit = divmod(rest, size)
                target += digit * distance
            pairs.append((ids[position], ids[target]))
    return tuple(pairs)


def digits_of(axes: Iterable[AxisRef], mesh: Mesh) -> list[Digit]:
    """Returns where the places along `axes` are in the numbers of devices."""
    distances: dict[str, int] = {}
    distance = 1
    for axis in reversed(mesh.axes):
        distances[axis.name] = distance
        distance *= axis.size
    digits = []
    for ref in axes:
        start, stop = span(ref, mesh)
        digits.append((distances[ref.name] * (mesh.axis_sizes[ref.name] // stop), stop // start))
    return digits
