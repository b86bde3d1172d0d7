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
