"""Instructions between devices."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.attributes import AxisRef, ChannelHandle, ReplicaGroupMeshAxes, SubAxisInfo
from sdyopt.hlo.attributes import replica_groups, source_target_pairs
from sdyopt.hlo_import.instructions import InstructionConverter, declared, i64_attribute, i64_table, only_number, opcode
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import UNIT, SymbolRefAttr, TupleType
from sdyopt.ir.value import Value
from sdyopt.sharding.replica_groups import HloAxisRef, ListedGroups, MeshGroups, ReplicaGroups

_GROUPS = ("channel_id", "constrain_layout", "replica_groups", "use_global_device_ids")
_MAX_DEVICES = 1 << 24


@opcode("all-to-all", (1, None), optional=["dimensions", *_GROUPS])
def all_to_all(subject: InstructionConverter) -> Value:
    """Of one array that is split along a dimension."""
    if isinstance(subject.type, TupleType) or subject.text("dimensions") is None:
        subject.refuse("StableHLO has only those of one array that is split along a dimension")
    properties = _groups(subject)
    size = _replica_groups(subject).size
    if not size:
        subject.refuse("it has no replica groups")
    dimension = i64_attribute(subject.only_integer("dimensions"))
    properties |= {"split_dimension": dimension, "concat_dimension": dimension, "split_count": i64_attribute(size)}
    properties.pop("use_global_device_ids", None)
    return subject.create("stablehlo.all_to_all", properties).result


@opcode("collective-broadcast", 1, optional=_GROUPS)
def collective_broadcast(subject: InstructionConverter) -> Value:
    """From the first device of each group."""
    properties = _groups(subject)
    properties.pop("use_global_device_ids", None)
    return subject.create("stablehlo.collective_broadcast", properties).result


@opcode("collective-permute", 1, required=["source_target_pairs"], optional=["channel_id"])
def collective_permute(subject: InstructionConverter) -> Value:
    """Pairs of devices."""
    pairs = subject.read("source_target_pairs", source_target_pairs) or ()
    properties = {"source_target_pairs": i64_table(pairs, 2), **_channel(subject)}
    return subject.create("stablehlo.collective_permute", properties).result


def _channel(subject: InstructionConverter) -> dict[str, Attribute]:
    if subject.text("channel_id") is None:
        return {}
    return {"channel_handle": ChannelHandle(subject.integer("channel_id"), 0)}


def _groups(subject: InstructionConverter) -> dict[str, Attribute]:
    """Returns the properties that most collectives have. Raises CompilationError."""
    found = {"replica_groups": _group_attribute(subject, _replica_groups(subject)), **_channel(subject)}
    if subject.flag("use_global_device_ids"):
        found["use_global_device_ids"] = UNIT
    return found


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
declared("partition-id", 0)
declared("replica-id", 0)
