// The remarks of this pass.
// RUN: sdy-opt %s -stablehlo-ext-canonicalize-from-hlo-import -remarks -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: [stablehlo-ext-canonicalize-from-hlo-import] 'stablehlo.tuple' erased: it has no effects and nothing uses it
func.func @main(%arg0: tuple<tensor<8xf32>, tensor<i32>>) -> tuple<tensor<i32>, tensor<8xf32>> {
  %0 = stablehlo.custom_call @foo(%arg0) {has_side_effect = true} : (tuple<tensor<8xf32>, tensor<i32>>) -> tuple<tensor<i32>, tensor<8xf32>>
  return %0 : tuple<tensor<i32>, tensor<8xf32>>
}
