// The zeros that a pooled gradient is added to are there as soon as a maximum with zeros is.
// XLA for H100: 72.9 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%x: tensor<8x64x64x64xf32>, %k: tensor<3x3x64x64xf32>, %u: tensor<3x3x64x1024xf32>, %v: tensor<3x3x1024x64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x64x64x64xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x64x64x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x64x64x64xf32>
  %1 = stablehlo.maximum %0, %zeros : tensor<8x64x64x64xf32>
  %2 = "stablehlo.reduce_window"(%1, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %8 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }) : (tensor<8x64x64x64xf32>, tensor<f32>) -> tensor<8x32x32x64xf32>
  %3 = stablehlo.convolution(%2, %u) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x32x64xf32>, tensor<3x3x64x1024xf32>) -> tensor<8x32x32x1024xf32>
  %4 = stablehlo.convolution(%3, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x32x32x1024xf32>, tensor<3x3x1024x64xf32>) -> tensor<8x32x32x64xf32>
  %5 = "stablehlo.select_and_scatter"(%1, %4, %zero) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %8 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %8 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }) : (tensor<8x64x64x64xf32>, tensor<8x32x32x64xf32>, tensor<f32>) -> tensor<8x64x64x64xf32>
  %6 = stablehlo.compare GT, %0, %zeros : (tensor<8x64x64x64xf32>, tensor<8x64x64x64xf32>) -> tensor<8x64x64x64xi1>
  %7 = stablehlo.select %6, %5, %zeros : tensor<8x64x64x64xi1>, tensor<8x64x64x64xf32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x64x64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %8 : tensor<64xf32>
}

// CHECK: peak a device: about 70.6 MiB
