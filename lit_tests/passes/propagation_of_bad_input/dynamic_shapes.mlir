// Results of operations must have static shapes. The rule of an operation needs those of its operands as well.
// RUN: sdy-opt %s -sdy-basic-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-aggressive-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-op-priority-propagate -verify-diagnostics -split-input-file
// RUN: sdy-opt %s -sdy-user-priority-propagate -verify-diagnostics -split-input-file
// RUN: not sdy-opt %s -sdy-populate-op-sharding-rules 2>&1 | FileCheck %s
// CHECK: error: 'stablehlo.negate' op operand - expected a ranked tensor with a static shape. type: 'tensor<?xf32>'

func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{Shardy propagation only supports ranked tensors with a static shape. type: 'tensor<?xf32>'}}
  %0 = stablehlo.negate %arg0 : tensor<?xf32>
  return %0 : tensor<?xf32>
}
