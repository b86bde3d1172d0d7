// Constraints on inlined, maximal and empty meshes are applied like others.
// RUN: sdy-opt %s -allow-unregistered-dialect -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @maximal_mesh = <[], device_ids=[1]>
sdy.mesh @empty_mesh = <[]>

// CHECK-LABEL: func.func @inlined(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2]>, [{"a"}]>]>} : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <mesh<["a"=2]>, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @inlined(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <mesh<["a"=2]>, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @maximal(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = "test.op"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh, []>, <@maximal_mesh, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#0 <@maximal_mesh, []> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @maximal(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = "test.op"(%arg0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  %1 = sdy.sharding_constraint %0#0 <@maximal_mesh, []> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @empty(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = "test.op"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@empty_mesh, [{}]>, <@empty_mesh, [{?}, {?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>)
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0#0 <@empty_mesh, [{}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @empty(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = "test.op"(%arg0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>)
  %1 = sdy.sharding_constraint %0#0 <@empty_mesh, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
