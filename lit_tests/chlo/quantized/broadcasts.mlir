// Operations of CHLO on quantized elements: sums and comparisons take different scales, others do not.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s | sdy-opt | FileCheck %s

// CHECK: func.func @broadcasts(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>, %arg2: tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, %arg3: tensor<4xi1>) {
func.func @broadcasts(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0:3>>, %c: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, %d: tensor<4xi1>) {
  // CHECK: %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 7.000000e+00>>
  %0 = "chlo.broadcast_add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 7.0>>
  // CHECK: %1 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 7.000000e+00>>
  %1 = "chlo.broadcast_maximum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 7.0>>
  // CHECK: %2 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 7.000000e+00>>
  %2 = "chlo.broadcast_minimum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 7.0>>
  // CHECK: %3 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4xi1>
  %3 = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4xi1>
  // CHECK: %4 = chlo.broadcast_subtract %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %4 = "chlo.broadcast_subtract"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %5 = chlo.broadcast_multiply %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %5 = "chlo.broadcast_multiply"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %6 = chlo.broadcast_divide %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %6 = "chlo.broadcast_divide"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %7 = chlo.broadcast_power %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %7 = "chlo.broadcast_power"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %8 = chlo.broadcast_remainder %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %8 = "chlo.broadcast_remainder"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %9 = chlo.broadcast_atan2 %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %9 = "chlo.broadcast_atan2"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %10 = chlo.broadcast_next_after %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %10 = "chlo.broadcast_next_after"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %11 = chlo.broadcast_polygamma %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %11 = "chlo.broadcast_polygamma"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %12 = chlo.broadcast_shift_left %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %12 = "chlo.broadcast_shift_left"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %13 = chlo.broadcast_shift_right_logical %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %13 = "chlo.broadcast_shift_right_logical"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %14 = chlo.broadcast_shift_right_arithmetic %arg0, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %14 = "chlo.broadcast_shift_right_arithmetic"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %15 = chlo.broadcast_add %arg2, %arg2 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<4x!quant.uniform<i8:f32:0, {4.000000e+00:1,3.000000e+00,2.000000e+00,1.000000e+00}>>
  %15 = "chlo.broadcast_add"(%c, %c) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {4.0:1, 3.0, 2.0, 1.0}>>
  // CHECK: %16 = chlo.broadcast_subtract %arg2, %arg2 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %16 = "chlo.broadcast_subtract"(%c, %c) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  // CHECK: %17 = chlo.broadcast_select %arg3, %arg0, %arg0 : (tensor<4xi1>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<u4:f32, 1.000000e+00>>
  %17 = "chlo.broadcast_select"(%d, %a, %a) : (tensor<4xi1>, tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u4:f32, 1.0>>
  // CHECK: %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<4x!quant.uniform<i8:f32, 1.000000e+00>> -> (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:3>>, tensor<2xi32>)
  %18:2 = "chlo.top_k"(%a) <{k = 2 : i64}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x!quant.uniform<i8:f32, 2.0:3>>, tensor<2xi32>)
  return
}
