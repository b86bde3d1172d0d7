// XLA for GPUs exchanges the operands of the gradient of a transposed convolution's kernel, which are transposed, and not
// padded between their rows. XLA needs 1.6 MiB.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

func.func @main(%x: tensor<4x16x16x64xf32>, %g: tensor<4x32x32x32xf32>) -> tensor<2x2x64x32xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x16x64xf32>, tensor<4x32x32x32xf32>) -> tensor<2x2x64x32xf32>
  return %0 : tensor<2x2x64x32xf32>
}

// CHECK: transposed for convolution
// CHECK: peak a device: about 1.5 MiB
