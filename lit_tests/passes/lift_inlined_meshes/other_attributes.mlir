// Shardings under another name or inside another attribute keep their inlined meshes.
// RUN: sdy-opt %s -sdy-lift-inlined-meshes | FileCheck %s

// CHECK:      func.func @other_attributes(%arg0: tensor<8xf32>) {
// CHECK-NEXT:   %0 = stablehlo.negate %arg0 {test.one = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>, test.two = [#sdy.sharding<mesh<["a"=2]>, [{"a"}]>]} : tensor<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }

func.func @other_attributes(%arg0: tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 {test.one = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>, test.two = [#sdy.sharding<mesh<["a"=2]>, [{"a"}]>]} : tensor<8xf32>
  return
}
