// Only values with a static shape get an edge: tensors, memrefs and vectors, scalars and empty tensors too, but no
// tokens, tuples, dynamic or unranked shapes.
// RUN: sdy-opt %s -sdy-add-data-flow-edges | FileCheck %s

// CHECK-LABEL: func.func @results(%arg0: tensor<8xf32>, %arg1: !stablehlo.token, %arg2: tensor<?xf32>, %arg3: tensor<0x4xf32>) -> (!stablehlo.token, tensor<?xf32>, tensor<0x4xf32>) {
// CHECK-NEXT:    %0:4 = stablehlo.optimization_barrier %arg0, %arg1, %arg2, %arg3 : tensor<8xf32>, !stablehlo.token, tensor<?xf32>, tensor<0x4xf32>
// CHECK-NEXT:    %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
// CHECK-NEXT:    %2 = sdy.data_flow_edge %0#3 : tensor<0x4xf32>
// CHECK-NEXT:    return %0#1, %0#2, %2 : !stablehlo.token, tensor<?xf32>, tensor<0x4xf32>
// CHECK-NEXT:  }
func.func @results(%arg0: tensor<8xf32>, %arg1: !stablehlo.token, %arg2: tensor<?xf32>, %arg3: tensor<0x4xf32>) -> (!stablehlo.token, tensor<?xf32>, tensor<0x4xf32>) {
  %0:4 = stablehlo.optimization_barrier %arg0, %arg1, %arg2, %arg3 : tensor<8xf32>, !stablehlo.token, tensor<?xf32>, tensor<0x4xf32>
  return %0#1, %0#2, %0#3 : !stablehlo.token, tensor<?xf32>, tensor<0x4xf32>
}

// CHECK-LABEL: func.func @arguments(%arg0: memref<8xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: tensor<*xf32>, %arg4: tuple<tensor<8xf32>>, %arg5: tensor<f32>) {
// CHECK-NEXT:    sdy.named_computation<"foo">(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) (%arg6: memref<8xf32>, %arg7: memref<?xf32>, %arg8: vector<4xf32>, %arg9: tensor<*xf32>, %arg10: tuple<tensor<8xf32>>, %arg11: tensor<f32>) {
// CHECK-NEXT:      %0 = sdy.data_flow_edge %arg6 : memref<8xf32>
// CHECK-NEXT:      %1 = sdy.data_flow_edge %arg8 : vector<4xf32>
// CHECK-NEXT:      %2 = sdy.data_flow_edge %arg11 : tensor<f32>
// CHECK-NEXT:      sdy.return
// CHECK-NEXT:    } : (memref<8xf32>, memref<?xf32>, vector<4xf32>, tensor<*xf32>, tuple<tensor<8xf32>>, tensor<f32>) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @arguments(%arg0: memref<8xf32>, %arg1: memref<?xf32>, %arg2: vector<4xf32>, %arg3: tensor<*xf32>, %arg4: tuple<tensor<8xf32>>, %arg5: tensor<f32>) {
  sdy.named_computation<"foo">(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) (%arg6: memref<8xf32>, %arg7: memref<?xf32>, %arg8: vector<4xf32>, %arg9: tensor<*xf32>, %arg10: tuple<tensor<8xf32>>, %arg11: tensor<f32>) {
    sdy.return
  } : (memref<8xf32>, memref<?xf32>, vector<4xf32>, tensor<*xf32>, tuple<tensor<8xf32>>, tensor<f32>) -> ()
  return
}
