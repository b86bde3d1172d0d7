// Named computations: with both, one or none of their shardings, several values or none, nested.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2]>

// CHECK-LABEL: func.func @both_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{?}]>] (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:   } {note} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %3 = "sdy.named_computation"(%arg8) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, name = "foo", out_shardings = #sdy.sharding_per_value<[<@mesh, [{?}]>]>}> ({
// GENERIC: "sdy.return"(%arg9) : (tensor<8xf32>) -> ()
func.func @both_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{?}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } {note} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @in_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %2 = "sdy.named_computation"(%arg6) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>, name = "foo"}> ({
// GENERIC: "sdy.return"(%arg7) : (tensor<8xf32>) -> ()
func.func @in_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @out_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.named_computation<"foo">(%arg0) out_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %1 = "sdy.named_computation"(%arg4) <{name = "foo", out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>}> ({
// GENERIC: "sdy.return"(%arg5) : (tensor<8xf32>) -> ()
func.func @out_shardings(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"foo">(%arg0) out_shardings=[<@mesh, [{"a"}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @several_values(%arg0: tensor<8xf32>, %arg1: i32) {
// CHECK-NEXT:   %0:2 = sdy.named_computation<"a name">(%arg0, %arg1) (%arg2: tensor<8xf32>, %arg3: i32) {
// CHECK-NEXT:     sdy.return %arg3, %arg2 : i32, tensor<8xf32>
// CHECK-NEXT:   } : (tensor<8xf32>, i32) -> (i32, tensor<8xf32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %0:2 = "sdy.named_computation"(%arg0, %arg1) <{name = "a name"}> ({
// GENERIC: "sdy.return"(%arg3, %arg2) : (i32, tensor<8xf32>) -> ()
func.func @several_values(%arg0: tensor<8xf32>, %arg1: i32) {
  %0:2 = sdy.named_computation<"a name">(%arg0, %arg1) (%arg2: tensor<8xf32>, %arg3: i32) {
    sdy.return %arg3, %arg2 : i32, tensor<8xf32>
  } : (tensor<8xf32>, i32) -> (i32, tensor<8xf32>)
  return
}

// CHECK-LABEL: func.func @no_values() {
// CHECK-NEXT:   sdy.named_computation<"foo">() () {
// CHECK-NEXT:     sdy.named_computation<"bar">() () {
// CHECK-NEXT:       sdy.return
// CHECK-NEXT:     } : () -> ()
// CHECK-NEXT:     sdy.return
// CHECK-NEXT:   } : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: "sdy.named_computation"() <{name = "foo"}> ({
// GENERIC: "sdy.named_computation"() <{name = "bar"}> ({
// GENERIC: "sdy.return"() : () -> ()
// GENERIC: "sdy.return"() : () -> ()
func.func @no_values() {
  sdy.named_computation<"foo">() () {
    sdy.named_computation<"bar">() () {
      sdy.return
    } : () -> ()
    sdy.return
  } : () -> ()
  return
}
