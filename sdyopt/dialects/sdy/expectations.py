"""What MLIR says in the rules of sdy.lark."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import PROPAGATION_DIRECTIONS
from sdyopt.ods.expectations import Expectations, any_attribute, missing, refused

_STRING = refused("expected string")
_INTEGER = refused("expected integer value")
_WORD = refused("expected valid keyword")

EXPECTATIONS: Expectations = {
    " int64": _INTEGER,
    " int32": _INTEGER,
    # Meshes and axes.
    " part_mesh": missing("expected '<'"),
    " mesh": missing("expected '<'"),
    " part_mesh_axis": _STRING,
    " part_axis_ref": _STRING,
    " axis_ref": _STRING,
    " part_sub_axis": missing("expected '('"),
    " _some_axes": missing("expected '{'"),
    " part_axis_ref_list": missing("expected '{'"),
    " part_axis_ref_lists": missing("expected '['"),
    # Shardings.
    " part_sharding": missing("expected '<'"),
    " mesh_or_name": any_attribute(""),
    " sharding": missing("expected '<'"),
    " dimension_shardings": missing("expected '['"),
    " part_dimension_sharding": missing("expected '{'"),
    "open_dimension ','": missing("expected ','"),
    " axis_list_name": refused("failed to parse Sdy_TensorSharding, expected valid named axis list after comma"),
    " sharding_list": missing("expected '['"),
    " shardings": missing("expected '['"),
    " part_manual_axes": missing("expected '{'"),
    " manual_axis": any_attribute(""),
    # Sharding rules.
    " operand_mappings": missing("expected '('"),
    " result_mappings": missing("expected '('"),
    " part_tensor_mapping": missing("expected '['"),
    "tensor_mapping ','": missing("expected ']'"),
    " part_dim_mapping": missing("expected ']'"),
    " factor_size": _WORD,
    " factor": _WORD,
    # Collectives.
    " part_all_to_all_param_list": missing("expected '['"),
    " part_all_to_all_param": missing("expected '{'"),
    # Propagation.
    " part_edge_value_ref": refused("expected valid keyword or string"),
    " part_axis_to_propagation_details": missing("expected '{'"),
    " part_propagation_one_step": missing("expected '{'"),
    " after_hyphen": missing("expected '-'"),
    " propagation_direction": refused(
        "expected string or keyword containing one of the following enum values for attribute 'allowed_direction' "
        f"[{', '.join(PROPAGATION_DIRECTIONS)}]"
    ),
    # Operations.
    " body_with_arguments": missing("expected '(' in argument list"),
    "entry_arguments ')'": missing("expected ')' in argument list"),
}
