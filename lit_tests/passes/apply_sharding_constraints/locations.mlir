// A constraint that moves keeps its location; one that is made for a manual computation has that op's.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints -mlir-print-debuginfo | FileCheck %s

sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: func.func @locations(
// CHECK:       sdy.data_flow_edge %0#0
// CHECK-NEXT:  sdy.sharding_constraint %1 {{.*}} loc(#[[MOVED:loc[0-9]*]])
// CHECK:       sdy.data_flow_edge %0#1
// CHECK-NEXT:  sdy.sharding_constraint %3 {{.*}} loc(#[[CREATED:loc[0-9]*]])
// CHECK-DAG:   #[[MOVED]] = loc("the constraint")
// CHECK-DAG:   #[[CREATED]] = loc("the computation")
func.func @locations(%arg0: tensor<8xf32>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<8xf32>, tensor<8xf32> loc("the barrier")
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32> loc("the edge")
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32> loc("the edge")
  sdy.manual_computation(%2) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32> loc("the argument")) {
    sdy.return loc("the terminator")
  } : (tensor<8xf32>) -> () loc("the computation")
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32> loc("the constraint")
  return loc("the return")
}
