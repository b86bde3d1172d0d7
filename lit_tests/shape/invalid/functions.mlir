// What is wrong with functions and libraries of them.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

// CHECK: :[[# @LINE + 1]]:35: error: 'func.return' op expects parent op 'func.func'
shape.func @a(%x: i32) -> (i32) { func.return %x : i32 }

// -----

shape.func @a(%x: i32) -> (i32) { %0 = const_size 5
 // CHECK: :[[# @LINE + 1]]:17: error: expected operation name in quotes
 return %x : i32 {a} }

// -----

// CHECK: :[[# @LINE + 1]]:18: error: 'shape.func' op symbol's parent must have the SymbolTable trait
func.func @g() { shape.func @a(%x: i32) -> (i32) { return %x : i32 } return }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'shape.function_library' op Operations with a 'SymbolTable' must have exactly one block
shape.function_library @l { } mapping { }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: custom op 'shape.function_library' attribute 'mapping' occurs more than once in the attribute list
shape.function_library @l attributes {shape.x = 1, mapping = {a = @b}} { func private @q(i32) } mapping {a.b = @q}

// -----

// CHECK: :[[# @LINE + 1]]:24: error: custom op 'shape.function_library' expected valid '@'-identifier for symbol name
shape.function_library private @l { func private @q(i32) } mapping {a.b = @q}

// -----

// CHECK: :[[# @LINE + 1]]:60: error: integer literal not valid for specified type
shape.function_library @l { func private @q(i32) } mapping 3

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'shape.function_library' op region should have no arguments
shape.function_library @l { ^bb0(%a: i32): } mapping {}

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'shape.function_library' op expects region #0 to have 0 or 1 blocks
shape.function_library @l { cf.br ^bb1 ^bb1: } mapping {}

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'shape.function_library' op requires attribute 'mapping'
"shape.function_library"() ({ }) {sym_name = "a"} : () -> ()

// -----

// CHECK: :[[# @LINE + 1]]:1: error: 'shape.function_library' op attribute 'mapping' failed to satisfy constraint: dictionary of named attribute values
"shape.function_library"() ({ }) {mapping = 1, sym_name = "a"} : () -> ()

// -----

module { shape.function_library @l { func private @q(i32) } mapping {} 
 // CHECK: :[[# @LINE + 1]]:2: error: redefinition of symbol named 'l'
 shape.function_library @l { func private @q(i32) } mapping {} }

// -----

// CHECK: :[[# @LINE + 1]]:18: error: 'shape.function_library' op symbol's parent must have the SymbolTable trait
func.func @g() { shape.function_library @l { func private @q(i32) } mapping {} return }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: shape function library @m not found
module attributes {shape.lib = @m} { shape.function_library @l { func private @q(i32) } mapping {} }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: @m required to be shape function library
module attributes {shape.lib = @m} { func.func private @m() }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: only one op to shape mapping allowed, found multiple for `"a.b"`
module attributes {shape.lib = [@m, @l]} { shape.function_library @l { func private @q(i32) } mapping {a.b = @q} 
 shape.function_library @m { func private @q(i32) } mapping {a.b = @q} }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute
module attributes {shape.lib = 1} { }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: only SymbolRefAttr allowed in shape.lib attribute array
module attributes {shape.lib = [1]} { }

// -----

// CHECK: :[[# @LINE + 1]]:1: error: shape.lib attribute may only be on op implementing SymbolTable
func.func private @l() attributes {shape.lib = @l}
