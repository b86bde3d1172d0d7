// Quantized constants of one value and different types are different constants, and a known branch that gives one of
// another type stays.
// RUN: sdy-opt %s -sdy-constant-or-scalar-merger -canonicalize | FileCheck %s

// CHECK: %cst = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: %cst_0 = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK-NEXT: %c = stablehlo.constant dense<1> : tensor<4xi8>
// CHECK-NEXT: return %cst, %cst_0, %c, %cst
func.func @merged() -> (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<4xi8>, tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  %0 = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  %1 = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  %2 = stablehlo.constant dense<1> : tensor<4xi8>
  %3 = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %0, %1, %2, %3 : tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<4xi8>, tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// CHECK: func.func @branches
// CHECK: "stablehlo.case"
func.func @branches(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 3.0>> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    stablehlo.return %a : tensor<4x!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<i32>) -> tensor<4x!quant.uniform<i8:f32, 3.0>>
  return %1 : tensor<4x!quant.uniform<i8:f32, 3.0>>
}
