// Remarks: which calls get shardings, and which have them.
// RUN: sdy-opt %s -sdy-propagate-sharding-from-func-to-call -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main() {
  // expected-remark @+1 {{[sdy-propagate-sharding-from-func-to-call] call gets the shardings of the results of @f: #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}}
  %0 = call @f() : () -> tensor<8xf32>
  // expected-remark @+1 {{[sdy-propagate-sharding-from-func-to-call] this call has shardings already: those of the function are not looked at}}
  %1 = call @f() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : () -> tensor<8xf32>
  // expected-remark @+1 {{[sdy-propagate-sharding-from-func-to-call] call gets no shardings: no result of @g is sharded along a mesh with axes}}
  %2 = call @g() : () -> tensor<8xf32>
  return
}
func.func private @g() -> tensor<8xf32>
func.func private @f() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>})
