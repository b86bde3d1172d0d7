// Remarks: which results get shardings, and which lose them.
// RUN: sdy-opt %s -sdy-propagate-to-func-results -remarks -shardy=0.10.2 -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-remark @+1 {{[sdy-propagate-to-func-results] result shardings of @main stay as they are: it is the main function}}
func.func @main() {
  return
}
// expected-remark @+2 {{[sdy-propagate-to-func-results] result 0 gets the sharding of %x, returned here: <@mesh, [{"a"}]>}}
// expected-remark @+1 {{[sdy-propagate-to-func-results] result 1 loses its sharding: %y, returned here, has none}}
func.func private @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return %x, %y : tensor<8xf32>, tensor<8xf32>
}
