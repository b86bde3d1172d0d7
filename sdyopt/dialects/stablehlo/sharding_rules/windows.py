"""The rules of operations with windows: `reduce_window` and `select_and_scatter`."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.verification.constants import shaped
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attributes import DenseElementsAttr
from sdyopt.ir.signature import Signature
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.mlir.write.attributes import text_of
from sdyopt.sharding.rule_builder import FactorType, NoRuleError, RuleBuilder


def reduce_window(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the dimensions that a window slides over are permuted.

    Raises NoRuleError for an initial value that is not a scalar and has fewer dimensions than the operands.
    """
    rank = len(builder.result_shapes[0])
    for index, shape in enumerate(builder.operand_shapes):
        if 0 < len(shape) < rank:
            type = text_of(builder.signature.operand_types[index])
            raise NoRuleError(f"has no sharding rule with an initial value of type '{type}', which is not a scalar")
    for dimension, size in enumerate(builder.result_shapes[0]):
        if passes_through(builder.signature, dimension):
            builder.add_everywhere(dimension, size)
        else:
            builder.add_everywhere(dimension, size, FactorType.PERMUTATION, builder.is_conservative)
    return builder.build()


def select_and_scatter(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule; where a window slides, the source is replicated and the operand permuted."""
    source = builder.operand_shapes[1]
    is_blocked = builder.is_conservative
    for dimension, size in enumerate(builder.result_shapes[0]):
        if passes_through(builder.signature, dimension):
            builder.add_everywhere(dimension, size)
            continue
        builder.add_factor(
            source[dimension], [None, dimension], type=FactorType.NEED_REPLICATION, is_blocked=is_blocked
        )
        builder.add_factor(size, [dimension], [dimension], FactorType.PERMUTATION, is_blocked)
    return builder.build()


def passes_through(signature: Signature, dimension: int) -> bool:
    """Returns whether the window covers single elements of `dimension`, one after the other. Ignores dilations."""
    sizes = integers(signature, "window_dimensions")
    strides = integers(signature, "window_strides")
    return (
        (not sizes or sizes[dimension] == 1)
        and (not strides or strides[dimension] == 1)
        and not any(padding_of(signature, dimension))
    )


def is_tiled(signature: Signature, dimension: int, size: int) -> bool:
    """Returns whether no window of `dimension` reaches into another part of it, if each part has `size` elements.

    Ignores dilations where `passes_through` does. As in the reference, strides need windows that are given.
    """
    if passes_through(signature, dimension):
        return True
    if not integers(signature, "window_dimensions"):
        return False
    window, stride, *dilations = [
        numbers[dimension] if (numbers := integers(signature, name)) else 1
        for name in ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    ]
    is_apart = stride >= window and size % stride == 0 and all(dilation == 1 for dilation in dilations)
    return is_apart and not any(padding_of(signature, dimension))


def padding_of(signature: Signature, dimension: int) -> tuple[int, int]:
    """Returns the padding below and above `dimension`, zeros if there is no attribute `padding`."""
    attribute = signature.properties.get("padding")
    if not isinstance(attribute, DenseElementsAttr):
        return 0, 0
    type = shaped(attribute)
    numbers = list(elements(attribute.text, type.shape, element_format(type.element_type)))
    return int(numbers[2 * dimension]), int(numbers[2 * dimension + 1])
