// Results must have a static shape, and be no tuples; arguments are not looked at. Of several offences the first in
// walk order, inner operations first, is reported.
// RUN: sdy-opt %s -sdy-basic-propagate -verify-diagnostics -split-input-file

func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{Shardy propagation only supports ranked tensors with a static shape. type: 'tensor<?xf32>'}}
  %0 = stablehlo.negate %arg0 : tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> tuple<tensor<8xf32>> {
  // expected-error @+1 {{Shardy propagation doesn't support tuples: 'tuple<tensor<8xf32>>'}}
  %0 = stablehlo.tuple %arg0 : tuple<tensor<8xf32>>
  return %0 : tuple<tensor<8xf32>>
}

// -----

func.func @main(%arg0: tensor<?xf32>, %arg1: tuple<tensor<8xf32>>, %arg2: !stablehlo.token) -> (tensor<?xf32>, !stablehlo.token) {
  %0 = stablehlo.after_all %arg2 : !stablehlo.token
  return %arg0, %0 : tensor<?xf32>, !stablehlo.token
}
