// A call between constants: each use of what follows it gets copies of the call, of its function, of what goes into it
// and of what comes out, each right before its original; scalars are shared.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter | FileCheck %s

// CHECK-LABEL: func.func private @double(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func @calls_between_constants(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = sdy.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT:    %4 = call @double_0(%1) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %5 = call @double_1(%2) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %6 = call @double_2(%3) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %7 = stablehlo.negate %4 : tensor<8xf32>
// CHECK-NEXT:    %8 = stablehlo.negate %6 : tensor<8xf32>
// CHECK-NEXT:    %9 = stablehlo.multiply %arg0, %7 : tensor<8xf32>
// CHECK-NEXT:    %10 = stablehlo.multiply %9, %5 : tensor<8xf32>
// CHECK-NEXT:    return %8, %10 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @double_0(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "double"} {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @double_1(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "double"} {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
// CHECK-LABEL: func.func private @double_2(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "double"} {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }

func.func private @double(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @calls_between_constants(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = call @double(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.negate %2 : tensor<8xf32>
  %4 = stablehlo.multiply %arg0, %3 : tensor<8xf32>
  %5 = stablehlo.multiply %4, %2 : tensor<8xf32>
  return %3, %5 : tensor<8xf32>, tensor<8xf32>
}
