// What devices exchange is copied before, so that the part for each of them is one piece.
// RUN: sdy-view %s --peak | FileCheck %s
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.tanh %a : tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// CHECK: %a … %a (gathered for tanh) 16 MiB 2 32 MiB
// CHECK: %a 16 MiB
// CHECK: peak a device: about 48 MiB
