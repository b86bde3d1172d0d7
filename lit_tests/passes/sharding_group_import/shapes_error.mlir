// Another shape in a group is an error at the first op that differs from the group's first member, and the only one.
// RUN: sdy-opt %s -split-input-file -sdy-sharding-group-import -verify-diagnostics

func.func @shapes(%arg0: tensor<8xf32>, %arg1: tensor<8x1xf32>) {
  sdy.sharding_group %arg0 group_id=-1 : tensor<8xf32>
  // expected-error@+1 {{ShardingGroupOps values must have the same shape for groupId: -1}}
  sdy.sharding_group %arg1 group_id=-1 : tensor<8x1xf32>
  sdy.sharding_group %arg1 group_id=-1 : tensor<8x1xf32>
  return
}

// -----

func.func @dynamic(%arg0: tensor<8xf32>, %arg1: tensor<?xf32>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  // expected-error@+1 {{ShardingGroupOps values must have the same shape for groupId: 1}}
  sdy.sharding_group %arg1 group_id=1 : tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>

func.func @manual_computation_comes_first(%arg0: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    // expected-error@+1 {{ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: 1}}
    sdy.sharding_group %arg1 group_id=1 : tensor<4xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}
