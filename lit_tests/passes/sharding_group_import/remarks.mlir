// Remarks: which groups are merged and renumbered, and what is a member already.
// RUN: sdy-opt %s -sdy-sharding-group-import -remarks -verify-diagnostics

func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  // expected-note @+4 {{%x is in group 5 here}}
  // expected-note @+3 {{it became a member here}}
  // expected-note @+2 {{it became a member here}}
  // expected-remark @+1 {{[sdy-sharding-group-import] group 5 is group 0 now}}
  sdy.sharding_group %x group_id=5 : tensor<8xf32>
  // expected-remark @+3 {{group 7 merged into group 5: %x is in both}}
  // expected-remark @+2 {{group 7 is group 0 now}}
  // expected-remark @+1 {{membership erased: %x is in group 0 already}}
  sdy.sharding_group %x group_id=7 : tensor<8xf32>
  sdy.sharding_group %y group_id=7 : tensor<8xf32>
  // expected-remark @+1 {{membership erased: %x is in group 0 already}}
  sdy.sharding_group %x group_id=5 : tensor<8xf32>
  return
}
