// Operations on quantized tensors. A constant gives its elements in the type in which they are stored.
// RUN: sdy-opt %s | FileCheck %s

func.func @f(%a: tensor<4xf32>, %b: tensor<2x2xf32>) -> tensor<4xf32> {
  // CHECK: %0 = stablehlo.uniform_quantize %arg0 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  // CHECK: %1 = stablehlo.add %0, %0 : tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %1 = stablehlo.add %0, %0 : tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  // CHECK: %2 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4xf32>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xf32>
  // CHECK: %3 = stablehlo.uniform_quantize %arg1 : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {2.000000e+00,1.000000e+00}>>
  %3 = stablehlo.uniform_quantize %b : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 1.0}>>
  // CHECK: %4 = stablehlo.uniform_dequantize %3 : (tensor<2x2x!quant.uniform<i8:f32:1, {2.000000e+00,1.000000e+00}>>) -> tensor<2x2xf32>
  %4 = stablehlo.uniform_dequantize %3 : (tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 1.0}>>) -> tensor<2x2xf32>
  // CHECK: %5 = stablehlo.uniform_quantize %0 : (tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %5 = stablehlo.uniform_quantize %0 : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %6 = stablehlo.abs %1 : tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %6 = stablehlo.abs %1 : tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  // CHECK: %7 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x4x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %7 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4x4x!quant.uniform<i8:f32, 2.0:15>>
  // CHECK: %8 = stablehlo.dot_general %arg1, %3, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32:1, {2.000000e+00,1.000000e+00}>>) -> tensor<2x2xf32>
  %8 = stablehlo.dot_general %b, %3, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 1.0}>>) -> tensor<2x2xf32>
  // CHECK: %cst = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %9 = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  // CHECK: %9 = stablehlo.bitcast_convert %1 : (tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4xi8>
  %11 = stablehlo.bitcast_convert %1 : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xi8>
  // CHECK: %10 = stablehlo.transpose %3, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:1, {2.000000e+00,1.000000e+00}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {2.000000e+00,1.000000e+00}>>
  %12 = stablehlo.transpose %3, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:1, {2.0, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {2.0, 1.0}>>
  // CHECK: %11 = sdy.sharding_constraint %0 <@mesh, {{\[}}{"x"}]> : tensor<4x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %13 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  return %2 : tensor<4xf32>
}
sdy.mesh @mesh = <["x"=2]>
