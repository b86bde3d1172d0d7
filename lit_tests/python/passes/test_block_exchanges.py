"""Exchanges of blocks leave each device with its part of the result: all small sizes, numbers of blocks and paddings.

The model here is one dimension of a tensor, whose elements are numbers above 0; a device that no other one sends to
gets zeros, as in a collective permute.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.axes import axis_part, merged, prefixes_are_equal
from sdyopt.passes.permutation_factors.blocks import (
    Halo,
    Hops,
    MovedDimension,
    block_size,
    blocks_moved,
    blocks_of_parts,
    shifted,
    stays_in_blocks,
)
from sdyopt.passes.permutation_factors.reshapes import ShardedReshape, groups_of

A, B = AxisRef("a"), AxisRef("b")


def mesh_of(*sizes: int) -> Mesh:
    return Mesh(tuple([MeshAxis(name, size) for name, size in zip("abc", sizes, strict=False)]))


def sharding(*dimensions: tuple[AxisRef, ...]) -> Sharding:
    return Sharding.of("m", [[]] * len(dimensions)).replace(dimensions=tuple(map(DimensionSharding, dimensions)))


def blocks_of(elements: list[int], count: int, filler: int) -> list[list[int]]:
    """Returns a dimension in blocks of one size, of which the last ones end with `filler`."""
    block = block_size(len(elements), count)
    padded = elements + [filler] * (block * count - len(elements))
    return [padded[start : start + block] for start in range(0, len(padded), block)]


def padded(elements: list[int], low: int, high: int, dilation: int, padding: int) -> list[int]:
    """Returns a padded dimension; negative padding cuts elements off."""
    found: list[int] = []
    for element in elements:
        found += [element, *[padding] * (dilation - 1)]
    found = found[: len(found) - dilation + 1]
    found = [padding] * low + found if low >= 0 else found[-low:]
    return found + [padding] * high if high >= 0 else found[:high]


def sent(blocks: list[list[int]], device: int, distance: int) -> list[int]:
    """Returns what a device gets from the one that is so far before it."""
    source = device - distance
    return blocks[source] if 0 <= source < len(blocks) else [0] * len(blocks[0])


def exchanged(blocks: list[list[int]], device: int, halo: Halo, padding: int) -> list[int]:
    """Returns what a device has after an exchange."""
    left, right = halo.hops
    joined = [element for distance in range(left, -right - 1, -1) for element in sent(blocks, device, distance)]
    around = halo.footprint * halo.dilation
    joined = padded(joined, around, around, halo.dilation, padding)
    if halo.starts is None:
        start = max(
            0,
            device * (halo.footprint - halo.block * halo.dilation)
            - halo.low
            + left * halo.block * halo.dilation
            + around,
        )
    else:
        start = halo.starts[device]
    start = min(max(start, 0), len(joined) - halo.footprint)
    return joined[start : start + halo.footprint]


# Slices and pads.


def check_moved(size: int, low: int, high: int, dilation: int, count: int) -> str:
    """Checks an exchange, and returns what has been decided."""
    elements = list(range(1, size + 1))
    expected = padded(elements, low, high, dilation, 0)
    dimension = MovedDimension(size, len(expected), low, dilation)
    moved = blocks_moved(dimension, count)
    hops = Hops.to(moved)
    if hops.are_too_many(count):
        return "refused"
    if moved == [(number, number) for number in range(count)]:
        return "left"
    halo = Halo(0, (A,), block_size(size, count), block_size(len(expected), count), hops, dilation, low)
    for padding in (0,) if any(hops) else (0, -7):
        parts = blocks_of(padded(elements, low, high, dilation, padding), count, padding)
        blocks = blocks_of(elements, count, padding)
        for device, part in enumerate(parts):
            held = exchanged(blocks, device, halo, padding)
            real = len(expected) - device * halo.footprint  # The rest is padding of the last blocks.
            assert held[: max(real, 0)] == part[: max(real, 0)], (dimension, count, device)
    return "hops" if any(hops) else "no hops"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_devices_get_their_parts_of_pads_and_slices(count: int) -> None:
    outcomes = []
    for size, low, high, dilation in product(range(1, 11), range(-4, 6), range(-4, 6), (1, 2, 3)):
        if size + low + high + (size - 1) * (dilation - 1) > 0 and -low < size and -high < size:
            outcomes.append(check_moved(size, low, high, dilation, count))
    assert min(map(outcomes.count, ("hops", "no hops", "left"))) > 10
    assert outcomes.count("refused") > 20 or count == 2


def test_blocks_that_parts_of_the_result_have_elements_of() -> None:
    assert blocks_moved(MovedDimension(1, 1, 0, 1), 2) == [(0, 0), None]
    assert blocks_moved(MovedDimension(8, 3, 0, 1), 2) == [(0, 0), (0, 0)]
    assert blocks_moved(MovedDimension(4, 7, -1, 1), 2) == [(0, 1), None]
    assert Hops.to([(0, 0), (0, 0)]) == Hops(1, 0)
    assert Hops.to([(0, 1), None]) == Hops(0, 1)


def test_several_hops_are_too_many_if_nearly_all_blocks_are_sent() -> None:
    assert not Hops(1, 0).are_too_many(2)
    assert not Hops(1, 1).are_too_many(2)
    assert not Hops(2, 0).are_too_many(4)
    assert Hops(2, 1).are_too_many(4)
    assert Hops(0, 2).are_too_many(3)


def test_elements_of_pads_that_stay_are_in_the_blocks_with_their_number() -> None:
    """As far as there are any."""
    for size, low, result_size, count in product(range(1, 9), range(-3, 5), range(1, 17), (2, 3, 4)):
        block, footprint = block_size(size, count), block_size(result_size, count)
        places = [(element // block, (element + low) // footprint) for element in range(size)]
        inside = [pair for pair, element in zip(places, range(size), strict=True) if element + low >= 0]
        inside = [pair for pair in inside if pair[1] < count]
        expected = all(before == after for before, after in inside)
        assert stays_in_blocks(MovedDimension(size, result_size, low, 1), count) == expected


# Reshapes.


@pytest.mark.parametrize("first", range(1, 10))
def test_devices_get_their_parts_of_split_dimensions(first: int) -> None:
    """Also where the number of elements of a part is not that of a block."""
    exchanges = 0
    for second, major, minor in product(range(1, 10), (1, 2, 3, 4), (1, 2, 3, 4)):
        mesh = mesh_of(major * minor)
        parts = [axis_part("a", 1, major, mesh), axis_part("a", major, major * minor, mesh)]
        lists = [tuple([part] if size > 1 else []) for part, size in zip(parts, (major, minor), strict=True)]
        if major * minor == 1:
            continue
        before, after = sharding((A,)), sharding(*lists)
        size = first * second
        reshape = ShardedReshape(before, (size,), after, (first, second), mesh)
        groups = groups_of((size,), (first, second))
        halos = reshape.halos(groups) if prefixes_are_equal(*reshape) and reshape.is_uneven(groups[0]) else None
        if not halos:
            continue
        exchanges += 1
        (halo,) = halos
        elements = list(range(1, size + 1))
        blocks = blocks_of(elements, major * minor, 0)
        rows, columns = reshape.frame_of(groups).result_local
        for device in range(major * minor):
            held = exchanged(blocks, device, halo, 0)
            row, column = device // minor * rows, device % minor * columns
            for place, element in enumerate(held):
                at = row + place // columns, column + place % columns
                if at[0] < first and at[1] < second:
                    assert element == at[0] * second + at[1] + 1, (first, second, major, minor, device)
    assert bool(exchanges) == (first in (2, 3, 4))


def test_groups_of_dimensions_have_as_many_elements() -> None:
    assert groups_of((2, 3, 4), (6, 4)) == [((0, 1), (0,)), ((2,), (1,))]
    assert groups_of((6, 1), (2, 3)) == [((0,), (0, 1)), ((1,), ())]
    assert groups_of((4, 6), (6, 4)) == [((0, 1), (0, 1))]
    assert groups_of((), (1, 1)) == [((), (0,)), ((), (1,))]


def test_a_part_after_the_end_needs_no_block() -> None:
    assert blocks_of_parts([0, 2, 9], 2, 6, 2) == [(0, 0), (1, 1), None]


# Devices.


@pytest.mark.parametrize("ids", [(), (5, 3, 1, 0, 2, 4, 7, 6)])
def test_shifts_move_along_their_axes(ids: tuple[int, ...]) -> None:
    mesh = Mesh.of(mesh_of(4, 2).axes, ids)
    devices = ids or tuple(range(8))
    place: Callable[[int], int] = devices.index
    for hops_number in range(-7, 8):
        for axes in ((A,), (B,), (A, B), (B, A), (axis_part("a", 2, 4, mesh), B)):
            pairs = shifted(mesh, merged(axes, mesh), hops_number)
            assert len({source for source, _ in pairs}) == len({target for _, target in pairs}) == len(pairs)
    assert {(place(source), place(target)) for source, target in shifted(mesh, (A,), 1)} == {
        (0, 2),
        (1, 3),
        (2, 4),
        (3, 5),
        (4, 6),
        (5, 7),
    }
    assert {(place(source), place(target)) for source, target in shifted(mesh, (B, A), -1)} == {
        (2, 0),
        (4, 2),
        (6, 4),
        (1, 6),
        (3, 1),
        (5, 3),
        (7, 5),
    }
