// With the option for that, constraints record which axes they gave to their inputs, in numbered steps.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints=debug-propagation-edge-sharding | FileCheck %s
// RUN: sdy-opt %s -sdy-apply-sharding-constraints='debug-propagation-edge-sharding=0' | FileCheck %s --check-prefix=NONE
// RUN: not sdy-opt %s -sdy-apply-sharding-constraints=debug-propagation-edge-sharding=maybe 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VALUE

sdy.mesh @mesh = <["a"=2, "b"=2]>

// NONE-NOT: propagation_edges
// VALUE: Error: for the --debug-propagation-edge-sharding option: 'maybe' is invalid value for boolean argument! Try 0 or 1

// CHECK-LABEL: func.func @main
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8xf32>) {
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"b", "a"}, {}]>
  // CHECK-SAME: #sdy.propagation_edges<[{step-0 = [{"a" = result-0 -> [operand-0]}, {"b" = result-0 -> [operand-0]}]}]>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"b", "a"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.sharding_constraint %arg1
  // CHECK-NOT: propagation_edges
  %1 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.sharding_constraint %arg2
  // CHECK-SAME: step-2
  %2 = sdy.sharding_constraint %arg2 <@mesh, [{"a"}]> : tensor<8xf32>
  return
}
