"""Dot products, convolutions, decompositions, Fourier transforms."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import kinds
from sdyopt.dialects.stablehlo.verification import elementwise, quantized
from sdyopt.dialects.stablehlo.verification import linear_algebra as verify
from sdyopt.ir.attributes import FALSE
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, Result
from sdyopt.mlir.declare.definition import pure_op

_FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"
_PRODUCT_OPERANDS = [Operand("lhs", kinds.TENSOR), Operand("rhs", kinds.TENSOR_OR_AXIS_QUANTIZED)]
_ANY_RESULT = [Result("result", kinds.TENSOR_OR_AXIS_QUANTIZED)]
_RESULT = [Result("result", kinds.TENSOR)]
_PRECISION_CONFIG = Attr("precision_config", kinds.PRECISION_CONFIG, optional=True)

DOT = pure_op(
    "stablehlo.dot",
    partitioning="product",
    operands=_PRODUCT_OPERANDS,
    results=_ANY_RESULT,
    attributes=[_PRECISION_CONFIG],
    format=f"$lhs `,` $rhs (`,` `precision` `=` $precision_config^)? {_FUNCTIONAL}",
    verifiers=[verify.dot],
    sharding_rule="linear_algebra.dot",
)
"""The product of two matrices or vectors."""

DOT_GENERAL = pure_op(
    "stablehlo.dot_general",
    partitioning="product",
    operands=_PRODUCT_OPERANDS,
    results=_ANY_RESULT,
    attributes=[
        Attr("algorithm", kinds.DOT_ALGORITHM, optional=True),
        Attr("dot_dimension_numbers", kinds.DOT_DIMENSION_NUMBERS),
        _PRECISION_CONFIG,
    ],
    format=(
        "$lhs `,` $rhs `,` $dot_dimension_numbers "
        f"`` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) {_FUNCTIONAL}"
    ),
    verifiers=[verify.dot_general, quantized.dot_general],
    sharding_rule="linear_algebra.dot_general",
)
"""The sums of products along contracting dimensions, for each index of the batching dimensions."""

EINSUM = pure_op(
    "stablehlo.einsum",
    operands=[Operand("lhs", kinds.TENSOR), Operand("rhs", kinds.TENSOR)],
    results=_RESULT,
    attributes=[Attr("einsum_config", builtin.STRING)],
    format=f"$lhs `,` $rhs `,` `config` `=` $einsum_config {_FUNCTIONAL}",
)
"""The sums of products of two tensors that a text in Einstein's notation names."""

UNARY_EINSUM = pure_op(
    "stablehlo.unary_einsum",
    operands=[Operand("operand", kinds.TENSOR)],
    results=_RESULT,
    attributes=[Attr("einsum_config", builtin.STRING)],
    format=f"$operand `,` `config` `=` $einsum_config {_FUNCTIONAL}",
)
"""The sums of elements of a tensor that a text in Einstein's notation names."""

_WINDOW = {
    name: Attr(name, kind, optional=True)
    for name, kind in (
        ("window_strides", builtin.I64_ARRAY),
        ("padding", kinds.I64_ELEMENTS),
        ("lhs_dilation", builtin.I64_ARRAY),
        ("rhs_dilation", builtin.I64_ARRAY),
        ("window_reversal", builtin.BOOL_ARRAY),
    )
}
_BATCH_GROUP_COUNT = Attr("batch_group_count", kinds.I64_POSITIVE)
_FEATURE_GROUP_COUNT = Attr("feature_group_count", kinds.I64_POSITIVE)
_CONV_DIMENSIONS = Attr("dimension_numbers", kinds.CONV_DIMENSION_NUMBERS)

CONVOLUTION = pure_op(
    "stablehlo.convolution",
    partitioning="convolution",
    operands=_PRODUCT_OPERANDS,
    results=_ANY_RESULT,
    attributes=[*_WINDOW.values(), _CONV_DIMENSIONS, _FEATURE_GROUP_COUNT, _BATCH_GROUP_COUNT, _PRECISION_CONFIG],
    format=(
        "`(` operands `)` `dim_numbers` `=` $dimension_numbers `,` `window` `=` `{` "
        "custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` "
        f"{_FUNCTIONAL}"
    ),
    verifiers=[verify.convolution, quantized.convolution],
    sharding_rule="linear_algebra.convolution",
)
"""A convolution: the window of weights slides over the input's spatial dimensions."""

DYNAMIC_CONV = pure_op(
    "stablehlo.dynamic_conv",
    operands=[Operand("lhs", kinds.TENSOR), Operand("rhs", kinds.TENSOR), Operand("padding", kinds.INTEGER_TABLE)],
    results=_RESULT,
    attributes=[
        *(attribute for name, attribute in _WINDOW.items() if name != "padding"),
        _CONV_DIMENSIONS,
        _FEATURE_GROUP_COUNT,
        _BATCH_GROUP_COUNT,
        _PRECISION_CONFIG,
    ],
    verifiers=[verify.dynamic_conv],
    context_verifiers=[verify.dynamic_conv_window, quantized.convolution],
)
"""As `convolution`, with the padding given as a value."""

CHOLESKY = pure_op(
    "stablehlo.cholesky",
    partitioning="of_matrices",
    operands=[Operand("a", kinds.FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)],
    results=[Result("result", kinds.FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)],
    attributes=[Attr("lower", builtin.BOOL, default=FALSE)],
    format=("$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))"),
    verifiers=[elementwise.compatible_element_types, verify.cholesky],
    sharding_rule="linear_algebra.cholesky",
)
"""The Cholesky decomposition of symmetric matrices: a lower or an upper triangle."""

TRIANGULAR_SOLVE = pure_op(
    "stablehlo.triangular_solve",
    partitioning="of_matrices",
    operands=[Operand("a", kinds.FLOAT_OR_COMPLEX_TENSOR), Operand("b", kinds.FLOAT_OR_COMPLEX_TENSOR)],
    results=[Result("result", kinds.FLOAT_OR_COMPLEX_TENSOR)],
    attributes=[
        Attr("left_side", builtin.BOOL),
        Attr("lower", builtin.BOOL),
        Attr("transpose_a", kinds.TRANSPOSE),
        Attr("unit_diagonal", builtin.BOOL),
    ],
    verifiers=[elementwise.compatible_element_types, verify.triangular_solve],
    sharding_rule="linear_algebra.triangular_solve",
)
"""Solves systems of linear equations whose coefficients are a triangle."""

FFT = pure_op(
    "stablehlo.fft",
    operands=[Operand("operand", kinds.FLOAT_OR_COMPLEX_TENSOR)],
    results=[Result("result", kinds.FLOAT_OR_COMPLEX_TENSOR)],
    attributes=[Attr("fft_length", builtin.I64_ARRAY), Attr("fft_type", kinds.FFT_TYPE)],
    format=f"$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length {_FUNCTIONAL}",
    verifiers=[verify.fft],
    sharding_rule="linear_algebra.fft",
)
"""A fast Fourier transform along the last dimensions, or back."""
