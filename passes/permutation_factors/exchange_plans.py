"""Reshapes of sharded tensors: which dimensions belong together, and what devices exchange where one is split."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import (
    Axes,
    difference,
    merged,
    prefixes_are_equal,
    sharded_size,
    strides_are_equal,
)
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import DYNAMIC
from sdyopt.ir.records import NamedTuple
from sdyopt.passes.permutation_factors.exchange import (
    ExchangeFrame,
    Halo,
    Shape,
    block_size,
    counts,
    frame,
    hops_of_parts,
    manual_names,
    neighbours,
    padded_shape,
    without_names,
)


class DimensionGroup(NamedTuple):
    """Dimensions of an operand, and of a result, with the same elements."""

    operand: tuple[int, ...]
    result: tuple[int, ...]


class SplitExchange(NamedTuple):
    """A reshape in a manual computation, and the exchanges before it."""

    frame: ExchangeFrame
    halos: tuple[Halo, ...]


class Replication(NamedTuple):
    """A reshape between reshards, with these shardings."""

    sharding: Sharding
    result_sharding: Sharding
    removed: Axes


class DifferentAxes(NamedTuple):
    """Operand and result of a reshape are sharded along different axes."""

    axes: Axes
    result_axes: Axes


@remembered
def resolved_reshape(
    sharding: Sharding, shape: Shape, result_sharding: Sharding, result_shape: Shape, mesh: Mesh, may_exchange: bool
) -> SplitExchange | Replication | DifferentAxes | None:
    """Returns how a reshape is computed whose tensors are sharded; None if it can stay as it is."""
    axes, result_axes = _all_axes(sharding, mesh), _all_axes(result_sharding, mesh)
    if axes != result_axes:
        return DifferentAxes(axes, result_axes)
    tensors = (sharding, shape, result_sharding, result_shape, mesh)
    is_on_one_mesh = sharding.mesh is result_sharding.mesh and sharding.replicated == result_sharding.replicated
    if is_on_one_mesh and strides_are_equal(*tensors):
        return None
    is_alike = is_on_one_mesh and prefixes_are_equal(*tensors)
    groups = groups_of(shape, result_shape)
    moving = [group for group in groups if not _is_passing(group, shape, result_shape)]
    if is_alike and not moving:
        return None
    blocks, result_blocks = counts(sharding, mesh), counts(result_sharding, mesh)
    uneven = [
        group
        for group in groups
        if _is_uneven(group.operand, shape, blocks) or _is_uneven(group.result, result_shape, result_blocks)
    ]
    uneven_moving = [group for group in moving if group in uneven]
    if is_alike and may_exchange and uneven:
        found = _exchange(uneven, uneven_moving, *tensors)
        if found is not None:
            return found
    return _replication(uneven_moving, sharding, result_sharding, mesh)


def _all_axes(sharding: Sharding, mesh: Mesh) -> Axes:
    """Returns the axes of all dimensions, with neighbours put together."""
    return merged([axis for dimension in sharding.dimensions for axis in dimension.axes], mesh)


def groups_of(shape: Shape, result_shape: Shape) -> list[DimensionGroup]:
    """Returns the smallest groups of neighbouring dimensions with the same number of elements on both sides."""
    found: list[DimensionGroup] = []
    start, result_start = 0, 0
    while start < len(shape) or result_start < len(result_shape):
        stop, result_stop = min(start + 1, len(shape)), min(result_start + 1, len(result_shape))
        size, result_size = prod(shape[start:stop]), prod(result_shape[result_start:result_stop])
        while size != result_size:
            if size < result_size and stop < len(shape):
                size *= shape[stop]
                stop += 1
            elif result_stop < len(result_shape):
                result_size *= result_shape[result_stop]
                result_stop += 1
            else:
                break  # There are no elements, which dimensions after these say.
        found.append(DimensionGroup(tuple(range(start, stop)), tuple(range(result_start, result_stop))))
        start, result_start = stop, result_stop
    return found


def _is_passing(group: DimensionGroup, shape: Shape, result_shape: Shape) -> bool:
    """Whether a group has at most one dimension on either side whose size is not 1."""
    return _count(group.operand, shape) <= 1 and _count(group.result, result_shape) <= 1


def _count(dimensions: tuple[int, ...], shape: Shape) -> int:
    return sum([shape[number] != 1 for number in dimensions])


def _is_uneven(dimensions: tuple[int, ...], shape: Shape, blocks: list[int]) -> bool:
    """Whether a dimension is not divided by the number of its blocks."""
    return any(shape[number] % blocks[number] for number in dimensions)


def _exchange(
    uneven: list[DimensionGroup],
    split: list[DimensionGroup],
    sharding: Sharding,
    shape: Shape,
    result_sharding: Sharding,
    result_shape: Shape,
    mesh: Mesh,
) -> SplitExchange | None:
    """Returns the exchange that splits a dimension in each of the groups `split`; None if that is not possible."""
    padded, result_padded = padded_shape(sharding, shape, mesh), padded_shape(result_sharding, result_shape, mesh)
    blocks = counts(sharding, mesh)
    halos: list[Halo] = []
    for group in split:
        is_split = len(group.operand) == 1 and 1 not in [result_shape[number] for number in group.result]
        if not is_split:
            return None
        (number,) = group.operand
        if padded[number] != prod([result_padded[each] for each in group.result]):
            return None
        size, block = shape[number], block_size(shape[number], blocks[number])
        starts = _starts(group.result, result_sharding, result_shape, mesh)
        found = hops_of_parts(starts, block, size, block)
        if max(found.left, found.right) > 1:
            return None
        if not found.are_needed:
            continue
        places = tuple(
            [
                block + found.left * block + (start - number * block if start < size else 0)
                for number, start in enumerate(starts)
            ]
        )
        axes = tuple([axis for each in group.result for axis in result_sharding.dimensions[each].axes])
        halos.append(Halo(number, axes, block, block, found, starts=places))
    names = manual_names(sharding, [number for group in uneven for number in group.operand], mesh)
    names |= manual_names(result_sharding, [number for group in uneven for number in group.result], mesh)
    return SplitExchange(frame(sharding, shape, result_sharding, result_shape, names, mesh), tuple(halos))


def _starts(dimensions: tuple[int, ...], sharding: Sharding, shape: Shape, mesh: Mesh) -> list[int]:
    """Returns the element that each block of some dimensions starts with, in row-major order of these."""
    blocks = [counts(sharding, mesh)[number] for number in dimensions]
    sizes = [shape[number] for number in dimensions]
    strides = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
    steps = [block_size(size, count) * stride for size, count, stride in zip(sizes, blocks, strides, strict=True)]
    return [sum(map(int.__mul__, places, steps)) for places in product(*map(range, blocks))]


def _replication(
    groups: list[DimensionGroup], sharding: Sharding, result_sharding: Sharding, mesh: Mesh
) -> Replication:
    """Returns the reshape without the axes of the dimensions of some groups."""
    removed: list[AxisRef] = []
    for group in groups:
        removed += [axis for number in group.operand for axis in sharding.dimensions[number].axes]
        removed += [axis for number in group.result for axis in result_sharding.dimensions[number].axes]
    first, second = [_without(each, tuple(removed), mesh) for each in (sharding, result_sharding)]
    return Replication(first, second, tuple(dict.fromkeys(merged(removed, mesh))))


def _without(sharding: Sharding, removed: Axes, mesh: Mesh) -> Sharding:
    """Returns a sharding whose dimensions do not have the axes `removed`, nor then those of size one."""
    if not removed:
        return sharding
    dimensions = [
        dimension.replace(axes=tuple([part for axis in dimension.axes for part in difference(axis, removed, mesh)]))
        for dimension in sharding.dimensions
    ]
    return sharding.replace(dimensions=tuple(dimensions))


# Reversals of sharded dimensions: by reversing the order of devices, after an exchange between neighbours if
# needed.

NO_SIZE = -(1 << 63)
"""What the reference computes with where a size is not known."""


class Shift(NamedTuple):
    """The elements of a dimension move towards its end by a number of places.

    `axes` are those of the dimension, in the mesh of the manual axes alone.
    """

    dimension: int
    places: int
    axes: tuple[AxisRef, ...]
    mesh: Mesh

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Returns the devices that send, each with the one that receives, numbered along the manual axes."""
        return neighbours(self.mesh, self.axes)


class HaloExchange(NamedTuple):
    """The shifts of a tensor that is padded at the end to `shape`, in a computation with manual axes.

    There it has `local_shape` and `local_sharding`.
    """

    shape: Shape
    manual_axes: tuple[str, ...]
    local_shape: Shape
    local_sharding: Sharding
    shifts: tuple[Shift, ...]

    def frame(self, sharding: Sharding) -> ExchangeFrame:
        """Returns the computation of a tensor with that sharding, which stays as it is."""
        shapes = self.shape, self.shape, self.local_shape, self.local_shape
        return ExchangeFrame(sharding, sharding, self.manual_axes, *shapes, self.local_sharding, self.local_sharding)


class Reversal(NamedTuple):
    """How sharded dimensions are reversed: along which axes the order of devices is, and what comes before."""

    axes: tuple[AxisRef, ...]
    exchange: HaloExchange | None


class TooUneven(NamedTuple):
    """A dimension whose padding would not fit in the block of one device."""

    dimension: int
    blocks: int
    """The number of its blocks."""


@remembered
def reversal(
    sharding: Sharding, mesh: Mesh, shape: Shape, reversed_dimensions: tuple[int, ...], over_blocks: bool = False
) -> Reversal | TooUneven:
    """Returns how the dimensions of a tensor are reversed; without axes if none of them is sharded.

    Elements may have to move further than to the next block only if they may move `over_blocks`.
    """
    axes: list[AxisRef] = []
    padded = list(shape)
    for number in range(len(shape)):
        refs = sharding.dimensions[number].axes
        count = sharded_size(refs, mesh)
        if number not in reversed_dimensions or count == 1:
            continue
        axes += refs
        size = NO_SIZE if shape[number] == DYNAMIC else shape[number]
        if size % count:
            block = -(-size // count)
            if block * count - size > block and not over_blocks:
                return TooUneven(number, count)
            padded[number] = block * count
    uneven = [number for number, size in enumerate(shape) if padded[number] != size]
    exchange = halo_exchange(sharding, mesh, shape, tuple(padded)) if uneven else None
    return Reversal(tuple(axes), exchange)


def halo_exchange(sharding: Sharding, mesh: Mesh, shape: Shape, padded: Shape) -> HaloExchange:
    """Returns the exchange for a tensor of that shape, after the padding of some of its dimensions."""
    uneven = [number for number, size in enumerate(shape) if padded[number] != size]
    names = {axis.name for number in uneven for axis in sharding.dimensions[number].axes}
    manual = Mesh(tuple([axis for axis in mesh.axes if axis.name in names]))
    dimensions = sharding.dimensions
    local = [
        size if size == DYNAMIC else size // sharded_size(_among(dimension.axes, names), mesh)
        for size, dimension in zip(padded, dimensions, strict=True)
    ]
    shifts = [Shift(number, padded[number] - shape[number], dimensions[number].axes, manual) for number in uneven]
    manual_axes = tuple([axis.name for axis in manual.axes])
    return HaloExchange(padded, manual_axes, tuple(local), without_names(sharding, names), tuple(shifts))


def _among(axes: tuple[AxisRef, ...], names: Collection[str]) -> list[AxisRef]:
    return [axis for axis in axes if axis.name in names]
