// Remarks: the axes that are removed, those that stay, and the functions that are left alone.
// RUN: sdy-opt %s -sdy-remove-sub-axes-in-input-output-shardings -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=4, "b"=2, "c"=4]>
// expected-remark @+2 {{[sdy-remove-sub-axes-in-input-output-shardings] "a":(1)2 and "b" removed from dimension 0 of %x}}
// expected-remark @+1 {{"c":(1)2 stays in dimension 1 of %x, which is closed}}
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, "b", ?}, {"c":(1)2}]>}) {
  return
}
// expected-remark @+1 {{shardings of @f stay as they are: it is not the main function}}
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}, {}]>}) {
  return
}
