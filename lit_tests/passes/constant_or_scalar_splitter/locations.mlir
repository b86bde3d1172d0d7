// A copy has the location of the original.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter -mlir-print-debuginfo | FileCheck %s

// CHECK:      #loc2 = loc("argument")
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @locations(%arg0: tensor<8xf32> loc("argument")) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:     %0 = sdy.constant dense<1.000000e+00> : tensor<8xf32> loc(#loc3)
// CHECK-NEXT:     %1 = sdy.constant dense<1.000000e+00> : tensor<8xf32> loc(#loc3)
// CHECK-NEXT:     %2 = stablehlo.negate %0 : tensor<8xf32> loc(#loc4)
// CHECK-NEXT:     sdy.sharding_group %2 group_id=0 : tensor<8xf32> loc(#loc5)
// CHECK-NEXT:     %3 = stablehlo.negate %1 : tensor<8xf32> loc(#loc4)
// CHECK-NEXT:     sdy.sharding_group %3 group_id=0 : tensor<8xf32> loc(#loc5)
// CHECK-NEXT:     return %2, %3 : tensor<8xf32>, tensor<8xf32> loc(#loc6)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("module")
// CHECK-NEXT: #loc1 = loc("function")
// CHECK-NEXT: #loc3 = loc("constant")
// CHECK-NEXT: #loc4 = loc("negate")
// CHECK-NEXT: #loc5 = loc("group")
// CHECK-NEXT: #loc6 = loc("return")

module {
  func.func @locations(%arg0: tensor<8xf32> loc("argument")) -> (tensor<8xf32>, tensor<8xf32>) {
    %cst = stablehlo.constant dense<1.0> : tensor<8xf32> loc("constant")
    %0 = stablehlo.negate %cst : tensor<8xf32> loc("negate")
    sdy.sharding_group %0 group_id=0 : tensor<8xf32> loc("group")
    return %0, %0 : tensor<8xf32>, tensor<8xf32> loc("return")
  } loc("function")
} loc("module")
