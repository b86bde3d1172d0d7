// A result that XLA gathers whole to reshard it is in memory after each collective. TPUs gather over
// both dimensions at once, and put the parts in order in a copy.
// RUN: sdy-view %s --peak | FileCheck %s --check-prefix=TPU
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefix=GPU

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<256x256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>},
                %b: tensor<256x256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>})
    -> (tensor<256x256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}) {
  %0 = stablehlo.multiply %a, %a : tensor<256x256x256xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x", "y"}, {}]> : tensor<256x256x256xf32>
  %2 = stablehlo.subtract %1, %b : tensor<256x256x256xf32>
  return %2 : tensor<256x256x256xf32>
}

// TPU:        %0 … %0 (gathered for multiply) 64 MiB 2 128 MiB
// TPU:        peak a device: about 152 MiB
// GPU:        %0 (gathered for multiply) 64 MiB
// GPU-NEXT:   %0 (gathered for multiply) 32 MiB
// GPU:        peak a device: about 120 MiB
