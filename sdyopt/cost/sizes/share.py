"""What each device holds of a tensor: all that follows from its type and its sharding."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from sdyopt.cost.sizes.memory import element_bits, plain_bytes, tiled_bytes
from sdyopt.cost.sizes.partition import Partition, partition_of
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.printing import sharding as sharding_text
from sdyopt.dialects.sdy.shardings.axes import Axes, size
from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import DYNAMIC, RankedTensorType
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.layout import Tile

Sizes = tuple[int | None, ...]
"""Of a tensor's dimensions, in logical order; None is a size that is not known."""

MAX_BITS = 2048
"""Of the sizes of a tensor whose bytes are counted, as in `sdyopt.layout.tiling`, which takes long to import."""


class Share(NamedTuple):
    """A tensor of which some devices hold a part each. Nothing is known of one whose type is not ranked."""

    type: str
    sharding: Sharding | None
    is_decided: bool
    """Whether there is a sharding, and that on a mesh that is not empty. Else everyone holds all."""
    is_local: bool
    """Whether the type is that of what one device holds."""
    partition: Partition
    """Who holds which block."""
    shape: Sizes | None
    """That in the type: the global shape, or inside a manual computation what that has made local. Of a local type,
    the global shape that follows from the sharding.
    """
    element_type: str | None
    element_bits: int | None
    bounds: Sizes | None
    """`shape`, with the bounds of those dynamic dimensions that have them."""
    local_shape: Sizes | None
    """What one device holds of `bounds`, padding included."""
    padding: int | None
    """How many elements of all the shards together are padding, because a dimension does not divide evenly. Like what
    follows, it is None if a size is not known, or the whole exceeds the limit of 64-bit integers.
    """
    padding_share: float | None
    """Which part of the shards that is, from 0 to 1."""
    bytes: int | None
    """On one device, padding included."""
    tiled_bytes: int | None
    """On one device in the tiles that were asked for; None if none were."""

    @property
    def sharding_text(self) -> str | None:
        """The sharding as it is written in the program: `<@mesh, [{"x"}, {}]>`."""
        return None if self.sharding is None else sharding_text(self.sharding)

    @property
    def mesh(self) -> Mesh:
        return self.partition.mesh

    @property
    def devices(self) -> int:
        """How many devices hold some of it."""
        return self.partition.devices

    @property
    def only_device(self) -> int | None:
        """The device that holds all, if the mesh is maximal."""
        return self.mesh.device_ids[0] if self.mesh.is_maximal else None

    @property
    def shards(self) -> int:
        """How many different blocks there are."""
        return self.partition.blocks

    @property
    def copies(self) -> int:
        """How many devices hold the same."""
        return self.partition.copies

    @property
    def replicated_axes(self) -> Axes:
        """The axes of the mesh, or parts of them, of which the copies come."""
        return self._longer(self.partition.replicated)

    @property
    def unreduced_axes(self) -> Axes:
        """The axes along which the devices hold partial sums."""
        return self._longer(self.partition.unreduced)

    @property
    def manual_axes(self) -> Axes:
        """The axes of the manual computations around it: along these the value is local already."""
        return self._longer(self.partition.manual)

    def _longer(self, axes: Axes) -> Axes:
        """Those of `axes` that have more than one device."""
        return tuple([axis for axis in axes if size(axis, self.mesh) > 1])


@remembered
def share_of(
    type: Type,
    sharding: Sharding | None,
    mesh: Mesh | None,
    around: Mesh,
    manual: tuple[str, ...] = (),
    tiles: tuple[Tile, ...] = (),
    is_local: bool = False,
) -> Share:
    """The share of each device of a tensor of this type.

    `mesh` is that of the sharding, if there is one and it is not empty; else all of `around` holds all. `manual` are
    the axes of the manual computations around the tensor. The sharding fits the type, as the verifier demands. With
    `is_local` the type is that of what one device holds: without a sharding nothing else is known.
    """
    is_decided = sharding is not None and mesh is not None
    if not isinstance(type, RankedTensorType):
        return Share(text_of(type), sharding, is_decided, is_local, Partition(mesh or around, ()), *(None,) * 9)
    rank = len(type.shape)
    shape = type.shape
    if sharding is None or mesh is None:
        partition = Partition(around, ((),) * rank)
        if is_local:
            manual = tuple(around.axis_sizes)
    else:
        partition = partition_of(sharding, mesh, rank)
        if is_local:
            counts = partition.counts
            shape = tuple(
                [size if size == DYNAMIC else size * count for size, count in zip(shape, counts, strict=True)]
            )
    if manual:
        partition = partition.inside(manual)
    bounds = _bounds(shape, type.encoding)
    local = local_sizes(bounds, partition)
    known = [size for size in bounds if size is not None]
    bits = element_bits(type.element_type)
    padding = share = plain = tiled = None
    held = [size for size in local if size is not None]
    if len(known) == rank and sum([size.bit_length() for size in known]) <= MAX_BITS:
        stored = prod(held) * partition.blocks
        padding = stored - prod(known)
        share = padding / stored if stored else 0.0
        if bits is not None:
            plain = plain_bytes(held, bits)
            tiled = tiled_bytes(tuple(held), bits, tiles) if tiles else None
    return Share(
        type=text_of(type),
        sharding=sharding,
        is_decided=is_decided,
        is_local=is_local,
        partition=partition,
        shape=tuple([None if size == DYNAMIC else size for size in shape]),
        element_type=text_of(type.element_type),
        element_bits=bits,
        bounds=bounds,
        local_shape=local,
        padding=padding,
        padding_share=share,
        bytes=plain,
        tiled_bytes=tiled,
    )


def local_sizes(sizes: Sequence[int | None], partition: Partition) -> Sizes:
    """The sizes of a block of a tensor that has these; what is not known stays so."""
    known = partition.local_shape([0 if size is None else size for size in sizes])
    return tuple([None if size is None else local for size, local in zip(sizes, known, strict=True)])


def _bounds(shape: Sequence[int], encoding: Attribute | None) -> Sizes:
    bounds = encoding.bounds if isinstance(encoding, TypeExtensions) else (None,) * len(shape)
    return tuple([bound if size == DYNAMIC else size for size, bound in zip(shape, bounds, strict=True)])
