// A chain on a data_flow_edge: the uses after its end become uses of the last constraint; then the first one moves to
// the edge, if it is closed, and takes the uses that remain.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @closed(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.negate %2 : tensor<8xf32>
// CHECK-NEXT:    %4 = sdy.sharding_constraint %2 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    %5 = stablehlo.sine %4 : tensor<8xf32>
// CHECK-NEXT:    return %3, %5, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @closed(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{"b"}]> : tensor<8xf32>
  %5 = stablehlo.sine %1 : tensor<8xf32>
  return %2, %5, %1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @open(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.negate %1 : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %1 <@mesh, [{"a", ?}]> : tensor<8xf32>
// CHECK-NEXT:    %4 = sdy.sharding_constraint %3 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    %5 = stablehlo.sine %4 : tensor<8xf32>
// CHECK-NEXT:    return %2, %5, %1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @open(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a", ?}]> : tensor<8xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{"b"}]> : tensor<8xf32>
  %5 = stablehlo.sine %1 : tensor<8xf32>
  return %2, %5, %1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
