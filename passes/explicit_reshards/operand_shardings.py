"""The shardings of operands, found without slots where that is possible."""

from __future__ import annotations

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import PROPAGATION_BARRIER
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.dialects.sdy.shardings.slots import result_sharding, sharding_of
from sdyopt.dialects.stablehlo.ops.control_flow import ASYNC_START
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value

Shardings = tuple[Sharding | None, ...]


class OperandShardings:
    """Finds the shardings of the operands of operations in a function.

    The shardings of the function's arguments must not change.
    """

    def __init__(self, function: Operation) -> None:
        self.of_only_results = ShardingsOfOnlyResults()
        self._arguments: dict[Value, Sharding | None] = {
            argument: sharding_of(argument) for block in function.regions[0].blocks for argument in block.arguments
        }

    def of(self, op: Operation) -> Shardings:
        """Returns the shardings of the operands of `op`, those of propagation barriers as they are stored."""
        arguments = self._arguments
        found: list[Sharding | None] = []
        for operand in op.operands:
            if operand in arguments:
                found.append(arguments[operand])
            elif isinstance(operand, BlockArgument) and _has_no_sharding(operand):
                found.append(None)
            else:
                found.append(sharding_of(operand))
        return tuple(found)


WITH_SHARDINGS_OF_ARGUMENTS = frozenset({FUNC, ASYNC_START, *DATA_FLOW_OPS})
"""The operations the arguments of whose blocks may have shardings."""


def _has_no_sharding(argument: BlockArgument) -> bool:
    """Whether a block argument can have no sharding, like those of a reduction."""
    op = argument.owner.parent_op
    return op is not None and op.signature.definition not in WITH_SHARDINGS_OF_ARGUMENTS


class ShardingsOfOnlyResults(dict[Signature, Sharding | None]):
    """By the signature of an operation the sharding of its only result, if that is stored with the operation.

    Raises KeyError for other operations.
    """

    def __missing__(self, signature: Signature) -> Sharding | None:
        if len(signature.result_types) != 1 or signature.definition in DATA_FLOW_OPS:
            raise KeyError(signature)
        sharding = self[signature] = result_sharding(signature, 0)
        return sharding


def has_barrier(op: Operation) -> bool:
    """Whether an operand is the result of a propagation barrier."""
    return any(
        isinstance(operand, OpResult) and operand.owner.signature.definition is PROPAGATION_BARRIER
        for operand in op.operands
    )
