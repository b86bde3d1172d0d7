// Calls of bodies that lack a part.
// RUN: not sdy-opt %s -xla-sdy-round-trip-shard-map-import -split-input-file 2>&1 | FileCheck %s

module {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func private @xla.sdy.manual_computation_body(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
  func.func @main(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    // CHECK: :[[# @LINE + 2]]:10: error: expected at least one operand of @xla.sdy.manual_computation_body to be produced by a xla.sdy.GlobalToLocalShape CustomCallOp
    // CHECK: :[[# @LINE + 1]]:10: error: failed to legalize operation 'func.call'
    %0 = call @xla.sdy.manual_computation_body(%arg0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func private @xla.sdy.manual_computation_body(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
  func.func @main(%arg0: tensor<8x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    // CHECK: :[[# @LINE + 1]]:10: error: expected the first use of @xla.sdy.manual_computation_body to be by a xla.sdy.LocalToGlobalShape CustomCallOp
    %1 = call @xla.sdy.manual_computation_body(%0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    return %1 : tensor<4x16xf32>
  }
}

// -----

module {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func private @xla.sdy.manual_computation_body(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
  func.func @main(%arg0: tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
    // CHECK: :[[# @LINE + 1]]:10: error: expected a unique FuncOp per @xla.sdy.manual_computation_body call. Were functions maybe somehow shared/de-duped between two ManualComputations?
    %0 = call @xla.sdy.manual_computation_body(%arg0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %1 = call @xla.sdy.manual_computation_body(%arg0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    return %0, %1 : tensor<4x16xf32>, tensor<4x16xf32>
  }
}
