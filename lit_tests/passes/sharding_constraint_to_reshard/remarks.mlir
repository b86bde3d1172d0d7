// Remarks: where values are moved, and what is folded on the way.
// RUN: sdy-opt %s -sdy-sharding-constraint-to-reshard -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{[sdy-sharding-constraint-to-reshard] constraint is a reshard now: %x is moved to the sharding <@mesh, [{"a"}]> here}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<8xf32>
  // expected-remark @+1 {{%1 replaced by %0: the cast changes nothing}}
  %1 = builtin.unrealized_conversion_cast %0 : tensor<8xf32> to tensor<8xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<8xf32>
  // expected-remark @+1 {{operands of 'chlo.broadcast_add' swapped: a constant comes last}}
  %3 = chlo.broadcast_add %2, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
