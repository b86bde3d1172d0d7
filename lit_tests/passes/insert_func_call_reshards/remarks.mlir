// Remarks: which results are resharded, and which need not be.
// RUN: sdy-opt %s -sdy-insert-func-call-reshards -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main() {
  // expected-remark @+3 {{[sdy-insert-func-call-reshards] this call has the shardings of @f now: #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>]>}}
  // expected-remark @+2 {{[sdy-insert-func-call-reshards] %0#0 resharded to <@mesh, [{"b"}]>: the function returns it as <@mesh, [{"a"}]>}}
  // expected-remark @+1 {{[sdy-insert-func-call-reshards] %0#1 not resharded: the function returns it on the same axes}}
  %0:2 = call @f() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}]>, <@mesh, [{"a"}]>]>} : () -> (tensor<8xf32>, tensor<8xf32>)
  return
}
func.func private @f() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
