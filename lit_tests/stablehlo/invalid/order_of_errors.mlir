// What is said first: an operation by itself, then what it holds, then where its blocks and it end; dominance last.
// RUN: sdy-opt %s -split-input-file -verify-diagnostics

// The return comes before the end of its block, the function before what the module's end says of its symbols.
func.func @middle(%arg0: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{'func.return' op must be the last operation in the parent block}}
  return %arg0 : tensor<i1>
  %0 = stablehlo.not %arg0 : tensor<i1>
}
func.func @middle() {
  return
}

// -----

// What a branch returns counts only when the branch is in order.
func.func @branches(%arg0: tensor<i1>) -> tensor<f32> {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = stablehlo.constant dense<1.0> : tensor<f32>
    // expected-error @+1 {{'stablehlo.return' op must be the last operation in the parent block}}
    stablehlo.return %1 : tensor<f32>
    %2 = stablehlo.constant dense<1.0> : tensor<f32>
  }, {
    %1 = stablehlo.constant dense<1.0> : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @empty(%arg0: tensor<i1>) -> tensor<f32> {
  // expected-error @+1 {{'stablehlo.if' op expects a non-empty block}}
  %0 = "stablehlo.if"(%arg0) ({
  ^bb0:
  }, {
  ^bb0:
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @two_blocks(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'stablehlo.reduce' op expects region #0 to have 0 or 1 blocks}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg3 : tensor<f32>
  ^bb1(%arg4: tensor<f32>, %arg5: tensor<f32>):
    stablehlo.return %arg5 : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Of uses before definitions those in a block come before those in the regions inside it.
func.func @dominance(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %3, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{operand #0 does not dominate this use}}
  %2 = stablehlo.add %3, %arg1 : tensor<f32>
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %3 = stablehlo.add %arg1, %arg1 : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({
^bb0(%arg0: tensor<f32>):
}) : () -> ()

// -----

// An operation that is not known is said to be so when what it holds is in order.
"func.unknown"() ({
^bb0(%arg0: tensor<f32>):
  // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
  "func.return"(%arg0) : (tensor<f32>) -> ()
}) : () -> ()

// -----

// In a module nothing need be defined before it is used.
%0 = stablehlo.negate %1 : tensor<f32>
%1 = stablehlo.constant dense<1.0> : tensor<f32>
