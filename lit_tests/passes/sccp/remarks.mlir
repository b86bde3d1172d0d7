// Remarks: which values are constants that do not look so.
// RUN: sdy-opt %s -sccp -remarks -verify-diagnostics

// expected-remark@+1 {{[sccp] %x is the constant dense<1> : tensor<i32> wherever it comes from}}
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  // expected-remark@+1 {{[sccp] %1 is the constant dense<1> : tensor<i32> wherever it comes from}}
  %1 = call @f(%0) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}
