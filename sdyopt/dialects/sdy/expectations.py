"""What MLIR says in the rules of sdy.lark."""

from __future__ import annotations

from sdyopt.ods.expectations import Expectations, missing, refused, wrong

_STRING = refused("expected string")
_INTEGER = refused("expected integer value")
_WORD = refused("expected valid keyword")
_HYPHEN = missing("expected '-'")

EXPECTATIONS: Expectations = {
    # Meshes and axes.
    " part_mesh": missing("expected '<'"),
    " mesh": missing("expected '<'"),
    " part_mesh_axis": _STRING,
    "mesh_axis INTEGER": _INTEGER,
    "device_ids INTEGER": _INTEGER,
    " part_axis_ref": _STRING,
    " axis_ref": _STRING,
    " part_sub_axis": missing("expected '('"),
    "sub_axis INTEGER": _INTEGER,
    " _some_axes": missing("expected '{'"),
    " part_axis_ref_list": missing("expected '{'"),
    " part_axis_ref_lists": missing("expected '['"),
    # Shardings.
    " part_sharding": missing("expected '<'"),
    " mesh_or_name": wrong("expected attribute value"),
    " dimension_shardings": missing("expected '['"),
    " part_dimension_sharding": missing("expected '{'"),
    "open_dimension ','": missing("expected ','"),
    "named_axes WORD": refused("failed to parse Sdy_TensorSharding, expected valid named axis list after comma"),
    " sharding_list": missing("expected '['"),
    " part_manual_axes": missing("expected '{'"),
    "manual_axes STRING": wrong("expected attribute value"),
    "manual_axes_star STRING": wrong("expected attribute value"),
    # Sharding rules.
    " tensor_mappings": missing("expected '('"),
    " part_tensor_mapping": missing("expected '['"),
    " part_dim_mapping": missing("expected ']'"),
    " factor_size": _WORD,
    "factor_size INTEGER": _INTEGER,
    " factor_set": missing("expected '{'"),
    " factor": _WORD,
    # Collectives.
    " part_all_to_all_param_list": missing("expected '['"),
    " part_all_to_all_param": missing("expected '{'"),
    "all_to_all_param INTEGER": _INTEGER,
    # Propagation.
    " part_edge_value_ref": refused("expected valid keyword or string"),
    "edge_value_ref INTEGER": _HYPHEN,
    " part_axis_to_propagation_details": missing("expected '{'"),
    " part_propagation_one_step": missing("expected '{'"),
    "propagation_one_step INTEGER": _HYPHEN,
    # Operations.
    " body_with_arguments": missing("expected '(' in argument list"),
    "entry_arguments ')'": missing("expected ')' in argument list"),
}
