// Rules that depend on whether they are to be conservative.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules | FileCheck %s --check-prefixes=CHECK,USUAL
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules=conservative-propagation=true | FileCheck %s --check-prefixes=CHECK,CONSERVATIVE

// CHECK-LABEL: func.func @pad(
// USUAL: op_sharding_rule<([i, j], [])->([i, j]) {i=3, j=5} permutation={i}>
// CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=3, j=5} permutation={i} blocked_propagation={i}>
func.func @pad(%arg0: tensor<3x5xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// CHECK-LABEL: func.func @slice(
// USUAL: op_sharding_rule<([i, j])->([i, j]) {i=3, j=5} permutation={i}>
// CONSERVATIVE: op_sharding_rule<([i, j])->([i, j]) {i=3, j=5} permutation={i} blocked_propagation={i}>
func.func @slice(%arg0: tensor<3x5xf32>) {
  %0 = stablehlo.slice %arg0 [0:2, 0:5] : (tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}

// CHECK-LABEL: func.func @reduce_window(
// USUAL: op_sharding_rule<([i, j], [])->([i, j]) {i=3, j=8} permutation={j}>
// CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=3, j=8} permutation={j} blocked_propagation={j}>
func.func @reduce_window(%arg0: tensor<3x9xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x9xf32>, tensor<f32>) -> tensor<3x8xf32>
  return
}

// CHECK-LABEL: func.func @select_and_scatter(
// USUAL: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=3, j=4, k=8} need_replication={j} permutation={k}>
// CONSERVATIVE: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=3, j=4, k=8} need_replication={j} permutation={k} blocked_propagation={j, k}>
func.func @select_and_scatter(%arg0: tensor<3x8xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GT, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x8xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x8xf32>
  return
}

// CHECK-LABEL: func.func @concatenate(
// USUAL: op_sharding_rule<([i, j], [i, j])->([i, j]) {i=7, j=5} need_replication={i}>
// CONSERVATIVE: op_sharding_rule<([j, i], [k, i])->([l, i]) {i=5, j=1, k=1, l=1}>
func.func @concatenate(%arg0: tensor<3x5xf32>, %arg1: tensor<4x5xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<3x5xf32>, tensor<4x5xf32>) -> tensor<7x5xf32>
  return
}

// CHECK-LABEL: func.func @convolution(
// USUAL: op_sharding_rule<([i, jk, lm, n], [k, m, n, o])->([i, j, l, o]) {i=2, j=3, k=3, l=3, m=2, n=6, o=10} reduction={k, m, n} permutation={j, l}>
// CONSERVATIVE: op_sharding_rule<([i, l, m, j], [n, o, j, k])->([i, p, q, k]) {i=2, j=6, k=10, l=1, m=1, n=1, o=1, p=1, q=1} reduction={j}>
func.func @convolution(%arg0: tensor<2x9x8x6xf32>, %arg1: tensor<3x3x6x10xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [3, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x8x6xf32>, tensor<3x3x6x10xf32>) -> tensor<2x3x3x10xf32>
  return
}

// CHECK-LABEL: func.func @convolution_2(
// USUAL: op_sharding_rule<([i, j, kl], [j, l, km])->([i, n, km]) {i=2, j=9, k=3, l=2, m=4, n=1} reduction={j, l}>
// CONSERVATIVE: op_sharding_rule<([i, m, jk], [n, k, jl])->([i, o, jl]) {i=2, j=3, k=2, l=4, m=1, n=1, o=1} reduction={k}>
func.func @convolution_2(%arg0: tensor<2x9x6xf32>, %arg1: tensor<9x2x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x9x6xf32>, tensor<9x2x12xf32>) -> tensor<2x1x12xf32>
  return
}

// CHECK-LABEL: func.func @convolution_3(
// USUAL: op_sharding_rule<([ij, k, l], [n, l, im])->([j, k, im]) {i=2, j=2, k=9, l=6, m=5, n=1} reduction={l} permutation={k}>
// CONSERVATIVE: op_sharding_rule<([ij, m, k], [n, k, il])->([j, o, il]) {i=2, j=2, k=6, l=5, m=1, n=1, o=1} reduction={k}>
func.func @convolution_3(%arg0: tensor<4x9x6xf32>, %arg1: tensor<1x6x10xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x9x6xf32>, tensor<1x6x10xf32>) -> tensor<2x9x10xf32>
  return
}
