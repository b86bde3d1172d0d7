// Of several uses of symbols that are wrong, those in the last region come first, and what is right inside a region
// comes before what is in the regions within; but inner modules come before outer ones.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @last_function(%arg0: tensor<8xf32>) {
  %0 = func.call @first(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}
func.func @f(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'func.call' op 'last' does not reference a valid function
  %0 = func.call @last(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @last_branch(%arg0: tensor<8xf32>, %arg1: tensor<i32>) {
  "stablehlo.case"(%arg1) ({
    %0 = func.call @first(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return
  }, {
    // CHECK: :[[# @LINE + 1]]:10: error: 'func.call' op 'last' does not reference a valid function
    %0 = func.call @last(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return
  }) : (tensor<i32>) -> ()
  return
}

// -----

func.func @after_regions(%arg0: tensor<8xf32>, %arg1: tensor<i32>) {
  "stablehlo.case"(%arg1) ({
    %0 = func.call @inner(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return
  }) : (tensor<i32>) -> ()
  // CHECK: :[[# @LINE + 1]]:8: error: 'func.call' op 'outer' does not reference a valid function
  %0 = func.call @outer(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

module {
  func.func @inner_module(%arg0: tensor<8xf32>) {
    // CHECK: :[[# @LINE + 1]]:10: error: 'func.call' op 'inner' does not reference a valid function
    %0 = func.call @inner(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    return
  }
}
func.func @f(%arg0: tensor<8xf32>) {
  %0 = func.call @outer(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @composite(%arg0: tensor<8xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @first} : (tensor<8xf32>) -> tensor<8xf32>
  return
}
func.func @call(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'func.call' op 'last' does not reference a valid function
  func.call @last(%arg0) : (tensor<8xf32>) -> ()
  return
}
