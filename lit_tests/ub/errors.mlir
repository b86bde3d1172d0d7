// What ub says of attributes and texts that are wrong.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:19: error: expected attribute value
  %0 = ub.poison <> : i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:19: error: custom op 'ub.poison' invalid kind of attribute specified
  %0 = ub.poison <1 : i32> : i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:17: error: expected ':'
  %0 = ub.poison #ub.poison : i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: 'ub.poison' op attribute 'value' failed to satisfy constraint: PoisonAttrInterface instance
  %0 = "ub.poison"() {value = 1 : i32} : () -> i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {value = 1 : i64} for op ub.poison: Invalid attribute `value` in property conversion: 1 : i64
  %0 = "ub.poison"() <{value = 1}> : () -> i32
  return
}

// -----

// CHECK: :[[# @LINE + 1]]:31: error: unknown attribute `foo` in dialect `ub`
module attributes {ub.a = #ub.foo} {}

// -----

// CHECK: :[[# @LINE + 1]]:31: error: dialect 'ub' provides no type parsing hook
module attributes {ub.a = !ub.poison} {}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:8: error: custom op 'ub.foo' is unknown
  %0 = ub.foo
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:35: error: expected '>'
  %0 = ub.poison <#ub.poison : i32
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:3: error: 'ub.unreachable' op must be the last operation in the parent block
  ub.unreachable ub.unreachable
  return
}

// -----

func.func @main() {
  // CHECK: :[[# @LINE + 1]]:17: error: expected operation name in quotes
  ub.unreachable : i32
  return
}
