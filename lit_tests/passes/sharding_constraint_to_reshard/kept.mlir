// Open dimensions, priorities, replicated and unreduced axes, attributes and the location stay; so do unused results.
// RUN: sdy-opt %s -sdy-sharding-constraint-to-reshard -mlir-print-local-scope -mlir-print-debuginfo | FileCheck %s

// CHECK:      %0 = sdy.reshard %arg0 <@mesh, [{"a", ?}p1, {?}], replicated={"b"}, unreduced={"c"}> {test.note = 1 : i32} : tensor<8x8xf32> loc("here")
// CHECK-NEXT: %1 = sdy.reshard %arg0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
// CHECK-NEXT: return %0

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

func.func @kept(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}p1, {?}], replicated={"b"}, unreduced={"c"}> {test.note = 1 : i32} : tensor<8x8xf32> loc("here")
  %1 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
