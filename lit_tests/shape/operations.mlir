// The operations and types of the shape dialect.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: shape.function_library @library {
// CHECK-NEXT:      func @shape(%arg0: !shape.value_shape) -> !shape.shape {
// CHECK-NEXT:        %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
// CHECK-NEXT:        return %0 : !shape.shape
// CHECK-NEXT:      }
// CHECK-NEXT:    } mapping {test.operation = @shape}
// CHECK-LABEL: shape.func @function(%arg0: !shape.shape {test.a}) -> (!shape.size {test.b}) attributes {test.c} {
// CHECK-NEXT:      %0 = rank %arg0 : !shape.shape -> !shape.size
// CHECK-NEXT:      return %0 : !shape.size
// CHECK-NEXT:    }
// CHECK-LABEL: shape.func private @declared(!shape.value_shape) -> !shape.shape
// CHECK-LABEL: func.func @operations(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: f32, %arg3: tensor<2xindex>, %arg4: tensor<?xindex>, %arg5: !shape.shape, %arg6: !shape.size, %arg7: !shape.witness, %arg8: !shape.value_shape, %arg9: i1) {
// CHECK-NEXT:      %0 = shape.add %arg6, %arg1 : !shape.size, index -> !shape.size
// CHECK-NEXT:      %1 = shape.any %arg3, %arg4 : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
// CHECK-NEXT:      %2:2 = shape.assuming %arg7 -> (index, f32) {
// CHECK-NEXT:        shape.assuming_yield %arg1, %arg2 : index, f32
// CHECK-NEXT:      }
// CHECK-NEXT:      %3 = shape.assuming_all %arg7, %arg7
// CHECK-NEXT:      %4 = shape.broadcast %arg3, %arg5 : tensor<2xindex>, !shape.shape -> !shape.shape
// CHECK-NEXT:      %5 = shape.concat %arg3, %arg4 : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
// CHECK-NEXT:      %6 = shape.const_shape [1, 2, 3] : tensor<3xindex>
// CHECK-NEXT:      %7 = shape.const_shape [] : !shape.shape
// CHECK-NEXT:      %c4 = shape.const_size 4
// CHECK-NEXT:      %8 = shape.const_witness true
// CHECK-NEXT:      %9 = shape.cstr_broadcastable %arg3, %arg5 : tensor<2xindex>, !shape.shape
// CHECK-NEXT:      %10 = shape.cstr_eq %arg3, %arg4 : tensor<2xindex>, tensor<?xindex>
// CHECK-NEXT:      %11 = shape.cstr_require %arg9, "message"
// CHECK-NEXT:      %12 = shape.dim %arg0, %arg1 : tensor<4x?xf32>, index -> index
// CHECK-NEXT:      %13 = shape.div %arg1, %arg1 : index, index -> index
// CHECK-NEXT:      %14 = shape.from_extent_tensor %arg3 : tensor<2xindex>
// CHECK-NEXT:      %15 = shape.from_extents %arg1, %arg6 : index, !shape.size
// CHECK-NEXT:      %16 = shape.get_extent %arg5, %arg6 : !shape.shape, !shape.size -> !shape.size
// CHECK-NEXT:      %17 = shape.index_to_size %arg1
// CHECK-NEXT:      %18 = shape.is_broadcastable %arg3, %arg5 : tensor<2xindex>, !shape.shape
// CHECK-NEXT:      %19 = shape.max %arg6, %arg6 : !shape.size, !shape.size -> !shape.size
// CHECK-NEXT:      %20 = shape.meet %arg5, %arg3, error = "error" : !shape.shape, tensor<2xindex> -> !shape.shape
// CHECK-NEXT:      %21 = shape.min %arg5, %arg5 : !shape.shape, !shape.shape -> !shape.shape
// CHECK-NEXT:      %22 = shape.mul %arg6, %arg6 : !shape.size, !shape.size -> !shape.size
// CHECK-NEXT:      %23 = shape.num_elements %arg3 : tensor<2xindex> -> index
// CHECK-NEXT:      %24 = shape.rank %arg5 : !shape.shape -> !shape.size
// CHECK-NEXT:      %25 = shape.reduce(%arg5, %arg6) : !shape.shape -> !shape.size {
// CHECK-NEXT:      ^bb0(%arg10: index, %arg11: !shape.size, %arg12: !shape.size):
// CHECK-NEXT:        shape.yield %arg12 : !shape.size
// CHECK-NEXT:      }
// CHECK-NEXT:      %26 = shape.shape_eq %arg3, %arg4 : tensor<2xindex>, tensor<?xindex>
// CHECK-NEXT:      %27 = shape.shape_of %arg0 : tensor<4x?xf32> -> tensor<2xindex>
// CHECK-NEXT:      %28 = shape.shape_of %arg8 : !shape.value_shape -> !shape.shape
// CHECK-NEXT:      %29 = shape.size_to_index %arg6 : !shape.size
// CHECK-NEXT:      %30 = shape.to_extent_tensor %arg5 : !shape.shape -> tensor<?xindex>
// CHECK-NEXT:      %31 = shape.value_as_shape %arg3 : tensor<2xindex> -> !shape.shape
// CHECK-NEXT:      %32 = shape.value_of %arg8 : tensor<4xf32>
// CHECK-NEXT:      %33 = shape.with_shape %arg0, %arg5 : tensor<4x?xf32>, !shape.shape
// CHECK-NEXT:      %34 = "shape.debug_print"(%arg5) : (!shape.shape) -> !shape.shape
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL: func.func @types(%arg0: !shape.shape, %arg1: tensor<2x!shape.size>) {
// CHECK-NEXT:      %0 = shape.const_shape  {note}[] : tensor<0xindex>
// CHECK-NEXT:      %1 = shape.const_shape [-1, -2, 3] : !shape.shape
// CHECK-NEXT:      %c-3 = shape.const_size -3
// CHECK-NEXT:      %2 = shape.const_witness false
// CHECK-NEXT:      %head, %tail = "shape.split_at"(%arg0, %c-3) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
// CHECK-NEXT:      shape.assuming %2 {
// CHECK-NEXT:      } {note}
// CHECK-NEXT:      shape.reduce(%arg0, ) : !shape.shape {
// CHECK-NEXT:      ^bb0(%arg2: index, %arg3: !shape.size):
// CHECK-NEXT:        shape.yield
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }

shape.function_library @library {
  func @shape(%value: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %value : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
} mapping {test.operation = @shape}
shape.func @function(%arg0: !shape.shape {test.a}) -> (!shape.size {test.b}) attributes {test.c} {
  %0 = rank %arg0 : !shape.shape -> !shape.size
  return %0 : !shape.size
}
shape.func private @declared(!shape.value_shape) -> !shape.shape
func.func @operations(%d: tensor<4x?xf32>, %i: index, %x: f32, %c: tensor<2xindex>, %e: tensor<?xindex>, %h: !shape.shape, %z: !shape.size, %w: !shape.witness, %v: !shape.value_shape, %p: i1) {
  %r0 = shape.add %z, %i : !shape.size, index -> !shape.size
  %r1 = shape.any %c, %e : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
  %r2:2 = shape.assuming %w -> (index, f32) {
    shape.assuming_yield %i, %x : index, f32
  }
  %r3 = shape.assuming_all %w, %w
  %r4 = shape.broadcast %c, %h : tensor<2xindex>, !shape.shape -> !shape.shape
  %r5 = shape.concat %c, %e : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
  %r6 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  %r7 = shape.const_shape [] : !shape.shape
  %r8 = shape.const_size 4
  %r9 = shape.const_witness true
  %r10 = shape.cstr_broadcastable %c, %h : tensor<2xindex>, !shape.shape
  %r11 = shape.cstr_eq %c, %e : tensor<2xindex>, tensor<?xindex>
  %r12 = shape.cstr_require %p, "message"
  %r13 = shape.dim %d, %i : tensor<4x?xf32>, index -> index
  %r14 = shape.div %i, %i : index, index -> index
  %r15 = shape.from_extent_tensor %c : tensor<2xindex>
  %r16 = shape.from_extents %i, %z : index, !shape.size
  %r17 = shape.get_extent %h, %z : !shape.shape, !shape.size -> !shape.size
  %r18 = shape.index_to_size %i
  %r19 = shape.is_broadcastable %c, %h : tensor<2xindex>, !shape.shape
  %r20 = shape.max %z, %z : !shape.size, !shape.size -> !shape.size
  %r21 = shape.meet %h, %c, error = "error" : !shape.shape, tensor<2xindex> -> !shape.shape
  %r22 = shape.min %h, %h : !shape.shape, !shape.shape -> !shape.shape
  %r23 = shape.mul %z, %z : !shape.size, !shape.size -> !shape.size
  %r24 = shape.num_elements %c : tensor<2xindex> -> index
  %r25 = shape.rank %h : !shape.shape -> !shape.size
  %r26 = shape.reduce(%h, %z) : !shape.shape -> !shape.size {
  ^bb0(%j: index, %k: !shape.size, %m: !shape.size):
    shape.yield %m : !shape.size
  }
  %r27 = shape.shape_eq %c, %e : tensor<2xindex>, tensor<?xindex>
  %r28 = shape.shape_of %d : tensor<4x?xf32> -> tensor<2xindex>
  %r29 = shape.shape_of %v : !shape.value_shape -> !shape.shape
  %r30 = shape.size_to_index %z : !shape.size
  %r31 = shape.to_extent_tensor %h : !shape.shape -> tensor<?xindex>
  %r32 = shape.value_as_shape %c : tensor<2xindex> -> !shape.shape
  %r33 = shape.value_of %v : tensor<4xf32>
  %r34 = shape.with_shape %d, %h : tensor<4x?xf32>, !shape.shape
  %r35 = "shape.debug_print"(%h) : (!shape.shape) -> !shape.shape
  return
}
func.func @types(%arg0: !shape<shape>, %arg1: tensor<2x!shape.size>) {
  %0 = shape.const_shape {note} [] : tensor<0xindex>
  %1 = shape.const_shape [true, -2, 3 : i8] : !shape.shape
  %2 = shape.const_size -3
  %3 = shape.const_witness 0
  %head, %tail = "shape.split_at"(%arg0, %2) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  shape.assuming %3 {
  } {note}
  shape.reduce(%arg0) : !shape.shape {
  ^bb0(%i: index, %extent: !shape.size):
    shape.yield
  }
  return
}
