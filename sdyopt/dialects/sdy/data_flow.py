"""Data-flow ops: which of their values must be sharded alike (spec "Data-flow ops", seed 004 "sdy.data_flow_edge").

An edge of a data-flow op joins sources, which flow into it, with targets, which they flow to. One of the targets owns
the edge, and the sharding of the edge is the sharding of all of its targets. Each result owns an edge; its sources are
the operand of the same number, what the regions return, or both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.stablehlo.ops import CASE, OPTIMIZATION_BARRIER, WHILE
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import BlockArgument, OpResult, Value


class RegionArguments(NamedTuple):
    """What the arguments of a data-flow op's regions are, if it has some.

    They are further targets of the edges of the results of the same number (`follow_results`), or each owns an edge
    from the operand of the same number (`own_edges`).
    """

    follow_results: bool = False
    own_edges: bool = False


DATA_FLOW_OPS: dict[OpDefinition, RegionArguments] = {
    WHILE: RegionArguments(follow_results=True),
    CASE: RegionArguments(),
    OPTIMIZATION_BARRIER: RegionArguments(),
    MANUAL_COMPUTATION: RegionArguments(own_edges=True),
    NAMED_COMPUTATION: RegionArguments(own_edges=True),
}


def argument_owners(op: Operation) -> Sequence[BlockArgument]:
    """The arguments of the body that own edges of the data-flow op `op`; its other owners are its results."""
    return op.regions[0].block.arguments if DATA_FLOW_OPS[op.signature.definition].own_edges else ()


def edge_owner(value: Value) -> Value | None:
    """The owner of the edge that `value` is a target of, if it is one."""
    if isinstance(value, OpResult):
        return value if value.owner.signature.definition in DATA_FLOW_OPS else None
    argument = cast(BlockArgument, value)
    op = argument.owner.parent_op
    arguments = None if op is None else DATA_FLOW_OPS.get(op.signature.definition)
    if op is None or arguments is None:
        return None
    if arguments.follow_results:
        return op.results[argument.index]
    return argument if arguments.own_edges else None


def edge_on(owner: Value) -> Operation | None:
    """The `sdy.data_flow_edge` that stands for the edge of `owner`: it is then the only user."""
    if len(owner.users) != 1:
        return None
    (user,) = owner.users
    return user if user.signature.definition is DATA_FLOW_EDGE else None
