// What could not be inlined is an error only where the result is invalid: here an edge on a value with
// another use. It is said at each visit.
// RUN: sdy-opt %s -canonicalize=max-iterations=2 -verify-diagnostics

sdy.mesh @mesh = <["one"=1]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+3 {{'sdy.manual_computation' op failed to inline redundant ManualComputationOp.}}
  // expected-error@+2 {{'sdy.manual_computation' op failed to inline redundant ManualComputationOp.}}
  // expected-error@+1 {{'sdy.manual_computation' op failed to inline redundant ManualComputationOp.}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"one"} (%arg1: tensor<8xf32>) {
    %1 = sdy.manual_computation(%arg1, %arg1) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={} (%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
      // expected-error@+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user}}
      %2 = sdy.data_flow_edge %arg2 : tensor<8xf32>
      %3 = stablehlo.add %2, %arg3 : tensor<8xf32>
      sdy.return %3 : tensor<8xf32>
    } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
