// Meshes inlined in a nested module are lifted to the outermost one; its mesh ops stay as they are.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      sdy.mesh @mesh = <["a"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NEXT: module @inner {
// CHECK-NEXT:   sdy.mesh @mesh = <["a"=2]>
// CHECK-NEXT:   func.func @nested_module(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

module {
  module @inner {
    sdy.mesh @mesh = <["a"=2]>
    func.func @nested_module(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>},
                             %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
      return
    }
  }
}
