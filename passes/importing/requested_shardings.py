"""Which shardings constraints and manual computations request for their operands."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, SHARDING_CONSTRAINT
from sdyopt.ir.collecting import collect_kind_post
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value

REQUESTING_OPS = frozenset((SHARDING_CONSTRAINT, MANUAL_COMPUTATION))
"""The operations that request a sharding of each of their operands."""


@remembered
def requested_by(signature: Signature) -> tuple[Sharding, ...]:
    """Returns the sharding that one of REQUESTING_OPS requests for each of its operands."""
    if signature.definition is SHARDING_CONSTRAINT:
        return (cast(Sharding, signature.properties["sharding"]),)
    return cast(ShardingPerValue, signature.properties["in_shardings"]).shardings


def is_constraint(op: Operation) -> bool:
    """Returns whether `op` is a constraint, and no manual computation."""
    return op.signature.definition is SHARDING_CONSTRAINT


class RequestedShardings:
    """What the constraints and manual computations of a module, in post-order, request of each value.

    That is counted in advance. It stays true while uses by these operations only move to results of constraints.
    """

    def __init__(self, module: Operation) -> None:
        self.ops = collect_kind_post(module, *REQUESTING_OPS)
        self._counts: dict[Value, dict[Sharding, int]] = {}
        for op in self.ops:
            for operand, sharding in zip(op.operands, requested_by(op.signature), strict=True):
                counts = self._counts.setdefault(operand, {})
                counts[sharding] = counts.get(sharding, 0) + 1
        self._first: dict[Value, dict[Sharding, Operation]] = {}
        self._positions: dict[Block, dict[Operation, int]] = {}

    def is_requested(self, value: Value) -> bool:
        """Returns whether an operand of a constraint or manual computation is `value`."""
        return value in self._counts

    def is_requested_once(self, value: Value) -> bool:
        """Returns whether a single operand of a constraint or manual computation is `value`."""
        return sum(self._counts[value].values()) == 1

    def is_unanimous(self, value: Value) -> bool:
        """Returns whether only one sharding is requested of `value`."""
        return len(self._counts[value]) == 1

    def first_requests(self, value: Value) -> dict[Sharding, Operation]:
        """Returns the shardings that are requested of `value`, each with the first operation that does."""
        first = self._first.get(value)
        if first is None:
            first = self._first[value] = {}
            for user in value.users:
                if user.signature.definition in REQUESTING_OPS:
                    for operand, sharding in zip(user.operands, requested_by(user.signature), strict=True):
                        if operand is value:
                            first.setdefault(sharding, user)
        return first

    def positions_in(self, block: Block) -> dict[Operation, int]:
        """Returns the number of each operation in `block`, as it was when this was called first."""
        positions = self._positions.get(block)
        if positions is None:
            positions = self._positions[block] = {op: number for number, op in enumerate(block.ops)}
        return positions
