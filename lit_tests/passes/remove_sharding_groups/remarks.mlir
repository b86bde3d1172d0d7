// Remarks: the members that there were.
// RUN: sdy-opt %s -sdy-remove-sharding-groups -remarks -verify-diagnostics

func.func @main(%x: tensor<8xf32>) {
  // expected-remark @+1 {{[sdy-remove-sharding-groups] membership of %x in group 3 erased}}
  sdy.sharding_group %x group_id=3 : tensor<8xf32>
  return
}
