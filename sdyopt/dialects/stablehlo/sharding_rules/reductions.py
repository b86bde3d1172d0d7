"""The rules of reductions, sorts and normalization."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.verification.reading import integer, integers
from sdyopt.sharding.rules import FactorType, RuleBuilder, compares_sizes, pointwise_rule


@compares_sizes
def reduce(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule that maps the dimensions that are kept to those of the results; initial values are scalars."""
    reduced = integers(builder.signature, "dimensions")
    count = len(builder.result_shapes)
    target = 0
    for dimension, size in enumerate(builder.operand_shapes[0]):
        if dimension in reduced:
            builder.add_factor(size, [dimension] * count, type=FactorType.REDUCTION)
        else:
            builder.add_factor(size, [dimension] * count, [target] * count)
            target += 1
    return builder.build()


def sort(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the dimension that is sorted is replicated.

    It is blocked if no other dimension could be sharded in its place. A negative dimension is not recognized.
    """
    shape = builder.operand_shapes[0]
    sorted_dimension = integer(builder.signature, "dimension", -1)
    for dimension, size in enumerate(shape):
        if dimension == sorted_dimension:
            is_alone = all(other == 1 for number, other in enumerate(shape) if number != dimension)
            builder.add_everywhere(dimension, size, FactorType.NEED_REPLICATION, is_alone)
        else:
            builder.add_everywhere(dimension, size)
    return builder.build()


def batch_norm_inference(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which scale, offset, mean and variance have the feature dimension."""
    feature = integer(builder.signature, "feature_index")
    for dimension, size in enumerate(builder.operand_shapes[0]):
        parameters = [0 if dimension == feature else None] * 4
        builder.add_factor(size, [dimension, *parameters], [dimension])
    return builder.build()


def rng_bit_generator(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule that replicates the state; the random bits may be sharded in any way."""
    (state,) = builder.operand_shapes
    for dimension, size in enumerate(state):
        builder.add_factor(size, [dimension], [dimension], FactorType.NEED_REPLICATION, is_blocked=True)
    for dimension, size in enumerate(builder.result_shapes[1]):
        builder.add_factor(size, results=[None, dimension])
    return builder.build()


# The rules of communication along one dimension.


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


# The rules of operations on corresponding elements.


@compares_sizes
def pointwise(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns a rule with a factor for each dimension of the first result."""
    return pointwise_rule(builder.signature)


@compares_sizes
def select(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the predicate may be a scalar."""
    builder.add_shape(builder.result_shapes[0])
    return builder.build()


def clamp(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the minimum and the maximum may be scalars."""
    builder.add_shape(builder.operand_shapes[1])
    return builder.build()
