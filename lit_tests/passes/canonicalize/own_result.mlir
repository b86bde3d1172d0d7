// Right inside a module a branch may return a result of its own case, which is erased if only what goes with it uses it.
// RUN: sdy-opt %s -canonicalize -split-input-file | FileCheck %s

// CHECK: module {
// CHECK-NEXT: }
%c = stablehlo.constant dense<0> : tensor<i32>
%0 = "stablehlo.case"(%c) ({
  stablehlo.return %0 : tensor<f32>
}, {
  %1 = stablehlo.abs %0 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<i32>) -> tensor<f32>

// -----

// CHECK: stablehlo.case
// CHECK: stablehlo.custom_call @f(%0)
%c = stablehlo.constant dense<0> : tensor<i32>
%0 = "stablehlo.case"(%c) ({
  stablehlo.return %0 : tensor<f32>
}) : (tensor<i32>) -> tensor<f32>
%1 = stablehlo.custom_call @f(%0) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>

// -----

// The operation that the branch has moves out of it, and uses the result.
// CHECK: stablehlo.case
%c = stablehlo.constant dense<0> : tensor<i32>
%0:2 = "stablehlo.case"(%c) ({
  %1 = stablehlo.custom_call @g(%0#0) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
  stablehlo.return %0#0, %1 : tensor<f32>, tensor<f32>
}) : (tensor<i32>) -> (tensor<f32>, tensor<f32>)
