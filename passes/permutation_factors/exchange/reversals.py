"""Reversals of sharded dimensions: by reversing the order of devices, after an exchange between neighbours if needed.

A tensor is reversed if each device reverses its block, and the blocks are in reverse order. That takes blocks of the
same size. Others are padded at the end; but the reversed tensor would begin with the padding. So all elements are
first moved towards the end by the size of the padding: each device gets the last elements of the block before its own.
"""

from __future__ import annotations

from collections.abc import Collection

from sdyopt.passes.permutation_factors.exchange.frames import Shape
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import sharded_size
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import DYNAMIC
from sdyopt.passes.permutation_factors.exchange.device_order import neighbours
from sdyopt.passes.permutation_factors.exchange.frames import ExchangeFrame, without_names

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
