// Tuples of values, and tokens that order operations.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @tuples(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>) {
// CHECK-NEXT:    %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2x4xf32>, tensor<i32>>
// CHECK-NEXT:    %1 = stablehlo.tuple  : tuple<>
// CHECK-NEXT:    %2 = stablehlo.tuple %0, %arg0 {note} : tuple<tuple<tensor<2x4xf32>, tensor<i32>>, tensor<2x4xf32>>
// CHECK-NEXT:    %3 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2x4xf32>, tensor<i32>>) -> tensor<i32>
// CHECK-NEXT:    %4 = stablehlo.get_tuple_element %2[0] : (tuple<tuple<tensor<2x4xf32>, tensor<i32>>, tensor<2x4xf32>>) -> tuple<tensor<2x4xf32>, tensor<i32>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @tuples(%arg0: tensor<2x4xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2x4xf32>, tensor<i32>>
  %1 = stablehlo.tuple : tuple<>
  %2 = stablehlo.tuple %0, %arg0 {note} : tuple<tuple<tensor<2x4xf32>, tensor<i32>>, tensor<2x4xf32>>
  %3 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2x4xf32>, tensor<i32>>) -> tensor<i32>
  %4 = stablehlo.get_tuple_element %2 [0] : (tuple<tuple<tensor<2x4xf32>, tensor<i32>>, tensor<2x4xf32>>) -> tuple<tensor<2x4xf32>, tensor<i32>>
  return
}

// CHECK-LABEL: func.func @tokens() {
// CHECK-NEXT:    %0 = stablehlo.create_token : !stablehlo.token
// CHECK-NEXT:    %1 = stablehlo.create_token {note} : !stablehlo.token
// CHECK-NEXT:    %2 = stablehlo.after_all %0, %1 : !stablehlo.token
// CHECK-NEXT:    %3 = stablehlo.after_all  : !stablehlo.token
// CHECK-NEXT:    %4 = stablehlo.after_all %0 : !stablehlo.token
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @tokens() {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.create_token {note} : !stablehlo<token>
  %2 = stablehlo.after_all %0, %1 : !stablehlo.token
  %3 = stablehlo.after_all : !stablehlo.token
  %4 = stablehlo.after_all %0 : (!stablehlo.token) -> !stablehlo.token
  return
}

// The text in brackets after a type without parameters is ignored.
// CHECK-LABEL: func.func private @bodies(
// CHECK-SAME: !stablehlo.token, !stablehlo.token, !stablehlo.token)
func.func private @bodies(!stablehlo.token<token>, !stablehlo<token<3, [x]>>, !stablehlo.token<"a>">)
