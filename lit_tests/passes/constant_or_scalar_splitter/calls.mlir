// A call whose operands and whose function's ops are constant expressions is one: each copy calls a copy of the
// function, that tells the name of the original. The original function stays.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func private @add_one(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {test.attribute} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @calls(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = call @add_one_0(%0) {test.call} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %3 = call @add_one_1(%1) {test.call} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%2, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %4 = call @add_one(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%4, %4) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @add_one_0(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "add_one", test.attribute} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @add_one_1(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "add_one", test.attribute} {
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
// CHECK-NEXT:   return %1 : tensor<8xf32>
// CHECK-NEXT: }

func.func private @add_one(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {test.attribute} {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @calls(%arg0: tensor<8xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = call @add_one(%0) {test.call} : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%1, %1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %2 = call @add_one(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
