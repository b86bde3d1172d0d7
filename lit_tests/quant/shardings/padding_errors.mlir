// Elements with several scales have no zero that all of them share, so that they are not padded.
// RUN: not sdy-opt %s -sdy-pad-for-divisibility 2>&1 | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<3x8x!quant.uniform<u8:f32:0, {0.5,0.5,0.5}>>) -> tensor<3x8x!quant.uniform<u8:f32:0, {0.5,0.5,0.5}>> {
  // CHECK: :[[# @LINE + 1]]:8: error: 'sdy.all_slice' op result cannot be padded to 'tensor<4x8x!quant.uniform<u8:f32:0, {5.000000e-01,5.000000e-01,5.000000e-01}>>': its elements have several scales
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<3x8x!quant.uniform<u8:f32:0, {0.5,0.5,0.5}>>
  %1 = sdy.all_gather [{"x"}, {}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<3x8x!quant.uniform<u8:f32:0, {0.5,0.5,0.5}>>
  return %1 : tensor<3x8x!quant.uniform<u8:f32:0, {0.5,0.5,0.5}>>
}
