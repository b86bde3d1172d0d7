// The error is at the op, and nothing is printed.
// RUN: not sdy-opt %s -sdy-sharding-group-import 2>&1 | FileCheck %s

// CHECK:     8:3: error: ShardingGroupOps values must have the same shape for groupId: 4
// CHECK-NOT: module
func.func @shapes(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>) {
  sdy.sharding_group %arg0 group_id=4 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=4 : tensor<4xf32>
  return
}
