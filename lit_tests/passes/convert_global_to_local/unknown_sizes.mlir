// The part of a device has no place in a dimension of an unknown size.
// RUN: sdy-opt %s -sdy-reshard-to-collectives -sdy-convert-global-to-local -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @slice(%a: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // expected-error @+2 {{has negative size index to dynamic slice: -9223372036854775808}}
  // expected-error @+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = sdy.reshard %a <@mesh, [{"y"}, {}]> : tensor<?x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @unreduced(%a: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  // expected-error @+2 {{'sdy.sharded_to_unreduced' op dynamic shape not supported}}
  // expected-error @+1 {{failed to legalize operation 'sdy.sharded_to_unreduced' that was explicitly marked illegal}}
  %0 = sdy.sharded_to_unreduced [{"y"}, {}] %a out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<?x8xf32>
  return
}
