// Operations of MLIR's own dialects have no local form, branches included; those that change nothing are folded.
// RUN: sdy-opt %s -sdy-convert-global-to-local -split-input-file -verify-diagnostics | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @folded
// CHECK-NEXT:    %0 = stablehlo.add %arg1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xi32>
// CHECK-NEXT:    return %0, %arg1 : tensor<4xi32>, tensor<4xi32>
func.func @folded(%a: tensor<i1>, %b: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = arith.maxsi %b, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi32>
  %1 = stablehlo.add %0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi32>
  %2 = arith.bitcast %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi32> to tensor<8xi32>
  return %1, %2 : tensor<8xi32>, tensor<8xi32>
}

// -----
// A constant that an operation folds to has its global type, and stays.
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @constants
// CHECK-NEXT:    %cst = arith.constant dense<0> : tensor<8xi32>
// CHECK-NEXT:    %0 = builtin.unrealized_conversion_cast %cst : tensor<8xi32> to tensor<4xi32>
// CHECK-NEXT:    %c = stablehlo.constant dense<1> : tensor<4xi32>
// CHECK-NEXT:    %cst_0 = arith.constant dense<2> : tensor<4xi32>
// CHECK-NEXT:    return %0, %cst_0 : tensor<4xi32>, tensor<4xi32>
func.func @constants(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4xi32>) {
  %0 = arith.subi %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi32>
  %1 = stablehlo.constant dense<1> : tensor<4xi32>
  %2 = arith.addi %1, %1 : tensor<4xi32>
  return %0, %2 : tensor<8xi32>, tensor<4xi32>
}

// -----
// What is folded has the types that it was written with.
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @written_types(%arg0: tensor<4xi32>
// CHECK-NEXT:    return %arg0 : tensor<4xi32>
func.func @written_types(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = tensor.collapse_shape %a [[0]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi32> into tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----
// An `sdy.constant` does not count as a constant.
func.func @sdy_constant() -> tensor<4xi32> {
  %0 = sdy.constant dense<1> : tensor<4xi32>
  // expected-error @+1 {{failed to legalize operation 'arith.addi' that was explicitly marked illegal: %2 = "arith.addi"(%1, %1) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>}}
  %1 = arith.addi %0, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// -----
// Blocks are visited from the first one: the branch to another comes before what is in that.
sdy.mesh @mesh = <["x"=2]>
func.func @branch(%a: i1, %b: tensor<8xi32>) {
  // expected-error @+1 {{failed to legalize operation 'cf.cond_br' that was explicitly marked illegal: "cf.cond_br"(%arg0)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()}}
  cf.cond_br %a, ^bb1, ^bb1
^bb1:
  %0 = sdy.sharding_constraint %b <@mesh, [{"x"}]> : tensor<8xi32>
  return
}

// -----
func.func @constant() -> tensor<8xi32> {
  // expected-error @+1 {{failed to legalize operation 'arith.constant' that was explicitly marked illegal: %0 = "arith.constant"() <{value = dense<1> : tensor<8xi32>}> : () -> tensor<8xi32>}}
  %0 = arith.constant dense<1> : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----
sdy.mesh @mesh = <["x"=2]>
func.func @local_operand(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: index) {
  // expected-error @+1 {{failed to legalize operation 'tensor.dim' that was explicitly marked illegal: %0 = "tensor.dim"(<<UNKNOWN SSA VALUE>>, <<UNKNOWN SSA VALUE>>) : (tensor<8xi32>, index) -> index}}
  %0 = tensor.dim %a, %b : tensor<8xi32>
  return
}
