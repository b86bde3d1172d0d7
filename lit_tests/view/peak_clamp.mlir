// A minimum of a maximum is one operation, which products read in memory.
// XLA for H100: 192 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%x: tensor<4096x1024xf32>, %u: tensor<1024x4096xf32>, %v: tensor<4096x1024xf32>)
    -> (tensor<4096x4096xf32>, tensor<4096x1024xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4096x4096xf32>
  %six = stablehlo.constant dense<6.0> : tensor<4096x4096xf32>
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x4096xf32>) -> tensor<4096x4096xf32>
  %1 = stablehlo.maximum %0, %zero : tensor<4096x4096xf32>
  %2 = stablehlo.minimum %1, %six : tensor<4096x4096xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x1024xf32>) -> tensor<4096x1024xf32>
  return %0, %3 : tensor<4096x4096xf32>, tensor<4096x1024xf32>
}

// CHECK: peak a device: about 192 MiB
