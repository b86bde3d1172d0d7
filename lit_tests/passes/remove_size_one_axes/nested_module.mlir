// Names in a nested module mean the meshes of the outermost one, and only those count.
// RUN: sdy-opt %s -sdy-remove-size-one-axes -split-input-file | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=1, "b"=4]>
// CHECK-NEXT: module @inner {
// CHECK-NEXT:   sdy.mesh @mesh = <["a"=2, "b"=1]>
// CHECK-NEXT:   func.func @outer_mesh(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK:      module @inner {
// CHECK-NEXT:   sdy.mesh @mesh = <["a"=2, "b"=1]>
// CHECK-NEXT:   func.func @inner_mesh(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=1, "b"=4]>
module @inner {
  sdy.mesh @mesh = <["a"=2, "b"=1]>
  func.func @outer_mesh(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
    return
  }
}
// -----
module {
  module @inner {
    sdy.mesh @mesh = <["a"=2, "b"=1]>
    func.func @inner_mesh(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
      return
    }
  }
}
