// What a loop carries may have other scales in its regions and afterwards, which its form does not show.
// RUN: sdy-opt %s | FileCheck %s

// CHECK: func.func @loop(%arg0: tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>) {
func.func @loop(%a: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // CHECK: %0 = stablehlo.while(%iterArg = %arg0) : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<4x!quant.uniform<i8:f32, 3.0>>):
    // CHECK: %c = stablehlo.constant dense<true> : tensor<i1>
    %1 = stablehlo.constant dense<true> : tensor<i1>
    // CHECK: stablehlo.return %c : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<4x!quant.uniform<i8:f32, 4.0>>):
    // CHECK: stablehlo.return %iterArg : tensor<4x!quant.uniform<i8:f32, 4.000000e+00>>
    stablehlo.return %x : tensor<4x!quant.uniform<i8:f32, 4.0>>
  }) : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4x!quant.uniform<i8:f32, 5.0>>
  return
}
