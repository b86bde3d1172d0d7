// A result that XLA gathers whole to reshard it is in memory after each collective.
// RUN: sdy-view %s --peak | FileCheck %s --check-prefixes=CHECK,TPU
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefixes=CHECK,GPU

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<256x256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>},
                %b: tensor<256x256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>})
    -> (tensor<256x256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}) {
  %0 = stablehlo.multiply %a, %a : tensor<256x256x256xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x", "y"}, {}]> : tensor<256x256x256xf32>
  %2 = stablehlo.subtract %1, %b : tensor<256x256x256xf32>
  return %2 : tensor<256x256x256xf32>
}

// CHECK:      %0 (gathered for multiply) 64 MiB
// CHECK-NEXT: %0 (gathered for multiply) 32 MiB
// TPU:        peak a device: about 120 MiB
// GPU:        peak a device: about 120 MiB
