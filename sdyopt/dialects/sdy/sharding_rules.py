"""The op sharding rules of the SDY dialect's operations."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.sharding.rules import RuleBuilder, pointwise_rule


def sharding_constraint(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the identity rule, None for a value without a shape."""
    return pointwise_rule(builder.signature)
