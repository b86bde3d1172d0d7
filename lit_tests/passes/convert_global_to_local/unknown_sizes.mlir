// The part of a device has no place in a dimension of an unknown size.
// RUN: sdy-opt %s -sdy-reshard-to-collectives -sdy-convert-global-to-local -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // expected-error @+1 {{dynamic shape not supported}}
  %0 = sdy.reshard %a <@mesh, [{"y"}, {}]> : tensor<?x8xf32>
  return
}
