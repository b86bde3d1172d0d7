"""Where products and convolutions use arguments: operands that come from an argument by moves alone.

Moves change neither numbers nor, apart from slices, how many there are. A sharding constraint on such an operand
decides how the operation sees the argument, whatever the sharding in which it is stored.
"""

from __future__ import annotations

from sdyopt.cost.program.trip_counts import is_invariant
from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.sdy.ops import NAMED_COMPUTATION
from sdyopt.dialects.stablehlo.ops import (
    CONVOLUTION,
    DOT,
    DOT_GENERAL,
    OPTIMIZATION_BARRIER,
    RESHAPE,
    SLICE,
    TRANSPOSE,
    WHILE,
)
from sdyopt.dialects.stablehlo.ops.elementwise import CONVERT, REDUCE_PRECISION
from sdyopt.dialects.stablehlo.ops.shapes import DYNAMIC_SLICE
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.sharding.rules import sharding_rule_of

HEAVY = frozenset((DOT_GENERAL, DOT, CONVOLUTION))
"""The operations that do most of the work."""

_MOVES = frozenset((CONVERT, RESHAPE, TRANSPOSE, SLICE, DYNAMIC_SLICE, REDUCE_PRECISION))

Dimensions = tuple[int | None, ...]
"""For each dimension of a value that of the argument that it comes from; None for one that comes from none."""


class HeavyUse(NamedTuple):
    """An operand of a heavy operation that comes from an argument."""

    op: Operation
    operand: int
    argument: int
    dimensions: Dimensions


def heavy_uses(function: Operation) -> list[HeavyUse]:
    """Returns the heavy uses of the arguments of a function without calls, in the order of its arguments."""
    return [
        use
        for argument in function.regions[0].blocks[0].arguments
        if isinstance(argument.type, RankedTensorType)
        for use in _uses_of(argument, argument.index, tuple(range(len(argument.type.shape))))
    ]


def _uses_of(value: Value, argument: int, dimensions: Dimensions) -> list[HeavyUse]:
    found: list[HeavyUse] = []
    pending = [(value, dimensions)]
    while pending:
        value, dimensions = pending.pop()
        for use in value.uses:
            op, number = use.owner, use.index
            definition = op.signature.definition
            if definition in HEAVY:
                found.append(HeavyUse(op, number, argument, dimensions))
            elif definition in _MOVES and number == 0:
                pending.append((op.results[0], _moved(op, dimensions)))
            elif definition is OPTIMIZATION_BARRIER:
                pending.append((op.results[number], dimensions))
            elif definition is NAMED_COMPUTATION or (definition is WHILE and is_invariant(op, number)):
                pending += [(region.blocks[0].arguments[number], dimensions) for region in op.regions]
    return found


def _moved(op: Operation, dimensions: Dimensions) -> Dimensions:
    """Returns where the dimensions of the result of a move come from, if those of its operand come from there.

    A dimension comes from another if both have the same major factor. What a slice cuts comes from none.
    """
    rule = sharding_rule_of(op)
    if rule is None:
        return (None,) * len(op.results[0].type.shape if isinstance(op.results[0].type, RankedTensorType) else ())
    majors = {factor: number for number, factor in enumerate(major_factors(rule, 0)) if factor is not None}
    is_slice = op.signature.definition in (SLICE, DYNAMIC_SLICE)
    moved: list[int | None] = []
    for number, factor in enumerate(major_factors(rule, len(rule.operand_mappings))):
        source = None if factor is None else majors.get(factor)
        if source is not None and is_slice and _is_cut(op, number):
            source = None
        moved.append(None if source is None else dimensions[source])
    return tuple(moved)


def _is_cut(op: Operation, number: int) -> bool:
    before, after = op.operands[0].type, op.results[0].type
    assert isinstance(before, RankedTensorType) and isinstance(after, RankedTensorType)
    return before.shape[number] != after.shape[number]


def major_factors(rule: OpShardingRule, number: int) -> list[int | None]:
    """Returns the major factor of each dimension of the operand, or after these the result, of that number.

    None for a dimension that has no factor, or whose factor has size 1.
    """
    mapping = (*rule.operand_mappings, *rule.result_mappings)[number]
    firsts = [dimension.factors[0] if dimension.factors else None for dimension in mapping.dimensions]
    return [None if factor is None or rule.factor_sizes[factor] == 1 else factor for factor in firsts]
