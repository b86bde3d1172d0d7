"""Data-flow ops: which of their values must be sharded alike. See `sdy.data_flow_edge` in https://openxla.org/shardy/sdy_dialect.

An edge of a data-flow op joins sources, which flow into it, with targets, which they flow to. One of the targets owns
the edge, and the sharding of the edge is the sharding of all of its targets. Each result owns an edge; its sources are
the operand of the same number, what the regions return, or both. Arguments of regions are targets as well: of a
result's edge, or of their own, the source of which is the operand of the same number.

How the sharding of an edge is read and set is a matter of `value_shardings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, NAMED_COMPUTATION, PROPAGATION_BARRIER
from sdyopt.dialects.stablehlo.ops import CASE, OPTIMIZATION_BARRIER, WHILE
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import BlockArgument, OpOperand, OpResult, Value

ALL_REGIONS, NO_REGIONS = slice(None), slice(0)


class DataFlow(NamedTuple):
    """What the edges of a kind of data-flow op join."""

    results_from_operands: bool = False
    """Whether the operand of the same number is a source of a result's edge."""
    results_from: slice = NO_REGIONS
    """The regions whose returned values of the same number are sources of a result's edge."""
    arguments_follow_results: bool = False
    """Whether the arguments of all regions are targets of the edge of the result of the same number."""
    arguments_own_edges: bool = False
    """Whether each argument of the body owns an edge, whose source is the operand of the same number."""


DATA_FLOW_OPS: dict[OpDefinition, DataFlow] = {
    WHILE: DataFlow(results_from_operands=True, results_from=slice(1, 2), arguments_follow_results=True),
    CASE: DataFlow(results_from=ALL_REGIONS),
    OPTIMIZATION_BARRIER: DataFlow(results_from_operands=True),
    **dict.fromkeys(
        (MANUAL_COMPUTATION, NAMED_COMPUTATION), DataFlow(results_from=ALL_REGIONS, arguments_own_edges=True)
    ),
}


def edge_owners(op: Operation) -> Sequence[Value]:
    """The owners of the edges of the data-flow op `op`: arguments of its body, if they own some, then its results."""
    return (*argument_owners(op), *op.results)


def argument_owners(op: Operation) -> Sequence[BlockArgument]:
    """The arguments of the body that own edges of the data-flow op `op`; its other owners are its results."""
    return op.regions[0].block.arguments if DATA_FLOW_OPS[op.signature.definition].arguments_own_edges else ()


def edge_owner(value: Value) -> Value | None:
    """The owner of the edge that `value` is a target of, if it is one."""
    if isinstance(value, OpResult):
        return value if value.owner.signature.definition in DATA_FLOW_OPS else None
    argument = cast(BlockArgument, value)
    op = argument.owner.parent_op
    flow = None if op is None else DATA_FLOW_OPS.get(op.signature.definition)
    if op is None or flow is None:
        return None
    if flow.arguments_follow_results:
        return op.results[argument.index] if argument.index < len(op.results) else None
    return argument if flow.arguments_own_edges else None


def edge_sources(owner: Value) -> list[Value]:
    """The values that flow into the edge of `owner`: an operand first, then what the regions return, in order."""
    return [use.value for use in edge_source_uses(owner)]


def edge_source_uses(owner: Value) -> list[OpOperand]:
    """The uses of the values that flow into the edge of `owner`, in the same order."""
    if isinstance(owner, BlockArgument):
        return [OpOperand(cast(Operation, owner.owner.parent_op), owner.index)]
    result = cast(OpResult, owner)
    op = result.owner
    flow = DATA_FLOW_OPS[op.signature.definition]
    uses = [OpOperand(op, result.index)] if flow.results_from_operands else []
    terminators = [cast(Operation, region.block.last) for region in op.regions[flow.results_from]]
    return uses + [OpOperand(terminator, result.index) for terminator in terminators]


def other_targets(owner: Value) -> list[Value]:
    """The targets of the edge of `owner` besides itself."""
    if isinstance(owner, BlockArgument):
        return []
    result = cast(OpResult, owner)
    op = result.owner
    if not DATA_FLOW_OPS[op.signature.definition].arguments_follow_results:
        return []
    return [region.block.arguments[result.index] for region in op.regions]


def edge_on(owner: Value) -> Operation | None:
    """The `sdy.data_flow_edge` that stands for the edge of `owner`: it is then the only user."""
    user = owner.only_user
    return user if user is not None and user.signature.definition is DATA_FLOW_EDGE else None


def past_barriers(value: Value) -> Value:
    """Returns the value that propagation barriers, if there are any, pass on to `value`."""
    seen: set[Value] = set()
    while isinstance(value, OpResult) and value.owner.signature.definition is PROPAGATION_BARRIER:
        if value in seen:
            break  # In a graph region barriers may be a circle.
        seen.add(value)
        value = value.owner.operands[0]
    return value
