"""Runs reversals of sharded tensors on devices that are simulated, element by element.

This knows what a sharding means and what each operation does with the data of one device. Only reshards and permutes
move data between devices; everything else happens on each device alone. It knows nothing of how reversals are made of
such operations: it checks what a pass makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import cast

from sdyopt.dialects.sdy.attributes import ManualAxes, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size, span
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr, RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.literals import dense

Element = int | None
"""What is at a place; None is padding that may be anything."""

Block = dict[tuple[int, ...], Element]
"""The elements that a device holds of a tensor, by their places in its block."""

Held = dict[int, Block]
"""The block of each device, by its id."""


class MeshDevices:
    """The devices of a mesh, by their places along each axis."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        self.ids = list(mesh.device_ids or range(mesh.device_count))
        places = product(*[range(axis.size) for axis in mesh.axes])
        names = [axis.name for axis in mesh.axes]
        self.places = {id: dict(zip(names, place, strict=True)) for id, place in zip(self.ids, places, strict=True)}

    def starts(self, id: int, sharding: Sharding, sizes: Sequence[int]) -> list[int]:
        """Where the block of a device starts in the whole tensor, whose blocks have these sizes."""
        found = []
        for dimension, size in zip(sharding.dimensions, sizes, strict=True):
            index = 0
            for axis in dimension.axes:
                start, stop = span(axis, self.mesh)
                digit = self.places[id][axis.name] // (self.mesh.axis_sizes[axis.name] // stop) % (stop // start)
                index = index * (stop // start) + digit
            found.append(index * size)
        return found

    def hold(self, tensor: Mapping[tuple[int, ...], Element], shape: Sequence[int], sharding: Sharding) -> Held:
        """The block of each device of a whole tensor; where it ends before the last block there is padding."""
        sizes = self.block_shape(shape, sharding)
        held: Held = {}
        for id in self.ids:
            starts = self.starts(id, sharding, sizes)
            held[id] = {
                place: tensor.get(tuple(map(sum, zip(starts, place, strict=True)))) for place in everywhere(sizes)
            }
        return held

    def block_shape(self, shape: Sequence[int], sharding: Sharding) -> list[int]:
        """The shape of all blocks."""
        pairs = zip(shape, sharding.dimensions, strict=True)
        return [-(-size // sharded_size(dimension.axes, self.mesh)) for size, dimension in pairs]


def everywhere(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """All places of a tensor of that shape."""
    return list(product(*map(range, sizes)))


def run(
    ops: Sequence[Operation], held: dict[Value, Held], meshes: Mapping[str, Mesh], around: Sequence[str] = ()
) -> None:
    """Runs operations; `held` has the blocks of their operands, and gets those of their results.

    `around` are the manual axes of the computation that they are in.
    """
    for op in ops:
        if op.name in ("stablehlo.constant", "sdy.return", "func.return"):
            continue
        if op.name == "sdy.manual_computation":
            block = op.regions[0].block
            held[block.arguments[0]] = held[op.operands[0]]
            run(list(block.ops), held, meshes, cast(ManualAxes, op.properties["manual_axes"]).axes)
            held[op.results[0]] = held[cast(Operation, block.last).operands[0]]
            continue
        held[op.results[0]] = RUN[op.name](op, held, meshes, around)


def _sharded(value: Value, meshes: Mapping[str, Mesh]) -> tuple[Sharding, MeshDevices, tuple[int, ...]]:
    sharding = sharding_of(value)
    assert sharding is not None and sharding.mesh_name is not None
    return sharding, MeshDevices(meshes[sharding.mesh_name]), cast(RankedTensorType, value.type).shape


def _pad(op: Operation, held: dict[Value, Held], meshes: Mapping[str, Mesh], around: Sequence[str]) -> Held:
    """Each device writes zeros where its block ends after the tensor; blocks may not become larger."""
    sharding, devices, shape = _sharded(op.results[0], meshes)
    before = cast(RankedTensorType, op.operands[0].type).shape
    sizes = devices.block_shape(shape, sharding)
    assert sizes == devices.block_shape(before, sharding)
    result: Held = {}
    for id, block in held[op.operands[0]].items():
        starts = devices.starts(id, sharding, sizes)
        result[id] = {}
        for place, element in block.items():
            where = tuple(map(sum, zip(starts, place, strict=True)))
            is_new = any(size <= at < after for at, size, after in zip(where, before, shape, strict=True))
            result[id][place] = 0 if is_new and all(map(int.__lt__, where, shape)) else element
    return result


def _slice(op: Operation, held: dict[Value, Held], meshes: Mapping[str, Mesh], around: Sequence[str]) -> Held:
    """Each device cuts its block; outside of computations it may only forget what is after the end of the tensor."""
    shape = cast(RankedTensorType, op.operands[0].type).shape
    starts, limits = (cast(DenseArrayAttr, op.properties[name]).values for name in ("start_indices", "limit_indices"))
    if not around:
        sharding, devices, _ = _sharded(op.results[0], meshes)
        assert devices.block_shape(shape, sharding) == devices.block_shape(limits, sharding)
        assert not any(starts)
        return held[op.operands[0]]
    cut = [number for number, size in enumerate(shape) if limits[number] - starts[number] != size]
    return {
        id: {
            tuple([at - starts[number] if number in cut else at for number, at in enumerate(place)]): element
            for place, element in block.items()
            if all(starts[number] <= place[number] < limits[number] for number in cut)
        }
        for id, block in held[op.operands[0]].items()
    }


def _permute(op: Operation, held: dict[Value, Held], meshes: Mapping[str, Mesh], around: Sequence[str]) -> Held:
    """Blocks move to the devices at other places along the manual axes; who gets nothing has zeros."""
    _, devices, _ = _sharded(op.results[0], meshes)
    pairs = cast(DenseElementsAttr, op.properties["source_target_pairs"])
    shape = cast(RankedTensorType, pairs.type).shape
    numbers = dense.elements(pairs.text, shape, dense.ElementFormat("int", 64))
    senders = dict(zip(numbers[1::2], numbers[::2], strict=True))
    sizes = [(axis.name, axis.size) for axis in devices.mesh.axes if axis.name in around]
    by_place = {tuple(place.values()): id for id, place in devices.places.items()}
    result: Held = {}
    for id, place in devices.places.items():
        number = 0
        for name, size in sizes:
            number = number * size + place[name]
        sender = senders.get(number)
        if sender is None:
            result[id] = dict.fromkeys(held[op.operands[0]][id], 0)
            continue
        source = dict(place)
        for name, size in reversed(sizes):
            sender, source[name] = divmod(sender, size)
        result[id] = held[op.operands[0]][by_place[tuple(source.values())]]
    return result


def _concatenate(op: Operation, held: dict[Value, Held], meshes: Mapping[str, Mesh], around: Sequence[str]) -> Held:
    """Each device puts one block after the other."""
    number = cast(IntegerAttr, op.properties["dimension"]).value
    first, second = op.operands
    result: Held = {}
    for id, block in held[first].items():
        length = max([place[number] for place in block]) + 1
        moved = {
            (*place[:number], place[number] + length, *place[number + 1 :]): element
            for place, element in held[second][id].items()
        }
        result[id] = {**block, **moved}
    return result


def _reshard(op: Operation, held: dict[Value, Held], meshes: Mapping[str, Mesh], around: Sequence[str]) -> Held:
    """Blocks move to the devices that have the same places in a mesh with the same axes."""
    before, source, _ = _sharded(op.operands[0], meshes)
    after, target, _ = _sharded(op.results[0], meshes)
    assert before.dimensions == after.dimensions and source.mesh.axes == target.mesh.axes
    return {new: held[op.operands[0]][old] for old, new in zip(source.ids, target.ids, strict=True)}


def _reverse(op: Operation, held: dict[Value, Held], meshes: Mapping[str, Mesh], around: Sequence[str]) -> Held:
    """Each device reverses its block."""
    dimensions = cast(DenseArrayAttr, op.properties["dimensions"]).values
    result: Held = {}
    for id, block in held[op.operands[0]].items():
        last = [max(places) for places in zip(*block, strict=True)]
        result[id] = {
            tuple([last[number] - at if number in dimensions else at for number, at in enumerate(place)]): element
            for place, element in block.items()
        }
    return result


Runner = Callable[[Operation, dict[Value, Held], Mapping[str, Mesh], Sequence[str]], Held]

RUN: dict[str, Runner] = {
    "sdy.reshard": _reshard,
    "stablehlo.collective_permute": _permute,
    "stablehlo.concatenate": _concatenate,
    "stablehlo.pad": _pad,
    "stablehlo.reverse": _reverse,
    "stablehlo.slice": _slice,
}
"""What each operation does."""
