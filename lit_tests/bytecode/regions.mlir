// Regions, blocks, successors, values that are used before their definition, and the order of uses, in every version.
// RUN: sdy-opt %S/Inputs/regions.mlirbc -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %S/Inputs/regions.v0.mlirbc -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %S/Inputs/regions.v1.mlirbc -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %S/Inputs/regions.v2.mlirbc -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %S/Inputs/regions.v3.mlirbc -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %S/Inputs/regions.v4.mlirbc -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt %S/Inputs/regions.v5.mlirbc -allow-unregistered-dialect | FileCheck %s
// RUN: sdy-opt -allow-unregistered-dialect -emit-bytecode -shardy=0.10.2 < %s | cmp - %S/Inputs/regions.mlirbc
// RUN: sdy-opt %S/Inputs/regions.mlirbc -allow-unregistered-dialect -emit-bytecode -shardy=0.10.2 | cmp - %S/Inputs/regions.mlirbc
// RUN: sdy-opt %S/Inputs/regions.mlirbc -allow-unregistered-dialect -emit-bytecode -shardy=0.10.2 -emit-bytecode-version=2 | cmp - %S/Inputs/regions.v2.mlirbc
// VERSIONS: 0 1 2 3 4 5

// CHECK:      func.func @blocks(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
// CHECK-NEXT: ^bb1(%0: i32): // pred: ^bb0
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: ^bb2: // pred: ^bb0
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: }
func.func @blocks(%arg0: i1, %arg1: i32) -> i32 {
  cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
^bb1(%0: i32):
  return %0 : i32
^bb2:
  return %arg1 : i32
}

// CHECK:      func.func @forward
// CHECK-NEXT:   %0 = "d.first"() : () -> i32
// CHECK-NEXT:   "d.graph"() ({
// CHECK-NEXT:     "d.use"(%1, %1) : (i32, i32) -> ()
// CHECK-NEXT:     %1 = "d.make"() : () -> i32
// CHECK-NEXT:     "d.use"(%1, %arg0) : (i32, i32) -> ()
func.func @forward(%arg0: i32) -> i32 {
  %c = "d.first"() : () -> i32
  "d.graph"() ({
    "d.use"(%0, %0) : (i32, i32) -> ()
    %0 = "d.make"() : () -> i32
    "d.use"(%0, %arg0) : (i32, i32) -> ()
  }) : () -> ()
  return %c : i32
}

// CHECK:      func.func @loop(%arg0: tensor<i32>) -> tensor<i32> {
// CHECK-NEXT:   %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
func.func @loop(%arg0: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg, %arg0 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// CHECK: module @empty {
module @empty {
}
