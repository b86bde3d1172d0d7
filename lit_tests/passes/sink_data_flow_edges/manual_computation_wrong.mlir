// Replicated axes of an in-sharding stay even if the edge has them: the result may be invalid.
// RUN: not sdy-opt %s -sdy-sink-data-flow-edges 2>&1 | FileCheck %s

// CHECK: error: 'sdy.manual_computation' op operand - duplicate axis ref: "c"
sdy.mesh @mesh = <["a"=2, "c"=2]>

func.func @manual_computation_wrong(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}], replicated={"c"}>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%x: tensor<4xf32>) {
    %1 = sdy.data_flow_edge %x sharding=<@mesh, [{"c"}]> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
