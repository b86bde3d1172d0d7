// Numbers that are too large, or none, in SDY's attributes.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:55: error: integer value too large
module attributes {test.attribute = #sdy<mesh_axis"a"=9223372036854775808>} {}

// -----

// CHECK: :[[# @LINE + 1]]:55: error: integer value too large
module attributes {test.attribute = #sdy<mesh_axis"a"=-9223372036854775809>} {}

// -----

// CHECK: :[[# @LINE + 1]]:71: error: integer value too large
module attributes {test.attribute = #sdy.mesh<["a"=2], device_ids=[1, 18446744073709551616]>} {}

// -----

// CHECK: :[[# @LINE + 1]]:56: error: integer value too large
module attributes {test.attribute = #sdy<sub_axis_info(18446744073709551616)2>} {}

// -----

// CHECK: :[[# @LINE + 1]]:68: error: integer value too large
module attributes {test.attribute = #sdy<all_to_all_param{"a"}: 0->99999999999999999999>} {}

// -----

// CHECK: :[[# @LINE + 1]]:65: error: integer value too large
module attributes {test.attribute = #sdy<edge_value_ref operand-9223372036854775808>} {}

// -----

// CHECK: :[[# @LINE + 1]]:65: error: integer value too large
module attributes {test.attribute = #sdy<edge_value_ref operand--9223372036854775809>} {}

// -----

// CHECK: :[[# @LINE + 1]]:68: error: integer value too large
module attributes {test.attribute = #sdy<propagation_one_step{step-99999999999999999999 = []}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:75: error: integer value too large
module attributes {test.attribute = #sdy.op_sharding_rule<([i])->([i]) {i=9223372036854775808}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:75: error: integer value too large
module attributes {test.attribute = #sdy.op_sharding_rule<([i])->([i]) {i=-9223372036854775809}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:55: error: expected integer value
module attributes {test.attribute = #sdy<mesh_axis"a"=1.5>} {}

// -----

// CHECK: :[[# @LINE + 1]]:55: error: expected integer value
module attributes {test.attribute = #sdy<mesh_axis"a"=x>} {}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: unbalanced '<' character in pretty dialect name
module attributes {test.attribute = #sdy<mesh_axis"a"=->} {}

// -----

// CHECK: :[[# @LINE + 1]]:57: error: expected integer value
module attributes {test.attribute = #sdy<sub_axis_info(--1)2>} {}

// -----

// CHECK: :[[# @LINE + 1]]:65: error: expected integer value
module attributes {test.attribute = #sdy<all_to_all_param{"a"}: ->1>} {}

// -----

// CHECK: :[[# @LINE + 1]]:64: error: expected '-'
module attributes {test.attribute = #sdy<edge_value_ref operand 0>} {}

// -----

// CHECK: :[[# @LINE + 1]]:65: error: expected integer value
module attributes {test.attribute = #sdy<edge_value_ref operand-x>} {}

// -----

// CHECK: :[[# @LINE + 1]]:65: error: expected integer value
module attributes {test.attribute = #sdy<edge_value_ref operand-1.5>} {}

// -----

// CHECK: :[[# @LINE + 1]]:66: error: expected integer value
module attributes {test.attribute = #sdy<edge_value_ref operand---1>} {}
