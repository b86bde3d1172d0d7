// Remarks: which axes are propagated from which dimension, and which are not, and why.
// RUN: sdy-opt %s -sdy-basic-propagate -remarks -verify-diagnostics

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=3]>
sdy.mesh @other = <["x"=2]>

// expected-remark @+1 {{"a" propagated from dimension 0 of %4 to dimension 0 of result 4 of the function}}
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}], replicated={"b"}>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}, {?}]>}, %arg3: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "a", ?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-remark @+2 {{[sdy-basic-propagate] "a" not propagated from dimension 0 of %arg0 to dimension 0 of %arg1: dimension 0 of %arg1 is closed}}
  // expected-remark @+1 {{"a" not propagated from dimension 0 of %arg0 to dimension 0 of %0: dimension 0 of %arg1 is closed}}
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  // expected-remark @+1 {{nothing propagated between %arg0 and %arg2: their shardings are on different meshes, @mesh and @other}}
  %1 = stablehlo.add %arg0, %arg2 : tensor<8x8xf32>
  // expected-remark @+1 {{"c" not propagated from dimension 0 of %arg3 to dimension 0 of %2: the axes of dimension 0 of %arg3 do not fit its factors}}
  %2 = stablehlo.reshape %arg3 : (tensor<16xf32>) -> tensor<2x8xf32>
  // expected-remark @+1 {{"a" not propagated from dimension 0 of %arg0 to dimension 0 of %3: axes are not propagated in this direction}}
  %3 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD : tensor<8x8xf32>
  // expected-remark @+1 {{"a" propagated from dimension 0 of %arg0 to dimension 0 of %4}}
  %4 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  return %0, %1, %2, %3, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
