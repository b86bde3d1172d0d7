"""Which device sends its data to which where the axes of dimensions change places."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, contains
from sdyopt.ir.remembering import remembered
from sdyopt.passes.local_program.devices.devices import shard_indices
from sdyopt.passes.local_program.devices.replica_groups import atoms_of


@remembered
def source_target_pairs(
    source: Sharding, source_mesh: Mesh, target: Sharding, target_mesh: Mesh
) -> tuple[tuple[int, int], ...]:
    """Returns for each device, by its id, the device that its data goes to.

    That is the one with the same number along all axes of the mesh: those of the dimensions first, then all others in
    mesh order. Where sub-axes make numbers ambiguous, as in the reference, it is the last such device, or device 0.
    """
    atoms = atoms_of((*source.used_axes, *target.used_axes), target_mesh)
    numbers = shard_indices(_in_order(source, atoms), source_mesh)
    places = {number: device for device, number in enumerate(shard_indices(_in_order(target, atoms), target_mesh))}
    return tuple([(device, places.get(number, 0)) for device, number in enumerate(numbers)])


def _in_order(sharding: Sharding, atoms: Axes) -> Axes:
    """Returns `atoms` with those of the dimensions first, in their order."""
    first = [
        atom for dimension in sharding.dimensions for axis in dimension.axes for atom in atoms if contains(axis, atom)
    ]
    return (*first, *[atom for atom in atoms if atom not in first])
