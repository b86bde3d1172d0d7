// The text of a program that ends too early is rejected.
// RUN: sdy-opt %s -sdy-populate-op-sharding-rules -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-basic-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-aggressive-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-op-priority-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-user-priority-propagate -verify-diagnostics -split-input-file

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected ':'}}
  %0 = stablehlo.negate %arg0 tensor<8xf32>
