"""Data-flow ops: which of their values must be sharded alike (spec "Data-flow ops", seed 004 "sdy.data_flow_edge").

An edge of a data-flow op joins sources, which flow into it, with targets, which they flow to. One of the targets owns
the edge, and the sharding of the edge is the sharding of all of its targets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.stablehlo.ops import CASE, OPTIMIZATION_BARRIER, WHILE
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import BlockArgument, OpResult, Value


class DataFlow(NamedTuple):
    """How the edges of one kind of op run. Each of its results owns an edge.

    The sources of a result's edge are the operand of the same number, if `operands_reach_results`, and what the
    regions from `first_yielding_region` on return (None: there are none). The arguments of the regions are further
    targets of the results' edges (`arguments_follow_results`), or they own edges from the operands
    (`arguments_own_edges`), or there are none.
    """

    operands_reach_results: bool = False
    first_yielding_region: int | None = 0
    arguments_follow_results: bool = False
    arguments_own_edges: bool = False


DATA_FLOW_OPS: dict[OpDefinition, DataFlow] = {
    WHILE: DataFlow(operands_reach_results=True, first_yielding_region=1, arguments_follow_results=True),
    CASE: DataFlow(),
    OPTIMIZATION_BARRIER: DataFlow(operands_reach_results=True, first_yielding_region=None),
    MANUAL_COMPUTATION: DataFlow(arguments_own_edges=True),
    NAMED_COMPUTATION: DataFlow(arguments_own_edges=True),
}


def argument_owners(op: Operation) -> Sequence[BlockArgument]:
    """The arguments of the body that own edges of the data-flow op `op`; its other owners are its results."""
    return op.regions[0].block.arguments if DATA_FLOW_OPS[op.signature.definition].arguments_own_edges else ()


def edge_owner(target: Value) -> Value | None:
    """The owner of the edge that `target` is a target of, if it is one."""
    if isinstance(target, OpResult):
        return target if target.owner.signature.definition in DATA_FLOW_OPS else None
    op = cast(Block, target.block).parent_op
    flow = None if op is None else DATA_FLOW_OPS.get(op.signature.definition)
    if op is None or flow is None:
        return None
    if flow.arguments_follow_results:
        return op.results[cast(BlockArgument, target).index]
    return target if flow.arguments_own_edges else None


def edge_sources(owner: Value) -> list[Value]:
    """The sources of the edge that `owner` owns: operands of its op, then operands of terminators in its regions."""
    if isinstance(owner, BlockArgument):
        return [cast(Operation, owner.owner.parent_op).operands[owner.index]]
    assert isinstance(owner, OpResult)
    op, index = owner.owner, owner.index
    flow = DATA_FLOW_OPS[op.signature.definition]
    sources = [op.operands[index]] if flow.operands_reach_results else []
    if flow.first_yielding_region is not None:
        terminators = [region.block.last for region in op.regions[flow.first_yielding_region :]]
        sources += [terminator.operands[index] for terminator in terminators if terminator is not None]
    return sources


def edge_targets(owner: Value) -> list[Value]:
    """The targets of the edge that `owner` owns: `owner`, then arguments of its op's regions."""
    targets = [owner]
    if isinstance(owner, OpResult) and DATA_FLOW_OPS[owner.owner.signature.definition].arguments_follow_results:
        targets += [region.block.arguments[owner.index] for region in owner.owner.regions]
    return targets


def data_flow_edge(value: Value) -> Operation | None:
    """The `sdy.data_flow_edge` for `value`: whose result it is, or on the edge that `value` is a target of.

    Such an op stands for an edge if it is the only user of the edge's owner.
    """
    if isinstance(value, OpResult) and value.owner.signature.definition is DATA_FLOW_EDGE:
        return value.owner
    owner = edge_owner(value)
    if owner is None or len(owner.users) != 1:
        return None
    (user,) = owner.users
    return user if user.signature.definition is DATA_FLOW_EDGE else None
