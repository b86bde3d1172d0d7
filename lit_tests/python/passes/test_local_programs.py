"""The results of devices in a local program, against the meaning of shardings (`tools.device_blocks`)."""

from __future__ import annotations

from random import Random

import pytest

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings.axes import Axes, merged, sharded_size
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.passes.local_program.collectives import source_target_pairs
from sdyopt.rewriting.local_emission import NoGroupsError, PaddedDimension, local_pads, replica_groups, shard_indices
from tools.device_blocks import held

X, Y = AxisRef("x"), AxisRef("y")


def sharding(*dimensions: Axes) -> Sharding:
    return Sharding(SymbolRefAttr(("mesh",)), tuple([DimensionSharding(axes) for axes in dimensions]))


def test_parts_that_do_not_divide_each_other_have_no_groups() -> None:
    with pytest.raises(NoGroupsError):
        replica_groups((AxisRef("x", SubAxis(1, 2)), AxisRef("x", SubAxis(3, 2))), Mesh((MeshAxis("x", 6),)))


# Random meshes.


def random_mesh(random: Random) -> Mesh:
    sizes = [random.choice((1, 2, 3, 4)) for _ in range(random.randint(1, 3))]
    mesh = Mesh(tuple([MeshAxis(name, size) for name, size in zip("xyz", sizes, strict=False)]))
    ids = list(range(mesh.device_count))
    random.shuffle(ids)
    return Mesh.of(mesh.axes, tuple(ids)) if random.random() < 0.5 else mesh


def random_parts(random: Random, mesh: Mesh, with_parts: bool) -> list[AxisRef]:
    """Axes, or parts of them, in any order."""
    found: list[AxisRef] = []
    for axis in mesh.axes:
        if with_parts and axis.size == 4 and random.random() < 0.5:
            found += [AxisRef(axis.name, SubAxis(1, 2)), AxisRef(axis.name, SubAxis(2, 2))]
        else:
            found.append(AxisRef(axis.name))
    random.shuffle(found)
    return found


def random_sharding(random: Random, mesh: Mesh, rank: int, with_parts: bool = False) -> Sharding:
    """A sharding along whole axes, or also along parts of them."""
    dimensions: list[list[AxisRef]] = [[] for _ in range(rank)]
    for axis in random_parts(random, mesh, with_parts):
        if random.random() < 0.8:
            random.choice(dimensions).append(axis)
    return sharding(*map(tuple, dimensions))


@pytest.mark.parametrize("seed", range(40))
def test_a_group_has_each_block_once(seed: int) -> None:
    """Devices of a group hold, in order, the parts of a dimension that is sharded along their axes."""
    random = Random(seed)
    mesh = random_mesh(random)
    parts = random_parts(random, mesh, True)
    axes = merged(parts[: random.randint(1, len(parts))], mesh)
    groups = replica_groups(axes, mesh)
    blocks = held(sharding(axes), mesh)
    assert sorted(device for group in groups for device in group) == list(range(mesh.device_count))
    for group in groups:
        starts = [blocks[device][0][0] for device in group]
        assert starts == sorted({start for ((start, _),) in blocks.values()})


@pytest.mark.parametrize("seed", range(40))
def test_numbers_are_those_of_blocks(seed: int) -> None:
    random = Random(seed)
    mesh = random_mesh(random)
    axes = tuple(random_parts(random, mesh, False))
    blocks = held(sharding(axes), mesh)
    length = mesh.device_count // sharded_size(axes, mesh)
    assert shard_indices(axes, mesh) == tuple([blocks[device][0][0] // length for device in range(mesh.device_count)])


@pytest.mark.parametrize("seed", range(100))
def test_numbers_along_parts_are_those_of_blocks_and_groups(seed: int) -> None:
    random = Random(seed)
    mesh = random_mesh(random)
    parts = random_parts(random, mesh, True)
    axes = merged(parts[: random.randint(1, len(parts))], mesh)
    blocks = held(sharding(axes), mesh)
    length = mesh.device_count // sharded_size(axes, mesh)
    indices = shard_indices(axes, mesh, from_major=True)
    assert indices == tuple([blocks[device][0][0] // length for device in range(mesh.device_count)])
    for group in replica_groups(axes, mesh):
        assert [indices[device] for device in group] == list(range(len(group)))


@pytest.mark.parametrize("with_parts", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_devices_get_the_blocks_of_the_new_sharding(seed: int, with_parts: bool) -> None:
    """Also where the new mesh has the devices in another order."""
    random = Random(seed)
    mesh = random_mesh(random)
    ids = list(range(mesh.device_count))
    random.shuffle(ids)
    target_mesh = Mesh.of(mesh.axes, tuple(ids)) if random.random() < 0.5 else mesh
    source = random_sharding(random, mesh, 2, with_parts)
    sizes = [sharded_size(dimension.axes, mesh) for dimension in source.dimensions]
    target = random_sharding(random, mesh, 2, with_parts)
    if [sharded_size(dimension.axes, mesh) for dimension in target.dimensions] != sizes:
        target = source
    before, after = held(source, mesh), held(target, target_mesh)
    pairs = source_target_pairs(source, mesh, target, target_mesh, from_major=with_parts)
    assert sorted(to for _, to in pairs) == list(range(mesh.device_count))
    for device, to in pairs:
        assert before[device] == after[to]


@pytest.mark.parametrize("seed", range(100))
def test_padded_parts(seed: int) -> None:
    """Each device computes of its part the same as of the whole."""
    random = Random(seed)
    mesh = random_mesh(random)
    axes = tuple(random_parts(random, mesh, False))
    count = sharded_size(axes, mesh)
    length, interior = random.randint(1, 4), random.choice((0, 0, 1, 2))
    size = count * length
    extent = (size - 1) * (interior + 1) + 1
    low = random.choice((0, 0, 1, 2, -1, count, 2 * count))
    result_size = count * random.randint(1, 2 * length * (interior + 1))
    numbers = list(range(1, size + 1))
    whole = padded(numbers, low, result_size - extent - low, interior)
    dimension = PaddedDimension(size, result_size, low, interior)
    # A second dimension, which is not sharded, may pad uniformly where the first does not.
    pads = local_pads((dimension, PaddedDimension(3, 5, 1, 0)), sharding(axes, ()), mesh)
    blocks = held(sharding(axes), mesh)
    unit = mesh.device_count // count
    for device in range(mesh.device_count):
        index = blocks[device][0][0] // unit
        part = numbers[index * length : (index + 1) * length]
        local = padded(part, pads[0].low, pads[0].high, interior)
        starts = pads[0].starts
        start = starts[device] if len(starts) > 1 else starts[0]
        piece = result_size // count
        expected = whole[index * piece : (index + 1) * piece]
        own = set(range(index * length + 1, (index + 1) * length + 1))
        if {number for number in expected if number} <= own:  # Else the devices would have to exchange parts.
            assert local[start : start + piece] == expected
    second = padded([7, 8, 9], pads[1].low, pads[1].high, 0)
    assert second[pads[1].starts[0] :][:5] == [0, 7, 8, 9, 0]


def padded(numbers: list[int], low: int, high: int, interior: int) -> list[int]:
    """Pads with zeros; negative padding removes elements."""
    found: list[int] = []
    for number in numbers:
        found += [number, *[0] * interior]
    found = found[: len(found) - interior]
    found = [0] * low + found if low >= 0 else found[-low:]
    return found + [0] * high if high >= 0 else found[: len(found) + high]
