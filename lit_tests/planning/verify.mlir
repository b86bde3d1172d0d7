// A plan says that it was not verified, and how it is; what cannot be verified is an error before the search.
// RUN: sdy-plan %s --memory none | FileCheck %s
// RUN: sdy-plan %s --memory none --device h100 | FileCheck %s --check-prefix=GPU
// RUN: not sdy-plan %s --verify gpt 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sdy-plan %s --verify cpu:8 --jax-python no/such/python 2>&1 | FileCheck %s --check-prefix=PYTHON
// RUN: not sdy-plan %s --verify-top 0 2>&1 | FileCheck %s --check-prefix=TOP

sdy.mesh @mesh = <["data"=8]>

func.func @main(%x: tensor<64x128xf32>, %w: tensor<128x128xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// CHECK: note: {{.*}}not verified: sdy-plan {{.*}}verify.mlir … --verify tpu-v5p lets XLA compile the plan
// GPU: not verified: {{.*}} --verify gpu lets XLA
// NAME: sdy-plan: error: {{.*}}verify.mlir: no machine is called 'gpt'
// PYTHON: sdy-plan: error: {{.*}}verify.mlir: there is no Python at 'no/such/python'
// TOP: --verify-top
