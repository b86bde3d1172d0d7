// Remarks: which values have edges, and which cannot have any.
// RUN: sdy-opt %s -sdy-add-func-data-flow-edges -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-remark @+1 {{[sdy-add-func-data-flow-edges] no edges for the arguments of @main: it is the main function, which nothing calls}}
func.func @main(%x: tensor<8xf32>, %y: tensor<?xf32>) {
  // expected-remark @+1 {{[sdy-add-func-data-flow-edges] edge inserted after %0, which has the sharding <@mesh, [{"a"}]>: no users of %0 use the edge instead}}
  %0 = call @f(%x, %y) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<8xf32>, tensor<?xf32>) -> tensor<8xf32>
  return
}
// expected-remark @+2 {{[sdy-add-func-data-flow-edges] edge inserted after %x, which has no sharding: 1 user of %x uses the edge instead}}
// expected-remark @+1 {{[sdy-add-func-data-flow-edges] no edge for %y of type tensor<?xf32>, which has no static shape}}
func.func private @f(%x: tensor<8xf32>, %y: tensor<?xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
