// Products of few rows take less time than the gathers of their weights. As these follow each other, and the last one
// needs the time of all products, XLA for GPUs begins all of them before the first product.
// XLA for H100: 217.3 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%x: tensor<64x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %u: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %v: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %w: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> tensor<64x4096xf32> {
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<64x4096xf32>, tensor<4096x4096xf32>) -> tensor<64x4096xf32>
  %1 = stablehlo.tanh %0 : tensor<64x4096xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x4096xf32>, tensor<4096x4096xf32>) -> tensor<64x4096xf32>
  %3 = stablehlo.tanh %2 : tensor<64x4096xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<64x4096xf32>, tensor<4096x4096xf32>) -> tensor<64x4096xf32>
  %5 = stablehlo.tanh %4 : tensor<64x4096xf32>
  return %5 : tensor<64x4096xf32>
}

// CHECK-DAG: %u (gathered for dot_general){{ +}}64 MiB
// CHECK-DAG: %v (gathered for dot_general){{ +}}64 MiB
// CHECK-DAG: %w (gathered for dot_general){{ +}}64 MiB
// CHECK: peak a device: about 216
