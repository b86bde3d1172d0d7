"""The kinds of collectives, and what each device sends in one of them."""

from __future__ import annotations

from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.dialects.stablehlo.ops import communication as stablehlo
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature

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

RAGGED = "ragged_all_to_all"
"""The target of the custom call that is one, too; of its operands the first is sent."""


@remembered
def kind_of(signature: Signature) -> str | None:
    """Returns the kind of collective that operations are; None if they are none."""
    definition = signature.definition
    if definition is CUSTOM_CALL:
        return RAGGED_ALL_TO_ALL if is_ragged(signature) else None
    return SDY_COLLECTIVES.get(definition) or STABLEHLO_COLLECTIVES.get(definition)


def is_ragged(signature: Signature) -> bool:
    """Whether operations are ragged all-to-alls."""
    target = signature.properties.get("call_target_name")
    return signature.definition is CUSTOM_CALL and isinstance(target, StringAttr) and target.value == RAGGED


def bytes_sent(kind: str, operand_bytes: int, group_size: int) -> int:
    """Returns the bytes that a device sends in one execution of a collective of groups of that size.

    Kinds that only cut or mark what a device has send nothing.
    """
    from sdyopt.sharding.bytes_sent import KINDS
    from sdyopt.sharding.bytes_sent import bytes_sent as sent

    return sent(kind, operand_bytes, group_size) if kind in KINDS else 0
