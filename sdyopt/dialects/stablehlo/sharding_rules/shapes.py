"""The rules of operations that rearrange dimensions."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder


def transpose(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule that maps each result dimension to the operand dimension that it comes from."""
    permutation = integers(builder.signature, "permutation")
    for dimension, (source, size) in enumerate(zip(permutation, builder.result_shapes[0], strict=True)):
        builder.add_factor(size, [source], [dimension])
    return builder.build()


def reverse(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the reversed dimensions are permuted."""
    reversed_dimensions = integers(builder.signature, "dimensions")
    for dimension, size in enumerate(builder.result_shapes[0]):
        is_reversed = dimension in reversed_dimensions
        builder.add_everywhere(dimension, size, FactorType.PERMUTATION if is_reversed else FactorType.PASS_THROUGH)
    return builder.build()


def broadcast_in_dim(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule that maps result dimensions to operand dimensions of the same size.

    An operand dimension of size 1 that is expanded has a factor of its own.
    """
    (operand,), (result,) = builder.operand_shapes, builder.result_shapes
    source_of = {target: source for source, target in enumerate(integers(builder.signature, "broadcast_dimensions"))}
    for dimension, size in enumerate(result):
        source = source_of.get(dimension)
        if source is not None and operand[source] == 1 and size != 1:
            builder.add_factor(1, [source])
            source = None
        builder.add_factor(size, [source], [dimension])
    return builder.build()


def bitcast_convert(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule; a dimension for the parts of elements, which only one side has, is replicated."""
    (operand,), (result,) = builder.operand_shapes, builder.result_shapes
    builder.add_shape(operand if len(operand) < len(result) else result)
    last = max(len(operand), len(result)) - 1
    if len(operand) < len(result):
        builder.add_factor(result[last], results=[last], type=FactorType.NEED_REPLICATION)
    elif len(operand) > len(result):
        builder.add_factor(operand[last], [last], type=FactorType.NEED_REPLICATION)
    return builder.build()
