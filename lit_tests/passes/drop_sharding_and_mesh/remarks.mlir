// Remarks: the shardings and meshes that there were.
// RUN: sdy-opt %s -sdy-drop-sharding-and-mesh -remarks -verify-diagnostics

// expected-remark @+1 {{[sdy-drop-sharding-and-mesh] mesh @mesh erased}}
sdy.mesh @mesh = <["a"=2]>
// expected-remark @+2 {{sharding <@mesh, [{"a"}]> of %x dropped}}
// expected-remark @+1 {{sharding <@mesh, [{}]> of function result 0 dropped}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // expected-remark @+1 {{sharding <@mesh, [{?}]> of %0 dropped}}
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
