// Numbers in SDY's attributes: as many bits as they have, leading zeros, hexadecimal, negative.
// RUN: sdy-opt %s | FileCheck %s

// CHECK-LABEL: func.func private @largest() attributes {test.attributes = [#sdy<mesh_axis"a"=9223372036854775807>, #sdy<sub_axis_info(9223372036854775807)9223372036854775807>, #sdy<edge_value_refoperand-9223372036854775807>, #sdy<dimension_sharding{}p9223372036854775807>, #sdy.op_sharding_rule<([i])->([i]) {i=2147483647}>]}
func.func private @largest() attributes {test.attributes = [#sdy<mesh_axis"a"=9223372036854775807>, #sdy<sub_axis_info(9223372036854775807)9223372036854775807>, #sdy<edge_value_ref operand-9223372036854775807>, #sdy<dimension_sharding{}p9223372036854775807>, #sdy.op_sharding_rule<([i])->([i]) {i=2147483647}>]}

// CHECK-LABEL: func.func private @negative() attributes {test.attributes = [#sdy<sub_axis_info(-1)-9223372036854775808>, #sdy<edge_value_refoperand--1>, #sdy<propagation_one_step{step--2 = [{"a" = operand--1 -> [result-0]}]}>, #sdy<all_to_all_param{"a"}: -1->-2>, #sdy.op_sharding_rule<([i])->([i]) {i=-2147483648}>]}
func.func private @negative() attributes {test.attributes = [#sdy<sub_axis_info(- 1)-9223372036854775808>, #sdy<edge_value_ref operand--1>, #sdy<propagation_one_step{step--2 = [{"a" = operand - -1 -> [result-0]}]}>, #sdy<all_to_all_param{"a"}: -1->-2>, #sdy.op_sharding_rule<([i])->([i]) {i=-2147483648}>]}

// CHECK-LABEL: func.func private @other_forms() attributes {test.attributes = [#sdy<mesh_axis"a"=7>, #sdy<mesh_axis"a"=31>, #sdy<sub_axis_info(0)-16>, #sdy<edge_value_refresult-1>]}
func.func private @other_forms() attributes {test.attributes = [#sdy<mesh_axis"a"=007>, #sdy<mesh_axis"a"=0x1F>, #sdy<sub_axis_info(-0)-0x10>, #sdy<edge_value_ref "result"-0001>]}

// CHECK-LABEL: func.func private @overflowing_factors() attributes {test.attributes = [#sdy.dim_mappingy, #sdy.dim_mappingz_9223372036854775790]}
func.func private @overflowing_factors() attributes {test.attributes = [#sdy<dim_mapping z_9223372036854775807>, #sdy<dim_mapping z_9223372036854775790>]}

// CHECK-LABEL: func.func private @words() attributes {test.attributes = [#sdy<sub_axis_info(-1)0>, #sdy<edge_value_refoperand--1>]}
func.func private @words() attributes {test.attributes = [#sdy<sub_axis_info(true)false>, #sdy<edge_value_ref operand-true>]}
