// A reduction by one commutative operation is written in a line; its region is implied. Any other keeps its region.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @applies(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
// CHECK-NEXT:    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT:    %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0, 1] {note} : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    %2 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @applies(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0, 1] {note} : (tensor<2x4xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
    %3 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @reducer(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
// CHECK-NEXT:    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT:     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
// CHECK-NEXT:      %2 = stablehlo.subtract %arg2, %arg3 : tensor<f32>
// CHECK-NEXT:      stablehlo.return %2 : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %1 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] {note} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT:     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
// CHECK-NEXT:      %2 = stablehlo.add %arg3, %arg2 : tensor<f32>
// CHECK-NEXT:      stablehlo.return %2 : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @reducer(%arg0: tensor<2x4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
    %2 = stablehlo.subtract %arg2, %arg3 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  %1 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] {note} : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32> reducer(%arg2: tensor<f32>, %arg3: tensor<f32>) {
    %2 = stablehlo.add %arg3, %arg2 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @other_element_type(%arg0: tensor<2x4xbf16>, %arg1: tensor<f32>) {
// CHECK-NEXT:    %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xbf16>, tensor<f32>) -> tensor<2xf32>
// CHECK-NEXT:     reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
// CHECK-NEXT:      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<f32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @other_element_type(%arg0: tensor<2x4xbf16>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<2x4xbf16>, tensor<f32>) -> tensor<2xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return
}

// CHECK-LABEL: func.func @several(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
// CHECK-NEXT:    %0:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
// CHECK-NEXT:     reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
// CHECK-NEXT:      %1 = stablehlo.add %arg4, %arg6 : tensor<f32>
// CHECK-NEXT:      %2 = stablehlo.add %arg5, %arg7 : tensor<i32>
// CHECK-NEXT:      stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @several(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0:2 = stablehlo.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [1] : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
    %1 = stablehlo.add %arg4, %arg6 : tensor<f32>
    %2 = stablehlo.add %arg5, %arg7 : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return
}
