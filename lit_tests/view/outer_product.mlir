// A product that contracts nothing is one of elements for compilers for GPUs and TPUs, before shardings are propagated: what
// is gathered here are factors, and not the product, which has a dimension more. XLA for GPUs sends 48.3 KiB.
// RUN: sdy-view %s --collectives --device h100 | FileCheck %s
// RUN: sdy-view %s --collectives --device tpu-v5p | FileCheck %s
// RUN: sdy-view %s --collectives --peak-profile cpu | FileCheck %s --check-prefix=CPU

// CHECK: all_gather {{.*}} f32[16,256] {{.*}} 48 KiB
// CHECK: sent a device: 48.3 KiB
// CPU: sent a device: 96 KiB

sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %g: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<8x256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> tensor<8x64x512xf32> {
  %0 = stablehlo.dot_general %a, %g, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<64x256xf32>, tensor<64x8xf32>) -> tensor<64x256x8xf32>
  %1 = stablehlo.dot_general %0, %w, batching_dims = [2] x [0], contracting_dims = [1] x [1] : (tensor<64x256x8xf32>, tensor<8x256x512xf32>) -> tensor<8x64x512xf32>
  return %1 : tensor<8x64x512xf32>
}
