"""Operations that combine elements by a computation of their own: reductions, maps, sorts, windows."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import kinds
from sdyopt.dialects.stablehlo.verification import elementwise
from sdyopt.dialects.stablehlo.verification import reductions as verify
from sdyopt.ir.attributes import FALSE, i64
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import OpDef, Verifier, pure_op

_INPUTS = Operand("inputs", kinds.TENSOR, "*")
_INIT_VALUES = Operand("init_values", kinds.TENSOR, "*")
_RESULTS = [Result("results", kinds.TENSOR, "*")]
_BODY = [RegionDef("body", max_blocks=1)]
_RETURNS = ["SingleBlock", "SingleBlockImplicitTerminator<stablehlo.return>", "RecursiveMemoryEffects"]

REDUCE = OpDef(
    "stablehlo.reduce",
    partitioning="reduce",
    operands=[_INPUTS, _INIT_VALUES],
    results=_RESULTS,
    attributes=[Attr("dimensions", builtin.I64_ARRAY)],
    regions=_BODY,
    traits=["SameVariadicOperandSize", *_RETURNS],
    format="`` custom<ReduceOp>",
    verifiers=[verify.reduce],
    sharding_rule="reductions.reduce",
)
"""Combines the elements along dimensions to one."""

REDUCE_WINDOW = OpDef(
    "stablehlo.reduce_window",
    partitioning="reduce_window",
    operands=[_INPUTS, _INIT_VALUES],
    results=_RESULTS,
    attributes=[
        Attr("base_dilations", builtin.I64_ARRAY, optional=True),
        Attr("padding", kinds.I64_ELEMENTS, optional=True),
        Attr("window_dilations", builtin.I64_ARRAY, optional=True),
        Attr("window_dimensions", builtin.I64_ARRAY),
        Attr("window_strides", builtin.I64_ARRAY, optional=True),
    ],
    regions=_BODY,
    traits=["SameVariadicOperandSize", *_RETURNS],
    verifiers=[verify.reduce_window],
    sharding_rule="linear_algebra.reduce_window",
)
"""Combines the elements in a window to one, at each place of the window."""

MAP = OpDef(
    "stablehlo.map",
    operands=[_INPUTS],
    results=[Result("result", kinds.TENSOR)],
    attributes=[Attr("dimensions", builtin.I64_ARRAY)],
    regions=[RegionDef("computation", max_blocks=1)],
    traits=_RETURNS,
    verifiers=[elementwise.same_shape, verify.map],
)
"""Applies a computation to each element of the operands."""

SORT = OpDef(
    "stablehlo.sort",
    partitioning="sort",
    operands=[_INPUTS],
    results=_RESULTS,
    attributes=[Attr("dimension", builtin.I64, default=i64(-1)), Attr("is_stable", builtin.BOOL, default=FALSE)],
    regions=[RegionDef("comparator", max_blocks=1)],
    traits=["RecursiveMemoryEffects"],
    verifiers=[elementwise.same_shape, verify.sort],
    sharding_rule="reductions.sort",
)
"""Sorts tensors along a dimension, together, as a comparison says."""

SELECT_AND_SCATTER = OpDef(
    "stablehlo.select_and_scatter",
    partitioning="select_and_scatter",
    operands=[Operand("operand", kinds.TENSOR), Operand("source", kinds.TENSOR), Operand("init_value", kinds.TENSOR)],
    results=[Result("result", kinds.TENSOR)],
    attributes=[
        Attr("padding", kinds.I64_ELEMENTS, optional=True),
        Attr("window_dimensions", builtin.I64_ARRAY, optional=True),
        Attr("window_strides", builtin.I64_ARRAY, optional=True),
    ],
    regions=[RegionDef("select", max_blocks=1), RegionDef("scatter", max_blocks=1)],
    traits=["RecursiveMemoryEffects"],
    verifiers=[verify.select_and_scatter],
    sharding_rule="linear_algebra.select_and_scatter",
)
"""Selects an element in each place of a window, and combines a value of the source with what is at its place."""

_EPSILON_AND_FEATURE = [Attr("epsilon", builtin.F32), Attr("feature_index", kinds.I64_NON_NEGATIVE)]
_BATCH_NORM: list[Verifier] = [elementwise.compatible_element_types, elementwise.batch_norm]
_NORMALIZED = kinds.FLOAT_OR_QUANTIZED_TENSOR
_FEATURES = kinds.FLOAT_OR_QUANTIZED_VECTOR

BATCH_NORM_GRAD = pure_op(
    "stablehlo.batch_norm_grad",
    operands=[
        Operand("operand", _NORMALIZED),
        Operand("scale", _FEATURES),
        Operand("mean", _FEATURES),
        Operand("variance", _FEATURES),
        Operand("grad_output", _NORMALIZED),
    ],
    results=[Result("grad_operand", _NORMALIZED), Result("grad_scale", _FEATURES), Result("grad_offset", _FEATURES)],
    attributes=_EPSILON_AND_FEATURE,
    result_names=lambda op: ["grad_operand", "grad_scale", "grad_offset"],
    verifiers=_BATCH_NORM,
)
"""The gradients of batch normalization: of its operand, scale and offset."""

BATCH_NORM_INFERENCE = pure_op(
    "stablehlo.batch_norm_inference",
    operands=[
        Operand("operand", _NORMALIZED),
        Operand("scale", _FEATURES),
        Operand("offset", _FEATURES),
        Operand("mean", _FEATURES),
        Operand("variance", _FEATURES),
    ],
    results=[Result("result", _NORMALIZED)],
    attributes=_EPSILON_AND_FEATURE,
    verifiers=_BATCH_NORM,
    sharding_rule="reductions.batch_norm_inference",
)
"""Batch normalization with mean and variance that are given."""

BATCH_NORM_TRAINING = pure_op(
    "stablehlo.batch_norm_training",
    operands=[Operand("operand", _NORMALIZED), Operand("scale", _FEATURES), Operand("offset", _FEATURES)],
    results=[Result("output", _NORMALIZED), Result("batch_mean", _FEATURES), Result("batch_var", _FEATURES)],
    attributes=_EPSILON_AND_FEATURE,
    result_names=lambda op: ["output", "batch_mean", "batch_var"],
    verifiers=_BATCH_NORM,
)
"""Batch normalization with the batch's mean and variance, which are results, too."""
