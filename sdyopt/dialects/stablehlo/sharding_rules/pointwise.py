"""The rules of operations on corresponding elements."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.sharding.pointwise_rules import pointwise_rule
from sdyopt.sharding.rule_builder import RuleBuilder


def pointwise(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns a rule with a factor for each dimension of the first result."""
    return pointwise_rule(builder.signature)


def select(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the predicate may be a scalar."""
    builder.add_shape(builder.result_shapes[0])
    return builder.build()


def clamp(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the minimum and the maximum may be scalars."""
    builder.add_shape(builder.operand_shapes[1])
    return builder.build()
