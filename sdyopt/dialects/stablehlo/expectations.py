"""What MLIR says in the rules of stablehlo.lark."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.parameters import one_of
from sdyopt.ods.expectations import Expectations, any_attribute, missing, refused, wrong

EXPECTATIONS: Expectations = {
    "boolean_list boolean": refused("expected integer value"),
    "custom_op integer_list": missing("expected '['"),
    "custom_op integer_list before HASH": refused("invalid kind of attribute specified"),
    " double": refused("expected floating point literal"),
    " bound": refused("expected integer value"),
    " dot_parameter": refused(one_of(s.DotDimensionNumbers)),
    " gather_parameter": refused(one_of(s.GatherDimensionNumbers)),
    " scatter_parameter": refused(one_of(s.ScatterDimensionNumbers)),
    " conv_parameter": refused(one_of(s.ConvDimensionNumbers)),
    " channel_handle_parameter": refused("expected valid keyword"),
    " mesh_axis_parameter": refused("expected valid keyword"),
    " axis_ref_parameter": refused("expected valid keyword"),
    " axis_ref_parameters": refused("expected valid keyword"),
    " replica_group_parameter": refused("expected valid keyword"),
    " sub_axis_info": missing("expected '('"),
    " mesh_axes": missing("expected '<'"),
    " mesh_axis_part": missing("expected '<'"),
    " flag": any_attribute("i1"),
    " number1": refused("expected integer value"),
    " _dot_algorithm_types": refused("expected 'lhs_precision_type'"),
    " _dot_algorithm_counts": refused("expected 'lhs_component_count'"),
    "result_accuracy_body 'mode'": refused("expected 'mode'"),
    " bracketed_enum_word": refused("expected valid keyword or string"),
    " dimension_names": refused("expected valid keyword"),
    " dimension_name": refused("expected valid keyword"),
    # Parts of formats.
    " padding_row": missing("expected '['"),
    " barrier_operands": missing("expected '('"),
    " while_argument": missing("expected SSA operand"),
    "while_arguments ')'": missing("expected ','"),
    "reduce_head 'across'": refused("expected 'across'"),
    " reducer_name": wrong("expected bare identifier or keyword"),
    " precision_word": refused("expected valid keyword or string"),
    " dot_dimensions": refused("expected 'contracting_dims'"),
    "precision_and_algorithm 'precision'": refused("expected 'precision'"),
    "slice_ranges ']'": missing("expected ','"),
    " slice_range": refused("expected integer value"),
}
