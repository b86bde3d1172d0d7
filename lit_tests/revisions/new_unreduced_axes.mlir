// An all-reduce, and a reduce-scatter, may not make axes unreduced.
// RUN: sdy-opt %s -split-input-file | FileCheck %s
// RUN: sdy-opt %s -shardy=2026-08 -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @sharded
func.func @sharded(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // CHECK: sdy.all_reduce {} %arg0 out_sharding=<@mesh, [{"x"}], unreduced={"y"}> : tensor<8xf32>
  // expected-error @+1 {{'sdy.all_reduce' op cannot add new unreduced axis 'y'.}}
  %0 = sdy.all_reduce {} %a out_sharding=<@mesh, [{"x"}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @without_a_sharding
func.func @without_a_sharding(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: sdy.all_reduce {} %arg0 out_sharding=<@mesh, [{}], unreduced={"y"}> : tensor<8xf32>
  // expected-error @+1 {{'sdy.all_reduce' op cannot add new unreduced axis 'y'.}}
  %0 = sdy.all_reduce {} %a out_sharding=<@mesh, [{}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
