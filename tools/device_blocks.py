"""Which block of a tensor each device holds, and where collectives move blocks.

This knows what a sharding means and what each collective does with data, and nothing of how collectives are chosen: it
checks what passes make. A tensor has no sizes here; a block says, for each dimension, which part of the whole it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from sdyopt.dialects.sdy.attributes import AllToAllParamList, AxisRef, AxisRefLists, Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE
from sdyopt.dialects.sdy.shardings.axes import sharded_size, size, span
from sdyopt.ir.signature import OpDefinition, Signature

Block = tuple[tuple[int, int], ...]
"""Where a block begins and ends in each dimension, all of which is as long as the mesh has devices."""

Blocks = dict[int, Block]
"""The blocks that devices hold, by their ids."""


class WrongMove(Exception):
    """A collective does not fit its operand."""


def held(sharding: Sharding, mesh: Mesh) -> Blocks:
    """Returns the block of each device under a sharding."""
    dimensions = [(each.axes, mesh.device_count // sharded_size(each.axes, mesh)) for each in sharding.dimensions]
    found: Blocks = {}
    for device, place in _places(mesh).items():
        starts = [(_index(place, axes, mesh) * length, length) for axes, length in dimensions]
        found[device] = tuple([(start, start + length) for start, length in starts])
    return found


def moved(blocks: Blocks, mesh: Mesh, collective: Signature, to_mesh: Mesh) -> Blocks:
    """Returns the blocks after a collective. Raises WrongMove if devices get what no device can send them.

    `mesh` is that of the blocks, `to_mesh` that of the collective's sharding.
    """
    definition, properties = collective.definition, collective.properties
    sharding = cast(Sharding, properties["out_sharding"])
    if definition is COLLECTIVE_PERMUTE:
        after = held(sharding, to_mesh)
        if Counter(blocks.values()) != Counter(after.values()):
            raise WrongMove("the devices do not hold these blocks, each as often")
        return after
    if mesh is not to_mesh:
        raise WrongMove("only a permute leads to another mesh")
    if definition is ALL_TO_ALL:
        for param in cast(AllToAllParamList, properties["params"]).params:
            blocks = _exchanged(blocks, mesh, param.axes, param.source_dimension, param.target_dimension)
        return blocks
    change, name = CHANGES[definition]
    for dimension, axes in enumerate(cast(AxisRefLists, properties[name]).lists):
        if axes.axes:
            blocks = change(blocks, mesh, axes.axes, dimension)
    return blocks


def _sliced(blocks: Blocks, mesh: Mesh, axes: Sequence[AxisRef], dimension: int) -> Blocks:
    """Each device keeps the part of its block that its place along `axes` says."""
    count = sharded_size(axes, mesh)
    return {
        device: _with(blocks[device], dimension, _part(blocks[device][dimension], _index(place, axes, mesh), count))
        for device, place in _places(mesh).items()
    }


def _gathered(blocks: Blocks, mesh: Mesh, axes: Sequence[AxisRef], dimension: int) -> Blocks:
    """Each device gets the blocks of all devices along `axes`, one after the other."""
    found: Blocks = {}
    for group in _groups(mesh, axes):
        whole = _joined([blocks[device] for device in group], dimension)
        found |= dict.fromkeys(group, whole)
    return found


def _exchanged(blocks: Blocks, mesh: Mesh, axes: Sequence[AxisRef], source: int, target: int) -> Blocks:
    """Each device cuts its block along `target`, sends the parts to devices along `axes`, and joins what it gets."""
    found: Blocks = {}
    for group in _groups(mesh, axes):
        for number, device in enumerate(group):
            parts = [
                _with(blocks[sender], target, _part(blocks[sender][target], number, len(group))) for sender in group
            ]
            found[device] = _joined(parts, source)
    return found


def _joined(blocks: Sequence[Block], dimension: int) -> Block:
    """Returns the block that blocks make up which follow each other in a dimension."""
    first = blocks[0]
    end = first[dimension][0]
    for block in blocks:
        if block[dimension][0] != end or _with(block, dimension, first[dimension]) != first:
            raise WrongMove("blocks that do not follow each other are put together")
        end = block[dimension][1]
    return _with(first, dimension, (first[dimension][0], end))


def _with(block: Block, dimension: int, part: tuple[int, int]) -> Block:
    return (*block[:dimension], part, *block[dimension + 1 :])


def _part(whole: tuple[int, int], number: int, count: int) -> tuple[int, int]:
    start, stop = whole
    length, rest = divmod(stop - start, count)
    if rest:
        raise WrongMove("a block is cut into parts that are not equal")
    return start + number * length, start + (number + 1) * length


CHANGES: dict[OpDefinition, tuple[Callable[[Blocks, Mesh, Sequence[AxisRef], int], Blocks], str]] = {
    ALL_GATHER: (_gathered, "gathering_axes"),
    ALL_SLICE: (_sliced, "slicing_axes"),
}
"""The effects of collectives that have axes for each dimension, and the attribute with these axes."""


# Devices.


def _places(mesh: Mesh) -> dict[int, dict[str, int]]:
    """The place of each device along each axis."""
    found: dict[int, dict[str, int]] = {}
    for position, device in enumerate(mesh.device_ids or range(mesh.device_count)):
        place: dict[str, int] = {}
        for axis in reversed(mesh.axes):
            position, place[axis.name] = divmod(position, axis.size)
        found[device] = place
    return found


def _place_along(place: Mapping[str, int], axis: AxisRef, mesh: Mesh) -> int:
    start, stop = span(axis, mesh)
    return place[axis.name] * stop // mesh.axis_sizes[axis.name] % (stop // start)


def _index(place: Mapping[str, int], axes: Sequence[AxisRef], mesh: Mesh) -> int:
    """Which device a device is along several axes, major to minor."""
    index = 0
    for axis in axes:
        index = index * size(axis, mesh) + _place_along(place, axis, mesh)
    return index


def _groups(mesh: Mesh, axes: Sequence[AxisRef]) -> list[list[int]]:
    """The devices that differ along `axes` alone, in the order of these."""
    groups: dict[tuple[int, ...], dict[int, int]] = {}
    for device, place in _places(mesh).items():
        rest = dict(place)
        for axis in axes:
            rest[axis.name] -= _place_along(place, axis, mesh) * mesh.axis_sizes[axis.name] // span(axis, mesh)[1]
        groups.setdefault(tuple(rest.values()), {})[_index(place, axes, mesh)] = device
    return [[group[number] for number in range(len(group))] for group in groups.values()]
