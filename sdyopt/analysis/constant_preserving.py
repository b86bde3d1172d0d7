"""Which ops compute a constant from constants, as the pass that splits constants sees it.

These are broadcast_in_dim, reshape, slice and the elementwise ops, as far as they are pure. An op that may fail at run
time because its dynamic sizes do not fit is not: each kind of op has its rule for which sizes must be known.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import cast

from sdyopt.ir.signature import Signature
from sdyopt.ir.types import DYNAMIC, ShapedType

CONSTANTS = frozenset({"sdy.constant", "stablehlo.iota"})
"""The ops that are constant in themselves."""


def is_always_pure(signature: Signature) -> bool:
    """Holds for every op of the kind."""
    return True


def knows_no_new_sizes(signature: Signature) -> bool:
    """Whether each size of the result that is static is so in the only operand, too."""
    operand, result = dimensions_of(signature)
    return all(known != DYNAMIC or size == DYNAMIC for known, size in zip(operand, result, strict=False))


def has_static_operands(signature: Signature) -> bool:
    """Whether all sizes of all operands are static."""
    return all(cast(ShapedType, type).has_static_shape for type in signature.operand_types)


def keeps_shape(signature: Signature) -> bool:
    """Whether the only operand and the result have the same sizes: a bitcast may add or drop a dimension."""
    operand, result = dimensions_of(signature)
    return operand == result


def dimensions_of(signature: Signature) -> list[tuple[int, ...]]:
    """The sizes of the operands and results, which are ranked tensors."""
    return [cast(ShapedType, type).dimensions or () for type in signature.operand_types + signature.result_types]


def _ops(dialect: str, names: str) -> list[str]:
    return [f"{dialect}.{name}" for name in names.split()]


PURITY: dict[str, Callable[[Signature], bool]] = {
    **dict.fromkeys(CONSTANTS, is_always_pure),
    **dict.fromkeys(
        _ops(
            "stablehlo",
            """abs cbrt ceil convert cosine count_leading_zeros exponential exponential_minus_one floor imag is_finite
            log log_plus_one logistic negate not popcnt real reduce_precision round_nearest_afz round_nearest_even
            rsqrt sign sine slice sqrt tan tanh uniform_dequantize uniform_quantize""",
        ),
        knows_no_new_sizes,
    ),
    **dict.fromkeys(
        _ops(
            "stablehlo",
            """add and atan2 broadcast_in_dim clamp compare complex divide maximum minimum multiply or power remainder
            reshape select shift_left shift_right_arithmetic shift_right_logical subtract xor""",
        ),
        has_static_operands,
    ),
    "stablehlo.bitcast_convert": keeps_shape,
    **dict.fromkeys(
        _ops(
            "chlo",
            """_asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e broadcast_add broadcast_and
            broadcast_atan2 broadcast_compare broadcast_complex broadcast_divide broadcast_maximum broadcast_minimum
            broadcast_multiply broadcast_next_after broadcast_or broadcast_polygamma broadcast_power
            broadcast_remainder broadcast_select broadcast_shift_left broadcast_shift_right_arithmetic
            broadcast_shift_right_logical broadcast_subtract broadcast_xor broadcast_zeta conj constant_like cosh
            digamma erf erf_inv erfc is_inf is_neg_inf is_pos_inf lgamma sinh square tan""",
        ),
        is_always_pure,
    ),
    **dict.fromkeys(_ops("sdy", "propagation_barrier reshard"), is_always_pure),
}
"""The ops in question, each with the condition under which it is pure."""


@cache
def is_constant_preserving(signature: Signature) -> bool:
    """Whether an op is a constant, or one if its operands are constants."""
    is_pure = PURITY.get(signature.definition.name)
    return is_pure is not None and is_pure(signature)
