// Remarks: those of all passes of the pipeline, or of some.
// RUN: sdy-opt %s -sdy-propagation-pipeline -remarks='import|propagate$|export' -verify-diagnostics -o %t

sdy.mesh @mesh = <["a"=2, "b"=2]>

// expected-remark @+1 {{[sdy-user-priority-propagate] "a" propagated from dimension 0 of %0 to dimension 0 of result 0 of the function}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  // expected-remark @+1 {{[sdy-user-priority-propagate] "a" propagated from dimension 0 of %x to dimension 0 of %0}}
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
