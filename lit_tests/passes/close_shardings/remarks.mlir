// Remarks: what is closed, and what was replicated.
// RUN: sdy-opt %s -sdy-close-shardings -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-remark @+2 {{[sdy-close-shardings] dimensions 0 and 1 of %x closed}}
// expected-remark @+1 {{replicated axis "b" of %x dropped}}
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}], replicated={"b"}>}) {
  // expected-remark @+1 {{dimension 1 of %0 closed}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {?}]> : tensor<8x8xf32>
  return
}
