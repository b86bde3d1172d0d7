// What arith says of types, attributes and texts that are wrong.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 2]]:35: error: custom op 'arith.addi' expected valid keyword or string
  // CHECK: :[[# @LINE + 1]]:35: error: custom op 'arith.addi' failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`
  %0 = arith.addi %i, %j overflow<> : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:29: error: expected ':'
  %0 = arith.addi %i, %j {a} overflow<nsw> : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 2]]:35: error: custom op 'arith.addi' expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw
  // CHECK: :[[# @LINE + 1]]:38: error: custom op 'arith.addi' failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`
  %0 = arith.addi %i, %j overflow<foo> : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:38: error: expected '>'
  %0 = arith.addi %i, %j overflow<nsw nuw> : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:34: error: expected '<'
  %0 = arith.addi %i, %j overflow nsw : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:26: error: custom op 'arith.addi' inherent attribute 'overflowFlags' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  %0 = arith.addi %i, %j {overflowFlags = 1 : i32} : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags
  %0 = "arith.addi"(%i, %j) {overflowFlags = 1} : (i32, i32) -> i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {overflowFlags = 1 : i64} for op arith.addi: Invalid attribute `overflowFlags` in property conversion: 1 : i64
  %0 = "arith.addi"(%i, %j) <{overflowFlags = 1}> : (i32, i32) -> i32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'f32'
  %0 = arith.addi %f, %g : f32
  return
}

// -----

func.func @main(%i: i32, %l: i64) {
  %0 = arith.addi %i, %l : i32
  return
}

// -----

func.func @main(%i: i32, %l: i64) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addi' op requires the same type for all operands and results
  %0 = "arith.addi"(%i, %l) : (i32, i64) -> i32
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addi' op expected 2 operands, but found 1
  %0 = "arith.addi"(%i) : (i32) -> i32
  return
}

// -----

func.func @main(%tf: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'tensor<4xf32>'
  %0 = arith.addi %tf, %tf : tensor<4xf32>
  return
}

// -----

func.func @main(%ti: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'arith.addi' op inferred type(s) 'tensor<4xi32>' are incompatible with return type(s) of operation 'tensor<?xi32>'
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addi' op failed to infer returned types
  %0 = "arith.addi"(%ti, %ti) : (tensor<4xi32>, tensor<4xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:21: error: expected ','
  %0 = arith.addi %i %j : i32
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:22: error: expected SSA operand
  %0 = arith.addi %i, : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:27: error: expected non-function type
  %0 = arith.addi %i, %j : 
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:31: error: expected operation name in quotes
  %0 = arith.addi %i, %j : i32, i32
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:26: error: custom op 'arith.addf' invalid roundingmode attribute specification: "foo"
  %0 = arith.addf %f, %g "foo" : f32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'
  %0 = arith.addf %i, %j : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:19: error: custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]
  %0 = arith.cmpi foo, %i, %j : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:19: error: custom op 'arith.cmpi' invalid predicate attribute specification: "foo"
  %0 = arith.cmpi "foo", %i, %j : i32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'arith.cmpi' 'lhs' must be signless-non-zero-bitwidth-integer-like, but got 'f32'
  %0 = arith.cmpi ult, %f, %f : f32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {predicate = 10 : i64} for op arith.cmpi: Invalid attribute `predicate` in property conversion: 10 : i64
  %0 = "arith.cmpi"(%i, %j) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {predicate = 0 : i32} for op arith.cmpi: Invalid attribute `predicate` in property conversion: 0 : i32
  %0 = "arith.cmpi"(%i, %j) <{predicate = 0 : i32}> : (i32, i32) -> i1
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.cmpi' op requires attribute 'predicate'
  %0 = "arith.cmpi"(%i, %j) : (i32, i32) -> i1
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
  %0 = "arith.cmpi"(%i, %j) {predicate = 20} : (i32, i32) -> i1
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.cmpi' op result #0 must be bool-like, but got 'i32'
  %0 = "arith.cmpi"(%i, %j) <{predicate = 0}> : (i32, i32) -> i32
  return
}

// -----

func.func @main(%ti: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands
  %0 = "arith.cmpi"(%ti, %ti) <{predicate = 0}> : (tensor<4xi32>, tensor<4xi32>) -> i1
  return
}

// -----

func.func @main(%i: i32, %l: i64) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.cmpi' op requires all operands to have the same type
  %0 = "arith.cmpi"(%i, %l) <{predicate = 0}> : (i32, i64) -> i1
  return
}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 1]]:19: error: custom op 'arith.cmpf' expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]
  %0 = arith.cmpf foo, %f, %g : f32
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'arith.cmpf' 'lhs' must be floating-point-like, but got 'i32'
  %0 = arith.cmpf oeq, %i, %i : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32, %tb: tensor<4xi1>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
  %0 = arith.select %tb, %i, %j : tensor<4xi1>, i32
  return
}

// -----

func.func @main(%i: i32, %b: i1, %l: i64) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.select' op failed to verify that all of {true_value, false_value, result} have same type
  %0 = "arith.select"(%b, %i, %l) : (i1, i32, i64) -> i32
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.select' op operand #0 must be bool-like, but got 'i32'
  %0 = "arith.select"(%i, %i, %i) : (i32, i32, i32) -> i32
  return
}

// -----

func.func @main(%i: i32, %j: i32, %b: i1) {
  // CHECK: :[[# @LINE + 1]]:21: error: custom op 'arith.select' expected 3 operands
  %0 = arith.select %b %i, %j : i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:20: error: expected operand
  %0 = arith.select : i32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible
  %0 = arith.extf %f : f32 to f16
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:28: error: custom op 'arith.extf' expected 'to'
  %0 = arith.extf %f : f32 -> f64
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.extf' op result #0 must be floating-point-like, but got 'i64'
  %0 = arith.extf %f : f32 to i64
  return
}

// -----

func.func @main(%tf: tensor<4xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.extf' op failed to verify that input and output have the same tensor dimensions
  %0 = arith.extf %tf : tensor<4xf32> to tensor<?xf64>
  return
}

// -----

func.func @main(%h: f16) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.truncf' op operand type 'f16' and result type 'bf16' are cast incompatible
  %0 = arith.truncf %h : f16 to bf16
  return
}

// -----

func.func @main(%h: f16) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.convertf' op operand type 'f16' and result type 'f16' are cast incompatible
  %0 = arith.convertf %h : f16 to f16
  return
}

// -----

func.func @main(%x: index) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.index_cast' op operand type 'index' and result type 'index' are cast incompatible
  %0 = arith.index_cast %x : index to index
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible
  %0 = arith.index_cast %i : i32 to i64
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.index_cast' op operand #0 must be signless-non-zero-bitwidth-integer-like or memref of signless-integer, but got 'f32'
  %0 = arith.index_cast %f : f32 to index
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.bitcast' op result #0 must be non-zero-bitwidth-signless-integer-or-float-like or memref of non-zero-bitwidth signless integer or float, but got 'index'
  %0 = arith.bitcast %i : i32 to index
  return
}

// -----

func.func @main(%ti: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.bitcast' op failed to verify that input and output have the same tensor dimensions
  %0 = arith.bitcast %ti : tensor<4xi32> to f32
  return
}

// -----

func.func @main(%i: i32, %j: i32) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'arith.addui_extended' op result #1 must be bool-like, but got 'i32'
  %0:2 = arith.addui_extended %i, %j : i32, i32
  return
}

// -----

func.func @main(%ti: tensor<4xi32>) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar
  %0:2 = arith.addui_extended %ti, %ti : tensor<4xi32>, i1
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:10: error: 'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type
  %0:2 = "arith.mulsi_extended"(%i, %i) : (i32, i32) -> (i32, i64)
  return
}

// -----

func.func @main(%f: f32, %e: f8E8M0FNU) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.scaling_extf' op operand types 'f32', 'f8E8M0FNU' and result type 'f16' are cast incompatible
  %0 = arith.scaling_extf %f, %e : f32, f8E8M0FNU to f16
  return
}

// -----

func.func @main(%i: i32, %f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.scaling_truncf' op operand #1 must be floating-point-like, but got 'i32'
  %0 = arith.scaling_truncf %f, %i : f32, i32 to f16
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {roundingmode = 5 : i32} for op arith.addf: Invalid attribute `roundingmode` in property conversion: 5 : i32
  %0 = "arith.addf"(%f, %f) <{roundingmode = 5 : i32}> : (f32, f32) -> f32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.addf' op attribute 'roundingmode' failed to satisfy constraint: Floating point rounding mode
  %0 = "arith.addf"(%f, %f) {roundingmode = 5 : i32} : (f32, f32) -> f32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:26: error: custom op 'arith.addf' inherent attribute 'roundingmode' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  %0 = arith.addf %f, %f {roundingmode = 5 : i32} : f32
  return
}

// -----

func.func @main(%f: f32) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {fastmath = 1 : i64} for op arith.addf: Invalid attribute `fastmath` in property conversion: 1 : i64
  %0 = "arith.addf"(%f, %f) <{fastmath = 1}> : (f32, f32) -> f32
  return
}

// -----

func.func @main(%i: i32) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {isExact = 1 : i64} for op arith.divsi: Invalid attribute `isExact` in property conversion: 1 : i64
  %0 = "arith.divsi"(%i, %i) <{isExact = 1}> : (i32, i32) -> i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.constant' op initializing scalable vectors with elements attribute is not supported unless it's a vector splat
  %0 = arith.constant dense<[1,2]> : vector<[2]xi32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.constant' op value must be an integer, float, or elements attribute
  %0 = arith.constant "foo"
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:23: error: custom op 'arith.constant' invalid kind of attribute specified
  %0 = arith.constant unit
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:27: error: undefined symbol alias id 'foo'
  %0 = arith.constant #foo
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:22: error: expected attribute value
  %0 = arith.constant
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.constant' op integer return type must be signless
  %0 = arith.constant 1 : si32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.constant' op requires attribute 'value'
  %0 = "arith.constant"() : () -> i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.constant' op failed to verify that all of {value, result} have same type
  %0 = "arith.constant"() <{value = 1 : i64}> : () -> i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {value} for op arith.constant: Invalid attribute `value` in property conversion: unit
  %0 = "arith.constant"() <{value = unit}> : () -> i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance
  %0 = "arith.constant"() {value = unit} : () -> none
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:23: error: integer literal not valid for specified type
  %0 = arith.constant 1 : none
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:3: error: operation defines 1 results but was provided 2 to bind
  %0:2 = arith.constant 1 : i32
  return
}

// -----

// CHECK: :[[# @LINE + 2]]:46: error: expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast
// CHECK: :[[# @LINE + 1]]:49: error: failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`
module attributes {arith.x = #arith.fastmath<foo>} {}

// -----

// CHECK: :[[# @LINE + 2]]:46: error: expected valid keyword or string
// CHECK: :[[# @LINE + 1]]:46: error: failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`
module attributes {arith.x = #arith.fastmath<>} {}

// -----

// CHECK: :[[# @LINE + 1]]:45: error: expected '}' in attribute dictionary
module attributes {arith.x = #arith.fastmath <fast>} {}

// -----

// CHECK: :[[# @LINE + 2]]:46: error: expected valid keyword or string
// CHECK: :[[# @LINE + 1]]:46: error: failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`
module attributes {arith.x = #arith.overflow<1>} {}

// -----

// CHECK: :[[# @LINE + 1]]:37: error: dialect 'arith' provides no type parsing hook
module attributes {arith.x = !arith.foo} {}

// -----

// CHECK: :[[# @LINE + 1]]:37: error: unknown attribute `foo` in dialect `arith`
module attributes {arith.x = #arith.foo} {}

// -----

func.func @main(%f: f32, %g: f32) {
  // CHECK: :[[# @LINE + 2]]:35: error: custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast
  // CHECK: :[[# @LINE + 1]]:40: error: custom op 'arith.addf' failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`
  %0 = arith.addf %f, %g fastmath<"foo"> : f32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:23: error: custom op 'arith.constant' inherent attribute 'value' cannot be parsed from attr-dict when strict properties in assembly format is enabled
  %0 = arith.constant {value = unit} 1 : i32
  return
}

// -----

func.func @main(%i: i32, %b: i1) {
  // CHECK: :[[# @LINE + 1]]:21: error: unexpected delimiter
  %0 = arith.select (%b, %i, %i) : i32
  return
}

// -----

func.func @main(%i: i32, %b: i1) {
  // CHECK: :[[# @LINE + 1]]:25: error: reference to invalid result number
  %0 = arith.select %b, %i#1, %i : i32
  return
}

// -----

func.func @main(%i: i32, %j: i32, %b: i1) {
  // CHECK: :[[# @LINE + 1]]:40: error: duplicate key 'a' in dictionary attribute
  %0 = arith.select %b, %i, %j {a = 1, a = 2} : i32
  return
}
