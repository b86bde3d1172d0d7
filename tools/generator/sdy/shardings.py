"""Random shardings, and lists of axes, that are valid for a type under a mesh."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from random import Random
from typing import NamedTuple

from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import merged, ordered, overlaps_any, size
from sdyopt.dialects.sdy.verification.shardings import check_sharding
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType, TupleType
from tools.generator import operations as types
from tools.generator.sdy.meshes import Meshes, MeshRef, axis_parts

NOTHING: frozenset[str] = frozenset()


class Cut(NamedTuple):
    """The sharding of a value at the boundary of a manual computation, and its type on the other side."""

    sharding: Sharding
    type: types.Type


class Shardings:
    """Makes shardings on the meshes of a module, with axes that shard no dimension in the share `list_share`."""

    cut_share = 0.3
    """The share of axes that are cut."""
    empty_share = 1.0
    """The share of collectives that are written though they change nothing."""
    split_share = 0.4
    """The share of collectives that take a part of an axis away."""
    axes_share = 0.6
    """The share of axes that shard dimensions."""

    def __init__(
        self,
        random: Random,
        meshes: Meshes,
        list_share: float | None = None,
        priority_share: float = 0.15,
        closed_share: float | None = None,
    ) -> None:
        self._priority_share = priority_share
        self.random = random
        self.meshes = meshes
        self._closed_share = random.choice((0, 0.5, 0.5, 1)) if closed_share is None else closed_share
        self._list_share = random.choice((0, 0.1, 0.3)) if list_share is None else list_share

    def of(self, type: Type, taken: frozenset[str] = NOTHING, reference: MeshRef | None = None) -> Sharding:
        """A sharding for values of `type` that leaves the axes `taken` alone; on any mesh, if none is given."""
        if reference is None:
            reference = self.meshes.reference()
        mesh = self.meshes.mesh(reference)
        rank = rank_of(type)
        if mesh.is_maximal or rank is None:
            return Sharding(reference, ())
        for _ in range(10):
            sharding = self._attempt(reference, mesh, rank, taken)
            if check_sharding(sharding, type, mesh) is None:
                return sharding
        return Sharding(reference, tuple([self.dimension(()) for _ in range(rank)]))

    def of_type(self, type: types.Type, taken: frozenset[str] = NOTHING, reference: MeshRef | None = None) -> Sharding:
        """Returns a sharding as `of` does, for a type of a random program."""
        return self.of(types.verified(type), taken, reference)

    def _attempt(self, reference: MeshRef, mesh: Mesh, rank: int, taken: frozenset[str]) -> Sharding:
        """A sharding that may have neighbours that are parts of one sub-axis."""
        dimensions: list[list[AxisRef]] = [[] for _ in range(rank)]
        replicated: list[AxisRef] = []
        unreduced: list[AxisRef] = []
        for part in axis_parts(self.random, mesh, taken, self.cut_share):
            if self.random.random() < self._list_share:
                self.random.choice((replicated, unreduced)).append(part)
            elif dimensions and self.random.random() < self.axes_share:
                self.random.choice(dimensions).append(part)
        return Sharding(
            reference,
            tuple([self.dimension(axes) for axes in dimensions]),
            merged(ordered(replicated, mesh), mesh),
            merged(ordered(unreduced, mesh), mesh),
        )

    def dimension(self, axes: Iterable[AxisRef]) -> DimensionSharding:
        """A dimension sharded along `axes`, open or closed, perhaps with a priority."""
        axes = tuple(axes)
        is_closed = self.random.random() < self._closed_share
        has_priority = self.random.random() < self._priority_share and (axes or not is_closed)
        return DimensionSharding(axes, is_closed, self.random.randrange(3) if has_priority else None)

    def with_other_details(self, sharding: Sharding) -> Sharding:
        """The same axes, but other dimensions open and other priorities; perhaps the mesh under another name."""
        return Sharding(
            self.meshes.alike(sharding.mesh),
            tuple([self.dimension(dimension.axes) for dimension in sharding.dimensions]),
            sharding.replicated,
            sharding.unreduced,
        )

    def closed(self, sharding: Sharding) -> Sharding:
        """`sharding` with every dimension closed, without priorities."""
        dimensions = tuple([DimensionSharding(dimension.axes) for dimension in sharding.dimensions])
        return Sharding(sharding.mesh, dimensions, sharding.replicated, sharding.unreduced)

    def unused_parts(self, sharding: Sharding, taken: frozenset[str]) -> list[AxisRef]:
        """Axes and sub-axes that neither `sharding` nor `taken` mentions."""
        parts = axis_parts(self.random, self.meshes.mesh(sharding.mesh), taken)
        return [part for part in parts if not overlaps_any(part, sharding.used_axes)]

    def cut(
        self, type: types.Type, reference: MeshRef, manual: frozenset[str], taken: frozenset[str], inwards: bool
    ) -> Cut:
        """A sharding at the edge of a manual computation for values of `type`, with the type on the other side.

        That is the type inside for an in-sharding, and the type outside for an out-sharding.
        """
        mesh = self.meshes.mesh(reference)
        known = types.verified(type)
        sharding = self.of(known, taken, reference)
        sizes = known.shape if isinstance(known, RankedTensorType) else (DYNAMIC,) * sharding.rank
        shape = []
        dimensions = []
        for global_size, dimension in zip(sizes, sharding.dimensions, strict=False):
            axes = tuple(sorted(dimension.axes, key=lambda axis: axis.name not in manual))
            pieces = prod(size(axis, mesh) for axis in axes if axis.name in manual)
            if inwards and global_size != DYNAMIC and global_size % pieces:
                axes, pieces = (), 1
            dimensions.append(self.dimension(axes))
            factor = 1 if global_size == DYNAMIC else pieces
            shape.append(global_size // factor if inwards else global_size * factor)
        moved = Sharding(sharding.mesh, tuple(dimensions), sharding.replicated, sharding.unreduced)
        if check_sharding(moved, known, mesh) is not None:
            return Cut(Sharding(sharding.mesh, (DimensionSharding((), False),) * sharding.rank), type)
        if not isinstance(type, types.Tensor) or mesh.is_maximal:
            return Cut(moved, type)
        return Cut(moved, type._replace(shape=tuple([None if size == DYNAMIC else size for size in shape])))


def rank_of(type: Type) -> int | None:
    """The rank that a sharding for `type` must have; None if it is of no ranked tensor."""
    if isinstance(type, TupleType) and len(type.types) == 1:
        (type,) = type.types
    return len(type.shape) if isinstance(type, RankedTensorType) else None
