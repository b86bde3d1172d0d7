// Unreduced axes of a constraint on a target are set on the edge as well, which is otherwise fully open. So the edge has
// a sharding, and a second constraint on another target of it is not applied.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @edge(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8x8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{?}, {?}], unreduced={"b"}> : tensor<8x8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x8xf32>
// CHECK-NEXT:    return %2 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @edge(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8x8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @manual_computation(%arg0: tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{?}], unreduced={"b"}> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}], unreduced={"b"}> : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%2) in_shardings=[<@mesh, [{"a"}], unreduced={"b"}>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @manual_computation(%arg0: tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a"}], unreduced={"b"}>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @two_targets(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:      stablehlo.return %c : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %3 = sdy.sharding_constraint %iterArg <@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %3 : tensor<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{?}], unreduced={"a"}> : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @two_targets(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %3 = sdy.sharding_constraint %iterArg <@mesh, [{}], unreduced={"a"}> : tensor<8xf32>
    stablehlo.return %iterArg : tensor<8xf32>
  }
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
