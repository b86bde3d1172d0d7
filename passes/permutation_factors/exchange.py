"""Operations that permute dimensions, such as reversals and slices: what of sharded ones can stay sharded."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import prod

from sdyopt.dialects.sdy.attributes import SUM, AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size, span
from sdyopt.ir.attribute import remembered
from sdyopt.ir.records import NamedTuple
from sdyopt.sharding.projections import FactorTensors, MeshAxes, Projection

# Devices by their places along axes: meshes with reversed axes, and pairs of neighbours along axes.

Digit = tuple[int, int]
"""An axis in a list of all devices in mesh order: the distance of neighbours along it, and its size."""


@remembered
def reversed_mesh(mesh: Mesh, axes: tuple[AxisRef, ...]) -> Mesh:
    """Returns `mesh` with the devices along `axes`, which do not overlap, in reverse order."""
    digits = digits_of(axes, mesh)
    ids = mesh.device_ids or range(mesh.device_count)
    found = []
    for position in range(mesh.device_count):
        source = position
        for distance, size in digits:
            source += (size - 1 - 2 * (position // distance % size)) * distance
        found.append(ids[source])
    return Mesh.of(mesh.axes, tuple(found))


@remembered
def neighbours(mesh: Mesh, axes: tuple[AxisRef, ...]) -> tuple[tuple[int, int], ...]:
    """Returns each device with the next one along `axes`, major to minor; the last ones have none.

    Devices are numbered in mesh order, whatever their ids are.
    """
    digits = digits_of(axes, mesh)
    pairs = []
    for position in range(mesh.device_count):
        following = position
        for distance, size in reversed(digits):
            if position // distance % size < size - 1:
                pairs.append((position, following + distance))
                break
            following -= (size - 1) * distance
    return tuple(pairs)


@remembered
def shifted(mesh: Mesh, axes: tuple[AxisRef, ...], hops: int) -> tuple[tuple[int, int], ...]:
    """Returns each device with the one that is `hops` further along `axes`, by their ids; the last ones have none."""
    digits = digits_of(axes, mesh)
    count = prod([size for _, size in digits])
    ids = mesh.device_ids or range(mesh.device_count)
    pairs = []
    for position in range(mesh.device_count):
        number, origin = 0, position
        for distance, size in digits:
            digit = position // distance % size
            number = number * size + digit
            origin -= digit * distance
        if 0 <= number + hops < count:
            target, rest = origin, number + hops
            for distance, size in reversed(digits):
                rest, digit = divmod(rest, size)
                target += digit * distance
            pairs.append((ids[position], ids[target]))
    return tuple(pairs)


def digits_of(axes: Iterable[AxisRef], mesh: Mesh) -> list[Digit]:
    """Returns where the places along `axes` are in the numbers of devices."""
    distances: dict[str, int] = {}
    distance = 1
    for axis in reversed(mesh.axes):
        distances[axis.name] = distance
        distance *= axis.size
    digits = []
    for ref in axes:
        start, stop = span(ref, mesh)
        digits.append((distances[ref.name] * (mesh.axis_sizes[ref.name] // stop), stop // start))
    return digits


# Permutation factors of operations: their axes are removed from all tensors, as a pure function of shardings.


class Removal(NamedTuple):
    """The axes of a factor are removed from a dimension of the tensor with that number, operands first."""

    tensor: int
    dimension: int
    factor: int
    axes: tuple[AxisRef, ...]


class Unsharded(NamedTuple):
    """The shardings that an operation is to be computed with, by the numbers of tensors, and what that removes."""

    updates: tuple[tuple[int, Sharding], ...]
    removals: tuple[Removal, ...]


@remembered
def without_factors(tensors: FactorTensors, factors: tuple[int, ...], elsewhere: frozenset[int]) -> Unsharded:
    """Returns the shardings without the axes of `factors`.

    If that changes any of them, tensors that are `elsewhere`, on devices in another order, come to the mesh as well.
    """
    updates: dict[int, Sharding] = {}
    removals: list[Removal] = []
    projections = tensors.projections()
    for index, projection in enumerate(projections):
        removed = [factor for factor in factors if is_sharded_along(projection, factor)]
        if removed:
            updates[index] = tensors.unprojected(index, without_axes_of(projection, removed))
            removals += [_removal(tensors, index, projection, factor) for factor in removed]
    if updates:
        for index in elsewhere:
            updates.setdefault(index, tensors.unprojected(index, projections[index]))
    return Unsharded(tuple(sorted(updates.items())), tuple(removals))


def is_sharded_along(projection: Projection, factor: int) -> bool:
    """Whether a tensor has axes along a factor."""
    return bool(projection.axes.get(factor) or projection.overflow.get(factor))


def without_axes_of(projection: Projection, factors: Collection[int]) -> Projection:
    """Returns the projection of a tensor that is not sharded along `factors`."""
    axes = {factor: () if factor in factors else spans for factor, spans in projection.axes.items()}
    overflow = {factor: spans for factor, spans in projection.overflow.items() if factor not in factors}
    return projection._replace(axes=axes, overflow=overflow)


def _removal(tensors: FactorTensors, index: int, projection: Projection, factor: int) -> Removal:
    dimensions = tensors.mappings[index].dimensions
    number = next(number for number, dimension in enumerate(dimensions) if factor in dimension.factors)
    spans = (*projection.axes[factor], *projection.overflow.get(factor, ()))
    return Removal(index, number, factor, MeshAxes.of(tensors.mesh).refs(spans))


# How far elements of a dimension move between its blocks: numbers that depend on sizes and paddings alone.


class MovedDimension(NamedTuple):
    """A dimension before and after it is padded: negative padding cuts elements off, as a slice does."""

    size: int
    result_size: int
    low: int
    dilation: int
    """The distance in the result of elements that are neighbours: one more than the interior padding."""

    @property
    def is_unchanged(self) -> bool:
        """Whether all elements stay at their places, except those that are cut off or added at the end."""
        return self.low == 0 and self.dilation == 1


class Hops(NamedTuple):
    """From how many blocks before and after its own a device needs elements, at most."""

    left: int
    right: int
    are_needed: bool
    """Whether blocks cannot stay as they are; that may be so without a hop, if one has no elements of the operand."""

    def are_too_many(self, count: int) -> bool:
        """Whether nearly all of `count` blocks would be sent to each device, some of them over several hops."""
        return self.left + self.right + 1 >= count and max(self.left, self.right) > 1


def block_size(size: int, count: int) -> int:
    """Returns the size of a block of a dimension, padded so that all have it."""
    return -(-size // count)


@remembered
def hops(dimension: MovedDimension, count: int) -> Hops:
    """Returns the hops of a dimension in `count` blocks."""
    block = block_size(dimension.size, count)
    footprint = block_size(dimension.result_size, count)
    firsts = [_truncated(number * footprint - dimension.low, dimension.dilation) for number in range(count)]
    spans = [_span(first, first + footprint - 1, dimension.size, block) for first in firsts]
    return _hops(spans, are_needed_without=True)


def hops_of_parts(starts: Iterable[int], length: int, size: int, block: int) -> Hops:
    """Returns the hops of a dimension of `size` elements, in blocks of the size `block`, that is cut into parts.

    The part of each device has at most `length` elements, from its start on. One without elements needs nothing.
    """
    return _hops([_span(start, start + length - 1, size, block) for start in starts], are_needed_without=False)


def _span(first: int, last: int, size: int, block: int) -> tuple[int, int] | None:
    """Returns the blocks in which elements are, from the first to the last; None if there are no such elements."""
    first, last = max(first, 0), min(last, size - 1)
    return None if first > last else (first // block, last // block)


def _hops(spans: list[tuple[int, int] | None], are_needed_without: bool) -> Hops:
    """Returns the hops to the blocks that each device needs."""
    present = [(number, span) for number, span in enumerate(spans) if span is not None]
    is_needed = any(span != (number, number) for number, span in present)
    return Hops(
        max([0, *[number - first for number, (first, _) in present]]),
        max([0, *[last - number for number, (_, last) in present]]),
        is_needed or (are_needed_without and len(present) < len(spans)),
    )


def _truncated(number: int, divisor: int) -> int:
    """Returns a quotient without its fraction, towards zero."""
    return number // divisor if number >= 0 else -(-number // divisor)


def stays_in_blocks(dimension: MovedDimension, count: int) -> bool:
    """Whether a pad leaves each block of the operand in the block of the result with its number, or out of all."""
    if count <= 1:
        return True
    if dimension.dilation != 1:
        return False
    block = block_size(dimension.size, count)
    footprint = block_size(dimension.result_size, count)
    for number in range(count):
        start = number * footprint - dimension.low
        span = _span(start, start + footprint - 1, dimension.size, block) if block else None
        if span not in (None, (number, number)):
            return False
    return True


# Manual computations in which neighbours exchange elements: their axes, and what a device holds inside.

Shape = tuple[int, ...]


class ExchangeFrame(NamedTuple):
    """A manual computation from a tensor to one of another shape, both padded so that their shardings divide them."""

    sharding: Sharding
    result_sharding: Sharding
    manual_axes: tuple[str, ...]
    """In mesh order."""
    padded: Shape
    result_padded: Shape
    local: Shape
    """What a device holds of the operand."""
    result_local: Shape
    local_sharding: Sharding
    result_local_sharding: Sharding


@remembered
def frame(
    sharding: Sharding,
    shape: Shape,
    result_sharding: Sharding,
    result_shape: Shape,
    names: frozenset[str],
    mesh: Mesh,
) -> ExchangeFrame:
    """Returns the computation whose manual axes have these names."""
    padded, result_padded = padded_shape(sharding, shape, mesh), padded_shape(result_sharding, result_shape, mesh)
    return ExchangeFrame(
        sharding,
        result_sharding,
        tuple([axis.name for axis in mesh.axes if axis.name in names]),
        padded,
        result_padded,
        local_shape(sharding, padded, names, mesh),
        local_shape(result_sharding, result_padded, names, mesh),
        without_names(sharding, names),
        without_names(result_sharding, names),
    )


def counts(sharding: Sharding, mesh: Mesh) -> list[int]:
    """Returns the number of blocks of each dimension."""
    return [sharded_size(dimension.axes, mesh) for dimension in sharding.dimensions]


def manual_names(sharding: Sharding, dimensions: Iterable[int], mesh: Mesh) -> frozenset[str]:
    """Returns the names of the axes of those of these dimensions that have several blocks."""
    lists = [sharding.dimensions[number].axes for number in dimensions]
    return frozenset([axis.name for axes in lists if sharded_size(axes, mesh) > 1 for axis in axes])


def padded_shape(sharding: Sharding, shape: Shape, mesh: Mesh) -> Shape:
    """Returns the shape with dimensions rounded up so that the sharding divides them."""
    return tuple([block_size(size, count) * count for size, count in zip(shape, counts(sharding, mesh), strict=True)])


def local_shape(sharding: Sharding, shape: Shape, names: Collection[str], mesh: Mesh) -> Shape:
    """Returns the shape of what a device holds where the axes with these names are manual."""
    return tuple(
        [
            size // sharded_size([axis for axis in dimension.axes if axis.name in names], mesh)
            for size, dimension in zip(shape, sharding.dimensions, strict=True)
        ]
    )


def without_names(sharding: Sharding, names: Collection[str]) -> Sharding:
    """Returns a sharding whose dimensions do not have the axes with these names; other axes stay.

    As in later revisions of Shardy it forgets that unreduced axes are not summed.
    """
    dimensions = [
        dimension.replace(axes=tuple([axis for axis in dimension.axes if axis.name not in names]))
        for dimension in sharding.dimensions
    ]
    return sharding.replace(dimensions=tuple(dimensions), reduction_op=SUM)


class Halo(NamedTuple):
    """An exchange along a dimension: each device gets blocks of others, and takes its part out of all together."""

    dimension: int
    axes: tuple[AxisRef, ...]
    """Those along which the blocks are numbered."""
    block: int
    footprint: int
    """The size of a device's part of the result."""
    hops: Hops
    dilation: int = 1
    low: int = 0
    starts: tuple[int, ...] | None = None
    """Where the part of each device starts, by its number along `axes`, if arithmetic cannot say it."""


class MovedTensor(NamedTuple):
    """A slice or pad whose blocks move: the computation, and the exchanges in it, along one dimension each."""

    frame: ExchangeFrame
    halos: tuple[Halo, ...]

    @property
    def has_hops(self) -> bool:
        """Whether devices send elements at all, and at the ends get zeros."""
        return any(halo.hops.left or halo.hops.right for halo in self.halos)


class Refusal(NamedTuple):
    """Why the blocks of a dimension are not exchanged: there would be too many hops, or another dimension changes."""

    dimension: int
    hops: Hops | None


@remembered
def moved(
    sharding: Sharding, mesh: Mesh, dimensions: tuple[MovedDimension, ...], resizes_blocks: bool = False
) -> MovedTensor | Refusal | None:
    """Returns the exchanges that a slice or a pad of a tensor needs; None if blocks can stay where they are.

    If it `resizes_blocks`, there is an exchange without a hop, too, where blocks have other sizes afterwards.
    """
    halos: list[Halo] = []
    staying: list[int] = []
    for number, (dimension, count) in enumerate(zip(dimensions, counts(sharding, mesh), strict=True)):
        if count <= 1:
            continue
        found = hops(dimension, count)
        if found.are_too_many(count):
            return Refusal(number, found)
        block, footprint = block_size(dimension.size, count), block_size(dimension.result_size, count)
        if found.are_needed or (resizes_blocks and block != footprint):
            axes = sharding.dimensions[number].axes
            halos.append(Halo(number, axes, block, footprint, found, dimension.dilation, dimension.low))
        elif block != footprint or not dimension.is_unchanged:
            staying.append(number)
    if not halos:
        return None
    if staying:
        return Refusal(staying[0], None)  # Its blocks have other sizes or places after the computation.
    names = manual_names(sharding, range(len(dimensions)), mesh)
    shape, result_shape = [tuple([each[index] for each in dimensions]) for index in (0, 1)]
    return MovedTensor(frame(sharding, shape, sharding, result_shape, names, mesh), tuple(halos))
