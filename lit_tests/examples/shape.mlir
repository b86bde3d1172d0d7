// The examples of shape's operations that need more than a function around them.
// RUN: sdy-opt %s -split-input-file | FileCheck %s

// -----
// shape.assuming_yield
// CHECK-LABEL: func.func @main(%arg0: !shape.witness, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:      %0 = shape.assuming %arg0 -> (tensor<4xf32>) {
// CHECK-NEXT:        shape.assuming_yield %arg1 : tensor<4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %0 : tensor<4xf32>
// CHECK-NEXT:    }
func.func @main(%arg0: !shape.witness, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shape.assuming %arg0 -> (tensor<4xf32>) {
    shape.assuming_yield %arg1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----
// shape.yield
// CHECK-LABEL: func.func @main(%arg0: !shape.shape, %arg1: !shape.size) -> !shape.size {
// CHECK-NEXT:      %0 = shape.reduce(%arg0, %arg1) : !shape.shape -> !shape.size {
// CHECK-NEXT:      ^bb0(%arg2: index, %arg3: !shape.size, %arg4: !shape.size):
// CHECK-NEXT:        %1 = shape.mul %arg3, %arg4 : !shape.size, !shape.size -> !shape.size
// CHECK-NEXT:        shape.yield %1 : !shape.size
// CHECK-NEXT:      }
// CHECK-NEXT:      return %0 : !shape.size
// CHECK-NEXT:    }
func.func @main(%arg0: !shape.shape, %arg1: !shape.size) -> !shape.size {
  %0 = shape.reduce(%arg0, %arg1) : !shape.shape -> !shape.size {
  ^bb0(%arg2: index, %arg3: !shape.size, %arg4: !shape.size):
    %1 = shape.mul %arg3, %arg4 : !shape.size, !shape.size -> !shape.size
    shape.yield %1 : !shape.size
  }
  return %0 : !shape.size
}

// -----
// shape.func
// CHECK-LABEL: shape.function_library @library {
// CHECK-NEXT:      func @same(%arg0: !shape.value_shape) -> !shape.shape {
// CHECK-NEXT:        %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
// CHECK-NEXT:        return %0 : !shape.shape
// CHECK-NEXT:      }
// CHECK-NEXT:    } mapping {tensor.cast = @same}
shape.function_library @library {
  shape.func @same(%arg0: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %arg0 : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping {
  tensor.cast = @same
}

// -----
// shape.function_library
// CHECK-LABEL: shape.function_library @library {
// CHECK-NEXT:      func @same(%arg0: !shape.value_shape) -> !shape.shape {
// CHECK-NEXT:        %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
// CHECK-NEXT:        return %0 : !shape.shape
// CHECK-NEXT:      }
// CHECK-NEXT:    } mapping {tensor.cast = @same}
shape.function_library @library {
  shape.func @same(%arg0: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %arg0 : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping {
  tensor.cast = @same
}

// -----
// shape.return
// CHECK-LABEL: shape.function_library @library {
// CHECK-NEXT:      func @same(%arg0: !shape.value_shape) -> !shape.shape {
// CHECK-NEXT:        %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
// CHECK-NEXT:        return %0 : !shape.shape
// CHECK-NEXT:      }
// CHECK-NEXT:    } mapping {tensor.cast = @same}
shape.function_library @library {
  shape.func @same(%arg0: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %arg0 : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping {
  tensor.cast = @same
}
