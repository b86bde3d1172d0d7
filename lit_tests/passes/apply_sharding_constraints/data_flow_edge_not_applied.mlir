// A constraint on a data_flow_edge stays where it is if it is open, conflicts with another, or the edge has a sharding.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @open(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.negate %1 : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %1 <@mesh, [{"a", ?}], unreduced={"b"}> : tensor<8xf32>
// CHECK-NEXT:    return %2, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @open(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a", ?}], unreduced={"b"}> : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @conflict(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:    return %2, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @conflict(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @sharded_edge(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{?}]> : tensor<8xf32>
// CHECK-NEXT:    %2 = stablehlo.negate %1 : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return %2, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @sharded_edge(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{?}]> : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @edge_of_the_result_is_sharded(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:      stablehlo.return %c : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %2 = stablehlo.negate %iterArg : tensor<8xf32>
// CHECK-NEXT:      %3 = sdy.sharding_constraint %iterArg <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %2 : tensor<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @edge_of_the_result_is_sharded(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = stablehlo.negate %iterArg : tensor<8xf32>
    %3 = sdy.sharding_constraint %iterArg <@mesh, [{"b"}]> : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
