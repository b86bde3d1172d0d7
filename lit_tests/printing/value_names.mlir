// Values are numbered per region, counting on from what surrounds it; constants and loop arguments suggest names,
// and a name that is taken gets a number. Names in the input are not kept.
// RUN: sdy-opt %s | FileCheck %s

// CHECK-LABEL: func.func @main(%arg0: tensor<i32>, %arg1: tensor<4xf32>)
func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  // CHECK-NEXT: %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  // CHECK-NEXT: %0:2 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg1) : tensor<i32>, tensor<4xf32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
  cond {
    // CHECK: %2 = stablehlo.compare LT, %iterArg, %arg0
    %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    // CHECK: %2 = stablehlo.add %iterArg, %c_0 : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    // CHECK-NEXT: %3 = stablehlo.add %iterArg_1, %cst : tensor<4xf32>
    %sum = stablehlo.add %y, %one : tensor<4xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<4xf32>
  }
  // CHECK: %1 = stablehlo.negate %0#1 : tensor<4xf32>
  %negative = stablehlo.negate %r#1 : tensor<4xf32>
  return %negative : tensor<4xf32>
}
