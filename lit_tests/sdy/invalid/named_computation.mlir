// Named computations: types of arguments, operands, results and returned values; shardings; isolation.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @argument_type(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: expected the type of the 0'th block argument to match the type of the corresponding operand: 'tensor<4xf32>' vs 'tensor<8xf32>'
  sdy.named_computation<"foo">(%arg0) (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @argument_count(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: number of block arguments must match the number of operands: 0 != 1
  sdy.named_computation<"foo">(%arg0) () {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @result_types(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:10: error: 'sdy.named_computation' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>', 'i32'
  // CHECK: :[[# @LINE + 1]]:10: error: 'sdy.named_computation' op failed to infer returned types
  %0:2 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, i32)
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @in_sharding(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.named_computation' op in_shardings 1 - unknown axis name: "b"
  sdy.named_computation<"foo">(%arg0, %arg1) in_shardings=[<@mesh, [{}]>, <@mesh, [{"b"}]>] (%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @out_shardings(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.named_computation' op out_shardings shardings don't match number of values: 0 shardings vs 1 values
  %0 = sdy.named_computation<"foo">(%arg0) out_shardings=[] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @isolation(%arg0: tensor<8xf32>) {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    // CHECK: :[[# @LINE + 2]]:5: error: 'sdy.return' op using value defined outside the region
    // CHECK: :[[# @LINE - 2]]:8: note: required by region isolation constraints
    sdy.return %arg0 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @empty_body(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:3: error: 'sdy.named_computation' op expects a non-empty block
  sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @other_terminator(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 2]]:3: error: 'sdy.named_computation' op expects regions to end with 'sdy.return', found 'stablehlo.return'
  // CHECK: :[[# @LINE + 1]]:3: note: in custom textual format, the absence of terminator implies 'sdy.return'
  sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    stablehlo.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @operands(%arg0: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:32: error: custom op 'sdy.named_computation' number of operands and types do not match: got 1 operands and 2 types
  sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
