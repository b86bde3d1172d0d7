// What cannot be: a mesh that only became another one by an earlier reshard. The first failure ends a function, not the
// others.
// RUN: sdy-opt %s -sdy-reshard-to-collectives -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @axes = <["a"=2]>
func.func @numbers(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // Numbers are those of values at that moment: the permute comes first, its reshard is still there.
  %0 = sdy.reshard %a <@mesh, [{"y"}]> : tensor<4xf32>
  %1:2 = stablehlo.custom_call @f() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"x"}]>]>} : () -> (tensor<4xf32>, tensor<4xf32>)
  %2 = sdy.reshard %1#1 <@axes, [{}]> : tensor<4xf32>
  // expected-error @+1 {{failed to legalize operation 'sdy.reshard' that was explicitly marked illegal: %5 = "sdy.reshard"(%4) <{sharding = #sdy.sharding<@axes, [{"a"}]>}> {k} : (tensor<4xf32>) -> tensor<4xf32>}}
  %3 = sdy.reshard %2 <@axes, [{"a"}]> {k} : tensor<4xf32>
  %4 = sdy.reshard %2 <@axes, [{"a"}]> : tensor<4xf32>
  return
}
func.func @mesh_of_earlier_reshard(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.reshard %a <@axes, [{}]> : tensor<4xf32>
  // expected-error @+1 {{failed to legalize operation 'sdy.reshard' that was explicitly marked illegal: %2 = "sdy.reshard"(%1)}}
  %1 = sdy.reshard %0 <@axes, [{"a"}]> : tensor<4xf32>
  return
}
