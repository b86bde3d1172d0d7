// Remarks: with full deduplication the copy whose shardings most calls have is the one.
// RUN: sdy-opt %s -sdy-unflatten-call-graph=dedup-functions-fully=true -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<8xf32>) {
  // expected-remark @+1 {{[sdy-unflatten-call-graph] call of @f is one of @f_1 now, whose shardings most calls have}}
  call @f(%arg0) : (tensor<8xf32>) -> ()
  // expected-remark @+1 {{[sdy-unflatten-call-graph] call of @f_0 is one of @f_1 now, which has the same shardings}}
  call @f_0(%arg0) : (tensor<8xf32>) -> ()
  // expected-remark @+1 {{[sdy-unflatten-call-graph] call of @f_1 stays: its copies have no shardings that more calls have}}
  call @f_1(%arg0) : (tensor<8xf32>) -> ()
  return
}
func.func private @f(tensor<8xf32>)
func.func private @f_0(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) attributes {sdy.original_func_name = "f"}
func.func private @f_1(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) attributes {sdy.original_func_name = "f"}
