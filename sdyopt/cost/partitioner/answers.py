"""What the model answers about one operation: the bytes that XLA's partitioner sends, and by which collectives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod

from sdyopt.cost.partitioner.products import Dimensions, product
from sdyopt.cost.partitioner.reshards import reshard
from sdyopt.cost.partitioner.shards import (
    Collective,
    Groups,
    HeldValue,
    Room,
    Steps,
    argument,
    in_room_of_all,
    steps_behind,
)
from sdyopt.cost.partitioner.tilings import Tiled, coordinates
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple

MAX_DEVICES = 4096
"""Devices for which tilings are written out."""

_KEPT = 4096
"""Answers that are kept: layers, and the variants of a program that plans measure, ask the same again."""


class Inserted(NamedTuple):
    """The collectives that XLA inserts for an operation, those that send most first."""

    collectives: tuple[Collective, ...]

    @property
    def bytes(self) -> int:
        """The bytes that a device sends, with reduce-scatters where compilers for GPUs and TPUs make them."""
        return round(sum([each.sent_scattering for each in self.collectives]))

    @property
    def bytes_without_scattering(self) -> int:
        """The bytes that a device sends where sums stay all-reduces, as they do on CPUs."""
        return round(sum([each.sent for each in self.collectives]))

    @property
    def is_full(self) -> bool:
        """Whether there is a full rematerialization, of which XLA warns."""
        return any(each.is_full for each in self.collectives)


class PartitionedValue(NamedTuple):
    """A value that an operation takes."""

    shape: tuple[int, ...]
    item: int
    """The bytes of an element."""
    tiling: Tiled
    is_filled: bool = False
    """Whether it is a scalar in all places."""

    def held(self, room: Room, number: int) -> HeldValue:
        """Returns what devices hold of it."""
        return argument(room, self.shape, self.item, self.tiling, number)._replace(is_filled=self.is_filled)


@lru_cache(maxsize=_KEPT)
def for_reshard(operand: PartitionedValue, target: Tiled) -> Inserted:
    """Returns what is sent to make one tiling of another."""
    room = in_room_of_all(len(target.devices), Steps())
    found = answer([reshard(operand.held(room, 0), target)])
    assert found is not None  # All ways between two tilings are known.
    return found


@lru_cache(maxsize=_KEPT)
def for_product(
    left: PartitionedValue, right: PartitionedValue, wanted: Tiled, shape: tuple[int, ...], dims: Dimensions
) -> Inserted | None:
    """Returns what is sent for a product; None if that is not known."""
    room = in_room_of_all(len(wanted.devices), Steps())
    return answer([product(left.held(room, 0), right.held(room, 1), wanted, shape, left.item, dims)])


def answer(results: Iterable[HeldValue]) -> Inserted | None:
    """Returns what is sent for results; None if XLA is not known to do so."""
    steps = list(steps_behind([each.step for each in results]))
    if any(step.is_doubtful for step in steps):
        return None
    collectives = [step.collective for step in steps if step.collective is not None]
    return Inserted(tuple(sorted(collectives, key=lambda each: -each.sent)))


def axes_of(groups: Groups, mesh: Mesh) -> Axes | None:
    """Returns the axes of a mesh that the devices of a group differ in; None if it is not all along them."""
    ids = mesh.device_ids or range(mesh.device_count)
    places = {device: place for place, device in enumerate(ids)}
    sizes = [axis.size for axis in mesh.axes]
    found = [coordinates(places[device], sizes) for device in groups[0]]
    names = [axis.name for number, axis in enumerate(mesh.axes) if len({place[number] for place in found}) > 1]
    is_all = prod([mesh.axis_sizes[name] for name in names]) == len(set(groups[0]))
    return tuple([AxisRef(name) for name in names]) if is_all else None


def dimensions_of(op: Operation, left: Sequence[int], right: Sequence[int]) -> Dimensions:
    """Returns the dimensions of a `dot_general` or `dot` of operands of these shapes."""
    numbers = op.properties.get("dot_dimension_numbers")
    if not isinstance(numbers, DotDimensionNumbers):
        numbers = DotDimensionNumbers((), (), (len(left) - 1,), (0,))
    batch = tuple(zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True))
    contracted = tuple(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))
    taken = [{each[number] for each in (*batch, *contracted)} for number in range(2)]
    lefts = [number for number in range(len(left)) if number not in taken[0]]
    rights = [number for number in range(len(right)) if number not in taken[1]]
    first = len(batch)
    return Dimensions(
        tuple([(*pair, number) for number, pair in enumerate(batch)]),
        contracted,
        tuple([(dimension, first + number) for number, dimension in enumerate(lefts)]),
        tuple([(dimension, first + len(lefts) + number) for number, dimension in enumerate(rights)]),
    )
