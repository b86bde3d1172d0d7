// Operations whose operands are broadcast to one shape.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @floats(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) {
// CHECK-NEXT:    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %1 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %2 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %3 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %4 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %5 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %6 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %7 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %8 = chlo.broadcast_power %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %9 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %10 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %11 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @floats(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %5 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %6 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %7 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %8 = chlo.broadcast_power %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %9 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %10 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %11 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @integers(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
// CHECK-NEXT:    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    %1 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    %2 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    %3 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    %4 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    %5 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @integers(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) {
  %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = chlo.broadcast_or %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %2 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %3 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %4 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %5 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @shapes(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<*xf32>, %arg3: tensor<2x1xf32>) {
// CHECK-NEXT:    %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, note} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    %1 = chlo.broadcast_add %arg0, %arg2 : (tensor<2x4xf32>, tensor<*xf32>) -> tensor<*xf32>
// CHECK-NEXT:    %2 = chlo.broadcast_add %arg3, %arg1 : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @shapes(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<*xf32>, %arg3: tensor<2x1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, note} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %1 = chlo.broadcast_add %arg0, %arg2 : (tensor<2x4xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = chlo.broadcast_add %arg3, %arg1 : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @others(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi1>) {
// CHECK-NEXT:    %0 = chlo.broadcast_compare %arg0, %arg0 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %1 = chlo.broadcast_compare %arg0, %arg0 {broadcast_dimensions = array<i64: 0, 1>, compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction GE>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
// CHECK-NEXT:    %2 = chlo.broadcast_complex %arg0, %arg0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xcomplex<f32>>
// CHECK-NEXT:    %3 = chlo.broadcast_select %arg1, %arg0, %arg0 : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @others(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi1>) {
  %0 = chlo.broadcast_compare %arg0, %arg0 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %1 = chlo.broadcast_compare %arg0, %arg0 {broadcast_dimensions = array<i64: 0, 1>, compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction GE>} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %2 = chlo.broadcast_complex %arg0, %arg0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xcomplex<f32>>
  %3 = chlo.broadcast_select %arg1, %arg0, %arg0 : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
