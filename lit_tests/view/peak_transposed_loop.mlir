// XLA for GPUs copies a cache of [layer, batch, time, heads, features] before the loop over layers, if a product wants
// other dimensions of each layer in front. The new cache has this layout, too, until the loop ends. The place of the
// donated cache is there all the time. XLA needs 13.1 MiB.
// RUN: sdy-view %s --peak --device h100 | FileCheck %s

sdy.mesh @mesh = <["x"=4]>

func.func @main(%cache: tensor<4x4x1024x8x64xbf16> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}, {}]>},
                %new: tensor<4x1x8x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>},
                %query: tensor<4x8x4x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %at: tensor<i32>)
    -> (tensor<4x4x1024x8x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"x"}, {}]>}, tensor<4x8x4x64xbf16>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %layers = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %empty = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<bf16>) -> tensor<4x4x1024x8x64xbf16>
  %2:3 = stablehlo.while(%i = %0, %x = %query, %made = %empty) : tensor<i32>, tensor<4x8x4x64xbf16>, tensor<4x4x1024x8x64xbf16>
  cond {
    %3 = stablehlo.compare LT, %i, %layers : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.dynamic_slice %cache, %i, %0, %0, %0, %0, sizes = [1, 4, 1024, 8, 64] : (tensor<4x4x1024x8x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x1024x8x64xbf16>
    %4 = stablehlo.reshape %3 : (tensor<1x4x1024x8x64xbf16>) -> tensor<4x1024x8x64xbf16>
    %5 = stablehlo.dynamic_update_slice %4, %new, %0, %at, %0, %0 : (tensor<4x1024x8x64xbf16>, tensor<4x1x8x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1024x8x64xbf16>
    %6 = stablehlo.dot_general %x, %5, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [3] : (tensor<4x8x4x64xbf16>, tensor<4x1024x8x64xbf16>) -> tensor<4x8x4x1024xbf16>
    %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x8x4x1024xbf16>, tensor<bf16>) -> tensor<4x8x4xbf16>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<4x8x4xbf16>) -> tensor<4x8x4x64xbf16>
    %9 = stablehlo.add %x, %8 : tensor<4x8x4x64xbf16>
    %10 = stablehlo.reshape %5 : (tensor<4x1024x8x64xbf16>) -> tensor<1x4x1024x8x64xbf16>
    %11 = stablehlo.dynamic_update_slice %made, %10, %i, %0, %0, %0, %0 : (tensor<4x4x1024x8x64xbf16>, tensor<1x4x1024x8x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x4x1024x8x64xbf16>
    %12 = stablehlo.add %i, %1 : tensor<i32>
    stablehlo.return %12, %9, %11 : tensor<i32>, tensor<4x8x4x64xbf16>, tensor<4x4x1024x8x64xbf16>
  }
  return %2#2, %2#1 : tensor<4x4x1024x8x64xbf16>, tensor<4x8x4x64xbf16>
}

// CHECK:      %cache (transposed for while)
// CHECK:      peak a device: about 13.0 MiB
