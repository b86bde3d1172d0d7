// A result that devices sum is where the product has written it: XLA for H100 needs 448 MiB.
// RUN: sdy-view %s --device h100 --peak | FileCheck %s

sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%x: tensor<16x2048x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
                %v: tensor<4096x16384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                %w: tensor<16384x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> (tensor<16x2048x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}) {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [2] x [0] : (tensor<16x2048x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<16x2048x16384xbf16>
  %1 = stablehlo.tanh %0 : tensor<16x2048x16384xbf16>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [2] x [0] : (tensor<16x2048x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<16x2048x4096xbf16>
  return %2 : tensor<16x2048x4096xbf16>
}

// CHECK: peak a device: about 448 MiB
