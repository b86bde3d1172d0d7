"""Which devices communicate with each other in a collective of StableHLO."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sdyopt.cost.collective_kinds import is_ragged
from sdyopt.cost.collectives.groups import Groups
from sdyopt.cost.program.enclosing_scope import EnclosingScope
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, SubAxis
from sdyopt.dialects.sdy.shardings.axes import Axes, merged, sharded_size
from sdyopt.dialects.stablehlo.attributes import ReplicaGroupMeshAxes
from sdyopt.dialects.stablehlo.ops.communication import COLLECTIVE_PERMUTE
from sdyopt.dialects.stablehlo.verification.constants import attribute_integers
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DenseElementsAttr, DictionaryAttr, SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.types import RankedTensorType

_NOBODY = -1
"""Fills groups of replicas up to the same length."""


def replica_groups(op: Operation, enclosing_scope: EnclosingScope, whole: Mesh, is_local: bool) -> Groups:
    """Returns the groups of a collective of StableHLO.

    If they are along axes, these are of the mesh of the manual computation around it, in a local program of the mesh
    of all devices, `whole`.
    """
    devices = whole.device_count
    mesh = whole if is_local else enclosing_scope.manual(op).mesh
    digits = _digits(mesh, devices, is_local)
    if op.signature.definition is COLLECTIVE_PERMUTE:
        pairs = _rows(op, "source_target_pairs", digits)
        groups = _connected(pairs)
        alone = max(0, devices - sum(map(len, groups)))
        axes = _varying(pairs, digits.axes)
        size = max(map(len, groups), default=1)
        return Groups(axes, size, len(groups) + alone, any(len(set(pair)) > 1 for pair in pairs))
    attribute = _attribute(op, "replica_groups")
    if isinstance(attribute, ReplicaGroupMeshAxes):
        if isinstance(attribute.mesh, SymbolRefAttr):
            mesh = enclosing_scope.named_mesh(attribute.mesh.leaf, op) or mesh
        return _of_axes(attribute, mesh, devices)
    rows = _rows(op, "replica_groups", digits)
    groups = [[device for device in row if device != _NOBODY] for row in rows]
    groups = [group for group in groups if group]
    if not groups:
        axes = tuple([each.axis for each in digits.axes if each.size > 1])
        return Groups(() if digits.mesh is None else merged(axes, digits.mesh), devices, 1)
    return Groups(_axes(groups, digits), max(map(len, groups), default=1), len(groups))


def _of_axes(attribute: ReplicaGroupMeshAxes, mesh: Mesh | None, devices: int) -> Groups:
    axes = tuple([axis for axis in attribute.axes if isinstance(axis, AxisRef)])
    known = attribute.mesh if isinstance(attribute.mesh, Mesh) else mesh
    if known is None or not all(axis.name in known.axis_sizes for axis in axes):
        return Groups(axes, devices, 1)
    size = sharded_size(axes, known)
    return Groups(axes, size, known.device_count // size)


def _rows(op: Operation, name: str, digits: _Digits) -> list[list[int]]:
    """Returns the rows of an attribute that is a matrix of devices, as their positions in a mesh."""
    attribute = _attribute(op, name)
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return []
    numbers = attribute_integers(op, attribute)
    if digits.positions is not None:
        numbers = [digits.positions.get(number, number) for number in numbers]
    width = attribute.type.shape[-1] if len(attribute.type.shape) == 2 else len(numbers)
    return [numbers[start : start + width] for start in range(0, len(numbers), width)] if width else []


def _attribute(op: Operation, name: str) -> Attribute | None:
    """Returns an attribute of a collective; a custom call has them in its `backend_config`."""
    config = op.properties.get("backend_config")
    if is_ragged(op.signature):
        return config.get(name) if isinstance(config, DictionaryAttr) else None
    return op.properties.get(name)


def _connected(pairs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Returns the devices that send to each other, directly or not."""
    group_of: dict[int, list[int]] = {}
    for source, target in pairs:
        a, b = (group_of.setdefault(device, [device]) for device in (source, target))
        if a is not b:
            short, long = sorted((a, b), key=len)
            long += short
            for device in short:
                group_of[device] = long
    return list({id(group): group for group in group_of.values()}.values())


class _Axis(NamedTuple):
    """An axis of a mesh, or a part of one."""

    axis: AxisRef
    stride: int
    """The number of positions from one of its devices to the next."""
    size: int


class _Digits(NamedTuple):
    """The axes of a mesh; none where groups are of something else."""

    mesh: Mesh | None = None
    axes: tuple[_Axis, ...] = ()
    parts: tuple[tuple[_Axis, ...], ...] = ()
    """The axes in parts of prime sizes, in one order of these or another."""
    positions: dict[int, int] | None = None
    """Where devices stand in the mesh, if they do not stand in their order."""


@remembered
def _digits(mesh: Mesh | None, devices: int, has_ids: bool) -> _Digits:
    """Returns the axes of a mesh for so many devices. If it `has_ids`, groups are of its devices, else of positions."""
    if mesh is None or mesh.device_count != devices:
        return _Digits()
    axes: list[_Axis] = []
    stride = devices
    for axis in mesh.axes:
        stride //= axis.size
        axes.append(_Axis(AxisRef(axis.name), stride, axis.size))
    orders = [tuple([part for axis in axes for part in _split(axis, order)]) for order in (sorted, _falling)]
    ids = mesh.device_ids if has_ids else ()
    positions = {device: position for position, device in enumerate(ids)} if ids else None
    return _Digits(mesh, tuple(axes), tuple(dict.fromkeys(orders)), positions)


def _falling(numbers: Iterable[int]) -> list[int]:
    return sorted(numbers, reverse=True)


def _split(whole: _Axis, order: Callable[[Iterable[int]], list[int]]) -> Iterator[_Axis]:
    """Yields the parts of an axis, major to minor, whose sizes are its prime factors in that order."""
    before = 1
    for prime in order(_prime_factors(whole.size)):
        stride = whole.stride * (whole.size // (before * prime))
        part = None if prime == whole.size else SubAxis(before, prime)
        yield _Axis(AxisRef(whole.axis.name, part), stride, prime)
        before *= prime


def _prime_factors(number: int) -> Iterator[int]:
    divisor = 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            yield divisor
            number //= divisor
        divisor += 1
    if number > 1:
        yield number


def _varying(groups: Sequence[Sequence[int]], axes: Sequence[_Axis]) -> Axes:
    """Returns the axes along which the devices of any group differ."""
    return tuple(
        [
            axis
            for axis, stride, size in axes
            if any(len({device // stride % size for device in group}) > 1 for group in groups)
        ]
    )


def _axes(groups: Sequence[Sequence[int]], digits: _Digits) -> Axes:
    """Returns the axes, or parts of axes, along which all of `groups` are; () if there are none."""
    mesh = digits.mesh
    if mesh is None:
        return ()
    for parts in (digits.axes, *digits.parts):
        axes = _varying(groups, parts)
        size = sharded_size(axes, mesh)
        if all(len(group) == size for group in groups):
            return merged(axes, mesh)
    return ()
