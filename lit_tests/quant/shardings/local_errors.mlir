// What no type of all parts can say: scales that differ between devices, blocks that are cut; and elements with several
// scales that a collective would have to add.
// RUN: not sdy-opt %s -split-input-file -sdy-convert-global-to-local 2>&1 | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op cannot be local: the 2 parts of dimension 1 have different scales or zero points
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.5, 0.75}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op cannot be local: the 2 parts of dimension 1 have different scales or zero points
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5:1, 0.25, 0.5, 0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op cannot be local: the 2 parts of dimension 1 have different scales or zero points
func.func @f(%a: tensor<8x?x!quant.uniform<i8:f32:1, {0.5, 0.5, 0.5}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op cannot be local: dimension 1 is not cut between blocks of size 4
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32:{0:1, 1:4}, {{1.0}, {1.0}, {1.0}, {1.0}, {1.0}, {1.0}, {1.0}, {1.0}}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
// CHECK: :[[# @LINE + 1]]:1: error: 'func.func' op cannot be local: the 2 parts of dimension 1 have different scales or zero points
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32:{1:1}, {{1.0, 2.0}}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5, 0.5, 0.5, 0.5}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_reduce' op reduces elements that have several scales, which no collective does
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}, {}]> : tensor<8x4x!quant.uniform<i8:f32:1, {0.5, 0.5, 0.5, 0.5}>>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 0.5>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.iota' op cannot be local: dimension 0 is sharded, and quantized numbers cannot be counted on
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.75}>>) -> tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.75}>> {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.manual_computation' op operand at index 0 cannot be local: the 2 parts of dimension 1 have different scales or zero points
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}, {"x"}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x"} (%b: tensor<8x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>) {
    %1 = stablehlo.add %b, %b : tensor<8x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
    sdy.return %1 : tensor<8x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
  } : (tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.75}>>) -> tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.75}>>
  return %0 : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.75}>>
}
