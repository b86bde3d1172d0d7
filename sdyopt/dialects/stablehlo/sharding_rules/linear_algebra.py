"""The rules of products, decompositions and Fourier transforms."""

from __future__ import annotations

from collections.abc import Collection

from sdyopt.dialects.chlo.ops import RaggedDotDimensionNumbers
from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.attributes import ConvDimensionNumbers, DotDimensionNumbers, Transpose
from sdyopt.dialects.stablehlo.verification.reading import integer, integers, shaped
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import TRUE, DenseElementsAttr
from sdyopt.ir.signature import Signature
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.mlir.literals.dense import elements
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import text_of
from sdyopt.sharding.rules import FactorType, NoRuleError, RuleBuilder, compares_sizes


def dot(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of a product of two matrices or vectors."""
    lhs, rhs = builder.operand_shapes
    if len(lhs) == 2:
        builder.add_factor(lhs[0], [0], [0])
    if len(rhs) == 2:
        builder.add_factor(rhs[1], [None, 1], [len(builder.result_shapes[0]) - 1])
    builder.add_factor(rhs[0], [len(lhs) - 1, 0], type=FactorType.REDUCTION)
    return builder.build()


@compares_sizes
def dot_general(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule with the batching dimensions, the free ones of each side, and the contracting ones as reductions.

    That is the order of the result's dimensions.
    """
    add_product(builder, builder.signature.properties.find(DotDimensionNumbers))
    return builder.build()


def add_product(
    builder: RuleBuilder, numbers: DotDimensionNumbers | RaggedDotDimensionNumbers, groups: Collection[int] = ()
) -> int:
    """Adds the factors of a product, without those of `groups`, which are dimensions of the right side.

    Returns how many dimensions of the result, its first ones, have no factor.
    """
    lhs, rhs = builder.operand_shapes[:2]
    batching = list(zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True))
    contracting = list(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))
    lefts, rights = [{pair[side] for pair in (*batching, *contracting)} for side in range(2)]
    free_lhs = [(dimension, None) for dimension in range(len(lhs)) if dimension not in lefts]
    free_rhs = [(None, dimension) for dimension in range(len(rhs)) if dimension not in (*rights, *groups)]
    shared: list[tuple[int | None, int | None]] = [*batching, *free_lhs, *free_rhs]
    first = len(builder.result_shapes[0]) - len(shared)
    for number, (left, right) in enumerate(shared, first):
        size = lhs[left] if left is not None else rhs[checked(int, right)]
        builder.add_factor(size, [left, right], [number])
    for left, right in contracting:
        builder.add_factor(lhs[left], [left, right], type=FactorType.REDUCTION)
    return first


def cholesky(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the dimensions of the matrices are replicated."""
    shape = builder.operand_shapes[0]
    builder.add_shape(shape[:-2])
    for dimension in range(len(shape) - 2, len(shape)):
        builder.add_everywhere(dimension, shape[dimension], FactorType.NEED_REPLICATION)
    return builder.build()


def triangular_solve(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule that maps the batch dimensions of both operands; those of the matrices are replicated.

    For a solution x of `a x = b`, the equations (`a`'s rows) are also those of `b`, and the unknowns (its columns)
    those of the result; a transposed `a` has them the other way round. For `x a = b` it is the opposite.
    """
    a, b = builder.operand_shapes
    properties = builder.signature.properties
    rows, columns = len(a) - 2, len(a) - 1
    is_left = properties["left_side"] is TRUE
    is_transposed = properties.find(Transpose).value in ("TRANSPOSE", "ADJOINT")
    equations, unknowns = (rows, columns) if is_left != is_transposed else (columns, rows)
    solved, carried = (rows, columns) if is_left else (columns, rows)
    builder.add_shape(a[:-2])
    replicated = FactorType.NEED_REPLICATION
    if is_left:
        builder.add_factor(a[equations], [equations, solved], type=replicated)
        builder.add_factor(b[carried], [None, carried], [carried], replicated)
    else:
        builder.add_factor(b[carried], [None, carried], [carried], replicated)
        builder.add_factor(a[equations], [equations, solved], type=replicated)
    builder.add_factor(a[unknowns], [unknowns], [solved], replicated)
    return builder.build()


def fft(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the transformed dimensions are replicated.

    The last one is blocked if it changes its size.
    """
    (operand,), (result,) = builder.operand_shapes, builder.result_shapes
    first_transformed = len(operand) - len(integers(builder.signature, "fft_length"))
    builder.add_shape(operand[:first_transformed])
    for dimension in range(first_transformed, len(operand)):
        changes = dimension == len(operand) - 1 and operand[dimension] != result[dimension]
        builder.add_everywhere(dimension, operand[dimension], FactorType.NEED_REPLICATION, changes)
    return builder.build()


# The rule of convolutions.


def convolution(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule with the groups, the batch, the spatial dimensions unless conservative, and the features."""
    rhs, (result,) = builder.operand_shapes[1], builder.result_shapes
    numbers = builder.signature.properties.find(ConvDimensionNumbers)
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

    Both divide a spatial dimension of the input; the larger one is its major part. For what is left without a part of
    the input there is a factor of its own since jaxlib 0.12, which permutes.
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
            own_size = windows if is_windows else window
            if (size := min(remaining, own_size)) <= 1:
                if own_size > 1 and since("0.12.0.1"):
                    place = ([], [result_dimension]) if is_windows else ([None, rhs_dimension], [])
                    builder.add_factor(own_size, *place, type=FactorType.PERMUTATION)
                continue
            remaining //= size
            if is_windows:
                builder.add_factor(size, [lhs_dimension], [result_dimension], FactorType.PERMUTATION)
            else:
                builder.add_factor(size, [lhs_dimension, rhs_dimension], type=FactorType.REDUCTION)


# The rules of operations with windows: `reduce_window` and `select_and_scatter`.


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
    if not isinstance(attribute := signature.properties.get("padding"), DenseElementsAttr):
        return 0, 0
    type = shaped(attribute)
    numbers = list(elements(attribute.text, type.shape, element_format(type.element_type)))
    return int(numbers[2 * dimension]), int(numbers[2 * dimension + 1])
