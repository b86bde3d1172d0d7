"""The SDY dialect: shardings over named axes, and the operations that carry them.

It is the dialect that https://openxla.org/shardy/sdy_dialect describes.
"""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.discardable import ORIGINAL_FUNC_NAME
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, OPERATIONS
from sdyopt.dialects.sdy.syntax import SYNTAX
from sdyopt.dialects.sdy.verification import (
    CONTEXT_VERIFIERS,
    DISCARDABLE_CONTEXT_VERIFIERS,
    VERIFIERS,
    verify_argument,
    verify_discardable,
    verify_result,
)
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect
from sdyopt.mlir.formats.constant import Constant

__all__ = ["SDY"]

# The checks need the declarations to look at data flow, so they are attached to these afterwards.
for operation in OPERATIONS:
    operation.verifiers = VERIFIERS.get(operation, ())
    operation.context_verifiers = CONTEXT_VERIFIERS.get(operation, ())


SDY = Dialect(
    "sdy",
    OPERATIONS,
    attributes=[
        AttributeDef(sdy.MeshAxis, "mesh_axis", "mesh_axis", printing.mesh_axis),
        AttributeDef(sdy.Mesh, "mesh", "mesh", printing.mesh),
        AttributeDef(sdy.SubAxis, "sub_axis_info", "sub_axis", printing.sub_axis),
        AttributeDef(sdy.AxisRef, "axis_ref", "axis_ref", printing.axis_ref),
        AttributeDef(sdy.AxisRefList, "axis_ref_list", "axis_ref_list", printing.axis_ref_list),
        AttributeDef(sdy.AxisRefLists, "list_of_axis_ref_lists", "axis_ref_lists", printing.axis_ref_lists),
        AttributeDef(sdy.DimensionSharding, "dimension_sharding", "dimension_sharding", printing.dimension_sharding),
        AttributeDef(sdy.Sharding, "sharding", "sharding", printing.sharding),
        AttributeDef(sdy.ShardingPerValue, "sharding_per_value", "sharding_per_value", printing.sharding_per_value),
        AttributeDef(sdy.ManualAxes, "manual_axes", "manual_axes", printing.manual_axes),
        AttributeDef(sdy.DimMapping, "dim_mapping", "dim_mapping_body", printing.dim_mapping),
        AttributeDef(sdy.TensorMapping, "tensor_mapping", "tensor_mapping", printing.tensor_mapping),
        AttributeDef(sdy.OpShardingRule, "op_sharding_rule", "op_sharding_rule", printing.op_sharding_rule),
        AttributeDef(sdy.AllToAllParam, "all_to_all_param", "all_to_all_param", printing.all_to_all_param),
        AttributeDef(
            sdy.AllToAllParamList, "all_to_all_param_list", "all_to_all_param_list", printing.all_to_all_param_list
        ),
        AttributeDef(sdy.EdgeValueRef, "edge_value_ref", "edge_value_ref", printing.edge_value_ref),
        AttributeDef(
            sdy.AxisToPropagationDetails,
            "axis_to_propagation_details",
            "axis_to_propagation_details",
            printing.axis_to_propagation_details,
        ),
        AttributeDef(
            sdy.PropagationOneStep, "propagation_one_step", "propagation_one_step", printing.propagation_one_step
        ),
        AttributeDef(sdy.PropagationEdges, "propagation_edges", "propagation_edges", printing.propagation_edges),
    ],
    syntax=[*SYNTAX, Constant],
    verify_discardable=verify_discardable,
    verify_argument=verify_argument,
    verify_result=verify_result,
    context_verifiers=DISCARDABLE_CONTEXT_VERIFIERS,
    binders=[MANUAL_COMPUTATION],
    unverified=[ORIGINAL_FUNC_NAME, "sdy.named_computation.name"],
    sharding_rules="sdyopt.dialects.sdy.sharding_rules",
    patterns="sdyopt.dialects.sdy.canonicalize",
)
