// The local form of a dynamic slice has no sharding if a dimension has axes, even of size one, since jaxlib 0.12.
// RUN: sdy-opt %s -sdy-convert-global-to-local -shardy=0.11.2 | FileCheck %s --check-prefix=OLDER
// RUN: sdy-opt %s -sdy-convert-global-to-local | FileCheck %s --check-prefix=NEWEST

sdy.mesh @mesh = <["x"=1, "y"=2]>

func.func @slice(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<i64>) {
  // OLDER:  stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 4] {sdy.sharding =
  // NEWEST: stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 4] :
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [1, 4] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<2x4xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  return
}
