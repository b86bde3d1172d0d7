// Convolutions: dimension numbers as three lists, a window of the parameters that are there.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @convolution(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
// CHECK-NEXT:    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
// CHECK-NEXT:    %1 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
// CHECK-NEXT:    %2 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 1, 0, f]x[1, 0, i, o]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[0, 1], [2, 3]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x16x4x6xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @convolution(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x16xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x8x8x16xf32>
  %1 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
  %2 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 1, 0, f]x[1, 0, i, o]->[b, f, 0, 1], window = {pad = [[0, 1], [2, 3]], stride = [2, 2],} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x16x4x6xf32>
  return
}

// CHECK-LABEL: func.func @no_spatial_dimensions(%arg0: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.convolution(%arg0, %arg0) dim_numbers = [b, f]x[o, i]->[b, f], window = {stride = [], pad = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @no_spatial_dimensions(%arg0: tensor<2x4xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg0) dim_numbers = [b, f]x[o, i]->[b, f], window = {stride = [], pad = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}
