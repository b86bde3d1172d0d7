"""Meshes, and blocks of sharded dimensions by the places of devices: how far elements move, and what a device holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import prod

from sdyopt.dialects.sdy.attributes import SUM, AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import digits_of, sharded_size
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, new_mesh_op, sharding_mesh, sharding_of
from sdyopt.ir.attribute import checked, remembered
from sdyopt.ir.attributes import DYNAMIC, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.symbols import SymbolTable, module_around
from sdyopt.ir.value import Value
from sdyopt.rewriting.local_emission import tensor_type
from sdyopt.rewriting.rewriter import Rewriter

# Devices by their places along axes: meshes with reversed axes, and devices at a distance along axes.


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


INLINED = "mesh"
"""Replaces the name of a mesh without a name in the names of new meshes."""


class Meshes:
    """Finds the meshes of a module by name and the other way round, and adds new ones."""

    def __init__(self, module: Operation, rewriter: Rewriter) -> None:
        self._module = module
        self._rewriter = rewriter
        self._by_name = meshes_by_name(module)
        self._names = {mesh: name for name, mesh in self._by_name.items()}
        self._symbols: SymbolTable | None = None

    def of(self, sharding: Sharding) -> Mesh | None:
        """Returns the mesh of a sharding; None if it has a name that is unknown, as it may be in nested modules."""
        return sharding_mesh(sharding, self._by_name)

    def of_sharded(self, tensor: Value) -> tuple[Sharding, Mesh] | None:
        """Returns the sharding of a tensor and its mesh; None if it is not sharded over several devices that are known.

        A sharding of another rank is none: that of a function's argument counts for those of its later blocks, too.
        """
        sharding = sharding_of(tensor)
        mesh = None if sharding is None else self.of(sharding)
        if sharding is None or mesh is None or mesh.is_maximal or not sharding.is_sharded:
            return None
        return None if sharding.rank != len(tensor_type(tensor).shape) else (sharding, mesh)

    def reversed_along(self, sharding: Sharding, axes: tuple[AxisRef, ...], user: Operation) -> str:
        """Returns the name of the mesh of `sharding` with the devices along `axes` in reverse order.

        If no mesh is like that, a new one is the first operation of the module around `user`. As in the reference its
        name is one that is free in the whole module.
        """
        mesh = reversed_mesh(checked(Mesh, self.of(sharding)), axes)
        if mesh not in self._names:
            if self._symbols is None:
                self._symbols = SymbolTable(self._module)
            op = new_mesh_op(f"{sharding.mesh_name or INLINED}_reversed", mesh, user.location)
            start = InsertionPoint.start_of(checked(Operation, module_around(user)).regions[0].block)
            name = self._rewriter.insert_symbol(self._symbols, op, start)
            self._by_name[name] = mesh
            self._names[mesh] = name
            text = "mesh @{name} added: {mesh} with devices in reverse order along {axes}"
            self._rewriter.tell("mesh-added", text, user, name=name, mesh=sharding.mesh, axes=axes)
        return self._names[mesh]


def on_mesh(sharding: Sharding, name: str) -> Sharding:
    return sharding.replace(mesh=SymbolRefAttr((name,)))


# Which blocks of a dimension the parts of its result are in.

Shape = tuple[int, ...]

Blocks = tuple[int, int] | None
"""The first and the last block in which the elements of a part are; None if it has none."""


class MovedDimension(NamedTuple):
    """A dimension before and after it is padded: negative padding cuts elements off, as a slice does."""

    size: int
    result_size: int
    low: int
    dilation: int
    """The distance in the result of elements that are neighbours: one more than the interior padding."""


def block_size(size: int, count: int) -> int:
    """Returns the size of a block of a dimension, padded so that all have it."""
    return -(-size // count)


def blocks_of_parts(starts: Iterable[int], length: int, size: int, block: int) -> list[Blocks]:
    """Returns the blocks of each part of `length` elements from its start on, of the `size` elements that there are."""
    ends = [(max(start, 0), min(start + length, size) - 1) for start in starts]
    return [None if first > last else (first // block, last // block) for first, last in ends]


def blocks_moved(dimension: MovedDimension, count: int) -> list[Blocks]:
    """Returns the blocks of the operand that each of `count` blocks of the result has elements of."""
    block, length = block_size(dimension.size, count), block_size(dimension.result_size, count)
    # Quotients are without their fractions, towards zero.
    distances = [number * length - dimension.low for number in range(count)]
    starts = [
        distance // dimension.dilation if distance >= 0 else -(-distance // dimension.dilation)
        for distance in distances
    ]
    return blocks_of_parts(starts, length, dimension.size, block)


def stays_in_blocks(dimension: MovedDimension, count: int) -> bool:
    """Whether a pad leaves each block of the operand in the block of the result with its number, or out of all."""
    if count <= 1 or dimension.dilation != 1:
        return count <= 1
    return all(blocks in (None, (number, number)) for number, blocks in enumerate(blocks_moved(dimension, count)))


class Hops(NamedTuple):
    """From how many blocks before and after its own a device needs elements, at most."""

    left: int
    right: int

    @classmethod
    def to(cls, blocks: list[Blocks]) -> Hops:
        """Returns the hops to the blocks that each device needs."""
        present = [(number, *each) for number, each in enumerate(blocks) if each is not None]
        left = max([0, *[number - first for number, first, _ in present]])
        return cls(left, max([0, *[last - number for number, _, last in present]]))

    def are_too_many(self, count: int) -> bool:
        """Whether nearly all of `count` blocks would be sent to each device, some of them over several hops."""
        return self.left + self.right + 1 >= count and max(self.left, self.right) > 1


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


# Manual computations in which devices exchange blocks: their axes, and what a device holds inside.


class ExchangeFrame(NamedTuple):
    """A manual computation from a padded tensor to one of another shape, whose dimensions their shardings divide."""

    sharding: Sharding
    padded: Shape
    result_sharding: Sharding
    result_padded: Shape
    manual_axes: tuple[str, ...]
    """In mesh order."""
    local: Shape
    """The shape of the operand on one device."""
    result_local: Shape
    local_sharding: Sharding
    result_local_sharding: Sharding


def frame(
    sharding: Sharding,
    padded: Shape,
    result_sharding: Sharding,
    result_padded: Shape,
    names: Collection[str],
    mesh: Mesh,
) -> ExchangeFrame:
    """Returns the computation whose manual axes have these names."""
    return ExchangeFrame(
        sharding,
        padded,
        result_sharding,
        result_padded,
        tuple([axis.name for axis in mesh.axes if axis.name in names]),
        local_shape(sharding, padded, names, mesh),
        local_shape(result_sharding, result_padded, names, mesh),
        without_names(sharding, names),
        without_names(result_sharding, names),
    )


def counts(sharding: Sharding, mesh: Mesh) -> list[int]:
    """Returns the number of blocks of each dimension."""
    return [sharded_size(dimension.axes, mesh) for dimension in sharding.dimensions]


def manual_names(sharding: Sharding, dimensions: Iterable[int], mesh: Mesh) -> set[str]:
    """Returns the names of the axes of those of these dimensions that have several blocks."""
    lists = [sharding.dimensions[number].axes for number in dimensions]
    return {axis.name for axes in lists if sharded_size(axes, mesh) > 1 for axis in axes}


def local_shape(sharding: Sharding, shape: Shape, names: Collection[str], mesh: Mesh) -> Shape:
    """Returns the shape of what a device holds where the axes with these names are manual."""
    lists = [[axis for axis in dimension.axes if axis.name in names] for dimension in sharding.dimensions]
    return tuple(
        [size if size == DYNAMIC else size // sharded_size(axes, mesh) for size, axes in zip(shape, lists, strict=True)]
    )


def without_names(sharding: Sharding, names: Collection[str]) -> Sharding:
    """Returns a sharding whose dimensions do not have the axes with these names; other axes stay.

    As in the reference it forgets that unreduced axes are not summed.
    """
    left = sharding.with_axes_of_dimensions(lambda axes: tuple([axis for axis in axes if axis.name not in names]))
    return left.replace(reduction_op=SUM)
