"""The rules of communication along one dimension."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.verification.reading import integer
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder


def all_gather(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule in which the gathered dimension is replicated, on both sides by itself."""
    return _with_replicated(builder, [integer(builder.signature, "all_gather_dim")])


def reduce_scatter(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule in which the scattered dimension is replicated, on both sides by itself."""
    return _with_replicated(builder, [integer(builder.signature, "scatter_dimension")])


def all_to_all(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule in which the split and the concatenated dimension are replicated, on both sides by themselves."""
    split, concat = [integer(builder.signature, name) for name in ("split_dimension", "concat_dimension")]
    return _with_replicated(builder, [split] if split == concat else [split, concat])


def _with_replicated(builder: RuleBuilder, replicated: list[int]) -> OpShardingRule:
    operand, result = builder.operand_shapes[0], builder.result_shapes[0]
    for dimension, size in enumerate(operand):
        if dimension not in replicated:
            builder.add_everywhere(dimension, size)
    for dimension in replicated:
        everywhere = [dimension] * len(builder.operand_shapes)
        builder.add_factor(operand[dimension], everywhere, type=FactorType.NEED_REPLICATION)
        builder.add_factor(result[dimension], results=everywhere, type=FactorType.NEED_REPLICATION)
    return builder.build()
