// XLA for GPUs gathers several weights at once, of at most 30 MiB together: all are in memory before the first product.
// XLA for H100: 13.8 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%x: tensor<64x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %u: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %v: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %w: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> tensor<64x1024xf32> {
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x1024xf32>) -> tensor<64x1024xf32>
  %1 = stablehlo.tanh %0 : tensor<64x1024xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x1024xf32>) -> tensor<64x1024xf32>
  %3 = stablehlo.tanh %2 : tensor<64x1024xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<64x1024xf32>, tensor<1024x1024xf32>) -> tensor<64x1024xf32>
  %5 = stablehlo.tanh %4 : tensor<64x1024xf32>
  return %5 : tensor<64x1024xf32>
}

// CHECK-DAG: %u (gathered for dot_general){{ +}}4 MiB
// CHECK-DAG: %v (gathered for dot_general){{ +}}4 MiB
// CHECK-DAG: %w (gathered for dot_general){{ +}}4 MiB
// CHECK: peak a device: about 13.5 MiB
