"""Whether two shardings, of the operand and the result of a reshape, leave every element on the same device.

The axes of a sharding are listed with the number of elements, in row-major order, from one of their devices to the
next. Two sub-axes of one axis that follow each other become one, so that it does not matter in which dimensions they
are: `2x4 [{"a":(1)2}, {"a":(2)2}]` and `8 [{"a"}]` are equivalent.
"""

from __future__ import annotations

from math import prod

from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, Sharding
from sdyopt.dialects.sdy.shardings.axes import axis_part, sharded_size, size, span
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import DYNAMIC

Shape = tuple[int, ...]

_UNKNOWN = -(2**63)
"""The number that the reference computes with where a size is unknown."""


class _Step(NamedTuple):
    """An axis, or several that follow each other, and what is known of its place in the tensor."""

    axis: AxisRef
    stride: int
    """The number of elements from one device along the axis to the next, times that of all devices if not rounded."""
    prefix: int
    """The number of parts that the dimensions before, and the axes before in its dimension, have in elements."""
    length: int
    """The size of its dimension."""


@remembered
def strides_are_equal(sharding: Sharding, shape: Shape, other: Sharding, other_shape: Shape, mesh: Mesh) -> bool:
    """Whether the axes of two shardings stride over the elements alike; blocks are rounded up."""
    first, second = [
        _merged(_steps(*each, mesh, rounds_up=True), mesh, is_loose=False)
        for each in ((sharding, shape), (other, other_shape))
    ]
    return [(step.axis, step.stride) for step in first] == [(step.axis, step.stride) for step in second]


@remembered
def prefixes_are_equal(sharding: Sharding, shape: Shape, other: Sharding, other_shape: Shape, mesh: Mesh) -> bool:
    """Whether the axes of two shardings divide the elements alike, in blocks that need not be of equal sizes."""
    first, second = [
        _merged(_steps(*each, mesh, rounds_up=False), mesh, is_loose=True)
        for each in ((sharding, shape), (other, other_shape))
    ]
    return [(step.axis, step.prefix) for step in first] == [(step.axis, step.prefix) for step in second]


def _steps(sharding: Sharding, shape: Shape, mesh: Mesh, rounds_up: bool) -> list[_Step]:
    """Returns the axes of a sharding, those with the shortest strides first."""
    sizes = [_UNKNOWN if length == DYNAMIC else length for length in shape]
    found: list[_Step] = []
    elements, devices = 1, prod(mesh.axis_sizes.values())
    for number in reversed(range(len(sizes))):
        length, axes = sizes[number], sharding.dimensions[number].axes
        count = sharded_size(axes, mesh)
        stride = elements * (-(-length // count) if rounds_up else length * (devices // count))
        for place in reversed(range(len(axes))):
            prefix = prod(sizes[:number]) * sharded_size(axes[:place], mesh)
            found.append(_Step(axes[place], stride, prefix, length))
            stride *= size(axes[place], mesh)
        elements *= length
    return sorted(found, key=lambda step: step.stride)


def _merged(steps: list[_Step], mesh: Mesh, is_loose: bool) -> list[_Step]:
    """Returns the axes, with each sub-axis joined to the one before if together they are a part of one axis."""
    found: list[_Step] = []
    for step in steps:
        last = found[-1] if found else None
        if last is None or not _follows(step, last, mesh, is_loose):
            found.append(step)
            continue
        (start, _), (_, stop) = span(step.axis, mesh), span(last.axis, mesh)
        axis = axis_part(step.axis.name, start, stop, mesh)
        found[-1] = last._replace(axis=axis, prefix=min(step.prefix, last.prefix))
    return found


def _follows(major: _Step, minor: _Step, mesh: Mesh, is_loose: bool) -> bool:
    """Whether two axes are parts of one, the end of one being the start of the other, and so are their elements."""
    if major.axis.name != minor.axis.name or span(major.axis, mesh)[1] != span(minor.axis, mesh)[0]:
        return False
    if not is_loose:
        return major.stride == minor.stride * size(minor.axis, mesh)
    fills_dimension = size(major.axis, mesh) == major.length
    return major.prefix == minor.prefix or (fills_dimension and minor.prefix == major.prefix * major.length)
