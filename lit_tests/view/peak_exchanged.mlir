// What devices exchange is copied before, so that the part for each of them is one piece.
// XLA for TPU v5e needs four times a tile, 1024.0 MiB for 32768x16384 on eight devices.
// RUN: sdy-view %s --peak | FileCheck %s --check-prefixes=CHECK,TPU
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefixes=CHECK,GPU

sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.tanh %a : tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// CHECK: %a … %a (gathered for tanh) 16 MiB 2 32 MiB
// CHECK: %a 16 MiB
// TPU: peak a device: about 64 MiB
// GPU: peak a device: about 48 MiB
