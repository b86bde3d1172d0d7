"""The op sharding rules of the SDY dialect's operations."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.sharding.rules import RuleBuilder, compares_sizes, pointwise_rule


@compares_sizes
def sharding_constraint(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the identity rule, None for a value without a shape."""
    return pointwise_rule(builder.signature)
