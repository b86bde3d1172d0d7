// Casts of the builtin dialect keep its name where another dialect's may be left away; so do modules.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @casts(%arg0: tensor<2xf32>, %arg1: i32) {
// CHECK-NEXT:    %0 = builtin.unrealized_conversion_cast %arg0 : tensor<2xf32> to vector<2xf32>
// CHECK-NEXT:    %1:2 = builtin.unrealized_conversion_cast %0, %arg1 : vector<2xf32>, i32 to index, () -> () {note}
// CHECK-NEXT:    %2 = builtin.unrealized_conversion_cast to memref<2xf32>
// CHECK-NEXT:    builtin.module {
// CHECK-NEXT:      %3 = unrealized_conversion_cast to none
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @casts(%arg0: tensor<2xf32>, %arg1: i32) {
  %0 = builtin.unrealized_conversion_cast %arg0 : tensor<2xf32> to vector<2xf32>
  %1:2 = builtin.unrealized_conversion_cast %0, %arg1 : vector<2xf32>, i32 to index, () -> () {note}
  %2 = "builtin.unrealized_conversion_cast"() : () -> memref<2xf32>
  builtin.module {
    %3 = builtin.unrealized_conversion_cast to none
  }
  return
}
