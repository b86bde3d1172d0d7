// A function that leads to a call of itself cannot be copied with all that it calls.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter -verify-diagnostics

func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  // expected-error @+1 {{cannot copy function @f for this call: it leads to a function that calls itself}}
  %1 = call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.add %1, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
