// Uses in regions get their copies where the constant is; an op comes before what is in its regions, and terminators
// use, too.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @regions(%arg0: tensor<i1>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %1 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %2 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %3 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %4 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %5 = "stablehlo.if"(%arg0) ({
// CHECK-NEXT:     %9 = stablehlo.add %1, %1 : tensor<8xf32>
// CHECK-NEXT:     %10 = stablehlo.multiply %0, %arg1 : tensor<8xf32>
// CHECK-NEXT:     stablehlo.return %9 : tensor<8xf32>
// CHECK-NEXT:   }, {
// CHECK-NEXT:     stablehlo.return %2 : tensor<8xf32>
// CHECK-NEXT:   }) : (tensor<i1>) -> tensor<8xf32>
// CHECK-NEXT:   %6 = stablehlo.while(%iterArg = %3) : tensor<8xf32>
// CHECK-NEXT:   cond {
// CHECK-NEXT:     stablehlo.return %arg0 : tensor<i1>
// CHECK-NEXT:   } do {
// CHECK-NEXT:     %9 = sdy.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-NEXT:     %10 = sdy.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-NEXT:     %11 = stablehlo.add %iterArg, %9 : tensor<8xf32>
// CHECK-NEXT:     %12 = stablehlo.add %11, %10 : tensor<8xf32>
// CHECK-NEXT:     stablehlo.return %12 : tensor<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %7 = sdy.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %8 = stablehlo.reduce(%4 init: %7) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
// CHECK-NEXT:     %9 = sdy.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT:     %10 = stablehlo.add %arg2, %9 : tensor<f32>
// CHECK-NEXT:     %11 = stablehlo.add %10, %9 : tensor<f32>
// CHECK-NEXT:     stablehlo.return %11 : tensor<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %6 : tensor<8xf32>
// CHECK-NEXT: }

func.func @regions(%arg0: tensor<i1>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = "stablehlo.if"(%arg0) ({
    %3 = stablehlo.add %cst, %cst : tensor<8xf32>
    %4 = stablehlo.multiply %cst, %arg1 : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }, {
    stablehlo.return %cst : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %1 = stablehlo.while(%iterArg = %cst) : tensor<8xf32>
  cond {
    stablehlo.return %arg0 : tensor<i1>
  } do {
    %cst_0 = stablehlo.constant dense<2.0> : tensor<8xf32>
    %3 = stablehlo.add %iterArg, %cst_0 : tensor<8xf32>
    %4 = stablehlo.add %3, %cst_0 : tensor<8xf32>
    stablehlo.return %4 : tensor<8xf32>
  }
  %cst_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%cst init: %cst_1) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>) {
    %cst_2 = stablehlo.constant dense<3.0> : tensor<f32>
    %3 = stablehlo.add %arg2, %cst_2 : tensor<f32>
    %4 = stablehlo.add %3, %cst_2 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }
  return %1 : tensor<8xf32>
}
