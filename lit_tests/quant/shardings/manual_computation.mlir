// The body of a manual computation sees the scales of a block.
// RUN: sdy-opt %s -sdy-propagation-pipeline -sdy-insert-explicit-reshards -sdy-reshard-to-collectives -sdy-convert-global-to-local | FileCheck %s



sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK: func.func @f(%arg0: tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
// CHECK-NEXT: %0 = stablehlo.add %arg0, %arg0 : tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: return %0 : tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>) -> tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}, {"x"}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x"} (%b: tensor<8x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>) {
    %1 = stablehlo.add %b, %b : tensor<8x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
    sdy.return %1 : tensor<8x2x!quant.uniform<i8:f32:1, {0.5,0.25}>>
  } : (tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>) -> tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
  return %0 : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
}
