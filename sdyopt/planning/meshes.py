"""Shapes of meshes of a number of devices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import log, prod

from sdyopt.cost.time.devices import TORUS, Device
from sdyopt.dialects.sdy.attributes import Mesh, MeshAxis

AXIS_NAMES = "xyz"
"""Of axes, one letter each."""
_MOST_SHAPES = 40


def shapes(devices: int, device: Device) -> list[Mesh]:
    """Returns the meshes of at most three axes of two or more devices, in the order of their sizes.

    The order of axes counts where links do not belong to axes: on switches. Of very many shapes, those that are nearest
    to balanced are returned, and the extremes.
    """
    found: dict[tuple[int, ...], None] = {}
    for sizes in _factorizations(devices, len(AXIS_NAMES)):
        if device.network == TORUS:
            found[sizes] = None
        else:
            found.update(dict.fromkeys(permutations(sizes)))
    ordered = sorted(found, key=lambda sizes: (len(sizes), sizes))
    if len(ordered) > _MOST_SHAPES:
        balanced = sorted(ordered, key=lambda sizes: (max(sizes) / min(sizes), sizes))
        kept = {*balanced[: _MOST_SHAPES - 2], *balanced[-2:]}
        ordered = [sizes for sizes in ordered if sizes in kept]
    return [Mesh(tuple([MeshAxis(AXIS_NAMES[at], size) for at, size in enumerate(sizes)])) for sizes in ordered]


def parted(products: Sequence[int], sizes: Sequence[int]) -> list[list[int]] | None:
    """Returns for each of the products the places of sizes whose product it is, all sizes once; None if there are none.

    The first sizes go to the first products: `[2, 4]` of `[2, 2, 2]` are `[[0], [1, 2]]`.
    """
    for owners in product(range(len(products)), repeat=len(sizes)):
        parts = [[place for place, owner in enumerate(owners) if owner == each] for each in range(len(products))]
        if [prod([sizes[place] for place in part]) for part in parts] == list(products):
            return parts
    return None


def _factorizations(number: int, most: int, least: int = 2) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write a number as a product of at most `most` factors in ascending order."""
    if most >= 1 and number >= least:
        yield (number,)
    if most > 1 and number >= least and log(number, 2) >= 2:
        factor = least
        while factor * factor <= number:
            if number % factor == 0:
                yield from [(factor, *rest) for rest in _factorizations(number // factor, most - 1, factor)]
            factor += 1
