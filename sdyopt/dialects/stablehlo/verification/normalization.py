"""Batch normalization: every feature has a number in each of the vectors."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.verification.compatibility import bounds, same_shapes, sizes_fit
from sdyopt.dialects.stablehlo.verification.reading import integer, operand_tensor, with_bounds
from sdyopt.dialects.stablehlo.verification.reporting import fail_inference, infers_compatible
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation


@infers_compatible
def batch_norm(op: Operation) -> Sequence[Type]:
    """The vectors are as long as the feature dimension; there are results for the whole and for the features."""
    operands = [operand_tensor(op, index) for index in range(len(op.operands))]
    vectors = operands[1:4] if op.name == "stablehlo.batch_norm_grad" else operands[1:]
    whole = [operands[0], *operands[len(vectors) + 1 :]]
    for kind, types in (("multi", whole), ("single", vectors)):
        if not same_shapes(types):
            fail_inference(op, f"expects {kind}-dimensional operands to have compatible shapes.")
    feature, operand = integer(op, "feature_index"), operands[0]
    rank = len(operand.shape)
    if feature >= rank:
        fail_inference(
            op,
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex "
            f"{feature}, and rank {rank}.",
        )
    count, limit = operand.shape[feature], bounds(operand)[feature]
    size = vectors[0].shape[0]
    if not sizes_fit(size, count):
        fail_inference(
            op,
            "expects the size of single-dimensional operands to be compatible with feature count, but the size of "
            f"single-dimensional operands is {size} and the feature count is {count}.",
        )
    of_features = with_bounds((count,), operand.element_type, (limit,))
    return [operand, *[of_features] * (len(op.results) - 1)]
