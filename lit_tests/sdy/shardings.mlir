// Shardings: open dimensions, priorities, sub-axes, replicated and unreduced axes, which print in this order; inlined,
// maximal and empty meshes; on arguments, results and ops, also on ops without results.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8, "d"=12]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2, "c"=8, "d"=12]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8, "d"=12]>

// CHECK: sdy.mesh @maximal = <[], device_ids=[1]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[1]>, sym_name = "maximal"}> : () -> ()
sdy.mesh @maximal = <[], device_ids=[1]>

// CHECK: sdy.mesh @empty = <[]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()
sdy.mesh @empty = <[]>

// CHECK-LABEL: func.func @dimensions(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}, {"a", "b"}, {"c", ?}]>}, %arg1: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p0, {"a"}p1, {"b", ?}p12]>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @dimensions(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}, {"a", "b"}, {"c", ?}]>}, %arg1: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p0, {"a"}p1, {"b", ?}p12]>}) {
  return
}

// CHECK-LABEL: func.func @sub_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(4)2, "c":(1)2}, {"c":(2)2, "a"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d":(1)2}, {"d":(6)2}], replicated={"d":(2)3}>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @sub_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(4)2, "c":(1)2}, {"c":(2)2, "a"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d":(1)2}, {"d":(6)2}], replicated={"d":(2)3}>}) {
  return
}

// CHECK-LABEL: func.func @axis_lists(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], replicated={"a", "c":(1)2, "c":(4)2}, unreduced={"b"}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b"}>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @axis_lists(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b"}, replicated={"a", "c":(1)2, "c":(4)2}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"b"}>}) {
  return
}

// CHECK-LABEL: func.func @inlined(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) {
// CHECK-NEXT:   return %arg0 : tensor<8xf32>
// CHECK-NEXT: }
func.func @inlined(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) {
  return %arg0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @without_axes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@maximal, []>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@empty, [{}]>}, %arg2: i32 {sdy.sharding = #sdy.sharding<@mesh, []>}) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @without_axes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@maximal, []>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@empty, [{}]>}, %arg2: i32 {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  return
}

// CHECK-LABEL: func.func @per_value(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
// CHECK-NEXT:   %1:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{?}]>]>} %0, %arg0 : tensor<8xf32>, tensor<8xf32>
// CHECK-NEXT:   stablehlo.custom_call @f(%0) {sdy.sharding = #sdy.sharding_per_value<[<@maximal, []>]>} : (tensor<8xf32>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @f(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<8xf32>) -> ()
// CHECK-NEXT:   stablehlo.custom_call @f(%0) {sdy.sharding = #sdy.sharding_per_value<[]>} : (tensor<8xf32>) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @per_value(%arg0: tensor<8xf32>) {
  %0 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  %1:2 = "stablehlo.optimization_barrier"(%0, %arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, [{?}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  "stablehlo.custom_call"(%0) <{call_target_name = "f"}> {sdy.sharding = #sdy.sharding_per_value<[<@maximal, []>]>} : (tensor<8xf32>) -> ()
  "stablehlo.custom_call"(%0) <{call_target_name = "f"}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<8xf32>) -> ()
  "stablehlo.custom_call"(%0) <{call_target_name = "f"}> {sdy.sharding = #sdy.sharding_per_value<[]>} : (tensor<8xf32>) -> ()
  return
}
