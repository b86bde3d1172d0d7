// An applied constraint on a tensor also gets the sharding rule of an identity, unless it has a rule of its own.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: func.func @identity(%arg0: tensor<8x1x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}, {}]>}, %arg1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}, {}]> {one = 1 : i32, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=1, k=0}>, zero = 0 : i32} : tensor<8x1x0xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg1 <@mesh, []> {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @identity(%arg0: tensor<8x1x0xf32>, %arg1: tensor<f32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}, {}]> {one = 1 : i32, zero = 0 : i32} : tensor<8x1x0xf32>
  %1 = sdy.sharding_constraint %arg1 <@mesh, []> : tensor<f32>
  return
}

// CHECK-LABEL: func.func @own_rule(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([j]) {i=8, j=8}>} : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @own_rule(%arg0: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([j]) {i=8, j=8}>} : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @no_tensor(%arg0: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>}) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, []> : !stablehlo.token
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @no_tensor(%arg0: !stablehlo.token) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, []> : !stablehlo.token
  return
}

// CHECK-LABEL: func.func @only_the_applied_one(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @only_the_applied_one(%arg0: tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>
  return
}
