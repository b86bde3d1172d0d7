// An all-to-all of several axes becomes one that is invalid, as in jaxlib.
// RUN: sdy-opt %s -sdy-optimize-collectives -verify-diagnostics -o /dev/null

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @several(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", "z"}, {}]>}) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 3}}
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"z", "x", "y"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_to_all [{"x", "y"}: 0->1] %0 out_sharding=<@mesh, [{"z"}, {"x", "y"}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
