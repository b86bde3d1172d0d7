// Remarks: which axes are propagated from which dimension, and which are not, and why.
// RUN: sdy-opt %s -sdy-user-priority-propagate -remarks -verify-diagnostics -split-input-file

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @other = <["x"=2]>

// expected-remark @+1 {{"a" propagated from dimension 0 of %0 to dimension 0 of result 0 of the function}}
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @+2 {{[sdy-user-priority-propagate] "a" propagated from dimension 0 of %arg0 to dimension 0 of %0}}
  // expected-remark @+1 {{"a" not propagated from dimension 0 of %arg0 to dimension 0 of %arg1: dimension 0 of %arg1 is closed}}
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  // expected-remark @+1 {{nothing propagated between %arg0 and %arg2: their shardings are on different meshes, @mesh and @other}}
  %1 = stablehlo.add %arg0, %arg2 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4]>

// expected-remark @+4 {{"b" in dimension 0 of %arg1 held back until priority 1}}
// expected-remark @+3 {{"b" in dimension 1 of result 0 of the function held back until priority 2}}
// expected-remark @+2 {{"b" propagated from dimension 1 of result 0 of the function to dimension 1 of %0}}
// expected-remark @+1 {{"a" propagated from dimension 0 of %0 to dimension 0 of result 0 of the function}}
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}p1, {?}p3]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}p2]>}) {
  // expected-remark @+5 {{"a" propagated from dimension 0 of %arg0 to dimension 0 of %0}}
  // expected-remark @+4 {{"b" propagated from dimension 1 of %0 to dimension 1 of %arg0}}
  // expected-remark @+3 {{"b" not propagated from dimension 0 of %arg1 to dimension 0 of %arg0: dimension 0 of %arg0 is already sharded along "a"}}
  // expected-remark @+2 {{"b" not propagated from dimension 1 of %arg0 to dimension 1 of %arg1: dimension 0 of %arg1 is already sharded along it}}
  // expected-remark @+1 {{"b" not propagated from dimension 0 of %arg1 to dimension 0 of %0: dimension 0 of %0 is already sharded along "a"}}
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
