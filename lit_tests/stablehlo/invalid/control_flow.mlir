// What loops and branches say of their regions; barriers, tuples and asynchronous operations of their types.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @condition_arguments(%arg0: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect operands to be compatible with condition block arguments but got 'tensor<f32>' vs 'tensor<i32>'
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @condition_type(%arg0: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect condition block return a zero-ranked tensor of i1 but got 'tensor<f32>'
  %0 = stablehlo.while(%a = %arg0) : tensor<f32>
  cond {
    stablehlo.return %a : tensor<f32>
  } do {
    stablehlo.return %a : tensor<f32>
  }
  return
}

// -----

func.func @body_result(%arg0: tensor<f32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: expect operands to be compatible with body block return types but got 'tensor<f32>' vs 'tensor<i1>'
  %0 = stablehlo.while(%a = %arg0) : tensor<f32>
  cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }
  return
}

// -----

func.func @loop_result(%arg0: tensor<f32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.while' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.while' op failed to infer returned types
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<i32>
  return
}

// -----

func.func @branch_types(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<i32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.if' op failed to infer returned types
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg2 : tensor<i32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @branch_arguments(%arg0: tensor<i32>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: branch 0 must have 0 arguments, but found 1
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.case' op failed to infer returned types
  %0 = "stablehlo.case"(%arg0) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @no_branches(%arg0: tensor<i32>) {
  // CHECK: :[[# @LINE + 2]]:3: error: expect at least one branch
  // CHECK: :[[# @LINE + 1]]:3: error: 'stablehlo.case' op failed to infer returned types
  "stablehlo.case"(%arg0) : (tensor<i32>) -> ()
  return
}

// -----

func.func @branch_end(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    stablehlo.return
  }, {
    // CHECK: :[[# @LINE + 1]]:10: error: block with no terminator, has %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %0 = stablehlo.constant dense<true> : tensor<i1>
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @predicate_rank(%arg0: tensor<2xi1>, %arg1: tensor<f32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: operand should be rank 0 tensor but got rank 1
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.if' op failed to infer returned types
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<2xi1>) -> tensor<f32>
  return
}

// -----

func.func @barrier(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0
  %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @tuple(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.tuple' op inferred type(s) 'tuple<tensor<4xf32>>' are incompatible with return type(s) of operation 'tuple<tensor<4xi32>>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.tuple' op failed to infer returned types
  %0 = "stablehlo.tuple"(%arg0) : (tensor<4xf32>) -> tuple<tensor<4xi32>>
  return
}

// -----

func.func @tuple_element(%arg0: tuple<tensor<4xf32>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: index 1 is out of bounds of operand with size 1
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.get_tuple_element' op failed to infer returned types
  %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @async_operation(%arg0: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.async_start' op region must contain a collective or slice operation
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.async_start' op failed to infer returned types
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%a: tensor<4xf32>):
    %1 = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @async_result(%arg0: !stablehlo.future<tensor<4xf32>>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.async_done' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.async_done' op failed to infer returned types
  %0 = "stablehlo.async_done"(%arg0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<8xf32>
  return
}
