"""The rules of custom calls whose targets are known."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.ops.control_flow import target_of
from sdyopt.dialects.stablehlo.ops.shapes import RNG_BIT_GENERATOR
from sdyopt.dialects.stablehlo.sharding_rules.reductions import pointwise
from sdyopt.ir.operation import Operation
from sdyopt.mlir.releases import since
from sdyopt.sharding.rules import FactorType, RuleBuilder


def feeds_random_bits(op: Operation) -> bool:
    """Returns whether a custom call combines the state of an `rng_bit_generator`."""
    return target_of(op.signature) == X64_COMBINE and any(
        user.definition is RNG_BIT_GENERATOR for result in op.results for user in result.users
    )


def custom_call(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the rule of a custom call with a known target, None for others or if its values have too low ranks."""
    if (rule := RULES.get(target_of(builder.signature))) is None or not builder.result_shapes:
        return None
    try:
        return rule(builder)
    except IndexError:
        return None


def combined_halves(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the rule of integers of 64 bits made of their halves: pointwise, or replicated for random states."""
    if not builder.surroundings:
        return pointwise(builder)
    builder.add_everywhere(0, builder.result_shapes[0][0], FactorType.NEED_REPLICATION, True)
    return builder.build()


def eigh(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of eigenvectors and eigenvalues of matrices."""
    rows, columns = matrix_dimensions(builder)
    operand = builder.operand_shapes[0]
    builder.add_shape(operand[:rows])
    builder.add_factor(operand[rows], [rows], [rows])
    builder.add_factor(operand[columns], [columns], [columns, rows])
    return builder.build()


def qr(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of a QR decomposition: its matrices and reflectors are replicated."""
    rows, _ = add_matrices(builder)
    reflectors = builder.result_shapes[1]
    builder.add_factor(reflectors[rows], results=[None, rows], type=FactorType.NEED_REPLICATION)
    return builder.build()


def householder_product(builder: RuleBuilder) -> OpShardingRule:
    """Returns the rule of a product of Householder reflectors: its matrices and reflectors are replicated."""
    rows, _ = add_matrices(builder)
    builder.add_factor(builder.operand_shapes[1][rows], [None, rows], type=FactorType.NEED_REPLICATION)
    return builder.build()


def matrix_dimensions(builder: RuleBuilder) -> tuple[int, int]:
    """Returns the last two dimensions of the first operand. Raises IndexError if there are none."""
    if (rank := len(builder.operand_shapes[0])) < 2:
        raise IndexError
    return rank - 2, rank - 1


def add_matrices(builder: RuleBuilder) -> tuple[int, int]:
    """Adds the batch dimensions everywhere, and those of the first operand's and result's matrices as replicated."""
    matrix = matrix_dimensions(builder)
    operand = builder.operand_shapes[0]
    builder.add_shape(operand[: matrix[0]])
    for dimension in matrix:
        builder.add_factor(operand[dimension], [dimension], [dimension], FactorType.NEED_REPLICATION)
    return matrix


def top_k(builder: RuleBuilder) -> OpShardingRule:
    """Returns a pointwise rule in which the dimension that is cut is replicated."""
    operand, result = builder.operand_shapes[0], builder.result_shapes[0]
    builder.add_matching_dimensions(operand, result, FactorType.NEED_REPLICATION, True)
    return builder.build()


def approximate_top_k(builder: RuleBuilder) -> OpShardingRule:
    """Returns a rule in which the dimension that is cut is replicated in the results only."""
    operand, result = builder.operand_shapes[0], builder.result_shapes[0]
    for dimension, size in enumerate(operand):
        if size == result[dimension]:
            builder.add_everywhere(dimension, size)
            continue
        builder.add_factor(size, [dimension] * 2)
        everywhere = [dimension] * 2
        builder.add_factor(result[dimension], results=everywhere, type=FactorType.NEED_REPLICATION, is_blocked=True)
    return builder.build()


X64_COMBINE = "X64Combine"

_POINTWISE = (
    "annotate_device_placement",
    "Cholesky",
    "CompactWyHelper",
    "InspectSharding",
    "InvertDiagBlocksLowerTriangular",
    "InvertDiagBlocksUpperTriangular",
    "LayoutConstraint",
    "mhlo.erf",
    "MoveToDevice",
    "MoveToHost",
    "X64SplitHigh",
    "X64SplitLow",
    "xla.megascale.provide_metadata",
    "_SPMDInternalOp_MultiPad",
    "_SPMDInternalOp_RotateRight",
    "_SPMDInternalOp_MultiRotate",
    "_SPMDInternalOp_MultiSlice",
    "_SPMDInternalOp_Wrap",
)

RULES: dict[str, Callable[[RuleBuilder], OpShardingRule | None]] = {
    **dict.fromkeys(_POINTWISE, pointwise),
    X64_COMBINE: combined_halves,
    "Eigh": eigh,
    "Qr": qr,
    "QrDecompositionBlock": qr,
    "ProductOfElementaryHouseholderReflectors": householder_product,
    "mhlo.topk": top_k,
    "ApproxTopK": approximate_top_k,
    "PartialReduce": approximate_top_k,
}
"""The builders of the rules of custom calls, by the names of their targets."""

WITHOUT_RULE = frozenset(
    (
        "sdy_testonly",
        "tpu_custom_call",
        "xla_python_cpu_callback",
        "xla_python_gpu_callback",
        "xla_ffi_python_cpu_callback",
        "xla_ffi_python_gpu_callback",
    )
)
"""The targets that are known to have no rule."""


def is_known_without_rule(target: str) -> bool:
    """Whether a target is known to have no rule, so that calls of it are not warned of."""
    return target in WITHOUT_RULE or (target == "xla.debug.Log" and since("0.11.1"))
