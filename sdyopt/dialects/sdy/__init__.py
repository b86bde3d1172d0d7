"""The SDY dialect: shardings over named axes, and the operations that carry them.

It is the dialect that https://openxla.org/shardy/sdy_dialect describes.
"""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.discardable import ORIGINAL_FUNC_NAME
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION, OPERATIONS
from sdyopt.dialects.sdy.syntax import axes, collectives, propagation, rules
from sdyopt.dialects.sdy.syntax import shardings as written_shardings
from sdyopt.dialects.sdy.syntax.regions import SingleBlockRegionNoBlockId
from sdyopt.dialects.sdy.verification import (
    CONTEXT_VERIFIERS,
    DISCARDABLE_CONTEXT_VERIFIERS,
    VERIFIERS,
    verify_argument,
    verify_discardable,
    verify_result,
)
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
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
        AttributeDef(sdy.MeshAxis, "mesh_axis", parse=axes.mesh_axis, write=printing.mesh_axis),
        AttributeDef(sdy.Mesh, "mesh", parse=axes.mesh, write=printing.mesh),
        AttributeDef(sdy.SubAxis, "sub_axis_info", parse=axes.sub_axis, write=printing.sub_axis),
        AttributeDef(sdy.AxisRef, "axis_ref", parse=axes.axis_ref, write=printing.axis_ref),
        AttributeDef(sdy.AxisRefList, "axis_ref_list", parse=axes.axis_ref_list, write=printing.axis_ref_list),
        AttributeDef(
            sdy.AxisRefLists, "list_of_axis_ref_lists", parse=axes.axis_ref_lists, write=printing.axis_ref_lists
        ),
        AttributeDef(
            sdy.DimensionSharding,
            "dimension_sharding",
            parse=written_shardings.dimension_sharding,
            write=printing.dimension_sharding,
        ),
        AttributeDef(sdy.Sharding, "sharding", parse=written_shardings.sharding, write=printing.sharding),
        AttributeDef(
            sdy.ShardingPerValue,
            "sharding_per_value",
            parse=written_shardings.sharding_per_value,
            write=printing.sharding_per_value,
        ),
        AttributeDef(sdy.ManualAxes, "manual_axes", parse=written_shardings.manual_axes, write=printing.manual_axes),
        AttributeDef(sdy.DimMapping, "dim_mapping", parse=rules.dim_mapping, write=printing.dim_mapping),
        AttributeDef(sdy.TensorMapping, "tensor_mapping", parse=rules.tensor_mapping, write=printing.tensor_mapping),
        AttributeDef(
            sdy.OpShardingRule, "op_sharding_rule", parse=rules.op_sharding_rule, write=printing.op_sharding_rule
        ),
        AttributeDef(
            sdy.AllToAllParam, "all_to_all_param", parse=collectives.all_to_all_param, write=printing.all_to_all_param
        ),
        AttributeDef(
            sdy.AllToAllParamList,
            "all_to_all_param_list",
            parse=collectives.all_to_all_param_list,
            write=printing.all_to_all_param_list,
        ),
        AttributeDef(
            sdy.EdgeValueRef, "edge_value_ref", parse=propagation.edge_value_ref, write=printing.edge_value_ref
        ),
        AttributeDef(
            sdy.AxisToPropagationDetails,
            "axis_to_propagation_details",
            parse=propagation.axis_to_propagation_details,
            write=printing.axis_to_propagation_details,
        ),
        AttributeDef(
            sdy.PropagationOneStep,
            "propagation_one_step",
            parse=propagation.propagation_one_step,
            write=printing.propagation_one_step,
        ),
        AttributeDef(
            sdy.PropagationEdges,
            "propagation_edges",
            parse=propagation.propagation_edges,
            write=printing.propagation_edges,
        ),
    ],
    directives=[SingleBlockRegionNoBlockId, Constant],
    verify_discardable=verify_discardable,
    verify_argument=verify_argument,
    verify_result=verify_result,
    context_verifiers=DISCARDABLE_CONTEXT_VERIFIERS,
    binders=[MANUAL_COMPUTATION],
    unverified=[ORIGINAL_FUNC_NAME, "sdy.named_computation.name"],
    sharding_rules="sdyopt.dialects.sdy.sharding_rules",
    patterns="sdyopt.dialects.sdy.canonicalize",
)
