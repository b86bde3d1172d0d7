// A manual axis that a sharding mentions nowhere becomes replicated, in mesh order; other free axes do not.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2, "d"=2]>

// CHECK-LABEL: func.func @missing(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {?}], replicated={"c"}>] out_shardings=[<@mesh, [{"a"}, {}], replicated={"b", "c"}>] manual_axes={"a", "c"} (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    return %0 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @missing(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a"}, {}], replicated={"b"}>] manual_axes={"c", "a"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @scalar(%arg0: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [], replicated={"a", "c"}>] out_shardings=[<@mesh, [], replicated={"a", "c"}>] manual_axes={"a", "c"} (%arg1: tensor<f32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<f32>
// CHECK-NEXT:    } : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    return %0 : tensor<f32>
// CHECK-NEXT:  }
func.func @scalar(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, [], replicated={"c"}>] manual_axes={"a", "c"} (%arg1: tensor<f32>) {
    sdy.return %arg1 : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @unreduced_is_mentioned(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}], replicated={"a"}, unreduced={"c"}>] out_shardings=[<@mesh, [{"d"}], replicated={"a", "c"}, unreduced={"b"}>] manual_axes={"a", "c"} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @unreduced_is_mentioned(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}], unreduced={"c"}>] out_shardings=[<@mesh, [{"d"}], unreduced={"b"}>] manual_axes={"a", "c"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @no_manual_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @no_manual_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
