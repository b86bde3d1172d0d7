// Comparisons with and without a type of comparison, choices with the types of predicate and result, limits.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @compare(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %1 = stablehlo.compare NE, %arg0, %arg1, NOTYPE : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %2 = stablehlo.compare GE, %arg0, %arg1, FLOAT {note} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %3 = stablehlo.compare GT, %arg0, %arg1, TOTALORDER : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %4 = stablehlo.compare LE, %arg0, %arg1, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %5 = stablehlo.compare LT, %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @compare(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) {
  %0 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %1 = stablehlo.compare NE, %arg0, %arg1, NOTYPE : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %2 = stablehlo.compare GE, %arg0, %arg1, FLOAT {note} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %3 = stablehlo.compare GT, %arg0, %arg1, TOTALORDER : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %4 = stablehlo.compare "LE", %arg0, %arg1, "FLOAT" : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %5 = stablehlo.compare #stablehlo<comparison_direction LT>, %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return
}

// CHECK-LABEL: func.func @compare_integers(%arg0: tensor<i32>, %arg1: tensor<ui32>) {
// CHECK-NEXT:    %0 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:    %1 = stablehlo.compare LT, %arg1, %arg1, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @compare_integers(%arg0: tensor<i32>, %arg1: tensor<ui32>) {
  %0 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.compare LT, %arg1, %arg1, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  return
}

// CHECK-LABEL: func.func @select(%arg0: tensor<2x4xi1>, %arg1: tensor<i1>, %arg2: tensor<2x4xf32>, %arg3: tensor<?x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.select %arg0, %arg2, %arg2 : tensor<2x4xi1>, tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.select %arg1, %arg2, %arg2 : tensor<i1>, tensor<2x4xf32>
// CHECK-NEXT:    %2 = stablehlo.select %arg1, %arg2, %arg3 : (tensor<i1>, tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @select(%arg0: tensor<2x4xi1>, %arg1: tensor<i1>, %arg2: tensor<2x4xf32>, %arg3: tensor<?x4xf32>) {
  %0 = stablehlo.select %arg0, %arg2, %arg2 : tensor<2x4xi1>, tensor<2x4xf32>
  %1 = stablehlo.select %arg1, %arg2, %arg2 : (tensor<i1>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.select %arg1, %arg2, %arg3 : (tensor<i1>, tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = stablehlo.clamp %arg1, %arg1, %arg1 : tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<2x4xf32>) {
  %0 = stablehlo.clamp %arg1, %arg1, %arg1 : tensor<2x4xf32>
  %1 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}
