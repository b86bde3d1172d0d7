// Remarks: what is copied for which user, what is not, and why.
// RUN: sdy-opt %s -sdy-constant-or-scalar-splitter -remarks -verify-diagnostics

func.func @copies(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.negate %one : tensor<8xf32>
  // expected-remark @+1 {{[sdy-constant-or-scalar-splitter] %one copied for operand 0 of 'stablehlo.add': 1 op}}
  %1 = stablehlo.add %one, %arg0 : tensor<8xf32>
  // expected-remark @+1 {{%0 copied for operand 1 of 'stablehlo.multiply': 2 ops}}
  %2 = stablehlo.multiply %1, %0 : tensor<8xf32>
  // expected-remark @+1 {{%0 not copied for operand 0 of 'stablehlo.divide': nothing else uses it}}
  %3 = stablehlo.divide %0, %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

func.func @scalars(%arg0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-remark @+1 {{%c not copied for its 2 users: a scalar has no sharding}}
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %c, %arg0 : tensor<f32>
  %1 = stablehlo.add %c, %0 : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

func.func @groups(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @+1 {{%c erased: nothing uses it any more}}
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  sdy.sharding_group %c group_id=0 : tensor<8xf32>
  // expected-remark @+1 {{%c copied for operand 0 of 'stablehlo.add': 1 op, 1 membership in sharding groups}}
  %0 = stablehlo.add %c, %arg0 : tensor<8xf32>
  // expected-remark @+1 {{%c copied for operand 1 of 'stablehlo.add': 1 op, 1 membership in sharding groups}}
  %1 = stablehlo.add %arg0, %c : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

func.func @calls(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+2 {{this call of @ones has a copy of its own to call, @ones_0}}
  // expected-remark @+1 {{this call of @ones has a copy of its own to call, @ones_1}}
  %0 = call @ones() : () -> tensor<8xf32>
  // expected-remark @+1 {{%0 copied for operand 0 of 'stablehlo.add': 1 op}}
  %1 = stablehlo.add %0, %arg0 : tensor<8xf32>
  // expected-remark @+2 {{'func.call' is not a constant expression: twice does more than compute constants}}
  // expected-remark @+1 {{%0 not copied for operand 0 of 'func.call'}}
  %2 = call @twice(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

func.func private @ones() -> tensor<8xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  // expected-remark @+1 {{%c not copied for operand 0 of 'func.return'}}
  return %c : tensor<8xf32>
}

func.func private @twice(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @twice(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @folded(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  // expected-remark @+1 {{%0 replaced by %arg0: the cast changes nothing}}
  %0 = builtin.unrealized_conversion_cast %arg0 : tensor<8xf32> to tensor<8xf32>
  // expected-remark @+2 {{operands of 'chlo.broadcast_add' swapped: a constant comes last}}
  // expected-remark @+1 {{%c not copied for operand 1 of 'chlo.broadcast_add'}}
  %1 = chlo.broadcast_add %c, %0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
