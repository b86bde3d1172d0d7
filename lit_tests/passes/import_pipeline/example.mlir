// A constant that two functions use, a mesh that is written in a sharding, an axis of size one and a loop.
// RUN: sdy-opt %s -sdy-import-pipeline | FileCheck %s

func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "one"=1]>, [{"a", "one"}, {}]>}, %n: tensor<i32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8x8xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sine = stablehlo.sine %y : tensor<8x8xf32>
    stablehlo.return %next, %sine : tensor<i32>, tensor<8x8xf32>
  }
  %0 = stablehlo.add %r#0, %one : tensor<i32>
  return %r#1 : tensor<8x8xf32>
}
func.func private @unused(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
