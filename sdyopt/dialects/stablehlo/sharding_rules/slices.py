"""The rules of slices, pads and concatenations."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.ops.shapes import SLICE
from sdyopt.dialects.stablehlo.verification.reading import integer
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder


def slice_or_pad(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which dimensions that change their size are permuted."""
    builder.add_matching_dimensions(
        builder.operand_shapes[0], builder.result_shapes[0], FactorType.PERMUTATION, builder.is_conservative
    )
    return builder.build()


def dynamic_slice(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which dimensions that are cut are replicated."""
    builder.add_matching_dimensions(
        builder.operand_shapes[0], builder.result_shapes[0], FactorType.NEED_REPLICATION, True
    )
    return builder.build()


def dynamic_update_slice(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule; where the update is smaller it has a factor of its own.

    That one must be replicated unless the start indices are constant, which is what the builder's surroundings say.
    """
    update_type = FactorType.PASS_THROUGH if builder.surroundings else FactorType.NEED_REPLICATION
    operand, update = builder.operand_shapes[:2]
    for dimension, (size, update_size) in enumerate(zip(operand, update, strict=True)):
        if size == update_size:
            builder.add_everywhere(dimension, size)
        else:
            builder.add_factor(size, [dimension], [dimension])
            builder.add_factor(update_size, [None, dimension], type=update_type)
    return builder.build()


def starts_at_constants(op: Operation) -> bool:
    """Returns whether all start indices of a `dynamic_update_slice` are constants."""
    return all(isinstance(index, OpResult) and index.owner.has_trait("ConstantLike") for index in op.operands[2:])


def concatenate(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule whose concatenated dimension is replicated.

    It is permuted if the operands are slices or parts of one value, which is what the builder's surroundings say, and
    not mapped at all if the rule is conservative.
    """
    concatenated = integer(builder.signature, "dimension")
    type = FactorType.PERMUTATION if builder.surroundings else FactorType.NEED_REPLICATION
    for dimension, size in enumerate(builder.result_shapes[0]):
        if dimension != concatenated:
            builder.add_everywhere(dimension, size)
        elif not builder.is_conservative:
            builder.add_everywhere(dimension, size, type)
    return builder.build()


def joins_slices(op: Operation) -> bool:
    """Returns whether the operands of a `concatenate` are all slices, or the same value and slices of it."""
    inputs = [_sliced_value(operand) for operand in op.operands]
    if None not in inputs:
        return True
    sources = {operand if source is None else source for operand, source in zip(op.operands, inputs, strict=True)}
    return len(sources) == 1 and any(source is not None for source in inputs)


def _sliced_value(value: Value) -> Value | None:
    """The input of the slice that defines `value`, None if something else does."""
    is_slice = isinstance(value, OpResult) and value.owner.signature.definition is SLICE
    return value.owner.operands[0] if is_slice and isinstance(value, OpResult) else None
