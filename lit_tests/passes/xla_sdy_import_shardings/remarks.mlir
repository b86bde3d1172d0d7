// The remarks of this pass.
// RUN: sdy-opt %s -xla-sdy-import-shardings -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [xla-sdy-import-shardings] 7 HLO shardings are over <["_axis_0"=2, "_axis_1"=2, "_axis_2"=2]>
func.func @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"}, %arg1: tensor<8x16xf32> {mhlo.sharding = "{unknown}"}, %arg2: tensor<8x16xf32> {mhlo.sharding = "{maximal device=3}"}) -> (tensor<8x16xf32> {mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"}) {
  %0 = stablehlo.add %arg0, %arg1 {mhlo.sharding = "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}"} : tensor<8x16xf32>
  %1:2 = stablehlo.custom_call @foo(%0, %arg2) {mhlo.sharding = "{{replicated}, {devices=[8,1]<=[8]}}"} : (tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  return %1#1 : tensor<8x16xf32>
}
