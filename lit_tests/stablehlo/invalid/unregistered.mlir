// Computations with operations of dialects that are not known: these may take and return vectors, memrefs and numbers, and
// what is wrong with them is said at the operation that has the computation, or further inside.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

func.func @vectors(%arg0: tensor<2x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'vector<4xf32>' vs 'tensor<f32>'
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: vector<4xf32>, %y: vector<4xf32>):
    %1 = "un.known"(%x, %y) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    "un.return"(%1) : (vector<4xf32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @terminator(%arg0: tensor<2x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.all_reduce' op expects regions to end with 'stablehlo.return', found 'un.return'
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: vector<f32>, %y: memref<f32>):
    %1 = "un.known"(%x, %y) : (vector<f32>, memref<f32>) -> tensor<f32>
    "un.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @element_type(%arg0: tensor<2x4xi32>, %arg1: tensor<i32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'i32' vs 'tensor<i32>'
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: i32, %y: i32):
    %1 = "un.known"(%x, %y) : (i32, i32) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<2x4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

func.func @comparator(%arg0: tensor<2x4xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = "un.known"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<*xi1>
    // CHECK: :[[# @LINE + 1]]:5: error: 'stablehlo.return' op operand #0 must be variadic of
    "stablehlo.return"(%1) : (tensor<*xi1>) -> ()
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @no_result(%arg0: tensor<2x4xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'stablehlo.sort' op expected 1 or more results
  "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = "un.known"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "un.return"(%1) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>) -> ()
  return
}

// -----

func.func @loop(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%x: tensor<i32>):
    %1 = "un.known"(%x) : (tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: i32):
    // CHECK: :[[# @LINE + 1]]:5: error: 'stablehlo.return' op operand #0 must be variadic of
    "stablehlo.return"(%x) : (i32) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}
