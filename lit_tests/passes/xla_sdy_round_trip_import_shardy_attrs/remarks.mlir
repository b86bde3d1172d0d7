// The remarks of this pass.
// RUN: sdy-opt %s -xla-sdy-round-trip-import-shardy-attrs -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [xla-sdy-round-trip-import-shardy-attrs] result 0 has <@mesh, [{"a"}, {}]>, from @xla.sdy.FuncResultSharding
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22a\22=2, \22b\22=4]>}"}} {
  func.func @main(%arg0: tensor<8x16xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22a\22}, {}]>"}, mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"}) -> tensor<8x16xf32> {
    %0 = stablehlo.tanh %arg0 {mhlo.frontend_attributes = {xla.sdy.sharding_rule = "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>"}, mhlo.sharding = "{replicated}"} : tensor<8x16xf32>
    %1 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%0) {has_side_effect = true, mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{\22a\22}, {}]>]>"}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
}
