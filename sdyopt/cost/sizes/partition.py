"""Which device of a mesh holds which block of a tensor: https://openxla.org/shardy/sharding_representation.

The devices stand at the positions 0, 1, … of the mesh, its last axis running fastest; `device_ids` says which device is
at which position. A dimension that k devices share is cut in k blocks of equal size, the last ones filled up with
padding. The first axis of a dimension's sharding is the major one: its neighbours' blocks are furthest apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product
from math import prod

from sdyopt.dialects.quant import AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.axes import Axes, Digits, difference, digits_of, number_of, sharded_size, size, span
from sdyopt.ir.attribute import Type, remembered
from sdyopt.ir.attributes import ComplexType, FloatType, IndexType, IntegerType, RankedTensorType
from sdyopt.ir.collecting import grouped
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS
from sdyopt.mlir.write.attributes import text_of

Block = tuple[int, ...]
"""The number of a block along each dimension, from 0."""


@dataclass(frozen=True)
class Partition:
    """How the devices of a mesh share a tensor with `dimensions`: for each the axes that cut it, major to minor.

    Along `manual` axes the tensor is local already: at each place on them it is another tensor, and what is said of
    its blocks and copies is said of one of these. Along `unreduced` axes the devices hold partial sums of a block.
    """

    mesh: Mesh
    dimensions: tuple[Axes, ...]
    unreduced: Axes = ()
    manual: Axes = ()

    def inside(self, manual: Sequence[str]) -> Partition:
        """The same for a value inside manual computations with these axes; those that the mesh lacks do not matter."""
        return replace(self, manual=tuple([AxisRef(name) for name in manual if name in self.mesh.axis_sizes]))

    @cached_property
    def counts(self) -> Block:
        """In how many blocks each dimension is cut."""
        return tuple([sharded_size(axes, self.mesh) for axes in self.dimensions])

    @property
    def blocks(self) -> int:
        """How many different blocks there are."""
        return prod(self.counts)

    @property
    def instances(self) -> int:
        """How many tensors there are, one at each place on the manual axes."""
        return sharded_size(self.manual, self.mesh)

    @property
    def places(self) -> Iterator[Block]:
        """The places on the manual axes; just one if there are none."""
        return product(*[range(size(axis, self.mesh)) for axis in self.manual])

    @property
    def device_ids(self) -> Sequence[int]:
        """The devices by position."""
        return self.mesh.device_ids or range(self.mesh.device_count)

    @property
    def devices(self) -> int:
        """How many devices hold some of the tensor."""
        return self.mesh.device_count

    @cached_property
    def holders(self) -> int:
        """How many devices hold a block; if it is not the same for all, the largest number.

        It is the same for all unless sub-axes of one axis do not divide each other, as 3 and 2 of an axis of 12.
        """
        used = [*self._used, *self.manual]
        return prod(
            [
                _most_places(axis, [part for part in used if part.name == axis.name], self.mesh)
                for axis in self.mesh.axes
            ]
        )

    @property
    def copies(self) -> int:
        """How many devices hold the same numbers: the holders of a block, except those with another partial sum."""
        return self.holders // sharded_size(self.unreduced, self.mesh)

    @cached_property
    def replicated(self) -> Axes:
        """The axes along which all devices hold the same, in mesh order."""
        used = [*self._used, *self.unreduced, *self.manual]
        return tuple([part for axis in self.mesh.axes for part in difference(AxisRef(axis.name), used, self.mesh)])

    def block_of(self, device: int) -> Block:
        """The block that a device holds. Raises ValueError for a device that is not in the mesh."""
        return self._block(self._position(device))

    def devices_of(self, block: Block, place: Block | None = None) -> list[int]:
        """The devices that hold a block, in ascending order; with a `place` only those there on the manual axes."""
        places = self.places if place is None else (place,)
        return sorted([device for at in places for device in self._holders.get((block, at), ())])

    def place_of(self, device: int) -> Block:
        """Where a device is on each of the manual axes. Raises ValueError for a device that is not in the mesh."""
        return self._place(self._position(device))

    def _position(self, device: int) -> int:
        if (position := self._positions.get(device)) is None:
            raise ValueError(f"device {device} is not in the mesh")
        return position

    def local_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of a block of a tensor of this shape; the last blocks may hold padding."""
        return tuple([-(-extent // count) for extent, count in zip(shape, self.counts, strict=True)])

    def extent(self, block: Block, shape: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """For each dimension the first index in a block and the one after its last, equal ones if all is padding."""
        steps = zip(block, self.local_shape(shape), shape, strict=True)
        return tuple([(min(at * step, stop), min((at + 1) * step, stop)) for at, step, stop in steps])

    @cached_property
    def _holders(self) -> dict[tuple[Block, Block], list[int]]:
        """The devices by the block that they hold, and by their place on the manual axes."""
        devices = enumerate(self.device_ids)
        return grouped(((self._block(position), self._place(position)), device) for position, device in devices)

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {device: position for position, device in enumerate(self.device_ids)}

    @property
    def _used(self) -> list[AxisRef]:
        return [axis for axes in self.dimensions for axis in axes]

    @cached_property
    def _digits(self) -> tuple[Digits, ...]:
        return tuple([digits_of(axes, self.mesh) for axes in self.dimensions])

    @cached_property
    def _manual_digits(self) -> tuple[Digits, ...]:
        return tuple([digits_of((axis,), self.mesh) for axis in self.manual])

    def _block(self, position: int) -> Block:
        return tuple([number_of(digits, position) for digits in self._digits])

    def _place(self, position: int) -> Block:
        return tuple([number_of(digits, position) for digits in self._manual_digits])


_MAX_COUNTED = 1 << 16
"""The longest axis of which places are counted one by one."""


def _most_places(axis: MeshAxis, parts: Sequence[AxisRef], mesh: Mesh) -> int:
    """At how many places of an axis all of its `parts` have the same numbers: at most, if that differs."""
    spans = sorted([span(part, mesh) for part in parts])
    is_even = all(start % stop == 0 for (_, stop), (start, _) in pairwise(spans))
    if is_even or axis.size > _MAX_COUNTED:
        return -(-axis.size // prod([stop // start for start, stop in spans]))
    numbers = [
        tuple([place // (axis.size // stop) % (stop // start) for start, stop in spans]) for place in range(axis.size)
    ]
    return max(Counter(numbers).values())


@remembered
def partition_of(sharding: Sharding | None, mesh: Mesh, rank: int, manual: tuple[str, ...] = ()) -> Partition:
    """How `mesh`, which is that of `sharding`, shares a tensor of this rank inside manual computations with these axes.

    On a maximal mesh, under which a sharding has no dimensions, one device holds all. Without a sharding each does.
    """
    if sharding is None:
        found = Partition(mesh, ((),) * rank)
    else:
        dimensions = tuple([dimension.axes for dimension in sharding.dimensions]) or ((),) * rank
        found = Partition(mesh, dimensions, sharding.unreduced)
    return found.inside(manual) if manual else found


# Types of arrays as XLA writes them: `bf16[8,16,128]`.

_COMPLEX = {"f32": "c64", "f64": "c128"}


@remembered
def array_text(type: Type, shape: tuple[int | None, ...] | None) -> str:
    """Returns a tensor type with that local shape as XLA writes it; another type as MLIR does."""
    if not isinstance(type, RankedTensorType) or shape is None:
        return text_of(type)
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"{element_name(type.element_type)}[{','.join(sizes)}]"


def element_name(type: Type) -> str:
    """Returns the name of an element type in XLA; that in MLIR if XLA has none."""
    if isinstance(type, IntegerType):
        return "pred" if type.width == 1 else f"{'u' if type.signedness == 'u' else 's'}{type.width}"
    if isinstance(type, FloatType):
        return type.name.lower()
    if isinstance(type, ComplexType):
        part = element_name(type.element_type)
        return _COMPLEX.get(part, f"complex<{part}>")
    return text_of(type)


# What tensors take in memory.

_BYTE, _INDEX_BITS = 8, 64


def element_bits(type: Type) -> int | None:
    """How many bits an element takes, as XLA stores it on a device: `i1` a byte, `i4` four bits, `complex<f32>` 64.

    None for types of which that is not known.
    """
    if isinstance(type, IntegerType):
        return _BYTE if type.width == 1 else _stored(type.width)
    if isinstance(type, FloatType):
        return _stored(FLOAT_FORMATS[type.name].width) if type.name in FLOAT_FORMATS else None
    if isinstance(type, ComplexType):
        part = element_bits(type.element_type)
        return None if part is None else 2 * part
    if isinstance(type, (AnyQuantizedType, UniformQuantizedType)):
        return element_bits(type.storage_type)
    if isinstance(type, CalibratedQuantizedType):
        return element_bits(type.expressed_type)
    return _INDEX_BITS if isinstance(type, IndexType) else None


def _stored(width: int) -> int:
    """Up to a byte, elements lie close together; wider ones take a power of two of bytes."""
    return width if width <= _BYTE else 1 << (width - 1).bit_length()


def plain_bytes(shape: Sequence[int], bits: int) -> int:
    """Returns what an array of this shape takes whose elements follow each other without gaps."""
    return -(-prod(shape) * bits // 8)
