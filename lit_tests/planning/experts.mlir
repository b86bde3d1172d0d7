// What people write is beside data parallelism, also if the dimensions that are best over all axes are of weights alone.
// RUN: sdy-plan %s --device h100 | FileCheck %s

// CHECK: tensor parallel {{.*}}; sequence parallel {{.*}}; expert parallel

sdy.mesh @mesh = <["data"=2, "expert"=4]>

func.func @main(%w: tensor<8x64x128xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<256x64xf32>) -> tensor<8x64x128xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<256x64xf32>) -> tensor<8x256x64xf32>
  %1 = stablehlo.dot_general %0, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x256x64xf32>, tensor<8x64x128xf32>) -> tensor<8x256x128xf32>
  %2 = stablehlo.tanh %1 : tensor<8x256x128xf32>
  %3 = stablehlo.dot_general %0, %2, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<8x256x64xf32>, tensor<8x256x128xf32>) -> tensor<8x64x128xf32>
  %4 = stablehlo.subtract %w, %3 : tensor<8x64x128xf32>
  return %4 : tensor<8x64x128xf32>
}
