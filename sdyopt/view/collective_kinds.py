"""The kinds of collectives, and what each device sends in one of them."""

from __future__ import annotations

from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import communication as stablehlo
from sdyopt.ir.signature import OpDefinition

ALL_GATHER = "all-gather"
ALL_REDUCE = "all-reduce"
ALL_SLICE = "all-slice"
ALL_TO_ALL = "all-to-all"
COLLECTIVE_BROADCAST = "collective-broadcast"
COLLECTIVE_PERMUTE = "collective-permute"
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


def bytes_sent(kind: str, operand_bytes: int, group_size: int) -> int:
    """Returns the bytes that a device sends in one execution of a collective of groups of that size.

    Kinds that only cut or mark what a device has send nothing.
    """
    from sdyopt.traffic import KINDS
    from sdyopt.traffic import bytes_sent as sent

    return sent(kind, operand_bytes, group_size) if kind in KINDS else 0
