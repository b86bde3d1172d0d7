"""The kinds of collectives, and what each device sends in one of them."""

from __future__ import annotations

import re

from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import communication as stablehlo
from sdyopt.dialects.stablehlo.ops.control_flow import CUSTOM_CALL, target_of
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import BoolAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value

ALL_GATHER = "all-gather"
ALL_REDUCE = "all-reduce"
ALL_SLICE = "all-slice"
ALL_TO_ALL = "all-to-all"
COLLECTIVE_BROADCAST = "collective-broadcast"
COLLECTIVE_PERMUTE = "collective-permute"
RAGGED_ALL_TO_ALL = "ragged-all-to-all"
REDUCE_SCATTER = "reduce-scatter"
REPLICATED_TO_UNREDUCED = "replicated-to-unreduced"
SHARDED_TO_UNREDUCED = "sharded-to-unreduced"

SDY_COLLECTIVES: dict[OpDefinition, str] = {
    sdy.ALL_GATHER: ALL_GATHER,
    sdy.ALL_REDUCE: ALL_REDUCE,
    sdy.ALL_SLICE: ALL_SLICE,
    sdy.ALL_TO_ALL: ALL_TO_ALL,
    sdy.COLLECTIVE_PERMUTE: COLLECTIVE_PERMUTE,
    sdy.REDUCE_SCATTER: REDUCE_SCATTER,
    sdy.REPLICATED_TO_UNREDUCED: REPLICATED_TO_UNREDUCED,
    sdy.SHARDED_TO_UNREDUCED: SHARDED_TO_UNREDUCED,
}
"""The kinds of SDY's collectives, in XLA's spelling where XLA has them."""

STABLEHLO_COLLECTIVES: dict[OpDefinition, str] = {
    stablehlo.ALL_GATHER: ALL_GATHER,
    stablehlo.ALL_REDUCE: ALL_REDUCE,
    stablehlo.ALL_TO_ALL: ALL_TO_ALL,
    stablehlo.COLLECTIVE_BROADCAST: COLLECTIVE_BROADCAST,
    stablehlo.COLLECTIVE_PERMUTE: COLLECTIVE_PERMUTE,
    stablehlo.CROSS_REPLICA_SUM: ALL_REDUCE,
    stablehlo.REDUCE_SCATTER: REDUCE_SCATTER,
}
"""The kinds of StableHLO's collectives."""

PERMUTED = frozenset((stablehlo.COLLECTIVE_PERMUTE, stablehlo.SEND))
"""Those that name pairs of devices, and not groups."""

RAGGED = "ragged_all_to_all"
"""The target of the custom call that is one, too; of its operands the first is sent."""

STARTS = {f"{kind}-start": kind for kind in (ALL_GATHER, ALL_REDUCE, ALL_TO_ALL, COLLECTIVE_PERMUTE, REDUCE_SCATTER)}
"""The kinds of the collectives that custom calls begin, by their targets."""

_TARGETS = {RAGGED: RAGGED_ALL_TO_ALL, **STARTS}

_UNKNOWN = "custom-call @"
"""The kind of a custom call is this and its target, if its name says that it communicates, and nothing else is known.
"""

_SAYS_SO = re.compile(
    r"all-?(reduce|gather|to-?all|2-?all)|reduce-?scatter|collective|permute|[nr]ccl|nvshmem"
    r"|(^|-)(p-?(sum|max|min)|send|recv|receive|mpi)(-|$)"
)
"""The words in the names of custom calls that communicate, in lower case, with `-` between them."""

_SAYS_NOT = re.compile(r"(^|-)host(-|$)|-done$")
"""The names among these of calls that send nothing to other devices, or only wait for a transfer that has begun."""

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")


@remembered
def kind_of(signature: Signature) -> str | None:
    """Returns the kind of collective that operations are; None if they are none.

    A custom call whose name says that it communicates is of a kind of its own, which `KINDS` does not have.
    """
    if (definition := signature.definition) is CUSTOM_CALL:
        target = target_of(signature)
        return _TARGETS.get(target) or (_UNKNOWN + target if says_that_it_communicates(target) else None)
    if definition is stablehlo.SEND:
        is_to_host = signature.properties.get("is_host_transfer")
        return None if isinstance(is_to_host, BoolAttr) and is_to_host.value else COLLECTIVE_PERMUTE
    return SDY_COLLECTIVES.get(definition) or STABLEHLO_COLLECTIVES.get(definition)


def takes_whole(signature: Signature) -> bool:
    """Whether operations are collectives that XLA's partitioner does not partition along axes that are not manual: each
    device has the whole operand along these.
    """
    kind = kind_of(signature)
    return kind not in (None, ALL_REDUCE, COLLECTIVE_PERMUTE) and signature.definition not in SDY_COLLECTIVES


def says_that_it_communicates(target: str) -> bool:
    """Whether the name of a custom call says that it communicates with other devices."""
    name = _WORDS.sub("-", target).lower()
    return _SAYS_SO.search(name) is not None and _SAYS_NOT.search(name) is None


def is_ragged(signature: Signature) -> bool:
    """Whether operations are ragged all-to-alls."""
    return target_of(signature) == RAGGED


def is_known(kind: str | None) -> bool:
    """Whether a kind is one of collectives of which it is known what they send."""
    return kind is not None and not kind.startswith(_UNKNOWN)


def sent_operands(op: Operation) -> list[Value]:
    """Returns the operands of a collective that are sent, in whole or in part."""
    if is_ragged(op.signature) or "has_dynamic_root" in op.properties:
        return op.operands[:1]  # The others are the result's memory, and which parts of it are sent, or the root.
    return op.operands[:-1] if op.signature.definition is stablehlo.SEND else op.operands  # The last one is a token.


def bytes_sent(kind: str, operand_bytes: int, group_size: int) -> int:
    """Returns the bytes that a device sends in one execution of a collective of groups of that size.

    Kinds that only cut or mark what a device has send nothing.
    """
    from sdyopt.sharding.replica_groups import KINDS
    from sdyopt.sharding.replica_groups import bytes_sent as sent

    return sent(kind, operand_bytes, group_size) if kind in KINDS else 0
