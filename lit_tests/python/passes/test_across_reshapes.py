"""When two shardings, on the two sides of a reshape, count as the same."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import prod
from random import Random

import pytest

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings.axes import merged, prefixes_are_equal, sharded_size, strides_are_equal
from tools.device_blocks import held

Dimensions = list[list[AxisRef]]

A8 = Mesh((MeshAxis("a", 8),))


def part(start: int, size: int) -> AxisRef:
    return AxisRef("a", SubAxis(start, size))


def sharding(dimensions: Dimensions) -> Sharding:
    return Sharding.of("m", [[]] * len(dimensions)).replace(
        dimensions=tuple([DimensionSharding(tuple(axes)) for axes in dimensions])
    )


FULL = AxisRef("a")


@pytest.mark.parametrize(
    ("shape", "axes", "other_shape", "other_axes", "expected"),
    [
        ((6,), [[FULL]], (2, 3), [[], [FULL]], False),
        ((8, 24), [[], [FULL]], (2, 4, 4, 6), [[], [], [FULL], []], True),
        ((2, 12), [[part(1, 2)], [part(2, 4)]], (24,), [[FULL]], True),
        ((4, 6), [[part(1, 2)], [part(2, 4)]], (24,), [[FULL]], False),
        ((12,), [[FULL]], (2, 2, 3), [[part(1, 2)], [part(2, 2)], [part(4, 2)]], True),
    ],
)
def test_prefixes(
    shape: tuple[int, ...], axes: Dimensions, other_shape: tuple[int, ...], other_axes: Dimensions, expected: bool
) -> None:
    assert prefixes_are_equal(sharding(axes), shape, sharding(other_axes), other_shape, A8) is expected


# All shardings of sixteen elements.

AB = Mesh((MeshAxis("a", 4), MeshAxis("b", 2)))
ATOMS = (part(1, 2), part(2, 2), AxisRef("b"))
SHAPES = ((16,), (2, 8), (4, 4), (8, 2), (2, 2, 4), (2, 4, 2), (4, 2, 2), (2, 2, 2, 2))


def shardings(shape: tuple[int, ...]) -> list[Dimensions]:
    """Returns all shardings of a shape along `ATOMS` whose blocks are equal."""
    found = []
    for count in range(len(ATOMS) + 1):
        for order in permutations(ATOMS, count):
            for places in product(range(len(shape)), repeat=count):
                dimensions: Dimensions = [[] for _ in shape]
                for axis, place in zip(order, places, strict=True):
                    dimensions[place].append(axis)
                merged_dimensions = [list(merged(axes, AB)) for axes in dimensions]
                fits = all(
                    size % sharded_size(axes, AB) == 0 for size, axes in zip(shape, merged_dimensions, strict=True)
                )
                if fits and merged_dimensions not in found:
                    found.append(merged_dimensions)
    return found


def elements(dimensions: Dimensions, shape: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Returns the elements of each device, in row-major order of the whole tensor."""
    strides = [prod(shape[number + 1 :]) for number in range(len(shape))]
    found = []
    for _, block in sorted(held(sharding(dimensions), AB).items()):
        ranges = [
            range(start * size // AB.device_count, stop * size // AB.device_count)
            for (start, stop), size in zip(block, shape, strict=True)
        ]
        found.append(tuple([sum(map(int.__mul__, place, strides)) for place in product(*ranges)]))
    return tuple(found)


def test_equal_strides_mean_equal_elements() -> None:
    """Of shardings that divide all dimensions, exactly those are equivalent that leave every element where it is."""
    tensors = [(shape, each, elements(each, shape)) for shape in SHAPES for each in shardings(shape)]
    random = Random(1)
    alike = [pair for pair in combinations(tensors, 2) if pair[0][2] == pair[1][2]]
    others = [(random.choice(tensors), random.choice(tensors)) for _ in range(2000)]
    assert len(alike) > 500
    for (shape, axes, held_here), (other_shape, other_axes, held_there) in [*alike, *others]:
        is_equal = strides_are_equal(sharding(axes), shape, sharding(other_axes), other_shape, AB)
        assert is_equal == (held_here == held_there), (shape, axes, other_shape, other_axes)
