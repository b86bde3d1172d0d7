"""The sharding rules that operations of CHLO have in XLA, which breaks them up before it propagates shardings.

An element-wise operation has the same shardings as the element-wise operations that it becomes. Only the copy of a
program that a view propagates gets these rules; passes know none for CHLO, like the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.chlo.attributes import RaggedDotDimensionNumbers
from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.sharding_rules.custom_calls import top_k
from sdyopt.ir.attributes import DenseArrayAttr
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.sharding.pointwise_rules import pointwise_rule
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder
from sdyopt.sharding.rules import has_rule, with_rule


def add_rules(module: Operation) -> None:
    """Gives the operations of CHLO that XLA breaks up the rules of what they become.

    `erf` gets none: it stays one operation in XLA, and Shardy has no rule for it. Of `scan` nothing is known.
    """
    for op in list(collect(module, lambda signature: signature.definition in _RULES and not has_rule(signature))):
        rule = _rule(op.signature)
        if rule is not None:
            op.signature = with_rule(op.signature, rule)


def is_expanded(op: Operation) -> bool:
    """Whether XLA breaks up an operation of CHLO before it propagates shardings, which then has a rule."""
    return op.signature.definition in _RULES and _rule(op.signature) is not None


@remembered
def _rule(signature: Signature) -> OpShardingRule | None:
    return _RULES[signature.definition](signature)


def _broadcasting_rule(signature: Signature) -> OpShardingRule:
    """Returns the pointwise rule of operands that are broadcast to the shape of the result."""
    builder = RuleBuilder(signature)
    (result,) = builder.result_shapes
    given = signature.properties.get("broadcast_dimensions")
    places: list[dict[int, int]] = []
    for shape in builder.operand_shapes:
        is_placed = isinstance(given, DenseArrayAttr) and len(given.values) == len(shape) < len(result)
        start = len(result) - len(shape)
        dimensions = cast(DenseArrayAttr, given).values if is_placed else range(start, len(result))
        places.append({of_result: of_shape for of_shape, of_result in enumerate(dimensions)})
    for dimension, size in enumerate(result):
        mapped = [place.get(dimension) for place in places]
        operands = [
            number if number is not None and shape[number] == size else None
            for shape, number in zip(builder.operand_shapes, mapped, strict=True)
        ]
        builder.add_factor(size, operands, [dimension])
    return builder.build()


def _ragged_dot_rule(signature: Signature) -> OpShardingRule:
    """Returns the rule of a product whose groups are replicated; other dimensions are those of `dot_general`."""
    builder = RuleBuilder(signature)
    lhs, rhs, sizes = builder.operand_shapes
    numbers = cast(RaggedDotDimensionNumbers, signature.properties["ragged_dot_dimension_numbers"])
    batching = list(zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True))
    contracting = list(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))
    of_lhs = {left for left, _ in (*batching, *contracting)}
    of_rhs = {right for _, right in (*batching, *contracting)}
    groups = tuple(numbers.rhs_group_dimensions)
    free_lhs = [(number, None) for number in range(len(lhs)) if number not in of_lhs]
    free_rhs = [(None, number) for number in range(len(rhs)) if number not in of_rhs and number not in groups]
    shared: list[tuple[int | None, int | None]] = [*batching, *free_lhs, *free_rhs]
    first = len(builder.result_shapes[0]) - len(shared)
    """The number of results' dimensions that are groups: one if the ragged dimension is contracted."""
    for number, (left, right) in enumerate(shared, first):
        size = lhs[left] if left is not None else rhs[cast(int, right)]
        builder.add_factor(size, [left, right], [number])
    for left, right in contracting:
        builder.add_factor(lhs[left], [left, right], type=FactorType.REDUCTION)
    of_groups = [None, groups[0] if groups else None, len(sizes) - 1 if sizes else None]
    builder.add_factor(
        sizes[-1] if sizes else 1, of_groups, [0] if first == 1 else [], type=FactorType.NEED_REPLICATION
    )
    return builder.build()


def _top_k_rule(signature: Signature) -> OpShardingRule:
    """Returns the rule of XLA's `mhlo.topk`."""
    return top_k(RuleBuilder(signature))


_WITHOUT_RULE = frozenset((chlo.ERF, chlo.SCAN, chlo.CONSTANT))
"""What keeps the shardings that it has: `erf` in XLA, too; of `scan` nothing is known."""


def _rule_of(definition: OpDefinition) -> Callable[[Signature], OpShardingRule | None]:
    if definition is chlo.TOP_K:
        return _top_k_rule
    if definition is chlo.RAGGED_DOT:
        return _ragged_dot_rule
    return _broadcasting_rule if definition.name.startswith("chlo.broadcast_") else pointwise_rule


_RULES: dict[OpDefinition, Callable[[Signature], OpShardingRule | None]] = {
    definition: _rule_of(definition) for definition in chlo.OPERATIONS if definition not in _WITHOUT_RULE
}
