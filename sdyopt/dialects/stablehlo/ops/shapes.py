"""Constants, and operations that arrange elements anew: reshapes, broadcasts, slices, pads."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import kinds
from sdyopt.dialects.stablehlo.verification import elementwise, quantized, shapes
from sdyopt.dialects.stablehlo.verification import indexing as verify_indexing
from sdyopt.ir.attributes import FALSE, IntegerType
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import NO_RULE, OpDef, pure_op

_FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"
_OPERAND = [Operand("operand", kinds.TENSOR)]
_RESULT = [Result("result", kinds.TENSOR)]
_ANY_OPERAND = [Operand("operand", kinds.TENSOR_OR_AXIS_QUANTIZED)]
_ANY_RESULT = [Result("result", kinds.TENSOR_OR_AXIS_QUANTIZED)]


def _constant_name(op: Operation) -> list[str]:
    """Integers and booleans are `%c`, other constants `%cst`."""
    (result,) = op.signature.result_types
    return ["c" if isinstance(getattr(result, "element_type", None), IntegerType) else "cst"]


CONSTANT = OpDef(
    "stablehlo.constant",
    partitioning="constant",
    results=[Result("output", kinds.STATIC_TENSOR_OR_AXIS_QUANTIZED)],
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
    partitioning="iota",
    results=[Result("output", kinds.static(kinds.NUMBER_OR_QUANTIZED))],
    attributes=[Attr("iota_dimension", kinds.I64_NON_NEGATIVE)],
    format="`dim` `=` $iota_dimension attr-dict `:` type($output)",
    verifiers=[shapes.iota],
    sharding_rule=NO_RULE,
)
"""The numbers 0, 1, 2, … along a dimension, the same along the others."""

RESHAPE = pure_op(
    "stablehlo.reshape",
    partitioning="reshape",
    operands=_ANY_OPERAND,
    results=[Result("result", kinds.static_or_bounded(kinds.ANY_OR_AXIS_QUANTIZED))],
    format=f"operands {_FUNCTIONAL}",
    verifiers=[elementwise.compatible_element_types, shapes.same_element_count, quantized.reshape],
    sharding_rule="shapes.reshape",
)
"""The same elements, in the same order, in another shape."""

BITCAST_CONVERT = pure_op(
    "stablehlo.bitcast_convert",
    partitioning="bitcast",
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
    partitioning="broadcast",
    operands=_ANY_OPERAND,
    results=[Result("result", kinds.static_or_bounded(kinds.ANY_OR_AXIS_QUANTIZED))],
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
    partitioning="transpose",
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
    partitioning="reverse",
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
    partitioning="concatenate",
    operands=[Operand("inputs", kinds.TENSOR, "*")],
    results=_RESULT,
    attributes=[Attr("dimension", kinds.I64_NON_NEGATIVE)],
    format=f"custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension {_FUNCTIONAL}",
    verifiers=[elementwise.same_element_type, shapes.concatenate],
    sharding_rule="shapes.concatenate",
    sharding_rule_surroundings="shapes.joins_slices",
)
"""Tensors one after the other along a dimension."""

SLICE = pure_op(
    "stablehlo.slice",
    partitioning="slice",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[
        Attr("limit_indices", builtin.I64_ARRAY),
        Attr("start_indices", builtin.I64_ARRAY),
        Attr("strides", builtin.I64_ARRAY),
    ],
    format=f"$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) {_FUNCTIONAL}",
    verifiers=[elementwise.same_element_type, shapes.slice],
    sharding_rule="shapes.slice_or_pad",
)
"""A part of a tensor: along each dimension from a start to a limit, by a stride."""

PAD = pure_op(
    "stablehlo.pad",
    partitioning="pad",
    operands=[Operand("operand", kinds.TENSOR), Operand("padding_value", kinds.SCALAR)],
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
    verifiers=[shapes.padding_sizes, elementwise.same_element_type, shapes.pad],
    sharding_rule="shapes.slice_or_pad",
)
"""A tensor with copies of a value before, after and between its elements."""

DYNAMIC_SLICE = pure_op(
    "stablehlo.dynamic_slice",
    partitioning="dynamic_slice",
    operands=[Operand("operand", kinds.TENSOR), Operand("start_indices", kinds.SCALAR_INTEGER, "*")],
    results=_RESULT,
    attributes=[Attr("slice_sizes", builtin.I64_ARRAY)],
    format=(
        f"$operand `,` custom<VariadicOperandWithAttribute>($start_indices) `sizes` `=` $slice_sizes {_FUNCTIONAL}"
    ),
    verifiers=[shapes.dynamic_slice],
    sharding_rule="shapes.dynamic_slice",
)
"""A part of a tensor of known sizes; where it starts are values."""

DYNAMIC_UPDATE_SLICE = pure_op(
    "stablehlo.dynamic_update_slice",
    partitioning="dynamic_update_slice",
    operands=[
        Operand("operand", kinds.TENSOR),
        Operand("update", kinds.TENSOR),
        Operand("start_indices", kinds.SCALAR_INTEGER, "*"),
    ],
    results=_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[shapes.dynamic_update_slice],
    sharding_rule="shapes.dynamic_update_slice",
    sharding_rule_surroundings="shapes.starts_at_constants",
)
"""A tensor with a part replaced; where that starts are values."""

GET_DIMENSION_SIZE = pure_op(
    "stablehlo.get_dimension_size",
    operands=_ANY_OPERAND,
    results=[Result("result", kinds.I32_TENSOR)],
    attributes=[Attr("dimension", kinds.I64_NON_NEGATIVE)],
    format=f"$operand `,` `dim` `=` $dimension {_FUNCTIONAL}",
    verifiers=[shapes.get_dimension_size],
)
"""The size of a dimension, as a value."""

SET_DIMENSION_SIZE = pure_op(
    "stablehlo.set_dimension_size",
    operands=[Operand("operand", kinds.TENSOR), Operand("size", kinds.I32_TENSOR)],
    results=_RESULT,
    attributes=[Attr("dimension", kinds.I64_NON_NEGATIVE)],
    format=f"$operand `,` $size `,` `dim` `=` $dimension {_FUNCTIONAL}",
    context_verifiers=[shapes.set_dimension_size],
)
"""Sets the size of a dimension to a value: elements beyond it are not part of the result."""


# Operations whose results have shapes that operands give at run time.

_BOUNDS = kinds.of_rank(1, kinds.INDEX | kinds.INTEGER)

DYNAMIC_BROADCAST_IN_DIM = pure_op(
    "stablehlo.dynamic_broadcast_in_dim",
    operands=[Operand("operand", kinds.TENSOR_OR_AXIS_QUANTIZED), Operand("output_dimensions", kinds.SHAPE)],
    results=_ANY_RESULT,
    attributes=[
        Attr("broadcast_dimensions", builtin.I64_ARRAY),
        Attr("known_expanding_dimensions", builtin.I64_ARRAY, optional=True),
        Attr("known_nonexpanding_dimensions", builtin.I64_ARRAY, optional=True),
    ],
    format=f"$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions {_FUNCTIONAL}",
    verifiers=[shapes.dynamic_broadcast_in_dim],
    context_verifiers=[shapes.dynamic_broadcast_in_dim_sizes, quantized.broadcast_in_dim],
)
"""As `broadcast_in_dim`, with the result's sizes given as a value."""

DYNAMIC_IOTA = pure_op(
    "stablehlo.dynamic_iota",
    operands=[Operand("output_shape", kinds.SHAPE)],
    results=_RESULT,
    attributes=[Attr("iota_dimension", kinds.I64_NON_NEGATIVE)],
    format=f"$output_shape `,` `dim` `=` $iota_dimension {_FUNCTIONAL}",
    verifiers=[shapes.dynamic_iota],
    context_verifiers=[shapes.dynamic_iota_sizes],
)
"""As `iota`, with the result's sizes given as a value."""

DYNAMIC_PAD = pure_op(
    "stablehlo.dynamic_pad",
    operands=[
        Operand("operand", kinds.TENSOR),
        Operand("padding_value", kinds.SCALAR),
        Operand("edge_padding_low", kinds.SHAPE),
        Operand("edge_padding_high", kinds.SHAPE),
        Operand("interior_padding", kinds.SHAPE),
    ],
    results=_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[shapes.dynamic_pad],
    context_verifiers=[shapes.dynamic_pad_sizes],
)
"""As `pad`, with the paddings given as values."""

DYNAMIC_RESHAPE = pure_op(
    "stablehlo.dynamic_reshape",
    operands=[Operand("operand", kinds.TENSOR_OR_AXIS_QUANTIZED), Operand("output_shape", kinds.SHAPE)],
    results=_ANY_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[shapes.dynamic_reshape],
    context_verifiers=[shapes.dynamic_reshape_sizes, quantized.dynamic_reshape],
)
"""As `reshape`, with the result's sizes given as a value."""

REAL_DYNAMIC_SLICE = pure_op(
    "stablehlo.real_dynamic_slice",
    operands=[
        Operand("operand", kinds.TENSOR),
        Operand("start_indices", _BOUNDS),
        Operand("limit_indices", _BOUNDS),
        Operand("strides", _BOUNDS),
    ],
    results=_RESULT,
    format=f"operands {_FUNCTIONAL}",
    verifiers=[shapes.real_dynamic_slice],
)
"""As `slice`, with starts, limits and strides given as values."""


# Gathers and scatters, and random numbers.

_GATHER_DIMENSIONS = Attr("dimension_numbers", kinds.GATHER_DIMENSION_NUMBERS)
_INDICES_ARE_SORTED = Attr("indices_are_sorted", builtin.BOOL, default=FALSE)

GATHER = pure_op(
    "stablehlo.gather",
    partitioning="gather",
    operands=[Operand("operand", kinds.TENSOR), Operand("start_indices", kinds.INTEGER_TENSOR)],
    results=_RESULT,
    attributes=[_GATHER_DIMENSIONS, _INDICES_ARE_SORTED, Attr("slice_sizes", builtin.I64_ARRAY)],
    verifiers=[verify_indexing.gather],
    sharding_rule="shapes.gather",
)
"""Gathers slices of a tensor, which begin where a tensor of indices says."""

DYNAMIC_GATHER = pure_op(
    "stablehlo.dynamic_gather",
    operands=[
        Operand("operand", kinds.TENSOR),
        Operand("start_indices", kinds.INTEGER_TENSOR),
        Operand("slice_sizes", kinds.INTEGER_LIST),
    ],
    results=_RESULT,
    attributes=[_GATHER_DIMENSIONS, _INDICES_ARE_SORTED],
    context_verifiers=[verify_indexing.dynamic_gather],
)
"""As `gather`, with the slices' sizes given as a value."""

SCATTER = OpDef(
    "stablehlo.scatter",
    partitioning="scatter",
    operands=[
        Operand("inputs", kinds.TENSOR, "*"),
        Operand("scatter_indices", kinds.INDICES),
        Operand("updates", kinds.TENSOR, "*"),
    ],
    results=[Result("results", kinds.TENSOR, "*")],
    attributes=[
        _INDICES_ARE_SORTED,
        Attr("scatter_dimension_numbers", kinds.SCATTER_DIMENSION_NUMBERS),
        Attr("unique_indices", builtin.BOOL, default=FALSE),
    ],
    regions=[RegionDef("update_computation", max_blocks=1)],
    traits=["SameVariadicOperandSize", "RecursiveMemoryEffects"],
    verifiers=[verify_indexing.scatter],
    sharding_rule="shapes.scatter",
    sharding_rule_surroundings="shapes.has_common_reduction",
)
"""Combines updates with those places of tensors where a tensor of indices says."""

TORCH_INDEX_SELECT = pure_op(
    "stablehlo.torch_index_select",
    operands=[Operand("operand", kinds.TENSOR), Operand("index", kinds.TENSOR)],
    results=_RESULT,
    attributes=[Attr("dim", builtin.I64), Attr("batch_dims", builtin.I64)],
)
"""The slices of a tensor that a list of indices names, along a dimension, for each index of the batch dimensions."""

_NUMBER = kinds.INTEGER | kinds.FLOAT
_RANDOM = kinds.BOOL | kinds.INTEGER | kinds.FLOAT

RNG = OpDef(
    "stablehlo.rng",
    operands=[
        Operand("a", kinds.of_rank(0, _RANDOM)),
        Operand("b", kinds.of_rank(0, _RANDOM)),
        Operand("shape", kinds.SHAPE),
    ],
    results=[Result("result", kinds.ranked(_RANDOM))],
    attributes=[Attr("rng_distribution", kinds.RNG_DISTRIBUTION)],
    format=(
        "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)"
    ),
    context_verifiers=[elementwise.rng],
)
"""Random numbers, uniform or normal, from the state of the device."""

RNG_BIT_GENERATOR = pure_op(
    "stablehlo.rng_bit_generator",
    operands=[Operand("initial_state", kinds.ranked(_NUMBER))],
    results=[Result("output_state", kinds.ranked(_NUMBER)), Result("output", kinds.static(_NUMBER))],
    attributes=[Attr("rng_algorithm", kinds.RNG_ALGORITHM)],
    format="$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)",
    result_names=lambda op: ["output_state", "output"],
    verifiers=[elementwise.rng_bit_generator],
    sharding_rule="reductions.rng_bit_generator",
)
"""Random bits from a state, by an algorithm, and the state afterwards."""
