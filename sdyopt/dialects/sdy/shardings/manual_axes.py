"""Shardings inside and outside of manual computations."""

from __future__ import annotations

from bisect import bisect_left

from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import ordered
from sdyopt.ir.remembering import remembered

Axes = tuple[AxisRef, ...]


def manual_prefix(axes: Axes, manual_axes: ManualAxes) -> int:
    """Returns the number of axes that stand in front of the first one that is not manual.

    In a valid in- or out-sharding no manual axis follows. Where one does, this is what the reference finds: the result
    of a binary search.
    """
    manual = manual_axes.axes
    return bisect_left(axes, True, key=lambda axis: axis.name not in manual)


@remembered
def without_manual_axes(sharding: Sharding, manual_axes: ManualAxes) -> Sharding:
    """Returns `sharding` as it is seen in the body of a manual computation: without `manual_axes` and their sub-axes.

    A dimension keeps its priority even if it is closed and no axes are left.
    """
    manual = frozenset(manual_axes.axes)

    def free(axes: Axes) -> Axes:
        return tuple([axis for axis in axes if axis.name not in manual])

    dimensions = [
        dimension.replace(axes=dimension.axes[manual_prefix(dimension.axes, manual_axes) :])
        for dimension in sharding.dimensions
    ]
    return sharding.replace(
        dimensions=tuple(dimensions), replicated=free(sharding.replicated), unreduced=free(sharding.unreduced)
    )


@remembered
def with_manual_prefix(sharding: Sharding, manual_axes: ManualAxes, outside: Sharding) -> Sharding:
    """Returns `sharding`, as it is seen in the body of a manual computation, as it is outside.

    Dimensions begin with the manual axes that those of `outside` begin with; all other axes are those of `outside`.
    """
    dimensions = [
        inner.replace(axes=outer.axes[: manual_prefix(outer.axes, manual_axes)] + inner.axes)
        for inner, outer in zip(sharding.dimensions, outside.dimensions, strict=True)
    ]
    return outside.replace(mesh=sharding.mesh, dimensions=tuple(dimensions))


def with_manual_axes(sharding: Sharding, manual_axes: ManualAxes, outside: Sharding, mesh: Mesh) -> Sharding:
    """Returns `sharding`, as it is seen in the body of a manual computation, with the `manual_axes` that `outside` has.

    In each dimension they come first.
    """
    manual = frozenset(manual_axes.axes)

    def bound(axes: Axes) -> Axes:
        return tuple([axis for axis in axes if axis.name in manual])

    return sharding.replace(
        dimensions=with_manual_prefix(sharding, manual_axes, outside).dimensions,
        replicated=ordered((*bound(outside.replicated), *sharding.replicated), mesh),
        unreduced=ordered((*bound(outside.unreduced), *sharding.unreduced), mesh),
    )
