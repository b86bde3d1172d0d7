// A dynamic shape is refused where propagation refuses it.
// RUN: not sdy-plan %s --mesh data=8 2>&1 | FileCheck %s

func.func @main(%arg0: tensor<?x128xf32>, %arg1: tensor<64x128xf32>) -> tensor<?x128xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// CHECK:      dynamic.mlir:5:8: error: Shardy propagation only supports ranked tensors with a static shape
// CHECK-NEXT: %0 = stablehlo.tanh
