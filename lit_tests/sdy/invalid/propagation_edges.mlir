// Records of propagation: steps, targets, shardings, meshes, axes and indices.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

sdy.mesh @mesh = <["a"=2]>
func.func @duplicate_step(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:72: error: propagation edges have duplicate step index: 0
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}, {step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @source_as_target(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:72: error: propagation edges have a source that is the same as a target
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0, operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @duplicate_target(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:72: error: propagation edges have duplicate targets for step index: 3 and axis: a
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-3 = [{"a" = operand-0 -> [result-0, result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @kind_of_value(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:92: error: expected ::mlir::sdy::EdgeNodeType to be one of: operand, result
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = argument-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @no_sharding(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op expected propagation edges attr to reference a sharding.
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @other = <["a"=4]>
func.func @two_meshes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op expected a common mesh for propagation edges attr.
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @unknown_axis(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op expected axis ref to be in one of the meshes
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"b" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @operand_index(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op expected a value ref to have an operand index in range [0, 1), got: 1
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-1 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @result_index(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op expected a value ref to have a result index in range [0, 1), got: 2
  %0 = "test.op"(%arg0) {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = result-0 -> [result-2]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @wrong_kind(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'test.op' op should have a propagation edges attribute of type PropagationEdgesAttr for attr named 'sdy.propagation_edges'
  %0 = "test.op"(%arg0) {sdy.propagation_edges = 1, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'test.op' op should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'
%0 = "test.op"() {sdy.result_propagation_edges = [1]} : () -> tensor<8xf32>

// -----

// CHECK: :[[# @LINE + 1]]:6: error: 'test.op' op should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'
%0 = "test.op"() {sdy.block_arg_propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>} : () -> tensor<8xf32>

// -----

// CHECK: :[[# @LINE + 1]]:48: error: propagation edges have negative step index: -1
module attributes {t.a = #sdy.propagation_edges<[{step--1 = [{"a" = operand-0 -> [result-0]}]}]>} {}
