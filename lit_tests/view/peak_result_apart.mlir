// A result has memory of its own on TPUs, also while two larger values are in memory before it.
// XLA for TPU v5e: 1600.0 MiB.
// RUN: sdy-view %s --device tpu-v5e --peak | FileCheck %s

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%x: tensor<65536x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %u: tensor<4096x16384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                       %v: tensor<16384x16384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                       %w: tensor<16384x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<65536x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<65536x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<65536x16384xbf16>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<65536x16384xbf16>, tensor<16384x16384xbf16>) -> tensor<65536x16384xbf16>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<65536x16384xbf16>, tensor<16384x8192xbf16>) -> tensor<65536x8192xbf16>
  return %2 : tensor<65536x8192xbf16>
}

// CHECK: peak a device: about 1.5 GiB
