// Of several meshes that of the shardings of @main is planned for.
// RUN: not sdy-plan %s 2>&1 | FileCheck %s
// RUN: sdy-plan %s --mesh x=2 | FileCheck %s --check-prefix=GIVEN
// RUN: sdy-opt %s | sed 's/%arg0: tensor<64x128xf32>/& {sdy.sharding = #sdy.sharding<@other, [{?}, {?}]>}/' | sdy-plan | FileCheck %s --check-prefix=USED

sdy.mesh @one = <["x"=2]>
sdy.mesh @other = <["y"=4]>

func.func @main(%arg0: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// CHECK: several_meshes.mlir: the program has several meshes: one, other: give one with --mesh AXIS=SIZE,…
// GIVEN: mesh ["x"=2]
// USED:  mesh ["y"=4]
