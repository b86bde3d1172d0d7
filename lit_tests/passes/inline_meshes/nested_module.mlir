// In a nested module a name means the mesh of the outermost module; the nested mesh ops stay.
// RUN: sdy-opt %s -sdy-inline-meshes | FileCheck %s

// CHECK:      module @inner {
// CHECK-NEXT:   sdy.mesh @mesh = <["a"=2, "b"=2]>
// CHECK-NEXT:   func.func @nested_module(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=4]>, [{"a"}]>}) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: module @attributed attributes {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2, "b"=4]>, []>]>} {
// CHECK-NEXT: }

sdy.mesh @mesh = <["a"=2, "b"=4]>
module @inner {
  sdy.mesh @mesh = <["a"=2, "b"=2]>
  func.func @nested_module(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
    return
  }
}
module @attributed attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} {
}
