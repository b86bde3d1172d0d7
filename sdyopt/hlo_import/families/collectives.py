"""Instructions between devices."""

from __future__ import annotations

import re

from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.hlo.grammar import HloError
from sdyopt.hlo_import.instructions import Subject, i64_attribute, i64_table, opcode
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import UNIT, DenseElementsAttr, TupleType
from sdyopt.ir.value import Value
from sdyopt.layout.reading import integer
from sdyopt.sharding.replica_groups import Groups

_GROUPS = ("channel_id", "constrain_layout", "replica_groups", "use_global_device_ids")
_LIST = r"\{\s*(?:-?\d+\s*(?:,\s*-?\d+\s*)*)?\}"
_LISTS = re.compile(rf"\{{\s*(?:{_LIST}\s*(?:,\s*{_LIST}\s*)*)?\}}")
_ONE_LIST = re.compile(_LIST)
_NUMBER = re.compile(r"-?\d+")
_MOST_DEVICES = 1 << 24


@opcode("all-reduce", (1, None), required=["to_apply"], optional=_GROUPS)
def all_reduce(subject: Subject) -> Value:
    """With a computation that combines elements."""
    regions = [subject.region("to_apply")]
    return subject.tupled(subject.create("stablehlo.all_reduce", _groups(subject), regions, types=subject.types))


@opcode("all-gather", (1, None), required=["dimensions"], optional=_GROUPS)
def all_gather(subject: Subject) -> Value:
    """Along one dimension."""
    properties = _groups(subject)
    properties["all_gather_dim"] = i64_attribute(subject.only_integer("dimensions"))
    return subject.tupled(subject.create("stablehlo.all_gather", properties, types=subject.types))


@opcode("reduce-scatter", (1, None), required=["dimensions", "to_apply"], optional=_GROUPS)
def reduce_scatter(subject: Subject) -> Value:
    """Along one dimension."""
    properties = _groups(subject)
    properties["scatter_dimension"] = i64_attribute(subject.only_integer("dimensions"))
    regions = [subject.region("to_apply")]
    return subject.tupled(subject.create("stablehlo.reduce_scatter", properties, regions, types=subject.types))


@opcode("all-to-all", (1, None), optional=["dimensions", *_GROUPS])
def all_to_all(subject: Subject) -> Value:
    """Of one array that is split along a dimension."""
    if isinstance(subject.type, TupleType) or subject.text("dimensions") is None:
        subject.refuse("StableHLO has only those of one array that is split along a dimension")
    properties = _groups(subject)
    groups = properties["replica_groups"]
    assert isinstance(groups, DenseElementsAttr)
    if not groups.shape[1]:
        subject.refuse("it has no replica groups")
    dimension = i64_attribute(subject.only_integer("dimensions"))
    properties |= {
        "split_dimension": dimension,
        "concat_dimension": dimension,
        "split_count": i64_attribute(groups.shape[1]),
    }
    properties.pop("use_global_device_ids", None)
    return subject.create("stablehlo.all_to_all", properties).result


@opcode("collective-broadcast", 1, optional=_GROUPS)
def collective_broadcast(subject: Subject) -> Value:
    """From the first device of each group."""
    properties = _groups(subject)
    properties.pop("use_global_device_ids", None)
    return subject.create("stablehlo.collective_broadcast", properties).result


@opcode("collective-permute", 1, required=["source_target_pairs"], optional=["channel_id"])
def collective_permute(subject: Subject) -> Value:
    """Pairs of devices."""
    pairs = _listed(subject, "source_target_pairs")
    if any(len(pair) != 2 for pair in pairs):
        subject.fail_at("source_target_pairs", "expected pairs of a source and a target")
    properties = {"source_target_pairs": i64_table(pairs, 2), **_channel(subject)}
    return subject.create("stablehlo.collective_permute", properties).result


@opcode("partition-id", 0)
def partition_id(subject: Subject) -> Value:
    """The number of the device among the partitions."""
    return subject.create("stablehlo.partition_id").result


@opcode("replica-id", 0)
def replica_id(subject: Subject) -> Value:
    """The number of the device among the replicas."""
    return subject.create("stablehlo.replica_id").result


def _channel(subject: Subject) -> dict[str, Attribute]:
    if subject.text("channel_id") is None:
        return {}
    return {"channel_handle": ChannelHandle(subject.integer("channel_id"), 0)}


def _groups(subject: Subject) -> dict[str, Attribute]:
    """Returns the properties that most collectives have. Raises CompilationError."""
    groups = _replica_groups(subject)
    size = max(map(len, groups), default=0)
    rows = tuple([group + (-1,) * (size - len(group)) for group in groups])
    found: dict[str, Attribute] = {"replica_groups": i64_table(rows), **_channel(subject)}
    if subject.flag("use_global_device_ids"):
        found["use_global_device_ids"] = UNIT
    return found


def _replica_groups(subject: Subject) -> Groups:
    """Returns the groups of devices, those along axes of a mesh or of an iota written out."""
    text = (subject.text("replica_groups") or "{}").strip()
    if text.startswith("{"):
        return _listed(subject, "replica_groups") if text[1:-1].strip() else ()
    from sdyopt.hlo.grammar import parse_replica_groups

    try:
        groups = parse_replica_groups(f"replica_groups={text}")
    except HloError as error:
        subject.fail_at("replica_groups", str(error))
    if groups.count * groups.size > _MOST_DEVICES:
        subject.fail_at("replica_groups", f"more than {_MOST_DEVICES:,} devices")
    return groups.expanded()


def _listed(subject: Subject, name: str) -> Groups:
    """Returns the numbers of `{{0,1},{2,3}}`. Raises CompilationError."""
    text = (subject.text(name) or "").strip()
    if not _LISTS.fullmatch(text):
        subject.fail_at(name, f"expected lists, as {{{{0,1}},{{2,3}}}}, found '{text[:40]}'")
    found = []
    for part in _ONE_LIST.findall(text[1:-1]):
        numbers = [integer(number) for number in _NUMBER.findall(part)]
        if None in numbers:
            subject.fail_at(name, "a number does not fit into 64 bits")
        found.append(tuple([number for number in numbers if number is not None]))
    return tuple(found)
