// Groups that share a tensor are one group, transitively and across functions.
// RUN: sdy-opt %s -sdy-sharding-group-import | FileCheck %s

// CHECK-LABEL: func.func @transitive(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
// CHECK-NEXT:    sdy.sharding_group %arg3 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg1 group_id=1 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @transitive(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
  sdy.sharding_group %arg3 group_id=9 : tensor<8xf32>
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=2 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=3 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=1 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=2 : tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @other_function(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg1 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @other_function(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=3 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=9 : tensor<8xf32>
  return
}
