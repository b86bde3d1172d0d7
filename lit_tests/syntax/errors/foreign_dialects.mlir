// Dialects of MLIR that have no types or attributes, some of which are called like builtin types.
// RUN: not sdy-opt %s -split-input-file -allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:61: error: dialect 'tensor' provides no type parsing hook
func.func @f(%a: tensor<4xf32>) { stablehlo.abs %a :!tensor<4xf32>

// -----
// CHECK: :[[# @LINE + 1]]:27: error: dialect 'complex' provides no type parsing hook
"t.op"() : () -> !complex.f32

// -----
// CHECK: :[[# @LINE + 1]]:27: error: dialect 'vector' provides no type parsing hook
"t.op"() : () -> !vector< 4xf32>

// -----
// CHECK: :[[# @LINE + 1]]:24: error: dialect 'func' provides no type parsing hook
"t.op"() : () -> !func<3>

// -----
// CHECK: :[[# @LINE + 1]]:25: error: unbalanced '<' character in pretty dialect name
"t.op"() : () -> !memref<

// -----
// CHECK: :[[# @LINE + 1]]:23: error: dialect 'tensor' provides no attribute parsing hook
"t.op"() {a = #tensor<4xf32>} : () -> ()

// -----
// CHECK: :[[# @LINE + 1]]:23: error: dialect 'memref' provides no attribute parsing hook
"t.op"() {a = #memref.foo} : () -> ()
