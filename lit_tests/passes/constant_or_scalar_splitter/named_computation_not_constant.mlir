// A named computation with an operand or an op in it that is not a constant expression is none, and its operands have uses
// like others.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK:      func.func @named_computation_not_constant(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %1 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %2 = stablehlo.iota dim = 0 : tensor<8xf32>
// CHECK-NEXT:   %3:2 = sdy.named_computation<"f">(%arg0, %0) (%arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
// CHECK-NEXT:     sdy.return %arg1, %arg2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:   stablehlo.custom_call @use(%3#1, %3#1) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %4 = sdy.named_computation<"g">(%1) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     %6 = stablehlo.transpose %arg1, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:     sdy.return %6 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%4, %4) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   %5 = sdy.named_computation<"h">(%2) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     %6 = sdy.data_flow_edge %arg1 : tensor<8xf32>
// CHECK-NEXT:     sdy.return %6 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @use(%5, %5) : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @named_computation_not_constant(%arg0: tensor<8xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1:2 = sdy.named_computation<"f">(%arg0, %0) (%arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
    sdy.return %arg1, %arg2 : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  stablehlo.custom_call @use(%1#1, %1#1) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %2 = sdy.named_computation<"g">(%0) (%arg1: tensor<8xf32>) {
    %4 = stablehlo.transpose %arg1, dims = [0] : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %4 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%2, %2) : (tensor<8xf32>, tensor<8xf32>) -> ()
  %3 = sdy.named_computation<"h">(%0) (%arg1: tensor<8xf32>) {
    %4 = sdy.data_flow_edge %arg1 : tensor<8xf32>
    sdy.return %4 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @use(%3, %3) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
