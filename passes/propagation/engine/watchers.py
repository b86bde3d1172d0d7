"""Watchers: the operations that are visited again when the sharding of a value has changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sdyopt.dialects.func.ops import CALL, RETURN
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS, edge_on, other_targets
from sdyopt.dialects.stablehlo.ops import WHILE
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpOperand, OpResult, Value
from sdyopt.passes.propagation.engine.calls import Calls


def watchers(value: Value, calls: Calls) -> Iterator[Operation]:
    """Yields the operations in the order in which they are put on the worklist.

    `value` is the result of an edge operation if its sharding is there. The last operation is visited first.
    """
    if isinstance(value, OpResult):
        op = value.owner
        if op.signature.definition is DATA_FLOW_EDGE:
            owner = op.operands[0]
            if isinstance(owner, OpResult) and owner.owner.signature.definition is WHILE:
                for target in other_targets(owner):
                    yield from _users(target, calls)
        yield op
    else:
        around = value.block.parent_op if value.block is not None else None
        if around is not None:
            yield around
    yield from _users(value, calls)


def _users(value: Value, calls: Calls) -> Iterator[Operation]:
    """Yields the operations that the uses of `value` lead to, the newest use first."""
    seen = {value}
    uses = value.uses
    if not any(_leads_elsewhere(use.owner) for use in uses):
        yield from [use.owner for use in uses]
        return
    pending = [iter(uses)]
    while pending:
        use = next(pending[-1], None)
        if use is None:
            pending.pop()
            continue
        edge = _edge_fed_by(use)
        if edge is not None:
            yield edge
            continue
        elsewhere = _same_values(use, calls)
        if elsewhere is not None:
            fresh = [other for other in elsewhere if other not in seen]
            seen.update(fresh)
            pending += [iter(other.uses) for other in reversed(fresh)]
        else:
            op = use.owner
            yield cast(Operation, op.parent_op) if "IsTerminator" in op.signature.definition.traits else op


def _leads_elsewhere(op: Operation) -> bool:
    """Whether another operation may be visited in place of `op`."""
    definition = op.signature.definition
    return definition is CALL or definition in DATA_FLOW_OPS or "IsTerminator" in definition.traits


def _same_values(use: OpOperand, calls: Calls) -> list[Value] | None:
    """Returns what the value becomes on the other side of a call, if `use` is by a call or a return to calls."""
    op, index = use
    if op.signature.definition is CALL:
        callee = calls.callee(op)
        blocks = callee.regions[0].blocks if callee is not None else []
        return [blocks[0].arguments[index]] if blocks else []
    if op.signature.definition is RETURN:
        found = calls.of(cast(Operation, op.parent_op))
        return [call.results[index] for call in found] or None
    return None


def _edge_fed_by(use: OpOperand) -> Operation | None:
    """Returns the edge operation that stands for the edge that a use flows into.

    As in the reference, the edges of the arguments of computations are not found from their operands.
    """
    op, index = use
    flow = DATA_FLOW_OPS.get(op.signature.definition)
    if flow is not None:
        return edge_on(op.results[index]) if flow.results_from_operands else None
    around = op.parent_op
    if around is None or "IsTerminator" not in op.signature.definition.traits:
        return None
    flow = DATA_FLOW_OPS.get(around.signature.definition)
    if flow is None or op.parent is None or op.parent.parent not in around.regions[flow.results_from]:
        return None
    return edge_on(around.results[index])
