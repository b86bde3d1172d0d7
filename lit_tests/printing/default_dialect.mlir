// Inside a function func's operations lose their prefix; inside a loop in it they keep it.
// RUN: sdy-opt %s | FileCheck %s

func.func @main(%x: tensor<i1>) -> tensor<i1> {
  // CHECK: %0 = call @callee(%arg0) : (tensor<i1>) -> tensor<i1>
  %0 = func.call @callee(%x) : (tensor<i1>) -> tensor<i1>
  %1 = stablehlo.while(%y = %0) : tensor<i1>
  cond {
    stablehlo.return %y : tensor<i1>
  } do {
    // CHECK: func.call @callee
    %2 = func.call @callee(%y) : (tensor<i1>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }
  // CHECK: {{^}}    return %1 : tensor<i1>
  func.return %1 : tensor<i1>
}
func.func private @callee(tensor<i1>) -> tensor<i1>
