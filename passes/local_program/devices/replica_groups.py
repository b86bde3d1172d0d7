"""The groups of devices that communicate along axes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes, axis_part, span
from sdyopt.ir.remembering import remembered
from sdyopt.passes.local_program.devices.devices import device_list
from sdyopt.sharding.replica_groups import HloAxisRef, MeshGroups


class NoGroupsError(Exception):
    """Parts of an axis end at sizes that do not divide each other, so that devices are in no groups along them."""


@remembered
def replica_groups(axes: Axes, mesh: Mesh) -> tuple[tuple[int, ...], ...]:
    """Returns the groups of devices that differ along `axes` alone, each in their order, major to minor.

    Raises NoGroupsError if there are none.
    """
    parts = [None if axis.sub_axis is None else (axis.sub_axis.pre_size, axis.sub_axis.size) for axis in axes]
    refs = tuple([HloAxisRef(axis.name, part) for axis, part in zip(axes, parts, strict=True)])
    try:
        return MeshGroups(tuple(mesh.axis_sizes.items()), refs, device_list(mesh)).expanded()
    except ValueError:
        raise NoGroupsError from None


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
