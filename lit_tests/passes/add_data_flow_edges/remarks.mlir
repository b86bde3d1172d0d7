// Remarks: for which values there are edges, and for which none.
// RUN: sdy-opt %s -sdy-add-data-flow-edges -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>

func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<?xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @+3 {{[sdy-add-data-flow-edges] edge inserted after %0#0, which has the sharding <@mesh, [{"a"}]>: 2 users of %0#0 use the edge instead}}
  // expected-remark @+2 {{no edge for %0#1 of type tensor<?xf32>, which has no static shape}}
  // expected-remark @+1 {{edge inserted after %0#2, which has the sharding <@mesh, [{}]>: no users of %0#2 use the edge instead}}
  %0:3 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{}]>, <@mesh, [{}]>]>} %arg0, %arg1, %arg0 : tensor<8xf32>, tensor<?xf32>, tensor<8xf32>
  // expected-remark @+2 {{edge inserted after %inner, which has the sharding <@mesh, [{?}]>: 1 user of %inner uses the edge instead}}
  // expected-remark @+1 {{edge inserted after %1, which has the sharding <@mesh, [{"a"}]>: 1 user of %1 uses the edge instead}}
  %1 = sdy.named_computation<"f">(%0#0) in_shardings=[<@mesh, [{?}]>] out_shardings=[<@mesh, [{"a"}]>] (%inner: tensor<8xf32>) {
    %2 = stablehlo.negate %inner : tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{edge inserted after %3, which has no sharding: no users of %3 use the edge instead}}
  %3 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  return %0#0, %1 : tensor<8xf32>, tensor<8xf32>
}
