// Types of quantized numbers, read in signatures: programs that break a rule, and valid ones.
// The verdicts are those of a model of StableHLO's rules that was written apart from the verifiers.
// RUN: sdy-opt %s -split-input-file -allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func @f(%a0: tensor<!quant.any<i4>>) -> (tensor<!quant.any<i4>>) {
  return %a0 : tensor<!quant.any<i4>>
}
// -----
func.func @f(%a0: tensor<?x2x!quant<any<i8>>>, %a1: tensor<?x2xf32>) -> (tensor<?x2x!quant<any<i8>>>, tensor<?x2xf32>) {
  return %a0, %a1 : tensor<?x2x!quant<any<i8>>>, tensor<?x2xf32>
}
// -----
func.func @f(%a0: tensor<4xi8>, %a1: tensor<4xf32>, %a2: tensor<4x!quant.uniform<i2:f16, 0.3 : 1>>) -> (tensor<4xi8>, tensor<4xf32>, tensor<4x!quant.uniform<i2:f16, 0.3 : 1>>) {
  return %a0, %a1, %a2 : tensor<4xi8>, tensor<4xf32>, tensor<4x!quant.uniform<i2:f16, 0.3 : 1>>
}
// -----
// expected-error @+1 {{invalid kind of type specified}}
func.func @f(%a0: tensor<!quant.any<i2<1:0>:i8>>) -> (tensor<!quant.any<i2<1:0>:i8>>) {
  return %a0 : tensor<!quant.any<i2<1:0>:i8>>
}
// -----
// expected-error @+1 {{expected storage type width}}
func.func @f(%a0: tensor<!quant.any<u<1:0>:f32>>) -> (tensor<!quant.any<u<1:0>:f32>>) {
  return %a0 : tensor<!quant.any<u<1:0>:f32>>
}
// -----
// expected-error @+1 {{unknown quantized type Any}}
func.func @f(%a0: tensor<4x!quant.Any<i8:f32, >>) -> (tensor<4x!quant.Any<i8:f32, >>) {
  return %a0 : tensor<4x!quant.Any<i8:f32, >>
}
// -----
// expected-error @+1 {{illegal storage type size: 0}}
func.func @f(%a0: tensor<!quant.any<u0<255:0>:f32>>) -> (tensor<!quant.any<u0<255:0>:f32>>) {
  return %a0 : tensor<!quant.any<u0<255:0>:f32>>
}
// -----
// expected-error @+1 {{illegal storage min and storage max: (1:0)}}
func.func @f(%a0: tensor<4x!quant.any<u8<1:0>:f16>>) -> (tensor<4x!quant.any<u8<1:0>:f16>>) {
  return %a0 : tensor<4x!quant.any<u8<1:0>:f16>>
}
// -----
// expected-error @+1 {{illegal storage type prefix}}
func.func @f(%a0: tensor<!quant<any<int8<1:1>:f32>>>) -> (tensor<!quant<any<int8<1:1>:f32>>>) {
  return %a0 : tensor<!quant<any<int8<1:1>:f32>>>
}
// -----
// expected-error @+1 {{illegal storage type minimum: -5}}
func.func @f(%a0: tensor<!quant<any<u16<-5:0>:f16>>>) -> (tensor<!quant<any<u16<-5:0>:f16>>>) {
  return %a0 : tensor<!quant<any<u16<-5:0>:f16>>>
}
// -----
// expected-error @+1 {{unknown quantized type foo}}
func.func @f(%a0: tensor<4x!quant.foo<i8:f32:-2, {}>>) -> (tensor<4x!quant.foo<i8:f32:-2, {}>>) {
  return %a0 : tensor<4x!quant.foo<i8:f32:-2, {}>>
}
// -----
// expected-error @+1 {{unknown quantized type uniforms}}
func.func @f(%a0: tensor<!quant.uniforms<i4:f32, -1.0>>) -> (tensor<!quant.uniforms<i4:f32, -1.0>>) {
  return %a0 : tensor<!quant.uniforms<i4:f32, -1.0>>
}
// -----
// expected-error @+1 {{expected floating point literal}}
func.func @f(%a0: tensor<!quant<uniform<i8:f32:0, {}>>>) -> (tensor<!quant<uniform<i8:f32:0, {}>>>) {
  return %a0 : tensor<!quant<uniform<i8:f32:0, {}>>>
}
// -----
// expected-error @+1 {{unknown quantized type quantile}}
func.func @f(%a0: tensor<!quant.quantile<i8<1:1>:f64, >>) -> (tensor<!quant.quantile<i8<1:1>:f64, >>) {
  return %a0 : tensor<!quant.quantile<i8<1:1>:f64, >>
}
// -----
// expected-error @+1 {{scale -1.000000e+00 out of expressed type range [9.183550e-41, 3.389531e+38]}}
func.func @f(%a0: tensor<!quant<uniform<u16:bf16, -1.0>>>) -> (tensor<!quant<uniform<u16:bf16, -1.0>>>) {
  return %a0 : tensor<!quant<uniform<u16:bf16, -1.0>>>
}
// -----
// expected-error @+1 {{illegal min and max: (1.000000e+00:-1.000000e+00)}}
func.func @f(%a0: tensor<!quant.calibrated<f32<1.0:-1.0>>>) -> (tensor<!quant.calibrated<f32<1.0:-1.0>>>) {
  return %a0 : tensor<!quant.calibrated<f32<1.0:-1.0>>>
}
// -----
// expected-error @+1 {{illegal quantized dimension: -2}}
func.func @f(%a0: tensor<2x4x!quant<uniform<u32:f32:-2, {0.5}>>>) -> (tensor<2x4x!quant<uniform<u32:f32:-2, {0.5}>>>) {
  return %a0 : tensor<2x4x!quant<uniform<u32:f32:-2, {0.5}>>>
}
// -----
// expected-error @+1 {{illegal storage type maximum: 2}}
func.func @f(%a0: tensor<2x4x!quant<uniform<i2<-2:2>:f32, -1.0>>>) -> (tensor<2x4x!quant<uniform<i2<-2:2>:f32, -1.0>>>) {
  return %a0 : tensor<2x4x!quant<uniform<i2<-2:2>:f32, -1.0>>>
}
// -----
// expected-error @+1 {{scale INF out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func @f(%a0: tensor<4x!quant.uniform<u16:f32, 0x7FF0000000000000>>) -> (tensor<4x!quant.uniform<u16:f32, 0x7FF0000000000000>>) {
  return %a0 : tensor<4x!quant.uniform<u16:f32, 0x7FF0000000000000>>
}
// -----
// expected-error @+1 {{illegal block size: 0}}
func.func @f(%a0: tensor<4x!quant<uniform<i16:f32:{0:2, 1:0}, {1.0, 4.0}>>>) -> (tensor<4x!quant<uniform<i16:f32:{0:2, 1:0}, {1.0, 4.0}>>>) {
  return %a0 : tensor<4x!quant<uniform<i16:f32:{0:2, 1:0}, {1.0, 4.0}>>>
}
// -----
// expected-error @+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func @f(%a0: tensor<?x2x!quant.uniform<i4:f16:0, {{0.5}, {0.5, 1.0}}>>) -> (tensor<?x2x!quant.uniform<i4:f16:0, {{0.5}, {0.5, 1.0}}>>) {
  return %a0 : tensor<?x2x!quant.uniform<i4:f16:0, {{0.5}, {0.5, 1.0}}>>
}
