// Operations for which there are no operations of StableHLO.
// RUN: sdy-opt %s -split-input-file -chlo-legalize-to-stablehlo -verify-diagnostics

// Operands are aligned at their last dimensions only.
func.func @aligned(%a: tensor<4x5xf32>, %b: tensor<4xf32>) -> (tensor<4x5xf32>) {
  // expected-error @+1 {{failed to legalize operation 'chlo.broadcast_add' that was explicitly marked illegal}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>}: (tensor<4x5xf32>, tensor<4xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// Each step of a scan has a known size.
func.func @unknown_steps(%x: tensor<4x?xf32>, %i: tensor<?xf32>) -> (tensor<4x?xf32>, tensor<?xf32>) {
  // expected-error @+1 {{failed to legalize operation 'chlo.scan' that was explicitly marked illegal}}
  %0:2 = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<?xf32>, %c: tensor<?xf32>):
    stablehlo.return %a, %c : tensor<?xf32>, tensor<?xf32>
  } : (tensor<4x?xf32>, tensor<?xf32>) -> (tensor<4x?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<?xf32>
}

// -----

func.func @narrow(%a0: tensor<4xf8E5M2>) -> tensor<4xf8E5M2> {
  // expected-error @+1 {{failed to legalize operation 'chlo.erf' that was explicitly marked illegal}}
  %0 = chlo.erf %a0 : tensor<4xf8E5M2> -> tensor<4xf8E5M2>
  return %0 : tensor<4xf8E5M2>
}

// -----

func.func @other_type(%a0: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{failed to legalize operation 'chlo.sinh' that was explicitly marked illegal}}
  %0 = chlo.sinh %a0 : tensor<4xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
