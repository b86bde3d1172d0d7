// Of the uses of a chain's input, only those in the last constraint's block and after it are replaced, and func.return
// keeps its operands; other terminators do not.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @before_between_and_return(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    %4 = sdy.sharding_constraint %2 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    return %1, %3, %0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @before_between_and_return(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = stablehlo.sine %0 : tensor<8xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %3 = stablehlo.sine %0 : tensor<8xf32>
  %4 = sdy.sharding_constraint %2 <@mesh, [{"b"}]> : tensor<8xf32>
  return %1, %3, %0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @in_a_region_after(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = "stablehlo.case"(%arg1) ({
// CHECK-NEXT:      stablehlo.return %0 : tensor<8xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<8xf32>
// CHECK-NEXT:    return %3 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @in_a_region_after(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
  %3 = "stablehlo.case"(%arg1) ({
    stablehlo.return %0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: func.func @chain_in_a_region(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = "stablehlo.case"(%arg1) ({
// CHECK-NEXT:      %3 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:      %4 = sdy.sharding_constraint %3 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %4 : tensor<8xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    return %1, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @chain_in_a_region(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = "stablehlo.case"(%arg1) ({
    %3 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"b"}]> : tensor<8xf32>
    stablehlo.return %0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %2 = stablehlo.sine %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @last_in_a_region(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = "stablehlo.case"(%arg1) ({
// CHECK-NEXT:      %4 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %4 : tensor<8xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.sine %0 : tensor<8xf32>
// CHECK-NEXT:    return %2, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @last_in_a_region(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %2 = "stablehlo.case"(%arg1) ({
    %4 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
    stablehlo.return %0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %3 = stablehlo.sine %0 : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
