"""The shardings of operands, found without slots where that is possible."""

from __future__ import annotations

from functools import cache
from typing import cast

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import PROPAGATION_BARRIER
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.sharding.data_flow import DATA_FLOW_OPS
from sdyopt.sharding.slots import result_sharding, sharding_of

Shardings = tuple[Sharding | None, ...]


@cache
def plain_shardings(signature: Signature) -> Shardings | None:
    """Returns the shardings of the results of an operation; None if they need not be stored with it.

    So it is for data-flow operations. Behind a propagation barrier there may be another sharding.
    """
    definition = signature.definition
    if definition in DATA_FLOW_OPS or definition is PROPAGATION_BARRIER:
        return None
    return tuple([result_sharding(signature, number) for number in range(len(signature.result_types))])


def stored_sharding(value: Value) -> Sharding | None:
    """Returns the sharding of a value, that of a propagation barrier as it is stored."""
    shardings = plain_shardings(value.owner.signature) if isinstance(value, OpResult) else None
    return sharding_of(value) if shardings is None else shardings[cast(OpResult, value).index]


class OperandShardings:
    """Finds the shardings of the operands of operations in a function.

    The shardings of the function's arguments must not change.
    """

    def __init__(self, function: Operation) -> None:
        blocks = function.regions[0].blocks
        self._arguments: dict[Value, Sharding | None] = {
            argument: sharding_of(argument) for block in blocks for argument in block.arguments
        }

    def of(self, op: Operation) -> Shardings:
        """Returns the shardings of the operands of `op`, those of propagation barriers as they are stored."""
        arguments = self._arguments
        found: list[Sharding | None] = []
        for operand in op.operands:
            if isinstance(operand, OpResult):
                shardings = plain_shardings(operand.owner.signature)
                found.append(sharding_of(operand) if shardings is None else shardings[operand.index])
            else:
                found.append(arguments[operand] if operand in arguments else sharding_of(operand))
        return tuple(found)


def has_barrier(op: Operation) -> bool:
    """Whether an operand is the result of a propagation barrier."""
    return any(
        isinstance(operand, OpResult) and operand.owner.signature.definition is PROPAGATION_BARRIER
        for operand in op.operands
    )
