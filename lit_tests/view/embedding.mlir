// An embedding and a sharded weight: XLA reshapes the indices where JAX broadcasts them, so that it gathers the weight
// and not the rows. `%5` is the reshape in the place of the broadcast.
// RUN: sdy-view %s | FileCheck %s
// RUN: sdy-view %s --peak | FileCheck %s --check-prefix=PEAK
// RUN: sdy-view %s --why %6 | FileCheck %s --check-prefix=WHY

// CHECK: peak a device: about 11.6 MiB of 95.7 GiB (profile tpu): fits a tpu-v5p
// CHECK-NEXT: sent a device: 448 KiB, all over "data"
// CHECK-NEXT: a step: about {{.*}} on tpu-v5p
// CHECK: %5 value {{[0-9]+}} 64x128x1xi32 [{"data"}, {}, {}]
// CHECK: %6 value {{[0-9]+}} 64x128x512xf32 [{"data"}, {}, {}]

// PEAK: peak a device: about 11.6 MiB (profile tpu) in @main

// WHY: %6 dim 0 "data": argument %arg2 dim 0 {{.*}} → reshape embedding.mlir
// WHY: %6 dim 2 not "data": from %arg1 dim 0 over dot_general embedding.mlir
module {
  sdy.mesh @mesh = <["data"=8]>
  func.func public @main(%arg0: tensor<4096x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg2: tensor<64x128xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<64x128x512xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64x128xi32>
    %1 = stablehlo.compare LT, %arg2, %0, SIGNED : (tensor<64x128xi32>, tensor<64x128xi32>) -> tensor<64x128xi1>
    %c_0 = stablehlo.constant dense<4096> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64x128xi32>
    %3 = stablehlo.add %arg2, %2 : tensor<64x128xi32>
    %4 = stablehlo.select %1, %3, %arg2 : tensor<64x128xi1>, tensor<64x128xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<64x128xi32>) -> tensor<64x128x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 512>}> : (tensor<4096x512xf32>, tensor<64x128x1xi32>) -> tensor<64x128x512xf32>
    %7 = stablehlo.dot_general %6, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128x512xf32>, tensor<512x512xf32>) -> tensor<64x128x512xf32>
    return %7 : tensor<64x128x512xf32>
  }
}
