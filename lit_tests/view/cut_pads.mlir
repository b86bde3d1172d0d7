// Compilers for GPUs and TPUs slice where a pad only takes rows away: of the neighbour, one row is needed.
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s
// RUN: sdy-view %s --collectives --device tpu-v5e | FileCheck %s

// CHECK: collective_permute {{.*}} f32[256] 1 KiB 1 1 KiB
// CHECK-NEXT: sent a device: 1 KiB

sdy.mesh @mesh = <["x"=8]>

func.func public @main(%a: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>})
    -> (tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x32x128xf32>, tensor<f32>) -> tensor<2x33x128xf32>
  %1 = stablehlo.pad %0, %zero, low = [0, -1, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x33x128xf32>, tensor<f32>) -> tensor<2x32x128xf32>
  return %1 : tensor<2x32x128xf32>
}
