"""Constants, and operations that arrange elements anew: reshapes, broadcasts, slices, pads."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attr_kinds as attr
from sdyopt.dialects.stablehlo import type_kinds as type
from sdyopt.dialects.stablehlo.verification import elementwise, quantized, shapes, slices
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IntegerType
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, Result
from sdyopt.mlir.declare.definition import NO_RULE, OpDef, pure_op

_FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"
_OPERAND = [Operand("operand", type.TENSOR)]
_RESULT = [Result("result", type.TENSOR)]
_ANY_OPERAND = [Operand("operand", type.TENSOR_OR_AXIS_QUANTIZED)]
_ANY_RESULT = [Result("result", type.TENSOR_OR_AXIS_QUANTIZED)]


def _constant_name(op: Operation) -> list[str]:
    """Integers and booleans are `%c`, other constants `%cst`."""
    (result,) = op.signature.result_types
    return ["c" if isinstance(getattr(result, "element_type", None), IntegerType) else "cst"]


CONSTANT = OpDef(
    "stablehlo.constant",
    results=[Result("output", type.STATIC_TENSOR_OR_AXIS_QUANTIZED)],
    attributes=[Attr("value", builtin.ELEMENTS)],
    traits=["ConstantLike", "Pure"],
    format="`` custom<Constant>",
    result_names=_constant_name,
    verifiers=[shapes.constant],
    sharding_rule=NO_RULE,
)
"""A constant tensor."""

IOTA = pure_op(
    "stablehlo.iota",
    results=[Result("output", type.static(type.NUMBER_OR_QUANTIZED))],
    attributes=[Attr("iota_dimension", attr.I64_NON_NEGATIVE)],
    format="`dim` `=` $iota_dimension attr-dict `:` type($output)",
    verifiers=[shapes.iota],
    sharding_rule=NO_RULE,
)
"""The numbers 0, 1, 2, … along a dimension, the same along the others."""

RESHAPE = pure_op(
    "stablehlo.reshape",
    operands=_ANY_OPERAND,
    results=[Result("result", type.static_or_bounded(type.ANY_OR_AXIS_QUANTIZED))],
    format=f"operands {_FUNCTIONAL}",
    verifiers=[elementwise.compatible_element_types, shapes.same_element_count, quantized.reshape],
    sharding_rule="reshape.reshape",
)
"""The same elements, in the same order, in another shape."""

BITCAST_CONVERT = pure_op(
    "stablehlo.bitcast_convert",
    operands=_ANY_OPERAND,
    results=_ANY_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[shapes.bitcast_convert],
    sharding_rule="shapes.bitcast_convert",
)
"""The same bits as elements of another type; if that has another width, with a dimension more or less."""

BROADCAST = pure_op(
    "stablehlo.broadcast",
    operands=_OPERAND,
    results=_ANY_RESULT,
    attributes=[Attr("broadcast_sizes", builtin.I64_ARRAY)],
    format=f"$operand `,` `sizes` `=` $broadcast_sizes {_FUNCTIONAL}",
    verifiers=[elementwise.same_element_type, shapes.broadcast],
)
"""Copies of a tensor along new dimensions in front."""

BROADCAST_IN_DIM = pure_op(
    "stablehlo.broadcast_in_dim",
    operands=_ANY_OPERAND,
    results=[Result("result", type.static_or_bounded(type.ANY_OR_AXIS_QUANTIZED))],
    attributes=[Attr("broadcast_dimensions", builtin.I64_ARRAY)],
    format=f"$operand `,` `dims` `=` $broadcast_dimensions {_FUNCTIONAL}",
    verifiers=[
        elementwise.compatible_element_types,
        quantized.same_scale,
        shapes.broadcast_in_dim,
        quantized.broadcast_in_dim,
    ],
    sharding_rule="shapes.broadcast_in_dim",
)
"""Copies of a tensor along the dimensions of the result that it does not have, or has with size 1."""

TRANSPOSE = pure_op(
    "stablehlo.transpose",
    operands=_ANY_OPERAND,
    results=_ANY_RESULT,
    attributes=[Attr("permutation", builtin.I64_ARRAY)],
    format=f"$operand `,` `dims` `=` $permutation {_FUNCTIONAL}",
    verifiers=[elementwise.compatible_element_types, quantized.transpose, shapes.transpose],
    sharding_rule="shapes.transpose",
)
"""The dimensions in another order."""

REVERSE = pure_op(
    "stablehlo.reverse",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[Attr("dimensions", builtin.I64_ARRAY)],
    format=(
        "$operand `,` `dims` `=` $dimensions attr-dict `:` "
        "custom<SameOperandsAndResultType>(type($operand), type($result))"
    ),
    verifiers=[elementwise.same_element_type, shapes.reverse],
    sharding_rule="shapes.reverse",
)
"""The elements in the opposite order, along dimensions."""

CONCATENATE = pure_op(
    "stablehlo.concatenate",
    operands=[Operand("inputs", type.TENSOR, "*")],
    results=_RESULT,
    attributes=[Attr("dimension", attr.I64_NON_NEGATIVE)],
    format=f"custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension {_FUNCTIONAL}",
    verifiers=[elementwise.same_element_type, shapes.concatenate],
    sharding_rule="slices.concatenate",
    sharding_rule_surroundings="slices.joins_slices",
)
"""Tensors one after the other along a dimension."""

SLICE = pure_op(
    "stablehlo.slice",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[
        Attr("limit_indices", builtin.I64_ARRAY),
        Attr("start_indices", builtin.I64_ARRAY),
        Attr("strides", builtin.I64_ARRAY),
    ],
    format=f"$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) {_FUNCTIONAL}",
    verifiers=[elementwise.same_element_type, slices.slice],
    sharding_rule="slices.slice_or_pad",
)
"""A part of a tensor: along each dimension from a start to a limit, by a stride."""

PAD = pure_op(
    "stablehlo.pad",
    operands=[Operand("operand", type.TENSOR), Operand("padding_value", type.SCALAR)],
    results=_RESULT,
    attributes=[
        Attr("edge_padding_high", builtin.I64_ARRAY),
        Attr("edge_padding_low", builtin.I64_ARRAY),
        Attr("interior_padding", builtin.I64_ARRAY),
    ],
    format=(
        "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,` "
        f"`interior` `=` $interior_padding {_FUNCTIONAL}"
    ),
    verifiers=[slices.padding_sizes, elementwise.same_element_type, slices.pad],
    sharding_rule="slices.slice_or_pad",
)
"""A tensor with copies of a value before, after and between its elements."""

DYNAMIC_SLICE = pure_op(
    "stablehlo.dynamic_slice",
    operands=[Operand("operand", type.TENSOR), Operand("start_indices", type.SCALAR_INTEGER, "*")],
    results=_RESULT,
    attributes=[Attr("slice_sizes", builtin.I64_ARRAY)],
    format=(
        f"$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` $slice_sizes {_FUNCTIONAL}"
    ),
    verifiers=[slices.dynamic_slice],
    sharding_rule="slices.dynamic_slice",
)
"""A part of a tensor of known sizes; where it starts are values."""

DYNAMIC_UPDATE_SLICE = pure_op(
    "stablehlo.dynamic_update_slice",
    operands=[
        Operand("operand", type.TENSOR),
        Operand("update", type.TENSOR),
        Operand("start_indices", type.SCALAR_INTEGER, "*"),
    ],
    results=_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[slices.dynamic_update_slice],
    sharding_rule="slices.dynamic_update_slice",
    sharding_rule_surroundings="slices.starts_at_constants",
)
"""A tensor with a part replaced; where that starts are values."""

GET_DIMENSION_SIZE = pure_op(
    "stablehlo.get_dimension_size",
    operands=_ANY_OPERAND,
    results=[Result("result", type.I32_TENSOR)],
    attributes=[Attr("dimension", attr.I64_NON_NEGATIVE)],
    format=f"$operand `,` `dim` `=` $dimension {_FUNCTIONAL}",
    verifiers=[slices.get_dimension_size],
)
"""The size of a dimension, as a value."""

SET_DIMENSION_SIZE = pure_op(
    "stablehlo.set_dimension_size",
    operands=[Operand("operand", type.TENSOR), Operand("size", type.I32_TENSOR)],
    results=_RESULT,
    attributes=[Attr("dimension", attr.I64_NON_NEGATIVE)],
    format=f"$operand `,` $size `,` `dim` `=` $dimension {_FUNCTIONAL}",
    context_verifiers=[slices.set_dimension_size],
)
"""Sets the size of a dimension to a value: elements beyond it are not part of the result."""
