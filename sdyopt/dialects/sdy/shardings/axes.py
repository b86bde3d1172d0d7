"""The algebra of axes: which parts of a mesh's axes a reference stands for, and what can be made of them.

https://openxla.org/shardy/sharding_representation defines axes and sub-axes.

An axis of size n, split in sub-axes, is like n reshaped to [k1, k2, …]: the sub-axis with pre-size p and size k stands
between the sizes p and p·k. A whole axis stands between 1 and n. Everything here is pure; references are taken to be
legal under the mesh, where that matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from itertools import pairwise
from math import prod

from sdyopt.dialects.sdy.attributes import REDUCTION_OPS, SUM, AxisRef, Mesh, Sharding, SubAxis
from sdyopt.dialects.sdy.shardings import spans
from sdyopt.ir.attribute import Attribute, remembered
from sdyopt.ir.attributes import DYNAMIC, I32, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.releases import since

Axes = tuple[AxisRef, ...]


@remembered
def has_axes(mesh: Mesh, sharding: Sharding) -> bool:
    return all(axis.name in mesh.axis_sizes for axis in sharding.axes)


def axis_part(name: str, start: int, stop: int, mesh: Mesh) -> AxisRef:
    """Returns the part of the axis `name` between the sizes `start` and `stop`: a sub-axis, or the whole axis."""
    if start == 1 and stop == mesh.axis_sizes[name]:
        return AxisRef(name)
    return AxisRef(name, SubAxis(start, stop // start))


def span(axis: AxisRef, mesh: Mesh) -> tuple[int, int]:
    """Between which sizes of its axis `axis` stands."""
    if (sub_axis := axis.sub_axis) is None:
        return 1, mesh.axis_sizes[axis.name]
    return sub_axis.pre_size, sub_axis.pre_size * sub_axis.size


_END = 1 << 64
"""The end of a whole axis whose size is not needed: beyond that of any sub-axis."""


def _edges(axis: AxisRef) -> spans.AxisSpan:
    """Returns the span of an axis reference without a mesh, to be compared with another one of the same axis."""
    part = axis.sub_axis
    return (0, 1, _END) if part is None else (0, part.pre_size, part.pre_size * part.size)


def size(axis: AxisRef, mesh: Mesh) -> int:
    return mesh.axis_sizes[axis.name] if axis.sub_axis is None else axis.sub_axis.size


Digits = tuple[tuple[int, int], ...]
"""Axes as digits of a position among the devices: each is (position // stride) % size; major to minor."""


def digits_of(axes: Iterable[AxisRef], mesh: Mesh) -> Digits:
    """Returns for each of `axes` the distance of neighbours along it in the list of all devices, and its size."""
    strides = strides_of(mesh)
    return tuple(
        [(strides[axis.name] * (mesh.axis_sizes[axis.name] // span(axis, mesh)[1]), size(axis, mesh)) for axis in axes]
    )


@remembered
def strides_of(mesh: Mesh) -> dict[str, int]:
    """How far apart neighbours along each axis are in the list of all devices."""
    strides, stride = {}, 1
    for axis in reversed(mesh.axes):
        strides[axis.name] = stride
        stride *= axis.size
    return strides


def number_of(digits: Digits, position: int) -> int:
    """Returns the number of the device at a position among those along the axes that the digits are."""
    number = 0
    for stride, base in digits:
        number = number * base + position // stride % base
    return number


def sharded_size(axes: Iterable[AxisRef], mesh: Mesh) -> int:
    """In how many pieces `axes` cut a dimension."""
    return prod(size(axis, mesh) for axis in axes)


def overlaps(a: AxisRef, b: AxisRef) -> bool:
    """Whether `a` and `b` share a part of an axis; see `spans.overlaps`."""
    return a.name == b.name and spans.overlaps(_edges(a), _edges(b))


def overlaps_any(axis: AxisRef, axes: Iterable[AxisRef]) -> bool:
    return any(overlaps(axis, other) for other in axes)


def contains(a: AxisRef, b: AxisRef) -> bool:
    """Whether `b` lies within `a`; see `spans.contains`."""
    return a.name == b.name and spans.contains(_edges(a), _edges(b))


def can_merge(major: AxisRef, minor: AxisRef) -> bool:
    """Whether `minor` begins in the axis where `major` ends, so that the two are one sub-axis."""
    return major.name == minor.name and spans.can_merge(_edges(major), _edges(minor))


def merge(major: AxisRef, minor: AxisRef, mesh: Mesh) -> AxisRef:
    """The sub-axis, or the whole axis, that two parts make up for which `can_merge` holds."""
    return axis_part(major.name, span(major, mesh)[0], span(minor, mesh)[1], mesh)


def merged(axes: Iterable[AxisRef], mesh: Mesh) -> Axes:
    """`axes` with neighbours put together where they can be."""
    result: list[AxisRef] = []
    for axis in axes:
        if result and can_merge(result[-1], axis):
            axis = merge(result.pop(), axis, mesh)
        result.append(axis)
    return tuple(result)


def split(axis: AxisRef, size_of_first: int, mesh: Mesh) -> tuple[AxisRef, AxisRef]:
    """The major part of `axis`, that has the size `size_of_first`, and the rest.

    `size_of_first` divides the size of `axis`, is above 1 and below that size.
    """
    start, stop = span(axis, mesh)
    middle = start * size_of_first
    return axis_part(axis.name, start, middle, mesh), axis_part(axis.name, middle, stop, mesh)


def prefix_before(axis: AxisRef, suffix: AxisRef, mesh: Mesh) -> AxisRef | None:
    """The part of `axis` in front of `suffix`, if `axis` ends with `suffix` and has more."""
    if axis.name != suffix.name:
        return None
    start, stop = span(axis, mesh)
    middle, end = span(suffix, mesh)
    return axis_part(axis.name, start, middle, mesh) if start < middle and end == stop else None


def without_suffix(axes: Axes, suffix: Axes, mesh: Mesh) -> Axes | AxisRef:
    """`axes` without `suffix` at its end, or the axis of `suffix` that is not there (the last such one).

    Of an axis its end may go: `{"a"}` without `{"a":(2)2}` is `{"a":(1)2}`.
    """
    rest = list(axes)
    for axis in reversed(suffix):
        last = rest.pop() if rest else None
        if last is not axis:
            prefix = None if last is None else prefix_before(last, axis, mesh)
            if prefix is None:
                return axis
            rest.append(prefix)
    return tuple(rest)


def difference(axis: AxisRef, removed: Iterable[AxisRef], mesh: Mesh) -> Axes:
    """Returns what remains of `axis` without the parts that `removed` holds, major to minor.

    Where the edges of the parts do not divide each other, only what lies between edges that do is kept: of `"a":(1)6`
    without `"a":(4)3`, on an axis of size 12, it is `"a":(1)4`. `spans.without_axes` keeps nothing of it, as nothing
    of the two can be split alike. The reference has both: the first for unreduced axes, the second for reshards.
    """
    start, stop = span(axis, mesh)
    if not (holes := sorted(span(other, mesh) for other in removed if overlaps(axis, other))):
        return (axis,)  # It may have the size 1.
    parts = []
    for hole_start, hole_stop in holes:
        if start < hole_start and hole_start % start == 0:
            parts.append(axis_part(axis.name, start, hole_start, mesh))
        start = max(start, hole_stop)
    if start < stop and stop % start == 0:
        parts.append(axis_part(axis.name, start, stop, mesh))
    return tuple(parts)


def precedes(a: AxisRef, b: AxisRef, mesh: Mesh) -> bool:
    """Whether `a` comes before `b` in mesh order: by the axes of the mesh, parts of one axis by where they begin.

    Of two axes that the mesh has not each comes before the other, as in the reference, so that no list of them is in
    order; but an empty mesh orders nothing.
    """
    if a.name != b.name:
        places = mesh.axis_places
        if a.name in places and b.name in places:
            return places[a.name] < places[b.name]
        return a.name in places or (b.name not in places and bool(places))
    if a.sub_axis is None:
        return b.sub_axis is not None and b.sub_axis.pre_size > 1
    if b.sub_axis is None:
        return a.sub_axis.pre_size == 1
    return (a.sub_axis.pre_size, a.sub_axis.size) < (b.sub_axis.pre_size, b.sub_axis.size)


def is_ordered(axes: Axes, mesh: Mesh) -> bool:
    return not any(precedes(after, before, mesh) for before, after in pairwise(axes))


def ordered(axes: Iterable[AxisRef], mesh: Mesh) -> Axes:
    def compare(a: AxisRef, b: AxisRef) -> int:
        return -1 if precedes(a, b, mesh) else int(precedes(b, a, mesh))

    return tuple(sorted(axes, key=cmp_to_key(compare)))


def atoms_of(axes: Iterable[AxisRef], mesh: Mesh) -> Axes:
    """Returns the parts that the axes of a mesh have where the sub-axes among `axes` begin and end, in mesh order."""
    edges: dict[str, set[int]] = {axis.name: {1, axis.size} for axis in mesh.axes}
    for axis in axes:
        edges[axis.name].update(span(axis, mesh))
    return tuple(
        [
            axis_part(name, start, stop, mesh)
            for name, places in edges.items()
            for start, stop in pairwise(sorted(places) if len(places) > 1 else (1, 1))
        ]
    )


# Reduction operators: what unreduced axes are reduced by, and which changes of unreduced axes they allow.

REDUCTION_OP = "reduction_op"
"""The attribute of a collective that holds its operator."""

INVALID_TRANSITION = (
    "without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced."
)
ANY = "any"
"""Instead of an operator: axes may be introduced, or dropped, whatever their operator is."""


def reduction_operator(op: Operation) -> str:
    """Returns what an `sdy.all_reduce` or `sdy.reduce_scatter` reduces by."""
    return REDUCTION_OPS[op.attribute_named(REDUCTION_OP, IntegerAttr).value]


def reduction_properties(operator: str) -> dict[str, Attribute]:
    """Returns the properties of a collective that reduces by `operator`, in addition to its axes and sharding."""
    return {} if operator == SUM else {REDUCTION_OP: IntegerAttr(REDUCTION_OPS.index(operator), I32)}


def check_transition(
    operands: Sequence[Sharding],
    results: Sequence[Sharding],
    meshes: Iterable[Mesh | None],
    introduced_by: str | None,
    dropped_by: str | None,
) -> str | None:
    """Returns what is wrong with the unreduced axes of an operation's results, given those of its operands.

    `meshes` are those of all the shardings; if they differ, nothing is. Axes that only results have must be reduced by
    `introduced_by`, those that only operands have by `dropped_by`; None if there may not be any.
    """
    found = set(meshes)
    mesh = found.pop() if len(found) == 1 else None
    if mesh is None:
        return None
    before, after = _unreduced(operands), _unreduced(results)
    if any(axis.name not in mesh.axis_sizes for axis in before + after):
        return None  # It is reported where the sharding is.
    if (introduced := _without(after, before, mesh)) and introduced_by is None:
        return f"cannot add new unreduced axis '{introduced[0].name}'."
    if (wrong := _other_operator(results, introduced, introduced_by)) is not None:
        return f"cannot introduce '{wrong}' unreduced axes. Expected '{introduced_by}'."
    if (dropped := _without(before, after, mesh)) and dropped_by is None:
        return f"dropped unreduced axis '{dropped[0].name}' {INVALID_TRANSITION}"
    if (wrong := _other_operator(operands, dropped, dropped_by)) is not None:
        return f"cannot reduce '{wrong}' unreduced axes. Expected '{dropped_by}'."
    return _changed_operator(operands, results)


def _unreduced(shardings: Sequence[Sharding]) -> Axes:
    return tuple([axis for sharding in shardings for axis in sharding.unreduced])


def _without(axes: Axes, removed: Axes, mesh: Mesh) -> Axes:
    return tuple([part for axis in axes for part in difference(axis, removed, mesh)])


def _other_operator(shardings: Sequence[Sharding], axes: Axes, operator: str | None) -> str | None:
    """Returns the operator of the first sharding that has unreduced `axes` with another operator than that."""
    for sharding in shardings:
        if sharding.reduction_op != operator != ANY and any(overlaps_any(axis, axes) for axis in sharding.unreduced):
            return sharding.reduction_op
    return None


def _changed_operator(operands: Sequence[Sharding], results: Sequence[Sharding]) -> str | None:
    for result in results:
        for axis in result.unreduced:
            for operand in operands:
                before, after = operand.reduction_op, result.reduction_op
                if before != after and any(overlaps(axis, other) for other in operand.unreduced):
                    return f"cannot change the reduction operator of kept unreduced axes from {before} to {after}."
    return None


# Whether two shardings cut a tensor in the same way.


@remembered
def is_equivalent(first: Sharding, second: Sharding) -> bool:
    """Whether the axes of dimensions agree, and so does the mesh, unless there are no axes.

    What is open, priorities, replicated and unreduced axes do not count.
    """
    axes = [dimension.axes for dimension in first.dimensions]
    if axes != [dimension.axes for dimension in second.dimensions]:
        return False
    return first.mesh is second.mesh or not any(axes)


def sums_alike(first: Sharding, second: Sharding) -> bool:
    """Returns whether unreduced axes of two shardings are the same, or do not count, as before jaxlib 0.11."""
    same = first.unreduced == second.unreduced and first.reduction_op == second.reduction_op
    return (same and not (first.unreduced and first.mesh is not second.mesh)) or not since("0.11.0")


# Whether two shardings, of the operand and the result of a reshape, leave every element on the same device.

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


@remembered
def steps_are_equal(sharding: Sharding, shape: Shape, other: Sharding, other_shape: Shape, mesh: Mesh) -> bool:
    """Whether the axes of two shardings, as they are cut, stride over the elements alike; blocks are rounded up."""
    first, second = [_steps(*each, mesh, rounds_up=True) for each in ((sharding, shape), (other, other_shape))]
    return [(step.axis, step.stride) for step in first] == [(step.axis, step.stride) for step in second]


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
