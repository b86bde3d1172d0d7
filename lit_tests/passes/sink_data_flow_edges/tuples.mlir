// As in the reference a tuple without an edge gets a sharding without dimensions, which does not fit its only tensor.
// RUN: sdy-opt %s -sdy-sink-data-flow-edges -verify-diagnostics

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'sdy.manual_computation' op result 1 - sharding doesn't match tensor rank: 0 != 1}}
  %0:2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{?}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{?}]>] manual_axes={} (%b: tensor<4xf32>) {
    %2 = stablehlo.tuple %b : tuple<tensor<4xf32>>
    sdy.return %b, %2 : tensor<4xf32>, tuple<tensor<4xf32>>
  } : (tensor<4xf32>) -> (tensor<4xf32>, tuple<tensor<4xf32>>)
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"x"}]> : tensor<4xf32>
  return %1 : tensor<4xf32>
}
