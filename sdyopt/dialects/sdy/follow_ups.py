"""What MLIR reports after an error in a part of a rule of sdy.lark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.ods.follow_ups import FollowUps, unread_parameter

_NO_MESH = "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>"


def _parameter(attribute: str, name: str, type: str) -> str:
    return unread_parameter(f"Sdy_{attribute}", name, type)


def _list_of(attribute: str, name: str, type: str) -> str:
    return _parameter(attribute, name, f"::llvm::ArrayRef<{type}>")


def _axis_list(values: Sequence[Any], base: int) -> str:
    """The message about `replicated={…}` or `unreduced={…}`."""
    return f"failed to parse Sdy_TensorSharding parameter '{values[base + 1]}_axes'"


FOLLOW_UPS: FollowUps = {
    # Meshes and axes.
    "mesh part_mesh_axis": _list_of("Mesh", "axes", "MeshAxisAttr"),
    "device_ids int64": _list_of("Mesh", "device_ids", "int64_t"),
    "mesh_axis STRING": _parameter("MeshAxis", "name", "::llvm::StringRef"),
    "mesh_axis int64": _parameter("MeshAxis", "size", "int64_t"),
    "sub_axis int64 1": _parameter("SubAxisInfo", "pre_size", "int64_t"),
    "sub_axis int64 3": _parameter("SubAxisInfo", "size", "int64_t"),
    "axis_ref STRING": _parameter("AxisRef", "name", "::llvm::StringRef"),
    "axis_ref part_sub_axis": _parameter("AxisRef", "sub_axis_info", "SubAxisInfoAttr"),
    "axis_ref_list part_axis_ref": _list_of("AxisRefList", "value", "AxisRefAttr"),
    "axis_ref_lists part_axis_ref_list": _list_of("ListOfAxisRefLists", "value", "AxisRefListAttr"),
    # Shardings.
    "mesh_or_name part_mesh": "failed to parse MeshAttr",
    "mesh_name ": _NO_MESH,
    "mesh_name symbol_ref": _NO_MESH,
    "mesh_name full_attribute": _NO_MESH,
    "dimension_shardings part_dimension_sharding": _list_of("TensorSharding", "dim_shardings", "DimensionShardingAttr"),
    "named_axes part_axis_ref": "failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`",
    "named_axes '='": _axis_list,
    "named_axes _some_axes": _axis_list,
    "shardings part_sharding": _list_of("TensorShardingPerValue", "shardings", "TensorShardingAttr"),
    "manual_axes manual_axis": _list_of("ManualAxes", "value", "StringAttr"),
    # Sharding rules.
    "operand_mappings part_tensor_mapping": _list_of("OpShardingRule", "operand_mappings", "TensorMappingAttr"),
    "result_mappings part_tensor_mapping": _list_of("OpShardingRule", "result_mappings", "TensorMappingAttr"),
    "tensor_mapping part_dim_mapping": _list_of("TensorMapping", "dim_mappings", "DimMappingAttr"),
    "tensor_mapping next_dim_mapping": _list_of("TensorMapping", "dim_mappings", "DimMappingAttr"),
    # Collectives.
    "all_to_all_param part_axis_ref": _list_of("AllToAllParamAttr", "axes", "AxisRefAttr"),
    "all_to_all_param int64 2": _parameter("AllToAllParamAttr", "src_dim", "int64_t"),
    "all_to_all_param int64 4": _parameter("AllToAllParamAttr", "tgt_dim", "int64_t"),
    "all_to_all_param_list part_all_to_all_param": _list_of("AllToAllParamList", "value", "AllToAllParamAttr"),
    # Propagation.
    "edge_value_ref edge_node_type": _parameter("EdgeValueRef", "type", "::mlir::sdy::EdgeNodeType"),
    "edge_value_ref after_hyphen": _parameter("EdgeValueRef", "index", "int64_t"),
    "axis_to_propagation_details part_axis_ref": _parameter(
        "AxisToPropagationDetails", "axis_name", "::mlir::sdy::AxisRefAttr"
    ),
    "axis_to_propagation_details part_edge_value_ref 3": _parameter(
        "AxisToPropagationDetails", "source", "::mlir::sdy::EdgeValueRefAttr"
    ),
    "axis_to_propagation_details part_edge_value_ref": _list_of(
        "AxisToPropagationDetails", "targets", "EdgeValueRefAttr"
    ),
    "propagation_one_step after_hyphen": _parameter("PropagationOneStep", "step_index", "int64_t"),
    "propagation_one_step part_axis_to_propagation_details": _list_of(
        "PropagationOneStep", "axis_entries", "AxisToPropagationDetailsAttr"
    ),
    "propagation_edges part_propagation_one_step": _list_of("PropagationEdges", "value", "PropagationOneStepAttr"),
}
