// A manual computation has an edge per body argument and per result. Inside the body the manual axes are gone, from
// dimensions, replicated and unreduced axes; the priorities stay. A result's edge has its out-sharding as it is.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

sdy.mesh @mesh = <["a"=4, "b"=2, "c"=2]>

// CHECK-LABEL: func.func @manual_axes_are_dropped_inside(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}p2, {?}], replicated={"c"}>, <@mesh, [{"a"}, {"b"}], unreduced={"c"}>] out_shardings=[<@mesh, [{"a"}p1, {"b", ?}p4], replicated={"c"}>] manual_axes={"a", "c"} (%arg2: tensor<2x8xf32>, %arg3: tensor<2x8xf32>) {
// CHECK-NEXT:      %2 = sdy.data_flow_edge %arg2 sharding=<@mesh, [{"b"}p2, {?}]> : tensor<2x8xf32>
// CHECK-NEXT:      %3 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{}, {"b"}]> : tensor<2x8xf32>
// CHECK-NEXT:      %4 = stablehlo.add %2, %3 : tensor<2x8xf32>
// CHECK-NEXT:      sdy.return %4 : tensor<2x8xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}p1, {"b", ?}p4], replicated={"c"}> : tensor<8x8xf32>
// CHECK-NEXT:    return %1 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @manual_axes_are_dropped_inside(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}p2, {?}], replicated={"c"}>, <@mesh, [{"a"}, {"b"}], unreduced={"c"}>] out_shardings=[<@mesh, [{"a"}p1, {"b", ?}p4], replicated={"c"}>] manual_axes={"a", "c"} (%arg2: tensor<2x8xf32>, %arg3: tensor<2x8xf32>) {
    %1 = stablehlo.add %arg2, %arg3 : tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @parts_of_manual_axes_too(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a":(1)2}, {?}]>] out_shardings=[<@mesh, [{"a":(1)2}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:      %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{}, {?}]> : tensor<4x8xf32>
// CHECK-NEXT:      sdy.return %2 : tensor<4x8xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a":(1)2}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:    return %1 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @parts_of_manual_axes_too(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a":(1)2}, {?}]>] out_shardings=[<@mesh, [{"a":(1)2}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @free_axes_stay(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}, {?}], replicated={"c"}>] out_shardings=[<@mesh, [{"b"}, {}]>] manual_axes={} (%arg1: tensor<8x8xf32>) {
// CHECK-NEXT:      %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"b"}, {?}], replicated={"c"}> : tensor<8x8xf32>
// CHECK-NEXT:      sdy.return %2 : tensor<8x8xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"b"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT:    return %1 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @free_axes_stay(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b"}, {?}], replicated={"c"}>] out_shardings=[<@mesh, [{"b"}, {}]>] manual_axes={} (%arg1: tensor<8x8xf32>) {
    sdy.return %arg1 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
