// What has no part in what a command prints goes: calls, functions, operations, attributes, and the sizes of tensors.
// RUN: sdy-reduce %s --test='sdy-opt {} -sdy-propagation-pipeline' --output='stablehlo.dot_general.*"y"' | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT: func.func @main(%arg0: tensor<1x1xf32>, %arg1: tensor<1x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @unused = <["z"=8]>
func.func public @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x32xf32> {
  %0 = call @twice(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] {a.note = "product"} : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %2 = stablehlo.exponential %1 : tensor<8x32xf32>
  return %2 : tensor<8x32xf32>
}
func.func private @twice(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %a, %a : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
