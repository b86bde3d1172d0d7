"""Which device holds which block: compared with a simulation in numpy, and with what JAX says."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.view import Partition, partition_of


def mesh(ids: tuple[int, ...] = (), **axes: int) -> Mesh:
    return Mesh.of(tuple(MeshAxis(name, size) for name, size in axes.items()), ids)


def sharding(mesh: Mesh, *dimensions: tuple[AxisRef, ...], unreduced: tuple[AxisRef, ...] = ()) -> Sharding:
    return Sharding(mesh, tuple(DimensionSharding(axes) for axes in dimensions), (), unreduced)


X, Y = AxisRef("x"), AxisRef("y")
Y_MAJOR, Y_MINOR = AxisRef("y", SubAxis(1, 2)), AxisRef("y", SubAxis(2, 2))
SNAKE = (0, 1, 3, 2, 6, 7, 5, 4)

JAX_SAYS = [
    ((), (4, 8), [(X,), (Y,)], [(0, 0), (0, 2), (0, 4), (0, 6), (2, 0), (2, 2), (2, 4), (2, 6)], (2, 2)),
    ((), (8, 2), [(Y, X), ()], [(0, 0), (2, 0), (4, 0), (6, 0), (1, 0), (3, 0), (5, 0), (7, 0)], (1, 2)),
    ((), (8, 2), [(X, Y), ()], [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)], (1, 2)),
    (SNAKE, (4, 8), [(X,), ()], [(0, 0), (0, 0), (0, 0), (0, 0), (2, 0), (2, 0), (2, 0), (2, 0)], (2, 8)),
    (SNAKE, (4, 8), [(), (Y,)], [(0, 0), (0, 2), (0, 6), (0, 4), (0, 6), (0, 4), (0, 0), (0, 2)], (4, 2)),
    ((), (4, 8), [(Y_MINOR,), (X,)], [(0, 0), (2, 0), (0, 0), (2, 0), (0, 4), (2, 4), (0, 4), (2, 4)], (2, 4)),
    ((), (4, 8), [(Y_MAJOR,), ()], [(0, 0), (0, 0), (2, 0), (2, 0), (0, 0), (0, 0), (2, 0), (2, 0)], (2, 8)),
]
"""Of NamedSharding on a mesh of x=2, y=4 (the parts of y as axes of their own): for each device where its block begins,
from `devices_indices_map`, and the shape of the block, from `shard_shape`.
"""


@pytest.mark.parametrize(("ids", "shape", "dimensions", "starts", "local"), JAX_SAYS)
def test_blocks_are_where_jax_puts_them(
    ids: tuple[int, ...],
    shape: tuple[int, ...],
    dimensions: list[tuple[AxisRef, ...]],
    starts: list[tuple[int, ...]],
    local: tuple[int, ...],
) -> None:
    """Order of axes in a dimension, order of the devices and sub-axes mean what they mean to JAX."""
    devices = mesh(ids, x=2, y=4)
    partition = partition_of(sharding(devices, *dimensions), devices, len(shape))
    assert partition.local_shape(shape) == local
    found = [partition.extent(partition.block_of(device), shape) for device in range(8)]
    assert [tuple(start for start, _ in extents) for extents in found] == starts


@pytest.mark.parametrize(("size", "local"), [(4, 1), (5, 2), (8, 2), (9, 3)])
def test_uneven_dimensions_are_padded_as_xla_does(size: int, local: int) -> None:
    """`HloSharding.tile` of f32[4], f32[5], f32[8] and f32[9] by {devices=[4]0,1,2,3} has these sizes."""
    devices = mesh(x=4)
    assert partition_of(sharding(devices, (X,)), devices, 1).local_shape((size,)) == (local,)


def test_last_blocks_may_be_padding_alone() -> None:
    """Of 5 elements in four blocks of 2 the third has one, and the fourth none."""
    partition = Partition(mesh(x=4), ((X,),))
    assert [partition.extent((at,), (5,)) for at in range(4)] == [((0, 2),), ((2, 4),), ((4, 5),), ((5, 5),)]


# A simulation: the devices in an array with a dimension for each part of an axis.

_PARTS = {2: [(2,)], 3: [(3,)], 4: [(4,), (2, 2)], 6: [(6,), (2, 3), (3, 2)], 8: [(8,), (2, 2, 2), (4, 2), (2, 4)]}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Mesh, list[AxisRef], list[int], tuple[list[int], ...], list[int], list[int]]:
    """A mesh; the parts of its axes with their sizes; the parts that shard each dimension, sum up, and are manual."""
    sizes = draw(st.lists(st.sampled_from(sorted(_PARTS)), min_size=1, max_size=3))
    axes = tuple(MeshAxis(f"a{number}", size) for number, size in enumerate(sizes))
    count = prod(sizes)
    ids = tuple(draw(st.permutations(range(count)))) if draw(st.booleans()) else ()
    parts: list[AxisRef] = []
    part_sizes: list[int] = []
    whole: set[int] = set()
    for axis in axes:
        split = draw(st.sampled_from(_PARTS[axis.size]))
        pre_size = 1
        for size in split:
            if len(split) == 1:
                whole.add(len(parts))
            parts.append(AxisRef(axis.name) if len(split) == 1 else AxisRef(axis.name, SubAxis(pre_size, size)))
            part_sizes.append(size)
            pre_size *= size
    rank = draw(st.integers(0, 3))
    places = draw(st.lists(st.integers(0, rank + 2), min_size=len(parts), max_size=len(parts)))
    order = draw(st.permutations(range(len(parts))))
    dimensions = tuple([part for part in order if places[part] == dimension] for dimension in range(rank))
    unreduced = [part for part in range(len(parts)) if places[part] == rank]
    manual = [part for part in range(len(parts)) if places[part] == rank + 1 and part in whole]
    return Mesh.of(axes, ids), parts, part_sizes, dimensions, unreduced, manual


@settings(deadline=None)
@given(cases())
def test_agrees_with_a_simulation(
    case: tuple[Mesh, list[AxisRef], list[int], tuple[list[int], ...], list[int], list[int]],
) -> None:
    """Blocks, devices, copies and replicated parts are those of an array of devices cut along its dimensions."""
    devices, parts, sizes, dimensions, unreduced, manual = case
    partition = Partition(
        devices,
        tuple(tuple(parts[part] for part in dimension) for dimension in dimensions),
        tuple(parts[part] for part in unreduced),
        tuple(parts[part] for part in manual),
    )
    ids = np.array(devices.device_ids or range(prod(sizes))).reshape(sizes)
    holders: dict[tuple[int, ...], set[int]] = {}
    for place in product(*map(range, sizes)):
        block = []
        for dimension in dimensions:
            shape = [sizes[part] for part in dimension]
            index = [place[part] for part in dimension]
            block.append(int(np.ravel_multi_index(index, shape)) if dimension else 0)
        device = int(ids[place])
        assert partition.block_of(device) == tuple(block)
        assert partition.place_of(device) == tuple(place[part] for part in manual)
        holders.setdefault((*block, *[place[part] for part in manual]), set()).add(device)
    rank = len(dimensions)
    assert len(holders) == partition.blocks * partition.instances
    for key, expected in holders.items():
        assert partition.devices_of(key[:rank], key[rank:]) == sorted(expected)
        assert len(expected) == partition.holders
    used = [part for dimension in dimensions for part in dimension] + unreduced + manual
    free = [part for part in range(len(parts)) if part not in used]
    assert partition.copies == prod(sizes[part] for part in free)
    assert _size(partition) == partition.copies


def _size(partition: Partition) -> int:
    """How many devices the replicated axes stand for; neighbouring parts are one axis there."""
    return prod(
        partition.mesh.axis_sizes[axis.name] if axis.sub_axis is None else axis.sub_axis.size
        for axis in partition.replicated
    )


def test_sub_axes_that_do_not_divide_each_other() -> None:
    """Of an axis of 12, the halves and (3)2 leave some blocks with 4 devices and others with 2; the most is told."""
    devices = mesh(x=12)
    partition = Partition(devices, ((AxisRef("x", SubAxis(1, 2)),), (AxisRef("x", SubAxis(3, 2)),)))
    counts = [len(partition.devices_of(block)) for block in product(range(2), range(2))]
    assert counts == [4, 2, 2, 4]
    assert partition.holders == 4


def test_maximal_mesh_has_one_device() -> None:
    """On a mesh of no axes and one device id everything is on that device."""
    maximal = Mesh((), (3,))
    partition = partition_of(Sharding(maximal, ()), maximal, 2)
    assert (partition.counts, partition.devices_of((0, 0)), partition.copies) == ((1, 1), [3], 1)
    assert partition.local_shape((4, 6)) == (4, 6)
    with pytest.raises(ValueError, match="device 0 is not in the mesh"):
        partition.block_of(0)


def test_unreduced_devices_hold_no_copies() -> None:
    """Devices along an unreduced axis hold a block's partial sums: as many as the block has holders, but no copies."""
    devices = mesh(x=2, y=4)
    partition = partition_of(sharding(devices, (X,), unreduced=(Y_MAJOR,)), devices, 1)
    assert (partition.blocks, partition.holders, partition.copies) == (2, 4, 2)
    assert partition.replicated == (Y_MINOR,)
