// Members of a group in different manual computations, or in one and outside of it, are an error at the second of them.
// RUN: sdy-opt %s -split-input-file -sdy-sharding-group-import -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>

func.func @inside_and_outside(%arg0: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=3 : tensor<8xf32>
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    // expected-error@+1 {{ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: 3}}
    sdy.sharding_group %arg1 group_id=3 : tensor<8xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>

func.func @siblings(%arg0: tensor<8xf32>) {
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.sharding_group %arg1 group_id=3 : tensor<8xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    // expected-error@+1 {{ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: 3}}
    sdy.sharding_group %arg1 group_id=3 : tensor<8xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @nested(%arg0: tensor<8xf32>) {
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<8xf32>) {
    sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"b"} (%arg2: tensor<8xf32>) {
      sdy.sharding_group %arg2 group_id=3 : tensor<8xf32>
      sdy.return
    } : (tensor<8xf32>) -> ()
    // expected-error@+1 {{ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: 3}}
    sdy.sharding_group %arg1 group_id=3 : tensor<8xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}
