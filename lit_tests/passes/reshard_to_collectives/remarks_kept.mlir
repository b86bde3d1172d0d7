// Remarks: with the option, reshards are kept that do nothing.
// RUN: sdy-opt %s -sdy-reshard-to-collectives=keep-redundant-reshards=true -remarks -verify-diagnostics

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-remark @+1 {{reshard kept, though redundant: each device has the part of %a that it needs}}
  %0 = sdy.reshard %a <@mesh, [{"x", ?}]> : tensor<16xf32>
  return
}
