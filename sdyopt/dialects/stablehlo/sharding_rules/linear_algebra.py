"""The rules of products, decompositions and Fourier transforms."""

from __future__ import annotations

from typing import cast

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers, Transpose
from sdyopt.dialects.stablehlo.verification.reading import integers
from sdyopt.ir.attributes import TRUE
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder


def dot(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of a product of two matrices or vectors."""
    lhs, rhs = builder.operand_shapes
    if len(lhs) == 2:
        builder.add_factor(lhs[0], [0], [0])
    if len(rhs) == 2:
        builder.add_factor(rhs[1], [None, 1], [len(builder.result_shapes[0]) - 1])
    builder.add_factor(rhs[0], [len(lhs) - 1, 0], type=FactorType.REDUCTION)
    return builder.build()


def dot_general(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule with the batching dimensions, the free ones of each side, and the contracting ones as reductions.

    That is the order of the result's dimensions.
    """
    lhs, rhs = builder.operand_shapes
    numbers = cast(DotDimensionNumbers, builder.signature.properties["dot_dimension_numbers"])
    batching = list(zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True))
    contracting = list(zip(numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True))
    bound = [*batching, *contracting]
    free_lhs = [(dimension, None) for dimension in range(len(lhs)) if dimension not in [pair[0] for pair in bound]]
    free_rhs = [(None, dimension) for dimension in range(len(rhs)) if dimension not in [pair[1] for pair in bound]]
    for number, (left, right) in enumerate([*batching, *free_lhs, *free_rhs]):
        size = lhs[left] if left is not None else rhs[cast(int, right)]
        builder.add_factor(size, [left, right], [number])
    for left, right in contracting:
        builder.add_factor(lhs[left], [left, right], type=FactorType.REDUCTION)
    return builder.build()


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
    is_transposed = cast(Transpose, properties["transpose_a"]).value in ("TRANSPOSE", "ADJOINT")
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
