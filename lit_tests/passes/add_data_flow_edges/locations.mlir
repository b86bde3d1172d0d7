// An edge has its owner's location: that of the body argument, or of the op whose result it is.
// RUN: sdy-opt %s -sdy-add-data-flow-edges -mlir-print-debuginfo | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// CHECK:       #[[ARGUMENT:loc[0-9]*]] = loc("the argument")
// CHECK-LABEL: func.func @locations(
// CHECK:       sdy.data_flow_edge %arg1 {{.*}} loc(#[[ARGUMENT]])
// CHECK:       sdy.data_flow_edge %0 {{.*}} loc(#[[OP:loc[0-9]*]])
// CHECK:       #[[OP]] = loc("the computation")
func.func @locations(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32> loc("the argument")) {
    sdy.return %arg1 : tensor<4xf32> loc("the terminator")
  } : (tensor<8xf32>) -> tensor<8xf32> loc("the computation")
  return %0 : tensor<8xf32> loc("the return")
}
