// Operations of CHLO on quantized tensors: programs that break a rule, and valid ones.
// The verdicts are those of a model of StableHLO's rules that was written apart from the verifiers.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func @f(%a0: tensor<2x4x!quant.uniform<i32:f32, 0x3FD0000000000000 : 1>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.acos' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i32:f32, 2.500000e-01:1>>'}}
  %r:1 = "chlo.acos"(%a0) : (tensor<2x4x!quant.uniform<i32:f32, 0.25 : 1>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f32, 0.1 : 0>>) -> (tensor<2x4xi16>) {
  // expected-error @+1 {{'chlo.acosh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<ui16:f32, 1.000000e-01>>'}}
  %r:1 = "chlo.acosh"(%a0) : (tensor<2x4x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x4xi16>)
  return %r#0 : tensor<2x4xi16>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.calibrated<f32 < -0.5:1.25 > >>) -> (tensor<?x?xi8>) {
  // expected-error @+1 {{'chlo.asin' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<?x?x!quant.calibrated<f32<-5.000000e-01:1.250000e+00>>>'}}
  %r:1 = "chlo.asin"(%a0) : (tensor<?x?x!quant.calibrated<f32<-0.5:1.25>>>) -> (tensor<?x?xi8>)
  return %r#0 : tensor<?x?xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f16, 2.0>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'chlo.asinh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i4:f16, 2.000000e+00>>'}}
  %r:1 = "chlo.asinh"(%a0) : (tensor<2x4x!quant.uniform<i4:f16, 2.0>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<u16:f64, 0x3FD0000000000000 : 1>>) {
  // expected-error @+1 {{'chlo.asinh' op result #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<u16:f64, 2.500000e-01:1>>'}}
  %r:1 = "chlo.asinh"(%a0) : (tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<u16:f64, 0.25 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f64, 0x3FD0000000000000 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4xf16>) -> (tensor<2x4x!quant.uniform<f8E4M3FN:f16, 1.0>>) {
  // expected-error @+1 {{'chlo.atan' op result #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<f8E4M3FN:f16, 1.000000e+00>>'}}
  %r:1 = "chlo.atan"(%a0) : (tensor<2x4xf16>) -> (tensor<2x4x!quant.uniform<f8E4M3FN:f16, 1.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<f8E4M3FN:f16, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.any<u4>>) -> (tensor<2x4x!quant.uniform<u4:f32, 2.0>>) {
  // expected-error @+1 {{'chlo.atan' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.any<u4>>'}}
  %r:1 = "chlo.atan"(%a0) : (tensor<2x4x!quant.any<u4>>) -> (tensor<2x4x!quant.uniform<u4:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f32, 0.25>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'chlo.atanh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<u32:f32, 2.500000e-01>>'}}
  %r:1 = "chlo.atanh"(%a0) : (tensor<2x4x!quant.uniform<u32:f32, 0.25>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 0.3>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.bessel_i1e' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<u8:f32, 3.000000e-01>>'}}
  %r:1 = "chlo.bessel_i1e"(%a0) : (tensor<2x4x!quant.uniform<u8:f32, 0.3>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 1.0>>, %a1: tensor<4x!quant.uniform<u8:f32, 1.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 1.0>>) {
  %r:1 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x4x!quant.uniform<u8:f32, 1.0>>, tensor<4x!quant.uniform<u8:f32, 1.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 1.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 0.5}>>, %a1: tensor<4x!quant.uniform<i8:f32:0, {1.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 0.5}>>) {
  %r:1 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 0.5}>>, tensor<4x!quant.uniform<i8:f32:0, {1.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 0.5}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 0.5}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8<-128:127>:f32, 1.0 : 1>>, %a1: tensor<4xi16>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %r:1 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8<-128:127>:f32, 1.0 : 1>>, tensor<4xi16>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f64, 1.0>>, %a1: tensor<4xi8>) -> (tensor<2x4x!quant.calibrated<f64<-1.0:0.1>>>) {
  // expected-error @+1 {{'chlo.broadcast_add' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.calibrated<f64<-1.000000e+00:1.000000e-01>>>'}}
  %r:1 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x4x!quant.uniform<i2:f64, 1.0>>, tensor<4xi8>) -> (tensor<2x4x!quant.calibrated<f64<-1.0:0.1>>>)
  return %r#0 : tensor<2x4x!quant.calibrated<f64<-1.0:0.1>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:bf16:0, {0.5, 0.5}>>, %a1: tensor<4x!quant.uniform<ui8:bf16:10, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4xbf16>) {
  // expected-error @+1 {{'chlo.broadcast_add' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<ui8:bf16:10, {5.000000e-01,5.000000e-01,2.000000e+00,2.500000e-01}>>'}}
  %r:1 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8:bf16:0, {0.5, 0.5}>>, tensor<4x!quant.uniform<ui8:bf16:10, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4xbf16>)
  return %r#0 : tensor<2x4xbf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32, 0.25>>, %a1: tensor<4x!quant.uniform<i16:f32, 0.25>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_and' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<u16:f32, 2.500000e-01>>'}}
  %r:1 = "chlo.broadcast_and"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f32, 0.25>>, tensor<4x!quant.uniform<i16:f32, 0.25>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f32, 0.25>>, %a1: tensor<4x!quant.uniform<ui16:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 0.25>>) {
  %r:1 = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui16:f32, 0.25>>, tensor<4x!quant.uniform<ui16:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui16:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:bf16, 1.25e-05 : 1>>, %a1: tensor<4x!quant.uniform<i8:bf16, 1.25e-05 : 1>>) -> (tensor<2x4xbf16>) {
  // expected-error @+1 {{'chlo.broadcast_atan2' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:bf16, 1.25e-05 : 1>>, tensor<4x!quant.uniform<i8:bf16, 1.25e-05 : 1>>) -> (tensor<2x4xbf16>)
  return %r#0 : tensor<2x4xbf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16<0:65535>:f32:1, {2.0, 0.5, 2.0, 0.25}>>, %a1: tensor<4x!quant.uniform<u16<0:65535>:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<u16<0:65535>:f32:10, {2.0, 0.5, 2.0, 0.25}>>) {
  // expected-error @+1 {{'chlo.broadcast_atan2' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<u16:f32:10, {2.000000e+00,5.000000e-01,2.000000e+00,2.500000e-01}>>'}}
  %r:1 = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16<0:65535>:f32:1, {2.0, 0.5, 2.0, 0.25}>>, tensor<4x!quant.uniform<u16<0:65535>:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<u16<0:65535>:f32:10, {2.0, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16<0:65535>:f32:10, {2.0, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32<0:4294967295>:f64:1, {1.0, 0.5, 2.0, 0.25}>>, %a1: tensor<4x!quant.uniform<u32<0:4294967295>:f64:10, {1.0, 0.5}>>) -> (tensor<2x4x!quant.uniform<u32<0:4294967295>:f64:1, {1.0, 0.5, 2.0, 0.25}>>) {
  // expected-error @+1 {{'chlo.broadcast_atan2' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u32:f64:10, {1.000000e+00,5.000000e-01}>>'}}
  %r:1 = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2x4x!quant.uniform<u32<0:4294967295>:f64:1, {1.0, 0.5, 2.0, 0.25}>>, tensor<4x!quant.uniform<u32<0:4294967295>:f64:10, {1.0, 0.5}>>) -> (tensor<2x4x!quant.uniform<u32<0:4294967295>:f64:1, {1.0, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<u32<0:4294967295>:f64:1, {1.0, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f16, 0.5>>, %a1: tensor<4x!quant.uniform<i4:f16, 0.5>>) -> (tensor<2x4xi1>) {
  %r:1 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x4x!quant.uniform<i4:f16, 0.5>>, tensor<4x!quant.uniform<i4:f16, 0.5>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32:1, {2.0, 0.5, 2.0, 0.25}>>, %a1: tensor<4x!quant.uniform<i2:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4xi1>) {
  %r:1 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x4x!quant.uniform<i2:f32:1, {2.0, 0.5, 2.0, 0.25}>>, tensor<4x!quant.uniform<i2:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4xf32>, %a1: tensor<4x!quant.uniform<u32:f32, 0.5>>) -> (tensor<2x4xi1>) {
  // expected-error @+2 {{mismatched operand types}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x4xf32>, tensor<4x!quant.uniform<u32:f32, 0.5>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:bf16, 1.0 : -129>>, %a1: tensor<4x!quant.uniform<i8:bf16, 1.0>>) -> (tensor<2x4xi1>) {
  // expected-error @+1 {{'chlo.broadcast_compare' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:bf16, 1.000000e+00:-129>>'}}
  %r:1 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x4x!quant.uniform<i8:bf16, 1.0 : -129>>, tensor<4x!quant.uniform<i8:bf16, 1.0>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32, 0.25>>, %a1: tensor<4x!quant.uniform<i4:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<i4:f32, 0.25>>) {
  %r:1 = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f32, 0.25>>, tensor<4x!quant.uniform<i4:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<i4:f32, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32, 0x4000000000000000>>, %a1: tensor<4x!quant.uniform<i4:f32, 0x4000000000000000>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_divide' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f32, 2.0>>, tensor<4x!quant.uniform<i4:f32, 2.0>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32, 1.0 : 1>>, %a1: tensor<4x!quant.any<i1>>) -> (tensor<2x4x!quant.uniform<i4:f32, 1.0 : 1>>) {
  // expected-error @+1 {{'chlo.broadcast_divide' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.any<i1>>'}}
  %r:1 = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f32, 1.0 : 1>>, tensor<4x!quant.any<i1>>) -> (tensor<2x4x!quant.uniform<i4:f32, 1.0 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f32, 1.0 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i8:f32, 1.0>>>, %a1: tensor<4x!quant<uniform<i8:f32, 1.0>>>) -> (tensor<2x4x!quant<calibrated<f32<0.1:0.3>>>>) {
  // expected-error @+1 {{'chlo.broadcast_divide' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.calibrated<f32<1.000000e-01:3.000000e-01>>>'}}
  %r:1 = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x4x!quant.calibrated<f32<0.1:0.3>>>)
  return %r#0 : tensor<2x4x!quant<calibrated<f32<0.1:0.3>>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f32, 0.1>>, %a1: tensor<4x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 0.1>>) {
  %r:1 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui16:f32, 0.1>>, tensor<4x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui16:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:bf16:1, {0.5, 0.5, 2.0, 0.25}>>, %a1: tensor<4x!quant.uniform<i4:bf16:0, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i4:bf16:1, {0.5, 0.5, 2.0, 0.25}>>) {
  %r:1 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:bf16:1, {0.5, 0.5, 2.0, 0.25}>>, tensor<4x!quant.uniform<i4:bf16:0, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i4:bf16:1, {0.5, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:bf16:1, {0.5, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:f32, 0x4000000000000000>>, %a1: tensor<4x!quant.uniform<ui8:f32, 0x4000000000000000>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_maximum' op requires compatible element types for all operands and results}}
  %r:1 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8:f32, 2.0>>, tensor<4x!quant.uniform<ui8:f32, 2.0>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32:1, {1.0 : 1 , 0.5 : 1 , 2.0 : 1 , 0.25 : 1}>>, %a1: tensor<4x!quant.uniform<u4:f32:1, {1.0 : 1 , 0.5 : 1}>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_maximum' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u4:f32:1, {1.000000e+00:1,5.000000e-01:1}>>'}}
  %r:1 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<u4:f32:1, {1.0 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>, tensor<4x!quant.uniform<u4:f32:1, {1.0 : 1, 0.5 : 1}>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f64:0, {0x3FD0000000000000 : 1, 0x3FE0000000000000 : 1}>>, %a1: tensor<4x!quant.uniform<u16:f64:0, {0x3FD0000000000000 : 1, 0x3FE0000000000000 : 1, 0x4000000000000000 : 1, 0x3FD0000000000000 : 1}>>) -> (tensor<2x4x!quant.uniform<u16:f64:10, {0x3FD0000000000000 : 1, 0x3FE0000000000000 : 1}>>) {
  // expected-error @+1 {{'chlo.broadcast_maximum' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<u16:f64:10, {2.500000e-01:1,5.000000e-01:1}>>'}}
  %r:1 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f64:0, {0.25 : 1, 0.5 : 1}>>, tensor<4x!quant.uniform<u16:f64:0, {0.25 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) -> (tensor<2x4x!quant.uniform<u16:f64:10, {0.25 : 1, 0.5 : 1}>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f64:10, {0x3FD0000000000000 : 1, 0x3FE0000000000000 : 1}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u16:f16, 0.1>>>, %a1: tensor<4x!quant<uniform<u16:f16, 0.1>>>) -> (tensor<2x4x!quant<uniform<u16:f16, 0.1>>>) {
  %r:1 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f16, 0.1>>, tensor<4x!quant.uniform<u16:f16, 0.1>>) -> (tensor<2x4x!quant.uniform<u16:f16, 0.1>>)
  return %r#0 : tensor<2x4x!quant<uniform<u16:f16, 0.1>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32:1, {2.0, 0.5, 2.0, 0.25}>>, %a1: tensor<4x!quant.uniform<i8:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i8:f32:1, {2.0, 0.5, 2.0, 0.25}>>) {
  %r:1 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32:1, {2.0, 0.5, 2.0, 0.25}>>, tensor<4x!quant.uniform<i8:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i8:f32:1, {2.0, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32:1, {2.0, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.3 : -128>>, %a1: tensor<4x!quant.uniform<i8:f32, 0.3 : -128>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'chlo.broadcast_minimum' op requires compatible element types for all operands and results}}
  %r:1 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 0.3 : -128>>, tensor<4x!quant.uniform<i8:f32, 0.3 : -128>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.0>>, %a1: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0 : 259>>) {
  // expected-error @+1 {{'chlo.broadcast_minimum' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:259>>'}}
  %r:1 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 2.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0 : 259>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 2.0 : 259>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 0.5 : 127>>, %a1: tensor<4x!quant.uniform<i4:f64, 0.5 : 127>>) -> (tensor<2x4x!quant.uniform<i8:f64, 0.5 : 127>>) {
  // expected-error @+1 {{'chlo.broadcast_minimum' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i4:f64, 5.000000e-01:127>>'}}
  %r:1 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f64, 0.5 : 127>>, tensor<4x!quant.uniform<i4:f64, 0.5 : 127>>) -> (tensor<2x4x!quant.uniform<i8:f64, 0.5 : 127>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f64, 0.5 : 127>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.1>>, %a1: tensor<4x!quant.uniform<i8:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.1>>) {
  %r:1 = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 0.1>>, tensor<4x!quant.uniform<i8:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f64, 0.25>>, %a1: tensor<4x!quant.uniform<u32:f64, 0.25>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'chlo.broadcast_multiply' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<u32:f64, 0.25>>, tensor<4x!quant.uniform<u32:f64, 0.25>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 0.3 : 7>>, %a1: tensor<4x!quant.uniform<i2:f32, 0.3 : -2>>) -> (tensor<2x4x!quant.uniform<i2:f32, 0.3 : -2>>) {
  // expected-error @+1 {{'chlo.broadcast_multiply' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i2:f32, 3.000000e-01:7>>'}}
  %r:1 = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<i2:f32, 0.3 : 7>>, tensor<4x!quant.uniform<i2:f32, 0.3 : -2>>) -> (tensor<2x4x!quant.uniform<i2:f32, 0.3 : -2>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f32, 0.3 : -2>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<ui8<0:254>:f16, 0.1 : 1>>>, %a1: tensor<4x!quant<uniform<ui8:f16, 0.1 : 1>>>) -> (tensor<2x4x!quant<uniform<i24<-8388608:8388606>:f16, 0.1 : 1>>>) {
  // expected-error @+1 {{'chlo.broadcast_multiply' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i24<-8388608:8388606>:f16, 1.000000e-01:1>>'}}
  %r:1 = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8<0:254>:f16, 0.1 : 1>>, tensor<4x!quant.uniform<ui8:f16, 0.1 : 1>>) -> (tensor<2x4x!quant.uniform<i24<-8388608:8388606>:f16, 0.1 : 1>>)
  return %r#0 : tensor<2x4x!quant<uniform<i24<-8388608:8388606>:f16, 0.1 : 1>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.25>>, %a1: tensor<4x!quant.uniform<i8:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.25>>) {
  %r:1 = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 0.25>>, tensor<4x!quant.uniform<i8:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 2.0 : 1>>, %a1: tensor<4x!quant.uniform<i2:f32, 2.0 : 1>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'chlo.broadcast_next_after' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x4x!quant.uniform<i2:f32, 2.0 : 1>>, tensor<4x!quant.uniform<i2:f32, 2.0 : 1>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u32:f64, 0.25>>>, %a1: tensor<4x!quant<uniform<u32:f64:0, {{0.25}}>>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.broadcast_next_after' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u32:f64:0, {2.500000e-01}>>'}}
  %r:1 = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x4x!quant.uniform<u32:f64, 0.25>>, tensor<4x!quant.uniform<u32:f64:0, {{0.25}}>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32:1, {1.0 : 7, 0.5 : 7, 2.0 : 7, 0.25 : 7}>>, %a1: tensor<4x!quant.uniform<i4:f32:0, {1.0 : 7, 0.5 : 7, 2.0 : 7, 0.25 : 7}>>) -> (tensor<2x4x!quant.uniform<i4:f32:1, {1.0 : 7, 0.5 : 7}>>) {
  // expected-error @+1 {{'chlo.broadcast_next_after' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i4:f32:1, {1.000000e+00:7,5.000000e-01:7}>>'}}
  %r:1 = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f32:1, {1.0 : 7, 0.5 : 7, 2.0 : 7, 0.25 : 7}>>, tensor<4x!quant.uniform<i4:f32:0, {1.0 : 7, 0.5 : 7, 2.0 : 7, 0.25 : 7}>>) -> (tensor<2x4x!quant.uniform<i4:f32:1, {1.0 : 7, 0.5 : 7}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f32:1, {1.0 : 7, 0.5 : 7}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:bf16, 1.0 : -128>>, %a1: tensor<4xi32>) -> (tensor<2x4x!quant.uniform<i32:bf16, 1.0 : -128>>) {
  // expected-error @+1 {{'chlo.broadcast_or' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<i8:bf16, 1.000000e+00:-128>>'}}
  %r:1 = "chlo.broadcast_or"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:bf16, 1.0 : -128>>, tensor<4xi32>) -> (tensor<2x4x!quant.uniform<i32:bf16, 1.0 : -128>>)
  return %r#0 : tensor<2x4x!quant.uniform<i32:bf16, 1.0 : -128>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f32, 12.5>>, %a1: tensor<4x!quant.uniform<i16:f32, 12.5>>) -> (tensor<2x4x!quant.uniform<i16:f32, 12.5>>) {
  %r:1 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x4x!quant.uniform<i16:f32, 12.5>>, tensor<4x!quant.uniform<i16:f32, 12.5>>) -> (tensor<2x4x!quant.uniform<i16:f32, 12.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16:f32, 12.5>>
}
// -----
func.func @f(%a0: tensor<2x4xf32>, %a1: tensor<4x!quant.uniform<ui8:f32, 0.1 : 1>>) -> (tensor<2x4x!quant.uniform<i4:f32, 0.1 : 1>>) {
  // expected-error @+1 {{'chlo.broadcast_polygamma' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x4xf32>, tensor<4x!quant.uniform<ui8:f32, 0.1 : 1>>) -> (tensor<2x4x!quant.uniform<i4:f32, 0.1 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f32, 0.1 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 0x3FB999999999999A>>, %a1: tensor<4x!quant.uniform<i2:f32, 0x3FB999999999999A>>) -> (tensor<2x4x!quant.uniform<i2:f32, 0x3FB999999999999A : -3>>) {
  // expected-error @+1 {{'chlo.broadcast_polygamma' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i2:f32, 1.000000e-01:-3>>'}}
  %r:1 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x4x!quant.uniform<i2:f32, 0.1>>, tensor<4x!quant.uniform<i2:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<i2:f32, 0.1 : -3>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f32, 0x3FB999999999999A : -3>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:bf16:2, {0.1 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>, %a1: tensor<4x!quant.uniform<i8:bf16:0, {0.1 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) -> (tensor<2x4x!quant.uniform<i8:bf16:1, {0.1 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) {
  // expected-error @+1 {{'chlo.broadcast_polygamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:bf16:2, {1.000000e-01:1,5.000000e-01:1,2.000000e+00:1,2.500000e-01:1}>>'}}
  %r:1 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:bf16:2, {0.1 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>, tensor<4x!quant.uniform<i8:bf16:0, {0.1 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) -> (tensor<2x4x!quant.uniform<i8:bf16:1, {0.1 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:bf16:1, {0.1 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f16, 2.0>>, %a1: tensor<4x!quant.uniform<u16:f16, 2.0>>) -> (tensor<2x4x!quant.uniform<u16:f16, 2.0>>) {
  %r:1 = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f16, 2.0>>, tensor<4x!quant.uniform<u16:f16, 2.0>>) -> (tensor<2x4x!quant.uniform<u16:f16, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f16, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:f16, 0.25>>, %a1: tensor<4xf16>) -> (tensor<2x4x!quant.uniform<ui8:f16, 0.25>>) {
  // expected-error @+1 {{'chlo.broadcast_power' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8:f16, 0.25>>, tensor<4xf16>) -> (tensor<2x4x!quant.uniform<ui8:f16, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui8:f16, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32, 0.25 : 1>>, %a1: tensor<4x!quant.uniform<u16:f32, 0.25 : 1>>) -> (tensor<2x4x!quant.uniform<u16:f32:0, {0.25 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) {
  // expected-error @+1 {{'chlo.broadcast_power' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<u16:f32:0, {2.500000e-01:1,5.000000e-01:1,2.000000e+00:1,2.500000e-01:1}>>'}}
  %r:1 = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f32, 0.25 : 1>>, tensor<4x!quant.uniform<u16:f32, 0.25 : 1>>) -> (tensor<2x4x!quant.uniform<u16:f32:0, {0.25 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f32:0, {0.25 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32:1, {0.5, 0.5, 2.0, 0.25, 1.0}>>, %a1: tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<u8:f32:1, {0.5, 0.5, 2.0, 0.25, 0.25}>>) {
  // expected-error @+1 {{'chlo.broadcast_power' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<u8:f32:1, {5.000000e-01,5.000000e-01,2.000000e+00,2.500000e-01,1.000000e+00}>>'}}
  %r:1 = "chlo.broadcast_power"(%a0, %a1) : (tensor<2x4x!quant.uniform<u8:f32:1, {0.5, 0.5, 2.0, 0.25, 1.0}>>, tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<u8:f32:1, {0.5, 0.5, 2.0, 0.25, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32:1, {0.5, 0.5, 2.0, 0.25, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f32, 2.0>>, %a1: tensor<4x!quant.uniform<i16:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i16:f32, 2.0>>) {
  %r:1 = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x4x!quant.uniform<i16:f32, 2.0>>, tensor<4x!quant.uniform<i16:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i16:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f32, 0.25>>, %a1: tensor<4x!quant.uniform<i16:f32, 0.25>>) -> (tensor<2x4x!quant.any<i16:f32>>) {
  // expected-error @+1 {{'chlo.broadcast_remainder' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<i16:f32>>'}}
  %r:1 = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x4x!quant.uniform<i16:f32, 0.25>>, tensor<4x!quant.uniform<i16:f32, 0.25>>) -> (tensor<2x4x!quant.any<i16:f32>>)
  return %r#0 : tensor<2x4x!quant.any<i16:f32>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f16, 2.0 : 8>>, %a1: tensor<4x!quant.uniform<i4:f16, 2.0>>) -> (tensor<2x4x!quant.uniform<i4:f16, 2.0>>) {
  // expected-error @+1 {{'chlo.broadcast_remainder' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i4:f16, 2.000000e+00:8>>'}}
  %r:1 = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f16, 2.0 : 8>>, tensor<4x!quant.uniform<i4:f16, 2.0>>) -> (tensor<2x4x!quant.uniform<i4:f16, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f16, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f64, 2.0 : 1>>, %a1: tensor<4x!quant.uniform<i32:f16, 2.0 : 1>>) -> (tensor<2x4x!quant.uniform<i4:f64, 2.0 : 1>>) {
  // expected-error @+1 {{'chlo.broadcast_remainder' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f64, 2.0 : 1>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 1>>) -> (tensor<2x4x!quant.uniform<i4:f64, 2.0 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f64, 2.0 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.uniform<i8:f32, 0.001>>, %a2: tensor<4x!quant.uniform<i8:f32, 0.001>>) -> (tensor<2x4xi8>) {
  %r:1 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.uniform<i8:f32, 0.001>>, tensor<4x!quant.uniform<i8:f32, 0.001>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.uniform<u4:f32, 0x3FB999999999999A>>, %a2: tensor<4x!quant.uniform<u4:f32, 0x3FB999999999999A>>) -> (tensor<2x4x!quant.uniform<u4:f32:0, {0x3FB999999999999A, 0x3FE0000000000000}>>) {
  %r:1 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<u4:f32:0, {0.1, 0.5}>>)
  return %r#0 : tensor<2x4x!quant.uniform<u4:f32:0, {0x3FB999999999999A, 0x3FE0000000000000}>>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4xi32>, %a2: tensor<4x!quant.uniform<i32:f64, 0.1>>) -> (tensor<2x4x!quant.uniform<i32:f64, 0.5>>) {
  // expected-error @+2 {{mismatched operand types}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4xi32>, tensor<4x!quant.uniform<i32:f64, 0.1>>) -> (tensor<2x4x!quant.uniform<i32:f64, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i32:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.any<u16>>, %a2: tensor<4x!quant.uniform<u16:f16, 100.0 : 1>>) -> (tensor<2x4x!quant.uniform<u16:f16, 100.0 : 1>>) {
  // expected-error @+1 {{'chlo.broadcast_select' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<u16>>'}}
  %r:1 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.any<u16>>, tensor<4x!quant.uniform<u16:f16, 100.0 : 1>>) -> (tensor<2x4x!quant.uniform<u16:f16, 100.0 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f16, 100.0 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.uniform<u8:f64, 1.0 : 1>>, %a2: tensor<4x!quant.uniform<u8:f64, 2.0 : 1>>) -> (tensor<2x4x!quant.uniform<u8:f64, 2.0 : 256>>) {
  // expected-error @+1 {{'chlo.broadcast_select' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<u8:f64, 2.000000e+00:256>>'}}
  %r:1 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.uniform<u8:f64, 1.0 : 1>>, tensor<4x!quant.uniform<u8:f64, 2.0 : 1>>) -> (tensor<2x4x!quant.uniform<u8:f64, 2.0 : 256>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f64, 2.0 : 256>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f32, 2.0>>, %a1: tensor<4x!quant.uniform<ui16:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 2.0>>) {
  %r:1 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui16:f32, 2.0>>, tensor<4x!quant.uniform<ui16:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui16:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f64, 0.5>>, %a1: tensor<4x!quant.uniform<u16:f64, 0.25>>) -> (tensor<2x4x!quant.uniform<u16:f64, 0.5>>) {
  // expected-error @+1 {{'chlo.broadcast_shift_left' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f64, 0.5>>, tensor<4x!quant.uniform<u16:f64, 0.25>>) -> (tensor<2x4x!quant.uniform<u16:f64, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:bf16, 1.0 : -32768>>, %a1: tensor<4x!quant.uniform<u32:bf16, 1.0 : -32768>>) -> (tensor<2x4x!quant.uniform<i16:bf16, 1.0 : -32768>>) {
  // expected-error @+1 {{'chlo.broadcast_shift_left' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u32:bf16, 1.000000e+00:-32768>>'}}
  %r:1 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2x4x!quant.uniform<i16:bf16, 1.0 : -32768>>, tensor<4x!quant.uniform<u32:bf16, 1.0 : -32768>>) -> (tensor<2x4x!quant.uniform<i16:bf16, 1.0 : -32768>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16:bf16, 1.0 : -32768>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32:1, {0.5, 0.5, 2.0, 0.25}>>, %a1: tensor<4x!quant.uniform<i8:f32:0, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i8:f32:10, {0.5, 0.5, 2.0, 0.25}>>) {
  // expected-error @+1 {{'chlo.broadcast_shift_left' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:f32:10, {5.000000e-01,5.000000e-01,2.000000e+00,2.500000e-01}>>'}}
  %r:1 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32:1, {0.5, 0.5, 2.0, 0.25}>>, tensor<4x!quant.uniform<i8:f32:0, {0.5, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.uniform<i8:f32:10, {0.5, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32:10, {0.5, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.0>>, %a1: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0>>) {
  %r:1 = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 2.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i32:f32, 0.1>>, %a1: tensor<4x!quant.uniform<i32:f32, 0.1>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_arithmetic' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2x4x!quant.uniform<i32:f32, 0.1>>, tensor<4x!quant.uniform<i32:f32, 0.1>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16<1:65535>:f64:0, {{0.1}}>>, %a1: tensor<4x!quant.uniform<u16<1:65535>:f64, 0.1>>) -> (tensor<2x4x!quant.uniform<u16:f64, 0.1>>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_arithmetic' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<u16<1:65535>:f64:0, {1.000000e-01}>>'}}
  %r:1 = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16<1:65535>:f64:0, {{0.1}}>>, tensor<4x!quant.uniform<u16<1:65535>:f64, 0.1>>) -> (tensor<2x4x!quant.uniform<u16:f64, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f64, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i32<-2147483648:2147483646>:f32, 1.0 : -2147483648>>>, %a1: tensor<4x!quant<uniform<i32<-2147483648:2147483647>:f32, 1.0 : -2147483648>>>) -> (tensor<2x4x!quant<any<i32<-2147483648:2147483647>>>>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_arithmetic' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<i32>>'}}
  %r:1 = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2x4x!quant.uniform<i32<-2147483648:2147483646>:f32, 1.0 : -2147483648>>, tensor<4x!quant.uniform<i32<-2147483648:2147483647>:f32, 1.0 : -2147483648>>) -> (tensor<2x4x!quant.any<i32<-2147483648:2147483647>>>)
  return %r#0 : tensor<2x4x!quant<any<i32<-2147483648:2147483647>>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 2.0>>, %a1: tensor<4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f64, 2.0>>) {
  %r:1 = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f64, 2.0>>, tensor<4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f64, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f64, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i32:f32, 0x3FF0000000000000>>, %a1: tensor<4x!quant.uniform<i32:f32, 0x3FF0000000000000>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_logical' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2x4x!quant.uniform<i32:f32, 1.0>>, tensor<4x!quant.uniform<i32:f32, 1.0>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4xbf16>, %a1: tensor<4x!quant.any<u8:bf16>>) -> (tensor<2x4x!quant.uniform<u8:bf16, 0.25 : 255>>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_logical' op operand #1 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.any<u8:bf16>>'}}
  %r:1 = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2x4xbf16>, tensor<4x!quant.any<u8:bf16>>) -> (tensor<2x4x!quant.uniform<u8:bf16, 0.25 : 255>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:bf16, 0.25 : 255>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u8:f32:1, {2.0, 0.5, 2.0, 0.25}>>>, %a1: tensor<4x!quant<uniform<u8:f32:0, {2.0, 0.5, 2.0, 0.25}>>>) -> (tensor<2x4x!quant<any<u8>>>) {
  // expected-error @+1 {{'chlo.broadcast_shift_right_logical' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<u8>>'}}
  %r:1 = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2x4x!quant.uniform<u8:f32:1, {2.0, 0.5, 2.0, 0.25}>>, tensor<4x!quant.uniform<u8:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4x!quant.any<u8>>)
  return %r#0 : tensor<2x4x!quant<any<u8>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:bf16, 2.0>>, %a1: tensor<4x!quant.uniform<u8:bf16, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:bf16, 2.0>>) {
  %r:1 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x4x!quant.uniform<u8:bf16, 2.0>>, tensor<4x!quant.uniform<u8:bf16, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:bf16, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:bf16, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f64:1, {1.0}>>, %a1: tensor<4x!quant.uniform<i2:f64:0, {1.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'chlo.broadcast_subtract' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i2:f64:1, {1.000000e+00}>>'}}
  %r:1 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x4x!quant.uniform<i2:f64:1, {1.0}>>, tensor<4x!quant.uniform<i2:f64:0, {1.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4xbf16>, %a1: tensor<4x!quant.uniform<ui16:bf16, 1.0>>) -> (tensor<2x4x!quant.uniform<ui16<0:65535>:bf16, 0.25>>) {
  // expected-error @+1 {{'chlo.broadcast_subtract' op requires the same element type for all operands and results}}
  %r:1 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x4xbf16>, tensor<4x!quant.uniform<ui16:bf16, 1.0>>) -> (tensor<2x4x!quant.uniform<ui16<0:65535>:bf16, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui16<0:65535>:bf16, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:bf16, 0.5 : 0>>, %a1: tensor<4x!quant.uniform<ui8:bf16, 0.5 : 0>>) -> (tensor<2x4x!quant.uniform<f8E5M2:bf16, 0.5 : 0>>) {
  // expected-error @+1 {{'chlo.broadcast_subtract' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<f8E5M2:bf16, 5.000000e-01>>'}}
  %r:1 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8:bf16, 0.5>>, tensor<4x!quant.uniform<ui8:bf16, 0.5>>) -> (tensor<2x4x!quant.uniform<f8E5M2:bf16, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<f8E5M2:bf16, 0.5 : 0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f16, 0.25 : 0>>, %a1: tensor<4x!quant.uniform<u4:f16, 0.25 : 0>>) -> (tensor<2x4xf16>) {
  // expected-error @+1 {{'chlo.broadcast_xor' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<u4:f16, 2.500000e-01>>'}}
  %r:1 = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2x4x!quant.uniform<u4:f16, 0.25>>, tensor<4x!quant.uniform<u4:f16, 0.25>>) -> (tensor<2x4xf16>)
  return %r#0 : tensor<2x4xf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:bf16, 0.5 : 1>>, %a1: tensor<4x!quant.uniform<ui8:bf16, 0.5 : 1>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'chlo.broadcast_zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4x!quant.uniform<ui8:bf16, 5.000000e-01:1>>'}}
  %r:1 = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8:bf16, 0.5 : 1>>, tensor<4x!quant.uniform<ui8:bf16, 0.5 : 1>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 1.0 : 1>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'chlo.conj' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i2:f32, 1.000000e+00:1>>'}}
  %r:1 = "chlo.conj"(%a0) : (tensor<2x4x!quant.uniform<i2:f32, 1.0 : 1>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<ui16<0:65535>:f64:1, {0.001, 0.5, 2.0 : 65534, 0.25}>>) {
  // expected-error @+1 {{'chlo.conj' op result #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<ui16:f64:1, {1.000000e-03,5.000000e-01,2.000000e+00:65534,2.500000e-01}>>'}}
  %r:1 = "chlo.conj"(%a0) : (tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<ui16<0:65535>:f64:1, {0.001, 0.5, 2.0 : 65534, 0.25}>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui16<0:65535>:f64:1, {0.001, 0.5, 2.0 : 65534, 0.25}>>
}
// -----
func.func @f() -> (tensor<!quant.any<i8>>) {
  // expected-error @+1 {{'chlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.any<i8>>'}}
  %r:1 = "chlo.constant"() <{value = dense<1> : tensor<i8>}> : () -> (tensor<!quant.any<i8>>)
  return %r#0 : tensor<!quant.any<i8>>
}
// -----
func.func @f() -> (tensor<!quant.uniform<i4:f32, 2.0>>) {
  // expected-error @+2 {{'chlo.constant' op inferred type(s) 'tensor<i4>' are incompatible with return type(s) of operation 'tensor<!quant.uniform<i4:f32, 2.000000e+00>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "chlo.constant"() <{value = dense<1> : tensor<i4>}> : () -> (tensor<!quant.uniform<i4:f32, 2.0>>)
  return %r#0 : tensor<!quant.uniform<i4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<ui16:f32, 0.001>>) -> (tensor<4xf32>) {
  %r:1 = "chlo.constant_like"(%a0) <{value = 1.000000e+00 : f32}> : (tensor<4x!quant.uniform<ui16:f32, 0.001>>) -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4<0:1>:f32, 100.0>>) -> (tensor<4xi32>) {
  // expected-error @+1 {{'chlo.constant_like' op value's type doesn't match element return type}}
  %r:1 = "chlo.constant_like"(%a0) <{value = 1.000000e+00 : f32}> : (tensor<4x!quant.uniform<i4<0:1>:f32, 100.0>>) -> (tensor<4xi32>)
  return %r#0 : tensor<4xi32>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<u4:f16, 0.1 : 1>>>) -> (tensor<4x!quant<uniform<u4:f16:0, {{0.1 : 1}}>>>) {
  // expected-error @+1 {{'chlo.constant_like' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u4:f16:0, {1.000000e-01:1}>>'}}
  %r:1 = "chlo.constant_like"(%a0) <{value = 1.000000e+00 : f32}> : (tensor<4x!quant.uniform<u4:f16, 0.1 : 1>>) -> (tensor<4x!quant.uniform<u4:f16:0, {{0.1 : 1}}>>)
  return %r#0 : tensor<4x!quant<uniform<u4:f16:0, {{0.1 : 1}}>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f32:10, {0.25, 0.5}>>) -> (tensor<4x!quant.uniform<u4:f32:1, {0.25, 0.5}>>) {
  // expected-error @+1 {{'chlo.constant_like' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u4:f32:10, {2.500000e-01,5.000000e-01}>>'}}
  %r:1 = "chlo.constant_like"(%a0) <{value = 1.000000e+00 : f32}> : (tensor<4x!quant.uniform<u4:f32:10, {0.25, 0.5}>>) -> (tensor<4x!quant.uniform<u4:f32:1, {0.25, 0.5}>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f32:1, {0.25, 0.5}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 0.5>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.cosh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<u8:f32, 5.000000e-01>>'}}
  %r:1 = "chlo.cosh"(%a0) : (tensor<2x4x!quant.uniform<u8:f32, 0.5>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.3>>) {
  // expected-error @+1 {{'chlo.cosh' op result #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i8:f32, 3.000000e-01>>'}}
  %r:1 = "chlo.cosh"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.3>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.3>>
}
// -----
func.func @f(%a0: tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{'chlo.digamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4xi8>'}}
  %r:1 = "chlo.digamma"(%a0) : (tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<i8:f32, 1.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4xf16>) -> (tensor<2x4x!quant.uniform<i32:f16, 0.25>>) {
  // expected-error @+1 {{'chlo.digamma' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4x!quant.uniform<i32:f16, 2.500000e-01>>'}}
  %r:1 = "chlo.digamma"(%a0) : (tensor<2x4xf16>) -> (tensor<2x4x!quant.uniform<i32:f16, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<i32:f16, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f64, 1.0 : 1>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'chlo.erf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4x!quant.uniform<ui16:f64, 1.000000e+00:1>>'}}
  %r:1 = "chlo.erf"(%a0) : (tensor<2x4x!quant.uniform<ui16:f64, 1.0 : 1>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<i32:f64, 2.0 : 1>>) {
  // expected-error @+1 {{'chlo.erf' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4x!quant.uniform<i32:f64, 2.000000e+00:1>>'}}
  %r:1 = "chlo.erf"(%a0) : (tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<i32:f64, 2.0 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i32:f64, 2.0 : 1>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant<uniform<i8:bf16, 0.5>>>) -> (tensor<?x?xi8>) {
  // expected-error @+1 {{'chlo.erf_inv' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<?x?x!quant.uniform<i8:bf16, 5.000000e-01>>'}}
  %r:1 = "chlo.erf_inv"(%a0) : (tensor<?x?x!quant.uniform<i8:bf16, 0.5>>) -> (tensor<?x?xi8>)
  return %r#0 : tensor<?x?xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'chlo.erfc' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4x!quant.uniform<i8:f64, 2.000000e+00>>'}}
  %r:1 = "chlo.erfc"(%a0) : (tensor<2x4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<u4:f32, 2.0>>) {
  // expected-error @+1 {{'chlo.erfc' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4x!quant.uniform<u4:f32, 2.000000e+00>>'}}
  %r:1 = "chlo.erfc"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<u4:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f32, 2.0>>) -> (tensor<2x4x!quant.any<i16>>) {
  // expected-error @+1 {{'chlo.lgamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x4x!quant.uniform<i16:f32, 2.000000e+00>>'}}
  %r:1 = "chlo.lgamma"(%a0) : (tensor<2x4x!quant.uniform<i16:f32, 2.0>>) -> (tensor<2x4x!quant.any<i16>>)
  return %r#0 : tensor<2x4x!quant.any<i16>>
}
// -----
func.func @f(%a0: tensor<2x4xi8>) -> (tensor<2x4x!quant.any<u8>>) {
  // expected-error @+1 {{'chlo.sinh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4xi8>'}}
  %r:1 = "chlo.sinh"(%a0) : (tensor<2x4xi8>) -> (tensor<2x4x!quant.any<u8>>)
  return %r#0 : tensor<2x4x!quant.any<u8>>
}
// -----
func.func @f(%a0: tensor<2x4xbf16>) -> (tensor<2x4x!quant.uniform<ui16:bf16, 2.0>>) {
  // expected-error @+1 {{'chlo.sinh' op result #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<ui16:bf16, 2.000000e+00>>'}}
  %r:1 = "chlo.sinh"(%a0) : (tensor<2x4xbf16>) -> (tensor<2x4x!quant.uniform<ui16:bf16, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui16:bf16, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f16, 1.0>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'chlo.square' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i4:f16, 1.000000e+00>>'}}
  %r:1 = "chlo.square"(%a0) : (tensor<2x4x!quant.uniform<i4:f16, 1.0>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f32, 0.5 : -32768>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'chlo.tan' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i16:f32, 5.000000e-01:-32768>>'}}
  %r:1 = "chlo.tan"(%a0) : (tensor<2x4x!quant.uniform<i16:f32, 0.5 : -32768>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i16:f32, 0.25 : 0>>) {
  // expected-error @+1 {{'chlo.tan' op result #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<i16:f32, 2.500000e-01>>'}}
  %r:1 = "chlo.tan"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i16:f32, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16:f32, 0.25 : 0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:bf16, 0.5>>) -> (tensor<2x!quant.uniform<i8:bf16, 0.5>>, tensor<2xi32>) {
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<4x!quant.uniform<i8:bf16, 0.5>>) -> (tensor<2x!quant.uniform<i8:bf16, 0.5>>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2x!quant.uniform<i8:bf16, 0.5>>, tensor<2xi32>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x!quant.uniform<i8:f32:0, {2.0, 0.5}>>, tensor<2xi32>) {
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<4x!quant.uniform<i8:f32:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<2x!quant.uniform<i8:f32:0, {2.0, 0.5}>>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2x!quant.uniform<i8:f32:0, {2.0, 0.5}>>, tensor<2xi32>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.1 : -128>>) -> (tensor<2xi8>, tensor<2xi32>) {
  // expected-error @+2 {{'chlo.top_k' op inferred type(s) 'tensor<2x!quant.uniform<i8:f32, 1.000000e-01:-128>>', 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi8>', 'tensor<2xi32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<4x!quant.uniform<i8:f32, 0.1 : -128>>) -> (tensor<2xi8>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xi8>, tensor<2xi32>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:f32, 0x3FD0000000000000>>) -> (tensor<2x!quant.any<i4>>, tensor<2xi32>) {
  // expected-error @+1 {{'chlo.top_k' op result #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.any<i4>>'}}
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<4x!quant.uniform<i4:f32, 0.25>>) -> (tensor<2x!quant.any<i4>>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2x!quant.any<i4>>, tensor<2xi32>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:f16:1, {1.0, 0.5}>>) -> (tensor<2x!quant.uniform<i4:bf16:0, {1.0 : 7, 0.5}>>, tensor<2xi32>) {
  // expected-error @+1 {{'chlo.top_k' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i4:f16:1, {1.000000e+00,5.000000e-01}>>'}}
  %r:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<4x!quant.uniform<i4:f16:1, {1.0, 0.5}>>) -> (tensor<2x!quant.uniform<i4:bf16:0, {1.0 : 7, 0.5}>>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2x!quant.uniform<i4:bf16:0, {1.0 : 7, 0.5}>>, tensor<2xi32>
}
