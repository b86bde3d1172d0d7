// XLA for GPUs updates a cache of [batch, time, heads, features] transposed if a product wants its dimensions in another
// order, and makes the result at the end, from another copy. If something is sent, the copies of all caches are alive
// then. On one head, a product that contracts the time on the right reads a cache as it is. XLA needs 10.1 and 12.3 MiB.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s --check-prefix=HEADS
// RUN: bash -c "sed 's/{}, {}, {\"x\"}, {}/{\"x\"}, {}, {}, {}/' %s > %t.mlir"
// RUN: sdy-view %t.mlir --peak --device h100 | FileCheck %s --check-prefix=BATCH

sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<4x2048x4x128xbf16> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>},
                %b: tensor<4x2048x4x128xbf16> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>},
                %c: tensor<4x2048x4x128xbf16> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>},
                %new: tensor<4x1x4x128xbf16>, %p: tensor<4x4x4x2048xbf16>, %at: tensor<i32>)
    -> (tensor<4x2048x4x128xbf16>, tensor<4x2048x4x128xbf16>, tensor<4x2048x4x128xbf16>, tensor<4x4x4x128xbf16>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %1 = stablehlo.dynamic_update_slice %a, %new, %0, %at, %0, %0 : (tensor<4x2048x4x128xbf16>, tensor<4x1x4x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2048x4x128xbf16>
  %2 = stablehlo.dot_general %1, %p, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3] : (tensor<4x2048x4x128xbf16>, tensor<4x4x4x2048xbf16>) -> tensor<4x4x128x4xbf16>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x4x128x4xbf16>, tensor<bf16>) -> tensor<bf16>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<bf16>) -> tensor<4x4x4x2048xbf16>
  %5 = stablehlo.add %p, %4 : tensor<4x4x4x2048xbf16>
  %6 = stablehlo.dynamic_update_slice %b, %new, %0, %at, %0, %0 : (tensor<4x2048x4x128xbf16>, tensor<4x1x4x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2048x4x128xbf16>
  %7 = stablehlo.dot_general %6, %5, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3] : (tensor<4x2048x4x128xbf16>, tensor<4x4x4x2048xbf16>) -> tensor<4x4x128x4xbf16>
  %8 = stablehlo.transpose %7, dims = [0, 1, 3, 2] : (tensor<4x4x128x4xbf16>) -> tensor<4x4x4x128xbf16>
  %9 = stablehlo.dynamic_update_slice %c, %new, %0, %at, %0, %0 : (tensor<4x2048x4x128xbf16>, tensor<4x1x4x128xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2048x4x128xbf16>
  %10 = stablehlo.dot_general %5, %9, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<4x4x4x2048xbf16>, tensor<4x2048x4x128xbf16>) -> tensor<4x4x4x128xbf16>
  %11 = stablehlo.add %8, %10 : tensor<4x4x4x128xbf16>
  return %1, %6, %9, %11 : tensor<4x2048x4x128xbf16>, tensor<4x2048x4x128xbf16>, tensor<4x2048x4x128xbf16>, tensor<4x4x4x128xbf16>
}

// HEADS:      %1 (transposed for dot_general)
// HEADS-NEXT: %6 (transposed for dot_general)
// HEADS-NOT:  %9 (transposed
// HEADS:      peak a device: about 10.1 MiB

// BATCH:      %9 (transposed for dot_general)
// BATCH:      peak a device: about 12.1 MiB
