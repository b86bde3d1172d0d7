// Sums and products of quantized tensors, conversions, constants: programs that break a rule, and valid ones.
// The verdicts are those of a model of StableHLO's rules that was written apart from the verifiers.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func @f(%a0: tensor<3x!quant.uniform<i2:f64, 2.0>>, %a1: tensor<3x!quant.uniform<i2:f64, 2.0>>) -> (tensor<3x!quant.uniform<i2:f64, 2.0>>) {
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<3x!quant.uniform<i2:f64, 2.0>>, tensor<3x!quant.uniform<i2:f64, 2.0>>) -> (tensor<3x!quant.uniform<i2:f64, 2.0>>)
  return %r#0 : tensor<3x!quant.uniform<i2:f64, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<i8:f64:0, {1.0, 0.5}>>, %a1: tensor<2x?x!quant.uniform<i8:f64:0, {1.0, 0.5}>>) -> (tensor<2x?x!quant.uniform<i8:f64:0, {1.0, 0.5}>>) {
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x?x!quant.uniform<i8:f64:0, {1.0, 0.5}>>, tensor<2x?x!quant.uniform<i8:f64:0, {1.0, 0.5}>>) -> (tensor<2x?x!quant.uniform<i8:f64:0, {1.0, 0.5}>>)
  return %r#0 : tensor<2x?x!quant.uniform<i8:f64:0, {1.0, 0.5}>>
}
// -----
func.func @f(%a0: tensor<2x4xi8>, %a1: tensor<2x4x!quant<uniform<u4:f32, 0.5>>>) -> (tensor<2x4x!quant<any<u4>>>) {
  // expected-error @+1 {{'stablehlo.add' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<u4>>'}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x4xi8>, tensor<2x4x!quant.uniform<u4:f32, 0.5>>) -> (tensor<2x4x!quant.any<u4>>)
  return %r#0 : tensor<2x4x!quant<any<u4>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:f64, 2.0>>, %a1: tensor<2x4x!quant.uniform<si4:f64, 2.0>>) -> (tensor<2x4xi1>) {
  // expected-error @+1 {{'stablehlo.add' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<si4:f64, 2.000000e+00>>'}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8:f64, 2.0>>, tensor<2x4x!quant.uniform<si4:f64, 2.0>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 0.25>>, %a1: tensor<2x4x!quant.uniform<u4:f32, 0.25>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{expects  all operands and results to be either quantized or non-quantized}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x4x!quant.uniform<u4:f32, 0.25>>, tensor<2x4x!quant.uniform<u4:f32, 0.25>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<i2:f32, 2.0>>, %a1: tensor<3x!quant.uniform<i16:f32, 2.0>>) -> (tensor<3x!quant.uniform<i16:f32, 2.0>>) {
  // expected-error @+1 {{mismatched operands and result quantization storage types}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<3x!quant.uniform<i2:f32, 2.0>>, tensor<3x!quant.uniform<i16:f32, 2.0>>) -> (tensor<3x!quant.uniform<i16:f32, 2.0>>)
  return %r#0 : tensor<3x!quant.uniform<i16:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 0.5>>, %a1: tensor<2x4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<2x4x!quant.uniform<i8:f16, 0.5>>) {
  // expected-error @+1 {{mismatched operands and result quantization expressed types}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f64, 0.5>>, tensor<2x4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<2x4x!quant.uniform<i8:f16, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f16, 0.5>>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<i8:f16, 2.0>>, %a1: tensor<3x!quant.uniform<i8:f16, 2.0>>) -> (tensor<3x!quant.uniform<i8<0:1>:f16, 2.0>>) {
  // expected-error @+2 {{'stablehlo.add' op inferred type(s) 'tensor<3x!quant.uniform<i8:f16, 2.000000e+00>>' are incompatible with return type(s) of operation 'tensor<3x!quant.uniform<i8<0:1>:f16, 2.000000e+00>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<3x!quant.uniform<i8:f16, 2.0>>, tensor<3x!quant.uniform<i8:f16, 2.0>>) -> (tensor<3x!quant.uniform<i8<0:1>:f16, 2.0>>)
  return %r#0 : tensor<3x!quant.uniform<i8<0:1>:f16, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x2x!quant.uniform<ui16:f32, 0.1>>, %a1: tensor<2x2x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x5x!quant.uniform<ui16:f32, 0.1>>) {
  // expected-error @+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x2x!quant.uniform<ui16:f32, 0.1>>, tensor<2x2x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x5x!quant.uniform<ui16:f32, 0.1>>)
  return %r#0 : tensor<2x5x!quant.uniform<ui16:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<u8:f32, 12.5>>, %a1: tensor<2x?x!quant.uniform<u8:f32, 12.5>>) -> (tensor<2x?x!quant.uniform<u8:f32:0, {12.5, 0.5}>>) {
  // expected-error @+1 {{result per_axis quantized but none from rhs and lhs are per_axis quantized}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x?x!quant.uniform<u8:f32, 12.5>>, tensor<2x?x!quant.uniform<u8:f32, 12.5>>) -> (tensor<2x?x!quant.uniform<u8:f32:0, {12.5, 0.5}>>)
  return %r#0 : tensor<2x?x!quant.uniform<u8:f32:0, {12.5, 0.5}>>
}
// -----
func.func @f(%a0: tensor<2x2x!quant.uniform<i16:f64:0, {0.001, 0.5}>>, %a1: tensor<2x2x!quant.uniform<i16:f64, 0.001>>) -> (tensor<2x2x!quant.uniform<i16:f64, 0.001>>) {
  // expected-error @+1 {{result is not per_axis quantized but lhs or rhs are}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x2x!quant.uniform<i16:f64:0, {0.001, 0.5}>>, tensor<2x2x!quant.uniform<i16:f64, 0.001>>) -> (tensor<2x2x!quant.uniform<i16:f64, 0.001>>)
  return %r#0 : tensor<2x2x!quant.uniform<i16:f64, 0.001>>
}
// -----
func.func @f(%a0: tensor<2x2x!quant<uniform<i2:f16:1, {0.1, 0.5}>>>, %a1: tensor<2x2x!quant<uniform<i2:f16:1, {0.1, 0.5}>>>) -> (tensor<2x2x!quant<uniform<i2:f16:0, {0.1, 2.0}>>>) {
  // expected-error @+1 {{quantization_dimension of lhs and result are not same '!quant.uniform<i2:f16:1, {1.000000e-01,5.000000e-01}>' vs '!quant.uniform<i2:f16:0, {1.000000e-01,2.000000e+00}>'}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x2x!quant.uniform<i2:f16:1, {0.1, 0.5}>>, tensor<2x2x!quant.uniform<i2:f16:1, {0.1, 0.5}>>) -> (tensor<2x2x!quant.uniform<i2:f16:0, {0.1, 2.0}>>)
  return %r#0 : tensor<2x2x!quant<uniform<i2:f16:0, {0.1, 2.0}>>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<ui8:f32:0, {0.1, 0.5}>>, %a1: tensor<2x?x!quant.uniform<ui8:f32:1, {0.1, 0.5}>>) -> (tensor<2x?x!quant.uniform<ui8:f32:0, {0.1, 0.5}>>) {
  // expected-error @+1 {{quantization_dimension of rhs and result are not same '!quant.uniform<ui8:f32:1, {1.000000e-01,5.000000e-01}>' vs '!quant.uniform<ui8:f32:0, {1.000000e-01,5.000000e-01}>'}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x?x!quant.uniform<ui8:f32:0, {0.1, 0.5}>>, tensor<2x?x!quant.uniform<ui8:f32:1, {0.1, 0.5}>>) -> (tensor<2x?x!quant.uniform<ui8:f32:0, {0.1, 0.5}>>)
  return %r#0 : tensor<2x?x!quant.uniform<ui8:f32:0, {0.1, 0.5}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4<0:1>:f32:1, {0.1, 0.5, 2.0, 0.25}>>, %a1: tensor<2x4x!quant.uniform<i4<0:1>:f32:0, {0.1, 0.5}>>) -> (tensor<2x4x!quant.uniform<i4<0:1>:f32:1, {0.1, 0.5, 2.0, 0.25}>>) {
  // expected-error @+1 {{quantization_dimension of rhs and result are not same '!quant.uniform<i4<0:1>:f32:0, {1.000000e-01,5.000000e-01}>' vs '!quant.uniform<i4<0:1>:f32:1, {1.000000e-01,5.000000e-01,2.000000e+00,2.500000e-01}>'}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4<0:1>:f32:1, {0.1, 0.5, 2.0, 0.25}>>, tensor<2x4x!quant.uniform<i4<0:1>:f32:0, {0.1, 0.5}>>) -> (tensor<2x4x!quant.uniform<i4<0:1>:f32:1, {0.1, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4<0:1>:f32:1, {0.1, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<i8<0:1>:f16:0, {0x4000000000000000 : 1, 0x3FE0000000000000 : 1}>>, %a1: tensor<2x?x!quant.uniform<i8:f16:0, {0x4000000000000000 : 1, 0x3FE0000000000000 : 1}>>) -> (tensor<2x?x!quant.uniform<i8:f16:1, {0x4000000000000000 : 1, 0x3FE0000000000000 : 1}>>) {
  // expected-error @+1 {{quantization_dimension of lhs and result are not same '!quant.uniform<i8<0:1>:f16:0, {2.000000e+00:1,5.000000e-01:1}>' vs '!quant.uniform<i8:f16:1, {2.000000e+00:1,5.000000e-01:1}>'}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x?x!quant.uniform<i8<0:1>:f16:0, {2.0 : 1, 0.5 : 1}>>, tensor<2x?x!quant.uniform<i8:f16:0, {2.0 : 1, 0.5 : 1}>>) -> (tensor<2x?x!quant.uniform<i8:f16:1, {2.0 : 1, 0.5 : 1}>>)
  return %r#0 : tensor<2x?x!quant.uniform<i8:f16:1, {0x4000000000000000 : 1, 0x3FE0000000000000 : 1}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8 < 0:1 > :f32:0, {0.25 : 1 , 0.5 : 1}>>, %a1: tensor<2x4x!quant.uniform<i8 < 0:1 > :f32:1, {0.25 : 1 , 0.5 : 1 , 2.0 : 1 , 0.25 : 1}>>) -> (tensor<2x4x!quant.uniform<i8 < 0:1 > :f32:1, {0.25 : 1 , 0.5 : 1 , 2.0 : 1 , 0.25 : 1}>>) {
  // expected-error @+1 {{quantization_dimension of lhs and result are not same '!quant.uniform<i8<0:1>:f32:0, {2.500000e-01:1,5.000000e-01:1}>' vs '!quant.uniform<i8<0:1>:f32:1, {2.500000e-01:1,5.000000e-01:1,2.000000e+00:1,2.500000e-01:1}>'}}
  %r:1 = "stablehlo.add"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8<0:1>:f32:0, {0.25 : 1, 0.5 : 1}>>, tensor<2x4x!quant.uniform<i8<0:1>:f32:1, {0.25 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) -> (tensor<2x4x!quant.uniform<i8<0:1>:f32:1, {0.25 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8 < 0:1 > :f32:1, {0.25 : 1 , 0.5 : 1 , 2.0 : 1 , 0.25 : 1}>>
}
// -----
func.func @f() -> (tensor<!quant.uniform<i8:f32, 0.5>>) {
  %r:1 = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> (tensor<!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f() -> (tensor<2x3x!quant<uniform<u4:f64:0, {0.5, 0.5}>>>) {
  %r:1 = "stablehlo.constant"() <{value = dense<1> : tensor<2x3xi4>}> : () -> (tensor<2x3x!quant.uniform<u4:f64:0, {0.5, 0.5}>>)
  return %r#0 : tensor<2x3x!quant<uniform<u4:f64:0, {0.5, 0.5}>>>
}
// -----
func.func @f() -> (tensor<!quant.any<u8>>) {
  // expected-error @+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<!quant.any<u8>>'}}
  %r:1 = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> (tensor<!quant.any<u8>>)
  return %r#0 : tensor<!quant.any<u8>>
}
// -----
func.func @f() -> (tensor<!quant.uniform<u16:f32, 1.0>>) {
  // expected-error @+2 {{'stablehlo.constant' op inferred type(s) 'tensor<3x3xi16>' are incompatible with return type(s) of operation 'tensor<!quant.uniform<u16:f32, 1.000000e+00>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.constant"() <{value = dense<1> : tensor<3x3xi16>}> : () -> (tensor<!quant.uniform<u16:f32, 1.0>>)
  return %r#0 : tensor<!quant.uniform<u16:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4xi1>) {
  // expected-error @+1 {{'stablehlo.convert' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i8:f64, 2.000000e+00>>'}}
  %r:1 = "stablehlo.convert"(%a0) : (tensor<2x4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<1x8x3xf64>, %a1: tensor<3x4x3x!quant.uniform<i8:f64, 2.0>>) -> (tensor<6x1x4xf64>) {
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf64>, tensor<3x4x3x!quant.uniform<i8:f64, 2.0>>) -> (tensor<6x1x4xf64>)
  return %r#0 : tensor<6x1x4xf64>
}
// -----
func.func @f(%a0: tensor<1x8x3xf32>, %a1: tensor<3x3x4x!quant<uniform<i2:f32:2, {0.5, 0.5, 2.0, 0.25}>>>) -> (tensor<1x6x4xf32>) {
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x4x!quant.uniform<i2:f32:2, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<1x6x4xf32>)
  return %r#0 : tensor<1x6x4xf32>
}
// -----
func.func @f(%a0: tensor<1x8x3xi16>, %a1: tensor<3x4x3x!quant.uniform<i4:bf16, 0.1>>) -> (tensor<6x1x4xi1>) {
  // expected-error @+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xi16>, tensor<3x4x3x!quant.uniform<i4:bf16, 0.1>>) -> (tensor<6x1x4xi1>)
  return %r#0 : tensor<6x1x4xi1>
}
// -----
func.func @f(%a0: tensor<1x3x8x!quant.uniform<i4:f32, 0.5>>, %a1: tensor<4x3x3xi16>) -> (tensor<1x4x6xf32>) {
  // expected-error @+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x8x!quant.uniform<i4:f32, 0.5>>, tensor<4x3x3xi16>) -> (tensor<1x4x6xf32>)
  return %r#0 : tensor<1x4x6xf32>
}
// -----
func.func @f(%a0: tensor<1x8x3xf32>, %a1: tensor<3x3x4x!quant.uniform<i8:f32:2, {2.0}>>) -> (tensor<1x6x4xf32>) {
  // expected-error @+1 {{'stablehlo.convolution' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<3x3x4x!quant.uniform<i8:f32:2, {2.000000e+00}>>'}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x4x!quant.uniform<i8:f32:2, {2.0}>>) -> (tensor<1x6x4xf32>)
  return %r#0 : tensor<1x6x4xf32>
}
// -----
func.func @f(%a0: tensor<1x8x3xbf16>, %a1: tensor<3x4x3x!quant.uniform<u8:bf16:1, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<6x7x4xbf16>) {
  // expected-error @+1 {{inferred shape '[6, 1, 4]' is incompatible with return type of operation 'tensor<6x7x4xbf16>'}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xbf16>, tensor<3x4x3x!quant.uniform<u8:bf16:1, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<6x7x4xbf16>)
  return %r#0 : tensor<6x7x4xbf16>
}
// -----
func.func @f(%a0: tensor<1x8x3xf32>, %a1: tensor<3x4x3x!quant.uniform<i16:f32:2, {0.1 : 1, 0.5 : 1, 2.0 : 1}>>) -> (tensor<6x1x4xf32>) {
  // expected-error @+1 {{quantization dimension of rhs should be same with kernel_output_feature_dimension}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x4x3x!quant.uniform<i16:f32:2, {0.1 : 1, 0.5 : 1, 2.0 : 1}>>) -> (tensor<6x1x4xf32>)
  return %r#0 : tensor<6x1x4xf32>
}
// -----
func.func @f(%a0: tensor<1x8x3xf32>, %a1: tensor<3x3x4xbf16>) -> (tensor<1x6x4x!quant.uniform<i4:f32:2, {0.5, 0.5, 2.0, 0.25}>>) {
  // expected-error @+1 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'bf16'}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x4xbf16>) -> (tensor<1x6x4x!quant.uniform<i4:f32:2, {0.5, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<1x6x4x!quant.uniform<i4:f32:2, {0.5, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant.uniform<u16:f32, 1.0 : 0>>, %a1: tensor<3x4x3xi16>) -> (tensor<6x1x4x!quant.calibrated<f32 < 0.0:1.0 > >>) {
  // expected-error @+1 {{'stablehlo.convolution' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<6x1x4x!quant.calibrated<f32<0.000000e+00:1.000000e+00>>>'}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<u16:f32, 1.0>>, tensor<3x4x3xi16>) -> (tensor<6x1x4x!quant.calibrated<f32<0.0:1.0>>>)
  return %r#0 : tensor<6x1x4x!quant.calibrated<f32 < 0.0:1.0 > >>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant.uniform<u4:f16, 0.3>>, %a1: tensor<3x4x3x!quant.uniform<i8:f16, 0.3>>) -> (tensor<6x1x4x!quant.uniform<i8:f16, 0.3>>) {
  // expected-error @+1 {{mismatched lhs and rhs quantization storage types}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<u4:f16, 0.3>>, tensor<3x4x3x!quant.uniform<i8:f16, 0.3>>) -> (tensor<6x1x4x!quant.uniform<i8:f16, 0.3>>)
  return %r#0 : tensor<6x1x4x!quant.uniform<i8:f16, 0.3>>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant.uniform<u4:f64, 0.1>>, %a1: tensor<3x3x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<1x6x4x!quant.uniform<u4:f32, 0.1>>) {
  // expected-error @+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<u4:f64, 0.1>>, tensor<3x3x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<1x6x4x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<1x6x4x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant.uniform<ui8:f32, 0.5>>, %a1: tensor<3x3x4x!quant.uniform<ui8:f32, 0.5>>) -> (tensor<1x6x4x!quant.uniform<ui8:f32:0, {{0.5}}>>) {
  // expected-error @+1 {{quantization dimension of result should be same with output_feature_dimension}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<ui8:f32, 0.5>>, tensor<3x3x4x!quant.uniform<ui8:f32, 0.5>>) -> (tensor<1x6x4x!quant.uniform<ui8:f32:0, {{0.5}}>>)
  return %r#0 : tensor<1x6x4x!quant.uniform<ui8:f32:0, {{0.5}}>>
}
// -----
func.func @f(%a0: tensor<1x3x8x!quant.uniform<u32:f32, 0.5>>, %a1: tensor<4x3x3x!quant.uniform<u32:f32, 0.5>>) -> (tensor<1x4x6x!quant.uniform<u32:f32:1, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25}>>) {
  // expected-error @+1 {{mismatched rhs and result quantization granularity}}
  %r:1 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x8x!quant.uniform<u32:f32, 0.5>>, tensor<4x3x3x!quant.uniform<u32:f32, 0.5>>) -> (tensor<1x4x6x!quant.uniform<u32:f32:1, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25}>>)
  return %r#0 : tensor<1x4x6x!quant.uniform<u32:f32:1, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x3xi8>, %a1: tensor<3x4x!quant.uniform<ui8:f32, 0.25>>) -> (tensor<2x4xf64>) {
  %r:1 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xi8>, tensor<3x4x!quant.uniform<ui8:f32, 0.25>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4x!quant<uniform<i16:f32:1, {1.0, 0.5, 2.0, 0.25}>>>) -> (tensor<2x4xf32>) {
  %r:1 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i16:f32:1, {1.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4x!quant.uniform<i2:f32, 0.25 : -3>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.dot' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<3x4x!quant.uniform<i2:f32, 2.500000e-01:-3>>'}}
  %r:1 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i2:f32, 0.25 : -3>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x3xbf16>, %a1: tensor<3x4x!quant.uniform<ui8:bf16:1, {0.3, 0.5, 2.0, 0.25}>>) -> (tensor<2x5xi1>) {
  // expected-error @+1 {{inferred shape '[2, 4]' is incompatible with return type of operation 'tensor<2x5xi1>'}}
  %r:1 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3xbf16>, tensor<3x4x!quant.uniform<ui8:bf16:1, {0.3, 0.5, 2.0, 0.25}>>) -> (tensor<2x5xi1>)
  return %r#0 : tensor<2x5xi1>
}
// -----
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.0>>, %a1: tensor<3x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<si16:f32, 2.0>>) {
  // expected-error @+1 {{'stablehlo.dot' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<si16:f32, 2.000000e+00>>'}}
  %r:1 = "stablehlo.dot"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.0>>, tensor<3x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<si16:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<si16:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5x!quant.uniform<i4:f32, 2.0>>) -> (tensor<2x3x5xf32>) {
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i4:f32, 2.0>>) -> (tensor<2x3x5xf32>)
  return %r#0 : tensor<2x3x5xf32>
}
// -----
func.func @f(%a0: tensor<2x3x4xf16>, %a1: tensor<2x4x5x!quant<uniform<i16:f16:0, {0.1, 0.5}>>>) -> (tensor<2x3x5xf16>) {
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf16>, tensor<2x4x5x!quant.uniform<i16:f16:0, {0.1, 0.5}>>) -> (tensor<2x3x5xf16>)
  return %r#0 : tensor<2x3x5xf16>
}
// -----
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5x!quant.any<u4<0:15>:f32>>) -> (tensor<2x3x5xf32>) {
  // expected-error @+1 {{'stablehlo.dot_general' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x5x!quant.any<u4:f32>>'}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.any<u4<0:15>:f32>>) -> (tensor<2x3x5xf32>)
  return %r#0 : tensor<2x3x5xf32>
}
// -----
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5x!quant.uniform<i4:f32, 0.25>>) -> (tensor<2x3x5xi8>) {
  // expected-error @+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i4:f32, 0.25>>) -> (tensor<2x3x5xi8>)
  return %r#0 : tensor<2x3x5xi8>
}
// -----
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 0.25>>) -> (tensor<2x3x6xf32>) {
  // expected-error @+1 {{inferred shape '[2, 3, 5]' is incompatible with return type of operation 'tensor<2x3x6xf32>'}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f32, 0.25>>) -> (tensor<2x3x6xf32>)
  return %r#0 : tensor<2x3x6xf32>
}
// -----
func.func @f(%a0: tensor<2x3x4xi32>, %a1: tensor<2x4x5x!quant.uniform<u8:bf16, 0.5 : 1>>) -> (tensor<2x3x5xi1>) {
  // expected-error @+1 {{Zero point of rhs should be 0}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xi32>, tensor<2x4x5x!quant.uniform<u8:bf16, 0.5 : 1>>) -> (tensor<2x3x5xi1>)
  return %r#0 : tensor<2x3x5xi1>
}
// -----
func.func @f(%a0: tensor<2x3x4xf64>, %a1: tensor<2x4x5x!quant.uniform<i8:f64:0, {0.1 : 1 , 0.5 : 1}>>) -> (tensor<2x3x5xbf16>) {
  // expected-error @+1 {{Zero points of rhs should be 0}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf64>, tensor<2x4x5x!quant.uniform<i8:f64:0, {0.1 : 1, 0.5 : 1}>>) -> (tensor<2x3x5xbf16>)
  return %r#0 : tensor<2x3x5xbf16>
}
// -----
func.func @f(%a0: tensor<2x3x4xi8>, %a1: tensor<2x4x5x!quant.uniform<i8:f64:1, {0.1, 0.5, 2.0, 0.25}>>) -> (tensor<2x3x5xf32>) {
  // expected-error @+1 {{Quantization dimension of rhs should not be in the contracting dimension of rhs}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xi8>, tensor<2x4x5x!quant.uniform<i8:f64:1, {0.1, 0.5, 2.0, 0.25}>>) -> (tensor<2x3x5xf32>)
  return %r#0 : tensor<2x3x5xf32>
}
// -----
func.func @f(%a0: tensor<2x3x4x!quant.uniform<i4:f64, 0.3>>, %a1: tensor<2x4x5x!quant.uniform<i4:f64, 0.3>>) -> (tensor<2x3x5xf64>) {
  // expected-error @+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i4:f64, 0.3>>, tensor<2x4x5x!quant.uniform<i4:f64, 0.3>>) -> (tensor<2x3x5xf64>)
  return %r#0 : tensor<2x3x5xf64>
}
// -----
func.func @f(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5x!quant.uniform<i8<-128:127>:f32, 0.5>>) -> (tensor<2x3x5x!quant.calibrated<f32<0.1:0.3>>>) {
  // expected-error @+1 {{'stablehlo.dot_general' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x3x5x!quant.calibrated<f32<1.000000e-01:3.000000e-01>>>'}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8<-128:127>:f32, 0.5>>) -> (tensor<2x3x5x!quant.calibrated<f32<0.1:0.3>>>)
  return %r#0 : tensor<2x3x5x!quant.calibrated<f32<0.1:0.3>>>
}
// -----
func.func @f(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, %a1: tensor<2x4x5x!quant.uniform<i2:f32, 0.5>>) -> (tensor<2x3x5x!quant.uniform<i16:f32, 0.5>>) {
  // expected-error @+1 {{mismatched lhs and rhs quantization storage types}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x4x5x!quant.uniform<i2:f32, 0.5>>) -> (tensor<2x3x5x!quant.uniform<i16:f32, 0.5>>)
  return %r#0 : tensor<2x3x5x!quant.uniform<i16:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x3x4x!quant.uniform<ui8:f16, 0.5>>, %a1: tensor<2x4x5x!quant.uniform<ui8:f64, 0.5>>) -> (tensor<2x3x5x!quant.uniform<ui8:f16, 0.5>>) {
  // expected-error @+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<ui8:f16, 0.5>>, tensor<2x4x5x!quant.uniform<ui8:f64, 0.5>>) -> (tensor<2x3x5x!quant.uniform<ui8:f16, 0.5>>)
  return %r#0 : tensor<2x3x5x!quant.uniform<ui8:f16, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x3x4x!quant.uniform<i8:f64, 0.5>>, %a1: tensor<2x4x5x!quant.uniform<i8:f64, 0.5>>) -> (tensor<2x3x5x!quant.uniform<i8:f64:0, {0.5, 0.5}>>) {
  // expected-error @+1 {{mismatched rhs and result quantization granularity}}
  %r:1 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f64, 0.5>>, tensor<2x4x5x!quant.uniform<i8:f64, 0.5>>) -> (tensor<2x3x5x!quant.uniform<i8:f64:0, {0.5, 0.5}>>)
  return %r#0 : tensor<2x3x5x!quant.uniform<i8:f64:0, {0.5, 0.5}>>
}
// -----
func.func @f(%a0: tensor<1x3x8xf32>, %a1: tensor<4x3x3x!quant.uniform<u8:f32, 1.0>>, %a2: tensor<1x2xi64>) -> (tensor<1x4x6xf32>) {
  %r:1 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x8xf32>, tensor<4x3x3x!quant.uniform<u8:f32, 1.0>>, tensor<1x2xi64>) -> (tensor<1x4x6xf32>)
  return %r#0 : tensor<1x4x6xf32>
}
// -----
func.func @f(%a0: tensor<1x8x3xf32>, %a1: tensor<3x3x4x!quant.uniform<i4:f32, 2.0>>, %a2: tensor<1x2xi64>) -> (tensor<1x6x4xi16>) {
  // expected-error @+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %r:1 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x4x!quant.uniform<i4:f32, 2.0>>, tensor<1x2xi64>) -> (tensor<1x6x4xi16>)
  return %r#0 : tensor<1x6x4xi16>
}
// -----
func.func @f(%a0: tensor<1x8x3xf32>, %a1: tensor<3x4x3x!quant.uniform<u16:f32:0, {{0.1 : 0}}>>, %a2: tensor<1x2xi64>) -> (tensor<6x1x4xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<3x4x3x!quant.uniform<u16:f32:0, {1.000000e-01}>>'}}
  %r:1 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x4x3x!quant.uniform<u16:f32:0, {{0.1}}>>, tensor<1x2xi64>) -> (tensor<6x1x4xf32>)
  return %r#0 : tensor<6x1x4xf32>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant.uniform<i2:f32, 0.5 : 0>>, %a1: tensor<3x4x3xf32>, %a2: tensor<1x2xi64>) -> (tensor<6x1x4x!quant.any<i2:f32>>) {
  // expected-error @+1 {{'stablehlo.dynamic_conv' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<6x1x4x!quant.any<i2:f32>>'}}
  %r:1 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<i2:f32, 0.5>>, tensor<3x4x3xf32>, tensor<1x2xi64>) -> (tensor<6x1x4x!quant.any<i2:f32>>)
  return %r#0 : tensor<6x1x4x!quant.any<i2:f32>>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant<uniform<i8:f32, 0.25>>>, %a1: tensor<3x4x3x!quant<uniform<i8:f32, 0.25>>>, %a2: tensor<1x2xi64>) -> (tensor<6x1x4xi8>) {
  // expected-error @+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %r:1 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<i8:f32, 0.25>>, tensor<3x4x3x!quant.uniform<i8:f32, 0.25>>, tensor<1x2xi64>) -> (tensor<6x1x4xi8>)
  return %r#0 : tensor<6x1x4xi8>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant.uniform<u8:f32, 2.0>>, %a1: tensor<3x4x3x!quant.uniform<i4:f32, 2.0>>, %a2: tensor<1x2xi64>) -> (tensor<6x1x4x!quant.uniform<u8:f32, 2.0>>) {
  // expected-error @+1 {{mismatched lhs and rhs quantization storage types}}
  %r:1 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<u8:f32, 2.0>>, tensor<3x4x3x!quant.uniform<i4:f32, 2.0>>, tensor<1x2xi64>) -> (tensor<6x1x4x!quant.uniform<u8:f32, 2.0>>)
  return %r#0 : tensor<6x1x4x!quant.uniform<u8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<1x8x3x!quant.uniform<u4:f32, 0.1>>, %a1: tensor<3x4x3x!quant.uniform<u4:bf16, 0.1>>, %a2: tensor<1x2xi64>) -> (tensor<6x1x4x!quant.uniform<u4:f32, 0.1>>) {
  // expected-error @+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %r:1 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[0, b, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3x!quant.uniform<u4:f32, 0.1>>, tensor<3x4x3x!quant.uniform<u4:bf16, 0.1>>, tensor<1x2xi64>) -> (tensor<6x1x4x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<6x1x4x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<i2:f64, 0.1>>) -> (tensor<3xf64>) {
  %r:1 = "stablehlo.uniform_dequantize"(%a0) : (tensor<3x!quant.uniform<i2:f64, 0.1>>) -> (tensor<3xf64>)
  return %r#0 : tensor<3xf64>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<u8:f32:0, {1.0, 0.5, 2.0}>>) -> (tensor<3xf32>) {
  %r:1 = "stablehlo.uniform_dequantize"(%a0) : (tensor<3x!quant.uniform<u8:f32:0, {1.0, 0.5, 2.0}>>) -> (tensor<3xf32>)
  return %r#0 : tensor<3xf32>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<i2:f32, 0.5>>) -> (tensor<3xi1>) {
  // expected-error @+1 {{'stablehlo.uniform_dequantize' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<3xi1>'}}
  %r:1 = "stablehlo.uniform_dequantize"(%a0) : (tensor<3x!quant.uniform<i2:f32, 0.5>>) -> (tensor<3xi1>)
  return %r#0 : tensor<3xi1>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<u4:f32, 2.0>>) -> (tensor<3xf64>) {
  // expected-error @+2 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xf64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.uniform_dequantize"(%a0) : (tensor<3x!quant.uniform<u4:f32, 2.0>>) -> (tensor<3xf64>)
  return %r#0 : tensor<3xf64>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<u8:bf16, 0.25>>) -> (tensor<5xbf16>) {
  // expected-error @+1 {{'stablehlo.uniform_dequantize' op requires the same shape for all operands and results}}
  %r:1 = "stablehlo.uniform_dequantize"(%a0) : (tensor<3x!quant.uniform<u8:bf16, 0.25>>) -> (tensor<5xbf16>)
  return %r#0 : tensor<5xbf16>
}
// -----
func.func @f(%a0: tensor<3x!quant<uniform<u8:f32:0, {0.1}>>>) -> (tensor<3xf32>) {
  // expected-error @+1 {{'stablehlo.uniform_dequantize' op operand #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<3x!quant.uniform<u8:f32:0, {1.000000e-01}>>'}}
  %r:1 = "stablehlo.uniform_dequantize"(%a0) : (tensor<3x!quant.uniform<u8:f32:0, {0.1}>>) -> (tensor<3xf32>)
  return %r#0 : tensor<3xf32>
}
// -----
func.func @f(%a0: tensor<3xf16>) -> (tensor<3x!quant.uniform<i8:f16, 1.0>>) {
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<3xf16>) -> (tensor<3x!quant.uniform<i8:f16, 1.0>>)
  return %r#0 : tensor<3x!quant.uniform<i8:f16, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32:0, {2.0, 0.5}>>) {
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32:0, {2.0, 0.5}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32:0, {2.0, 0.5}>>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.any<u4>>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op result #0 must be ranked tensor of per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<u4>>'}}
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.any<u4>>)
  return %r#0 : tensor<2x4x!quant.any<u4>>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<i2:f32:0, {{1.0 : 0}}>>) -> (tensor<3xf64>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<3x!quant.uniform<i2:f32:0, {1.000000e+00}>>'}}
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<3x!quant.uniform<i2:f32:0, {{1.0}}>>) -> (tensor<3xf64>)
  return %r#0 : tensor<3xf64>
}
// -----
func.func @f(%a0: tensor<2x?xf32>) -> (tensor<2x?x!quant.uniform<i4:f64, 0.5>>) {
  // expected-error @+1 {{Expressed type of result expected to be 'f32', but got 'f64'}}
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x?xf32>) -> (tensor<2x?x!quant.uniform<i4:f64, 0.5>>)
  return %r#0 : tensor<2x?x!quant.uniform<i4:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x?xf16>) -> (tensor<2x?x!quant.uniform<u8:bf16, 0.5>>) {
  // expected-error @+1 {{Expressed type of result expected to be 'f16', but got 'bf16'}}
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x?xf16>) -> (tensor<2x?x!quant.uniform<u8:bf16, 0.5>>)
  return %r#0 : tensor<2x?x!quant.uniform<u8:bf16, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4xbf16>) -> (tensor<2x4x!quant.uniform<u32:f64, 0.5>>) {
  // expected-error @+1 {{Expressed type of result expected to be 'bf16', but got 'f64'}}
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x4xbf16>) -> (tensor<2x4x!quant.uniform<u32:f64, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<u32:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<3xf64>) -> (tensor<5x!quant.uniform<i16:f64, 0.25 : 1>>) {
  // expected-error @+1 {{'stablehlo.uniform_quantize' op requires the same shape for all operands and results}}
  %r:1 = "stablehlo.uniform_quantize"(%a0) : (tensor<3xf64>) -> (tensor<5x!quant.uniform<i16:f64, 0.25 : 1>>)
  return %r#0 : tensor<5x!quant.uniform<i16:f64, 0.25 : 1>>
}
