// The arguments of both regions of a while are targets of its edges: a constraint on one moves to the start of its own
// block and takes the uses of that argument alone. The later one comes first. The edge itself stays unsharded.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @while_arguments(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    cond {
// CHECK-NEXT:      %4 = sdy.sharding_constraint %iterArg <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:      %c = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:      stablehlo.return %c : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %4 = sdy.sharding_constraint %iterArg_0 <@mesh, [{"b"}]> : tensor<8xf32>
// CHECK-NEXT:      %5 = sdy.sharding_constraint %iterArg <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:      %6 = stablehlo.add %5, %4 : tensor<8xf32>
// CHECK-NEXT:      stablehlo.return %6, %4 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT:    %3 = sdy.data_flow_edge %0#1 : tensor<8xf32>
// CHECK-NEXT:    return %2 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @while_arguments(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8xf32>, tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %4 = sdy.sharding_constraint %iterArg <@mesh, [{"b"}]> : tensor<8xf32>
    stablehlo.return %c : tensor<i1>
  } do {
    %4 = stablehlo.add %iterArg, %iterArg_0 : tensor<8xf32>
    %5 = sdy.sharding_constraint %iterArg <@mesh, [{"a"}]> : tensor<8xf32>
    %6 = sdy.sharding_constraint %iterArg_0 <@mesh, [{"b"}]> : tensor<8xf32>
    stablehlo.return %4, %iterArg_0 : tensor<8xf32>, tensor<8xf32>
  }
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"a"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
