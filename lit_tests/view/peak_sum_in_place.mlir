// On TPUs, what devices sum is where its product was, and a result has memory of its own from the beginning on.
// XLA for TPU v5e: 1600.0 MiB.
// RUN: sdy-view %s --device tpu-v5e --peak | FileCheck %s

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%x: tensor<16384x16384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                       %w: tensor<16384x32768xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %v: tensor<32768x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<16384x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16384x16384xbf16>, tensor<16384x32768xbf16>) -> tensor<16384x32768xbf16>
  %1 = stablehlo.tanh %0 : tensor<16384x32768xbf16>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<16384x32768xbf16>, tensor<32768x4096xbf16>) -> tensor<16384x4096xbf16>
  return %2 : tensor<16384x4096xbf16>
}

// CHECK: peak a device: about 1.5 GiB
