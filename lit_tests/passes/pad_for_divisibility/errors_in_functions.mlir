// An error shows arguments that are padded already as unknown values, without the casts that stand for them.
// RUN: sdy-opt %s -sdy-pad-for-divisibility -split-input-file -verify-diagnostics

sdy.mesh @m = <["a"=2, "b"=4]>
func.func private @returned(%arg0: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %arg1: tensor<6xf32>) -> (tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}, tensor<6xf32>) {
  %0 = stablehlo.negate %arg1 : tensor<6xf32>
  // expected-error @+1 {{failed to legalize operation 'func.return' that was explicitly marked illegal: "func.return"(<<UNKNOWN SSA VALUE>>, %0) : (tensor<5xf32>, tensor<6xf32>) -> ()}}
  return %arg0, %0 : tensor<5xf32>, tensor<6xf32>
}
