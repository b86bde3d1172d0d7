// Operations that move quantized elements: programs that break a rule, and valid ones.
// The verdicts are those of a model of StableHLO's rules that was written apart from the verifiers.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func @f(%a0: tensor<2x!quant.uniform<u8:f16, 0.5 : 1>>) -> (tensor<2xi8>) {
  %r:1 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x!quant.uniform<u8:f16, 0.5 : 1>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {0.5 : 1, 0.5 : 1}>>) -> (tensor<2xi8>) {
  %r:1 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x!quant.uniform<i8:f32:0, {0.5 : 1, 0.5 : 1}>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<2x3xi8>) -> (tensor<2x3x!quant<any<i8>>>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x3x!quant.any<i8>>'}}
  %r:1 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x3xi8>) -> (tensor<2x3x!quant.any<i8>>)
  return %r#0 : tensor<2x3x!quant<any<i8>>>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i24:f32, 0.5 : 1>>) -> (tensor<2xi8>) {
  // expected-error @+1 {{'stablehlo.bitcast_convert' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.uniform<i24:f32, 5.000000e-01:1>>'}}
  %r:1 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x!quant.uniform<i24:f32, 0.5 : 1>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<u8:f32, 0.5 : 1>>) -> (tensor<2xf64>) {
  // expected-error @+1 {{rank of smaller element type (1) should be 1 more than rank of larger element type (1), but 1 != 1 + 1.}}
  %r:1 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x!quant.uniform<u8:f32, 0.5 : 1>>) -> (tensor<2xf64>)
  return %r#0 : tensor<2xf64>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<u8:f16, 0.5 : 1>>) -> (tensor<2x3xi4>) {
  // expected-error @+1 {{requires compatible bit widths. Got: 'tensor<2x!quant.uniform<u8:f16, 5.000000e-01:1>>' and 'tensor<2x3xi4>', but 4 * 3 != 8.}}
  %r:1 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x!quant.uniform<u8:f16, 0.5 : 1>>) -> (tensor<2x3xi4>)
  return %r#0 : tensor<2x3xi4>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<ui16:f32, 0.5 : 0>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 0.5 : 0>>) {
  %r:1 = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<ui16:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<ui16:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui16:f32, 0.5 : 0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f32, 0.001>>) -> (tensor<2x4x!quant.any<u4:f32>>) {
  // expected-error @+1 {{'stablehlo.broadcast' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<u4:f32>>'}}
  %r:1 = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<u4:f32, 0.001>>) -> (tensor<2x4x!quant.any<u4:f32>>)
  return %r#0 : tensor<2x4x!quant.any<u4:f32>>
}
// -----
func.func @f(%a0: tensor<4xf32>) -> (tensor<2x4x!quant.uniform<ui8:f32:0, {0.25, 0.5}>>) {
  // expected-error @+1 {{'stablehlo.broadcast' op requires the same element type for all operands and results}}
  %r:1 = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 2>}> : (tensor<4xf32>) -> (tensor<2x4x!quant.uniform<ui8:f32:0, {0.25, 0.5}>>)
  return %r#0 : tensor<2x4x!quant.uniform<ui8:f32:0, {0.25, 0.5}>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u1:f32, 0x3FB999999999999A : 1>>) -> (tensor<2x4x!quant.uniform<u32:f32, 0x3FB999999999999A : 1>>) {
  // expected-error @+1 {{'stablehlo.broadcast' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<u1:f32, 1.000000e-01:1>>'}}
  %r:1 = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<u1:f32, 0.1 : 1>>) -> (tensor<2x4x!quant.uniform<u32:f32, 0.1 : 1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u32:f32, 0x3FB999999999999A : 1>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<u8:f64, 1.0>>) -> (tensor<2x3x!quant.uniform<u8:f64, 1.0>>) {
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<u8:f64, 1.0>>) -> (tensor<2x3x!quant.uniform<u8:f64, 1.0>>)
  return %r#0 : tensor<2x3x!quant.uniform<u8:f64, 1.0>>
}
// -----
func.func @f(%a0: tensor<3x1x!quant.uniform<i2:f32:1, {0.5}>>) -> (tensor<2x3x!quant.uniform<i2:f32:0, {0.5, 0.5}>>) {
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<3x1x!quant.uniform<i2:f32:1, {0.5}>>) -> (tensor<2x3x!quant.uniform<i2:f32:0, {0.5, 0.5}>>)
  return %r#0 : tensor<2x3x!quant.uniform<i2:f32:0, {0.5, 0.5}>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<u32:f64, 2.0>>) -> (tensor<2x3xf64>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<u32:f64, 2.0>>) -> (tensor<2x3xf64>)
  return %r#0 : tensor<2x3xf64>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<u8:f32:10, {0.5}>>) -> (tensor<2x3x4xf32>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<1x!quant.uniform<u8:f32:10, {5.000000e-01}>>'}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1x!quant.uniform<u8:f32:10, {0.5}>>) -> (tensor<2x3x4xf32>)
  return %r#0 : tensor<2x3x4xf32>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i2:f32, 0.1 : 1>>) -> (tensor<2x3x4x!quant.any<i2>>) {
  // expected-error @+1 {{'stablehlo.broadcast_in_dim' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x3x4x!quant.any<i2>>'}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i2:f32, 0.1 : 1>>) -> (tensor<2x3x4x!quant.any<i2>>)
  return %r#0 : tensor<2x3x4x!quant.any<i2>>
}
// -----
func.func @f(%a0: tensor<?x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x3x!quant.uniform<ui16:f32, 0.25>>) {
  // expected-error @+1 {{expect same quantization scale and zero_point but got 'tensor<?x!quant.uniform<ui16:f32, 1.000000e-01>>' vs 'tensor<2x3x!quant.uniform<ui16:f32, 2.500000e-01>>'}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<?x!quant.uniform<ui16:f32, 0.1>>) -> (tensor<2x3x!quant.uniform<ui16:f32, 0.25>>)
  return %r#0 : tensor<2x3x!quant.uniform<ui16:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<i4:f16, 0.25 : 0>>) -> (tensor<2x3x!quant.uniform<i4:f16, 0.25 : 0>>) {
  // expected-error @+1 {{broadcast_dimensions size (2) does not match operand rank (1)}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<1x!quant.uniform<i4:f16, 0.25>>) -> (tensor<2x3x!quant.uniform<i4:f16, 0.25>>)
  return %r#0 : tensor<2x3x!quant.uniform<i4:f16, 0.25 : 0>>
}
// -----
func.func @f(%a0: tensor<1x!quant<uniform<u4:f32:0, {2.0}>>>) -> (tensor<2x3x4x!quant<uniform<u4:f32:0, {0.5, 0.5}>>>) {
  // expected-error @+1 {{mismatch result scale 0 (5.000000e-01) and operand scale 0 (2.000000e+00)}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<u4:f32:0, {2.0}>>) -> (tensor<2x3x4x!quant.uniform<u4:f32:0, {0.5, 0.5}>>)
  return %r#0 : tensor<2x3x4x!quant<uniform<u4:f32:0, {0.5, 0.5}>>>
}
// -----
func.func @f(%a0: tensor<1x1x!quant.uniform<i4:f32:0, {0.1}>>) -> (tensor<2x3x4x!quant.uniform<i4:f32:0, {0.1, 0.5}>>) {
  // expected-error @+1 {{result quantization_dimension 0 not same as broadcast_dimensions[0] = 1}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<1x1x!quant.uniform<i4:f32:0, {0.1}>>) -> (tensor<2x3x4x!quant.uniform<i4:f32:0, {0.1, 0.5}>>)
  return %r#0 : tensor<2x3x4x!quant.uniform<i4:f32:0, {0.1, 0.5}>>
}
// -----
func.func @f(%a0: tensor<3x4x!quant.uniform<i16:f64, 100.0 : 1>>) -> (tensor<2x3x4x!quant.uniform<i16:f64, 100.0 : 1>>) {
  // expected-error @+1 {{broadcast_dimensions contains invalid value 3 for result with rank 3}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 3>}> : (tensor<3x4x!quant.uniform<i16:f64, 100.0 : 1>>) -> (tensor<2x3x4x!quant.uniform<i16:f64, 100.0 : 1>>)
  return %r#0 : tensor<2x3x4x!quant.uniform<i16:f64, 100.0 : 1>>
}
// -----
func.func @f(%a0: tensor<4x1x!quant.uniform<i8:f16:1, {2.0}>>) -> (tensor<2x3x4x!quant.uniform<i8:f16:0, {2.0, 1.0}>>) {
  // expected-error @+1 {{size of operand dimension 0 (4) is not equal to 1 or size of result dimension 0 (2)}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 2>}> : (tensor<4x1x!quant.uniform<i8:f16:1, {2.0}>>) -> (tensor<2x3x4x!quant.uniform<i8:f16:0, {2.0, 1.0}>>)
  return %r#0 : tensor<2x3x4x!quant.uniform<i8:f16:0, {2.0, 1.0}>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<u16:f16:0, {2.0 : 1}>>) -> (tensor<2x3x!quant.uniform<u16:f16:1, {2.0, 2.0 : 1, 2.0 : 1}>>) {
  // expected-error @+1 {{mismatch result zero_point 0 (0) and operand zero_point 0 (1)}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1x!quant.uniform<u16:f16:0, {2.0 : 1}>>) -> (tensor<2x3x!quant.uniform<u16:f16:1, {2.0, 2.0 : 1, 2.0 : 1}>>)
  return %r#0 : tensor<2x3x!quant.uniform<u16:f16:1, {2.0, 2.0 : 1, 2.0 : 1}>>
}
// -----
func.func @f(%a0: tensor<1x1x!quant.uniform<i4:f64:0, {0.5 : 1}>>) -> (tensor<2x3x!quant.uniform<i4:f64:1, {0.5 : 1 , 0.5 : 1 , 2.0 : 1}>>) {
  // expected-error @+1 {{broadcast_dimensions should not have duplicates}}
  %r:1 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<1x1x!quant.uniform<i4:f64:0, {0.5 : 1}>>) -> (tensor<2x3x!quant.uniform<i4:f64:1, {0.5 : 1, 0.5 : 1, 2.0 : 1}>>)
  return %r#0 : tensor<2x3x!quant.uniform<i4:f64:1, {0.5 : 1 , 0.5 : 1 , 2.0 : 1}>>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<ui8:f64, 0.5>>, %a1: tensor<4x!quant.uniform<ui8:f64, 0.5>>) -> (tensor<6x!quant.uniform<ui8:f64, 0.5>>) {
  %r:1 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2x!quant.uniform<ui8:f64, 0.5>>, tensor<4x!quant.uniform<ui8:f64, 0.5>>) -> (tensor<6x!quant.uniform<ui8:f64, 0.5>>)
  return %r#0 : tensor<6x!quant.uniform<ui8:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f64, 0.25 : 1>>, %a1: tensor<4x!quant.uniform<i8:f64, 0.25 : 1>>) -> (tensor<6xf64>) {
  // expected-error @+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %r:1 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2x!quant.uniform<i8:f64, 0.25 : 1>>, tensor<4x!quant.uniform<i8:f64, 0.25 : 1>>) -> (tensor<6xf64>)
  return %r#0 : tensor<6xf64>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i16:f32, 1.0 : 32767>>, %a1: tensor<4xi16>) -> (tensor<6x!quant.calibrated<f32 < -1.0:0.1 > >>) {
  // expected-error @+1 {{'stablehlo.concatenate' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<6x!quant.calibrated<f32<-1.000000e+00:1.000000e-01>>>'}}
  %r:1 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2x!quant.uniform<i16:f32, 1.0 : 32767>>, tensor<4xi16>) -> (tensor<6x!quant.calibrated<f32<-1.0:0.1>>>)
  return %r#0 : tensor<6x!quant.calibrated<f32 < -1.0:0.1 > >>
}
// -----
func.func @f(%a0: tensor<2x!quant.any<i8:f16>>, %a1: tensor<4x!quant.uniform<i8:f16, 0.5 : 1>>) -> (tensor<6x!quant.uniform<i8:f16, 0.5 : 1>>) {
  // expected-error @+1 {{'stablehlo.concatenate' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.any<i8:f16>>'}}
  %r:1 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2x!quant.any<i8:f16>>, tensor<4x!quant.uniform<i8:f16, 0.5 : 1>>) -> (tensor<6x!quant.uniform<i8:f16, 0.5 : 1>>)
  return %r#0 : tensor<6x!quant.uniform<i8:f16, 0.5 : 1>>
}
// -----
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 0.5>>, %a1: tensor<3xi64>) -> (tensor<2x3x4xf32>) {
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<3xi64>) -> (tensor<2x3x4xf32>)
  return %r#0 : tensor<2x3x4xf32>
}
// -----
func.func @f(%a0: tensor<1x!quant<uniform<u32:f32:0, {1.0}>>>, %a1: tensor<3xi64>) -> (tensor<2x3x4xf32>) {
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1x!quant.uniform<u32:f32:0, {1.0}>>, tensor<3xi64>) -> (tensor<2x3x4xf32>)
  return %r#0 : tensor<2x3x4xf32>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<ui16:f16:1, {1.0}>>, %a1: tensor<3xi64>) -> (tensor<2x3x4xi16>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<1x!quant.uniform<ui16:f16:1, {1.000000e+00}>>'}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1x!quant.uniform<ui16:f16:1, {1.0}>>, tensor<3xi64>) -> (tensor<2x3x4xi16>)
  return %r#0 : tensor<2x3x4xi16>
}
// -----
func.func @f(%a0: tensor<3x2x!quant.uniform<u4:f64, 0.1 : 0>>, %a1: tensor<2xi64>) -> (tensor<2x3x!quant.any<u8>>) {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x3x!quant.any<u8>>'}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<3x2x!quant.uniform<u4:f64, 0.1>>, tensor<2xi64>) -> (tensor<2x3x!quant.any<u8>>)
  return %r#0 : tensor<2x3x!quant.any<u8>>
}
// -----
func.func @f(%a0: tensor<1x2x!quant.uniform<u4:f32, 1.0>>, %a1: tensor<3xi64>) -> (tensor<2x3x4x!quant.uniform<u4:f32, 1.0>>) {
  // expected-error @+1 {{broadcast_dimensions should not have duplicates}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<1x2x!quant.uniform<u4:f32, 1.0>>, tensor<3xi64>) -> (tensor<2x3x4x!quant.uniform<u4:f32, 1.0>>)
  return %r#0 : tensor<2x3x4x!quant.uniform<u4:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x3x!quant.uniform<u8:f32, 0.5>>, %a1: tensor<3xi64>) -> (tensor<?x3x4x!quant.uniform<u8:f32, 0.5>>) {
  // expected-error @+1 {{broadcast_dimensions contains invalid value 3 for result with rank 3}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 3>}> : (tensor<2x3x!quant.uniform<u8:f32, 0.5>>, tensor<3xi64>) -> (tensor<?x3x4x!quant.uniform<u8:f32, 0.5>>)
  return %r#0 : tensor<?x3x4x!quant.uniform<u8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<3x1xi8>, %a1: tensor<3xi64>) -> (tensor<2x?x4x!quant.uniform<u4:f64:0, {0.1 : 1, 0.1 : 1}>>) {
  // expected-error @+1 {{expects operand and result to have compatible element type. Got: 'tensor<3x1xi8>' and 'tensor<2x?x4x!quant.uniform<u4:f64:0, {1.000000e-01:1,1.000000e-01:1}>>'}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<3x1xi8>, tensor<3xi64>) -> (tensor<2x?x4x!quant.uniform<u4:f64:0, {0.1 : 1, 0.1 : 1}>>)
  return %r#0 : tensor<2x?x4x!quant.uniform<u4:f64:0, {0.1 : 1, 0.1 : 1}>>
}
// -----
func.func @f(%a0: tensor<1x4x!quant.uniform<u8:f32, 2.0 : 1>>, %a1: tensor<3xi64>) -> (tensor<2x3x4x!quant.uniform<u8:f32, 2.0>>) {
  // expected-error @+1 {{size of operand dimension 1 (4) is not compatible with size of result dimension 1 (3)}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x4x!quant.uniform<u8:f32, 2.0 : 1>>, tensor<3xi64>) -> (tensor<2x3x4x!quant.uniform<u8:f32, 2.0>>)
  return %r#0 : tensor<2x3x4x!quant.uniform<u8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<1x1x!quant.uniform<i4:f32, 2.0 : 1>>, %a1: tensor<2xi64>) -> (tensor<2x3x!quant.uniform<i4:f32, 2.0 : 1>>) {
  // expected-error @+1 {{broadcast_dimensions size (1) does not match operand rank (2)}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1x1x!quant.uniform<i4:f32, 2.0 : 1>>, tensor<2xi64>) -> (tensor<2x3x!quant.uniform<i4:f32, 2.0 : 1>>)
  return %r#0 : tensor<2x3x!quant.uniform<i4:f32, 2.0 : 1>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<u8:f16:0, {0.5}>>, %a1: tensor<2xi64>) -> (tensor<?x3x!quant.uniform<u8:f16:0, {0.5, 2.0}>>) {
  // expected-error @+1 {{mismatch result scale 1 (2.000000e+00) and operand scale 0 (5.000000e-01)}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<u8:f16:0, {0.5}>>, tensor<2xi64>) -> (tensor<?x3x!quant.uniform<u8:f16:0, {0.5, 2.0}>>)
  return %r#0 : tensor<?x3x!quant.uniform<u8:f16:0, {0.5, 2.0}>>
}
// -----
func.func @f(%a0: tensor<1x1x!quant.uniform<u8:f32:1, {1.0}>>, %a1: tensor<3xi64>) -> (tensor<2x3x?x!quant.uniform<u8:f32:0, {1.0, 0.5}>>) {
  // expected-error @+1 {{result quantization_dimension 0 not same as broadcast_dimensions[1] = 2}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<1x1x!quant.uniform<u8:f32:1, {1.0}>>, tensor<3xi64>) -> (tensor<2x3x?x!quant.uniform<u8:f32:0, {1.0, 0.5}>>)
  return %r#0 : tensor<2x3x?x!quant.uniform<u8:f32:0, {1.0, 0.5}>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<ui16:f32:0, {2.0 : 65535}>>, %a1: tensor<2xi64>) -> (tensor<2x?x!quant.uniform<ui16:f32:1, {2.0, 2.0}>>) {
  // expected-error @+1 {{mismatch result zero_point 0 (0) and operand zero_point 0 (65535)}}
  %r:1 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<1x!quant.uniform<ui16:f32:0, {2.0 : 65535}>>, tensor<2xi64>) -> (tensor<2x?x!quant.uniform<ui16:f32:1, {2.0, 2.0}>>)
  return %r#0 : tensor<2x?x!quant.uniform<ui16:f32:1, {2.0, 2.0}>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f64, 0.1>>, %a1: tensor<!quant.uniform<u8:f64, 0.1>>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) -> (tensor<?x!quant.uniform<u8:f64, 0.1>>) {
  %r:1 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4x!quant.uniform<u8:f64, 0.1>>, tensor<!quant.uniform<u8:f64, 0.1>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x!quant.uniform<u8:f64, 0.1>>)
  return %r#0 : tensor<?x!quant.uniform<u8:f64, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i16:f32, 0.3>>, %a1: tensor<!quant.uniform<i16:f32, 0.3>>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) -> (tensor<?xi16>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %r:1 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4x!quant.uniform<i16:f32, 0.3>>, tensor<!quant.uniform<i16:f32, 0.3>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?xi16>)
  return %r#0 : tensor<?xi16>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f64, 1.0>>, %a1: tensor<!quant.uniform<u16:f64, 1.0>>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) -> (tensor<?x!quant.uniform<u7:f64, 1.0>>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x!quant.uniform<u7:f64, 1.000000e+00>>'}}
  %r:1 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4x!quant.uniform<u16:f64, 1.0>>, tensor<!quant.uniform<u16:f64, 1.0>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x!quant.uniform<u7:f64, 1.0>>)
  return %r#0 : tensor<?x!quant.uniform<u7:f64, 1.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.25 : 0>>, %a1: tensor<!quant.uniform<i8:f32:{}, {4.0 : 1 , 4.0 : 0}>>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) -> (tensor<?x!quant.uniform<i8:f32, 0.25 : 0>>) {
  // expected-error @+1 {{'stablehlo.dynamic_pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.uniform<i8:f32:{}, {4.000000e+00:1, 4.000000e+00}>>'}}
  %r:1 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4x!quant.uniform<i8:f32, 0.25>>, tensor<!quant.uniform<i8:f32:{}, {4.0 : 1, 4.0}>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x!quant.uniform<i8:f32, 0.25>>)
  return %r#0 : tensor<?x!quant.uniform<i8:f32, 0.25 : 0>>
}
// -----
func.func @f(%a0: tensor<1x4x!quant<uniform<i8:f32, 1.0>>>, %a1: tensor<1xi64>) -> (tensor<?xi16>) {
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<1x4x!quant.uniform<i8:f32, 1.0>>, tensor<1xi64>) -> (tensor<?xi16>)
  return %r#0 : tensor<?xi16>
}
// -----
func.func @f(%a0: tensor<1x?x!quant<uniform<u32:f32:1, {0.1 : 1, 0.5 : 1}>>>, %a1: tensor<1xi64>) -> (tensor<4xf32>) {
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<1x?x!quant.uniform<u32:f32:1, {0.1 : 1, 0.5 : 1}>>, tensor<1xi64>) -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i1:f64, 12.5 : 15>>, %a1: tensor<2xi64>) -> (tensor<3x?xf64>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.uniform<i1:f64, 1.250000e+01:15>>'}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x4x!quant.uniform<i1:f64, 12.5 : 15>>, tensor<2xi64>) -> (tensor<3x?xf64>)
  return %r#0 : tensor<3x?xf64>
}
// -----
func.func @f(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0 : -128>>, %a1: tensor<3xi64>) -> (tensor<6x4xf32>) {
  // expected-error @+1 {{result should have a rank equal to the number of elements in output_shape}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0 : -128>>, tensor<3xi64>) -> (tensor<6x4xf32>)
  return %r#0 : tensor<6x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 0x3FE0000000000000>>, %a1: tensor<3xi64>) -> (tensor<2x2x2x!quant.any<u4>>) {
  // expected-error @+1 {{'stablehlo.dynamic_reshape' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2x2x!quant.any<u4>>'}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x4x!quant.uniform<u4:f32, 0.5>>, tensor<3xi64>) -> (tensor<2x2x2x!quant.any<u4>>)
  return %r#0 : tensor<2x2x2x!quant.any<u4>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i4:f32, 0.5>>, %a1: tensor<2xi64>) -> (tensor<3x3x!quant.uniform<i4:f32, 0.5>>) {
  // expected-error @+1 {{number of output elements (9) doesn't match expected number of elements (8)}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x4x!quant.uniform<i4:f32, 0.5>>, tensor<2xi64>) -> (tensor<3x3x!quant.uniform<i4:f32, 0.5>>)
  return %r#0 : tensor<3x3x!quant.uniform<i4:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f64, 1.0>>, %a1: tensor<2xi64>) -> (tensor<4x1x!quant.uniform<ui8:f64, 1.0>>) {
  // expected-error @+1 {{expect same quantization scale and zero_point but got 'tensor<4x!quant.uniform<u16:f64, 1.000000e+00>>' vs 'tensor<4x1x!quant.uniform<ui8:f64, 1.000000e+00>>'}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<4x!quant.uniform<u16:f64, 1.0>>, tensor<2xi64>) -> (tensor<4x1x!quant.uniform<ui8:f64, 1.0>>)
  return %r#0 : tensor<4x1x!quant.uniform<ui8:f64, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<i8:f32:0, {2.0, 0.5}>>>, %a1: tensor<3xi64>) -> (tensor<2x2x2x!quant<uniform<i8:f32:0, {0.5, 0.5}>>>) {
  // expected-error @+1 {{expect same quantization scales and zero_points but got 'tensor<2x4x!quant.uniform<i8:f32:0, {2.000000e+00,5.000000e-01}>>' vs 'tensor<2x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,5.000000e-01}>>'}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32:0, {2.0, 0.5}>>, tensor<3xi64>) -> (tensor<2x2x2x!quant.uniform<i8:f32:0, {0.5, 0.5}>>)
  return %r#0 : tensor<2x2x2x!quant<uniform<i8:f32:0, {0.5, 0.5}>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u4:f32:0, {0.5, 0.5}>>>, %a1: tensor<3xi64>) -> (tensor<2x2x2x!quant<uniform<u4:f32:2, {0.5, 0.5}>>>) {
  // expected-error @+1 {{product of dimensions before quantization dimension must match between operand and result for 1 and 4}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x4x!quant.uniform<u4:f32:0, {0.5, 0.5}>>, tensor<3xi64>) -> (tensor<2x2x2x!quant.uniform<u4:f32:2, {0.5, 0.5}>>)
  return %r#0 : tensor<2x2x2x!quant<uniform<u4:f32:2, {0.5, 0.5}>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<ui16:bf16:0, {2.0, 0.5, 2.0, 0.25}>>, %a1: tensor<2xi64>) -> (tensor<?x1x!quant.uniform<ui16:bf16:1, {2.0}>>) {
  // expected-error @+1 {{expect same quantization dimension size for operand and result 'tensor<4x!quant.uniform<ui16:bf16:0, {2.000000e+00,5.000000e-01,2.000000e+00,2.500000e-01}>>' and 'tensor<?x1x!quant.uniform<ui16:bf16:1, {2.000000e+00}>>'}}
  %r:1 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<4x!quant.uniform<ui16:bf16:0, {2.0, 0.5, 2.0, 0.25}>>, tensor<2xi64>) -> (tensor<?x1x!quant.uniform<ui16:bf16:1, {2.0}>>)
  return %r#0 : tensor<?x1x!quant.uniform<ui16:bf16:1, {2.0}>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f64, 2.0>>, %a1: tensor<i64>) -> (tensor<2x!quant.uniform<u8:f64, 2.0>>) {
  %r:1 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<u8:f64, 2.0>>, tensor<i64>) -> (tensor<2x!quant.uniform<u8:f64, 2.0>>)
  return %r#0 : tensor<2x!quant.uniform<u8:f64, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:f32, 0.25 : -8>>, %a1: tensor<i64>) -> (tensor<2x!quant.any<i4>>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.any<i4>>'}}
  %r:1 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<i4:f32, 0.25 : -8>>, tensor<i64>) -> (tensor<2x!quant.any<i4>>)
  return %r#0 : tensor<2x!quant.any<i4>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f32, 0.25>>, %a1: tensor<i64>) -> (tensor<2x!quant.uniform<u8:f32, 0.1>>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %r:1 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<u8:f32, 0.25>>, tensor<i64>) -> (tensor<2x!quant.uniform<u8:f32, 0.1>>)
  return %r#0 : tensor<2x!quant.uniform<u8:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<u8:f32:0, {{0.25}}>>>, %a1: tensor<i64>) -> (tensor<2x!quant<uniform<u8:f32, 0.25>>>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<u8:f32:0, {2.500000e-01}>>'}}
  %r:1 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<u8:f32:0, {{0.25}}>>, tensor<i64>) -> (tensor<2x!quant.uniform<u8:f32, 0.25>>)
  return %r#0 : tensor<2x!quant<uniform<u8:f32, 0.25>>>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<i4:f32, 1.0>>>, %a1: tensor<2x!quant<uniform<i4:f32, 1.0>>>, %a2: tensor<i64>) -> (tensor<4x!quant<uniform<i4:f32, 1.0>>>) {
  %r:1 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4x!quant.uniform<i4:f32, 1.0>>, tensor<2x!quant.uniform<i4:f32, 1.0>>, tensor<i64>) -> (tensor<4x!quant.uniform<i4:f32, 1.0>>)
  return %r#0 : tensor<4x!quant<uniform<i4:f32, 1.0>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f32, 0.1 : 1>>, %a1: tensor<2x!quant.uniform<u8:f32, 0.1 : 1>>, %a2: tensor<i64>) -> (tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  %r:1 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4x!quant.uniform<u8:f32, 0.1 : 1>>, tensor<2x!quant.uniform<u8:f32, 0.1 : 1>>, tensor<i64>) -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<u32:f32, 2.0>>>, %a1: tensor<2x!quant<uniform<u32:f32, 2.0>>>, %a2: tensor<i64>) -> (tensor<4x!quant<uniform<u1:f32, 2.0>>>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<u1:f32, 2.000000e+00>>'}}
  %r:1 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4x!quant.uniform<u32:f32, 2.0>>, tensor<2x!quant.uniform<u32:f32, 2.0>>, tensor<i64>) -> (tensor<4x!quant.uniform<u1:f32, 2.0>>)
  return %r#0 : tensor<4x!quant<uniform<u1:f32, 2.0>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u32:f32, 0.1>>, %a1: tensor<2x!quant.uniform<u32:f32:0, {0.1, 0.5}>>, %a2: tensor<i64>) -> (tensor<4x!quant.uniform<u32:f32, 0.1>>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.uniform<u32:f32:0, {1.000000e-01,5.000000e-01}>>'}}
  %r:1 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4x!quant.uniform<u32:f32, 0.1>>, tensor<2x!quant.uniform<u32:f32:0, {0.1, 0.5}>>, tensor<i64>) -> (tensor<4x!quant.uniform<u32:f32, 0.1>>)
  return %r#0 : tensor<4x!quant.uniform<u32:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 0.5>>, %a1: tensor<1xi64>) -> (tensor<4x!quant.uniform<u4:f32, 0.5>>) {
  %r:1 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x4x!quant.uniform<u4:f32, 0.5>>, tensor<1xi64>) -> (tensor<4x!quant.uniform<u4:f32, 0.5>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 0.1>>, %a1: tensor<1xi64>) -> (tensor<4xi8>) {
  // expected-error @+1 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  %r:1 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x4x!quant.uniform<i8:f64, 0.1>>, tensor<1xi64>) -> (tensor<4xi8>)
  return %r#0 : tensor<4xi8>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<ui8:f16, 0.1>>, %a1: tensor<1xi64>) -> (tensor<4x!quant.calibrated<f16<0.1:0.3>>>) {
  // expected-error @+1 {{'stablehlo.gather' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<f16<1.000000e-01:3.000000e-01>>>'}}
  %r:1 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x4x!quant.uniform<ui8:f16, 0.1>>, tensor<1xi64>) -> (tensor<4x!quant.calibrated<f16<0.1:0.3>>>)
  return %r#0 : tensor<4x!quant.calibrated<f16<0.1:0.3>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4<0:14>:f32, 0x3FD0000000000000 : 15>>, %a1: tensor<1xi64>) -> (tensor<4x!quant.uniform<u4:f32, 0x3FD0000000000000 : 15>>) {
  // expected-error @+1 {{'stablehlo.gather' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u4<0:14>:f32, 2.500000e-01:15>>'}}
  %r:1 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>}> : (tensor<2x4x!quant.uniform<u4<0:14>:f32, 0.25 : 15>>, tensor<1xi64>) -> (tensor<4x!quant.uniform<u4:f32, 0.25 : 15>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f32, 0x3FD0000000000000 : 15>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.1>>) -> (tensor<i32>) {
  %r:1 = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2x4x!quant.uniform<i8:f32, 0.1>>) -> (tensor<i32>)
  return %r#0 : tensor<i32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:bf16:0, {0.25, 0.5}>>) -> (tensor<i32>) {
  %r:1 = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2x4x!quant.uniform<u16:bf16:0, {0.25, 0.5}>>) -> (tensor<i32>)
  return %r#0 : tensor<i32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.any<i8>>) -> (tensor<i16>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x!quant.any<i8>>'}}
  %r:1 = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2x4x!quant.any<i8>>) -> (tensor<i16>)
  return %r#0 : tensor<i16>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32:f64, 0.25>>) -> (tensor<f32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op result #0 must be ranked tensor of 32-bit signless integer values, but got 'tensor<f32>'}}
  %r:1 = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2x4x!quant.uniform<u32:f64, 0.25>>) -> (tensor<f32>)
  return %r#0 : tensor<f32>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.3>>, %a1: tensor<2x!quant.uniform<i8:f32, 0.3>>) -> (tensor<4x!quant.uniform<i8:f32, 0.3>>, tensor<2x!quant.uniform<i8:f32, 0.3>>) {
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<4x!quant.uniform<i8:f32, 0.3>>, tensor<2x!quant.uniform<i8:f32, 0.3>>) -> (tensor<4x!quant.uniform<i8:f32, 0.3>>, tensor<2x!quant.uniform<i8:f32, 0.3>>)
  return %r#0, %r#1 : tensor<4x!quant.uniform<i8:f32, 0.3>>, tensor<2x!quant.uniform<i8:f32, 0.3>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.5>>, %a1: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<4xf32>, tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0}}
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<4xf32>, tensor<2x!quant.uniform<i8:f32, 0.5>>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<2x!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f32, 0.1>>, %a1: tensor<2x!quant.uniform<u16:f32, 0.1>>) -> (tensor<4x!quant.any<u16:f32>>, tensor<2x!quant.uniform<u16:f32, 0.1>>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'tensor<4x!quant.any<u16:f32>>'}}
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<4x!quant.uniform<u16:f32, 0.1>>, tensor<2x!quant.uniform<u16:f32, 0.1>>) -> (tensor<4x!quant.any<u16:f32>>, tensor<2x!quant.uniform<u16:f32, 0.1>>)
  return %r#0, %r#1 : tensor<4x!quant.any<u16:f32>>, tensor<2x!quant.uniform<u16:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<i8:f32, 0.5 : 1>>>, %a1: tensor<2x!quant<uniform<f8E5M2:f32, 0.5 : 1>>>) -> (tensor<4x!quant<uniform<i8:f32, 0.5 : 1>>>, tensor<2x!quant<uniform<i8:f32, 0.5 : 1>>>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'tensor<2x!quant.uniform<f8E5M2:f32, 5.000000e-01:1>>'}}
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>, tensor<2x!quant.uniform<f8E5M2:f32, 0.5 : 1>>) -> (tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>, tensor<2x!quant.uniform<i8:f32, 0.5 : 1>>)
  return %r#0, %r#1 : tensor<4x!quant<uniform<i8:f32, 0.5 : 1>>>, tensor<2x!quant<uniform<i8:f32, 0.5 : 1>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.5>>, %a1: tensor<!quant.uniform<i8:f32, 0.5>>) -> (tensor<6x!quant.uniform<i8:f32, 0.5>>) {
  %r:1 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> (tensor<6x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<6x!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<i8<0:1>:f64, 2.0 : 1>>>, %a1: tensor<!quant<uniform<i8<0:1>:f64, 2.0 : 1>>>) -> (tensor<6xf64>) {
  // expected-error @+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %r:1 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4x!quant.uniform<i8<0:1>:f64, 2.0 : 1>>, tensor<!quant.uniform<i8<0:1>:f64, 2.0 : 1>>) -> (tensor<6xf64>)
  return %r#0 : tensor<6xf64>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i2:f32, 1.0>>, %a1: tensor<!quant.uniform<i2:f16, 1.0>>) -> (tensor<6x!quant.uniform<i2:f32, 1.0 : 7>>) {
  // expected-error @+1 {{'stablehlo.pad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<6x!quant.uniform<i2:f32, 1.000000e+00:7>>'}}
  %r:1 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4x!quant.uniform<i2:f32, 1.0>>, tensor<!quant.uniform<i2:f16, 1.0>>) -> (tensor<6x!quant.uniform<i2:f32, 1.0 : 7>>)
  return %r#0 : tensor<6x!quant.uniform<i2:f32, 1.0 : 7>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:bf16, 2.0 : 128>>, %a1: tensor<!quant.uniform<i8:bf16, 2.0>>) -> (tensor<6x!quant.uniform<i8:bf16, 2.0>>) {
  // expected-error @+1 {{'stablehlo.pad' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i8:bf16, 2.000000e+00:128>>'}}
  %r:1 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4x!quant.uniform<i8:bf16, 2.0 : 128>>, tensor<!quant.uniform<i8:bf16, 2.0>>) -> (tensor<6x!quant.uniform<i8:bf16, 2.0>>)
  return %r#0 : tensor<6x!quant.uniform<i8:bf16, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f32, 0.5>>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> (tensor<?x!quant.uniform<u8:f32, 0.5>>) {
  %r:1 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x!quant.uniform<u8:f32, 0.5>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x!quant.uniform<u8:f32, 0.5>>)
  return %r#0 : tensor<?x!quant.uniform<u8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f32, 0.1>>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> (tensor<?xf64>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %r:1 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x!quant.uniform<u8:f32, 0.1>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?xf64>)
  return %r#0 : tensor<?xf64>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u32:f32:0, {2.0, 0.5, 2.0, 0.25}>>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> (tensor<?x!quant.uniform<u32:f32:0, {2.0, 0.5}>>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<u32:f32:0, {2.000000e+00,5.000000e-01,2.000000e+00,2.500000e-01}>>'}}
  %r:1 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x!quant.uniform<u32:f32:0, {2.0, 0.5, 2.0, 0.25}>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x!quant.uniform<u32:f32:0, {2.0, 0.5}>>)
  return %r#0 : tensor<?x!quant.uniform<u32:f32:0, {2.0, 0.5}>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f16, 2.0>>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> (tensor<?x!quant.uniform<u8:f16:{0:1, 1:2}, {{0.5, 2.0}, {0.5, 2.0}}>>) {
  // expected-error @+1 {{'stablehlo.real_dynamic_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x!quant.uniform<u8:f16:{0:1, 1:2}, {{5.000000e-01, 2.000000e+00}, {5.000000e-01, 2.000000e+00}}>>'}}
  %r:1 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4x!quant.uniform<u8:f16, 2.0>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x!quant.uniform<u8:f16:{0:1, 1:2}, {{0.5, 2.0}, {0.5, 2.0}}>>)
  return %r#0 : tensor<?x!quant.uniform<u8:f16:{0:1, 1:2}, {{0.5, 2.0}, {0.5, 2.0}}>>
}
// -----
func.func @f(%a0: tensor<?x4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<4x!quant.uniform<i8:f64, 0.5>>) {
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<?x4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<4x!quant.uniform<i8:f64, 0.5>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<?x!quant.uniform<i32:f32:0, {0.1, 0.5}>>) -> (tensor<4x1x!quant.uniform<i32:f32:1, {0.1}>>) {
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<?x!quant.uniform<i32:f32:0, {0.1, 0.5}>>) -> (tensor<4x1x!quant.uniform<i32:f32:1, {0.1}>>)
  return %r#0 : tensor<4x1x!quant.uniform<i32:f32:1, {0.1}>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:bf16, 1.0 : -8>>) -> (tensor<4x1xi8>) {
  // expected-error @+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<4x!quant.uniform<i4:bf16, 1.0 : -8>>) -> (tensor<4x1xi8>)
  return %r#0 : tensor<4x1xi8>
}
// -----
func.func @f(%a0: tensor<1x4x!quant.uniform<u4:f64, 0.5>>) -> (tensor<4x!quant.any<u4>>) {
  // expected-error @+1 {{'stablehlo.reshape' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.any<u4>>'}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<1x4x!quant.uniform<u4:f64, 0.5>>) -> (tensor<4x!quant.any<u4>>)
  return %r#0 : tensor<4x!quant.any<u4>>
}
// -----
func.func @f(%a0: tensor<1x4x!quant.uniform<i2:f32:10, {0.1 : -2, 0.5 : -2}>>) -> (tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<1x4x!quant.uniform<i2:f32:10, {1.000000e-01:-2,5.000000e-01:-2}>>'}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<1x4x!quant.uniform<i2:f32:10, {0.1 : -2, 0.5 : -2}>>) -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 0.25>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{expect same quantization scale and zero_point but got 'tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01>>' vs 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>'}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 0.25>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0>>)
  return %r#0 : tensor<2x3x!quant.uniform<i8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i32:f32, 0.1>>) -> (tensor<3x3x!quant.uniform<i32:f32, 0.1>>) {
  // expected-error @+1 {{number of output elements (9) doesn't match expected number of elements (8)}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<2x4x!quant.uniform<i32:f32, 0.1>>) -> (tensor<3x3x!quant.uniform<i32:f32, 0.1>>)
  return %r#0 : tensor<3x3x!quant.uniform<i32:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<ui8:f16:0, {0.25, 0.5, 2.0, 0.25}>>) -> (tensor<4x1x!quant.uniform<ui8:f16:1, {0.25}>>) {
  // expected-error @+1 {{expect same quantization dimension size for operand and result 'tensor<4x!quant.uniform<ui8:f16:0, {2.500000e-01,5.000000e-01,2.000000e+00,2.500000e-01}>>' and 'tensor<4x1x!quant.uniform<ui8:f16:1, {2.500000e-01}>>'}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<4x!quant.uniform<ui8:f16:0, {0.25, 0.5, 2.0, 0.25}>>) -> (tensor<4x1x!quant.uniform<ui8:f16:1, {0.25}>>)
  return %r#0 : tensor<4x1x!quant.uniform<ui8:f16:1, {0.25}>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u8:bf16:0, {0.1, 0.5}>>>) -> (tensor<2x2x2x!quant<uniform<u8:bf16:1, {0.1, 0.5}>>>) {
  // expected-error @+1 {{product of dimensions before quantization dimension must match between operand and result for 1 and 2}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<2x4x!quant.uniform<u8:bf16:0, {0.1, 0.5}>>) -> (tensor<2x2x2x!quant.uniform<u8:bf16:1, {0.1, 0.5}>>)
  return %r#0 : tensor<2x2x2x!quant<uniform<u8:bf16:1, {0.1, 0.5}>>>
}
// -----
func.func @f(%a0: tensor<2x3x4x!quant.uniform<ui8:f64:0, {0.1, 0.5}>>) -> (tensor<2x12x!quant.uniform<ui8:f64:0, {0.1, 100.0}>>) {
  // expected-error @+1 {{expect same quantization scales and zero_points but got 'tensor<2x3x4x!quant.uniform<ui8:f64:0, {1.000000e-01,5.000000e-01}>>' vs 'tensor<2x12x!quant.uniform<ui8:f64:0, {1.000000e-01,1.000000e+02}>>'}}
  %r:1 = "stablehlo.reshape"(%a0) : (tensor<2x3x4x!quant.uniform<ui8:f64:0, {0.1, 0.5}>>) -> (tensor<2x12x!quant.uniform<ui8:f64:0, {0.1, 100.0}>>)
  return %r#0 : tensor<2x12x!quant.uniform<ui8:f64:0, {0.1, 100.0}>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f32, 0.25>>) -> (tensor<4x!quant.uniform<u8:f32, 0.25>>) {
  %r:1 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<4x!quant.uniform<u8:f32, 0.25>>) -> (tensor<4x!quant.uniform<u8:f32, 0.25>>)
  return %r#0 : tensor<4x!quant.uniform<u8:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:f32, 0.3 : 1>>) -> (tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.reverse' op requires the same element type for all operands and results}}
  %r:1 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<4x!quant.uniform<i4:f32, 0.3 : 1>>) -> (tensor<4xi1>)
  return %r#0 : tensor<4xi1>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:bf16, 2.0 : 128>>) -> (tensor<4xi8>) {
  // expected-error @+1 {{'stablehlo.reverse' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i8:bf16, 2.000000e+00:128>>'}}
  %r:1 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<4x!quant.uniform<i8:bf16, 2.0 : 128>>) -> (tensor<4xi8>)
  return %r#0 : tensor<4xi8>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f16, 0.25>>) -> (tensor<4x!quant.any<i8>>) {
  // expected-error @+1 {{'stablehlo.reverse' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.any<i8>>'}}
  %r:1 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<4x!quant.uniform<i8:f16, 0.25>>) -> (tensor<4x!quant.any<i8>>)
  return %r#0 : tensor<4x!quant.any<i8>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f64, 0.1>>) -> (tensor<2x!quant.uniform<u8:f64, 0.1>>) {
  %r:1 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4x!quant.uniform<u8:f64, 0.1>>) -> (tensor<2x!quant.uniform<u8:f64, 0.1>>)
  return %r#0 : tensor<2x!quant.uniform<u8:f64, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:bf16, 1.0>>) -> (tensor<2xi8>) {
  // expected-error @+1 {{'stablehlo.slice' op requires the same element type for all operands and results}}
  %r:1 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4x!quant.uniform<i4:bf16, 1.0>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<u4:f32, 0.5 : 1>>>) -> (tensor<2x!quant<any<u4>>>) {
  // expected-error @+1 {{'stablehlo.slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.any<u4>>'}}
  %r:1 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4x!quant.uniform<u4:f32, 0.5 : 1>>) -> (tensor<2x!quant.any<u4>>)
  return %r#0 : tensor<2x!quant<any<u4>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.calibrated<f64<0.0:1.0>>>) -> (tensor<2x!quant.uniform<i2:f64, 0.5 : 1>>) {
  // expected-error @+1 {{'stablehlo.slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<f64<0.000000e+00:1.000000e+00>>>'}}
  %r:1 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4x!quant.calibrated<f64<0.0:1.0>>>) -> (tensor<2x!quant.uniform<i2:f64, 0.5 : 1>>)
  return %r#0 : tensor<2x!quant.uniform<i2:f64, 0.5 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:f32, 2.0>>) -> (tensor<4x!quant.uniform<i4:f32, 2.0>>) {
  %r:1 = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<!quant.uniform<i4:f32, 2.0>>, %x1: tensor<!quant.uniform<i4:f32, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i4:f32, 2.0>>, tensor<!quant.uniform<i4:f32, 2.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }) : (tensor<4x!quant.uniform<i4:f32, 2.0>>) -> (tensor<4x!quant.uniform<i4:f32, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<i4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:bf16, 0.1>>) -> (tensor<4x!quant.uniform<u16:bf16, 0.1>>) {
  // expected-error @+1 {{comparator block argument #1 should be of type 'tensor<!quant.uniform<u16:bf16, 1.000000e-01>>' but got 'tensor<!quant.uniform<u16:f32, 1.000000e-01>>'}}
  %r:1 = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<!quant.uniform<u16:bf16, 0.1>>, %x1: tensor<!quant.uniform<u16:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u16:bf16, 0.1>>, tensor<!quant.uniform<u16:f32, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }) : (tensor<4x!quant.uniform<u16:bf16, 0.1>>) -> (tensor<4x!quant.uniform<u16:bf16, 0.1>>)
  return %r#0 : tensor<4x!quant.uniform<u16:bf16, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8<0:1>:f32, 0x4000000000000000>>) -> (tensor<4x!quant.any<i8<0:1>>>) {
  // expected-error @+1 {{'stablehlo.sort' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.any<i8<0:1>>>'}}
  %r:1 = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8<0:1>:f32, 2.0>>, %x1: tensor<!quant.uniform<i8<0:1>:f32, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8<0:1>:f32, 2.0>>, tensor<!quant.uniform<i8<0:1>:f32, 2.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }) : (tensor<4x!quant.uniform<i8<0:1>:f32, 2.0>>) -> (tensor<4x!quant.any<i8<0:1>>>)
  return %r#0 : tensor<4x!quant.any<i8<0:1>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f64, 0.1 : 1>>) -> (tensor<4x!quant.uniform<u16:f64, 0.1 : 1>>) {
  // expected-error @+2 {{'stablehlo.sort' op inferred type(s) 'tensor<4x!quant.uniform<u4:f64, 1.000000e-01:1>>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<u16:f64, 1.000000e-01:1>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f64, 0.1 : 1>>, %x1: tensor<!quant.uniform<u4:f64, 0.1 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f64, 0.1 : 1>>, tensor<!quant.uniform<u4:f64, 0.1 : 1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }) : (tensor<4x!quant.uniform<u4:f64, 0.1 : 1>>) -> (tensor<4x!quant.uniform<u16:f64, 0.1 : 1>>)
  return %r#0 : tensor<4x!quant.uniform<u16:f64, 0.1 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f64:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<4x!quant.uniform<u4:f64, 2.0>>) {
  // expected-error @+1 {{'stablehlo.sort' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<u4:f64:0, {2.000000e+00,5.000000e-01,2.000000e+00,2.500000e-01}>>'}}
  %r:1 = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f64, 2.0>>, %x1: tensor<!quant.uniform<u4:f64, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f64, 2.0>>, tensor<!quant.uniform<u4:f64, 2.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }) : (tensor<4x!quant.uniform<u4:f64:0, {2.0, 0.5, 2.0, 0.25}>>) -> (tensor<4x!quant.uniform<u4:f64, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f64, 2.0>>
}
// -----
func.func @f(%a0: tensor<3x!quant.uniform<i8:f32, 0.5>>) -> (tensor<3x!quant.uniform<i8:f32, 0.5>>) {
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<3x!quant.uniform<i8:f32, 0.5>>) -> (tensor<3x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<3x!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<i8:f32:0, {0.5 : 0}>>) -> (tensor<1x!quant.uniform<i8:f32:0, {0.5 : 0}>>) {
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>)
  return %r#0 : tensor<1x!quant.uniform<i8:f32:0, {0.5 : 0}>>
}
// -----
func.func @f(%a0: tensor<3x?x!quant<uniform<i16:f32, 0.25>>>) -> (tensor<1x3xi8>) {
  // expected-error @+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<3x?x!quant.uniform<i16:f32, 0.25>>) -> (tensor<1x3xi8>)
  return %r#0 : tensor<1x3xi8>
}
// -----
func.func @f(%a0: tensor<3x3x!quant.uniform<i4:f16, 1.0 : 8>>) -> (tensor<3x3xi8>) {
  // expected-error @+1 {{'stablehlo.transpose' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<3x3x!quant.uniform<i4:f16, 1.000000e+00:8>>'}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<3x3x!quant.uniform<i4:f16, 1.0 : 8>>) -> (tensor<3x3xi8>)
  return %r#0 : tensor<3x3xi8>
}
// -----
func.func @f(%a0: tensor<1x2x!quant.uniform<i8:f32, 12.5>>) -> (tensor<1x2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{expect same quantization scale and zero_point but got 'tensor<1x2x!quant.uniform<i8:f32, 1.250000e+01>>' vs 'tensor<1x2x!quant.uniform<i8:f32, 1.000000e+00>>'}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<1x2x!quant.uniform<i8:f32, 12.5>>) -> (tensor<1x2x!quant.uniform<i8:f32, 1.0>>)
  return %r#0 : tensor<1x2x!quant.uniform<i8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<2x!quant<uniform<i32:f32, 0.25>>>) -> (tensor<2x!quant<uniform<si4:f32, 0.25>>>) {
  // expected-error @+1 {{'stablehlo.transpose' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.uniform<si4:f32, 2.500000e-01>>'}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<2x!quant.uniform<i32:f32, 0.25>>) -> (tensor<2x!quant.uniform<si4:f32, 0.25>>)
  return %r#0 : tensor<2x!quant<uniform<si4:f32, 0.25>>>
}
// -----
func.func @f(%a0: tensor<2x3x!quant.uniform<i16:f32, 2.0>>) -> (tensor<3x2x!quant.uniform<i16:f32, 2.0>>) {
  // expected-error @+2 {{TransposeOp operand rank 2 does not match permutation size 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0, 2>}> : (tensor<2x3x!quant.uniform<i16:f32, 2.0>>) -> (tensor<3x2x!quant.uniform<i16:f32, 2.0>>)
  return %r#0 : tensor<3x2x!quant.uniform<i16:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<3x2x!quant<uniform<i16:bf16, 0.1>>>) -> (tensor<3x2x!quant<uniform<i16:bf16, 0.1>>>) {
  // expected-error @+2 {{attribute permutation must be a permutation of [0, 1] but got 0, 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0, 0>}> : (tensor<3x2x!quant.uniform<i16:bf16, 0.1>>) -> (tensor<3x2x!quant.uniform<i16:bf16, 0.1>>)
  return %r#0 : tensor<3x2x!quant<uniform<i16:bf16, 0.1>>>
}
// -----
func.func @f(%a0: tensor<1x!quant.uniform<i32:bf16:0, {2.0}>>) -> (tensor<1x!quant.uniform<i32:bf16:0, {0.25}>>) {
  // expected-error @+1 {{expect same quantization scales and zero_points but got 'tensor<1x!quant.uniform<i32:bf16:0, {2.000000e+00}>>' vs 'tensor<1x!quant.uniform<i32:bf16:0, {2.500000e-01}>>'}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<1x!quant.uniform<i32:bf16:0, {2.0}>>) -> (tensor<1x!quant.uniform<i32:bf16:0, {0.25}>>)
  return %r#0 : tensor<1x!quant.uniform<i32:bf16:0, {0.25}>>
}
// -----
func.func @f(%a0: tensor<1x1x!quant.uniform<ui8:f32:1, {2.0}>>) -> (tensor<1x1x!quant.uniform<ui8:f32:1, {2.0}>>) {
  // expected-error @+1 {{operand quantization_dimension 1 is not same as permutation[1] = 0}}
  %r:1 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<1x1x!quant.uniform<ui8:f32:1, {2.0}>>) -> (tensor<1x1x!quant.uniform<ui8:f32:1, {2.0}>>)
  return %r#0 : tensor<1x1x!quant.uniform<ui8:f32:1, {2.0}>>
}
