"""Sharding groups: values that are sharded alike from the start."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.slots import fully_open, sharding_of, slot_of
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.rewriter import Rewriter

MISMATCH = (
    "The initial operand shardings on the sharding groups of groupID: {id} do not match. Inserting an open sharding "
    "constraint to all constrained values. This can be caused when shardings from different values are grouped (e.g. "
    "from jax.shard_alike) but have separate inconsistent sharding constraints on them."
)


def synchronized_groups(module: Operation, rewriter: Rewriter) -> dict[Value, list[Value]]:
    """Gives the members of each sharding group the same sharding, and returns the members by each of them.

    Where the shardings differ, members get open constraints that take their places. Raises CompilationError for a
    value in two groups.
    """
    groups: dict[int, list[Value]] = {}
    found: dict[Value, int] = {}
    for op in module.walk():
        if op.signature.definition is SHARDING_GROUP:
            value = op.operands[0]
            id = cast(IntegerAttr, op.properties["group_id"]).value
            if found.setdefault(value, id) != id:
                message = "Value can only map to one sharding group id after import."
                raise CompilationError([Diagnostic("error", message, op.location)])
            members = groups.setdefault(id, [])
            members.append(value)
    for id in sorted(groups):
        groups[id] = _synchronized(id, groups[id], rewriter)
    return {value: members for members in groups.values() for value in members}


def _synchronized(id: int, members: list[Value], rewriter: Rewriter) -> list[Value]:
    """Gives the members of a group the same sharding, and returns the values that are the members then."""
    shardings = [sharding for value in members if (sharding := sharding_of(value)) and not _is_open(sharding)]
    if not shardings:
        return members
    common = shardings[0]
    if all(sharding is common for sharding in shardings):
        for value in members:
            if slot_of(value) is not None and sharding_of(value) is not common:
                rewriter.set_sharding(value, common)
        return members
    first = members[0]
    place = first.owner if isinstance(first, OpResult) else cast(BlockArgument, first).owner.parent_op
    assert place is not None
    rewriter.emit(Diagnostic("warning", MISMATCH.format(id=id), place.location))
    return [_constrained(value, common, rewriter) for value in members]


def _is_open(sharding: Sharding) -> bool:
    return not any(dimension.axes or dimension.is_closed for dimension in sharding.dimensions)


def _constrained(value: Value, common: Sharding, rewriter: Rewriter) -> Value:
    """Puts an open constraint after `value` that takes its place, and returns the result."""
    properties: dict[str, Attribute] = {"sharding": fully_open(common.mesh, value.type)}
    location = value.owner.location if isinstance(value, OpResult) else cast(BlockArgument, value).location
    constraint = rewriter.create_after(value, SHARDING_CONSTRAINT, [value], properties=properties, location=location)
    rewriter.replace_uses(value, constraint.results[0], except_in=constraint)
    return constraint.results[0]
