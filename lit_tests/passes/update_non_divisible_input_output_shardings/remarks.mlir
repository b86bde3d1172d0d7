// Remarks: what does not divide, and what is left.
// RUN: sdy-opt %s -sdy-update-non-divisible-input-output-shardings -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=4, "b"=2]>
// expected-remark @+3 {{[sdy-update-non-divisible-input-output-shardings] dimension 0 of %x sharded along "a" and "b" does not divide tensor<6x7xf32>: "a":(1)2 is left}}
// expected-remark @+2 {{priority 1 dropped from dimension 0 of %x}}
// expected-remark @+1 {{dimension 0 of function result 0 sharded along "b" does not divide tensor<7xf32>: nothing is left}}
func.func @main(%x: tensor<6x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}p1, {?}p2]>}, %y: tensor<7xf32>) -> (tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) {
  return %y : tensor<7xf32>
}
