// Remarks: which axes are propagated from which dimension, and which are not, and why.
// RUN: sdy-opt %s -sdy-aggressive-propagate -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @other = <["x"=2]>

// expected-remark @+1 {{"a" propagated from dimension 0 of %0 to dimension 0 of result 0 of the function}}
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @+2 {{[sdy-aggressive-propagate] "a" propagated from dimension 0 of %arg0 to dimension 0 of %0}}
  // expected-remark @+1 {{"a" not propagated from dimension 0 of %arg0 to dimension 0 of %arg1: dimension 0 of %arg1 is closed}}
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  // expected-remark @+1 {{nothing propagated between %arg0 and %arg2: their shardings are on different meshes, @mesh and @other}}
  %1 = stablehlo.add %arg0, %arg2 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
