// MLIR accepts any attribute with the prefix of a dialect; a misspelled one is warned of.
// RUN: sdy-opt %s 2>&1 >/dev/null | FileCheck %s
// RUN: sdy-opt %s -W no-unknown-attributes 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: sdy-opt %s -Wno-unknown-attributes 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: sdy-opt %s -verify-diagnostics 2>&1 | FileCheck %s --check-prefix=OFF

//      CHECK: unknown_attributes.mlir:20:33: warning: unknown attribute 'sdy.shardin' of the SDY dialect
// CHECK-NEXT: func.func @f(%a: tensor<8xf32> {sdy.shardin = #sdy.sharding<@mesh, [{}]>}) attributes {
// CHECK-NEXT:                                 ^~~~~~~~~~~
// CHECK-NEXT: hint: did you mean sdy.sharding?
//      CHECK: unknown_attributes.mlir:21:5: warning: unknown attribute 'sdy.something_else' of the SDY dialect
//  CHECK-NOT: warning
//    OFF-NOT: warning

sdy.mesh @mesh = <["x"=2]>

// A comment: sdy.comment = 1
// The second time, and what only resembles an attribute.

func.func @f(%a: tensor<8xf32> {sdy.shardin = #sdy.sharding<@mesh, [{}]>}) attributes {
    sdy.something_else = 1 : i32, frontend = {xla.sdy.shard = 2 : i32}} {
  %0 = stablehlo.abs %a {sdy.shardin = 1 : i32} : tensor<8xf32>
  return
}
