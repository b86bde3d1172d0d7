"""Operations whose results have shapes that operands give at run time."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attr_kinds as attr
from sdyopt.dialects.stablehlo import type_kinds as type
from sdyopt.dialects.stablehlo.verification import dynamic_shapes as verify
from sdyopt.dialects.stablehlo.verification import quantized
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, Result
from sdyopt.mlir.declare.definition import pure_op

_FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"
_RESULT = [Result("result", type.TENSOR)]
_ANY_RESULT = [Result("result", type.TENSOR_OR_AXIS_QUANTIZED)]
_BOUNDS = type.of_rank(1, type.INDEX | type.INTEGER)

DYNAMIC_BROADCAST_IN_DIM = pure_op(
    "stablehlo.dynamic_broadcast_in_dim",
    operands=[Operand("operand", type.TENSOR_OR_AXIS_QUANTIZED), Operand("output_dimensions", type.SHAPE)],
    results=_ANY_RESULT,
    attributes=[
        Attr("broadcast_dimensions", builtin.I64_ARRAY),
        Attr("known_expanding_dimensions", builtin.I64_ARRAY, optional=True),
        Attr("known_nonexpanding_dimensions", builtin.I64_ARRAY, optional=True),
    ],
    format=f"$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions {_FUNCTIONAL}",
    verifiers=[verify.dynamic_broadcast_in_dim],
    context_verifiers=[verify.dynamic_broadcast_in_dim_sizes, quantized.broadcast_in_dim],
)
"""As `broadcast_in_dim`, with the result's sizes given as a value."""

DYNAMIC_IOTA = pure_op(
    "stablehlo.dynamic_iota",
    operands=[Operand("output_shape", type.SHAPE)],
    results=_RESULT,
    attributes=[Attr("iota_dimension", attr.I64_NON_NEGATIVE)],
    format=f"$output_shape `,` `dim` `=` $iota_dimension {_FUNCTIONAL}",
    verifiers=[verify.dynamic_iota],
    context_verifiers=[verify.dynamic_iota_sizes],
)
"""As `iota`, with the result's sizes given as a value."""

DYNAMIC_PAD = pure_op(
    "stablehlo.dynamic_pad",
    operands=[
        Operand("operand", type.TENSOR),
        Operand("padding_value", type.SCALAR),
        Operand("edge_padding_low", type.SHAPE),
        Operand("edge_padding_high", type.SHAPE),
        Operand("interior_padding", type.SHAPE),
    ],
    results=_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[verify.dynamic_pad],
    context_verifiers=[verify.dynamic_pad_sizes],
)
"""As `pad`, with the paddings given as values."""

DYNAMIC_RESHAPE = pure_op(
    "stablehlo.dynamic_reshape",
    operands=[Operand("operand", type.TENSOR_OR_AXIS_QUANTIZED), Operand("output_shape", type.SHAPE)],
    results=_ANY_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[verify.dynamic_reshape],
    context_verifiers=[verify.dynamic_reshape_sizes, quantized.dynamic_reshape],
)
"""As `reshape`, with the result's sizes given as a value."""

REAL_DYNAMIC_SLICE = pure_op(
    "stablehlo.real_dynamic_slice",
    operands=[
        Operand("operand", type.TENSOR),
        Operand("start_indices", _BOUNDS),
        Operand("limit_indices", _BOUNDS),
        Operand("strides", _BOUNDS),
    ],
    results=_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[verify.real_dynamic_slice],
)
"""As `slice`, with starts, limits and strides given as values."""
