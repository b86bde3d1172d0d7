// Every attribute of SDY where any attribute may stand; those that are part of others in full there, too.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func private @mesh_axis() attributes {test.attribute = #sdy<mesh_axis"a"=2>}
func.func private @mesh_axis() attributes {test.attribute = #sdy<mesh_axis"a"=2>}

// CHECK-LABEL: func.func private @mesh() attributes {test.attribute = #sdy.mesh<["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>}
func.func private @mesh() attributes {test.attribute = #sdy.mesh<["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>}

// CHECK-LABEL: func.func private @sub_axis_info() attributes {test.attribute = #sdy<sub_axis_info(2)4>}
func.func private @sub_axis_info() attributes {test.attribute = #sdy<sub_axis_info(2)4>}

// CHECK-LABEL: func.func private @axis_ref() attributes {test.attribute = [#sdy<axis_ref"a">, #sdy<axis_ref"a":(2)4>]}
func.func private @axis_ref() attributes {test.attribute = [#sdy<axis_ref"a">, #sdy<axis_ref"a":(2)4>]}

// CHECK-LABEL: func.func private @axis_ref_list() attributes {test.attribute = [#sdy<axis_ref_list{}>, #sdy<axis_ref_list{"a", "b":(1)2}>]}
func.func private @axis_ref_list() attributes {test.attribute = [#sdy<axis_ref_list{}>, #sdy<axis_ref_list{"a", "b":(1)2}>]}

// CHECK-LABEL: func.func private @list_of_axis_ref_lists() attributes {test.attribute = [#sdy<list_of_axis_ref_lists[]>, #sdy<list_of_axis_ref_lists[{"a"}, {}]>]}
func.func private @list_of_axis_ref_lists() attributes {test.attribute = [#sdy<list_of_axis_ref_lists[]>, #sdy<list_of_axis_ref_lists[{"a"}, {}]>]}

// CHECK-LABEL: func.func private @dimension_sharding() attributes {test.attribute = [#sdy<dimension_sharding{}>, #sdy<dimension_sharding{"a", ?}p1>]}
func.func private @dimension_sharding() attributes {test.attribute = [#sdy<dimension_sharding{}>, #sdy<dimension_sharding{"a", ?}p1>]}

// CHECK-LABEL: func.func private @sharding() attributes {test.attribute = [#sdy.sharding<@a, []>, #sdy.sharding<@"a b", [{"a"}]>, #sdy.sharding<mesh<["a"=2]>, [{"a"}]>]}
func.func private @sharding() attributes {test.attribute = [#sdy.sharding<@a, []>, #sdy.sharding<@"a b", [{"a"}]>, #sdy<sharding<mesh<["a"=2]>, [{"a"}]>>]}

// CHECK-LABEL: func.func private @sharding_per_value() attributes {test.attribute = [#sdy.sharding_per_value<[]>, #sdy.sharding_per_value<[<@a, []>, <@b, [{}]>]>]}
func.func private @sharding_per_value() attributes {test.attribute = [#sdy.sharding_per_value<[]>, #sdy.sharding_per_value<[<@a, []>, <@b, [{}]>]>]}

// CHECK-LABEL: func.func private @manual_axes() attributes {test.attribute = [#sdy<manual_axes{}>, #sdy<manual_axes{"a", "b"}>]}
func.func private @manual_axes() attributes {test.attribute = [#sdy<manual_axes{}>, #sdy<manual_axes{"a", "b"}>]}

// CHECK-LABEL: func.func private @tensor_mapping() attributes {test.attribute = [#sdy<tensor_mapping[]>, #sdy<tensor_mapping[i, jk]>]}
func.func private @tensor_mapping() attributes {test.attribute = [#sdy<tensor_mapping[]>, #sdy<tensor_mapping [i, jk]>]}

// CHECK-LABEL: func.func private @op_sharding_rule() attributes {test.attribute = #sdy.op_sharding_rule<([i])->([i]) {i=2}, custom>}
func.func private @op_sharding_rule() attributes {test.attribute = #sdy.op_sharding_rule<([i])->([i]) {i=2}, custom>}

// CHECK-LABEL: func.func private @all_to_all_param() attributes {test.attribute = #sdy<all_to_all_param{"a"}: 0->1>}
func.func private @all_to_all_param() attributes {test.attribute = #sdy<all_to_all_param{"a"}: 0->1>}

// CHECK-LABEL: func.func private @all_to_all_param_list() attributes {test.attribute = [#sdy<all_to_all_param_list[]>, #sdy<all_to_all_param_list[{"a"}: 0->1, {"b"}: 2->3]>]}
func.func private @all_to_all_param_list() attributes {test.attribute = [#sdy<all_to_all_param_list[]>, #sdy<all_to_all_param_list[{"a"}: 0->1, {"b"} : 2 -> 3]>]}

// CHECK-LABEL: func.func private @axis_to_propagation_details() attributes {test.attribute = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0, result-1]}>}
func.func private @axis_to_propagation_details() attributes {test.attribute = #sdy<axis_to_propagation_details{"a" = operand-0 -> [result-0, result-1]}>}

// CHECK-LABEL: func.func private @propagation_one_step() attributes {test.attribute = #sdy<propagation_one_step{step-3 = [{"a" = operand-0 -> [result-0]}]}>}
func.func private @propagation_one_step() attributes {test.attribute = #sdy<propagation_one_step{step-3 = [{"a" = operand-0 -> [result-0]}]}>}

// CHECK-LABEL: func.func private @propagation_edges() attributes {test.attribute = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>}
func.func private @propagation_edges() attributes {test.attribute = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>}

// CHECK-LABEL: func.func private @parts_in_full() attributes {test.attribute = [#sdy.sharding_per_value<[<@a, [{}], replicated={"a":(1)2}>]>, #sdy.op_sharding_rule<([i])->([i]) {i=2}>, #sdy<all_to_all_param_list[{"a"}: 0->1]>]}
func.func private @parts_in_full() attributes {test.attribute = [#sdy.sharding_per_value<[#sdy.sharding<@a, [#sdy<dimension_sharding{}>], replicated={#sdy<axis_ref"a":#sdy<sub_axis_info(1)2>>}>]>, #sdy.op_sharding_rule<(#sdy<tensor_mapping [i]>)->([#sdy<dim_mapping i>]) {i=2}>, #sdy<all_to_all_param_list[#sdy<all_to_all_param{"a"}: 0->1>]>]}
