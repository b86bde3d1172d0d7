// Complex products are calls of cuBLAS, which has 4 MiB of scratch memory.
// XLA for H100: 4.094 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

func.func public @main(%x: tensor<64x64xcomplex<f32>>, %y: tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
  return %0 : tensor<64x64xcomplex<f32>>
}

// CHECK: peak a device: about 4.0
