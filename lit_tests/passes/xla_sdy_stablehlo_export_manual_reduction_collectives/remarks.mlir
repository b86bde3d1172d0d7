// The remarks of this pass.
// RUN: sdy-opt %s -xla-sdy-stablehlo-export-manual-reduction-collectives -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [xla-sdy-stablehlo-export-manual-reduction-collectives] 'sdy.all_reduce' is in a manual computation
sdy.mesh @mesh = <["a"=2, "b"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) -> tensor<8x16xf32> {
  %0 = sdy.all_reduce {"b"} %arg0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
