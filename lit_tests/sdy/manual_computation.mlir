// Manual computations: local types inside, several values or none, free axes, nesting, dynamic sizes.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2, "c"=4]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=4]>

// CHECK: sdy.mesh @same_axes = <["a"=2, "b"=2, "c"=4]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2, "c"=4]>, sym_name = "same_axes"}> : () -> ()
sdy.mesh @same_axes = <["a"=2, "b"=2, "c"=4]>

// CHECK: sdy.mesh @empty = <[]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()
sdy.mesh @empty = <[]>

// CHECK-LABEL: func.func @one_value(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {"a"}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:     %1 = stablehlo.custom_call @f(%arg1) : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:     sdy.return %1 : tensor<8x4xf32>
// CHECK-NEXT:   } {note = "kept"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   return %0 : tensor<8x8xf32>
// CHECK-NEXT: }
// GENERIC: %7 = "sdy.manual_computation"(%arg13) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>}> ({
// GENERIC: "sdy.return"(%8) : (tensor<8x4xf32>) -> ()
func.func @one_value(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{}, {"a"}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    %1 = "stablehlo.custom_call"(%arg1) <{call_target_name = "f"}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
    sdy.return %1 : tensor<8x4xf32>
  } {note = "kept"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @several_values(%arg0: tensor<8xf32>, %arg1: tensor<4xi32>) {
// CHECK-NEXT:   %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}]>, <@same_axes, [{"c", ?}]>] out_shardings=[<@empty, [{}]>, <@mesh, [{"c", "a"}]>] manual_axes={"c", "a"} (%arg2: tensor<4xf32>, %arg3: tensor<1xi32>) {
// CHECK-NEXT:     %1:2 = stablehlo.custom_call @f(%arg2, %arg3) : (tensor<4xf32>, tensor<1xi32>) -> (tensor<8xf32>, tensor<1xi32>)
// CHECK-NEXT:     sdy.return %1#0, %1#1 : tensor<8xf32>, tensor<1xi32>
// CHECK-NEXT:   } : (tensor<8xf32>, tensor<4xi32>) -> (tensor<8xf32>, tensor<8xi32>)
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: %5:2 = "sdy.manual_computation"(%arg9, %arg10) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}]>, <@same_axes, [{"c", ?}]>]>, manual_axes = #sdy<manual_axes{"c", "a"}>, out_shardings = #sdy.sharding_per_value<[<@empty, [{}]>, <@mesh, [{"c", "a"}]>]>}> ({
// GENERIC: "sdy.return"(%6#0, %6#1) : (tensor<8xf32>, tensor<1xi32>) -> ()
func.func @several_values(%arg0: tensor<8xf32>, %arg1: tensor<4xi32>) {
  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}]>, <@same_axes, [{"c", ?}]>] out_shardings=[<@empty, [{}]>, <@mesh, [{"c", "a"}]>] manual_axes={"c", "a"} (%arg2: tensor<4xf32>, %arg3: tensor<1xi32>) {
    %1:2 = "stablehlo.custom_call"(%arg2, %arg3) <{call_target_name = "f"}> : (tensor<4xf32>, tensor<1xi32>) -> (tensor<8xf32>, tensor<1xi32>)
    sdy.return %1#0, %1#1 : tensor<8xf32>, tensor<1xi32>
  } : (tensor<8xf32>, tensor<4xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// CHECK-LABEL: func.func @no_values() {
// CHECK-NEXT:   sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
// CHECK-NEXT:     sdy.return
// CHECK-NEXT:   } : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
// GENERIC: "sdy.manual_computation"() <{in_shardings = #sdy.sharding_per_value<[]>, manual_axes = #sdy<manual_axes{}>, out_shardings = #sdy.sharding_per_value<[]>}> ({
// GENERIC: "sdy.return"() : () -> ()
func.func @no_values() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}

// CHECK-LABEL: func.func @nested(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:     %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%arg2: tensor<4x4xf32>) {
// CHECK-NEXT:       sdy.return %arg2 : tensor<4x4xf32>
// CHECK-NEXT:     } : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     sdy.return %1 : tensor<4x8xf32>
// CHECK-NEXT:   } : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:   return %0 : tensor<8x8xf32>
// CHECK-NEXT: }
// GENERIC: %3 = "sdy.manual_computation"(%arg6) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>}> ({
// GENERIC: %4 = "sdy.manual_computation"(%arg7) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>, manual_axes = #sdy<manual_axes{"b"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>}> ({
// GENERIC: "sdy.return"(%arg8) : (tensor<4x4xf32>) -> ()
// GENERIC: "sdy.return"(%4) : (tensor<4x8xf32>) -> ()
func.func @nested(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%arg1: tensor<4x8xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b"}]>] manual_axes={"b"} (%arg2: tensor<4x4xf32>) {
      sdy.return %arg2 : tensor<4x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @sub_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"c":(1)2}]>] out_shardings=[<@mesh, [{"c":(2)2}]>] manual_axes={"c"} (%arg1: tensor<4xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<4xf32>
// CHECK-NEXT:   } : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   return %0 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: %2 = "sdy.manual_computation"(%arg4) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"c":(1)2}]>]>, manual_axes = #sdy<manual_axes{"c"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"c":(2)2}]>]>}> ({
// GENERIC: "sdy.return"(%arg5) : (tensor<4xf32>) -> ()
func.func @sub_axes(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"c":(1)2}]>] out_shardings=[<@mesh, [{"c":(2)2}]>] manual_axes={"c"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @dynamic(%arg0: tensor<?x8xf32>) -> tensor<?x8xf32> {
// CHECK-NEXT:   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>] manual_axes={"a", "b"} (%arg1: tensor<?x4xf32>) {
// CHECK-NEXT:     sdy.return %arg1 : tensor<?x4xf32>
// CHECK-NEXT:   } : (tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK-NEXT:   return %0 : tensor<?x8xf32>
// CHECK-NEXT: }
// GENERIC: %1 = "sdy.manual_computation"(%arg2) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>, manual_axes = #sdy<manual_axes{"a", "b"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {"b"}]>]>}> ({
// GENERIC: "sdy.return"(%arg3) : (tensor<?x4xf32>) -> ()
func.func @dynamic(%arg0: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>] manual_axes={"a", "b"} (%arg1: tensor<?x4xf32>) {
    sdy.return %arg1 : tensor<?x4xf32>
  } : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @scalar(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={"a"} (%arg1: i32) {
// CHECK-NEXT:     sdy.return %arg1 : i32
// CHECK-NEXT:   } : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
// GENERIC: %0 = "sdy.manual_computation"(%arg0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, []>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, []>]>}> ({
// GENERIC: "sdy.return"(%arg1) : (i32) -> ()
func.func @scalar(%arg0: i32) -> i32 {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={"a"} (%arg1: i32) {
    sdy.return %arg1 : i32
  } : (i32) -> i32
  return %0 : i32
}
