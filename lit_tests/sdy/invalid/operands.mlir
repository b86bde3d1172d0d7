// What barriers, groups, constants and constraints ask of their operands, results and attributes.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @barrier_direction(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

func.func @barrier_unknown_direction(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:56: error: custom op 'sdy.propagation_barrier' expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]
  %0 = sdy.propagation_barrier %arg0 allowed_direction=UP : tensor<8xf32>
  return
}

// -----

func.func @barrier_attribute(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.propagation_barrier' op attribute 'allowed_direction' failed to satisfy constraint: propagation direction enum
  %0 = "sdy.propagation_barrier"(%arg0) {allowed_direction = 1} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @barrier_types(%arg0: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.propagation_barrier' op operand #0 must be ranked tensor of any non-token type values, but got 'i32'
  %0 = "sdy.propagation_barrier"(%arg0) <{allowed_direction = 1 : i32}> : (i32) -> i32
  return
}

// -----

func.func @group_id(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.sharding_group' op attribute 'group_id' failed to satisfy constraint: 64-bit signless integer attribute
  "sdy.sharding_group"(%arg0) <{group_id = 1 : i32}> : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @no_group_id(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.sharding_group' op requires attribute 'group_id'
  "sdy.sharding_group"(%arg0) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @group_results(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_group' op requires zero results
  %0 = "sdy.sharding_group"(%arg0) <{group_id = 1 : i64}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 2]]:6: error: 'sdy.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'
// CHECK: :[[# @LINE + 1]]:6: error: 'sdy.constant' op failed to infer returned types
%0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<8xf32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'sdy.constant' op result #0 must be statically shaped tensor of any non-token type values, but got 'tensor<?xf32>'
%0 = "sdy.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<?xf32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'sdy.constant' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute
%0 = "sdy.constant"() {value = 2} : () -> tensor<4xf32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: custom op 'sdy.constant' attribute 'value' occurs more than once in the attribute list
%0 = sdy.constant {value = dense<2.0> : tensor<4xf32>} dense<1.0> : tensor<4xf32>

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @constraint_types(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.sharding_constraint' op requires the same type for all operands and results
  %0 = "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @reshard_operands(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.reshard' op requires a single operand
  %0 = "sdy.reshard"(%arg0, %arg0) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @no_sharding(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.reshard' op requires attribute 'sharding'
  %0 = "sdy.reshard"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @no_elements() {
  // CHECK: :[[# @LINE + 1]]:21: error: custom op 'sdy.constant' invalid kind of attribute specified
  %0 = sdy.constant "text"
  return
}

// -----

func.func @no_tensor() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.constant' op result #0 must be statically shaped tensor of any non-token type values, but got 'vector<4xi32>'
  %0 = sdy.constant dense<1> : vector<4xi32>
  return
}
