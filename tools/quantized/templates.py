"""Operations with the shapes and attributes that their programs start from.

A template is valid with plain elements: `E` stands for the element that is varied, any other word for a fixed one.
"""

from __future__ import annotations

from typing import NamedTuple

SUM, ORDER, LIKE = "sum", "order", "like"
"""The regions of templates: a computation of two arguments per result, a comparator, and a map."""
BRANCH, CONDITION, BODY = "branch", "condition", "body"
"""The regions of control flow, whose arguments and results are as the operation's."""


class Template(NamedTuple):
    """The types of an operation, each like `2x?xE`, and its attributes as MLIR writes them."""

    operands: str
    results: str
    attributes: str = ""
    regions: tuple[str, ...] = ()


UNARY = (
    *("cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one", "logistic"),
    *("negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"),
)
BINARY = ("atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract")
CHLO_COMPATIBLE = ("broadcast_add", "broadcast_maximum", "broadcast_minimum")
CHLO_EXACT = (
    *("broadcast_atan2", "broadcast_divide", "broadcast_multiply", "broadcast_next_after", "broadcast_polygamma"),
    *("broadcast_power", "broadcast_remainder", "broadcast_shift_left", "broadcast_shift_right_arithmetic"),
    *("broadcast_shift_right_logical", "broadcast_subtract"),
)
UNQUANTIZED_UNARY = ("count_leading_zeros", "not", "popcnt", "real", "imag")
UNQUANTIZED_BINARY = ("and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical")
CHLO_UNARY = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh", "sinh", "square", "tan"),
    *("digamma", "erf", "erf_inv", "erfc", "lgamma"),
)
CHLO_UNQUANTIZED = ("broadcast_and", "broadcast_or", "broadcast_xor", "broadcast_zeta")

GROUPS = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
NORM = "epsilon = 1.000000e-03 : f32, feature_index = 1 : i64"
GATHER = (
    "dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], "
    "index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>"
)
SCATTER = (
    "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 0>"
)
CONVOLUTION = (
    "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, "
    "feature_group_count = 1 : i64, batch_group_count = 1 : i64"
)
COMPARE = "comparison_direction = #stablehlo<comparison_direction LT>"
DOT = (
    "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
    "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>"
)
SOLVE = "left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>"
ONE = "array<i64: 1>"

STABLEHLO = {
    **dict.fromkeys(UNARY, Template("2x4xE", "2x4xE")),
    **dict.fromkeys(BINARY, Template("2x4xE 2x4xE", "2x4xE")),
    **dict.fromkeys(UNQUANTIZED_UNARY, Template("2x4xE", "2x4xE")),
    **dict.fromkeys(UNQUANTIZED_BINARY, Template("2x4xE 2x4xE", "2x4xE")),
    "abs": Template("2x4xE", "2x4xE"),
    "add": Template("2x4xE 2x4xE", "2x4xE"),
    "reduce_precision": Template("2x4xE", "2x4xE", "exponent_bits = 5 : i32, mantissa_bits = 10 : i32"),
    "cross-replica-sum": Template("2x4xE", "2x4xE", GROUPS),
    "convert": Template("2x4xE", "2x4xE"),
    "is_finite": Template("2x4xE", "2x4xi1"),
    "compare": Template("2x4xE 2x4xE", "2x4xi1", COMPARE),
    "clamp": Template("xE 2x4xE xE", "2x4xE"),
    "select": Template("2x4xi1 2x4xE 2x4xE", "2x4xE"),
    "transpose": Template("2x3xE", "3x2xE", "permutation = array<i64: 1, 0>"),
    "reshape": Template("2x4xE", "2x2x2xE"),
    "dynamic_reshape": Template("2x4xE 3xi64", "2x2x2xE"),
    "broadcast": Template("4xE", "2x4xE", "broadcast_sizes = array<i64: 2>"),
    "broadcast_in_dim": Template("1x3xE", "2x3x4xE", "broadcast_dimensions = array<i64: 0, 1>"),
    "dynamic_broadcast_in_dim": Template("1x3xE 3xi64", "2x3x4xE", "broadcast_dimensions = array<i64: 0, 1>"),
    "convolution": Template("1x8x3xE 3x3x4xE", "1x6x4xE", CONVOLUTION),
    "dynamic_conv": Template("1x8x3xE 3x3x4xE 1x2xi64", "1x6x4xE", CONVOLUTION),
    "dot": Template("2x3xE 3x4xE", "2x4xE"),
    "dot_general": Template("2x3x4xE 2x4x5xE", "2x3x5xE", DOT),
    "uniform_quantize": Template("2x4xE", "2x4xE"),
    "uniform_dequantize": Template("2x4xE", "2x4xf32"),
    "bitcast_convert": Template("2x4xE", "2x4xE"),
    "slice": Template("4xE", "2xE", "start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = " + ONE),
    "pad": Template(
        "4xE xE",
        "6xE",
        f"edge_padding_low = {ONE}, edge_padding_high = {ONE}, interior_padding = array<i64: 0>",
    ),
    "concatenate": Template("2xE 4xE", "6xE", "dimension = 0 : i64"),
    "reverse": Template("4xE", "4xE", "dimensions = array<i64: 0>"),
    "collective_broadcast": Template("4xE", "4xE", GROUPS),
    "collective_permute": Template("4xE", "4xE", "source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>"),
    "all_gather": Template("4xE", "8xE", f"all_gather_dim = 0 : i64, {GROUPS}"),
    "all_to_all": Template(
        "4xE", "4xE", f"split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {GROUPS}"
    ),
    "all_reduce": Template("4xE", "4xE", GROUPS, (SUM,)),
    "reduce_scatter": Template("4xE", "2xE", f"scatter_dimension = 0 : i64, {GROUPS}", (SUM,)),
    "optimization_barrier": Template("4xE 2xE", "4xE 2xE"),
    "gather": Template("2x4xE 1xi64", "4xE", GATHER),
    "dynamic_slice": Template("4xE xi64", "2xE", "slice_sizes = array<i64: 2>"),
    "dynamic_update_slice": Template("4xE 2xE xi64", "4xE"),
    "real_dynamic_slice": Template("4xE 1xi64 1xi64 1xi64", "?xE"),
    "dynamic_pad": Template("4xE xE 1xi64 1xi64 1xi64", "?xE"),
    "cholesky": Template("4x4xE", "4x4xE"),
    "batch_norm_inference": Template("2x4xE 4xE 4xE 4xE 4xE", "2x4xE", NORM),
    "batch_norm_training": Template("2x4xE 4xE 4xE", "2x4xE 4xE 4xE", NORM),
    "batch_norm_grad": Template("2x4xE 4xE 4xE 4xE 2x4xE", "2x4xE 4xE 4xE", NORM),
    "get_dimension_size": Template("2x4xE", "xi32", "dimension = 1 : i64"),
    "iota": Template("", "4xE", "iota_dimension = 0 : i64"),
    "reduce": Template("4x2xE xE", "2xE", "dimensions = array<i64: 0>", (SUM,)),
    "reduce_window": Template("4x2xE xE", "2x2xE", "window_dimensions = array<i64: 3, 1>", (SUM,)),
    "scatter": Template("2x4xE 1xi64 4xE", "2x4xE", SCATTER, (SUM,)),
    "select_and_scatter": Template("4x2xE 2x2xE xE", "4x2xE", "window_dimensions = array<i64: 3, 1>", (ORDER, SUM)),
    "sort": Template("4xE", "4xE", "dimension = 0 : i64", (ORDER,)),
    "if": Template("xi1", "4xE", "", (BRANCH, BRANCH)),
    "case": Template("xi32", "4xE", "", (BRANCH, BRANCH)),
    "while": Template("4xE", "4xE", "", (CONDITION, BODY)),
    "custom_call": Template("4xE 2xE", "2xE", 'call_target_name = "f"'),
    "complex": Template("4xE 4xE", "4xcomplex<f32>"),
    "triangular_solve": Template("4x4xE 4x3xE", "4x3xE", SOLVE),
    "map": Template("4xE 4xE", "4xE", "dimensions = array<i64: 0>", (LIKE,)),
}

CHLO = {
    **dict.fromkeys(CHLO_COMPATIBLE, Template("2x4xE 4xE", "2x4xE")),
    **dict.fromkeys(CHLO_EXACT, Template("2x4xE 4xE", "2x4xE")),
    **dict.fromkeys(CHLO_UNARY, Template("2x4xE", "2x4xE")),
    **dict.fromkeys(CHLO_UNQUANTIZED, Template("2x4xE 4xE", "2x4xE")),
    "broadcast_compare": Template("2x4xE 4xE", "2x4xi1", "comparison_direction = #chlo<comparison_direction LT>"),
    "constant_like": Template("4xE", "4xE", "value = 1.000000e+00 : f32"),
    "top_k": Template("4xE", "2xE 2xi32", "k = 2 : i64"),
    "broadcast_select": Template("2x4xi1 2x4xE 4xE", "2x4xE"),
}

TEMPLATES = {
    **{f"stablehlo.{name}": template for name, template in STABLEHLO.items()},
    **{f"chlo.{name}": template for name, template in CHLO.items()},
}
