// Remarks: what is removed.
// RUN: sdy-opt %s -remove-dead-values -remarks -verify-diagnostics

// expected-remark@+2 {{[remove-dead-values] result 1 of @helper removed: no call needs it}}
// expected-remark@+1 {{[remove-dead-values] %arg1 removed: no result and no effect depends on it}}
func.func private @helper(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  return %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark@+1 {{[remove-dead-values] 'stablehlo.tanh' erased: no result and no effect depends on it}}
  %0 = stablehlo.tanh %arg1 : tensor<8xf32>
  %1:2 = call @helper(%arg0, %0) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %1#0 : tensor<8xf32>
}
func.func @never(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
^bb1(%0: i1):
  // expected-remark@+1 {{[remove-dead-values] 'cf.cond_br' replaced by 'ub.unreachable': it never runs}}
  cf.cond_br %0, ^bb2, ^bb2
^bb2:
  return %arg0 : tensor<8xf32>
}
// expected-remark@+1 {{[remove-dead-values] 'ub.poison' erased: it has no effects and nothing uses it}}
func.func @assumed(%arg0: tensor<i32>) -> tensor<i32> {
  // expected-remark@+1 {{[remove-dead-values] 'shape.const_witness' erased: it has no effects and nothing uses it}}
  %w = shape.const_witness true
  // expected-remark@+2 {{[remove-dead-values] 'shape.assuming' replaced by a simpler form}}
  // expected-remark@+1 {{[remove-dead-values] 'shape.assuming' replaced by a simpler form}}
  %0:2 = shape.assuming %w -> (tensor<i32>, tensor<i32>) {
    shape.assuming_yield %arg0, %arg0 : tensor<i32>, tensor<i32>
  }
  return %0#0 : tensor<i32>
}
