// The remarks of this pass.
// RUN: sdy-opt %s -sdy-optimize-collectives -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [sdy-optimize-collectives] 'sdy.collective_permute' and 1 all-to-all after it become 3 between reshapes
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y", "x", "z"}]>}) -> tensor<8x8x8xf32> {
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{}, {}, {"x", "z", "y"}]> : tensor<8x8x8xf32>
  %1 = sdy.all_to_all [{"y"}: 2->1] %0 out_sharding=<@mesh, [{}, {"y"}, {"x", "z"}]> : tensor<8x8x8xf32>
  return %1 : tensor<8x8x8xf32>
}
