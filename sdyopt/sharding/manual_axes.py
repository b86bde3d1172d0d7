"""Shardings inside and outside of manual computations."""

from __future__ import annotations

from functools import cache

from sdyopt.dialects.sdy.attributes import AxisRef, ManualAxes, Mesh, Sharding
from sdyopt.sharding.axes import ordered


@cache
def without_manual_axes(sharding: Sharding, manual_axes: ManualAxes) -> Sharding:
    """Returns `sharding` as it is seen in the body of a manual computation: without `manual_axes` and their sub-axes.

    A dimension keeps its priority even if it is closed and no axes are left.
    """
    manual = frozenset(manual_axes.axes)

    def free(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
        return tuple(axis for axis in axes if axis.name not in manual)

    return sharding.with_axes(free)


def with_manual_axes(sharding: Sharding, manual_axes: ManualAxes, outside: Sharding, mesh: Mesh) -> Sharding:
    """Returns `sharding`, as it is seen in the body of a manual computation, with the `manual_axes` that `outside` has.

    In each dimension they come first.
    """
    manual = frozenset(manual_axes.axes)

    def bound(axes: tuple[AxisRef, ...]) -> tuple[AxisRef, ...]:
        return tuple(axis for axis in axes if axis.name in manual)

    return Sharding(
        sharding.mesh,
        tuple(
            inside.replace(axes=bound(around.axes) + inside.axes)
            for inside, around in zip(sharding.dimensions, outside.dimensions, strict=True)
        ),
        ordered((*bound(outside.replicated), *sharding.replicated), mesh),
        ordered((*bound(outside.unreduced), *sharding.unreduced), mesh),
    )
