// Where a sharding mentions parts of a manual axis, the missing parts become replicated, merged with what is; up to the
// first gap that is no sub-axis.
// RUN: sdy-opt %s -sdy-manual-axes-cleanup | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=64]>
sdy.mesh @other = <["d"=24]>

// CHECK-LABEL: func.func @gaps(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"c":(2)2}, {"c":(8)4}], replicated={"a", "c":(1)2, "c":(4)2}, unreduced={"c":(32)2}>] out_shardings=[<@mesh, [{"c":(1)2}, {"c":(2)4}], replicated={"a", "b", "c":(8)8}>] manual_axes={"a", "c"} (%arg1: tensor<4x2xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<4x2xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    return %0 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @gaps(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"c":(2)2}, {"c":(8)4}], unreduced={"c":(32)2}>] out_shardings=[<@mesh, [{"c":(1)2}, {"c":(2)4}], replicated={"b"}>] manual_axes={"c", "a"} (%arg1: tensor<4x2xf32>) {
    sdy.return %arg1 : tensor<4x2xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @merged(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {}], replicated={"c"}>] out_shardings=[<@mesh, [{"c":(1)2}, {}], replicated={"c":(2)32}>] manual_axes={"c"} (%arg1: tensor<8x8xf32>) {
// CHECK-NEXT:      %1 = stablehlo.slice %arg1 [0:4, 0:8] : (tensor<8x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:      sdy.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    return %0 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @merged(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {}], replicated={"c":(4)2}>] out_shardings=[<@mesh, [{"c":(1)2}, {}], replicated={"c":(8)8}>] manual_axes={"c"} (%arg1: tensor<8x8xf32>) {
    %1 = stablehlo.slice %arg1 [0:4, 0:8] : (tensor<8x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @parts_of_free_axes(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"c":(2)2}], replicated={"c":(8)2}>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:    return %0 : tensor<8x8xf32>
// CHECK-NEXT:  }
func.func @parts_of_free_axes(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"c":(2)2}], replicated={"c":(8)2}>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @gap_that_is_no_sub_axis(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@other, [{}], replicated={"d":(1)2}, unreduced={"d":(2)2, "d":(6)2}>] out_shardings=[<@other, [{}], replicated={"d":(1)3, "d":(6)4}, unreduced={"d":(3)2}>] manual_axes={"d"} (%arg1: tensor<8xf32>) {
// CHECK-NEXT:      sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:    } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:    return %0 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @gap_that_is_no_sub_axis(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@other, [{}], unreduced={"d":(2)2, "d":(6)2}>] out_shardings=[<@other, [{}], unreduced={"d":(3)2}>] manual_axes={"d"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
