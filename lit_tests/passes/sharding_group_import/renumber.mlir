// Groups are renumbered 0, 1, ... in the order in which they first appear, negative and huge ids too. Other attributes
// of the op stay.
// RUN: sdy-opt %s -sdy-sharding-group-import | FileCheck %s

// CHECK-LABEL: func.func @renumber(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) {
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg1 group_id=1 {foo = "bar"} : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg2 group_id=2 : tensor<4xf32>
// CHECK-NEXT:    sdy.sharding_group %arg3 group_id=3 : tensor<4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @renumber(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) {
  sdy.sharding_group %arg0 group_id=12 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=3 {foo = "bar"} : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=-5 : tensor<4xf32>
  sdy.sharding_group %arg3 group_id=9223372036854775807 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @already_canonical_elsewhere(%arg0: tensor<8xf32>, %arg1: tensor<2xf32>) {
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %arg1 group_id=4 : tensor<2xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @already_canonical_elsewhere(%arg0: tensor<8xf32>, %arg1: tensor<2xf32>) {
  sdy.sharding_group %arg0 group_id=12 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=0 : tensor<2xf32>
  return
}
