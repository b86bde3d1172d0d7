// Regions on quantized elements: the elements of a reduction may be stored in more bits than its operands, and what a
// loop carries may have other scales.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s | sdy-opt | FileCheck %s

// CHECK: func.func @reduce(%arg0: tensor<8x!quant.uniform<i8:f32, 5.000000e-01>>, %arg1: tensor<!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>> {
func.func @reduce(%a: tensor<8x!quant.uniform<i8:f32, 0.5>>, %z: tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<!quant.uniform<i32:f32, 2.0>> {
  // CHECK: %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<8x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 0.5>>, %y: tensor<!quant.uniform<i32:f32, 0.5>>):
    // CHECK: %1 = stablehlo.maximum %arg2, %arg3 : tensor<!quant.uniform<i32:f32, 5.000000e-01>>
    %1 = stablehlo.maximum %x, %y : tensor<!quant.uniform<i32:f32, 0.5>>
    // CHECK: %2 = stablehlo.add %1, %arg3 : tensor<!quant.uniform<i32:f32, 5.000000e-01>>
    %2 = stablehlo.add %1, %y : tensor<!quant.uniform<i32:f32, 0.5>>
    // CHECK: stablehlo.return %2 : tensor<!quant.uniform<i32:f32, 5.000000e-01>>
    stablehlo.return %2 : tensor<!quant.uniform<i32:f32, 0.5>>
  }) : (tensor<8x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<!quant.uniform<i32:f32, 2.0>>
  return %0 : tensor<!quant.uniform<i32:f32, 2.0>>
}

// CHECK: func.func @all_reduce(%arg0: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
func.func @all_reduce(%a: tensor<!quant.uniform<i8:f32, 2.0:15>>) {
  // CHECK: %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<!quant.uniform<u16:f32, 2.0:15>>, %y: tensor<!quant.uniform<u16:f32, 2.0:15>>):
    // CHECK: %1 = stablehlo.add %arg1, %arg2 : tensor<!quant.uniform<u16:f32, 2.000000e+00:15>>
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<u16:f32, 2.0:15>>
    // CHECK: stablehlo.return %1 : tensor<!quant.uniform<u16:f32, 2.000000e+00:15>>
    stablehlo.return %1 : tensor<!quant.uniform<u16:f32, 2.0:15>>
  }) : (tensor<!quant.uniform<i8:f32, 2.0:15>>) -> tensor<!quant.uniform<u16:f32, 1.0>>
  return
}

// CHECK: func.func @select_and_scatter(%arg0: tensor<8x!quant.uniform<i8:f32, 2.000000e+00>>, %arg1: tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>, %arg2: tensor<!quant.uniform<i4:f32, 2.000000e+00>>) {
func.func @select_and_scatter(%a: tensor<8x!quant.uniform<i8:f32, 2.0>>, %s: tensor<4x!quant.uniform<i8:f32, 2.0>>, %z: tensor<!quant.uniform<i4:f32, 2.0>>) {
  // CHECK: %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 2.0>>, %y: tensor<!quant.uniform<i8:f32, 2.0>>):
    // CHECK: %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<!quant.uniform<i8:f32, 2.000000e+00>>, tensor<!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<i1>
    %1 = stablehlo.compare GE, %x, %y : (tensor<!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i8:f32, 2.0>>) -> tensor<i1>
    // CHECK: stablehlo.return %1 : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0>>, %y: tensor<!quant.uniform<i32:f32, 2.0>>):
    // CHECK: %1 = stablehlo.add %arg3, %arg4 : tensor<!quant.uniform<i32:f32, 2.000000e+00>>
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 2.0>>
    // CHECK: stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 2.000000e+00>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 2.0>>
  }) : (tensor<8x!quant.uniform<i8:f32, 2.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i4:f32, 2.0>>) -> tensor<8x!quant.uniform<i32:f32, 2.0>>
  return
}
