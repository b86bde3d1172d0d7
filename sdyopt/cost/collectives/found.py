"""The collectives of a program: what each device sends, how often, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from json import dumps, loads
from math import prod

from sdyopt.cost import collective_kinds as kinds
from sdyopt.cost.collective_kinds import bytes_sent, is_known, is_ragged, kind_of, sent_operands, takes_whole
from sdyopt.cost.origins.followers import AS_WRITTEN, Frames, frames_at, line_text
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.partitioner.rounding import is_moved_in_bf16
from sdyopt.cost.program.executions import EnclosingScope
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.sizes.local_sizes import LocalSizes, Unruled
from sdyopt.cost.sizes.partition import array_text, partition_of
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.sdy.attributes import (
    AllToAllParamList,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    Mesh,
    Sharding,
    SubAxis,
)
from sdyopt.dialects.sdy.shardings.axes import Axes, merged, ordered, overlaps_any, sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.verification.reading import attribute_integers
from sdyopt.ir.attribute import Attribute, Location, checked, remembered
from sdyopt.ir.attributes import DenseElementsAttr, DictionaryAttr, RankedTensorType, SymbolRefAttr
from sdyopt.ir.collecting import grouped, summed
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import BlockArgument, Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.sharding.executions import Runs
from sdyopt.sharding.replica_groups import Groups as WrittenOut
from sdyopt.sharding.replica_groups import (
    HloAxisRef,
    ListedGroups,
    MeshGroups,
    ReplicaGroups,
    axes_apart,
    axes_of_groups,
    permuted_groups,
)
from sdyopt.sharding.replica_groups import Mesh as AxisSizes

# Which devices communicate with each other in a collective over axes of a mesh.

_AXES: dict[OpDefinition, str] = {
    sdy.ALL_GATHER: "gathering_axes",
    sdy.ALL_REDUCE: "reduction_axes",
    sdy.ALL_SLICE: "slicing_axes",
    sdy.ALL_TO_ALL: "params",
    sdy.REDUCE_SCATTER: "reduce_scatter_axes",
    sdy.REPLICATED_TO_UNREDUCED: "axes",
    sdy.SHARDED_TO_UNREDUCED: "axes",
}
"""The attribute that has the axes of a collective."""

_MAX_COMPARED = 1 << 16
"""Devices of which each is looked at to find out whether a permutation moves anything."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The devices that communicate: along these axes, in groups of equal size."""

    axes: Axes
    size: int
    count: int
    communicate: bool = True
    """Whether any device sends anything."""
    is_known: bool = True
    """Whether the program says, in a way that is understood, which devices communicate."""


def groups_of(op: Operation, sizes: LocalSizes) -> Groups:
    """Returns the devices that communicate with each other in a collective of a program of such sizes."""
    if op.signature.definition in kinds.SDY_COLLECTIVES:
        return _axis_groups(op, sizes.scope, sizes.whole.device_count)
    return replica_groups(op, sizes)


def _axis_groups(op: Operation, enclosing_scope: EnclosingScope, devices: int) -> Groups:
    target = op.properties.find(Sharding)
    if (mesh := enclosing_scope.mesh(target, op)) is None:
        return Groups((), 1, devices, False)
    if (name := _AXES.get(op.signature.definition)) is not None:
        return _groups_of(op.properties[name], mesh)
    source = sharding_of(op.operands[0])
    before = None if source is None else enclosing_scope.mesh(source, op)
    if source is None or before is None:
        return Groups((), 1, mesh.device_count, False)
    axes = tuple(merged(ordered(_changed(source, target), mesh), mesh))
    if before is not mesh and not axes:
        axes = tuple([AxisRef(axis.name) for axis in mesh.axes])
    return replace(_groups_of_axes(axes, mesh), communicate=_moves(source, before, target, mesh))


@remembered
def _groups_of(attribute: object, mesh: Mesh) -> Groups:
    return _groups_of_axes(tuple(_axis_refs(attribute)), mesh)


def _groups_of_axes(axes: Axes, mesh: Mesh) -> Groups:
    size = sharded_size(axes, mesh)
    return Groups(axes, size, mesh.device_count // size)


def _axis_refs(attribute: object) -> Iterator[AxisRef]:
    if isinstance(attribute, AxisRefList):
        yield from attribute.axes
    elif isinstance(attribute, AxisRefLists):
        yield from (axis for axes in attribute.lists for axis in axes.axes)
    elif isinstance(attribute, AllToAllParamList):
        yield from (axis for param in attribute.params for axis in param.axes)


def _changed(source: Sharding, target: Sharding) -> Axes:
    """Returns the axes of dimensions that are sharded in another way."""
    found: list[AxisRef] = []
    for old, new in zip(source.dimensions, target.dimensions, strict=True):
        if old.axes != new.axes:
            found += _fresh(old.axes, found)
            found += _fresh(new.axes, found)
    return tuple(found)


def _fresh(axes: Iterable[AxisRef], found: list[AxisRef]) -> list[AxisRef]:
    return [axis for axis in axes if not overlaps_any(axis, found)]


@remembered
def _moves(source: Sharding, source_mesh: Mesh, target: Sharding, target_mesh: Mesh) -> bool:
    """Whether any device needs another block than it has."""
    if source_mesh.device_count > _MAX_COMPARED or source_mesh.device_count != target_mesh.device_count:
        return True
    rank = len(target.dimensions)
    before, after = partition_of(source, source_mesh, rank), partition_of(target, target_mesh, rank)
    return any(before.block_of(device) != after.block_of(device) for device in after.device_ids)


# Which devices communicate with each other in a collective of StableHLO, whichever way its attributes say it.

_NOBODY = -1
"""Fills groups of replicas up to the same length."""

_MAX_DEVICES = 1 << 16
"""Groups along the axes of a mesh of more are not written out."""


def replica_groups(op: Operation, sizes: LocalSizes) -> Groups:
    """Returns the groups of a collective of StableHLO.

    Their axes are those of the mesh of the manual computation around it, in a local program of the mesh of all
    devices. Groups of an attribute that says nothing sensible are not known.
    """
    devices = sizes.whole.device_count
    mesh = sizes.whole if sizes.is_local else sizes.scope.manual(op).mesh
    if (found := listed_or_along_axes(op, sizes.scope, sizes.is_local)) is None:
        return Groups((), devices, 1, is_known=False)
    return _groups(found, mesh, devices, sizes.is_local, op.signature.definition in kinds.PERMUTED)


def listed_or_along_axes(op: Operation, scope: EnclosingScope, has_ids: bool) -> ReplicaGroups | None:
    """Returns the groups that a collective's attributes say; without members if all devices are one group.

    None is for attributes that say nothing sensible: axes that the mesh does not have, say. If it `has_ids`, the
    numbers are device ids of meshes, else positions in them.
    """
    if op.signature.definition in kinds.PERMUTED:
        pairs = _rows(op, op.properties.get("source_target_pairs"))
        is_paired = pairs is not None and all(len(pair) == 2 for pair in pairs)
        return permuted_groups([(pair[0], pair[1]) for pair in pairs]) if pairs is not None and is_paired else None
    if isinstance(attribute := _attribute(op, "replica_groups"), s.ReplicaGroupMeshAxes):
        named = attribute.mesh
        mesh = scope.meshes(op).get(named.leaf) if isinstance(named, SymbolRefAttr) else named
        return _along_axes(attribute.axes, mesh, has_ids)
    if (rows := _rows(op, attribute)) is None:
        return None
    groups = [tuple([device for device in row if device != _NOBODY]) for row in rows]
    return ListedGroups(tuple([group for group in groups if group]))


def devices_in_groups(op: Operation, sizes: LocalSizes) -> WrittenOut:
    """Returns the devices of each group of a collective of StableHLO; () if they are too many, or not known."""
    found, devices = listed_or_along_axes(op, sizes.scope, sizes.is_local), sizes.whole.device_count
    if found is None or devices > _MAX_DEVICES:
        return ()
    return found.expanded() if found.size else (tuple(range(devices)),)


def sdy_axis(axis: HloAxisRef) -> AxisRef:
    """Returns an axis, or a part of one, as SDY has it."""
    return AxisRef(axis.name, None if axis.sub_axis is None else SubAxis(*axis.sub_axis))


@remembered
def _along_axes(axes: tuple[Attribute, ...], mesh: Attribute | None, has_ids: bool) -> MeshGroups | None:
    refs = tuple([_axis(axis) for axis in axes])
    if isinstance(mesh, s.Mesh):
        sizes = tuple([(axis.name, axis.size) for axis in mesh.axes])
        ids = () if mesh.device_ids is None else tuple(_integers(mesh.device_ids))
    elif isinstance(mesh, Mesh) and not mesh.is_maximal:
        sizes, ids = _sizes(mesh), mesh.device_ids
    else:
        return None
    try:
        return MeshGroups(sizes, refs, (ids or None) if has_ids else None)
    except ValueError:
        return None


def _axis(axis: Attribute) -> HloAxisRef:
    """Returns an axis of StableHLO or, as older releases write it, of SDY."""
    if not isinstance(axis, (s.AxisRef, AxisRef)):
        return HloAxisRef("")  # No mesh has it.
    part = axis.sub_axis_info if isinstance(axis, s.AxisRef) else axis.sub_axis
    return HloAxisRef(axis.name, None if part is None else (part.pre_size, part.size))


@remembered
def _groups(found: ReplicaGroups, mesh: Mesh | None, devices: int, has_ids: bool, is_permuted: bool) -> Groups:
    """Returns groups with their axes, which are those of `mesh`; () where they are not along such axes."""
    if is_permuted:
        groups = _positions(found, mesh, has_ids)
        axes = axes_apart(groups, _sizes(mesh)) if groups and mesh is not None else ()
        alone = max(0, devices - sum(map(len, found.expanded())))
        return Groups(tuple(map(sdy_axis, axes)), max(1, found.size), found.count + alone, bool(found.count))
    if not found.size:
        names = [] if mesh is None else [name for name, size in _sizes(mesh) if size > 1]
        return Groups(tuple(map(AxisRef, names)), devices, 1)
    return Groups(_axes(found, mesh, has_ids), found.size, found.count)


def _axes(found: ReplicaGroups, mesh: Mesh | None, has_ids: bool) -> Axes:
    if mesh is None:
        return ()
    if isinstance(found, MeshGroups) and found.mesh == _sizes(mesh):
        names = {axis.name for axis in found.axes if axis.sub_axis is None}
        if len(names) == len(found.axes) and found.devices == ((mesh.device_ids or None) if has_ids else None):
            return tuple([AxisRef(name) for name, size in found.mesh if name in names and size > 1])
    return tuple(map(sdy_axis, axes_of_groups(_positions(found, mesh, has_ids), _sizes(mesh)) or ()))


def _positions(found: ReplicaGroups, mesh: Mesh | None, has_ids: bool) -> WrittenOut:
    """Returns groups as positions in `mesh`; () if they are of others, or too many."""
    if mesh is None or found.size * found.count > min(mesh.device_count, _MAX_DEVICES):
        return ()
    groups = found.expanded()
    if has_ids and mesh.device_ids:
        positions = {device: position for position, device in enumerate(mesh.device_ids)}
        groups = tuple([tuple([positions.get(device, device) for device in group]) for group in groups])
    total = mesh.device_count
    return groups if all(0 <= device < total for group in groups for device in group) else ()


def _sizes(mesh: Mesh) -> AxisSizes:
    return tuple([(axis.name, axis.size) for axis in mesh.axes])


def _rows(op: Operation, attribute: Attribute | None) -> list[list[int]] | None:
    """Returns the rows of an attribute that is a matrix of devices; None for another attribute."""
    if not isinstance(attribute, DenseElementsAttr) or not isinstance(attribute.type, RankedTensorType):
        return None
    numbers = attribute_integers(op, attribute)
    width = attribute.type.shape[-1] if len(attribute.type.shape) == 2 else len(numbers)
    return [numbers[start : start + width] for start in range(0, len(numbers), width)] if width else []


def _integers(attribute: DenseElementsAttr) -> Iterable[int]:
    """Returns the elements of device ids; none if there are too many."""
    type = checked(RankedTensorType, attribute.type)
    if prod(type.shape) > _MAX_DEVICES:
        return ()
    return [int(each) for each in elements(attribute.text, type.shape, element_format(type.element_type))]


def _attribute(op: Operation, name: str) -> Attribute | None:
    """Returns an attribute of a collective; a custom call has them in its `backend_config`."""
    config = op.properties.get("backend_config")
    if is_ragged(op.signature):
        return config.get(name) if isinstance(config, DictionaryAttr) else None
    return op.properties.get(name)


class BufferView(NamedTuple):
    """The bytes of a value, or of several values together, on one device."""

    type: str
    """`bf16[8,16,128]`; several stand in parentheses."""
    bytes: int | None
    """None if that is not known."""


class CollectiveView(NamedTuple):
    kind: str
    """In XLA's spelling: `all-reduce`."""
    function: str
    source: Frames
    """Where the value comes from that it moves, or if that is not known, where it is needed."""
    axes: tuple[AxisRef, ...]
    """The axes along which devices communicate; empty if they are not axes of a mesh."""
    group_size: int
    """How many devices communicate with each other."""
    groups: int
    operand: BufferView
    result: BufferView
    bytes_sent: int | None
    """By one device in one execution; None if sizes are not known."""
    runs: Runs[Frames]
    cause: str
    most: int | None = None
    """An upper bound of the bytes that one device sends in one execution, where `bytes_sent` is None."""
    is_rematerialized: bool = False
    """Whether it is part of an involuntary full rematerialization."""

    @property
    def executions(self) -> int | None:
        """How often it runs in one run of the program; None if constants do not say it."""
        return self.runs.times

    @property
    def sent(self) -> int | None:
        """The bytes that one device sends in one run of the program; None if that is not known."""
        if self.bytes_sent == 0 or self.executions == 0:
            return 0
        return None if self.bytes_sent is None or self.executions is None else self.bytes_sent * self.executions


_BY_ITS_NAME = "its name says that it communicates"
"""Why a custom call is listed of which nothing else is known."""


def collectives_of(
    program: Program,
    sizes: LocalSizes,
    choice: FrameChoice,
    compiler: Compiler | None = None,
    replaced: Container[Operation] = (),
) -> Iterator[CollectiveView]:
    """Yields the collectives of a program in the order of the text, as a compiler leaves them, without `replaced` ones.

    Causes cite the frames of that choice.
    """
    for op in program.enclosing_scope.listing.collect(lambda signature: kind_of(signature) is not None):
        if op in replaced:
            continue
        kind = kind_of(op.signature)
        assert kind is not None
        groups = groups_of(op, sizes)
        is_whole = program.stage is Stage.PARTITIONED_BY_XLA and takes_whole(op.signature)
        operand, result = [buffer_of(values, sizes, is_whole) for values in (sent_operands(op), op.results)]
        if compiler is Compiler.TPU and is_moved_in_bf16(op):
            operand, result = [
                BufferView(each.type.replace("f32", "bf16", 1), each.bytes and each.bytes // 2)
                for each in (operand, result)
            ]
        cause = (None if program.follower is None else program.follower.causes.get(op)) or AS_WRITTEN
        yield CollectiveView(
            kind=kind,
            function=program.function_name(op),
            source=frames_at(source_location(op, program), program.source),
            axes=groups.axes,
            group_size=groups.size,
            groups=groups.count,
            operand=operand,
            result=result,
            bytes_sent=_sent(kind, operand.bytes, groups),
            runs=runs_of(op, program),
            cause=cause.text(groups.axes, program.source, choice) if is_known(kind) else _BY_ITS_NAME,
        )


def source_location(op: Operation, program: Program) -> Location | int:
    """Returns where an operation comes from; if that is not known, or an argument of a loop, where it is needed."""
    cause = None if program.follower is None else program.follower.causes.get(op)
    if cause is None:
        return op.location
    places = op.location, cause.location
    if isinstance(op.location, int) and not isinstance(cause.location, int) and _is_of_a_loop(program, op):
        places = cause.location, op.location  # Arguments of loops have no location of their own.
    return first_known(places, program)


def first_known(places: Sequence[Location | int], program: Program) -> Location | int:
    """Returns the first of some locations that has frames, or else the last."""
    return next((place for place in places[:-1] if frames_at(place, program.source)), places[-1])


def runs_of(op: Operation, program: Program) -> Runs[Frames]:
    """Returns how often an operation runs, with the place of the loop that makes it unknown or assumed."""
    runs = program.executions.of(op)
    return runs.at(() if runs.loop is None else frames_at(runs.loop.location, program.source))


def _is_of_a_loop(program: Program, op: Operation) -> bool:
    """Whether a collective moves an argument of a region of a function's body."""
    value = None if program.follower is None else program.follower.original(op.results[0])
    around = value.owner.parent_op if isinstance(value, BlockArgument) else None
    return around is not None and around.signature.definition is not FUNC


def _sent(kind: str, size: int | None, groups: Groups) -> int | None:
    if not groups.communicate:
        return 0
    return None if size is None or not groups.is_known or not is_known(kind) else bytes_sent(kind, size, groups.size)


def buffer_of(values: Sequence[Value], sizes: LocalSizes, is_whole: bool = False) -> BufferView:
    """Returns what values are on a device together, or with `is_whole` on all of them."""
    shares = [share.gathered() if is_whole else share for share in map(sizes.of_value, values)]
    texts = [array_text(value.type, share.local_shape) for value, share in zip(values, shares, strict=True)]
    known = [share.bytes for share in shares if share.bytes is not None]
    text = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
    return BufferView(text, sum(known) if len(known) == len(shares) else None)


# The text of several axes as the key of a sum: `data,model`. A name that would be ambiguous in it is in quotes.

NO_AXES = "other"
"""The key of what is not sent along axes of a mesh."""

_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|[^,]+')


def key_of_axes(names: Iterable[str]) -> str:
    """Returns the key of these axes, in this order; empty if there are none."""
    return ",".join(map(_in_key, names))


def _in_key(name: str) -> str:
    is_plain = name and name != NO_AXES and not {",", '"'} & set(name)
    return name if is_plain else dumps(name, ensure_ascii=False)


def axes_of_key(key: str) -> tuple[str, ...]:
    """Returns the names of the axes in a key that `key_of_axes` has returned."""
    if '"' not in key:
        return tuple(key.split(",")) if key else ()
    return tuple([loads(name) if name.startswith('"') else name for name in _NAME.findall(key)])


# What the collectives of a program send together.


class UnknownBytes(NamedTuple):
    """The collectives of a kind on a source line, or the operation, that sums leave out because it is not known."""

    kind: str
    """`runs` if constants do not say how often they run, `bytes` if their sizes are not known; `sharding` if shardings
    end at an operation, although XLA may pass them on.
    """
    source: Frames
    operation: str
    """In XLA's spelling, `all-reduce`; of an operation at which shardings end, its name."""
    bytes_each: int | None
    """The bytes that one device sends in one iteration of `loop`, or if each runs once; of an operation at which
    shardings end, what a device holds whole. None if that is not known.
    """
    number: int
    """How many collectives or operations they are."""
    loop: Frames = ()
    """Where the loop is whose length constants do not say; empty if that is not known, or if there is none."""
    most: int | None = None
    """An upper bound of what one device sends in them where the bytes are unknown; None if there is none."""
    reason: str = ""
    """Why the bytes are unknown: what XLA may do otherwise; empty if sizes are not known."""


class Totals(NamedTuple):
    """The bytes that one device sends in one run of the program, executions multiplied in."""

    bytes_sent: int
    by_kind: tuple[tuple[str, int], ...]
    by_axis: tuple[tuple[str, int], ...]
    """By the names of axes, those of collectives along several axes separated by commas."""
    by_line: tuple[tuple[str, int], ...]
    """By lines of the source: `model.py:22`."""
    unknown_executions: int
    """The number of collectives that are not summed because constants do not say how often they run."""
    unknown_sizes: int
    """The number of values left out of the sum because their sizes are unknown."""
    reshards: int = 0
    """The number of reshards, which are not summed: the partitioner leaves those between different meshes."""
    unknown: tuple[UnknownBytes, ...] = ()
    """The collectives and operations that are not summed, by kind, source and operation, in the order of the text."""
    most: int | None = None
    """An upper bound of what a device sends; None if there is none."""

    @property
    def is_lower_bound(self) -> bool:
        """Whether more may be sent, as the bytes or runs of some collectives, reshards or estimates are not known."""
        return bool(self.unknown or self.reshards)


def totals_of(
    collectives: Sequence[CollectiveView],
    reshards: int = 0,
    choice: FrameChoice = USER_FRAMES,
    unruled: Sequence[Unruled] = (),
) -> Totals:
    """Returns the sums over `collectives`, the largest parts first, of a program with so many reshards, and with these
    operations at which shardings end.
    """
    sent = [(collective, collective.sent) for collective in collectives]
    known = [(collective, size) for collective, size in sent if size is not None]
    unknown = [collective for collective, size in sent if size is None]
    ends = [each for each in unruled if not each.also_in_xla]
    bounds = [None if each.most is None or each.executions is None else each.most * each.executions for each in unknown]
    is_bounded = not reshards and not ends and None not in bounds
    known_bytes = sum([size for _, size in known])
    return Totals(
        bytes_sent=known_bytes,
        by_kind=_summed(known, lambda collective: collective.kind),
        by_axis=_summed(known, axis_key),
        by_line=_summed(known, lambda collective: line_text(collective.source, choice)),
        unknown_executions=sum([collective.executions is None for collective in unknown]),
        unknown_sizes=sum([collective.bytes_sent is None and collective.most is None for collective in unknown]),
        reshards=reshards,
        unknown=(*_unknown(unknown), *_unknown_shardings(ends)),
        most=known_bytes + sum([bound or 0 for bound in bounds]) if is_bounded else None,
    )


def _unknown(collectives: Sequence[CollectiveView]) -> tuple[UnknownBytes, ...]:
    found: dict[tuple[str, Frames, str, str, Frames], list[tuple[int | None, int | None]]] = {}
    for each in collectives:
        kind = "bytes" if each.bytes_sent is None else "runs"
        size = None if each.bytes_sent is None else each.bytes_sent * each.runs.each
        loop = each.runs.loop or () if each.executions is None else ()
        most = None if each.most is None or each.executions is None else each.most * each.executions
        found.setdefault((kind, each.source, each.kind, _reason(each), loop), []).append((size, most))
    return tuple(
        [
            UnknownBytes(
                kind,
                source,
                operation,
                _sum([size for size, _ in sizes]),
                len(sizes),
                loop,
                _sum([most for _, most in sizes]),
                reason,
            )
            for (kind, source, operation, reason, loop), sizes in found.items()
        ]
    )


def _reason(each: CollectiveView) -> str:
    """Returns why it is not known what a collective sends; empty if its sizes or runs are not known."""
    return each.cause if each.bytes_sent is None and each.most is not None else ""


def _unknown_shardings(operations: Sequence[Unruled]) -> Iterator[UnknownBytes]:
    found = grouped(((each.source, each.operation), each.bytes) for each in operations)
    yield from [UnknownBytes("sharding", *key, _sum(sizes), len(sizes)) for key, sizes in found.items()]


def _sum(sizes: Sequence[int | None]) -> int | None:
    return None if None in sizes else sum([size or 0 for size in sizes])


def axis_key(collective: CollectiveView) -> str:
    """Returns the names of the axes of a collective, sorted: `model`, `data,model`."""
    return key_of_axes(sorted({axis.name for axis in collective.axes})) or NO_AXES


def _summed(
    known: Sequence[tuple[CollectiveView, int]], key: Callable[[CollectiveView], str]
) -> tuple[tuple[str, int], ...]:
    sums = summed((key(collective), size) for collective, size in known if size)
    return tuple(sorted(sums.items(), key=lambda entry: -entry[1]))
