// Remarks: which axes are propagated from which dimension, and which are not, and why.
// RUN: sdy-opt %s -sdy-basic-propagate -remarks -verify-diagnostics -split-input-file

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=3]>
sdy.mesh @other = <["x"=2]>

// expected-remark @+1 {{"a" propagated from dimension 0 of %4 to dimension 0 of result 4 of the function}}
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}], replicated={"b"}>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}, {?}]>}, %arg3: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", "a", ?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-remark @+2 {{[sdy-basic-propagate] "a" not propagated from dimension 0 of %arg0 to dimension 0 of %arg1: dimension 0 of %arg1 is closed}}
  // expected-remark @+1 {{"a" not propagated from dimension 0 of %arg0 to dimension 0 of %0: dimension 0 of %arg1 is closed}}
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  // expected-remark @+1 {{nothing propagated between %arg0 and %arg2: their shardings are on different meshes, @mesh and @other}}
  %1 = stablehlo.add %arg0, %arg2 : tensor<8x8xf32>
  // expected-remark @+1 {{"c" not propagated from dimension 0 of %arg3 to dimension 0 of %2: the axes of dimension 0 of %arg3 cannot be divided among its factors}}
  %2 = stablehlo.reshape %arg3 : (tensor<16xf32>) -> tensor<2x8xf32>
  // expected-remark @+1 {{"a" not propagated from dimension 0 of %arg0 to dimension 0 of %3: axes are propagated from results to operands only}}
  %3 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD : tensor<8x8xf32>
  // expected-remark @+1 {{"a" propagated from dimension 0 of %arg0 to dimension 0 of %4}}
  %4 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  return %0, %1, %2, %3, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=3]>

// expected-remark @+2 {{"b" propagated from dimension 1 of %1 to dimension 1 of result 1 of the function}}
// expected-remark @+1 {{"b":(1)2 propagated from dimension 0 of %2 to dimension 0 of result 2 of the function}}
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}, %arg2: tensor<6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<12xf32>) {
  // expected-remark @+4 {{"b" not propagated from dimension 1 of %arg0 to dimension 1 of %arg1: dimension 0 of %arg1 is already sharded along it}}
  // expected-remark @+3 {{"b" not propagated from dimension 0 of %arg1 to dimension 0 of %arg0: dimension 0 of %arg0 is already sharded along "a"}}
  // expected-remark @+2 {{"b" not propagated from dimension 0 of %arg1 to dimension 0 of %0: dimension 0 of %arg0 is already sharded along "a"}}
  // expected-remark @+1 {{"b" not propagated from dimension 1 of %arg0 to dimension 1 of %0: dimension 0 of %arg1 is already sharded along it}}
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  // expected-remark @+2 {{"a" not propagated from dimension 0 of %arg0 to dimension 0 of %1: the sharding rule blocks factor i}}
  // expected-remark @+1 {{"b" propagated from dimension 1 of %arg0 to dimension 1 of %1}}
  %1 = stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} blocked_propagation={i}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @+2 {{"b":(1)2 propagated from dimension 0 of %arg2 to dimension 0 of %2}}
  // expected-remark @+1 {{"b":(2)2 not propagated from dimension 0 of %arg2 to dimension 0 of %2: factor i, of size 6, cannot be split evenly along it}}
  %2 = stablehlo.reshape %arg2 : (tensor<6x2xf32>) -> tensor<12xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<12xf32>
}
