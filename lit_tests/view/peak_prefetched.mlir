// XLA for GPUs gathers the weights of a product during the product before: at the peak both are whole.
// XLA for H100: 88 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

sdy.mesh @mesh = <["d"=8]>

func.func public @main(%x: tensor<8192x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %v: tensor<4096x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
                       %w: tensor<4096x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> tensor<8192x4096xbf16> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<8192x4096xbf16>
  %1 = stablehlo.tanh %0 : tensor<8192x4096xbf16>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<8192x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<8192x4096xbf16>
  return %2 : tensor<8192x4096xbf16>
}

// CHECK-DAG: %v (gathered for dot_general){{ +}}32 MiB
// CHECK-DAG: %w (gathered for dot_general){{ +}}32 MiB
// CHECK: peak a device: about
