// Halo exchanges that are no valid computation: parts of the axes are in other dimensions, or in other lists.
// RUN: sdy-opt %s -sdy-resolve-permutation-factors -shardy=0.10.2 -split-input-file -verify-diagnostics

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @behind_free_axis(%x: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a":(1)2}, {"a":(2)2}]>}) {
  // expected-error @+1 {{'sdy.manual_computation' op operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 0. Saw manual axis "a":(1)2 after free axis "b"}}
  %0 = stablehlo.reverse %x, dims = [1] : tensor<8x7xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @replicated(%x: tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}], replicated={"a":(2)2}>}) {
  // expected-error @+2 {{'stablehlo.slice' op result - operates on axis "a" which is already bound by a parent sdy.manual_computation op}}
  // expected-note @+1 {{parent bounding this axis as manual}}
  %0 = stablehlo.reverse %x, dims = [0] : tensor<7xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @closed_with_priority(%x: tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}p1]>}) {
  // expected-error @+1 {{'stablehlo.slice' op result - dim 0 is empty and closed but has a priority}}
  %0 = stablehlo.reverse %x, dims = [0] : tensor<7xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4]>
func.func @not_divided(%x: tensor<7x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"a":(2)2}]>}) {
  // expected-error @+1 {{'sdy.manual_computation' op operand dimension size 7 is not divisible by the manual axes size 2}}
  %0 = stablehlo.reverse %x, dims = [0] : tensor<7x7xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @unknown_size(%x: tensor<?x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) {
  // expected-error @+2 {{start index 0 is larger than limit index -9223372036854775808 in dimension 0}}
  // expected-error @+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.reverse %x, dims = [1] : tensor<?x7xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
sdy.mesh @reversed = <["a"=2], device_ids=[1, 0]>
module @nested {
  sdy.mesh @mesh = <["a"=2]>
  func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
    // expected-error @+1 {{'sdy.reshard' op unknown mesh: @reversed}}
    %0 = stablehlo.reverse %x, dims = [0] : tensor<8xf32>
    return
  }
}
