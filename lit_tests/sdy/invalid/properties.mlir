// Properties that their operations cannot have: in generic form, and in the dictionaries of other forms.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:1: error: invalid properties {mesh = 5 : i64, sym_name = "m"} for op sdy.mesh: Invalid attribute `mesh` in property conversion: 5 : i64
"sdy.mesh"() <{mesh = 5, sym_name = "m"}> : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid properties {mesh = 4 : i64, sym_name = 3 : i64} for op sdy.mesh: Invalid attribute `mesh` in property conversion: 4 : i64
"sdy.mesh"() <{sym_name = 3, mesh = 4}> : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid properties 5 : i64 for op sdy.mesh: expected DictionaryAttr to set properties
"sdy.mesh"() <5> : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: invalid properties #sdy<axis_ref"a"> for op sdy.mesh: expected DictionaryAttr to set properties
"sdy.mesh"() <#sdy<axis_ref"a">> : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'sdy.mesh' op attribute 'mesh' failed to satisfy constraint: Mesh of axes and a list of devices
"sdy.mesh"() {sym_name = "a", mesh = 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'sdy.mesh' op requires attribute 'mesh'
"sdy.mesh"() <{}> {sym_name = "a", mesh = 1} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:6: error: invalid properties {mesh = 1 : i64, sym_name = "a"} for op sdy.mesh: Invalid attribute `mesh` in property conversion: 1 : i64
%0 = "sdy.mesh"() <{sym_name = "a", mesh = 1}> : () -> ()

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:3: error: invalid properties {} for op sdy.return: this operation has empty properties
  "sdy.return"() <{}> : () -> ()
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {allowed_direction = 7 : i32} for op sdy.propagation_barrier: Invalid attribute `allowed_direction` in property conversion: 7 : i32
  %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 7 : i32}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.sharding_group' op attribute 'group_id' failed to satisfy constraint: 64-bit signless integer attribute
  "sdy.sharding_group"(%arg0) <{group_id = 7 : i32}> : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: invalid properties {group_id = 1.000000e+00 : f64} for op sdy.sharding_group: Invalid attribute `group_id` in property conversion: 1.000000e+00 : f64
  "sdy.sharding_group"(%arg0) <{group_id = 1.0}> : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:39: error: custom op 'sdy.sharding_group' inherent attribute 'group_id' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  sdy.sharding_group %arg0 group_id=4 {group_id = 5.0} : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:35: error: custom op 'sdy.data_flow_edge' inherent attribute 'sharding' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  %0 = sdy.data_flow_edge %arg0   {sharding = 5} : tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  // CHECK: :[[# @LINE + 1]]:5: error: custom op 'sdy.named_computation' inherent attribute 'in_shardings' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  } {in_shardings = 1} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:36: error: custom op 'stablehlo.slice' 'stablehlo.slice' op attribute 'strides' failed to satisfy constraint: i64 dense array attribute
  %0 = stablehlo.slice %arg0 [0:1] {strides = 4} : (tensor<8xf32>) -> tensor<1xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:6: error: invalid properties {value = 3 : i64} for op stablehlo.constant: Invalid attribute `value` in property conversion: 3 : i64
%0 = stablehlo.constant() <{value = 3}> : () -> tensor<i32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'stablehlo.constant' op requires attribute 'value'
%0 = stablehlo.constant() {value = 3} : () -> tensor<i32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: invalid properties 3 : i64 for op sdy.constant: expected DictionaryAttr to set properties
%0 = sdy.constant() <3> : () -> tensor<i32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: invalid properties {api_version = 7 : i32, call_target_name = "f"} for op stablehlo.custom_call: Invalid attribute `api_version` in property conversion: 7 : i32
%0 = "stablehlo.custom_call"() <{call_target_name = "f", api_version = 7 : i32}> : () -> tensor<4xi32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: invalid properties {operandSegmentSizes = 1 : i64} for op chlo.scan: for `operandSegmentSizes`: expected DenseI32ArrayAttr
%0 = "chlo.scan"() <{operandSegmentSizes = 1}> ({}) : () -> tensor<4xi32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: invalid properties {operandSegmentSizes = array<i32: 0>} for op chlo.scan: for `operandSegmentSizes`: size mismatch in attribute conversion: 1 vs 2
%0 = "chlo.scan"() <{operandSegmentSizes = array<i32: 0>}> ({}) : () -> tensor<4xi32>

