// In a nested module a name means the function of the outer module, here one with fewer results.
// RUN: sdy-opt %s -sdy-insert-func-call-reshards -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func private @f() -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}
module @inner {
  sdy.mesh @mesh = <["a"=2]>
  func.func private @f() -> (tensor<f32>, tensor<8xf32>)
  func.func @g() {
    // expected-error @+1 {{'func.call' op result shardings don't match number of values: 1 shardings vs 2 values}}
    %0:2 = call @f() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"a"}]>]>} : () -> (tensor<f32>, tensor<8xf32>)
    return
  }
}
