// The operations of the tensor dialect.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @operations(%arg0: tensor<4x3xf32>, %arg1: tensor<4x?xf32>, %arg2: tensor<?xf32>, %arg3: tensor<*xf32>, %arg4: tensor<12xf32>, %arg5: tensor<f32>, %arg6: index, %arg7: f32, %arg8: tensor<2xindex>, %arg9: tensor<?xindex>, %arg10: tensor<2x1xi32>) {
// CHECK-NEXT:      %0 = tensor.bitcast %arg0 : tensor<4x3xf32> to tensor<4x3xi32>
// CHECK-NEXT:      %1 = tensor.bitcast %arg1 : tensor<4x?xf32> to tensor<?x2xui32>
// CHECK-NEXT:      %cast = tensor.cast %arg0 : tensor<4x3xf32> to tensor<?x3xf32>
// CHECK-NEXT:      %cast_0 = tensor.cast %arg3 : tensor<*xf32> to tensor<4x?xf32>
// CHECK-NEXT:      %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<4x3xf32> into tensor<12xf32>
// CHECK-NEXT:      %collapsed_1 = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<4x?xf32> into tensor<?xf32>
// CHECK-NEXT:      %concat = tensor.concat dim(0) %arg0, %arg0 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT:      %concat_2 = tensor.concat dim(1) %arg0, %arg1 : (tensor<4x3xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
// CHECK-NEXT:      %dim = tensor.dim %arg1, %arg6 : tensor<4x?xf32>
// CHECK-NEXT:      %2 = tensor.empty(%arg6) : tensor<4x?xf32>
// CHECK-NEXT:      %3 = tensor.empty() : tensor<4xf32, "encoding">
// CHECK-NEXT:      %expanded = tensor.expand_shape %arg4 {{\[\[}}0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
// CHECK-NEXT:      %expanded_3 = tensor.expand_shape %arg2 {{\[\[}}0, 1]] output_shape [%arg6, 2] : tensor<?xf32> into tensor<?x2xf32>
// CHECK-NEXT:      %extracted = tensor.extract %arg0[%arg6, %arg6] : tensor<4x3xf32>
// CHECK-NEXT:      %extracted_4 = tensor.extract %arg5[] : tensor<f32>
// CHECK-NEXT:      %extracted_slice = tensor.extract_slice %arg0[0, 1] [4, 2] [1, 1] : tensor<4x3xf32> to tensor<4x2xf32>
// CHECK-NEXT:      %extracted_slice_5 = tensor.extract_slice %arg1[0, %arg6] [1, %arg6] [2, 1] : tensor<4x?xf32> to tensor<?xf32>
// CHECK-NEXT:      %from_elements = tensor.from_elements %arg7, %arg7 : tensor<2x1xf32>
// CHECK-NEXT:      %from_elements_6 = tensor.from_elements  : tensor<0xf32>
// CHECK-NEXT:      %gather = tensor.gather %arg0[%arg10] gather_dims([1]) unique : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
// CHECK-NEXT:      %gather_7 = tensor.gather %arg0[%arg10] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x1x3xf32>
// CHECK-NEXT:      %generated = tensor.generate %arg6 {
// CHECK-NEXT:      ^bb0(%arg11: index, %arg12: index):
// CHECK-NEXT:        tensor.yield %arg7 : f32
// CHECK-NEXT:      } : tensor<4x?xf32>
// CHECK-NEXT:      %generated_8 = tensor.generate  {
// CHECK-NEXT:        tensor.yield %arg7 : f32
// CHECK-NEXT:      } : tensor<f32>
// CHECK-NEXT:      %inserted = tensor.insert %arg7 into %arg1[%arg6, %arg6] : tensor<4x?xf32>
// CHECK-NEXT:      %inserted_slice = tensor.insert_slice %arg2 into %arg1[0, %arg6] [1, %arg6] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
// CHECK-NEXT:      %padded = tensor.pad %arg0 low[1, 2] high[%arg6, 0] {
// CHECK-NEXT:      ^bb0(%arg11: index, %arg12: index):
// CHECK-NEXT:        tensor.yield %arg7 : f32
// CHECK-NEXT:      } : tensor<4x3xf32> to tensor<?x5xf32>
// CHECK-NEXT:      %padded_9 = tensor.pad %arg5 nofold low[] high[] {
// CHECK-NEXT:        tensor.yield %arg7 : f32
// CHECK-NEXT:      } : tensor<f32> to tensor<f32>
// CHECK-NEXT:      %rank = tensor.rank %arg3 : tensor<*xf32>
// CHECK-NEXT:      %reshape = tensor.reshape %arg0(%arg8) : (tensor<4x3xf32>, tensor<2xindex>) -> tensor<6x?xf32>
// CHECK-NEXT:      %reshape_10 = tensor.reshape %arg3(%arg9) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
// CHECK-NEXT:      %splat = tensor.splat %arg7 : tensor<4x3xf32>
// CHECK-NEXT:      %splat_11 = tensor.splat %arg7[%arg6] : tensor<4x?xf32>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL: func.func @attributes(%arg0: tensor<?xf32>, %arg1: index, %arg2: f32) {
// CHECK-NEXT:      %dim = tensor.dim {note} %arg0, %arg1 : tensor<?xf32>
// CHECK-NEXT:      %generated = tensor.generate %arg1 {
// CHECK-NEXT:      ^bb0(%arg3: index):
// CHECK-NEXT:        tensor.yield %arg2 {note} : f32
// CHECK-NEXT:      } {note} : tensor<?xf32>
// CHECK-NEXT:      %extracted_slice = tensor.extract_slice %arg0[0] [%arg1] [1] {note} : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT:      %0 = tensor.empty() {note} : tensor<2x1xf32>
// CHECK-NEXT:      %1 = tensor.empty() : tensor<2x1xindex>
// CHECK-NEXT:      %scatter = tensor.scatter %0 into %arg0[%1] scatter_dims([0]) unique {note} : (tensor<2x1xf32>, tensor<?xf32>, tensor<2x1xindex>) -> tensor<?xf32>
// CHECK-NEXT:      return
// CHECK-NEXT:    }

func.func @operations(%s: tensor<4x3xf32>, %d: tensor<4x?xf32>, %l: tensor<?xf32>, %u: tensor<*xf32>, %t: tensor<12xf32>, %o: tensor<f32>, %i: index, %x: f32, %c: tensor<2xindex>, %e: tensor<?xindex>, %g: tensor<2x1xi32>) {
  %r0 = tensor.bitcast %s : tensor<4x3xf32> to tensor<4x3xi32>
  %r1 = tensor.bitcast %d : tensor<4x?xf32> to tensor<?x2xui32>
  %r2 = tensor.cast %s : tensor<4x3xf32> to tensor<?x3xf32>
  %r3 = tensor.cast %u : tensor<*xf32> to tensor<4x?xf32>
  %r4 = tensor.collapse_shape %s [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  %r5 = tensor.collapse_shape %d [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  %r6 = tensor.concat dim(0) %s, %s : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
  %r7 = tensor.concat dim(1) %s, %d : (tensor<4x3xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %r8 = tensor.dim %d, %i : tensor<4x?xf32>
  %r9 = tensor.empty(%i) : tensor<4x?xf32>
  %r10 = tensor.empty() : tensor<4xf32, "encoding">
  %r11 = tensor.expand_shape %t [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
  %r12 = tensor.expand_shape %l [[0, 1]] output_shape [%i, 2] : tensor<?xf32> into tensor<?x2xf32>
  %r13 = tensor.extract %s[%i, %i] : tensor<4x3xf32>
  %r14 = tensor.extract %o[] : tensor<f32>
  %r15 = tensor.extract_slice %s[0, 1] [4, 2] [1, 1] : tensor<4x3xf32> to tensor<4x2xf32>
  %r16 = tensor.extract_slice %d[0, %i] [1, %i] [2, 1] : tensor<4x?xf32> to tensor<?xf32>
  %r17 = tensor.from_elements %x, %x : tensor<2x1xf32>
  %r18 = tensor.from_elements : tensor<0xf32>
  %r19 = tensor.gather %s[%g] gather_dims([1]) unique : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %r20 = tensor.gather %s[%g] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x1x3xf32>
  %r21 = tensor.generate %i {
  ^bb0(%j: index, %k: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32>
  %r22 = tensor.generate {
    tensor.yield %x : f32
  } : tensor<f32>
  %r23 = tensor.insert %x into %d[%i, %i] : tensor<4x?xf32>
  %r24 = tensor.insert_slice %l into %d[0, %i] [1, %i] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
  %r25 = tensor.pad %s low[1, 2] high[%i, 0] {
  ^bb0(%j: index, %k: index):
    tensor.yield %x : f32
  } : tensor<4x3xf32> to tensor<?x5xf32>
  %r26 = tensor.pad %o nofold low[] high[] {
    tensor.yield %x : f32
  } : tensor<f32> to tensor<f32>
  %r27 = tensor.rank %u : tensor<*xf32>
  %r28 = tensor.reshape %s(%c) : (tensor<4x3xf32>, tensor<2xindex>) -> tensor<6x?xf32>
  %r29 = tensor.reshape %u(%e) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %r30 = tensor.splat %x : tensor<4x3xf32>
  %r31 = tensor.splat %x[%i] : tensor<4x?xf32>
  return
}
func.func @attributes(%arg0: tensor<?xf32>, %arg1: index, %arg2: f32) {
  %0 = tensor.dim {note} %arg0, %arg1 : tensor<?xf32>
  %1 = tensor.generate %arg1 {
  ^bb0(%arg3: index):
    tensor.yield %arg2 {note} : f32
  } {note} : tensor<?xf32>
  %2 = tensor.extract_slice %arg0[0] [%arg1] [1] {note} : tensor<?xf32> to tensor<?xf32>
  %3 = tensor.empty() {note} : tensor<2x1xf32>
  %4 = tensor.empty() : tensor<2x1xindex>
  %5 = tensor.scatter %3 into %arg0[%4] scatter_dims([0]) unique {note} : (tensor<2x1xf32>, tensor<?xf32>, tensor<2x1xindex>) -> tensor<?xf32>
  return
}
