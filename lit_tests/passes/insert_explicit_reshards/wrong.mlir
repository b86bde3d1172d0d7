// Unreduced axes that no operation can express.
// RUN: sdy-opt %s -sdy-insert-explicit-reshards -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  // expected-error @+1 {{Some operands have unreduced axes but the operation has no results.}}
  sdy.sharding_group %x group_id=0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{Unreduced axes mismatch between results for multi-result op.}}
  %0:2 = "stablehlo.sort"(%x, %x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"a"}>, <@mesh, [{}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @reversed = <["a"=2], device_ids=[1, 0]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  // expected-error @+1 {{source and user shardings have different meshes for unreduced axes.}}
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@reversed, [{}]>]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @reversed = <["a"=2], device_ids=[1, 0]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // expected-error @+1 {{Input and output shardings have different meshes. The result has non-empty unreduced axes.}}
  %0 = sdy.reshard %x <@reversed, [{}], unreduced={"a"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"a"}>}) {
  // expected-error @+1 {{Both input and output have unreduced axes that does not appear in the other.}}
  %0 = sdy.reshard %x <@mesh, [{}], unreduced={"b"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
  // expected-error @+1 {{the result has unreduced axes while the operand has incompatible sharding along reduction factors.}}
  %0 = stablehlo.dot %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"a"}>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// What would shard a dimension by an axis that the operand's sharding has among its replicated ones.
sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-error @+1 {{'sdy.reshard' op duplicate axis ref: "a"}}
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}>}, %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
  %0 = stablehlo.concatenate %x, %y, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return
}

// -----

// The value that the first block passes on is taken for a result of the function.

sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-error @+1 {{'sdy.replicated_to_unreduced' op sharding doesn't match tensor rank: 3 != 2}}
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %y: tensor<4x2x8xf32>) -> (tensor<4x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}, {}], unreduced={"a"}>}) {
  cf.br ^bb1(%x : tensor<8x16xf32>)
^bb1(%0: tensor<8x16xf32>):
  return %y : tensor<4x2x8xf32>
}
