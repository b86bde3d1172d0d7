// A dimension keeps its priority also where no axes are left of it inside; closed, it is then refused by the verifier.
// RUN: sdy-opt %s -sdy-add-data-flow-edges -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>

func.func @closed(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op dim 0 is empty and closed but has a priority}}
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}p2]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

func.func @open(%arg0: tensor<8xf32>) {
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}p2]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}
