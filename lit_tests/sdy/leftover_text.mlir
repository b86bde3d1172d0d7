// Around SDY's attributes: what is left over before the `>` of the long form, types behind them, blanks and comments do not matter.
// RUN: sdy-opt %s | FileCheck %s

// CHECK-LABEL: func.func private @left_over() attributes {test.attributes = [#sdy<axis_ref"a">, #sdy<axis_ref"a":(1)2>, #sdy<dimension_sharding{}p1>, #sdy<manual_axes{"a"}>, #sdy.mesh<["a"=2]>, #sdy.dim_mapping, #sdy.dim_mappingi]}
func.func private @left_over() attributes {test.attributes = [#sdy<axis_ref"a" more>, #sdy<axis_ref"a":(1)2, 3>, #sdy<dimension_sharding{}p1 p2>, #sdy<manual_axes{"a"} {}>, #sdy<mesh<["a"=2]> ? b $>, #sdy<dim_mapping 5>, #sdy<dim_mapping i j>]}

// CHECK-LABEL: func.func private @types() attributes {test.attributes = [#sdy.mesh<["a"=2]>, #sdy<axis_ref"a">]}
func.func private @types() attributes {test.attributes = [#sdy.mesh<["a"=2]> : i32, #sdy<axis_ref"a"> : tensor<8xf32>]}

// CHECK-LABEL: func.func private @empty_mappings() attributes {test.attributes = [#sdy<tensor_mapping[#sdy.dim_mapping, i]>, #sdy<tensor_mapping[i, #sdy.dim_mapping]>, #sdy<tensor_mapping[#sdy.dim_mapping, #sdy.dim_mapping]>, #sdy<tensor_mapping[]>]}
func.func private @empty_mappings() attributes {test.attributes = [#sdy<tensor_mapping[, i]>, #sdy<tensor_mapping[i,]>, #sdy<tensor_mapping[,]>, #sdy<tensor_mapping[]>]}

// CHECK-LABEL: func.func private @more_in_a_set() attributes {test.attribute = #sdy.op_sharding_rule<([i])->([i]) {i=2} reduction={i}>}
func.func private @more_in_a_set() attributes {test.attribute = #sdy.op_sharding_rule<([i])->([i]) {i=2} reduction={ij} permutation=>}

// CHECK-LABEL: func.func private @blanks_and_comments() attributes {test.attributes = [#sdy<axis_ref"a":(1)2>, #sdy.mesh<["a"=2]>]}
func.func private @blanks_and_comments() attributes {test.attributes = [#sdy< // the name
  axis_ref // the axis
  "a" : ( 1 ) 2>, #sdy.mesh<[ "a" = 2 // the size
  ]>]}

// CHECK-LABEL: func.func private @brackets_in_comments() attributes {test.attributes = [#sdy<axis_ref"a">, #sdy.mesh<["a"=2]>, 5 : i8]}
func.func private @brackets_in_comments() attributes {test.attributes = [#sdy<axis_ref "a" // <
  > , "more">, #sdy.mesh<["a"=2] // <
  >, 4>, 5 : i8]}
