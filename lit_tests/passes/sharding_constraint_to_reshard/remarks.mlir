// Remarks: where values are moved.
// RUN: sdy-opt %s -sdy-sharding-constraint-to-reshard -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{[sdy-sharding-constraint-to-reshard] constraint is a reshard now: %x is moved to the sharding <@mesh, [{"a"}]> here}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
