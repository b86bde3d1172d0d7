// Computations that accumulate quantized elements: programs that break a rule, and valid ones.
// The verdicts are those of a model of StableHLO's rules that was written apart from the verifiers.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func @f(%a0: tensor<4x!quant.uniform<i32:f32, 1.0>>, %a1: tensor<4x!quant.uniform<i32:f32, 1.0>>) -> (tensor<4x!quant.uniform<i32:f32, 1.0>>) {
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f32, 1.0>>, %x1: tensor<!quant.uniform<i32:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f32, 1.0>>, tensor<!quant.uniform<i32:f32, 1.0>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 1.0>>
  }) : (tensor<4x!quant.uniform<i32:f32, 1.0>>, tensor<4x!quant.uniform<i32:f32, 1.0>>) -> (tensor<4x!quant.uniform<i32:f32, 1.0>>)
  return %r#0 : tensor<4x!quant.uniform<i32:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u8:f32, 0.25>>, %a1: tensor<4x!quant.uniform<u8:f32, 0.25>>) -> (tensor<4x!quant.uniform<u8:f32, 1.0>>) {
  // expected-error @+2 {{'stablehlo.map' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u8:f32, 0.25>>, %x1: tensor<!quant.uniform<u8:f32, 0.25>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u8:f32, 0.25>>, tensor<!quant.uniform<u8:f32, 0.25>>) -> tensor<f32>
      stablehlo.return %y : tensor<f32>
  }) : (tensor<4x!quant.uniform<u8:f32, 0.25>>, tensor<4x!quant.uniform<u8:f32, 0.25>>) -> (tensor<4x!quant.uniform<u8:f32, 1.0>>)
  return %r#0 : tensor<4x!quant.uniform<u8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 2.0>>, %a1: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error @+2 {{element type of operands and computation arguments must match, but got: '!quant.uniform<i8:f32, 2.000000e+00>' and '!quant.uniform<i8:f32, 2.000000e+00:-127>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 2.0>>, %x1: tensor<!quant.uniform<i8:f32, 2.0 : -127>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i8:f32, 2.0 : -127>>) -> tensor<!quant.uniform<i8:f32, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 2.0>>
  }) : (tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<4x!quant.uniform<i8:f32, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4xi32>, %a1: tensor<4x!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>) -> (tensor<4x!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>) {
  // expected-error @+2 {{element type of operands and computation arguments must match, but got: 'i32' and '!quant.uniform<u32<0:1>:bf16, 2.500000e-01:1>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>, %x1: tensor<!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>, tensor<!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>) -> tensor<bf16>
      stablehlo.return %y : tensor<bf16>
  }) : (tensor<4xi32>, tensor<4x!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>) -> (tensor<4x!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>)
  return %r#0 : tensor<4x!quant.uniform<u32<0:1>:bf16, 0.25 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:f16, 2.0>>, %a1: tensor<4x!quant.uniform<i4:f16, 2.0>>) -> (tensor<4x!quant.uniform<i4:f16, 2.0 : 19>>) {
  // expected-error @+1 {{'stablehlo.map' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i4:f16, 2.000000e+00:19>>'}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i4:f16, 2.0>>, %x1: tensor<!quant.uniform<i4:f16, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i4:f16, 2.0>>, tensor<!quant.uniform<i4:f16, 2.0>>) -> tensor<!quant.uniform<i4:f16, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i4:f16, 2.0>>
  }) : (tensor<4x!quant.uniform<i4:f16, 2.0>>, tensor<4x!quant.uniform<i4:f16, 2.0>>) -> (tensor<4x!quant.uniform<i4:f16, 2.0 : 19>>)
  return %r#0 : tensor<4x!quant.uniform<i4:f16, 2.0 : 19>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f64, 0.25>>, %a1: tensor<4x!quant.uniform<u4:f64, 0.25>>) -> (tensor<4x!quant.uniform<u4:f64, 0.25>>) {
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f64, 0.25>>, %x1: tensor<!quant.uniform<u4:f64, 0.25>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f64, 0.25>>, tensor<!quant.uniform<u4:f64, 0.25>>) -> tensor<!quant.calibrated<f64<0.1:0.3>>>
      // expected-error @+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.calibrated<f64<1.000000e-01:3.000000e-01>>>'}}
      stablehlo.return %y : tensor<!quant.calibrated<f64<0.1:0.3>>>
  }) : (tensor<4x!quant.uniform<u4:f64, 0.25>>, tensor<4x!quant.uniform<u4:f64, 0.25>>) -> (tensor<4x!quant.uniform<u4:f64, 0.25>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f64, 0.25>>
}
// -----
func.func @f(%a0: tensor<4xi8>, %a1: tensor<4x!quant.uniform<i8:f16, 0x3FE0000000000000 : 1>>) -> (tensor<4x!quant.uniform<i8:f16, 0x3FE0000000000000 : 1>>) {
  // expected-error @+2 {{element type of operands and computation arguments must match, but got: 'i8' and '!quant.uniform<i8:f16:0, {5.000000e-01:1,5.000000e-01:1}>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f16:0, {0.5 : 1, 0.5 : 1}>>, %x1: tensor<!quant.any<i8:f16>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f16:0, {0.5 : 1, 0.5 : 1}>>, tensor<!quant.any<i8:f16>>) -> tensor<!quant.uniform<i8:f16, 0.5 : 1>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f16, 0.5 : 1>>
  }) : (tensor<4xi8>, tensor<4x!quant.uniform<i8:f16, 0.5 : 1>>) -> (tensor<4x!quant.uniform<i8:f16, 0.5 : 1>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f16, 0x3FE0000000000000 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<i8<-128:126>:f32, 100.0 : 1>>>, %a1: tensor<4x!quant<uniform<i8:f32, 100.0 : 1>>>) -> (tensor<4x!quant<uniform<i8:f32, 100.0 : 1>>>) {
  // expected-error @+2 {{element type of operands and computation arguments must match, but got: '!quant.uniform<i8<-128:126>:f32, 1.000000e+02:1>' and '!quant.uniform<i8:f32, 1.000000e+02:1>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 100.0 : 1>>, %x1: tensor<!quant.uniform<i8:f32, 100.0 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 100.0 : 1>>, tensor<!quant.uniform<i8:f32, 100.0 : 1>>) -> tensor<!quant.uniform<i8:f32, 100.0 : 1>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 100.0 : 1>>
  }) : (tensor<4x!quant.uniform<i8<-128:126>:f32, 100.0 : 1>>, tensor<4x!quant.uniform<i8:f32, 100.0 : 1>>) -> (tensor<4x!quant.uniform<i8:f32, 100.0 : 1>>)
  return %r#0 : tensor<4x!quant<uniform<i8:f32, 100.0 : 1>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i16:bf16, 0.25 : 32767>>, %a1: tensor<4x!quant.uniform<i16:bf16, 0.25 : 32767>>) -> (tensor<4x!quant.uniform<i16:bf16, 0.25 : 32767>>) {
  // expected-error @+2 {{element type of operands and computation arguments must match, but got: '!quant.uniform<i16:bf16, 2.500000e-01:32767>' and '!quant.calibrated<bf16<1.000000e-01:3.000000e-01>>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.calibrated<bf16<0.1:0.3>>>, %x1: tensor<!quant.uniform<i16:bf16, 0.25 : 32767>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.calibrated<bf16<0.1:0.3>>>, tensor<!quant.uniform<i16:bf16, 0.25 : 32767>>) -> tensor<!quant.uniform<i16:bf16, 0.25 : 32767>>
      stablehlo.return %y : tensor<!quant.uniform<i16:bf16, 0.25 : 32767>>
  }) : (tensor<4x!quant.uniform<i16:bf16, 0.25 : 32767>>, tensor<4x!quant.uniform<i16:bf16, 0.25 : 32767>>) -> (tensor<4x!quant.uniform<i16:bf16, 0.25 : 32767>>)
  return %r#0 : tensor<4x!quant.uniform<i16:bf16, 0.25 : 32767>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>, %a1: tensor<4x!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) -> (tensor<4x!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) {
  // expected-error @+1 {{'stablehlo.map' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i2:f64:0, {5.000000e-01:1,5.000000e-01:1,2.000000e+00:1,2.500000e-01:1}>>'}}
  %r:1 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>, %x1: tensor<f64>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>, tensor<f64>) -> tensor<!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>
      stablehlo.return %y : tensor<!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>
  }) : (tensor<4x!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>, tensor<4x!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>) -> (tensor<4x!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>)
  return %r#0 : tensor<4x!quant.uniform<i2:f64:0, {0.5 : 1, 0.5 : 1, 2.0 : 1, 0.25 : 1}>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u4:f16, 0.1>>, %a1: tensor<!quant.uniform<u4:f16, 0.1>>) -> (tensor<2x!quant.uniform<u4:f16, 0.1>>) {
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f16, 0.1>>, %x1: tensor<!quant.uniform<u4:f16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f16, 0.1>>, tensor<!quant.uniform<u4:f16, 0.1>>) -> tensor<!quant.uniform<u4:f16, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u4:f16, 0.1>>
  }) : (tensor<4x2x!quant.uniform<u4:f16, 0.1>>, tensor<!quant.uniform<u4:f16, 0.1>>) -> (tensor<2x!quant.uniform<u4:f16, 0.1>>)
  return %r#0 : tensor<2x!quant.uniform<u4:f16, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2xi16>, %a1: tensor<!quant.uniform<u16:f32, 0.1>>) -> (tensor<2x!quant.uniform<u16:f32, 0.1>>) {
  // expected-error @+1 {{The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<!quant.uniform<u16:f32, 1.000000e+00>>' vs 'tensor<f32>'}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u16:f32, 1.0>>, %x1: tensor<!quant.uniform<u16:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u16:f32, 1.0>>, tensor<!quant.uniform<u16:f32, 0.1>>) -> tensor<f32>
      stablehlo.return %y : tensor<f32>
  }) : (tensor<4x2xi16>, tensor<!quant.uniform<u16:f32, 0.1>>) -> (tensor<2x!quant.uniform<u16:f32, 0.1>>)
  return %r#0 : tensor<2x!quant.uniform<u16:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant<uniform<i4:f64, 0.5>>>, %a1: tensor<!quant<uniform<i4:f64, 0.5>>>) -> (tensor<2xf32>) {
  // expected-error @+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<2x!quant.uniform<i4:f64, 5.000000e-01>>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i4:f64, 0.5>>, %x1: tensor<!quant.uniform<i4:f64, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i4:f64, 0.5>>, tensor<!quant.uniform<i4:f64, 0.5>>) -> tensor<!quant.uniform<i4:f64, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i4:f64, 0.5>>
  }) : (tensor<4x2x!quant.uniform<i4:f64, 0.5>>, tensor<!quant.uniform<i4:f64, 0.5>>) -> (tensor<2xf32>)
  return %r#0 : tensor<2xf32>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u32:f64, 0.5 : 0>>, %a1: tensor<!quant.uniform<u8:f64, 0.5 : 0>>) -> (tensor<2xi8>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<u32:f64, 5.000000e-01>', but got '!quant.uniform<u8:f64, 5.000000e-01>'}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u8:f64, 0.5>>, %x1: tensor<!quant.uniform<u8:f64, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u8:f64, 0.5>>, tensor<!quant.uniform<u8:f64, 0.5>>) -> tensor<!quant.uniform<u8:f64, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<u8:f64, 0.5>>
  }) : (tensor<4x2x!quant.uniform<u32:f64, 0.5>>, tensor<!quant.uniform<u8:f64, 0.5>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u4:f32, 0.1>>, %a1: tensor<i8>) -> (tensor<2x!quant.uniform<u4:f32, 0.1>>) {
  // expected-error @+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<u4:f32, 1.000000e-01>>' vs 'tensor<i8>'}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f32, 0.1>>, %x1: tensor<!quant.uniform<u4:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f32, 0.1>>, tensor<!quant.uniform<u4:f32, 0.1>>) -> tensor<!quant.uniform<u4:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u4:f32, 0.1>>
  }) : (tensor<4x2x!quant.uniform<u4:f32, 0.1>>, tensor<i8>) -> (tensor<2x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<2x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<!quant.uniform<u8:f32, 0.1>>) -> (tensor<2x!quant.uniform<u8:f32, 0.1>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'f32', but got '!quant.uniform<u8:f32, 1.000000e-01>'}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u8:f32, 0.1>>, %x1: tensor<!quant.uniform<u8:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u8:f32, 0.1>>, tensor<!quant.uniform<u8:f32, 0.1>>) -> tensor<!quant.uniform<u8:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u8:f32, 0.1>>
  }) : (tensor<4x2xf32>, tensor<!quant.uniform<u8:f32, 0.1>>) -> (tensor<2x!quant.uniform<u8:f32, 0.1>>)
  return %r#0 : tensor<2x!quant.uniform<u8:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i32:f32, 1.0>>, %a1: tensor<!quant.uniform<i32:f32, 1.0>>) -> (tensor<2x!quant.uniform<i32:f32:0, {1.0, 0.5}>>) {
  // expected-error @+1 {{'stablehlo.reduce' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.uniform<i32:f32:0, {1.000000e+00,5.000000e-01}>>'}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f32, 1.0>>, %x1: tensor<f32>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f32, 1.0>>, tensor<f32>) -> tensor<!quant.uniform<i32:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 1.0>>
  }) : (tensor<4x2x!quant.uniform<i32:f32, 1.0>>, tensor<!quant.uniform<i32:f32, 1.0>>) -> (tensor<2x!quant.uniform<i32:f32:0, {1.0, 0.5}>>)
  return %r#0 : tensor<2x!quant.uniform<i32:f32:0, {1.0, 0.5}>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i4:f32, 2.0>>, %a1: tensor<!quant.uniform<i4:f32:0, {2.0, 0.5}>>) -> (tensor<2x!quant.uniform<i4:f32, 2.0>>) {
  // expected-error @+1 {{'stablehlo.reduce' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.uniform<i4:f32:0, {2.000000e+00,5.000000e-01}>>'}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i4:f32, 2.0>>, %x1: tensor<!quant.uniform<i4:f32, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i4:f32, 2.0>>, tensor<!quant.uniform<i4:f32, 2.0>>) -> tensor<!quant.uniform<i4:f32, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i4:f32, 2.0>>
  }) : (tensor<4x2x!quant.uniform<i4:f32, 2.0>>, tensor<!quant.uniform<i4:f32:0, {2.0, 0.5}>>) -> (tensor<2x!quant.uniform<i4:f32, 2.0>>)
  return %r#0 : tensor<2x!quant.uniform<i4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant<uniform<i4<0:1>:bf16, 0.5 : 1>>>, %a1: tensor<!quant<uniform<i4<0:1>:f16, 0.5 : 1>>>) -> (tensor<2x!quant<uniform<i32:f16, 0.5 : 1>>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i4<0:1>:bf16, 5.000000e-01:1>', but got '!quant.uniform<i32:f16, 5.000000e-01:1>'}}
  %r:1 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f16, 0.5 : 1>>, %x1: tensor<!quant.uniform<i32:f16, 0.5 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f16, 0.5 : 1>>, tensor<!quant.uniform<i32:f16, 0.5 : 1>>) -> tensor<!quant.uniform<i32:f16, 0.5 : 1>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f16, 0.5 : 1>>
  }) : (tensor<4x2x!quant.uniform<i4<0:1>:bf16, 0.5 : 1>>, tensor<!quant.uniform<i4<0:1>:f16, 0.5 : 1>>) -> (tensor<2x!quant.uniform<i32:f16, 0.5 : 1>>)
  return %r#0 : tensor<2x!quant<uniform<i32:f16, 0.5 : 1>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.3>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.3>>) {
  %r:1 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x4x!quant.uniform<i8:f32, 0.3>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.3>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.3>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 2.0>>) -> (tensor<2x4xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x4x!quant.uniform<u4:f32, 2.0>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.any<i8>>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<i8>>'}}
  %r:1 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<2x4x!quant.any<i8>>)
  return %r#0 : tensor<2x4x!quant.any<i8>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32:{0:1, 1:2}, {{1.0 : 1, 0.5 : 1}, {1.0 : 1, 0.5 : 1}}>>) -> (tensor<2x4x!quant.any<u16:f32>>) {
  // expected-error @+1 {{'stablehlo.reduce_precision' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u16:f32:{0:1, 1:2}, {{1.000000e+00:1, 5.000000e-01:1}, {1.000000e+00:1, 5.000000e-01:1}}>>'}}
  %r:1 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2x4x!quant.uniform<u16:f32:{0:1, 1:2}, {{1.0 : 1, 0.5 : 1}, {1.0 : 1, 0.5 : 1}}>>) -> (tensor<2x4x!quant.any<u16:f32>>)
  return %r#0 : tensor<2x4x!quant.any<u16:f32>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i8:f16, 0.1>>, %a1: tensor<!quant.uniform<i8:f16, 0.1>>) -> (tensor<2x2x!quant.uniform<i8:f16, 0.1>>) {
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f16, 0.1>>, %x1: tensor<!quant.uniform<i8:f16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f16, 0.1>>, tensor<!quant.uniform<i8:f16, 0.1>>) -> tensor<!quant.uniform<i8:f16, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f16, 0.1>>
  }) : (tensor<4x2x!quant.uniform<i8:f16, 0.1>>, tensor<!quant.uniform<i8:f16, 0.1>>) -> (tensor<2x2x!quant.uniform<i8:f16, 0.1>>)
  return %r#0 : tensor<2x2x!quant.uniform<i8:f16, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2xf16>, %a1: tensor<!quant.uniform<i2:f16, 0.1>>) -> (tensor<2x2xi32>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'f16', but got '!quant.uniform<i2:f16, 1.000000e-01>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i2:f16, 0.1>>, %x1: tensor<!quant.uniform<i2:f16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f16, 0.1>>, tensor<!quant.uniform<i2:f16, 0.1>>) -> tensor<!quant.uniform<i2:f16, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<i2:f16, 0.1>>
  }) : (tensor<4x2xf16>, tensor<!quant.uniform<i2:f16, 0.1>>) -> (tensor<2x2xi32>)
  return %r#0 : tensor<2x2xi32>
}
// -----
func.func @f(%a0: tensor<4x2x!quant<uniform<i2:f32, 1.0>>>, %a1: tensor<!quant<uniform<i2:f32, 1.0>>>) -> (tensor<2x2xf32>) {
  // expected-error @+1 {{The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<!quant.uniform<i16:f32, 1.000000e+00>>' vs 'tensor<!quant.uniform<i32:f32, 1.000000e+00>>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f32, 1.0>>, %x1: tensor<!quant.uniform<i16:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f32, 1.0>>, tensor<!quant.uniform<i16:f32, 1.0>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 1.0>>
  }) : (tensor<4x2x!quant.uniform<i2:f32, 1.0>>, tensor<!quant.uniform<i2:f32, 1.0>>) -> (tensor<2x2xf32>)
  return %r#0 : tensor<2x2xf32>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u4:bf16, 2.0>>, %a1: tensor<!quant.uniform<u4:bf16, 2.0>>) -> (tensor<2x2xbf16>) {
  // expected-error @+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x2x!quant.uniform<i32:bf16, 2.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x2xbf16>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:bf16, 2.0>>, %x1: tensor<!quant.uniform<i32:bf16, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:bf16, 2.0>>, tensor<!quant.uniform<i32:bf16, 2.0>>) -> tensor<!quant.uniform<i32:bf16, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i32:bf16, 2.0>>
  }) : (tensor<4x2x!quant.uniform<u4:bf16, 2.0>>, tensor<!quant.uniform<u4:bf16, 2.0>>) -> (tensor<2x2xbf16>)
  return %r#0 : tensor<2x2xbf16>
}
// -----
func.func @f(%a0: tensor<4x2xf64>, %a1: tensor<!quant.uniform<u32:f64, 0.1 : 1>>) -> (tensor<2x2x!quant.any<u32:f64>>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x2x!quant.any<u32:f64>>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u32:f64, 0.1 : 1>>, %x1: tensor<!quant.uniform<u32:f64, 0.1 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u32:f64, 0.1 : 1>>, tensor<!quant.uniform<u32:f64, 0.1 : 1>>) -> tensor<!quant.uniform<u32:f64, 0.1 : 1>>
      stablehlo.return %y : tensor<!quant.uniform<u32:f64, 0.1 : 1>>
  }) : (tensor<4x2xf64>, tensor<!quant.uniform<u32:f64, 0.1 : 1>>) -> (tensor<2x2x!quant.any<u32:f64>>)
  return %r#0 : tensor<2x2x!quant.any<u32:f64>>
}
// -----
func.func @f(%a0: tensor<4x2xi8>, %a1: tensor<!quant.uniform<u4:f64, 0x4000000000000000>>) -> (tensor<2x2x!quant.uniform<u4:f64, 0x4000000000000000>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i8', but got '!quant.uniform<u4:f64, 2.000000e+00>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f64, 2.0>>, %x1: tensor<!quant.uniform<u4:f64, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f64, 2.0>>, tensor<!quant.uniform<u4:f64, 2.0>>) -> tensor<!quant.uniform<u4:f64, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<u4:f64, 2.0>>
  }) : (tensor<4x2xi8>, tensor<!quant.uniform<u4:f64, 2.0>>) -> (tensor<2x2x!quant.uniform<u4:f64, 2.0>>)
  return %r#0 : tensor<2x2x!quant.uniform<u4:f64, 0x4000000000000000>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<ui8:f64:1, {2.0, 0.5}>>, %a1: tensor<!quant.uniform<ui8:f64, 2.0>>) -> (tensor<2x2x!quant.uniform<ui8:f64:1, {2.0, 0.5}>>) {
  // expected-error @+1 {{'stablehlo.reduce_window' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x2x!quant.uniform<ui8:f64:1, {2.000000e+00,5.000000e-01}>>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<f64>, %x1: tensor<!quant.uniform<ui8:f64, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<f64>, tensor<!quant.uniform<ui8:f64, 2.0>>) -> tensor<!quant.uniform<ui8:f64, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<ui8:f64, 2.0>>
  }) : (tensor<4x2x!quant.uniform<ui8:f64:1, {2.0, 0.5}>>, tensor<!quant.uniform<ui8:f64, 2.0>>) -> (tensor<2x2x!quant.uniform<ui8:f64:1, {2.0, 0.5}>>)
  return %r#0 : tensor<2x2x!quant.uniform<ui8:f64:1, {2.0, 0.5}>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u4:f64, 0.5>>, %a1: tensor<!quant.uniform<u4:f32, 0.5>>) -> (tensor<2x2x!quant.uniform<i32:f64, 0.5>>) {
  // expected-error @+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i32:f64, 5.000000e-01>>' vs 'tensor<!quant.uniform<u4:f32, 5.000000e-01>>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f64, 0.5>>, %x1: tensor<!quant.uniform<i32:f64, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f64, 0.5>>, tensor<!quant.uniform<i32:f64, 0.5>>) -> tensor<!quant.uniform<i32:f64, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f64, 0.5>>
  }) : (tensor<4x2x!quant.uniform<u4:f64, 0.5>>, tensor<!quant.uniform<u4:f32, 0.5>>) -> (tensor<2x2x!quant.uniform<i32:f64, 0.5>>)
  return %r#0 : tensor<2x2x!quant.uniform<i32:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u32:f64, 0.1>>, %a1: tensor<!quant.uniform<u32:f16, 0.1>>) -> (tensor<2x2x!quant.uniform<i2:f16, 0.1>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<u32:f64, 1.000000e-01>', but got '!quant.uniform<u32:f16, 1.000000e-01>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u32:f16, 0.1>>, %x1: tensor<!quant.uniform<u32:f16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u32:f16, 0.1>>, tensor<!quant.uniform<u32:f16, 0.1>>) -> tensor<!quant.uniform<u32:f16, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u32:f16, 0.1>>
  }) : (tensor<4x2x!quant.uniform<u32:f64, 0.1>>, tensor<!quant.uniform<u32:f16, 0.1>>) -> (tensor<2x2x!quant.uniform<i2:f16, 0.1>>)
  return %r#0 : tensor<2x2x!quant.uniform<i2:f16, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i4:f16, 0.001>>, %a1: tensor<!quant.uniform<i4:f16, 0.001>>) -> (tensor<2x2x!quant.uniform<i32:f16, 0.001>>) {
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<si32:f16, 0.001>>, %x1: tensor<!quant.uniform<si32:f16, 0.001>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<si32:f16, 0.001>>, tensor<!quant.uniform<si32:f16, 0.001>>) -> tensor<!quant.uniform<si32:f16, 0.001>>
      // expected-error @+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.uniform<si32:f16, 1.000000e-03>>'}}
      stablehlo.return %y : tensor<!quant.uniform<si32:f16, 0.001>>
  }) : (tensor<4x2x!quant.uniform<i4:f16, 0.001>>, tensor<!quant.uniform<i4:f16, 0.001>>) -> (tensor<2x2x!quant.uniform<i32:f16, 0.001>>)
  return %r#0 : tensor<2x2x!quant.uniform<i32:f16, 0.001>>
}
// -----
func.func @f(%a0: tensor<4x2xf32>, %a1: tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>) -> (tensor<2x2x!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'f32', but got '!quant.uniform<ui16<0:1>:bf16, 2.500000e-01:1>'}}
  %r:1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>, %x1: tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>, tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>) -> tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>
      stablehlo.return %y : tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>
  }) : (tensor<4x2xf32>, tensor<!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>) -> (tensor<2x2x!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>)
  return %r#0 : tensor<2x2x!quant.uniform<ui16<0:1>:bf16, 0.25 : 1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 0.3>>, %a1: tensor<1xi64>, %a2: tensor<4x!quant.uniform<i8:f32, 0.3>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.3>>) {
  %r:1 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 0.3>>, %x1: tensor<!quant.uniform<i8:f32, 0.3>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 0.3>>, tensor<!quant.uniform<i8:f32, 0.3>>) -> tensor<!quant.uniform<i8:f32, 0.3>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 0.3>>
  }) : (tensor<2x4x!quant.uniform<i8:f32, 0.3>>, tensor<1xi64>, tensor<4x!quant.uniform<i8:f32, 0.3>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.3>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:f32, 0.3>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32, 1.0>>, %a1: tensor<1xi64>, %a2: tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x4xf32>) {
  // expected-error @+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<2x4x!quant.uniform<i8:f32, 1.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 1.0>>, %x1: tensor<!quant.uniform<i8:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<2x4x!quant.uniform<i8:f32, 1.0>>, tensor<1xi64>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x4xf32>)
  return %r#0 : tensor<2x4xf32>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f64, 0.25>>, %a1: tensor<1xi64>, %a2: tensor<4x!quant.uniform<i8:f64, 0.25>>) -> (tensor<2x4xf64>) {
  // expected-error @+1 {{The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<!quant.uniform<i32:f64, 2.500000e-01>>' vs 'tensor<!quant.uniform<i32<0:1>:f64, 2.500000e-01>>'}}
  %r:1 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f64, 0.25>>, %x1: tensor<!quant.uniform<i32:f64, 0.25>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f64, 0.25>>, tensor<!quant.uniform<i32:f64, 0.25>>) -> tensor<!quant.uniform<i32<0:1>:f64, 0.25>>
      stablehlo.return %y : tensor<!quant.uniform<i32<0:1>:f64, 0.25>>
  }) : (tensor<2x4x!quant.uniform<i8:f64, 0.25>>, tensor<1xi64>, tensor<4x!quant.uniform<i8:f64, 0.25>>) -> (tensor<2x4xf64>)
  return %r#0 : tensor<2x4xf64>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u16:f32, 0.25>>, %a1: tensor<1xi64>, %a2: tensor<4x!quant.uniform<u16:f32, 0.25>>) -> (tensor<2x4x!quant.any<i32>>) {
  // expected-error @+1 {{'stablehlo.scatter' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<i32>>'}}
  %r:1 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f32, 0.25>>, %x1: tensor<!quant.uniform<i32:f32, 0.25>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f32, 0.25>>, tensor<!quant.uniform<i32:f32, 0.25>>) -> tensor<!quant.uniform<i32:f32, 0.25>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 0.25>>
  }) : (tensor<2x4x!quant.uniform<u16:f32, 0.25>>, tensor<1xi64>, tensor<4x!quant.uniform<u16:f32, 0.25>>) -> (tensor<2x4x!quant.any<i32>>)
  return %r#0 : tensor<2x4x!quant.any<i32>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<any<i8:f32>>>, %a1: tensor<1xi64>, %a2: tensor<4x!quant<uniform<i8:f32, 0.5>>>) -> (tensor<2x4x!quant<uniform<i8:f32, 0.5>>>) {
  // expected-error @+1 {{'stablehlo.scatter' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.any<i8:f32>>'}}
  %r:1 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 0.5>>, %x1: tensor<!quant.uniform<i8:f32, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<2x4x!quant.any<i8:f32>>, tensor<1xi64>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2x4x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<2x4x!quant<uniform<i8:f32, 0.5>>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<i16:bf16, 0.1>>, %a1: tensor<1xi64>, %a2: tensor<4x!quant.uniform<i8:bf16, 0.1>>) -> (tensor<2x4x!quant.uniform<i8:bf16, 0.1>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i16:bf16, 1.000000e-01>', but got '!quant.uniform<i8:bf16, 1.000000e-01>'}}
  %r:1 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:bf16, 0.1>>, %x1: tensor<!quant.uniform<i8:bf16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:bf16, 0.1>>, tensor<!quant.uniform<i8:bf16, 0.1>>) -> tensor<!quant.uniform<i8:bf16, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<i8:bf16, 0.1>>
  }) : (tensor<2x4x!quant.uniform<i16:bf16, 0.1>>, tensor<1xi64>, tensor<4x!quant.uniform<i8:bf16, 0.1>>) -> (tensor<2x4x!quant.uniform<i8:bf16, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<i8:bf16, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant<uniform<u16:f32, 2.0>>>, %a1: tensor<1xi64>, %a2: tensor<4x!quant<uniform<i32:f32, 2.0>>>) -> (tensor<2x4x!quant<uniform<i16:f32, 2.0>>>) {
  // expected-error @+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i16:f32, 2.000000e+00>>' vs 'tensor<!quant.uniform<i32:f32, 2.000000e+00>>'}}
  %r:1 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i16:f32, 2.0>>, %x1: tensor<!quant.uniform<i16:f32, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i16:f32, 2.0>>, tensor<!quant.uniform<i16:f32, 2.0>>) -> tensor<!quant.uniform<i16:f32, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i16:f32, 2.0>>
  }) : (tensor<2x4x!quant.uniform<u16:f32, 2.0>>, tensor<1xi64>, tensor<4x!quant.uniform<i32:f32, 2.0>>) -> (tensor<2x4x!quant.uniform<i16:f32, 2.0>>)
  return %r#0 : tensor<2x4x!quant<uniform<i16:f32, 2.0>>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i8:f32, 0.1>>, %a1: tensor<2x2x!quant.uniform<i8:f32, 0.1>>, %a2: tensor<!quant.uniform<i8:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<i8:f32, 0.1>>) {
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 0.1>>, %x1: tensor<!quant.uniform<i8:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 0.1>>, tensor<!quant.uniform<i8:f32, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 0.1>>, %x1: tensor<!quant.uniform<i8:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 0.1>>, tensor<!quant.uniform<i8:f32, 0.1>>) -> tensor<!quant.uniform<i8:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 0.1>>
  }) : (tensor<4x2x!quant.uniform<i8:f32, 0.1>>, tensor<2x2x!quant.uniform<i8:f32, 0.1>>, tensor<!quant.uniform<i8:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<i8:f32, 0.1>>)
  return %r#0 : tensor<4x2x!quant.uniform<i8:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i2:f32, 0.5>>, %a1: tensor<2x2x!quant.uniform<i2:f32, 0.5>>, %a2: tensor<!quant.uniform<i2:f32, 0.5>>) -> (tensor<4x2xi8>) {
  // expected-error @+2 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x2x!quant.uniform<i2:f32, 5.000000e-01>>' are incompatible with return type(s) of operation 'tensor<4x2xi8>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 0.5>>, %x1: tensor<!quant.uniform<i2:f32, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 0.5>>, tensor<!quant.uniform<i2:f32, 0.5>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 0.5>>, %x1: tensor<!quant.uniform<i2:f32, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 0.5>>, tensor<!quant.uniform<i2:f32, 0.5>>) -> tensor<!quant.uniform<i2:f32, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i2:f32, 0.5>>
  }) : (tensor<4x2x!quant.uniform<i2:f32, 0.5>>, tensor<2x2x!quant.uniform<i2:f32, 0.5>>, tensor<!quant.uniform<i2:f32, 0.5>>) -> (tensor<4x2xi8>)
  return %r#0 : tensor<4x2xi8>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i2:f32, 1.0>>, %a1: tensor<2x2x!quant.uniform<i2:f32, 1.0>>, %a2: tensor<f32>) -> (tensor<4x2x!quant.uniform<i2:f32, 1.0>>) {
  // expected-error @+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<i2:f32, 1.000000e+00>>' vs 'tensor<f32>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 1.0>>, %x1: tensor<!quant.uniform<i2:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 1.0>>, tensor<!quant.uniform<i2:f32, 1.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 1.0>>, %x1: tensor<!quant.uniform<i2:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 1.0>>, tensor<!quant.uniform<i2:f32, 1.0>>) -> tensor<!quant.uniform<i2:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<i2:f32, 1.0>>
  }) : (tensor<4x2x!quant.uniform<i2:f32, 1.0>>, tensor<2x2x!quant.uniform<i2:f32, 1.0>>, tensor<f32>) -> (tensor<4x2x!quant.uniform<i2:f32, 1.0>>)
  return %r#0 : tensor<4x2x!quant.uniform<i2:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i8:f32, 0.1>>, %a1: tensor<2x2x!quant.uniform<i8:f32, 0.1>>, %a2: tensor<!quant.uniform<i8:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<i8:f32, 0.1>>) {
  // expected-error @+1 {{The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<f32>' vs 'tensor<!quant.uniform<i8:f32, 1.000000e-01>>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 0.1>>, %x1: tensor<!quant.uniform<i8:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 0.1>>, tensor<!quant.uniform<i8:f32, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<f32>, %x1: tensor<!quant.uniform<i8:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<f32>, tensor<!quant.uniform<i8:f32, 0.1>>) -> tensor<!quant.uniform<i8:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 0.1>>
  }) : (tensor<4x2x!quant.uniform<i8:f32, 0.1>>, tensor<2x2x!quant.uniform<i8:f32, 0.1>>, tensor<!quant.uniform<i8:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<i8:f32, 0.1>>)
  return %r#0 : tensor<4x2x!quant.uniform<i8:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u4:f32, 0.1>>, %a1: tensor<2x2x!quant.uniform<u4:f32, 0.1>>, %a2: tensor<!quant.uniform<u4:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<u4:f32, 0.1>>) {
  // expected-error @+1 {{expects the type of select-region's parameter at index 1 to be 'tensor<!quant.uniform<u4:f32, 1.000000e-01>>', but got 'tensor<f32>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f32, 0.1>>, %x1: tensor<f32>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f32, 0.1>>, tensor<f32>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<u4:f32, 0.1>>, %x1: tensor<!quant.uniform<u4:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f32, 0.1>>, tensor<!quant.uniform<u4:f32, 0.1>>) -> tensor<!quant.uniform<u4:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u4:f32, 0.1>>
  }) : (tensor<4x2x!quant.uniform<u4:f32, 0.1>>, tensor<2x2x!quant.uniform<u4:f32, 0.1>>, tensor<!quant.uniform<u4:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<4x2x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant<uniform<i8:f16, 0.1>>>, %a1: tensor<2x2x!quant<uniform<i8:f16, 0.1>>>, %a2: tensor<!quant<uniform<i8:f16, 0.1>>>) -> (tensor<4x2x!quant<any<i8>>>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x2x!quant.any<i8>>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f16, 0.1>>, %x1: tensor<!quant.uniform<i8:f16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f16, 0.1>>, tensor<!quant.uniform<i8:f16, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i8:f16, 0.1>>, %x1: tensor<!quant.uniform<i8:f16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f16, 0.1>>, tensor<!quant.uniform<i8:f16, 0.1>>) -> tensor<!quant.uniform<i8:f16, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f16, 0.1>>
  }) : (tensor<4x2x!quant.uniform<i8:f16, 0.1>>, tensor<2x2x!quant.uniform<i8:f16, 0.1>>, tensor<!quant.uniform<i8:f16, 0.1>>) -> (tensor<4x2x!quant.any<i8>>)
  return %r#0 : tensor<4x2x!quant<any<i8>>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i2:f32, 2.0 : 0>>, %a1: tensor<2x2xi8>, %a2: tensor<!quant.uniform<i2:f32, 2.0 : 0>>) -> (tensor<4x2x!quant.uniform<i2:bf16, 2.0 : 0>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i8', but got '!quant.uniform<i2:f32, 2.000000e+00>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 2.0>>, %x1: tensor<!quant.uniform<i2:f32, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 2.0>>, tensor<!quant.uniform<i2:f32, 2.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 2.0>>, %x1: tensor<!quant.uniform<i2:f32, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 2.0>>, tensor<!quant.uniform<i2:f32, 2.0>>) -> tensor<!quant.uniform<i2:f32, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i2:f32, 2.0>>
  }) : (tensor<4x2x!quant.uniform<i2:f32, 2.0>>, tensor<2x2xi8>, tensor<!quant.uniform<i2:f32, 2.0>>) -> (tensor<4x2x!quant.uniform<i2:bf16, 2.0>>)
  return %r#0 : tensor<4x2x!quant.uniform<i2:bf16, 2.0 : 0>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u8:f16:0, {{2.0}}>>, %a1: tensor<2x2x!quant.uniform<u8:f16, 2.0>>, %a2: tensor<!quant.uniform<u8:f16, 2.0>>) -> (tensor<4x2x!quant.uniform<u8:f16, 2.0>>) {
  // expected-error @+1 {{'stablehlo.select_and_scatter' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x2x!quant.uniform<u8:f16:0, {2.000000e+00}>>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<f16>, %x1: tensor<!quant.uniform<u8:f16, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<f16>, tensor<!quant.uniform<u8:f16, 2.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<u8:f16:0, {2.0, 0.5}>>, %x1: tensor<!quant.uniform<u8:f16, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u8:f16:0, {2.0, 0.5}>>, tensor<!quant.uniform<u8:f16, 2.0>>) -> tensor<!quant.uniform<u8:f16, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<u8:f16, 2.0>>
  }) : (tensor<4x2x!quant.uniform<u8:f16:0, {{2.0}}>>, tensor<2x2x!quant.uniform<u8:f16, 2.0>>, tensor<!quant.uniform<u8:f16, 2.0>>) -> (tensor<4x2x!quant.uniform<u8:f16, 2.0>>)
  return %r#0 : tensor<4x2x!quant.uniform<u8:f16, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant<uniform<u4:f64, 0.1>>>, %a1: tensor<2x2x!quant<uniform<i8:f64, 0.25>>>, %a2: tensor<!quant<uniform<u4:f64, 0.1>>>) -> (tensor<4x2x!quant<uniform<u4:f64, 0.1>>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i8:f64, 2.500000e-01>', but got '!quant.uniform<u4:f64, 1.000000e-01>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f64, 0.1>>, %x1: tensor<!quant.uniform<u4:f64, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f64, 0.1>>, tensor<!quant.uniform<u4:f64, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<u4:f64, 0.1>>, %x1: tensor<!quant.uniform<u4:f64, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f64, 0.1>>, tensor<!quant.uniform<u4:f64, 0.1>>) -> tensor<!quant.uniform<u4:f64, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u4:f64, 0.1>>
  }) : (tensor<4x2x!quant.uniform<u4:f64, 0.1>>, tensor<2x2x!quant.uniform<i8:f64, 0.25>>, tensor<!quant.uniform<u4:f64, 0.1>>) -> (tensor<4x2x!quant.uniform<u4:f64, 0.1>>)
  return %r#0 : tensor<4x2x!quant<uniform<u4:f64, 0.1>>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant<uniform<i4:f32, 0.3>>>, %a1: tensor<2x2x!quant<uniform<i4:f32, 0.3 : -7>>>, %a2: tensor<!quant<uniform<i4:f32, 0.3>>>) -> (tensor<4x2x!quant<uniform<i4:f32, 0.3>>>) {
  // expected-error @+1 {{expects source-type to be 'tensor<2x2x!quant.uniform<i4:f32, 3.000000e-01>>', but got'tensor<2x2x!quant.uniform<i4:f32, 3.000000e-01:-7>>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i4:f32, 0.3>>, %x1: tensor<!quant.uniform<i4:f32, 0.3>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i4:f32, 0.3>>, tensor<!quant.uniform<i4:f32, 0.3>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i4:f32, 0.3>>, %x1: tensor<!quant.uniform<i4:f32, 0.3>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i4:f32, 0.3>>, tensor<!quant.uniform<i4:f32, 0.3>>) -> tensor<!quant.uniform<i4:f32, 0.3>>
      stablehlo.return %y : tensor<!quant.uniform<i4:f32, 0.3>>
  }) : (tensor<4x2x!quant.uniform<i4:f32, 0.3>>, tensor<2x2x!quant.uniform<i4:f32, 0.3 : -7>>, tensor<!quant.uniform<i4:f32, 0.3>>) -> (tensor<4x2x!quant.uniform<i4:f32, 0.3>>)
  return %r#0 : tensor<4x2x!quant<uniform<i4:f32, 0.3>>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u16:f32, 0.1>>, %a1: tensor<2x2x!quant.uniform<u16:f32, 0.1>>, %a2: tensor<!quant.uniform<u16:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<i16:f32, 0.1>>) {
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u16:f32, 0.1>>, %x1: tensor<!quant.uniform<u16:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u16:f32, 0.1>>, tensor<!quant.uniform<u16:f32, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i24:f32, 0.1>>, %x1: tensor<!quant.uniform<i24:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i24:f32, 0.1>>, tensor<!quant.uniform<i24:f32, 0.1>>) -> tensor<!quant.uniform<i24:f32, 0.1>>
      // expected-error @+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.uniform<i24:f32, 1.000000e-01>>'}}
      stablehlo.return %y : tensor<!quant.uniform<i24:f32, 0.1>>
  }) : (tensor<4x2x!quant.uniform<u16:f32, 0.1>>, tensor<2x2x!quant.uniform<u16:f32, 0.1>>, tensor<!quant.uniform<u16:f32, 0.1>>) -> (tensor<4x2x!quant.uniform<i16:f32, 0.1>>)
  return %r#0 : tensor<4x2x!quant.uniform<i16:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<u4<0:1>:f32, 0.1>>, %a1: tensor<2x2x!quant.uniform<i32:f32, 0.1>>, %a2: tensor<!quant.uniform<u4<0:1>:f32, 1.0>>) -> (tensor<4x2x!quant.uniform<u4<0:1>:f32, 0.1>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i32:f32, 1.000000e-01>', but got '!quant.uniform<u4<0:1>:f32, 1.000000e-01>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4<0:1>:f32, 0.1>>, %x1: tensor<!quant.uniform<u4<0:1>:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4<0:1>:f32, 0.1>>, tensor<!quant.uniform<u4<0:1>:f32, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<u4<0:1>:f32, 0.1>>, %x1: tensor<!quant.uniform<u4<0:1>:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4<0:1>:f32, 0.1>>, tensor<!quant.uniform<u4<0:1>:f32, 0.1>>) -> tensor<!quant.uniform<u4<0:1>:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u4<0:1>:f32, 0.1>>
  }) : (tensor<4x2x!quant.uniform<u4<0:1>:f32, 0.1>>, tensor<2x2x!quant.uniform<i32:f32, 0.1>>, tensor<!quant.uniform<u4<0:1>:f32, 1.0>>) -> (tensor<4x2x!quant.uniform<u4<0:1>:f32, 0.1>>)
  return %r#0 : tensor<4x2x!quant.uniform<u4<0:1>:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x2x!quant.uniform<i2:f32, 0.3333333333333333 : 1>>, %a1: tensor<2x2xf32>, %a2: tensor<!quant.uniform<i2:f32, 0.3333333333333333 : 1>>) -> (tensor<4x2x!quant.uniform<i8:f32, 0.25 : 1>>) {
  // expected-error @+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'f32', but got '!quant.uniform<i32:f32, 2.500000e-01:1>'}}
  %r:1 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 0.3333333333333333 : 1>>, %x1: tensor<!quant.uniform<i2:f32, 0.3333333333333333 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 0.3333333333333333 : 1>>, tensor<!quant.uniform<i2:f32, 0.3333333333333333 : 1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<!quant.uniform<i32:f32, 0.25 : 1>>, %x1: tensor<!quant.uniform<i32:f32, 0.25 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f32, 0.25 : 1>>, tensor<!quant.uniform<i32:f32, 0.25 : 1>>) -> tensor<!quant.uniform<i32:f32, 0.25 : 1>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 0.25 : 1>>
  }) : (tensor<4x2x!quant.uniform<i2:f32, 0.3333333333333333 : 1>>, tensor<2x2xf32>, tensor<!quant.uniform<i2:f32, 0.3333333333333333 : 1>>) -> (tensor<4x2x!quant.uniform<i8:f32, 0.25 : 1>>)
  return %r#0 : tensor<4x2x!quant.uniform<i8:f32, 0.25 : 1>>
}
