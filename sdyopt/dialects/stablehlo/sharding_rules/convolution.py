"""The rule of convolutions."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers
from sdyopt.dialects.stablehlo.verification.reading import integer
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder


def convolution(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule with the groups, the batch, the spatial dimensions unless conservative, and the features."""
    rhs, (result,) = builder.operand_shapes[1], builder.result_shapes
    numbers = cast(ConvDimensionNumbers, builder.signature.properties["dimension_numbers"])
    lhs_batch, lhs_feature = numbers.input_batch_dimension, numbers.input_feature_dimension
    rhs_input, rhs_output = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
    batch, feature = numbers.output_batch_dimension, numbers.output_feature_dimension
    batch_groups = integer(builder.signature, "batch_group_count", 1)
    feature_groups = integer(builder.signature, "feature_group_count", 1)
    if batch_groups > 1:
        builder.add_factor(batch_groups, [lhs_batch, rhs_output], [feature])
    builder.add_factor(result[batch], [lhs_batch], [batch])
    if not builder.is_conservative:
        add_spatial_factors(builder, numbers)
    if feature_groups > 1:
        builder.add_factor(feature_groups, [lhs_feature, rhs_output], [feature])
    builder.add_factor(rhs[rhs_input], [lhs_feature, rhs_input], type=FactorType.REDUCTION)
    group_features = result[feature] // (batch_groups * feature_groups)
    if group_features > 1:
        builder.add_factor(group_features, [None, rhs_output], [feature])
    return builder.build()


def add_spatial_factors(builder: RuleBuilder, numbers: ConvDimensionNumbers) -> None:
    """Adds factors for the windows, which permute, and for the elements of a window, which are reduced.

    Both divide a spatial dimension of the input; the larger one is its major part.
    """
    lhs, rhs = builder.operand_shapes
    (result,) = builder.result_shapes
    for lhs_dimension, rhs_dimension, result_dimension in zip(
        numbers.input_spatial_dimensions,
        numbers.kernel_spatial_dimensions,
        numbers.output_spatial_dimensions,
        strict=True,
    ):
        remaining, window, windows = lhs[lhs_dimension], rhs[rhs_dimension], result[result_dimension]
        for is_windows in (True, False) if windows >= window else (False, True):
            size = min(remaining, windows if is_windows else window)
            if size <= 1:
                continue
            remaining //= size
            if is_windows:
                builder.add_factor(size, [lhs_dimension], [result_dimension], FactorType.PERMUTATION)
            else:
                builder.add_factor(size, [lhs_dimension, rhs_dimension], type=FactorType.REDUCTION)
