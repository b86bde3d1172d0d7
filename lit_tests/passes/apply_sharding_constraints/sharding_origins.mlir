// With the option for that, it is recorded of each axis which constraint, argument or result it comes from.
// RUN: sdy-opt %s -sdy-apply-sharding-constraints=debug-sharding-origins | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @constraint
// CHECK-SAME: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, sdy.sharding_origins = {a = "self"}}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>, sdy.sharding_origins = {a = "self", b = "constraint_0"}})
func.func @constraint(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  // CHECK: stablehlo.tanh %arg0 {{.*}}sdy.sharding_origins = [{a = "output: 0", b = "constraint_0"}]
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  // CHECK: sdy.sharding_origin_name = "constraint_0", sdy.sharding_origins = {a = "self", b = "self"}
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @manual_computation
// CHECK-SAME: sdy.sharding_origins = {a = "mc_0_input: 0"}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding_origins = {a = "mc_0_output: 0"}})
func.func @manual_computation(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: sdy.data_flow_edge %arg1 {sdy.sharding_origins = {a = "self", b = "self"}}
  // CHECK: {sdy.sharding_origin_name = "mc_0"}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    %2 = sdy.data_flow_edge %arg1 : tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.data_flow_edge %0 {sdy.sharding_origins = {a = "self"}}
  %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// What an argument of a loop's regions gets is recorded with the result.
// CHECK-LABEL: func.func @loop
func.func @loop(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<i1>) -> tensor<8x8xf32> {
  // CHECK: stablehlo.while{{.*}}sdy.sharding_origins = [{}, {b = "constraint_1"}]}
  %0:2 = stablehlo.while(%x = %arg0, %y = %arg1) : tensor<8x8xf32>, tensor<8x8xf32>
  cond {
    stablehlo.return %arg2 : tensor<i1>
  } do {
    %1 = sdy.sharding_constraint %y <@mesh, [{"b"}, {}]> : tensor<8x8xf32>
    stablehlo.return %x, %1 : tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %0#0 : tensor<8x8xf32>
}

// So it is with an operation on the edge.
// CHECK-LABEL: func.func @edge_of_loop
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding_origins = {b = "constraint_2"}})
func.func @edge_of_loop(%arg0: tensor<8x8xf32>, %arg1: tensor<i1>) -> tensor<8x8xf32> {
  %0 = stablehlo.while(%x = %arg0) : tensor<8x8xf32>
  cond {
    %2 = sdy.sharding_constraint %x <@mesh, [{"b"}, {}]> : tensor<8x8xf32>
    stablehlo.return %arg1 : tensor<i1>
  } do {
    stablehlo.return %x : tensor<8x8xf32>
  }
  // CHECK: sdy.data_flow_edge {{.*}}sharding=<@mesh, [{"b"}, {}]> {sdy.sharding_origins = {b = "constraint_2"}}
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
