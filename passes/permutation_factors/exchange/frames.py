"""Manual computations in which neighbours exchange elements: their axes, and what a device holds inside."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sdyopt.dialects.sdy.attributes import SUM, AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.permutation_factors.exchange.hops import Hops, MovedDimension, block_size, hops

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
def moved(sharding: Sharding, mesh: Mesh, dimensions: tuple[MovedDimension, ...]) -> MovedTensor | Refusal | None:
    """Returns the exchanges that a slice or a pad of a tensor needs; None if blocks can stay where they are."""
    halos: list[Halo] = []
    staying: list[int] = []
    for number, (dimension, count) in enumerate(zip(dimensions, counts(sharding, mesh), strict=True)):
        if count <= 1:
            continue
        found = hops(dimension, count)
        if found.are_too_many(count):
            return Refusal(number, found)
        block, footprint = block_size(dimension.size, count), block_size(dimension.result_size, count)
        if found.are_needed:
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
