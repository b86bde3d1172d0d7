"""The rules of custom calls whose targets are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.sdy.attributes import OpShardingRule
from sdyopt.dialects.stablehlo.ops.indexing import RNG_BIT_GENERATOR
from sdyopt.dialects.stablehlo.sharding_rules.pointwise import pointwise
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.types import ShapedType
from sdyopt.sharding.rule_builder import FactorType, RuleBuilder


def target_of(signature: Signature) -> str:
    """Returns the name of what a custom call calls."""
    name = signature.properties.get("call_target_name")
    return name.value if isinstance(name, StringAttr) else ""


def feeds_random_bits(op: Operation) -> bool:
    """Returns whether a custom call combines the state of an `rng_bit_generator`."""
    return target_of(op.signature) == X64_COMBINE and any(
        user.definition is RNG_BIT_GENERATOR for result in op.results for user in result.users
    )


def custom_call(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the rule of a custom call with a known target, None for others or if its values do not fit."""
    rule = RULES.get(target_of(builder.signature))
    return rule(builder) if rule is not None and builder.result_shapes else None


def has_ranks(builder: RuleBuilder, operands: Sequence[int], results: Sequence[int]) -> bool:
    """Returns whether the operands and results are tensors of these ranks, none of which is negative."""
    types = (*builder.signature.operand_types, *builder.signature.result_types)
    return (
        [len(shape) for shape in builder.operand_shapes] == [*operands]
        and [len(shape) for shape in builder.result_shapes] == [*results]
        and all(isinstance(type, ShapedType) for type in types)
    )


def rank_of_matrices(builder: RuleBuilder) -> int:
    """Returns the rank of the first operand, at least that of a matrix."""
    return max(2, len(builder.operand_shapes[0])) if builder.operand_shapes else 2


def combined_halves(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the rule of integers of 64 bits made of their halves: pointwise, or replicated for random states."""
    if not builder.surroundings:
        return pointwise(builder)
    if not builder.result_shapes[0]:
        return None
    builder.add_everywhere(0, builder.result_shapes[0][0], FactorType.NEED_REPLICATION, True)
    return builder.build()


def eigh(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the rule of eigenvectors and eigenvalues of matrices."""
    rank = rank_of_matrices(builder)
    if not has_ranks(builder, [rank], [rank, rank - 1]):
        return None
    (operand,) = builder.operand_shapes
    builder.add_shape(operand[:-2])
    builder.add_factor(operand[-2], [rank - 2], [rank - 2])
    builder.add_factor(operand[-1], [rank - 1], [rank - 1, rank - 2])
    return builder.build()


def qr(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the rule of a QR decomposition: its matrices and reflectors are replicated."""
    rank = rank_of_matrices(builder)
    if not has_ranks(builder, [rank], [rank, rank - 1]):
        return None
    _add_matrices(builder, rank)
    builder.add_factor(builder.result_shapes[1][-1], results=[None, rank - 2], type=FactorType.NEED_REPLICATION)
    return builder.build()


def householder_product(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns the rule of a product of Householder reflectors: its matrices and reflectors are replicated."""
    rank = rank_of_matrices(builder)
    if not has_ranks(builder, [rank, rank - 1], [rank]):
        return None
    _add_matrices(builder, rank)
    builder.add_factor(builder.operand_shapes[1][-1], [None, rank - 2], type=FactorType.NEED_REPLICATION)
    return builder.build()


def _add_matrices(builder: RuleBuilder, rank: int) -> None:
    """Adds the batch dimensions everywhere, and those of the first operand's and result's matrices as replicated."""
    operand = builder.operand_shapes[0]
    builder.add_shape(operand[:-2])
    for dimension in (rank - 2, rank - 1):
        builder.add_factor(operand[dimension], [dimension], [dimension], FactorType.NEED_REPLICATION)


def top_k(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns a pointwise rule in which the dimension that is cut is replicated."""
    rank = len(builder.operand_shapes[0]) if builder.operand_shapes else 0
    if not has_ranks(builder, [rank], [rank] * len(builder.result_shapes)):
        return None
    builder.add_matching_dimensions(
        builder.operand_shapes[0], builder.result_shapes[0], FactorType.NEED_REPLICATION, True
    )
    return builder.build()


def approximate_top_k(builder: RuleBuilder) -> OpShardingRule | None:
    """Returns a rule in which the dimension that is cut is replicated in the results only."""
    rank = len(builder.operand_shapes[0]) if builder.operand_shapes else 0
    if not has_ranks(builder, [rank, rank, 0, 0], [rank, rank]):
        return None
    operand, result = builder.operand_shapes[0], builder.result_shapes[0]
    for dimension, (size, result_size) in enumerate(zip(operand, result, strict=True)):
        if size == result_size:
            builder.add_everywhere(dimension, size)
        else:
            builder.add_factor(size, [dimension] * 2)
            builder.add_factor(result_size, results=[dimension] * 2, type=FactorType.NEED_REPLICATION, is_blocked=True)
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
"""What builds the rules of custom calls, by the names of their targets."""

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
