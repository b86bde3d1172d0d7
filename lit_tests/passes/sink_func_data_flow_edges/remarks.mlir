// Remarks: which values get shardings of edges.
// RUN: sdy-opt %s -sdy-sink-func-data-flow-edges -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-remark @+3 {{[sdy-sink-func-data-flow-edges] edge erased: it has no sharding, so %z loses <@mesh, [{"a"}]> and is fully open}}
// expected-remark @+2 {{[sdy-sink-func-data-flow-edges] edge erased: %x gets its sharding, <@mesh, [{"b"}]>}}
// expected-remark @+1 {{[sdy-sink-func-data-flow-edges] edge erased: the sharding of %y stays as it is}}
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  %0 = sdy.func_data_flow_edge %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>]>} : tensor<8xf32>
  %1 = sdy.func_data_flow_edge %y : tensor<8xf32>
  %2 = sdy.func_data_flow_edge %z : tensor<8xf32>
  return
}
