"""The verifiers of lists of axes under a mesh: AxisRefAttr, AxisRefListAttr, SubAxisInfoAttr.

A check gives what is wrong, or None. Names, duplicates and neighbours are looked at list by list; whether sub-axes are
legal and disjoint only when all the lists that must be disjoint have been seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, SubAxis
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.dialects.sdy.shardings.axes import can_merge, merge, overlaps
from sdyopt.mlir.diagnostics import Hinted, UnknownName
from sdyopt.mlir.write.quoting import string_token


def check_list(axes: Iterable[AxisRef], mesh: Mesh, seen: set[AxisRef]) -> str | None:
    """Every axis is in the mesh and not in `seen`, to which it is added; neighbours are not parts of one sub-axis."""
    previous: AxisRef | None = None
    for axis in axes:
        if axis.name not in mesh.axis_sizes:
            return unknown_axis(f'unknown axis name: "{axis.name}"', axis.name, mesh)
        if axis in seen:
            return f"duplicate axis ref: {axis_ref(axis)}"
        seen.add(axis)
        if previous is not None and can_merge(previous, axis):
            message = f"two consecutive sub-axes can be merged: {axis_ref(previous)}, {axis_ref(axis)}"
            merged = merge(previous, axis, mesh)
            return message if check_sub_axes([merged], mesh) else Hinted(message, f"write {axis_ref(merged)}")
        previous = axis
    return None


def unknown_axis(message: str, name: str, mesh: Mesh) -> str:
    """The message that an axis is named that `mesh` has not, with a hint."""
    axes = UnknownName(name, lambda: mesh.axis_sizes, string_token, "the axes of the mesh: {}")
    return Hinted(message, axes)


def check_lists(lists: Iterable[Iterable[AxisRef]], mesh: Mesh) -> str | None:
    """`check_list` for lists that have no axis in common."""
    seen: set[AxisRef] = set()
    for axes in lists:
        complaint = check_list(axes, mesh, seen)
        if complaint is not None:
            return complaint
    return None


def check_sub_axes(axes: Iterable[AxisRef], mesh: Mesh) -> str | None:
    """The sub-axes are legal, and nothing is used twice: no axis beside its sub-axis, no sub-axes that overlap."""
    whole = set()
    parts: dict[str, list[AxisRef]] = {}
    for axis in axes:
        if axis.sub_axis is None:
            whole.add(axis.name)
        else:
            parts.setdefault(axis.name, []).append(axis)
    for name, sub_axes in parts.items():
        if name in whole:
            return f'both sub-axis and full-axis are used for axis name: "{name}"'
        previous: AxisRef | None = None
        for axis in sorted(sub_axes, key=_place):
            assert axis.sub_axis is not None
            complaint = _check_sub_axis(axis.sub_axis, mesh.axis_sizes[name])
            if complaint is not None:
                return Hinted(f"{complaint}: {axis_ref(axis)}", _sub_axes_hint(name, axis.sub_axis, mesh))
            if previous is not None and overlaps(previous, axis):
                return f"overlapping sub-axes: {axis_ref(previous)}, {axis_ref(axis)}"
            previous = axis
    return None


def _place(axis: AxisRef) -> tuple[int, int]:
    assert axis.sub_axis is not None
    return axis.sub_axis.pre_size, axis.sub_axis.size


_MOST_LISTED = 8
_LARGEST = 1024
"""The size of an axis whose sub-axes may be listed."""


def _sub_axes_hint(name: str, wrong: SubAxis, mesh: Mesh) -> str:
    """Which sub-axes an axis has, if they are few; or that it is the whole axis that is written like one."""
    full_size = mesh.axis_sizes[name]
    if (wrong.pre_size, wrong.size) == (1, full_size):
        return f"write {string_token(name)} for the whole axis"
    if full_size > _LARGEST:
        return ""
    factors = [factor for factor in range(1, full_size) if full_size % factor == 0]
    sub_axes = [
        AxisRef(name, SubAxis(pre, size)) for pre in factors for size in factors[1:] if full_size % (pre * size) == 0
    ]
    if not sub_axes:
        return f"an axis of size {full_size} has no sub-axes"
    if len(sub_axes) > _MOST_LISTED:
        return ""
    return f"the sub-axes of {string_token(name)}, of size {full_size}: {', '.join(map(axis_ref, sub_axes))}"


def _check_sub_axis(sub_axis: SubAxis, full_size: int) -> str | None:
    if sub_axis.pre_size < 1:
        return "sub-axis pre-size must be at least 1"
    if sub_axis.size <= 1:
        return "sub-axis sizes must be greater than 1"
    next_pre_size = sub_axis.pre_size * sub_axis.size
    if full_size % next_pre_size:
        return f"sub-axis next pre-size {next_pre_size} doesn't divide the size of the full axis {full_size}"
    if sub_axis.size == full_size:
        return "sub-axis size is equal to the full axis size"
    return None
