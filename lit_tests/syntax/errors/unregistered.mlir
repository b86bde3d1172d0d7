// What is said about dialects that are not known, unless they are allowed.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:7: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
"t.op"() : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:29: error: #"t"<"b"> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used
module attributes {t.a = #t.b} {}

// -----

// CHECK: :[[# @LINE + 1]]:26: error: #"t"<""b""> : 'none' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used
module attributes {t.a = #t<"b">} {}

// -----

// CHECK: :[[# @LINE + 1]]:29: error: `!"t"<"b<3>">` type created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used
module attributes {t.a = !t.b<3>} {}

// -----

// CHECK: :[[# @LINE + 1]]:29: error: #"t"<"b<3>"> : 'i32' attribute created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used
module attributes {t.a = #t.b<3> : i32} {}

// -----

// CHECK: :[[# @LINE + 1]]:1: error: Dialect `t' not found for custom op 't.op' 
t.op

// -----

// CHECK: :[[# @LINE + 1]]:1: error: unregistered operation 'stablehlo.foo' found in dialect ('stablehlo') that does not allow unknown operations
"stablehlo.foo"() : () -> ()
