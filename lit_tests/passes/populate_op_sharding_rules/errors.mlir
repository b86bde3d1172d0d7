// Rules that do not fit their operations are rejected, in each function the first.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules -verify-diagnostics -split-input-file

func.func @dynamic_operand(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  // expected-error@+1 {{'stablehlo.add' op operand 0 - expected a ranked tensor with a static shape. type: 'tensor<?x2xf32>'}}
  %0 = stablehlo.add %x, %x : tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

func.func @single_operand(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  // expected-error@+1 {{'stablehlo.negate' op operand - expected a ranked tensor with a static shape. type: 'tensor<?x2xf32>'}}
  %0 = stablehlo.negate %x : tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

func.func @token(%x: tensor<2xf32>, %t: !stablehlo.token) -> tensor<2xf32> {
  // expected-error@+1 {{operand 1 - expected a ranked tensor with a static shape. type: '!stablehlo.token'}}
  %0 = stablehlo.custom_call @MoveToHost(%x, %t) : (tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @higher_rank(%x: tensor<2xf32>, %y: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{operand 1 - expecting factor indices to be within 0<=...<num_factors; received: 1, num_factors: 1}}
  %0 = stablehlo.custom_call @mhlo.erf(%x, %y) : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @no_operands() -> tensor<2xf32> {
  // expected-error@+1 {{number of operands mappings cannot be 0. Op sharding rules can only be defined on operations with at least one operand and result.}}
  %0 = stablehlo.custom_call @mhlo.erf() : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The reference never ends on this one.
func.func @dynamic_reshape(%x: tensor<3x?xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{'stablehlo.reshape' op operand - expected a ranked tensor with a static shape. type: 'tensor<3x?xf32>'}}
  %0 = stablehlo.reshape %x : (tensor<3x?xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
