// The remarks of this pass.
// RUN: sdy-opt %s -xla-sdy-round-trip-shard-map-import -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [xla-sdy-round-trip-shard-map-import] @xla.sdy.manual_computation_body.1 is manual along a
module {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func private @xla.sdy.manual_computation_body.1(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
  func.func @main(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %1 = call @xla.sdy.manual_computation_body.1(%0) {mhlo.frontend_attributes = {inlineable = "false"}} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22a\22}>"}} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
