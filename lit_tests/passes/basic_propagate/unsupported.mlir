// What the reference does not survive is an error: no main function, the edge of a manual computation without a
// sharding, and a value in two sharding groups.
// RUN: sdy-opt %s -sdy-basic-propagate -verify-diagnostics -split-input-file

// expected-error @+1 {{Failed to lookup function: main}}
module {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}

// -----

sdy.mesh @mesh = <["a"=2]>

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // expected-error @+1 {{'sdy.data_flow_edge' op on a manual computation must have a sharding to propagate}}
    %1 = sdy.data_flow_edge %arg1 : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  // expected-error @+1 {{Value can only map to one sharding group id after import.}}
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  return
}
