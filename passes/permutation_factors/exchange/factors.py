"""Permutation factors of operations: their axes are removed from all tensors, as a pure function of shardings."""

from __future__ import annotations

from collections.abc import Collection

from sdyopt.dialects.sdy.attributes import AxisRef, Sharding
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.passes.explicit_reshards.choose.tensors import FactorTensors
from sdyopt.passes.propagation.solve.axis_spans import MeshAxes
from sdyopt.passes.propagation.solve.projection import Projection


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
