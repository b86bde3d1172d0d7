// Operations whose results have shapes that operands give.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @dynamic(%arg0: tensor<2x4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<f32>) {
// CHECK-NEXT:    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    %2 = stablehlo.dynamic_iota %arg1, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
// CHECK-NEXT:    %3 = stablehlo.dynamic_pad %arg0, %arg2, %arg1, %arg1, %arg1 : (tensor<2x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    %4 = stablehlo.dynamic_reshape %arg0, %arg1 {note} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    %5 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @dynamic(%arg0: tensor<2x4xf32>, %arg1: tensor<2xi64>, %arg2: tensor<f32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_iota %arg1, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
  %3 = stablehlo.dynamic_pad %arg0, %arg2, %arg1, %arg1, %arg1 : (tensor<2x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %4 = stablehlo.dynamic_reshape %arg0, %arg1 {note} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %5 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @gather_and_convolution(%arg0: tensor<3x4x2xi32>, %arg1: tensor<2x3x2xi64>, %arg2: tensor<3xi64>, %arg3: tensor<1x8x8x3xf32>, %arg4: tensor<3x3x3x16xf32>, %arg5: tensor<2x2xi64>) {
// CHECK-NEXT:    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
// CHECK-NEXT:    %1 = "stablehlo.dynamic_conv"(%arg3, %arg4, %arg5) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> tensor<1x?x?x16xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @gather_and_convolution(%arg0: tensor<3x4x2xi32>, %arg1: tensor<2x3x2xi64>, %arg2: tensor<3xi64>, %arg3: tensor<1x8x8x3xf32>, %arg4: tensor<3x3x3x16xf32>, %arg5: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  %1 = "stablehlo.dynamic_conv"(%arg3, %arg4, %arg5) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> tensor<1x?x?x16xf32>
  return
}
