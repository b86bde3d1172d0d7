// Texts that are no attributes, and manual computations that are not whole.
// RUN: not sdy-opt %s -sdy-import-gspmd-shardings -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:1: warning: the frontend attribute xla.sdy.meshes stays: it is not the text of such an attribute
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "1 : i32"}} {
}

// -----

module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{}"}} {
  // CHECK: :[[# @LINE + 1]]:3: warning: the frontend attribute xla.sdy.sharding stays: it is not the text of such an attribute
  func.func @main(%arg0: tensor<8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{?"}}) {
    return
  }
}

// -----

module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{}"}} {
  func.func private @xla.sdy.manual_computation_body(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    // CHECK: :[[# @LINE + 1]]:10: error: expected at least one operand of @xla.sdy.manual_computation_body to be produced by a xla.sdy.GlobalToLocalShape CustomCallOp
    %0 = call @xla.sdy.manual_computation_body(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{}"}} {
  func.func private @xla.sdy.manual_computation_body() -> tensor<8xf32> {
    %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @main() -> tensor<8xf32> {
    // CHECK: :[[# @LINE + 1]]:10: error: expected the first use of @xla.sdy.manual_computation_body to be by a xla.sdy.LocalToGlobalShape CustomCallOp
    %0 = call @xla.sdy.manual_computation_body() : () -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{}"}} {
  func.func private @xla.sdy.manual_computation_body() -> tensor<8xf32> {
    %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @main() -> (tensor<8xf32>, tensor<8xf32>) {
    // CHECK: :[[# @LINE + 1]]:10: error: expected a unique FuncOp per @xla.sdy.manual_computation_body call. Were functions maybe somehow shared/de-duped between two ManualComputations?
    %0 = call @xla.sdy.manual_computation_body() : () -> tensor<8xf32>
    %1 = call @xla.sdy.manual_computation_body() : () -> tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
}

// -----

// As in XLA, a name that is taken becomes another one, but not where it is used.
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=8]>}"}} {
  func.func private @mesh(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
  // CHECK: :[[# @LINE + 1]]:3: error: 'func.func' op arg 0 - unknown mesh: @mesh
  func.func @main(%arg0: tensor<8xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}]>"}}) -> tensor<8xf32> {
    %0 = call @mesh(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
