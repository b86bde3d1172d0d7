// Text that is no attribute of SDY: meshes of shardings, manual axes, mappings; names, and the brackets around them.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:51: error: invalid kind of attribute specified
module attributes {test.attribute = #sdy.sharding<5, []>} {}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: invalid kind of attribute specified
module attributes {test.attribute = #sdy.sharding<"mesh", []>} {}

// -----

// CHECK: :[[# @LINE + 1]]:55: error: expected '<'
module attributes {test.attribute = #sdy.sharding<mesh, []>} {}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: expected attribute value
module attributes {test.attribute = #sdy.sharding<foo, []>} {}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: expected attribute value
module attributes {test.attribute = #sdy.sharding< , []>} {}

// -----

// CHECK: :[[# @LINE + 1]]:56: error: expected ','
module attributes {test.attribute = #sdy.sharding<@mesh : i32, []>} {}

// -----

// CHECK: :[[# @LINE + 1]]:51: error: invalid kind of attribute specified
module attributes {test.attribute = #sdy.sharding<#sdy.mesh<[]>, []>} {}

// -----

// CHECK: :[[# @LINE + 1]]:54: error: invalid kind of attribute specified
module attributes {test.attribute = #sdy<manual_axes{5}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:54: error: expected attribute value
module attributes {test.attribute = #sdy<manual_axes{a}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:58: error: expected attribute value
module attributes {test.attribute = #sdy<manual_axes{"a",}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:57: error: expected '}'
module attributes {test.attribute = #sdy<manual_axes{"a" "b"}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:41: error: undefined symbol alias id 'sdy'
module attributes {test.attribute = #sdy <manual_axes{"a"}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:53: error: expected '}' in attribute dictionary
module attributes {test.attribute = #sdy.manual_axes {"a"}} {}

// -----

// CHECK: :[[# @LINE + 1]]:53: error: expected '{'
module attributes {test.attribute = #sdy.manual_axes<{"a"}>} {}

// -----

// CHECK: :[[# @LINE + 1]]:46: error: expected '}' in attribute dictionary
module attributes {test.attribute = #sdy.mesh <["a"=2]>} {}

// -----

// CHECK: :[[# @LINE + 1]]:46: error: expected '<'
module attributes {test.attribute = #sdy.mesh} {}

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected valid keyword
module attributes {test.attribute = #sdy.} {}

// -----

// CHECK: :[[# @LINE + 1]]:41: error: undefined symbol alias id 'sdy'
module attributes {test.attribute = #sdy} {}

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected valid keyword
module attributes {test.attribute = #sdy<>} {}

// -----

// CHECK: :[[# @LINE + 1]]:42: error: expected valid keyword
module attributes {test.attribute = #sdy<5>} {}

// -----

// CHECK: :[[# @LINE + 1]]:42: error: unknown attribute `foo` in dialect `sdy`
module attributes {test.attribute = #sdy.foo} {}

// -----

// CHECK: :[[# @LINE + 1]]:42: error: unknown attribute `foo` in dialect `sdy`
module attributes {test.attribute = #sdy<foo>} {}

// -----

// CHECK: :[[# @LINE + 1]]:45: error: unbalanced '[' character in pretty dialect name
module attributes {test.attribute = #sdy.foo<[>} {}

// -----

// CHECK: :[[# @LINE + 1]]:60: error: unbalanced '{' character in pretty dialect name
module attributes {test.attribute = #sdy.sharding<@mesh, [{"a">} {}

// -----

// CHECK: :[[# @LINE + 1]]:60: error: unbalanced '[' character in pretty dialect name
module attributes {test.attribute = #sdy.sharding<@mesh, [{"a)"}$>} {}

// -----

// CHECK: :[[# @LINE + 1]]:58: error: expected ']'
module attributes {test.attribute = #sdy<tensor_mapping [5]>} {}

// -----

// CHECK: :[[# @LINE + 1]]:59: error: expected ']'
module attributes {test.attribute = #sdy<tensor_mapping [i j]>} {}

// -----

// CHECK: :[[# @LINE + 1]]:61: error: expected ']'
module attributes {test.attribute = #sdy<tensor_mapping [, i j]>} {}

// -----

// CHECK: :[[# @LINE + 1]]:60: error: expecting symbol from 'i' to 'z'. Received: '5'
module attributes {test.attribute = #sdy<tensor_mapping [i5]>} {}

// -----

// CHECK: :[[# @LINE + 1]]:54: error: expected ',' or ']'
module attributes {test.attribute = [#sdy.dim_mapping i]} {}

// -----

// CHECK: :[[# @LINE + 1]]:42: error: dialect 'sdy' provides no type parsing hook
module attributes {test.attribute = !sdy.foo} {}

// -----

#mesh = 5
// CHECK: :[[# @LINE + 1]]:51: error: invalid kind of attribute specified
module attributes {test.attribute = #sdy.sharding<#mesh, []>} {}

// -----

#mesh = #sdy.sharding<@mesh, []>
// CHECK: :[[# @LINE + 1]]:56: error: invalid kind of attribute specified
module attributes {test.attribute = #sdy.sharding<mesh #mesh, []>} {}
