// Strides along sharded dimensions are dropped as in the reference, with a warning.
// RUN: sdy-opt %s -sdy-resolve-permutation-factors=enable-halo-exchange=true -o /dev/null 2>&1 | FileCheck %s
// RUN: sdy-opt %s -sdy-resolve-permutation-factors=enable-halo-exchange=true -Wno-dropped-strides 2>&1 | FileCheck %s --check-prefix=OFF

// CHECK: dropped_strides.mlir:{{.*}}: warning: drops the strides of sharded dimensions
// CHECK: hint: -Wno-dropped-strides is without this warning
// OFF-NOT: warning
// OFF: stablehlo.collective_permute

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.slice %a [0:8:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
