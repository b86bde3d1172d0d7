// For an operand of a manual computation that is a target of an edge, a constraint with the in-sharding is made after
// the operand's definition, and every use of the operand is a use of the constraint.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @created(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = stablehlo.negate %2 : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%2, %2) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>, tensor<8xf32>) -> ()
// CHECK-NEXT:    return %3, %2 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:  }
func.func @created(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  sdy.manual_computation(%1, %1) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>, tensor<8xf32>) -> ()
  return %2, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @in_a_while(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:      stablehlo.return %c : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %3 = sdy.sharding_constraint %iterArg_0 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:      %4 = sdy.sharding_constraint %iterArg <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:      %5 = sdy.manual_computation(%4, %3) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg2: tensor<4xf32>, %arg3: tensor<4xf32>) {
// CHECK-NEXT:        sdy.return %arg2 : tensor<4xf32>
// CHECK-NEXT:      } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %5, %3 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
// CHECK-NEXT:    return %1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @in_a_while(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %3 = sdy.manual_computation(%iterArg, %iterArg_0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%arg2: tensor<4xf32>, %arg3: tensor<4xf32>) {
      sdy.return %arg2 : tensor<4xf32>
    } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %3, %iterArg_0 : tensor<8xf32>, tensor<8xf32>
  }
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @open_is_not(%arg0: tensor<8xf32>) {
// CHECK-NEXT:    %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 : tensor<8xf32>
// CHECK-NEXT:    sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (tensor<8xf32>) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @open_is_not(%arg0: tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a", ?}]>] out_shardings=[] manual_axes={"a"} (%arg1: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}
