// On a data_flow_edge, the constraint moves to right after the edge and becomes the input of every other use of it, in
// nested regions and in func.return too, in place of setting the edge's sharding.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @moved(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.add %2, %2 : tensor<8xf32>
// CHECK-NEXT:    sdy.sharding_group %2 group_id=0 : tensor<8xf32>
// CHECK-NEXT:    %4 = "stablehlo.case"(%arg1) ({
// CHECK-NEXT:      stablehlo.return %2 : tensor<8xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<8xf32>
// CHECK-NEXT:    return %4, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @moved(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.add %1, %1 : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  %4 = "stablehlo.case"(%arg1) ({
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %4, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @moved_out_of_a_region(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = "stablehlo.case"(%arg1) ({
// CHECK-NEXT:      stablehlo.return %2 : tensor<8xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      stablehlo.return %2 : tensor<8xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<8xf32>
// CHECK-NEXT:    return %3 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @moved_out_of_a_region(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = "stablehlo.case"(%arg1) ({
    %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }, {
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func.func @named_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      %3 = sdy.data_flow_edge %arg1 : tensor<8xf32>
// CHECK-NEXT:      %4 = sdy.sharding_constraint %3 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:      sdy.return %4 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    return %2 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @named_computation(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg1: tensor<8xf32>) {
    %3 = sdy.data_flow_edge %arg1 : tensor<8xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"a"}]> : tensor<8xf32>
    sdy.return %3 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @second_one_alike_follows(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.negate %2 : tensor<8xf32>
// CHECK-NEXT:    %4 = sdy.sharding_constraint %2 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return %3, %4 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @second_one_alike_follows(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  %4 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  return %2, %4 : tensor<8xf32>, tensor<8xf32>
}
