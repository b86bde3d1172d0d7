"""From where the axes of a dimension would come: the dimensions of the values that a value is computed from."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from sdyopt.dialects.sdy.shardings.data_flow import edge_owner, edge_source_uses
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.passes.propagation.solve.obstacles import dimension_of
from sdyopt.sharding.rules import sharding_rule_of

Dimension = tuple[Value, int]

MOST = 4096
"""Dimensions that are looked at."""


def upstream(
    value: Value, dimension: int, most: int = MOST, without: Collection[Dimension] = ()
) -> Iterator[Dimension]:
    """Yields the dimensions that have to do with one of `value`, the nearest first, as far as operands lead.

    At most `most` are looked at, and not those in `without`, nor what these come from.
    """
    start = (value, dimension)
    pending: deque[Dimension] = deque([start])
    seen = {start}
    while pending and len(seen) < most:
        for found in _operands(*pending.popleft()):
            if found not in seen and found not in without:
                seen.add(found)
                pending.append(found)
                yield found


def _operands(value: Value, dimension: int) -> Iterator[Dimension]:
    owner = edge_owner(value)
    if owner is not None:
        yield from [(use.value, dimension) for use in edge_source_uses(owner)]
    if owner is not None or isinstance(value, BlockArgument):
        return
    assert isinstance(value, OpResult)
    op = value.owner
    rule = sharding_rule_of(op)
    if rule is None:
        if len(op.operands) == 1 and op.operands[0].type is value.type:
            yield op.operands[0], dimension  # It moves a value.
        return
    for factor in rule.result_mappings[value.index].dimensions[dimension].factors:
        for number, operand in enumerate(op.operands[: len(rule.operand_mappings)]):
            place = dimension_of(rule, number, factor)
            if place is not None:
                yield operand, place
