// A program without mesh ops, with its meshes inlined or without any sharding, stays as it is.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK:      func.func @already_inlined(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}, {}]>}) -> tensor<8x8xf32> {
// CHECK-NEXT:   %0 = sdy.reshard %arg0 <mesh<["b"=4]>, [{}, {"b", ?}p1]> : tensor<8x8xf32>
// CHECK-NEXT:   return %0 : tensor<8x8xf32>
// CHECK-NEXT: }

func.func @already_inlined(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2], device_ids=[1, 0]>, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %arg0 <mesh<["b"=4]>, [{}, {"b", ?}p1]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
