// Remarks: what is sorted and completed, and what stays.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=2]>
sdy.mesh @same = <["a"=2, "b"=2]>
sdy.mesh @empty = <[]>

func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: !stablehlo.token) {
  // expected-remark @+6 {{[sdy-manual-axes-cleanup] manual axes sorted as in the mesh: "a" and "b"}}
  // expected-remark @+5 {{in_shardings[0] stays as it is: it mentions every manual axis}}
  // expected-remark @+4 {{in_shardings[1] did not mention every manual axis: it is replicated along "a" and "b" now}}
  // expected-remark @+3 {{in_shardings[1] has the mesh @mesh now}}
  // expected-remark @+2 {{in_shardings[2] stays as it is: !stablehlo.token has no shape}}
  // expected-remark @+1 {{out_shardings[0] did not mention every manual axis: it is replicated along "b" now}}
  %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"a", "b"}]>, <@same, [{}]>, <@mesh, []>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"b", "a"} (%x: tensor<2xf32>, %y: tensor<8xf32>, %z: !stablehlo.token) {
    %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>, !stablehlo.token) -> tensor<8xf32>
  // expected-remark @+1 {{no in_shardings or out_shardings to complete}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  // expected-remark @+1 {{manual axes and shardings not looked at: every mesh is empty}}
  %2 = sdy.manual_computation(%arg0) in_shardings=[<@empty, [{}]>] out_shardings=[<@empty, [{}]>] manual_axes={} (%x: tensor<8xf32>) {
    sdy.return %x : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}
