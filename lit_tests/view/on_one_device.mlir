// What one device computes, as a callback of JAX, gets its operands whole, and the others get its result from it.
// RUN: sdy-view %s --collectives | FileCheck %s

sdy.mesh @mesh = <["data"=2, "model"=4]>
sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>

// CHECK: all_gather {{ *}}on_one_device.mlir:11 {{ *}}"data" {{ *}}2 {{ *}}f32[32,32] {{ *}}4 KiB
// CHECK-NEXT: all_reduce {{ *}}on_one_device.mlir:14 {{ *}}"data", "model" {{ *}}8 {{ *}}f32[64,32] {{ *}}14 KiB
// CHECK-NEXT: all_reduce {{ *}}on_one_device.mlir:17 {{ *}}"data" {{ *}}2 {{ *}}f32[] {{ *}}4 B
// CHECK-NEXT: sent a device: 18.0 KiB
func.func @main(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.custom_call @callback(%x) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>}
    : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = stablehlo.multiply %0, %x : tensor<64x32xf32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
  stablehlo.custom_call @print(%2) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : (tensor<f32>) -> ()
  return %1 : tensor<64x32xf32>
}
