"""Instructions between devices."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.attributes import AxisRef, ChannelHandle, ReplicaGroupMeshAxes, SubAxisInfo
from sdyopt.hlo.attributes import replica_groups, source_target_pairs
from sdyopt.hlo_import.instructions import From, InstructionConverter, declared, i64_table, only_number, opcode
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import UNIT, SymbolRefAttr, TupleType, i64
from sdyopt.ir.value import Value
from sdyopt.sharding.replica_groups import HloAxisRef, ListedGroups, MeshGroups, ReplicaGroups

_GROUPS = ("channel_id", "constrain_layout", "replica_groups", "use_global_device_ids")
_MAX_DEVICES = 1 << 24


@opcode("all-to-all", (1, None), optional=["dimensions", *_GROUPS])
def all_to_all(subject: InstructionConverter) -> Value:
    """Of one array that is split along a dimension."""
    if isinstance(subject.type, TupleType) or subject.text("dimensions") is None:
        subject.refuse("StableHLO has only those of one array that is split along a dimension")
    size = _replica_groups(subject).size
    if not size:
        subject.refuse("it has no replica groups")
    dimension = i64(subject.only_integer("dimensions"))
    properties = {"split_dimension": dimension, "concat_dimension": dimension, "split_count": i64(size)}
    return subject.create("stablehlo.all_to_all", {**properties, **_plain_groups(subject)}).result


def _channel(subject: InstructionConverter) -> dict[str, Attribute]:
    if subject.text("channel_id") is None:
        return {}
    return {"channel_handle": ChannelHandle(subject.integer("channel_id"), 0)}


def _groups(subject: InstructionConverter) -> dict[str, Attribute]:
    """Returns the properties that most collectives have. Raises CompilationError."""
    found = {"replica_groups": _group_attribute(subject, _replica_groups(subject)), **_channel(subject)}
    return found | ({"use_global_device_ids": UNIT} if subject.flag("use_global_device_ids") else {})


def _plain_groups(subject: InstructionConverter) -> dict[str, Attribute]:
    """Returns the properties that all collectives have. Raises CompilationError."""
    return {name: value for name, value in _groups(subject).items() if name != "use_global_device_ids"}


def _pairs(subject: InstructionConverter) -> Attribute:
    return i64_table(subject.read("source_target_pairs", source_target_pairs) or (), 2)


def _replica_groups(subject: InstructionConverter) -> ReplicaGroups:
    """Returns the groups of devices; without any, all devices form one. Raises CompilationError."""
    return subject.read("replica_groups", replica_groups) or ListedGroups(())


def _group_attribute(subject: InstructionConverter, groups: ReplicaGroups) -> Attribute:
    """Returns groups as axes of a mesh of the module, or written out. Raises CompilationError.

    XLA forgets the device ids of a mesh; groups of a mesh with another order than 0, 1, … are written out.
    """
    if isinstance(groups, MeshGroups) and groups.is_in_order and groups.size > 1:
        mesh = SymbolRefAttr((subject.computations.mesh_name(groups.mesh),))
        return ReplicaGroupMeshAxes(mesh, tuple(map(_axis_ref, groups.axes)))
    if groups.count * groups.size > _MAX_DEVICES:
        subject.fail_at("replica_groups", f"more than {_MAX_DEVICES:,} devices")
    rows = groups.expanded()
    size = max(map(len, rows), default=0)
    return i64_table(tuple([row + (-1,) * (size - len(row)) for row in rows]))


def _axis_ref(axis: HloAxisRef) -> AxisRef:
    return AxisRef(axis.name, None if axis.sub_axis is None else SubAxisInfo(*axis.sub_axis))


declared("all-reduce", (1, None), optional=_GROUPS, regions=["to_apply"], others=_groups)
declared("all-gather", (1, None), optional=_GROUPS, others=_groups, all_gather_dim=only_number("dimensions"))
declared(
    "reduce-scatter",
    (1, None),
    optional=_GROUPS,
    regions=["to_apply"],
    others=_groups,
    scatter_dimension=only_number("dimensions"),
)
declared("collective-broadcast", 1, optional=_GROUPS, others=_plain_groups)
declared(
    "collective-permute",
    1,
    optional=["channel_id"],
    others=_channel,
    source_target_pairs=From("source_target_pairs", _pairs),
)
declared("partition-id", 0)
declared("replica-id", 0)
