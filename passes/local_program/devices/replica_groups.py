"""The groups of devices that communicate along axes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, axis_part, contains, sharded_size, span
from sdyopt.ir.remembering import remembered
from sdyopt.passes.local_program.devices.devices import device_list


class NoGroupsError(Exception):
    """Parts of an axis end at sizes that do not divide each other, so that devices are in no groups along them."""


@remembered
def replica_groups(axes: Axes, mesh: Mesh) -> tuple[tuple[int, ...], ...]:
    """Returns the groups of devices that differ along `axes` alone, each in their order, major to minor.

    Raises NoGroupsError if there are none.
    """
    atoms = atoms_of(axes, mesh)
    if sharded_size(atoms, mesh) != mesh.device_count:
        raise NoGroupsError
    inside = tuple([atom for axis in axes for atom in atoms if contains(axis, atom)])
    outside = [atom for atom in atoms if atom not in inside]
    devices = _transposed(device_list(mesh), atoms, (*outside, *inside), mesh)
    length = sharded_size(axes, mesh)
    return tuple([devices[start : start + length] for start in range(0, len(devices), length)])


def atoms_of(axes: Iterable[AxisRef], mesh: Mesh) -> Axes:
    """Returns the parts that the axes of a mesh have where the sub-axes among `axes` begin and end, in mesh order."""
    edges: dict[str, set[int]] = {axis.name: {1, axis.size} for axis in mesh.axes}
    for axis in axes:
        edges[axis.name].update(span(axis, mesh))
    return tuple(
        [
            axis_part(name, start, stop, mesh)
            for name, places in edges.items()
            for start, stop in pairwise(sorted(places) if len(places) > 1 else (1, 1))
        ]
    )


def _transposed(devices: tuple[int, ...], atoms: Axes, order: Axes, mesh: Mesh) -> tuple[int, ...]:
    """Returns the devices of an array with the dimensions `atoms` as those of one with the dimensions in `order`."""
    sizes = [sharded_size((atom,), mesh) for atom in atoms]
    strides = {atom: prod(sizes[number + 1 :]) for number, atom in enumerate(atoms)}
    places = [0]
    for atom in order:
        steps = range(0, strides[atom] * sharded_size((atom,), mesh), strides[atom])
        places = [place + step for place in places for step in steps]
    return tuple([devices[place] for place in places])
