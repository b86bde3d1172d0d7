// Operations of MLIR's own dialects have no local form, branches included; none is folded.
// RUN: sdy-opt %s -sdy-convert-global-to-local -split-input-file -verify-diagnostics

func.func @changes_nothing(%a: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error @+1 {{failed to legalize operation 'arith.maxsi' that was explicitly marked illegal: %0 = "arith.maxsi"(%arg0, %arg0) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>}}
  %0 = arith.maxsi %a, %a : tensor<8xi32>
  return %0 : tensor<8xi32>
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
