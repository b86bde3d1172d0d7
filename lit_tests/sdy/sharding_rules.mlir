// Sharding rules: factors shared and private, several in a dimension, each kind of special factor, custom rules.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @elementwise(%arg0: tensor<8x4xf32>) {
// CHECK-NEXT:   %0 = stablehlo.add %arg0, %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @elementwise(%arg0: tensor<8x4xf32>) {
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4}>} : tensor<8x4xf32>
  return
}

// CHECK-LABEL: func.func @reduction(%arg0: tensor<8x4xf32>, %arg1: tensor<4x16xf32>) {
// CHECK-NEXT:   %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}, custom>} : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @reduction(%arg0: tensor<8x4xf32>, %arg1: tensor<4x16xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k],[k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}, custom>} : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return
}

// CHECK-LABEL: func.func @reshape(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:   %0 = stablehlo.reshape %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([ij]) {i=2, j=4}>} : (tensor<2x4xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @reshape(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.reshape %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([ij]) {i=2, j=4}>} : (tensor<2x4xf32>) -> tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @special_factors(%arg0: tensor<8x4x2xf32>) {
// CHECK-NEXT:   %0 = stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([l, j]) {i=8, j=4, k=2, l=8} reduction={i, k} need_replication={j} permutation={l} blocked_propagation={i, l}>} : (tensor<8x4x2xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @special_factors(%arg0: tensor<8x4x2xf32>) {
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "f"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([l, j]) {i=8, j=4, k=2, l=8} reduction={i, k} need_replication={j} permutation={l} blocked_propagation={i, l}>} : (tensor<8x4x2xf32>) -> tensor<8x4xf32>
  return
}

// CHECK-LABEL: func.func @scalars(%arg0: tensor<f32>) {
// CHECK-NEXT:   %0 = stablehlo.tanh %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @scalars(%arg0: tensor<f32>) {
  %0 = stablehlo.tanh %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([]) {} reduction={}>} : tensor<f32>
  return
}

// CHECK-LABEL: func.func @more_factors_than_letters(%arg0: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x6x2xf32>) {
// CHECK-NEXT:   %0 = stablehlo.tanh %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, zz_1, z_2])->([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, zz_1, z_2]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=2, z_1=3, z_2=2}>} : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x6x2xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @more_factors_than_letters(%arg0: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x6x2xf32>) {
  %0 = stablehlo.tanh %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, zz_1, z_2])->([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, zz_1, z_2]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=2, z_1=3, z_2=2}>} : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x6x2xf32>
  return
}
