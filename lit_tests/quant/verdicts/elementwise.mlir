// Elementwise operations on quantized tensors: programs that break a rule, and valid ones.
// The verdicts are those of a model of StableHLO's rules that was written apart from the verifiers.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 1.0>>) -> (tensor<2x4x!quant.uniform<i2:f32, 1.0>>) {
  %r:1 = "stablehlo.abs"(%a0) : (tensor<2x4x!quant.uniform<i2:f32, 1.0>>) -> (tensor<2x4x!quant.uniform<i2:f32, 1.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<?x4x!quant.uniform<ui16:f32, 0.5>>) -> (tensor<?x4xi1>) {
  // expected-error @+1 {{'stablehlo.abs' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<?x4xi1>'}}
  %r:1 = "stablehlo.abs"(%a0) : (tensor<?x4x!quant.uniform<ui16:f32, 0.5>>) -> (tensor<?x4xi1>)
  return %r#0 : tensor<?x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f32, 1.0 : 127>>) -> (tensor<2x4xf32>) {
  // expected-error @+2 {{'stablehlo.abs' op inferred type(s) 'tensor<2x4x!quant.uniform<i16:f32, 1.000000e+00:127>>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.abs"(%a0) : (tensor<2x4x!quant.uniform<i16:f32, 1.0 : 127>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.5 : 259>>) -> (tensor<2x4x!quant.uniform<i32:f32, 0.5 : 1>>) {
  // expected-error @+1 {{'stablehlo.abs' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:259>>'}}
  %r:1 = "stablehlo.abs"(%a0) : (tensor<2x4x!quant.uniform<i8:f32, 0.5 : 259>>) -> (tensor<2x4x!quant.uniform<i32:f32, 0.5 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i32:f32, 0.5 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:f64, 0.5>>, %a1: tensor<2x4x!quant.uniform<ui8:f64, 0.5>>) -> (tensor<2x4xi16>) {
  // expected-error @+1 {{'stablehlo.and' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<ui8:f64, 5.000000e-01>>'}}
  %r:1 = "stablehlo.and"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui8:f64, 0.5>>, tensor<2x4x!quant.uniform<ui8:f64, 0.5>>) -> (tensor<2x4xi16>)
  return %r#0 : tensor<2x4xi16>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<u4:f64, 2.0>>, %a1: tensor<2x?x!quant.uniform<u4:f64, 2.0>>) -> (tensor<2x?x!quant.uniform<u4:f64, 2.0>>) {
  %r:1 = "stablehlo.atan2"(%a0, %a1) : (tensor<2x?x!quant.uniform<u4:f64, 2.0>>, tensor<2x?x!quant.uniform<u4:f64, 2.0>>) -> (tensor<2x?x!quant.uniform<u4:f64, 2.0>>)
  return %r#0 : tensor<2x?x!quant.uniform<u4:f64, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4xi8>, %a1: tensor<2x4x!quant.uniform<i2:f16, 2.0 : -3>>) -> (tensor<2x4xf16>) {
  // expected-error @+1 {{'stablehlo.atan2' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.atan2"(%a0, %a1) : (tensor<2x4xi8>, tensor<2x4x!quant.uniform<i2:f16, 2.0 : -3>>) -> (tensor<2x4xf16>)
  return %r#0 : tensor<2x4xf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>, %a1: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>) {
  // expected-error @+1 {{'stablehlo.atan2' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.atan2"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>, tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:bf16, 0x4000000000000000 : 1>>, %a1: tensor<2x4xbf16>) -> (tensor<2x4x!quant.calibrated<bf16<0xBFF0000000000000:0x3FB999999999999A>>>) {
  // expected-error @+1 {{'stablehlo.atan2' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.calibrated<bf16<-1.000000e+00:1.000000e-01>>>'}}
  %r:1 = "stablehlo.atan2"(%a0, %a1) : (tensor<2x4x!quant.uniform<u32:bf16, 2.0 : 1>>, tensor<2x4xbf16>) -> (tensor<2x4x!quant.calibrated<bf16<-1.0:0.1>>>)
  return %r#0 : tensor<2x4x!quant.calibrated<bf16<0xBFF0000000000000:0x3FB999999999999A>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 0.1>>, %a1: tensor<4x!quant.uniform<u8:f32, 0.1>>, %a2: tensor<4x!quant.uniform<u8:f32, 0.1>>, %a3: tensor<4x!quant.uniform<u8:f32, 0.1>>, %a4: tensor<2x4x!quant.uniform<u8:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>, tensor<2x4x!quant.uniform<u8:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>, tensor<4x!quant.uniform<u8:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 0.1>>, %a1: tensor<4x!quant.uniform<u4:f32, 0.1>>, %a2: tensor<4x!quant.uniform<u4:f32, 0.1>>, %a3: tensor<4x!quant.uniform<u4:f32, 0.1>>, %a4: tensor<2x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u32:f32, 0.1>>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op requires compatible element types for all operands and results}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u4:f32, 0.1>>, tensor<2x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u32:f32, 0.1>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u4:f32, 0.1>>, tensor<4x!quant.uniform<u32:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i8:f32, 0.1 : 127>>>, %a1: tensor<4x!quant<uniform<i8:f32, 0.1 : 127>>>, %a2: tensor<4x!quant<calibrated<f32<0.0:1.0>>>>, %a3: tensor<4x!quant<uniform<i8:f32, 0.1 : 127>>>, %a4: tensor<2x4x!quant<uniform<i8:f32, 0.1 : 127>>>) -> (tensor<2x4x!quant<uniform<i8:bf16, 0.1 : 127>>>, tensor<4xf32>, tensor<4x!quant<uniform<i8:f32, 0.1 : 127>>>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op operand #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<f32<0.000000e+00:1.000000e+00>>>'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<i8:f32, 0.1 : 127>>, tensor<4x!quant.uniform<i8:f32, 0.1 : 127>>, tensor<4x!quant.calibrated<f32<0.0:1.0>>>, tensor<4x!quant.uniform<i8:f32, 0.1 : 127>>, tensor<2x4x!quant.uniform<i8:f32, 0.1 : 127>>) -> (tensor<2x4x!quant.uniform<i8:bf16, 0.1 : 127>>, tensor<4xf32>, tensor<4x!quant.uniform<i8:f32, 0.1 : 127>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant<uniform<i8:bf16, 0.1 : 127>>>, tensor<4xf32>, tensor<4x!quant<uniform<i8:f32, 0.1 : 127>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f16, 0.001>>, %a1: tensor<4x!quant.uniform<i8:f16, 0.001>>, %a2: tensor<4x!quant.uniform<i8:f16, 0.001>>, %a3: tensor<4x!quant.uniform<i8:f16, 0.001>>, %a4: tensor<2x4x!quant.uniform<i8:f16, 0.001>>) -> (tensor<2x4x!quant.uniform<i8:f16:1, {0.001, 0.5, 2.0, 0.25}>>, tensor<4x!quant.any<i8:f16>>, tensor<4x!quant.uniform<i8:f16, 0.001>>) {
  // expected-error @+1 {{'stablehlo.batch_norm_grad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:f16:1, {1.000000e-03,5.000000e-01,2.000000e+00,2.500000e-01}>>'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<i8:f16, 0.001>>, tensor<4x!quant.uniform<i8:f16, 0.001>>, tensor<4x!quant.uniform<i8:f16, 0.001>>, tensor<4x!quant.uniform<i8:f16, 0.001>>, tensor<2x4x!quant.uniform<i8:f16, 0.001>>) -> (tensor<2x4x!quant.uniform<i8:f16:1, {0.001, 0.5, 2.0, 0.25}>>, tensor<4x!quant.any<i8:f16>>, tensor<4x!quant.uniform<i8:f16, 0.001>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant.uniform<i8:f16:1, {0.001, 0.5, 2.0, 0.25}>>, tensor<4x!quant.any<i8:f16>>, tensor<4x!quant.uniform<i8:f16, 0.001>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i8:f32, 0.5>>>, %a1: tensor<4x!quant<uniform<i8:f32, 0.5>>>, %a2: tensor<4x!quant<uniform<i8:f32, 0.5>>>, %a3: tensor<4x!quant<uniform<i8:f32, 0.5>>>, %a4: tensor<4x!quant<uniform<i8:f32, 0.5>>>) -> (tensor<2x4x!quant<uniform<i8:f32, 0.5>>>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant<uniform<i8:f32, 0.5>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f32, 0.1>>, %a1: tensor<4x!quant.uniform<u32:f32, 0.1>>, %a2: tensor<4x!quant.uniform<u32:f32, 0.1>>, %a3: tensor<4x!quant.uniform<u32:f32, 0.1>>, %a4: tensor<4x!quant.uniform<u32:f32, 0.1>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results}}
  %r:1 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<u32:f32, 0.1>>, tensor<4x!quant.uniform<u32:f32, 0.1>>, tensor<4x!quant.uniform<u32:f32, 0.1>>, tensor<4x!quant.uniform<u32:f32, 0.1>>, tensor<4x!quant.uniform<u32:f32, 0.1>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f32, 0.1>>, %a1: tensor<4x!quant.uniform<ui16:f32, 0.1 : -1>>, %a2: tensor<4x!quant.uniform<ui16:f32, 0.1>>, %a3: tensor<4x!quant.uniform<ui16:f32, 0.1>>, %a4: tensor<4x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<ui16:f32, 1.000000e-01:-1>>'}}
  %r:1 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<ui16:f32, 0.1>>, tensor<4x!quant.uniform<ui16:f32, 0.1 : -1>>, tensor<4x!quant.uniform<ui16:f32, 0.1>>, tensor<4x!quant.uniform<ui16:f32, 0.1>>, tensor<4x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:f32, 0.25>>, %a1: tensor<4x!quant.uniform<ui8:f32, 2.0>>, %a2: tensor<4x!quant.uniform<ui8:f32, 0.25>>, %a3: tensor<4x!quant.uniform<ui8:f32, 0.25>>, %a4: tensor<4x!quant.uniform<i16:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<ui8:f32, 0.25 : -1>>) {
  // expected-error @+1 {{'stablehlo.batch_norm_inference' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<ui8:f32, 2.500000e-01:-1>>'}}
  %r:1 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<ui8:f32, 0.25>>, tensor<4x!quant.uniform<ui8:f32, 2.0>>, tensor<4x!quant.uniform<ui8:f32, 0.25>>, tensor<4x!quant.uniform<ui8:f32, 0.25>>, tensor<4x!quant.uniform<i16:f32, 0.25>>) -> (tensor<2x4x!quant.uniform<ui8:f32, 0.25 : -1>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui8:f32, 0.25 : -1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f16, 1.0>>, %a1: tensor<4x!quant.uniform<u8:f16, 1.0>>, %a2: tensor<4x!quant.uniform<u8:f16, 1.0>>) -> (tensor<2x4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>) {
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>) -> (tensor<2x4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>, tensor<4x!quant.uniform<u8:f16, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f64, 1.0>>, %a1: tensor<4x!quant.uniform<u8:f64, 1.0>>, %a2: tensor<4x!quant.uniform<u8:f64, 1.0>>) -> (tensor<2x4x!quant.uniform<u8:f64, 1.0>>, tensor<4x!quant.uniform<u32:f64, 1.0>>, tensor<4x!quant.uniform<u8:f64, 1.0>>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<u8:f64, 1.0>>, tensor<4x!quant.uniform<u8:f64, 1.0>>, tensor<4x!quant.uniform<u8:f64, 1.0>>) -> (tensor<2x4x!quant.uniform<u8:f64, 1.0>>, tensor<4x!quant.uniform<u32:f64, 1.0>>, tensor<4x!quant.uniform<u8:f64, 1.0>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant.uniform<u8:f64, 1.0>>, tensor<4x!quant.uniform<u32:f64, 1.0>>, tensor<4x!quant.uniform<u8:f64, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32, 1.0>>, %a1: tensor<4x!quant.uniform<i4:f32, 1.0>>, %a2: tensor<4x!quant.uniform<i4:f32, 1.0>>) -> (tensor<2x4x!quant.uniform<i4:f32, 1.0 : 19>>, tensor<4x!quant.uniform<i16:f32, 1.0>>, tensor<4x!quant.uniform<i4:f32, 1.0>>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i4:f32, 1.000000e+00:19>>'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<i4:f32, 1.0>>, tensor<4x!quant.uniform<i4:f32, 1.0>>, tensor<4x!quant.uniform<i4:f32, 1.0>>) -> (tensor<2x4x!quant.uniform<i4:f32, 1.0 : 19>>, tensor<4x!quant.uniform<i16:f32, 1.0>>, tensor<4x!quant.uniform<i4:f32, 1.0>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant.uniform<i4:f32, 1.0 : 19>>, tensor<4x!quant.uniform<i16:f32, 1.0>>, tensor<4x!quant.uniform<i4:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i32:f16, 2.0 : 2147483647>>, %a1: tensor<4x!quant.uniform<i32:f16, 2.0 : 4294967299>>, %a2: tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>) -> (tensor<2x4x!quant.any<i32:f16>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>) {
  // expected-error @+1 {{'stablehlo.batch_norm_training' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i32:f16, 2.000000e+00:4294967299>>'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<i32:f16, 2.0 : 2147483647>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 4294967299>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>) -> (tensor<2x4x!quant.any<i32:f16>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>)
  return %r#0, %r#1, %r#2 : tensor<2x4x!quant.any<i32:f16>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>, tensor<4x!quant.uniform<i32:f16, 2.0 : 2147483647>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 2.0>>) {
  %r:1 = "stablehlo.cbrt"(%a0) : (tensor<2x4x!quant.uniform<u8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 2.0 : 1>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'stablehlo.cbrt' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi32>'}}
  %r:1 = "stablehlo.cbrt"(%a0) : (tensor<2x4x!quant.uniform<i2:f32, 2.0 : 1>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<u8:f64, 1.0 : 1>>) {
  // expected-error @+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.cbrt"(%a0) : (tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<u8:f64, 1.0 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f64, 1.0 : 1>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<i8:f64, 1.0 : 259>>) -> (tensor<?x?x!quant.any<i8>>) {
  // expected-error @+1 {{'stablehlo.cbrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?x!quant.uniform<i8:f64, 1.000000e+00:259>>'}}
  %r:1 = "stablehlo.cbrt"(%a0) : (tensor<?x?x!quant.uniform<i8:f64, 1.0 : 259>>) -> (tensor<?x?x!quant.any<i8>>)
  return %r#0 : tensor<?x?x!quant.any<i8>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f64, 0.3>>) -> (tensor<2x4x!quant.uniform<i2:f64, 0.3>>) {
  %r:1 = "stablehlo.ceil"(%a0) : (tensor<2x4x!quant.uniform<i2:f64, 0.3>>) -> (tensor<2x4x!quant.uniform<i2:f64, 0.3>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f64, 0.3>>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i32:f32, 0.5>>) {
  // expected-error @+1 {{'stablehlo.ceil' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.ceil"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i32:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i32:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u16<0:1>:f64, 0.5 : 65535>>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.ceil' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u16<0:1>:f64, 5.000000e-01:65535>>'}}
  %r:1 = "stablehlo.ceil"(%a0) : (tensor<2x4x!quant.uniform<u16<0:1>:f64, 0.5 : 65535>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u4:f16, 1.0>>>) -> (tensor<2x4x!quant<uniform<u4:f16:0, {{1.0}}>>>) {
  // expected-error @+1 {{'stablehlo.ceil' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u4:f16:0, {1.000000e+00}>>'}}
  %r:1 = "stablehlo.ceil"(%a0) : (tensor<2x4x!quant.uniform<u4:f16, 1.0>>) -> (tensor<2x4x!quant.uniform<u4:f16:0, {{1.0}}>>)
  return %r#0 : tensor<2x4x!quant<uniform<u4:f16:0, {{1.0}}>>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<i8:f32, 0.5>>) -> (tensor<?x?x!quant.uniform<i8:f32, 0.5>>) {
  %r:1 = "stablehlo.cholesky"(%a0) : (tensor<?x?x!quant.uniform<i8:f32, 0.5>>) -> (tensor<?x?x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<?x?x!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x4x!quant.uniform<i32:f32, 1.0 : 1>>) -> (tensor<4x4xf32>) {
  // expected-error @+1 {{'stablehlo.cholesky' op requires compatible element types for all operands and results}}
  %r:1 = "stablehlo.cholesky"(%a0) : (tensor<4x4x!quant.uniform<i32:f32, 1.0 : 1>>) -> (tensor<4x4xf32>)
  return %r#0 : tensor<4x4xf32>
}
// -----
func.func @f(%a0: tensor<2x?xi8>) -> (tensor<2x?x!quant.uniform<u4:f32, 0.1>>) {
  // expected-error @+1 {{'stablehlo.cholesky' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x?xi8>'}}
  %r:1 = "stablehlo.cholesky"(%a0) : (tensor<2x?xi8>) -> (tensor<2x?x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<2x?x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x4x!quant.uniform<u8:f32, 0.5>>) -> (tensor<4x4x!quant.any<u8:f32>>) {
  // expected-error @+1 {{'stablehlo.cholesky' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x4x!quant.any<u8:f32>>'}}
  %r:1 = "stablehlo.cholesky"(%a0) : (tensor<4x4x!quant.uniform<u8:f32, 0.5>>) -> (tensor<4x4x!quant.any<u8:f32>>)
  return %r#0 : tensor<4x4x!quant.any<u8:f32>>
}
// -----
func.func @f(%a0: tensor<!quant.uniform<i2:f16, 1.0>>, %a1: tensor<2x4x!quant.uniform<i2:f16, 1.0>>, %a2: tensor<!quant.uniform<i2:f16, 1.0>>) -> (tensor<2x4x!quant.uniform<i2:f16, 1.0>>) {
  %r:1 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<!quant.uniform<i2:f16, 1.0>>, tensor<2x4x!quant.uniform<i2:f16, 1.0>>, tensor<!quant.uniform<i2:f16, 1.0>>) -> (tensor<2x4x!quant.uniform<i2:f16, 1.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f16, 1.0>>
}
// -----
func.func @f(%a0: tensor<!quant.uniform<i4:f64, 2.0 : 0>>, %a1: tensor<2x4x!quant.uniform<i4:f64, 2.0 : 0>>, %a2: tensor<f64>) -> (tensor<2x4x!quant.any<i4>>) {
  // expected-error @+1 {{'stablehlo.clamp' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<i4>>'}}
  %r:1 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<!quant.uniform<i4:f64, 2.0>>, tensor<2x4x!quant.uniform<i4:f64, 2.0>>, tensor<f64>) -> (tensor<2x4x!quant.any<i4>>)
  return %r#0 : tensor<2x4x!quant.any<i4>>
}
// -----
func.func @f(%a0: tensor<!quant.uniform<i32:f16, 0.25>>, %a1: tensor<2x4x!quant.uniform<i8:f16, 0.25>>, %a2: tensor<!quant.uniform<i8:f16, 0.25>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %r:1 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<!quant.uniform<i32:f16, 0.25>>, tensor<2x4x!quant.uniform<i8:f16, 0.25>>, tensor<!quant.uniform<i8:f16, 0.25>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<!quant.uniform<i16:f64, 0.25 : 1>>, %a1: tensor<2x4x!quant.uniform<i16:f64, 0.25 : 1>>, %a2: tensor<!quant.uniform<i16:f64, 0.25 : 32768>>) -> (tensor<2x4x!quant.uniform<i16:f64, 0.25 : 1>>) {
  // expected-error @+1 {{'stablehlo.clamp' op operand #2 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.uniform<i16:f64, 2.500000e-01:32768>>'}}
  %r:1 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<!quant.uniform<i16:f64, 0.25 : 1>>, tensor<2x4x!quant.uniform<i16:f64, 0.25 : 1>>, tensor<!quant.uniform<i16:f64, 0.25 : 32768>>) -> (tensor<2x4x!quant.uniform<i16:f64, 0.25 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16:f64, 0.25 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f16, 0.1>>, %a1: tensor<2x4x!quant.uniform<i2:f16, 0.1>>) -> (tensor<2x4xi1>) {
  %r:1 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x4x!quant.uniform<i2:f16, 0.1>>, tensor<2x4x!quant.uniform<i2:f16, 0.1>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4xi8>, %a1: tensor<2x4x!quant.uniform<i2:f32, 0.5>>) -> (tensor<2x4xi1>) {
  // expected-error @+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %r:1 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x4xi8>, tensor<2x4x!quant.uniform<i2:f32, 0.5>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<u4:f64, 2.0>>, %a1: tensor<?x?x!quant.uniform<u4:f64:0, {2.0, 0.5}>>) -> (tensor<?x?xi1>) {
  // expected-error @+1 {{'stablehlo.compare' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?x!quant.uniform<u4:f64:0, {2.000000e+00,5.000000e-01}>>'}}
  %r:1 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?x?x!quant.uniform<u4:f64, 2.0>>, tensor<?x?x!quant.uniform<u4:f64:0, {2.0, 0.5}>>) -> (tensor<?x?xi1>)
  return %r#0 : tensor<?x?xi1>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f64, 0.1>>, %a1: tensor<4xf32>) -> (tensor<4xi32>) {
  // expected-error @+1 {{'stablehlo.complex' op operand #0 must be ranked tensor of 32/64-bit float values, but got 'tensor<4x!quant.uniform<u16:f64, 1.000000e-01>>'}}
  %r:1 = "stablehlo.complex"(%a0, %a1) : (tensor<4x!quant.uniform<u16:f64, 0.1>>, tensor<4xf32>) -> (tensor<4xi32>)
  return %r#0 : tensor<4xi32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<u8:f32, 0.5>>) {
  %r:1 = "stablehlo.cosine"(%a0) : (tensor<2x4x!quant.uniform<u8:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<u8:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f64, 1.0>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.cosine' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.cosine"(%a0) : (tensor<2x4x!quant.uniform<u16:f64, 1.0>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<calibrated<f64<0.0:1.0>>>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.cosine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.calibrated<f64<0.000000e+00:1.000000e+00>>>'}}
  %r:1 = "stablehlo.cosine"(%a0) : (tensor<2x4x!quant.calibrated<f64<0.0:1.0>>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<i4:f64, 0.5 : -8>>) -> (tensor<?x?x!quant.calibrated<f64 < -1.0:0.1 > >>) {
  // expected-error @+1 {{'stablehlo.cosine' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?x!quant.calibrated<f64<-1.000000e+00:1.000000e-01>>>'}}
  %r:1 = "stablehlo.cosine"(%a0) : (tensor<?x?x!quant.uniform<i4:f64, 0.5 : -8>>) -> (tensor<?x?x!quant.calibrated<f64<-1.0:0.1>>>)
  return %r#0 : tensor<?x?x!quant.calibrated<f64 < -1.0:0.1 > >>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.any<ui8:f32>>) {
  // expected-error @+1 {{'stablehlo.count_leading_zeros' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4xf32>'}}
  %r:1 = "stablehlo.count_leading_zeros"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.any<ui8:f32>>)
  return %r#0 : tensor<2x4x!quant.any<ui8:f32>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f16, 1.0>>, %a1: tensor<2x4x!quant.uniform<i8:f16, 1.0>>) -> (tensor<2x4x!quant.uniform<i8:f16, 1.0>>) {
  %r:1 = "stablehlo.divide"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f16, 1.0>>, tensor<2x4x!quant.uniform<i8:f16, 1.0>>) -> (tensor<2x4x!quant.uniform<i8:f16, 1.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f16, 1.0>>
}
// -----
func.func @f(%a0: tensor<?x4x!quant.uniform<i32:f32, 0.25>>, %a1: tensor<?x4x!quant.uniform<i32:f32, 0.25>>) -> (tensor<?x4xi32>) {
  // expected-error @+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.divide"(%a0, %a1) : (tensor<?x4x!quant.uniform<i32:f32, 0.25>>, tensor<?x4x!quant.uniform<i32:f32, 0.25>>) -> (tensor<?x4xi32>)
  return %r#0 : tensor<?x4xi32>
}
// -----
func.func @f(%a0: tensor<?x4x!quant.uniform<f8E5M2:f32, 0.25>>, %a1: tensor<?x4x!quant.uniform<u8:f32, 0.25>>) -> (tensor<?x4x!quant.uniform<u8:f32, 0.25>>) {
  // expected-error @+1 {{'stablehlo.divide' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x4x!quant.uniform<f8E5M2:f32, 2.500000e-01>>'}}
  %r:1 = "stablehlo.divide"(%a0, %a1) : (tensor<?x4x!quant.uniform<f8E5M2:f32, 0.25>>, tensor<?x4x!quant.uniform<u8:f32, 0.25>>) -> (tensor<?x4x!quant.uniform<u8:f32, 0.25>>)
  return %r#0 : tensor<?x4x!quant.uniform<u8:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f32, 0x3FD3333333333333>>, %a1: tensor<2x4x!quant.uniform<i16:f32, 0x3FD3333333333333>>) -> (tensor<2x4x!quant.uniform<i16:f32, 0x3FD3333333333333 : 32768>>) {
  // expected-error @+1 {{'stablehlo.divide' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i16:f32, 3.000000e-01:32768>>'}}
  %r:1 = "stablehlo.divide"(%a0, %a1) : (tensor<2x4x!quant.uniform<i16:f32, 0.3>>, tensor<2x4x!quant.uniform<i16:f32, 0.3>>) -> (tensor<2x4x!quant.uniform<i16:f32, 0.3 : 32768>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16:f32, 0x3FD3333333333333 : 32768>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 2.0>>) {
  %r:1 = "stablehlo.exponential"(%a0) : (tensor<2x4x!quant.uniform<u8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<i8:f64, 0.5 : 0>>) -> (tensor<2x?xi8>) {
  // expected-error @+1 {{'stablehlo.exponential' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x?xi8>'}}
  %r:1 = "stablehlo.exponential"(%a0) : (tensor<2x?x!quant.uniform<i8:f64, 0.5>>) -> (tensor<2x?xi8>)
  return %r#0 : tensor<2x?xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f64, 0x4000000000000000 : 1>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.exponential' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.exponential"(%a0) : (tensor<2x4x!quant.uniform<u8:f64, 2.0 : 1>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4xi1>) -> (tensor<2x4x!quant.uniform<u4<0:1>:f32, 0.00392156862745098>>) {
  // expected-error @+1 {{'stablehlo.exponential' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi1>'}}
  %r:1 = "stablehlo.exponential"(%a0) : (tensor<2x4xi1>) -> (tensor<2x4x!quant.uniform<u4<0:1>:f32, 0.00392156862745098>>)
  return %r#0 : tensor<2x4x!quant.uniform<u4<0:1>:f32, 0.00392156862745098>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f64, 2.0>>) {
  %r:1 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2x4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f64, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f64, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i16:f32, 0.001 : 0>>) {
  // expected-error @+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i16:f32, 0.001>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16:f32, 0.001 : 0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32, 1.0>>) -> (tensor<2x4x!quant.any<u16:f32>>) {
  // expected-error @+1 {{'stablehlo.exponential_minus_one' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<u16:f32>>'}}
  %r:1 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2x4x!quant.uniform<u16:f32, 1.0>>) -> (tensor<2x4x!quant.any<u16:f32>>)
  return %r#0 : tensor<2x4x!quant.any<u16:f32>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i7:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:bf16, 2.0>>) {
  // expected-error @+1 {{'stablehlo.exponential_minus_one' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i7:f32, 2.000000e+00>>'}}
  %r:1 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2x4x!quant.uniform<i7:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:bf16, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:bf16, 2.0>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<i8:f32, 1.0>>) -> (tensor<?x?x!quant.uniform<i8:f32, 1.0>>) {
  %r:1 = "stablehlo.floor"(%a0) : (tensor<?x?x!quant.uniform<i8:f32, 1.0>>) -> (tensor<?x?x!quant.uniform<i8:f32, 1.0>>)
  return %r#0 : tensor<?x?x!quant.uniform<i8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 0.5 : 1>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.floor' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.floor"(%a0) : (tensor<2x4x!quant.uniform<u8:f32, 0.5 : 1>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4xi16>) -> (tensor<2x4x!quant.uniform<u32:f16, 0.1 : 1>>) {
  // expected-error @+1 {{'stablehlo.floor' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4xi16>'}}
  %r:1 = "stablehlo.floor"(%a0) : (tensor<2x4xi16>) -> (tensor<2x4x!quant.uniform<u32:f16, 0.1 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u32:f16, 0.1 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i4:bf16, 0.25>>>) -> (tensor<2x4x!quant<uniform<ui3:bf16, 0.25>>>) {
  // expected-error @+1 {{'stablehlo.floor' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<ui3:bf16, 2.500000e-01>>'}}
  %r:1 = "stablehlo.floor"(%a0) : (tensor<2x4x!quant.uniform<i4:bf16, 0.25>>) -> (tensor<2x4x!quant.uniform<ui3:bf16, 0.25>>)
  return %r#0 : tensor<2x4x!quant<uniform<ui3:bf16, 0.25>>>
}
// -----
func.func @f(%a0: tensor<?x4x!quant.uniform<i8:f32, 0.25>>) -> (tensor<?x4xf32>) {
  // expected-error @+1 {{'stablehlo.imag' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<?x4x!quant.uniform<i8:f32, 2.500000e-01>>'}}
  %r:1 = "stablehlo.imag"(%a0) : (tensor<?x4x!quant.uniform<i8:f32, 0.25>>) -> (tensor<?x4xf32>)
  return %r#0 : tensor<?x4xf32>
}
// -----
func.func @f(%a0: tensor<2x?xbf16>) -> (tensor<2x?x!quant.uniform<ui8:f16, 2.0>>) {
  // expected-error @+1 {{'stablehlo.imag' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2x?x!quant.uniform<ui8:f16, 2.000000e+00>>'}}
  %r:1 = "stablehlo.imag"(%a0) : (tensor<2x?xbf16>) -> (tensor<2x?x!quant.uniform<ui8:f16, 2.0>>)
  return %r#0 : tensor<2x?x!quant.uniform<ui8:f16, 2.0>>
}
// -----
func.func @f() -> (tensor<4x!quant.uniform<u8:f32, 1.0>>) {
  %r:1 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> (tensor<4x!quant.uniform<u8:f32, 1.0>>)
  return %r#0 : tensor<4x!quant.uniform<u8:f32, 1.0>>
}
// -----
func.func @f() -> (tensor<4x!quant.uniform<i24:f32, 1.0 : 0>>) {
  // expected-error @+1 {{'stablehlo.iota' op result #0 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i24:f32, 1.000000e+00>>'}}
  %r:1 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> (tensor<4x!quant.uniform<i24:f32, 1.0>>)
  return %r#0 : tensor<4x!quant.uniform<i24:f32, 1.0 : 0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f16, 0.1>>) -> (tensor<2x4xi1>) {
  %r:1 = "stablehlo.is_finite"(%a0) : (tensor<2x4x!quant.uniform<i8:f16, 0.1>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<si8:f32, 0.25>>) -> (tensor<2x4xi1>) {
  // expected-error @+1 {{'stablehlo.is_finite' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<si8:f32, 2.500000e-01>>'}}
  %r:1 = "stablehlo.is_finite"(%a0) : (tensor<2x4x!quant.uniform<si8:f32, 0.25>>) -> (tensor<2x4xi1>)
  return %r#0 : tensor<2x4xi1>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f16, 0.1>>) -> (tensor<2x4x!quant.uniform<i4:f16, 0.1>>) {
  %r:1 = "stablehlo.log"(%a0) : (tensor<2x4x!quant.uniform<i4:f16, 0.1>>) -> (tensor<2x4x!quant.uniform<i4:f16, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f16, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:bf16, 2.0 : 1>>) -> (tensor<2x4xbf16>) {
  // expected-error @+1 {{'stablehlo.log' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.log"(%a0) : (tensor<2x4x!quant.uniform<i4:bf16, 2.0 : 1>>) -> (tensor<2x4xbf16>)
  return %r#0 : tensor<2x4xbf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i32:f32, 0.1 : 1>>) -> (tensor<2x4x!quant.any<i32>>) {
  // expected-error @+1 {{'stablehlo.log' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<i32>>'}}
  %r:1 = "stablehlo.log"(%a0) : (tensor<2x4x!quant.uniform<i32:f32, 0.1 : 1>>) -> (tensor<2x4x!quant.any<i32>>)
  return %r#0 : tensor<2x4x!quant.any<i32>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.any<u4>>) -> (tensor<2x4x!quant.uniform<u4:f64, 0.25 : 0>>) {
  // expected-error @+1 {{'stablehlo.log' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<u4>>'}}
  %r:1 = "stablehlo.log"(%a0) : (tensor<2x4x!quant.any<u4>>) -> (tensor<2x4x!quant.uniform<u4:f64, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<u4:f64, 0.25 : 0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0>>) {
  %r:1 = "stablehlo.log_plus_one"(%a0) : (tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f32, 0.3 : 1>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'stablehlo.log_plus_one' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi32>'}}
  %r:1 = "stablehlo.log_plus_one"(%a0) : (tensor<2x4x!quant.uniform<u32:f32, 0.3 : 1>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x?xf64>) -> (tensor<2x?x!quant<uniform<u32:f64, 2.0>>>) {
  // expected-error @+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.log_plus_one"(%a0) : (tensor<2x?xf64>) -> (tensor<2x?x!quant.uniform<u32:f64, 2.0>>)
  return %r#0 : tensor<2x?x!quant<uniform<u32:f64, 2.0>>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<ui8:f32, 0.25 : -1>>) -> (tensor<2x?x!quant.uniform<ui8:f32, 0.25>>) {
  // expected-error @+1 {{'stablehlo.log_plus_one' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x?x!quant.uniform<ui8:f32, 2.500000e-01:-1>>'}}
  %r:1 = "stablehlo.log_plus_one"(%a0) : (tensor<2x?x!quant.uniform<ui8:f32, 0.25 : -1>>) -> (tensor<2x?x!quant.uniform<ui8:f32, 0.25>>)
  return %r#0 : tensor<2x?x!quant.uniform<ui8:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u4:f16, 0.1>>>) -> (tensor<2x4x!quant<uniform<u4:f16, 0.1>>>) {
  %r:1 = "stablehlo.logistic"(%a0) : (tensor<2x4x!quant.uniform<u4:f16, 0.1>>) -> (tensor<2x4x!quant.uniform<u4:f16, 0.1>>)
  return %r#0 : tensor<2x4x!quant<uniform<u4:f16, 0.1>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f64, 0.25 : -2>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'stablehlo.logistic' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.logistic"(%a0) : (tensor<2x4x!quant.uniform<i4:f64, 0.25 : -2>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32, 0x3FB999999999999A>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.logistic' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.logistic"(%a0) : (tensor<2x4x!quant.uniform<u16:f32, 0.1>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.calibrated<bf16<-1.0:0.1>>>) -> (tensor<2x4x!quant.uniform<ui8:bf16, 0.25 : 254>>) {
  // expected-error @+1 {{'stablehlo.logistic' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.calibrated<bf16<-1.000000e+00:1.000000e-01>>>'}}
  %r:1 = "stablehlo.logistic"(%a0) : (tensor<2x4x!quant.calibrated<bf16<-1.0:0.1>>>) -> (tensor<2x4x!quant.uniform<ui8:bf16, 0.25 : 254>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui8:bf16, 0.25 : 254>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32, 2.0>>, %a1: tensor<2x4x!quant.uniform<i4:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i4:f32, 2.0>>) {
  %r:1 = "stablehlo.maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f32, 2.0>>, tensor<2x4x!quant.uniform<i4:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i4:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 100.0 : 0>>, %a1: tensor<2x4x!quant.uniform<i8:f64, 100.0 : 0>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.maximum' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f64, 100.0>>, tensor<2x4x!quant.uniform<i8:f64, 100.0>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f16, 1.0 : 1>>, %a1: tensor<2x4x!quant.uniform<u16:f16, 1.0 : 1>>) -> (tensor<2x4x!quant.uniform<si16:f16, 1.0 : 1>>) {
  // expected-error @+1 {{'stablehlo.maximum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<si16:f16, 1.000000e+00:1>>'}}
  %r:1 = "stablehlo.maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<u32:f16, 1.0 : 1>>, tensor<2x4x!quant.uniform<u16:f16, 1.0 : 1>>) -> (tensor<2x4x!quant.uniform<si16:f16, 1.0 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<si16:f16, 1.0 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 0.3 : -128>>, %a1: tensor<2x4x!quant.uniform<si8:f64, 0.3 : -128>>) -> (tensor<2x4x!quant.uniform<i8:f64, 0.3 : 128>>) {
  // expected-error @+1 {{'stablehlo.maximum' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<si8:f64, 3.000000e-01:-128>>'}}
  %r:1 = "stablehlo.maximum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f64, 0.3 : -128>>, tensor<2x4x!quant.uniform<si8:f64, 0.3 : -128>>) -> (tensor<2x4x!quant.uniform<i8:f64, 0.3 : 128>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f64, 0.3 : 128>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i8:f16, 0.1>>>, %a1: tensor<2x4x!quant<uniform<i8:f16, 0.1>>>) -> (tensor<2x4x!quant<uniform<i8:f16, 0.1>>>) {
  %r:1 = "stablehlo.minimum"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f16, 0.1>>, tensor<2x4x!quant.uniform<i8:f16, 0.1>>) -> (tensor<2x4x!quant.uniform<i8:f16, 0.1>>)
  return %r#0 : tensor<2x4x!quant<uniform<i8:f16, 0.1>>>
}
// -----
func.func @f(%a0: tensor<2x4xf16>, %a1: tensor<2x4x!quant.uniform<u16:f16, 2.0 : 0>>) -> (tensor<2x4x!quant.uniform<u16:f16, 2.0 : 0>>) {
  // expected-error @+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.minimum"(%a0, %a1) : (tensor<2x4xf16>, tensor<2x4x!quant.uniform<u16:f16, 2.0>>) -> (tensor<2x4x!quant.uniform<u16:f16, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f16, 2.0 : 0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f64, 1.0>>, %a1: tensor<2x4x!quant.uniform<ui16:f64, 1.0>>) -> (tensor<2x4x!quant.any<ui16>>) {
  // expected-error @+1 {{'stablehlo.minimum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<ui16>>'}}
  %r:1 = "stablehlo.minimum"(%a0, %a1) : (tensor<2x4x!quant.uniform<ui16:f64, 1.0>>, tensor<2x4x!quant.uniform<ui16:f64, 1.0>>) -> (tensor<2x4x!quant.any<ui16>>)
  return %r#0 : tensor<2x4x!quant.any<ui16>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant<uniform<u1:f32, 1.0 : 127>>>, %a1: tensor<?x?x!quant<uniform<i8:f32, 1.0 : 127>>>) -> (tensor<?x?x!quant<uniform<i8:f32, 1.0 : 127>>>) {
  // expected-error @+1 {{'stablehlo.minimum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?x!quant.uniform<u1:f32, 1.000000e+00:127>>'}}
  %r:1 = "stablehlo.minimum"(%a0, %a1) : (tensor<?x?x!quant.uniform<u1:f32, 1.0 : 127>>, tensor<?x?x!quant.uniform<i8:f32, 1.0 : 127>>) -> (tensor<?x?x!quant.uniform<i8:f32, 1.0 : 127>>)
  return %r#0 : tensor<?x?x!quant<uniform<i8:f32, 1.0 : 127>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f16, 0.1>>, %a1: tensor<2x4x!quant.uniform<i8:f16, 0.1>>) -> (tensor<2x4x!quant.uniform<i8:f16, 0.1>>) {
  %r:1 = "stablehlo.multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f16, 0.1>>, tensor<2x4x!quant.uniform<i8:f16, 0.1>>) -> (tensor<2x4x!quant.uniform<i8:f16, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f16, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 1.0 : 1>>, %a1: tensor<2x4x!quant.uniform<u8:f32, 1.0 : 1>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.multiply' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<u8:f32, 1.0 : 1>>, tensor<2x4x!quant.uniform<u8:f32, 1.0 : 1>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32, 0.25 : 0>>, %a1: tensor<2x4x!quant.uniform<u16:f32, 0.25 : 0>>) -> (tensor<2x4x!quant.any<u16>>) {
  // expected-error @+1 {{'stablehlo.multiply' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<u16>>'}}
  %r:1 = "stablehlo.multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f32, 0.25>>, tensor<2x4x!quant.uniform<u16:f32, 0.25>>) -> (tensor<2x4x!quant.any<u16>>)
  return %r#0 : tensor<2x4x!quant.any<u16>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f16, 1.0 : 127>>, %a1: tensor<2x4x!quant.uniform<u1:f16, 1.0 : 127>>) -> (tensor<2x4x!quant.uniform<i8:f16, 1.0 : 127>>) {
  // expected-error @+1 {{'stablehlo.multiply' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u1:f16, 1.000000e+00:127>>'}}
  %r:1 = "stablehlo.multiply"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f16, 1.0 : 127>>, tensor<2x4x!quant.uniform<u1:f16, 1.0 : 127>>) -> (tensor<2x4x!quant.uniform<i8:f16, 1.0 : 127>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f16, 1.0 : 127>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i2:f64, 1.0>>>) -> (tensor<2x4x!quant<uniform<i2:f64, 1.0>>>) {
  %r:1 = "stablehlo.negate"(%a0) : (tensor<2x4x!quant.uniform<i2:f64, 1.0>>) -> (tensor<2x4x!quant.uniform<i2:f64, 1.0>>)
  return %r#0 : tensor<2x4x!quant<uniform<i2:f64, 1.0>>>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant<uniform<ui8:f32, 2.0>>>) {
  // expected-error @+1 {{'stablehlo.negate' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.negate"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<ui8:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant<uniform<ui8:f32, 2.0>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.any<u8>>) -> (tensor<2x4x!quant.uniform<u8:f32, 2.0>>) {
  // expected-error @+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<u8>>'}}
  %r:1 = "stablehlo.negate"(%a0) : (tensor<2x4x!quant.any<u8>>) -> (tensor<2x4x!quant.uniform<u8:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f64, 1.0 : 0>>) -> (tensor<2x4x!quant.uniform<u32:f64, 1.0 : -1>>) {
  // expected-error @+1 {{'stablehlo.negate' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u32:f64, 1.000000e+00:-1>>'}}
  %r:1 = "stablehlo.negate"(%a0) : (tensor<2x4x!quant.uniform<u32:f64, 1.0>>) -> (tensor<2x4x!quant.uniform<u32:f64, 1.0 : -1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u32:f64, 1.0 : -1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f16, 0.25 : 1>>) -> (tensor<2x4xbf16>) {
  // expected-error @+1 {{'stablehlo.not' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<i2:f16, 2.500000e-01:1>>'}}
  %r:1 = "stablehlo.not"(%a0) : (tensor<2x4x!quant.uniform<i2:f16, 0.25 : 1>>) -> (tensor<2x4xbf16>)
  return %r#0 : tensor<2x4xbf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.25 : 127>>, %a1: tensor<2x4x!quant.uniform<i8:f32, 0.25 : 127>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.or' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<i8:f32, 2.500000e-01:127>>'}}
  %r:1 = "stablehlo.or"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 0.25 : 127>>, tensor<2x4x!quant.uniform<i8:f32, 0.25 : 127>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32, 0.5 : 1>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<i4:f32, 5.000000e-01:1>>'}}
  %r:1 = "stablehlo.popcnt"(%a0) : (tensor<2x4x!quant.uniform<i4:f32, 0.5 : 1>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i2:f32, 0.3>>>, %a1: tensor<2x4x!quant<uniform<i2:f32, 0.3>>>) -> (tensor<2x4x!quant<uniform<i2:f32, 0.3>>>) {
  %r:1 = "stablehlo.power"(%a0, %a1) : (tensor<2x4x!quant.uniform<i2:f32, 0.3>>, tensor<2x4x!quant.uniform<i2:f32, 0.3>>) -> (tensor<2x4x!quant.uniform<i2:f32, 0.3>>)
  return %r#0 : tensor<2x4x!quant<uniform<i2:f32, 0.3>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f16, 2.0 : 1>>, %a1: tensor<2x4x!quant.uniform<i16:f16, 2.0 : 1>>) -> (tensor<2x4xf16>) {
  // expected-error @+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.power"(%a0, %a1) : (tensor<2x4x!quant.uniform<i16:f16, 2.0 : 1>>, tensor<2x4x!quant.uniform<i16:f16, 2.0 : 1>>) -> (tensor<2x4xf16>)
  return %r#0 : tensor<2x4xf16>
}
// -----
func.func @f(%a0: tensor<?x4x!quant<uniform<i8:f32, 1.0 : 127>>>, %a1: tensor<?x4x!quant<uniform<i7:f32, 1.0 : 127>>>) -> (tensor<?x4xf64>) {
  // expected-error @+1 {{'stablehlo.power' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x4x!quant.uniform<i7:f32, 1.000000e+00:127>>'}}
  %r:1 = "stablehlo.power"(%a0, %a1) : (tensor<?x4x!quant.uniform<i8:f32, 1.0 : 127>>, tensor<?x4x!quant.uniform<i7:f32, 1.0 : 127>>) -> (tensor<?x4xf64>)
  return %r#0 : tensor<?x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>, %a1: tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.1 : -129>>) {
  // expected-error @+1 {{'stablehlo.power' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:f32, 1.000000e-01:-129>>'}}
  %r:1 = "stablehlo.power"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>, tensor<2x4x!quant.uniform<i8:f32, 0.1 : 1>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.1 : -129>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.1 : -129>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f64, 12.5>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.real' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2x4x!quant.uniform<u32:f64, 1.250000e+01>>'}}
  %r:1 = "stablehlo.real"(%a0) : (tensor<2x4x!quant.uniform<u32:f64, 12.5>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<?x?xbf16>) -> (tensor<?x?x!quant.uniform<i2:bf16, 1.0 : 7>>) {
  // expected-error @+1 {{'stablehlo.real' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<?x?x!quant.uniform<i2:bf16, 1.000000e+00:7>>'}}
  %r:1 = "stablehlo.real"(%a0) : (tensor<?x?xbf16>) -> (tensor<?x?x!quant.uniform<i2:bf16, 1.0 : 7>>)
  return %r#0 : tensor<?x?x!quant.uniform<i2:bf16, 1.0 : 7>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u8:f32, 2.0>>, %a1: tensor<2x4x!quant.uniform<u8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 0.1>>) {
  %r:1 = "stablehlo.remainder"(%a0, %a1) : (tensor<2x4x!quant.uniform<u8:f32, 2.0>>, tensor<2x4x!quant.uniform<u8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<u8:f32, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.calibrated<bf16<-0.5:1.25>>>, %a1: tensor<2x4x!quant.uniform<u32:bf16, 0.25>>) -> (tensor<2x4xbf16>) {
  // expected-error @+1 {{'stablehlo.remainder' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.calibrated<bf16<-5.000000e-01:1.250000e+00>>>'}}
  %r:1 = "stablehlo.remainder"(%a0, %a1) : (tensor<2x4x!quant.calibrated<bf16<-0.5:1.25>>>, tensor<2x4x!quant.uniform<u32:bf16, 0.25>>) -> (tensor<2x4xbf16>)
  return %r#0 : tensor<2x4xbf16>
}
// -----
func.func @f(%a0: tensor<2x4xf16>, %a1: tensor<2x4x!quant.uniform<i2:f16, 1.0 : -2>>) -> (tensor<2x4x!quant.uniform<i2:f16, 1.0 : -2>>) {
  // expected-error @+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.remainder"(%a0, %a1) : (tensor<2x4xf16>, tensor<2x4x!quant.uniform<i2:f16, 1.0 : -2>>) -> (tensor<2x4x!quant.uniform<i2:f16, 1.0 : -2>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f16, 1.0 : -2>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.0>>, %a1: tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0 : -129>>) {
  // expected-error @+1 {{'stablehlo.remainder' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:-129>>'}}
  %r:1 = "stablehlo.remainder"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 2.0>>, tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0 : -129>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 2.0 : -129>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f64, 0.1>>) -> (tensor<2x4x!quant.uniform<i2:f64, 0.1>>) {
  %r:1 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x4x!quant.uniform<i2:f64, 0.1>>) -> (tensor<2x4x!quant.uniform<i2:f64, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f64, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<i8:f64, 0.1>>) {
  // expected-error @+1 {{'stablehlo.round_nearest_afz' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x4xf64>) -> (tensor<2x4x!quant.uniform<i8:f64, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f64, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f16, 2.0>>) -> (tensor<2x4x!quant.uniform<ui3:f16, 2.0>>) {
  // expected-error @+1 {{'stablehlo.round_nearest_afz' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<ui3:f16, 2.000000e+00>>'}}
  %r:1 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x4x!quant.uniform<i16:f16, 2.0>>) -> (tensor<2x4x!quant.uniform<ui3:f16, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui3:f16, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i8<-128:126>:f32, 2.0 : 127>>>) -> (tensor<2x4x!quant<uniform<ui8:f32, 2.0 : 127>>>) {
  // expected-error @+1 {{'stablehlo.round_nearest_afz' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i8<-128:126>:f32, 2.000000e+00:127>>'}}
  %r:1 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x4x!quant.uniform<i8<-128:126>:f32, 2.0 : 127>>) -> (tensor<2x4x!quant.uniform<ui8:f32, 2.0 : 127>>)
  return %r#0 : tensor<2x4x!quant<uniform<ui8:f32, 2.0 : 127>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f64, 0.3>>) -> (tensor<2x4x!quant.uniform<i2:f64, 0.3>>) {
  %r:1 = "stablehlo.round_nearest_even"(%a0) : (tensor<2x4x!quant.uniform<i2:f64, 0.3>>) -> (tensor<2x4x!quant.uniform<i2:f64, 0.3>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f64, 0.3>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f64, 0.5>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.round_nearest_even"(%a0) : (tensor<2x4x!quant.uniform<u16:f64, 0.5>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 0.5 : 1>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'stablehlo.round_nearest_even' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.round_nearest_even"(%a0) : (tensor<2x4x!quant.uniform<u4:f32, 0.5 : 1>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<u8:f32, 0x3FD0000000000000>>) {
  // expected-error @+1 {{'stablehlo.round_nearest_even' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.round_nearest_even"(%a0) : (tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<u8:f32, 0.25>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 0x3FD0000000000000>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<u4:f16, 0.3>>) -> (tensor<2x?x!quant.uniform<u4:f16, 0.3>>) {
  %r:1 = "stablehlo.rsqrt"(%a0) : (tensor<2x?x!quant.uniform<u4:f16, 0.3>>) -> (tensor<2x?x!quant.uniform<u4:f16, 0.3>>)
  return %r#0 : tensor<2x?x!quant.uniform<u4:f16, 0.3>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u8:f32, 0.5>>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.rsqrt"(%a0) : (tensor<2x4x!quant.uniform<u8:f32, 0.5>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f64:{1:2, 0:1}, {{4.0 : 1}, {1.0}}>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.rsqrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i2:f64:{1:2, 0:1}, {{4.000000e+00:1}, {1.000000e+00}}>>'}}
  %r:1 = "stablehlo.rsqrt"(%a0) : (tensor<2x4x!quant.uniform<i2:f64:{1:2, 0:1}, {{4.0 : 1}, {1.0}}>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<u1:f32, 0.5>>) {
  // expected-error @+1 {{'stablehlo.rsqrt' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u1:f32, 5.000000e-01>>'}}
  %r:1 = "stablehlo.rsqrt"(%a0) : (tensor<2x4x!quant.uniform<u16:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<u1:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<u1:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.uniform<i8:f32, 2.0>>, %a2: tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0>>) {
  %r:1 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.uniform<i8:f32, 2.0>>, tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i8:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4xf32>, %a2: tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<i4:f32, 2.0>>) {
  // expected-error @+2 {{requires compatible types for non-predicate operands}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4xf32>, tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<i4:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<i4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.uniform<i8:f32, 1.0>>, %a2: tensor<2x4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x4xi8>) {
  // expected-error @+2 {{'stablehlo.select' op inferred type(s) 'tensor<2x4x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x4xi8>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.uniform<i8:f32, 1.0>>, tensor<2x4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.uniform<i4:f64, 1.0 : 0>>, %a2: tensor<2x4x!quant.uniform<i4:f64, 1.0 : -9>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.select' op operand #2 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i4:f64, 1.000000e+00:-9>>'}}
  %r:1 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.uniform<i4:f64, 1.0>>, tensor<2x4x!quant.uniform<i4:f64, 1.0 : -9>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4xi1>, %a1: tensor<2x4x!quant.uniform<i2:f32, 1.25e-05>>, %a2: tensor<2x4x!quant.uniform<i2:f32, 1.25e-05>>) -> (tensor<2x4x!quant.any<i2>>) {
  // expected-error @+1 {{'stablehlo.select' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<i2>>'}}
  %r:1 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2x4xi1>, tensor<2x4x!quant.uniform<i2:f32, 1.25e-05>>, tensor<2x4x!quant.uniform<i2:f32, 1.25e-05>>) -> (tensor<2x4x!quant.any<i2>>)
  return %r#0 : tensor<2x4x!quant.any<i2>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 12.5>>, %a1: tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32, 12.5>>) {
  // expected-error @+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<i8:f32, 1.250000e+01>>'}}
  %r:1 = "stablehlo.shift_left"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32, 12.5>>, tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<i8:f32, 12.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 12.5>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<u8:f64, 0.3>>, %a1: tensor<?x?x!quant.uniform<u8:f64, 0.3>>) -> (tensor<?x?xf64>) {
  // expected-error @+1 {{'stablehlo.shift_right_arithmetic' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<?x?x!quant.uniform<u8:f64, 3.000000e-01>>'}}
  %r:1 = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<?x?x!quant.uniform<u8:f64, 0.3>>, tensor<?x?x!quant.uniform<u8:f64, 0.3>>) -> (tensor<?x?xf64>)
  return %r#0 : tensor<?x?xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i32:f16, 1.0 : 1>>, %a1: tensor<2x4xi16>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'stablehlo.shift_right_logical' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.uniform<i32:f16, 1.000000e+00:1>>'}}
  %r:1 = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2x4x!quant.uniform<i32:f16, 1.0 : 1>>, tensor<2x4xi16>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<i8:f32, 0.5>>) -> (tensor<?x?x!quant.uniform<i8:f32, 0.5>>) {
  %r:1 = "stablehlo.sign"(%a0) : (tensor<?x?x!quant.uniform<i8:f32, 0.5>>) -> (tensor<?x?x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<?x?x!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'stablehlo.sign' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.sign"(%a0) : (tensor<2x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i8:f32:0, {0.5, 0.5}>>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.sign' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>'}}
  %r:1 = "stablehlo.sign"(%a0) : (tensor<2x4x!quant.uniform<i8:f32:0, {0.5, 0.5}>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4xf32>) -> (tensor<2x4x!quant<uniform<f8E4M3FN:f32, 0.1>>>) {
  // expected-error @+1 {{'stablehlo.sign' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<f8E4M3FN:f32, 1.000000e-01>>'}}
  %r:1 = "stablehlo.sign"(%a0) : (tensor<2x4xf32>) -> (tensor<2x4x!quant.uniform<f8E4M3FN:f32, 0.1>>)
  return %r#0 : tensor<2x4x!quant<uniform<f8E4M3FN:f32, 0.1>>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<u16:f32, 0.1>>) -> (tensor<?x?x!quant.uniform<u16:f32, 0.1>>) {
  %r:1 = "stablehlo.sine"(%a0) : (tensor<?x?x!quant.uniform<u16:f32, 0.1>>) -> (tensor<?x?x!quant.uniform<u16:f32, 0.1>>)
  return %r#0 : tensor<?x?x!quant.uniform<u16:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<u8:f32, 0.5 : 0>>) -> (tensor<2x?xbf16>) {
  // expected-error @+1 {{'stablehlo.sine' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.sine"(%a0) : (tensor<2x?x!quant.uniform<u8:f32, 0.5>>) -> (tensor<2x?xbf16>)
  return %r#0 : tensor<2x?xbf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:bf16, 0.25 : -2>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'stablehlo.sine' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.sine"(%a0) : (tensor<2x4x!quant.uniform<i2:bf16, 0.25 : -2>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<u8:f32, 1.0>>) {
  // expected-error @+1 {{'stablehlo.sine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.sine"(%a0) : (tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<u8:f32, 1.0>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<i8:f16, 0.1>>) -> (tensor<?x?x!quant.uniform<i8:f16, 0.1>>) {
  %r:1 = "stablehlo.sqrt"(%a0) : (tensor<?x?x!quant.uniform<i8:f16, 0.1>>) -> (tensor<?x?x!quant.uniform<i8:f16, 0.1>>)
  return %r#0 : tensor<?x?x!quant.uniform<i8:f16, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f16, 0.5 : 1>>) -> (tensor<2x4xf16>) {
  // expected-error @+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.sqrt"(%a0) : (tensor<2x4x!quant.uniform<i2:f16, 0.5 : 1>>) -> (tensor<2x4xf16>)
  return %r#0 : tensor<2x4xf16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:f16:0, {1.0 : -32768, 0.5 : -32768}>>) -> (tensor<2x4xf16>) {
  // expected-error @+1 {{'stablehlo.sqrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<i16:f16:0, {1.000000e+00:-32768,5.000000e-01:-32768}>>'}}
  %r:1 = "stablehlo.sqrt"(%a0) : (tensor<2x4x!quant.uniform<i16:f16:0, {1.0 : -32768, 0.5 : -32768}>>) -> (tensor<2x4xf16>)
  return %r#0 : tensor<2x4xf16>
}
// -----
func.func @f(%a0: tensor<?x4x!quant.uniform<i2<-2:1>:f32, 0.1>>) -> (tensor<?x4x!quant.uniform<i2:f32, 0.1 : 2>>) {
  // expected-error @+1 {{'stablehlo.sqrt' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x4x!quant.uniform<i2:f32, 1.000000e-01:2>>'}}
  %r:1 = "stablehlo.sqrt"(%a0) : (tensor<?x4x!quant.uniform<i2<-2:1>:f32, 0.1>>) -> (tensor<?x4x!quant.uniform<i2:f32, 0.1 : 2>>)
  return %r#0 : tensor<?x4x!quant.uniform<i2:f32, 0.1 : 2>>
}
// -----
func.func @f(%a0: tensor<2x?x!quant.uniform<u4:f32, 0.5>>, %a1: tensor<2x?x!quant.uniform<u4:f32, 0.5>>) -> (tensor<2x?x!quant.uniform<u4:f32, 0.5>>) {
  %r:1 = "stablehlo.subtract"(%a0, %a1) : (tensor<2x?x!quant.uniform<u4:f32, 0.5>>, tensor<2x?x!quant.uniform<u4:f32, 0.5>>) -> (tensor<2x?x!quant.uniform<u4:f32, 0.5>>)
  return %r#0 : tensor<2x?x!quant.uniform<u4:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f16, 0.5>>, %a1: tensor<2x4xi16>) -> (tensor<2x4x!quant.uniform<u16:f16, 0.5 : 1>>) {
  // expected-error @+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.subtract"(%a0, %a1) : (tensor<2x4x!quant.uniform<u16:f16, 0.5>>, tensor<2x4xi16>) -> (tensor<2x4x!quant.uniform<u16:f16, 0.5 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u16:f16, 0.5 : 1>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<u16:f32, 0x3FB999999999999A>>, %a1: tensor<?x?x!quant.any<u16:f32>>) -> (tensor<?x?x!quant.uniform<u16:f32, 0x3FB999999999999A>>) {
  // expected-error @+1 {{'stablehlo.subtract' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?x!quant.any<u16:f32>>'}}
  %r:1 = "stablehlo.subtract"(%a0, %a1) : (tensor<?x?x!quant.uniform<u16:f32, 0.1>>, tensor<?x?x!quant.any<u16:f32>>) -> (tensor<?x?x!quant.uniform<u16:f32, 0.1>>)
  return %r#0 : tensor<?x?x!quant.uniform<u16:f32, 0x3FB999999999999A>>
}
// -----
func.func @f(%a0: tensor<?x4x!quant<uniform<i8:f32, 0.25 : 1>>>, %a1: tensor<?x4x!quant<uniform<i8:f32, 0.25 : 1>>>) -> (tensor<?x4x!quant<uniform<i7:f32, 0.25 : 1>>>) {
  // expected-error @+1 {{'stablehlo.subtract' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x4x!quant.uniform<i7:f32, 2.500000e-01:1>>'}}
  %r:1 = "stablehlo.subtract"(%a0, %a1) : (tensor<?x4x!quant.uniform<i8:f32, 0.25 : 1>>, tensor<?x4x!quant.uniform<i8:f32, 0.25 : 1>>) -> (tensor<?x4x!quant.uniform<i7:f32, 0.25 : 1>>)
  return %r#0 : tensor<?x4x!quant<uniform<i7:f32, 0.25 : 1>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<i2:f32, 0.5>>) {
  %r:1 = "stablehlo.tan"(%a0) : (tensor<2x4x!quant.uniform<i2:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<i2:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i2:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i2:f32, 100.0>>) -> (tensor<2x4xi8>) {
  // expected-error @+1 {{'stablehlo.tan' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.tan"(%a0) : (tensor<2x4x!quant.uniform<i2:f32, 100.0>>) -> (tensor<2x4xi8>)
  return %r#0 : tensor<2x4xi8>
}
// -----
func.func @f(%a0: tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<u8:f16, 2.0 : 255>>) {
  // expected-error @+1 {{'stablehlo.tan' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi8>'}}
  %r:1 = "stablehlo.tan"(%a0) : (tensor<2x4xi8>) -> (tensor<2x4x!quant.uniform<u8:f16, 2.0 : 255>>)
  return %r#0 : tensor<2x4x!quant.uniform<u8:f16, 2.0 : 255>>
}
// -----
func.func @f(%a0: tensor<?x4xbf16>) -> (tensor<?x4x!quant.uniform<i16:f32, 2.0 : -32768>>) {
  // expected-error @+1 {{'stablehlo.tan' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.tan"(%a0) : (tensor<?x4xbf16>) -> (tensor<?x4x!quant.uniform<i16:f32, 2.0 : -32768>>)
  return %r#0 : tensor<?x4x!quant.uniform<i16:f32, 2.0 : -32768>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.5>>) {
  %r:1 = "stablehlo.tanh"(%a0) : (tensor<2x4x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i32:f32, 2.0 : 1>>>) -> (tensor<2x4xi32>) {
  // expected-error @+1 {{'stablehlo.tanh' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xi32>'}}
  %r:1 = "stablehlo.tanh"(%a0) : (tensor<2x4x!quant.uniform<i32:f32, 2.0 : 1>>) -> (tensor<2x4xi32>)
  return %r#0 : tensor<2x4xi32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui16:f64, 1.0 : 1>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.tanh"(%a0) : (tensor<2x4x!quant.uniform<ui16:f64, 1.0 : 1>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<?x?xi16>) -> (tensor<?x?x!quant.uniform<ui16:f32, 0x3FF0000000000000 : 1>>) {
  // expected-error @+1 {{'stablehlo.tanh' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?xi16>'}}
  %r:1 = "stablehlo.tanh"(%a0) : (tensor<?x?xi16>) -> (tensor<?x?x!quant.uniform<ui16:f32, 1.0 : 1>>)
  return %r#0 : tensor<?x?x!quant.uniform<ui16:f32, 0x3FF0000000000000 : 1>>
}
// -----
func.func @f(%a0: tensor<4x4x!quant.uniform<i4:f16, 0.001>>, %a1: tensor<4x3xf16>) -> (tensor<4x3x!quant.uniform<i4:f16, 0.001>>) {
  // expected-error @+1 {{'stablehlo.triangular_solve' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4x4x!quant.uniform<i4:f16, 1.000000e-03>>'}}
  %r:1 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4x!quant.uniform<i4:f16, 0.001>>, tensor<4x3xf16>) -> (tensor<4x3x!quant.uniform<i4:f16, 0.001>>)
  return %r#0 : tensor<4x3x!quant.uniform<i4:f16, 0.001>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.any<u8:f16>>, %a1: tensor<2x4x!quant.uniform<u8:f16, 1.0 : 1>>) -> (tensor<2x4xf16>) {
  // expected-error @+1 {{'stablehlo.xor' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x4x!quant.any<u8:f16>>'}}
  %r:1 = "stablehlo.xor"(%a0, %a1) : (tensor<2x4x!quant.any<u8:f16>>, tensor<2x4x!quant.uniform<u8:f16, 1.0 : 1>>) -> (tensor<2x4xf16>)
  return %r#0 : tensor<2x4xf16>
}
