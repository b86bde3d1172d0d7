"""Reduction operators of SDY for the operations that StableHLO reduces by."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import MAX, MIN, SUM
from sdyopt.dialects.stablehlo.ops import control_flow, elementwise
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import OpResult

COMBINATIONS: dict[str, OpDefinition] = {SUM: elementwise.ADD, MAX: elementwise.MAXIMUM, MIN: elementwise.MINIMUM}
"""The operation of two values that each operator stands for."""

_OPERATORS = {definition: operator for operator, definition in COMBINATIONS.items()}


def reduction_of_body(op: Operation) -> str | None:
    """Returns the operator by which the body of an operation reduces; None if it does something else."""
    blocks = op.regions[0].blocks
    last = blocks[0].last if blocks else None
    if last is None or last.signature.definition is not control_flow.RETURN or not last.operands:
        return None
    found = {
        _OPERATORS.get(value.owner.signature.definition) if isinstance(value, OpResult) else None
        for value in last.operands
    }
    return found.pop() if len(found) == 1 else None
