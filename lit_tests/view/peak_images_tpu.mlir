// Images of fewer features than a row of a tile has elements are padded on TPUs, also what is computed of their elements.
// RUN: sdy-view %s --peak --device tpu-v5e | FileCheck %s
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefix=GPU

func.func @main(%x: tensor<32x128x128x64xf32>, %k: tensor<3x3x64x64xf32>) -> tensor<32x128x128x64xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<32x128x128x64xf32>, tensor<3x3x64x64xf32>) -> tensor<32x128x128x64xf32>
  %1 = stablehlo.tanh %0 : tensor<32x128x128x64xf32>
  %2 = stablehlo.convolution(%1, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<32x128x128x64xf32>, tensor<3x3x64x64xf32>) -> tensor<32x128x128x64xf32>
  %3 = stablehlo.add %1, %2 : tensor<32x128x128x64xf32>
  return %3 : tensor<32x128x128x64xf32>
}

// CHECK-DAG: %0 {{.*}} 256 MiB {{.*}} read by tanh
// CHECK-DAG: %1 {{.*}} 256 MiB {{.*}} operand of convolution
// CHECK:     peak a device: about 896.1 MiB
// GPU:       peak a device: about 384.1 MiB
