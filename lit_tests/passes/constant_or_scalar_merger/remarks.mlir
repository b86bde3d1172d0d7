// Remarks: what is merged, and into what.
// RUN: sdy-opt %s -sdy-constant-or-scalar-merger -remarks -verify-diagnostics

func.func @main() -> (tensor<f32>, tensor<f32>) {
  // expected-note @+1 {{it is the same as %0 here}}
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-remark @+1 {{[sdy-constant-or-scalar-merger] %1 merged into %0}}
  %1 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
