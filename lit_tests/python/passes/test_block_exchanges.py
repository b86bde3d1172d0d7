"""Exchanges of blocks leave each device with its part of the result: all small sizes, numbers of blocks and paddings.

The model here is one dimension of a tensor, whose elements are numbers above 0; a device that no other one sends to
gets zeros, as in a collective permute.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.axes import axis_part, merged
from sdyopt.passes.permutation_factors.exchange import (
    Halo,
    Hops,
    MovedDimension,
    MovedTensor,
    Refusal,
    block_size,
    hops,
    hops_of_parts,
    moved,
    shifted,
    stays_in_blocks,
)
from sdyopt.passes.permutation_factors.exchange_plans import (
    DifferentAxes,
    Replication,
    Reversal,
    SplitExchange,
    groups_of,
    resolved_reshape,
    reversal,
)

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
    left, right, _ = halo.hops
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
    found = moved(sharding((A,)), mesh_of(count), (dimension,))
    if isinstance(found, Refusal):
        return "refused"
    if found is None:
        return "left"
    (halo,) = found.halos
    paddings = (0,) if found.has_hops else (0, -7)
    for padding in paddings:
        parts = blocks_of(padded(elements, low, high, dilation, padding), count, padding)
        blocks = blocks_of(elements, count, padding)
        for device, part in enumerate(parts):
            held = exchanged(blocks, device, halo, padding)
            real = len(expected) - device * halo.footprint  # The rest is padding of the last blocks.
            assert held[: max(real, 0)] == part[: max(real, 0)], (dimension, count, device)
    return "hops" if found.has_hops else "no hops"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_devices_get_their_parts_of_pads_and_slices(count: int) -> None:
    outcomes = []
    for size, low, high, dilation in product(range(1, 11), range(-4, 6), range(-4, 6), (1, 2, 3)):
        if size + low + high + (size - 1) * (dilation - 1) > 0 and -low < size and -high < size:
            outcomes.append(check_moved(size, low, high, dilation, count))
    assert min(map(outcomes.count, ("hops", "no hops", "left"))) > 10
    assert outcomes.count("refused") > 20 or count == 2


def test_a_block_without_elements_needs_an_exchange_without_hops() -> None:
    assert hops(MovedDimension(1, 1, 0, 1), 2) == Hops(0, 0, True)


def test_hops_to_the_left_and_to_the_right() -> None:
    assert hops(MovedDimension(8, 3, 0, 1), 2) == Hops(1, 0, True)
    assert hops(MovedDimension(4, 7, -1, 1), 2) == Hops(0, 1, True)
    assert hops(MovedDimension(16, 14, -1, 1), 4).are_needed
    assert hops(MovedDimension(8, 8, 0, 1), 4) == Hops(0, 0, False)


def test_several_hops_are_too_many_if_nearly_all_blocks_are_sent() -> None:
    assert not Hops(1, 0, True).are_too_many(2)
    assert not Hops(1, 1, True).are_too_many(2)
    assert not Hops(2, 0, True).are_too_many(4)
    assert Hops(2, 1, True).are_too_many(4)
    assert Hops(0, 2, True).are_too_many(3)


def test_other_dimensions_may_stay_if_they_do_not_change() -> None:
    mesh, moving = mesh_of(2, 2), MovedDimension(8, 3, 0, 1)
    both = sharding((A,), (B,))
    assert isinstance(moved(both, mesh, (moving, MovedDimension(7, 7, 0, 1))), MovedTensor)
    assert moved(both, mesh, (moving, MovedDimension(8, 16, 4, 1))) == Refusal(1, None)
    assert moved(both, mesh, (MovedDimension(7, 7, 0, 1), MovedDimension(8, 16, 4, 1))) is None


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
        found = resolved_reshape(before, (size,), after, (first, second), mesh, True)
        if not isinstance(found, SplitExchange) or not found.halos:
            continue
        exchanges += 1
        (halo,) = found.halos
        elements = list(range(1, size + 1))
        blocks = blocks_of(elements, major * minor, 0)
        rows, columns = found.frame.result_local
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


def test_reshapes_that_leave_elements_on_their_devices() -> None:
    mesh = mesh_of(2, 2)
    assert resolved_reshape(sharding((A, B)), (8,), sharding((A,), (B,)), (2, 4), mesh, True) is None
    assert resolved_reshape(sharding((A,)), (7,), sharding((), (A,)), (1, 7), mesh, True) is None


def test_reshapes_between_reshards() -> None:
    mesh = mesh_of(4)
    halves = (axis_part("a", 1, 2, mesh),), (axis_part("a", 2, 4, mesh),)
    arguments = sharding((A,)), (6,), sharding(*halves), (2, 3), mesh
    assert isinstance(resolved_reshape(*arguments, True), SplitExchange)
    assert resolved_reshape(*arguments, False) == Replication(sharding(()), sharding((), ()), (A,))
    joined = resolved_reshape(sharding(*halves), (2, 3), sharding((A,)), (6,), mesh, True)
    assert joined == Replication(sharding((), ()), sharding(()), (A,))


def test_tensors_of_a_reshape_have_the_same_axes() -> None:
    mesh = mesh_of(2, 2)
    found = resolved_reshape(sharding((A, B)), (8,), sharding((B,), (A,)), (2, 4), mesh, True)
    assert found == DifferentAxes((A, B), (B, A))


def test_a_part_after_the_end_needs_no_block() -> None:
    assert hops_of_parts([0, 2, 9], 2, 6, 2) == Hops(0, 0, False)


# Reversals.


@pytest.mark.parametrize("count", [2, 3, 4, 8])
def test_padding_moves_to_the_start(count: int) -> None:
    """Also over several blocks; a reversed tensor ends with it then."""
    for size in range(1, 4 * count):
        found = reversal(sharding((A,)), mesh_of(count), (size,), (0,), over_blocks=True)
        assert isinstance(found, Reversal)
        if found.exchange is None:
            continue
        (shift,), (length,) = found.exchange.shifts, found.exchange.local_shape
        blocks = blocks_of(list(range(1, size + 1)), count, 0)
        over, rest = divmod(shift.places, length)
        moved_blocks = [
            sent(blocks, device, over + 1)[length - rest :] + sent(blocks, device, over)[: length - rest]
            for device in range(count)
        ]
        flat = [element for block in moved_blocks for element in block]
        assert flat == [0] * shift.places + list(range(1, size + 1))


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
