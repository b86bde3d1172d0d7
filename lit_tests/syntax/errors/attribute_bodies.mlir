// What is said in the bodies of StableHLO's attributes: parameters that must come in an order, or all in any, or any in any.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:76: error: expected ','
func.func private @f() attributes {a = #stablehlo.channel_handle<handle = 5 type = 2>}

// -----
// CHECK: :[[# @LINE + 1]]:75: error: expected integer value
func.func private @f() attributes {a = #stablehlo.channel_handle<handle = , type = 2>}

// -----
// CHECK: :[[# @LINE + 1]]:75: error: integer value too large
func.func private @f() attributes {a = #stablehlo.channel_handle<handle = 9223372036854775808, type = 1>}

// -----
// CHECK: :[[# @LINE + 1]]:84: error: duplicate or unknown struct parameter name: foo
func.func private @f() attributes {a = #stablehlo.channel_handle<handle = 1, foo = 1>}

// -----
// CHECK: :[[# @LINE + 1]]:103: error: expected 'operand_index'
func.func private @f() attributes {a = #stablehlo.output_operand_alias<output_tuple_indices = [1, 2], = 0, operand_tuple_indices = [3]>}

// -----
// CHECK: :[[# @LINE + 1]]:58: error: expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`
func.func private @f() attributes {a = #stablehlo.gather<= [2, 3]>}

// -----
// CHECK: :[[# @LINE + 1]]:64: error: expected '<'
func.func private @f() attributes {a = #stablehlo.mesh<axes = [name = "x", size = 2]>}

// -----
// CHECK: :[[# @LINE + 1]]:81: error: struct is missing required parameter: name
func.func private @f() attributes {a = #stablehlo.axis_ref<sub_axis_info = (2)2 name = "x">}

// -----
// CHECK: :[[# @LINE + 1]]:74: error: expected AxisRefAttr in axes list
func.func private @f() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [5 : i32]>}

// -----
// CHECK: :[[# @LINE + 1]]:51: error: unknown StableHLO attribute
func.func private @f() attributes {a = #stablehlo.foo<HIGH>}

// -----
// CHECK: :[[# @LINE + 1]]:46: error: unknown chlo attribute
func.func private @f() attributes {a = #chlo.foo<HIGH>}

// -----
// CHECK: :[[# @LINE + 1]]:51: error: unknown stablehlo type: foo
func.func private @f() attributes {a = !stablehlo.foo<HIGH>}

// -----
// Brackets and quotes in comments count where the end of a body is sought.
// CHECK: :[[# @LINE + 1]]:53: error: unbalanced '<' character in pretty dialect name
func.func private @f() attributes {a = #sdy.sharding<@m, // <
[]>}

// -----
// CHECK: :[[# @LINE + 1]]:44: error: unbalanced '<' character in pretty dialect name
func.func private @f() attributes {a = #sdy<sharding<@m, // ]
[]>>}

// -----
// CHECK: :[[# @LINE + 1]]:62: error: expected '"' in string literal
func.func private @f() attributes {a = #sdy.sharding<@m, // "
[]>}
