"""Gathers and scatters, and random numbers."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attr_kinds as attr
from sdyopt.dialects.stablehlo import type_kinds as type
from sdyopt.dialects.stablehlo.verification import indexing as verify
from sdyopt.dialects.stablehlo.verification import random_numbers
from sdyopt.ir.attributes import FALSE
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import OpDef, pure_op

_RESULT = [Result("result", type.TENSOR)]
_GATHER_DIMENSIONS = Attr("dimension_numbers", attr.GATHER_DIMENSION_NUMBERS)
_INDICES_ARE_SORTED = Attr("indices_are_sorted", builtin.BOOL, default=FALSE)

GATHER = pure_op(
    "stablehlo.gather",
    operands=[Operand("operand", type.TENSOR), Operand("start_indices", type.INTEGER_TENSOR)],
    results=_RESULT,
    attributes=[_GATHER_DIMENSIONS, _INDICES_ARE_SORTED, Attr("slice_sizes", builtin.I64_ARRAY)],
    verifiers=[verify.gather],
    sharding_rule="indexing.gather",
)
"""Gathers slices of a tensor, which begin where a tensor of indices says."""

DYNAMIC_GATHER = pure_op(
    "stablehlo.dynamic_gather",
    operands=[
        Operand("operand", type.TENSOR),
        Operand("start_indices", type.INTEGER_TENSOR),
        Operand("slice_sizes", type.INTEGER_LIST),
    ],
    results=_RESULT,
    attributes=[_GATHER_DIMENSIONS, _INDICES_ARE_SORTED],
    context_verifiers=[verify.dynamic_gather],
)
"""As `gather`, with the slices' sizes given as a value."""

SCATTER = OpDef(
    "stablehlo.scatter",
    operands=[
        Operand("inputs", type.TENSOR, "*"),
        Operand("scatter_indices", type.INDICES),
        Operand("updates", type.TENSOR, "*"),
    ],
    results=[Result("results", type.TENSOR, "*")],
    attributes=[
        _INDICES_ARE_SORTED,
        Attr("scatter_dimension_numbers", attr.SCATTER_DIMENSION_NUMBERS),
        Attr("unique_indices", builtin.BOOL, default=FALSE),
    ],
    regions=[RegionDef("update_computation", max_blocks=1)],
    traits=["SameVariadicOperandSize", "RecursiveMemoryEffects"],
    verifiers=[verify.scatter],
    sharding_rule="indexing.scatter",
    sharding_rule_surroundings="indexing.has_common_reduction",
)
"""Combines updates with those places of tensors where a tensor of indices says."""

TORCH_INDEX_SELECT = pure_op(
    "stablehlo.torch_index_select",
    operands=[Operand("operand", type.TENSOR), Operand("index", type.TENSOR)],
    results=_RESULT,
    attributes=[Attr("dim", builtin.I64), Attr("batch_dims", builtin.I64)],
)
"""The slices of a tensor that a list of indices names, along a dimension, for each index of the batch dimensions."""

_NUMBER = type.INTEGER | type.FLOAT
_RANDOM = type.BOOL | type.INTEGER | type.FLOAT

RNG = OpDef(
    "stablehlo.rng",
    operands=[
        Operand("a", type.of_rank(0, _RANDOM)),
        Operand("b", type.of_rank(0, _RANDOM)),
        Operand("shape", type.SHAPE),
    ],
    results=[Result("result", type.ranked(_RANDOM))],
    attributes=[Attr("rng_distribution", attr.RNG_DISTRIBUTION)],
    format=(
        "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)"
    ),
    context_verifiers=[random_numbers.rng],
)
"""Random numbers, uniform or normal, from the state of the device."""

RNG_BIT_GENERATOR = pure_op(
    "stablehlo.rng_bit_generator",
    operands=[Operand("initial_state", type.ranked(_NUMBER))],
    results=[Result("output_state", type.ranked(_NUMBER)), Result("output", type.static(_NUMBER))],
    attributes=[Attr("rng_algorithm", attr.RNG_ALGORITHM)],
    format="$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)",
    result_names=lambda op: ["output_state", "output"],
    verifiers=[random_numbers.rng_bit_generator],
    sharding_rule="reductions.rng_bit_generator",
)
"""Random bits from a state, by an algorithm, and the state afterwards."""
