// The number of a merged group: values are taken in the order of their first membership, each merges its groups into
// the first of them, and a group's place is where the id that the others were merged into was first met.
// RUN: sdy-opt %s -sdy-sharding-group-import | FileCheck %s

// CHECK-LABEL: func.func @late_first_group(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg1 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @late_first_group(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=2 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=3 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>
  return
}
