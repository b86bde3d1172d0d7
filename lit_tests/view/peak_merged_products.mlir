// XLA for GPUs makes one kernel of products of one operand: all of its result is in memory until its parts are read.
// XLA needs 82 MiB.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

func.func @main(%x: tensor<8192x512xf32>, %q: tensor<512x512xf32>, %v: tensor<512x512xf32>) -> tensor<8192x512xf32> {
  %0 = stablehlo.dot_general %x, %q, contracting_dims = [1] x [0] : (tensor<8192x512xf32>, tensor<512x512xf32>) -> tensor<8192x512xf32>
  %1 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8192x512xf32>, tensor<512x512xf32>) -> tensor<8192x512xf32>
  %2 = stablehlo.tanh %0 : tensor<8192x512xf32>
  %3 = stablehlo.dot_general %2, %q, contracting_dims = [1] x [0] : (tensor<8192x512xf32>, tensor<512x512xf32>) -> tensor<8192x512xf32>
  %4 = stablehlo.multiply %3, %1 : tensor<8192x512xf32>
  return %4 : tensor<8192x512xf32>
}

// CHECK: %1 (products of one operand)
// CHECK: peak a device: about 82 MiB
