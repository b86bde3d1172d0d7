// Operations with two operands. The long form of the type is read too, and written where types differ.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @floats(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.atan2 %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.divide %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %3 = stablehlo.maximum %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %4 = stablehlo.minimum %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %5 = stablehlo.multiply %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %6 = stablehlo.power %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %7 = stablehlo.remainder %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %8 = stablehlo.subtract %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @floats(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<2x4xf32>
  %1 = stablehlo.atan2 %arg0, %arg1 : tensor<2x4xf32>
  %2 = stablehlo.divide %arg0, %arg1 : tensor<2x4xf32>
  %3 = stablehlo.maximum %arg0, %arg1 : tensor<2x4xf32>
  %4 = stablehlo.minimum %arg0, %arg1 : tensor<2x4xf32>
  %5 = stablehlo.multiply %arg0, %arg1 : tensor<2x4xf32>
  %6 = stablehlo.power %arg0, %arg1 : tensor<2x4xf32>
  %7 = stablehlo.remainder %arg0, %arg1 : tensor<2x4xf32>
  %8 = stablehlo.subtract %arg0, %arg1 : tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @integers(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
// CHECK-NEXT:    %0 = stablehlo.and %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:    %1 = stablehlo.or %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:    %2 = stablehlo.xor %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:    %3 = stablehlo.shift_left %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:    %4 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:    %5 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<4xi32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @integers(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
  %0 = stablehlo.and %arg0, %arg1 : tensor<4xi32>
  %1 = stablehlo.or %arg0, %arg1 : tensor<4xi32>
  %2 = stablehlo.xor %arg0, %arg1 : tensor<4xi32>
  %3 = stablehlo.shift_left %arg0, %arg1 : tensor<4xi32>
  %4 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<4xi32>
  %5 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @predicates(%arg0: tensor<i1>, %arg1: tensor<i1>) {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg1 : tensor<i1>
// CHECK-NEXT:    %1 = stablehlo.and %arg0, %arg1 : tensor<i1>
// CHECK-NEXT:    %2 = stablehlo.or %arg0, %arg1 : tensor<i1>
// CHECK-NEXT:    %3 = stablehlo.xor %arg0, %arg1 : tensor<i1>
// CHECK-NEXT:    %4 = stablehlo.maximum %arg0, %arg1 : tensor<i1>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @predicates(%arg0: tensor<i1>, %arg1: tensor<i1>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<i1>
  %1 = stablehlo.and %arg0, %arg1 : tensor<i1>
  %2 = stablehlo.or %arg0, %arg1 : tensor<i1>
  %3 = stablehlo.xor %arg0, %arg1 : tensor<i1>
  %4 = stablehlo.maximum %arg0, %arg1 : tensor<i1>
  return
}

// CHECK-LABEL: func.func @long_form(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<?x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.add %arg0, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.add %arg0, %arg2 : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %3 = stablehlo.add %arg2, %arg2 {note = "x"} : tensor<?x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @long_form(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<?x4xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "stablehlo.add"(%arg0, %arg1) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.add %arg0, %arg2 : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.add %arg2, %arg2 {note = "x"} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}

// CHECK-LABEL: func.func @complex(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<?x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.complex %arg0, %arg1 : tensor<2x4xcomplex<f32>>
// CHECK-NEXT:    %1 = stablehlo.complex %arg0, %arg1 : tensor<2x4xcomplex<f32>>
// CHECK-NEXT:    %2 = stablehlo.complex %arg0, %arg2 : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<2x4xcomplex<f32>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @complex(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<?x4xf32>) {
  %0 = stablehlo.complex %arg0, %arg1 : tensor<2x4xcomplex<f32>>
  %1 = stablehlo.complex %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xcomplex<f32>>
  %2 = stablehlo.complex %arg0, %arg2 : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<2x4xcomplex<f32>>
  return
}
