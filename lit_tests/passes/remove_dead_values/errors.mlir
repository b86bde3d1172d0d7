// As in MLIR, the result may be invalid: where a block gets a dead value from one place and a live one from another, where
// what never runs used an argument, and where a call has shardings of results that are gone.
// RUN: sdy-opt %s -remove-dead-values -split-input-file -verify-diagnostics
// RUN: bash -c 'sdy-opt %s -remove-dead-values=keep=main; echo "status $?"' 2>&1 | FileCheck %s

// CHECK: Error: <Pass-Options-Parser>: no such option keep
// CHECK: failed to add `remove-dead-values` with options `keep=main`
// CHECK-NEXT: status 2
func.func @dead_and_live(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: i1) -> tensor<i32> {
  // expected-error@+1 {{branch has 1 operands for successor #1, but target block has 0}}
  cf.cond_br %arg2, ^bb1(%arg0 : tensor<i32>), ^bb2(%arg1 : tensor<i32>)
^bb1(%0: tensor<i32>):
  cf.br ^bb2(%0 : tensor<i32>)
^bb2(%1: tensor<i32>):
  return %arg1 : tensor<i32>
}
// -----
func.func private @declared(tensor<i32>) -> tensor<i32>
func.func private @never_called(%arg0: tensor<i32>) -> tensor<i32> {
  // expected-error@+1 {{null operand found}}
  %0 = call @declared(%arg0) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
sdy.mesh @mesh = <["x"=2]>
func.func private @f(%arg0: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  return %arg0, %arg0 : tensor<i32>, tensor<i32>
}
func.func @main(%arg0: tensor<i32>) -> tensor<i32> {
  // expected-error@+1 {{result shardings don't match number of values: 2 shardings vs 1 values}}
  %0:2 = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, []>]>} : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %0#0 : tensor<i32>
}
