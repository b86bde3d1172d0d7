"""Random programs of one operation, with shardings that are given: how they are written for XLA and for the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random
from typing import NamedTuple

from sdyopt.cost.partitioner.shards import HeldValue, Steps, argument, in_room_of_all
from sdyopt.cost.partitioner.tilings import Tiled, tiling, transposed

MESHES = ((2, 2), (2, 4), (4, 2), (2, 3), (3, 2), (4, 4), (2, 2, 2), (2, 3, 2), (4, 2, 2), (2, 2, 3), (3, 4), (2, 4, 2))
AXES = "abc"

Split = list[str]
"""The axes of each dimension: `["ab", ""]`."""


class PartitionedCase(NamedTuple):
    """A random program of one operation."""

    kind: str
    mesh: tuple[int, ...]
    shapes: list[list[int]]
    """Of the operands and the result."""
    splits: list[Split]
    numbers: dict[str, list[int]]
    """What is particular to the kind."""

    @property
    def devices(self) -> int:
        """The number of devices."""
        return prod(self.mesh)


class CaseKind(NamedTuple):
    """A kind of cases."""

    case: Callable[[Random], PartitionedCase]
    """Makes a random one."""
    text: Callable[[PartitionedCase], str]
    """Writes it for XLA."""
    model: Callable[[PartitionedCase], list[HeldValue]]
    """Returns the model's results."""


def random_split(random: Random, rank: int, mesh: Sequence[int]) -> Split:
    """Returns a split over some of the axes of a mesh."""
    found = [""] * rank
    axes = list(AXES[: len(mesh)])
    random.shuffle(axes)
    for axis in axes:
        if random.random() > 0.25:
            found[random.randrange(rank)] += axis
    return found


def tiling_of_split(split: Split, mesh: Sequence[int]) -> Tiled:
    """Returns the tiling of a split: the devices of a mesh in their usual order."""
    used = [AXES.index(axis) for axes in split for axis in axes]
    order = [*used, *[number for number in range(len(mesh)) if number not in used]]
    counts = [prod([mesh[AXES.index(axis)] for axis in axes]) for axes in split]
    return tiling(counts, transposed(range(prod(mesh)), mesh, order))


def hlo_sharding(split: Split, mesh: Sequence[int]) -> str:
    """Returns how HLO writes a split."""
    found = tiling_of_split(split, mesh)
    if found.is_whole:
        return "{replicated}"
    array = found.array() if found.replication > 1 else found.counts
    last = " last_tile_dim_replicate" if found.replication > 1 else ""
    return f"{{devices=[{','.join(map(str, array))}]{','.join(map(str, found.devices))}{last}}}"


def type_text(shape: Sequence[int], element: str = "f32") -> str:
    """Returns how StableHLO writes a type."""
    return f"tensor<{''.join([f'{size}x' for size in shape])}{element}>"


def module_text(
    case: PartitionedCase, arguments: Sequence[tuple[str, Split]], results: Sequence[tuple[str, Split]], body: str
) -> str:
    """Returns the program with a body, whose arguments are `%0`, `%1`, …"""

    def value(type: str, split: Split) -> str:
        return f'{type} {{mhlo.sharding = "{hlo_sharding(split, case.mesh)}"}}'

    given = ", ".join([f"%{number}: {value(*each)}" for number, each in enumerate(arguments)])
    given_results = ", ".join([value(*each) for each in results])
    return (
        f"module @m attributes {{mhlo.num_partitions = {case.devices} : i32, mhlo.num_replicas = 1 : i32}} {{\n"
        f"func.func @main({given}) -> ({given_results}) {{\n{body}\n}}\n}}\n"
    )


def shards(case: PartitionedCase, items: Sequence[int]) -> list[HeldValue]:
    """Returns the arguments of a case, of elements of so many bytes."""
    room = in_room_of_all(case.devices, Steps())
    return [
        argument(room, shape, item, tiling_of_split(split, case.mesh), number)
        for number, (shape, split, item) in enumerate(zip(case.shapes, case.splits, items, strict=False))
    ]
