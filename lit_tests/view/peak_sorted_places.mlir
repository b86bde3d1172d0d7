// A stable sort of GPUs sorts the places of elements, too, and is not in place. XLA needs 40.1 MiB.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

func.func @main(%x: tensor<8x4096x128xf32>, %w: tensor<128x64xf32>) -> tensor<8x64x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<8x4096x128xf32>, tensor<128x64xf32>) -> tensor<8x4096x64xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<8x4096x64xf32>) -> tensor<8x4096x64xf32>
  %2 = stablehlo.slice %1 [0:8, 0:64, 0:64] : (tensor<8x4096x64xf32>) -> tensor<8x64x64xf32>
  return %2 : tensor<8x64x64xf32>
}

// CHECK: %1 (scratch of sort)
// CHECK: peak a device: about 40.1 MiB
