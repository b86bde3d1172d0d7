// Collectives, branches and loops of quantized tensors: programs that break a rule, and valid ones.
// The verdicts are those of a model of StableHLO's rules that was written apart from the verifiers.
// RUN: sdy-opt %s -shardy=0.10.2 -split-input-file -allow-unregistered-dialect -verify-diagnostics -o /dev/null

func.func @f(%a0: tensor<4x!quant.uniform<i4:f32, 2.0>>) -> (tensor<8x!quant.uniform<i4:f32, 2.0>>) {
  %r:1 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<i4:f32, 2.0>>) -> (tensor<8x!quant.uniform<i4:f32, 2.0>>)
  return %r#0 : tensor<8x!quant.uniform<i4:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4xi32>) -> (tensor<8x!quant.uniform<i8<0:1>:f16:0, {{1.0}}>>) {
  // expected-error @+1 {{'stablehlo.all_gather' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<8x!quant.uniform<i8<0:1>:f16:0, {1.000000e+00}>>'}}
  %r:1 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xi32>) -> (tensor<8x!quant.uniform<i8<0:1>:f16:0, {{1.0}}>>)
  return %r#0 : tensor<8x!quant.uniform<i8<0:1>:f16:0, {{1.0}}>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f32, 0.25>>) -> (tensor<8x!quant.uniform<u32:f32, 2.0>>) {
  // expected-error @+1 {{'stablehlo.all_gather' op requires the same element type for operand and result at index 0}}
  %r:1 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<u16:f32, 0.25>>) -> (tensor<8x!quant.uniform<u32:f32, 2.0>>)
  return %r#0 : tensor<8x!quant.uniform<u32:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<f4E2M1FN:f32, 100.0 : 1>>) -> (tensor<8x!quant.uniform<i8:f32, 100.0 : 1>>) {
  // expected-error @+1 {{'stablehlo.all_gather' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<f4E2M1FN:f32, 1.000000e+02:1>>'}}
  %r:1 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<f4E2M1FN:f32, 100.0 : 1>>) -> (tensor<8x!quant.uniform<i8:f32, 100.0 : 1>>)
  return %r#0 : tensor<8x!quant.uniform<i8:f32, 100.0 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  %r:1 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 2.0>>, %x1: tensor<!quant.uniform<i8:f32, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i8:f32, 2.0>>) -> tensor<!quant.uniform<i8:f32, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 2.0>>
  }) : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<4x!quant.uniform<i8:f32, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<4xi8>) {
  // expected-error @+2 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4x!quant.uniform<i8:f64, 5.000000e-01>>' are incompatible with return type(s) of operation 'tensor<4xi8>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f64, 0.5>>, %x1: tensor<!quant.uniform<i8:f64, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f64, 0.5>>, tensor<!quant.uniform<i8:f64, 0.5>>) -> tensor<!quant.uniform<i8:f64, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f64, 0.5>>
  }) : (tensor<4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<4xi8>)
  return %r#0 : tensor<4xi8>
}
// -----
func.func @f(%a0: tensor<4x!quant.any<ui16>>) -> (tensor<4x!quant.uniform<i32:f32, 1.0>>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.any<ui16>>'}}
  %r:1 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<f32>, %x1: tensor<!quant.uniform<i32:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<f32>, tensor<!quant.uniform<i32:f32, 1.0>>) -> tensor<!quant.uniform<i32:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 1.0>>
  }) : (tensor<4x!quant.any<ui16>>) -> (tensor<4x!quant.uniform<i32:f32, 1.0>>)
  return %r#0 : tensor<4x!quant.uniform<i32:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f32, 0.5>>) -> (tensor<4x!quant.uniform<i32:f32, 0.5>>) {
  // expected-error @+1 {{The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<f32>' vs 'tensor<!quant.uniform<i32:f32, 5.000000e-01>>'}}
  %r:1 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f32, 0.5>>, %x1: tensor<f32>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f32, 0.5>>, tensor<f32>) -> tensor<!quant.uniform<i32:f32, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 0.5>>
  }) : (tensor<4x!quant.uniform<u4:f32, 0.5>>) -> (tensor<4x!quant.uniform<i32:f32, 0.5>>)
  return %r#0 : tensor<4x!quant.uniform<i32:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:bf16, 12.5 : 15>>) -> (tensor<4xbf16>) {
  %r:1 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i24:bf16, 12.5 : 15>>, %x1: tensor<!quant.uniform<i24:bf16, 12.5 : 15>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i24:bf16, 12.5 : 15>>, tensor<!quant.uniform<i24:bf16, 12.5 : 15>>) -> tensor<!quant.uniform<i24:bf16, 12.5 : 15>>
      // expected-error @+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<!quant.uniform<i24:bf16, 1.250000e+01:15>>'}}
      stablehlo.return %y : tensor<!quant.uniform<i24:bf16, 12.5 : 15>>
  }) : (tensor<4x!quant.uniform<u4:bf16, 12.5 : 15>>) -> (tensor<4xbf16>)
  return %r#0 : tensor<4xbf16>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f32, 0x3FD0000000000000>>) -> (tensor<4x!quant.any<u4>>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.any<u4>>'}}
  %r:1 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f32, 0.25>>, %x1: tensor<!quant.uniform<u4:f32, 0.25>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f32, 0.25>>, tensor<!quant.uniform<u4:f32, 0.25>>) -> tensor<!quant.uniform<u4<0:14>:f32, 0.25>>
      stablehlo.return %y : tensor<!quant.uniform<u4<0:14>:f32, 0.25>>
  }) : (tensor<4x!quant.uniform<u4:f32, 0.25>>) -> (tensor<4x!quant.any<u4>>)
  return %r#0 : tensor<4x!quant.any<u4>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f16, 0.1>>) -> (tensor<4x!quant.uniform<u4:f32, 0.1>>) {
  // expected-error @+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<u4:f32, 1.000000e-01>>' vs 'tensor<!quant.uniform<u4:f16, 1.000000e-01>>'}}
  %r:1 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u4:f32, 0.1>>, %x1: tensor<!quant.uniform<u4:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u4:f32, 0.1>>, tensor<!quant.uniform<u4:f32, 0.1>>) -> tensor<!quant.uniform<u4:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<u4:f32, 0.1>>
  }) : (tensor<4x!quant.uniform<u4:f16, 0.1>>) -> (tensor<4x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<4x!quant.uniform<i8:f64, 2.0>>) {
  %r:1 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<i8:f64, 2.0>>) -> (tensor<4x!quant.uniform<i8:f64, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f64, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.5 : -128>>) -> (tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op requires the same element type for operand and result at index 0}}
  %r:1 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<i8:f32, 0.5 : -128>>) -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f64, 0.25>>) -> (tensor<4x!quant.uniform<f8E5M2:f32, 2.0>>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<f8E5M2:f32, 2.000000e+00>>'}}
  %r:1 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<u4:f64, 0.25>>) -> (tensor<4x!quant.uniform<f8E5M2:f32, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<f8E5M2:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.calibrated<f32<-1.0:0.1>>>) -> (tensor<4x!quant.uniform<u16:f32, 0.25>>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<f32<-1.000000e+00:1.000000e-01>>>'}}
  %r:1 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.calibrated<f32<-1.0:0.1>>>) -> (tensor<4x!quant.uniform<u16:f32, 0.25>>)
  return %r#0 : tensor<4x!quant.uniform<u16:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<i32>) -> (tensor<4x!quant.uniform<i4:f32, 0.5 : 0>>) {
  %r:1 = "stablehlo.case"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i4:f32, 0.5>>
      stablehlo.return %y : tensor<4x!quant.uniform<i4:f32, 0.5>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i4:f32, 0.5>>
      stablehlo.return %y : tensor<4x!quant.uniform<i4:f32, 0.5>>
  }) : (tensor<i32>) -> (tensor<4x!quant.uniform<i4:f32, 0.5>>)
  return %r#0 : tensor<4x!quant.uniform<i4:f32, 0.5 : 0>>
}
// -----
func.func @f(%a0: tensor<i32>) -> (tensor<4x!quant<uniform<i4:f16:0, {1.0, 0.5, 2.0, 0.25}>>>) {
  %r:1 = "stablehlo.case"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i4:f16:0, {1.0, 0.5, 2.0, 0.25}>>
      stablehlo.return %y : tensor<4x!quant.uniform<i4:f16:0, {1.0, 0.5, 2.0, 0.25}>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i4:f16:0, {1.0, 1.0, 2.0, 0.25}>>
      stablehlo.return %y : tensor<4x!quant.uniform<i4:f16:0, {1.0, 1.0, 2.0, 0.25}>>
  }) : (tensor<i32>) -> (tensor<4x!quant.uniform<i4:f16:0, {1.0, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<4x!quant<uniform<i4:f16:0, {1.0, 0.5, 2.0, 0.25}>>>
}
// -----
func.func @f(%a0: tensor<i32>) -> (tensor<4xf32>) {
  // expected-error @+2 {{'stablehlo.case' op inferred type(s) 'tensor<4x!quant.uniform<i32:f32, 2.000000e+00>>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.case"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i32:f32, 2.0>>
      stablehlo.return %y : tensor<4x!quant.uniform<i32:f32, 2.0>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i32:f32, 2.0>>
      stablehlo.return %y : tensor<4x!quant.uniform<i32:f32, 2.0>>
  }) : (tensor<i32>) -> (tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
// -----
func.func @f(%a0: tensor<i1>) -> (tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // expected-error @+1 {{'stablehlo.case' op operand #0 must be ranked tensor of 32-bit signless integer values, but got 'tensor<i1>'}}
  %r:1 = "stablehlo.case"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f32, 1.0>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<i1>) -> (tensor<4x!quant.uniform<i8:f32, 1.0>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<i32>) -> (tensor<4x!quant.uniform<i4<0:1>:bf16, 0x3FB999999999999A>>) {
  // expected-error @+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<4x!quant.uniform<u4:bf16, 1.000000e-01>>' vs 'tensor<4xi8>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.case"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<u4:bf16, 0.1>>
      stablehlo.return %y : tensor<4x!quant.uniform<u4:bf16, 0.1>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4xi8>
      stablehlo.return %y : tensor<4xi8>
  }) : (tensor<i32>) -> (tensor<4x!quant.uniform<i4<0:1>:bf16, 0.1>>)
  return %r#0 : tensor<4x!quant.uniform<i4<0:1>:bf16, 0x3FB999999999999A>>
}
// -----
func.func @f(%a0: tensor<i32>) -> (tensor<4x!quant.uniform<i2:bf16, 0.25 : 1>>) {
  %r:1 = "stablehlo.case"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.calibrated<bf16<-0.5:1.25>>>
      // expected-error @+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<bf16<-5.000000e-01:1.250000e+00>>>'}}
      stablehlo.return %y : tensor<4x!quant.calibrated<bf16<-0.5:1.25>>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i2:bf16, 0.25 : 1>>
      stablehlo.return %y : tensor<4x!quant.uniform<i2:bf16, 0.25 : 1>>
  }) : (tensor<i32>) -> (tensor<4x!quant.uniform<i2:bf16, 0.25 : 1>>)
  return %r#0 : tensor<4x!quant.uniform<i2:bf16, 0.25 : 1>>
}
// -----
func.func @f(%a0: tensor<i32>) -> (tensor<4x!quant.uniform<i16<-32768:32766>:bf16, 2.0 : 32767>>) {
  // expected-error @+1 {{'stablehlo.case' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token, but got 'tensor<4x!quant.uniform<i16<-32768:32766>:bf16, 2.000000e+00:32767>>'}}
  %r:1 = "stablehlo.case"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i16:bf16, 2.0 : 32767>>
      stablehlo.return %y : tensor<4x!quant.uniform<i16:bf16, 2.0 : 32767>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i16:bf16, 2.0 : 32767>>
      stablehlo.return %y : tensor<4x!quant.uniform<i16:bf16, 2.0 : 32767>>
  }) : (tensor<i32>) -> (tensor<4x!quant.uniform<i16<-32768:32766>:bf16, 2.0 : 32767>>)
  return %r#0 : tensor<4x!quant.uniform<i16<-32768:32766>:bf16, 2.0 : 32767>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<4x!quant.uniform<u4:f32, 0.1>>) {
  %r:1 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<4x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<4xf64>) -> (tensor<4x!quant.uniform<u4:f64, 0.5 : 1>>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op requires the same element type for all operands and results}}
  %r:1 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf64>) -> (tensor<4x!quant.uniform<u4:f64, 0.5 : 1>>)
  return %r#0 : tensor<4x!quant.uniform<u4:f64, 0.5 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i24:f32, 0.25>>) -> (tensor<4x!quant.uniform<u8:f32, 0.25>>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i24:f32, 2.500000e-01>>'}}
  %r:1 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<i24:f32, 0.25>>) -> (tensor<4x!quant.uniform<u8:f32, 0.25>>)
  return %r#0 : tensor<4x!quant.uniform<u8:f32, 0.25>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f32, 1.0>>) -> (tensor<4x!quant.calibrated<f32<0.0:1.0>>>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<f32<0.000000e+00:1.000000e+00>>>'}}
  %r:1 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<u16:f32, 1.0>>) -> (tensor<4x!quant.calibrated<f32<0.0:1.0>>>)
  return %r#0 : tensor<4x!quant.calibrated<f32<0.0:1.0>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  %r:1 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> (tensor<4x!quant.uniform<i8:f32, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 100.0>>) -> (tensor<4xi8>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op requires the same element type for all operands and results}}
  %r:1 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<i8:f32, 100.0>>) -> (tensor<4xi8>)
  return %r#0 : tensor<4xi8>
}
// -----
func.func @f(%a0: tensor<4xi16>) -> (tensor<4x!quant.calibrated<bf16<-1.0:0.1>>>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<bf16<-1.000000e+00:1.000000e-01>>>'}}
  %r:1 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xi16>) -> (tensor<4x!quant.calibrated<bf16<-1.0:0.1>>>)
  return %r#0 : tensor<4x!quant.calibrated<bf16<-1.0:0.1>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f32:0, {{1.0 : 1}}>>) -> (tensor<4x!quant.any<u16:f32>>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<u16:f32:0, {1.000000e+00:1}>>'}}
  %r:1 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x!quant.uniform<u16:f32:0, {{1.0 : 1}}>>) -> (tensor<4x!quant.any<u16:f32>>)
  return %r#0 : tensor<4x!quant.any<u16:f32>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<u4:f32, 0.1>>) {
  %r:1 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x!quant.uniform<u4:f32, 0.1>>) -> (tensor<2x4x!quant.uniform<u4:f32, 0.1>>)
  return %r#0 : tensor<2x4x!quant.uniform<u4:f32, 0.1>>
}
// -----
func.func @f(%a0: tensor<2x4xbf16>) -> (tensor<2x4x!quant.uniform<i16<0:1>:bf16, 0.5>>) {
  // expected-error @+1 {{'stablehlo.cross-replica-sum' op requires compatible types for all operands and results}}
  %r:1 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xbf16>) -> (tensor<2x4x!quant.uniform<i16<0:1>:bf16, 0.5>>)
  return %r#0 : tensor<2x4x!quant.uniform<i16<0:1>:bf16, 0.5>>
}
// -----
func.func @f(%a0: tensor<?x?x!quant.uniform<u32:f32, 0.25>>) -> (tensor<?x?x!quant.uniform<u7:bf16, 0.25>>) {
  // expected-error @+1 {{'stablehlo.cross-replica-sum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?x!quant.uniform<u7:bf16, 2.500000e-01>>'}}
  %r:1 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x?x!quant.uniform<u32:f32, 0.25>>) -> (tensor<?x?x!quant.uniform<u7:bf16, 0.25>>)
  return %r#0 : tensor<?x?x!quant.uniform<u7:bf16, 0.25>>
}
// -----
func.func @f(%a0: tensor<2x4x!quant.uniform<u32<0:1>:f32, 0.1 : 4294967295>>) -> (tensor<2x4x!quant.uniform<u32:f32, 0.1 : 4294967295>>) {
  // expected-error @+1 {{'stablehlo.cross-replica-sum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x!quant.uniform<u32<0:1>:f32, 1.000000e-01:4294967295>>'}}
  %r:1 = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4x!quant.uniform<u32<0:1>:f32, 0.1 : 4294967295>>) -> (tensor<2x4x!quant.uniform<u32:f32, 0.1 : 4294967295>>)
  return %r#0 : tensor<2x4x!quant.uniform<u32:f32, 0.1 : 4294967295>>
}
// -----
func.func @f(%a0: tensor<4xi8>, %a1: tensor<2x!quant.uniform<ui8:f32:0, {0.5, 0.5}>>) -> (tensor<2xi8>) {
  %r:1 = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "f"}> : (tensor<4xi8>, tensor<2x!quant.uniform<ui8:f32:0, {0.5, 0.5}>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4<0:15>:f32, 1.0>>, %a1: tensor<2x!quant.uniform<u4<0:15>:f32, 1.0>>) -> (tensor<2xi8>) {
  %r:1 = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "f"}> : (tensor<4x!quant.uniform<u4<0:15>:f32, 1.0>>, tensor<2x!quant.uniform<u4<0:15>:f32, 1.0>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<i8:f32, 0.001>>>, %a1: tensor<2x!quant<uniform<i4:f32, 0.001>>>) -> (tensor<2x!quant<uniform<si8:f32, 0.001>>>) {
  // expected-error @+1 {{'stablehlo.custom_call' op result #0 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token or nested tuple with any combination of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token values or future, but got 'tensor<2x!quant.uniform<si8:f32, 1.000000e-03>>'}}
  %r:1 = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "f"}> : (tensor<4x!quant.uniform<i8:f32, 0.001>>, tensor<2x!quant.uniform<i4:f32, 0.001>>) -> (tensor<2x!quant.uniform<si8:f32, 0.001>>)
  return %r#0 : tensor<2x!quant<uniform<si8:f32, 0.001>>>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<u8:f32, 0.25 : 515>>>, %a1: tensor<2x!quant<uniform<u8:f32, 0.25>>>) -> (tensor<2x!quant<uniform<u8:f32, 0.25>>>) {
  // expected-error @+1 {{'stablehlo.custom_call' op operand #0 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token or nested tuple with any combination of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token values or future, but got 'tensor<4x!quant.uniform<u8:f32, 2.500000e-01:515>>'}}
  %r:1 = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "f"}> : (tensor<4x!quant.uniform<u8:f32, 0.25 : 515>>, tensor<2x!quant.uniform<u8:f32, 0.25>>) -> (tensor<2x!quant.uniform<u8:f32, 0.25>>)
  return %r#0 : tensor<2x!quant<uniform<u8:f32, 0.25>>>
}
// -----
func.func @f(%a0: tensor<i1>) -> (tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  %r:1 = "stablehlo.if"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f32, 0.5>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<i1>) -> (tensor<4x!quant.uniform<i8:f32, 0.5>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<i1>) -> (tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>) {
  %r:1 = "stablehlo.if"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>
      stablehlo.return %y : tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>
      stablehlo.return %y : tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>
  }) : (tensor<i1>) -> (tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<4x!quant.uniform<u8:f32:0, {0.5, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<i1>) -> (tensor<4x!quant.uniform<i2:f32, 0.5>>) {
  // expected-error @+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<4x!quant.uniform<i2:f32, 5.000000e-01>>' vs 'tensor<4xi8>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.if"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i2:f32, 0.5>>
      stablehlo.return %y : tensor<4x!quant.uniform<i2:f32, 0.5>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4xi8>
      stablehlo.return %y : tensor<4xi8>
  }) : (tensor<i1>) -> (tensor<4x!quant.uniform<i2:f32, 0.5>>)
  return %r#0 : tensor<4x!quant.uniform<i2:f32, 0.5>>
}
// -----
func.func @f(%a0: tensor<i1>) -> (tensor<4xi32>) {
  // expected-error @+2 {{'stablehlo.if' op inferred type(s) 'tensor<4x!quant.uniform<u32:f32, 2.500000e-01:1>>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.if"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<u32:f32, 0.25 : 1>>
      stablehlo.return %y : tensor<4x!quant.uniform<u32:f32, 0.25 : 1>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<u32:f32, 0.25 : 1>>
      stablehlo.return %y : tensor<4x!quant.uniform<u32:f32, 0.25 : 1>>
  }) : (tensor<i1>) -> (tensor<4xi32>)
  return %r#0 : tensor<4xi32>
}
// -----
func.func @f(%a0: tensor<i1>) -> (tensor<4x!quant<uniform<u4:f32, 1.0>>>) {
  %r:1 = "stablehlo.if"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.any<u4>>
      // expected-error @+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.any<u4>>'}}
      stablehlo.return %y : tensor<4x!quant.any<u4>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<u4:f32, 0.25>>
      stablehlo.return %y : tensor<4x!quant.uniform<u4:f32, 0.25>>
  }) : (tensor<i1>) -> (tensor<4x!quant.uniform<u4:f32, 1.0>>)
  return %r#0 : tensor<4x!quant<uniform<u4:f32, 1.0>>>
}
// -----
func.func @f(%a0: tensor<i1>) -> (tensor<4x!quant.any<i8<0:1>>>) {
  // expected-error @+1 {{'stablehlo.if' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token, but got 'tensor<4x!quant.any<i8<0:1>>>'}}
  %r:1 = "stablehlo.if"(%a0) ({
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i8<0:1>:f64, 0.3>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8<0:1>:f64, 0.3>>
  }, {
    ^bb0:
      %y = "un.known"() : () -> tensor<4x!quant.uniform<i8<0:1>:f64, 0.3>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8<0:1>:f64, 0.3>>
  }) : (tensor<i1>) -> (tensor<4x!quant.any<i8<0:1>>>)
  return %r#0 : tensor<4x!quant.any<i8<0:1>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<2x!quant.uniform<i8:f64, 0.5>>) {
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f64, 0.5>>, %x1: tensor<!quant.uniform<i8:f64, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f64, 0.5>>, tensor<!quant.uniform<i8:f64, 0.5>>) -> tensor<!quant.uniform<i8:f64, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f64, 0.5>>
  }) : (tensor<4x!quant.uniform<i8:f64, 0.5>>) -> (tensor<2x!quant.uniform<i8:f64, 0.5>>)
  return %r#0 : tensor<2x!quant.uniform<i8:f64, 0.5>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i2:f16, 2.0>>) -> (tensor<2xf16>) {
  // expected-error @+1 {{The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<!quant.uniform<u32:f16, 2.000000e+00>>' vs 'tensor<!quant.uniform<i2:f16, 2.000000e+00>>'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<u32:f16, 2.0>>, %x1: tensor<!quant.uniform<i2:f16, 2.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<u32:f16, 2.0>>, tensor<!quant.uniform<i2:f16, 2.0>>) -> tensor<!quant.uniform<i2:f16, 2.0>>
      stablehlo.return %y : tensor<!quant.uniform<i2:f16, 2.0>>
  }) : (tensor<4x!quant.uniform<i2:f16, 2.0>>) -> (tensor<2xf16>)
  return %r#0 : tensor<2xf16>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.1 : 0>>) -> (tensor<2xi8>) {
  // expected-error @+1 {{result element-type is expected to be '!quant.uniform<i24:f32, 1.000000e-01>', but got 'i8'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i24:f32, 0.1>>, %x1: tensor<!quant.uniform<i24:f32, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i24:f32, 0.1>>, tensor<!quant.uniform<i24:f32, 0.1>>) -> tensor<!quant.uniform<i24:f32, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<i24:f32, 0.1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.1>>) -> (tensor<2xi8>)
  return %r#0 : tensor<2xi8>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u4:f32, 0x3FE0000000000000>>) -> (tensor<2xf32>) {
  // expected-error @+1 {{result element-type is expected to be '!quant.uniform<si32:f32, 5.000000e-01>', but got 'f32'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<si32:f32, 0.5>>, %x1: tensor<!quant.uniform<si32:f32, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<si32:f32, 0.5>>, tensor<!quant.uniform<si32:f32, 0.5>>) -> tensor<!quant.uniform<si32:f32, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<si32:f32, 0.5>>
  }) : (tensor<4x!quant.uniform<u4:f32, 0.5>>) -> (tensor<2xf32>)
  return %r#0 : tensor<2xf32>
}
// -----
func.func @f(%a0: tensor<4xf32>) -> (tensor<2x!quant.uniform<ui16:f32, 1.0>>) {
  // expected-error @+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<!quant.uniform<ui16:f32, 1.000000e+00>>' vs 'tensor<f32>'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<ui16:f32, 1.0>>, %x1: tensor<!quant.uniform<ui16:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<ui16:f32, 1.0>>, tensor<!quant.uniform<ui16:f32, 1.0>>) -> tensor<!quant.uniform<ui16:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<ui16:f32, 1.0>>
  }) : (tensor<4xf32>) -> (tensor<2x!quant.uniform<ui16:f32, 1.0>>)
  return %r#0 : tensor<2x!quant.uniform<ui16:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i4:f16, 1.0 : -8>>) -> (tensor<2xbf16>) {
  // expected-error @+1 {{result element-type is expected to be '!quant.uniform<i4:f16, 1.000000e+00:-8>', but got 'bf16'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i4:f16, 1.0 : -8>>, %x1: tensor<!quant.uniform<i4:f16, 1.0 : -8>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i4:f16, 1.0 : -8>>, tensor<!quant.uniform<i4:f16, 1.0 : -8>>) -> tensor<!quant.uniform<i4:f16, 1.0 : -8>>
      stablehlo.return %y : tensor<!quant.uniform<i4:f16, 1.0 : -8>>
  }) : (tensor<4x!quant.uniform<i4:f16, 1.0 : -8>>) -> (tensor<2xbf16>)
  return %r#0 : tensor<2xbf16>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x!quant.uniform<u32:f32, 0.001>>) {
  // expected-error @+1 {{result element-type is expected to be '!quant.uniform<i8:f32, 1.000000e+00>', but got '!quant.uniform<u32:f32, 1.000000e-03>'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:f32, 1.0>>, %x1: tensor<!quant.uniform<i8:f32, 1.0>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
      stablehlo.return %y : tensor<!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<2x!quant.uniform<u32:f32, 0.001>>)
  return %r#0 : tensor<2x!quant.uniform<u32:f32, 0.001>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:bf16, 0.1>>) -> (tensor<2x!quant.uniform<si32:bf16, 0.1>>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.uniform<si32:bf16, 1.000000e-01>>'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.any<si32:bf16>>, %x1: tensor<!quant.uniform<si32:bf16, 0.1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.any<si32:bf16>>, tensor<!quant.uniform<si32:bf16, 0.1>>) -> tensor<!quant.uniform<si32:bf16, 0.1>>
      stablehlo.return %y : tensor<!quant.uniform<si32:bf16, 0.1>>
  }) : (tensor<4x!quant.uniform<u16:bf16, 0.1>>) -> (tensor<2x!quant.uniform<si32:bf16, 0.1>>)
  return %r#0 : tensor<2x!quant.uniform<si32:bf16, 0.1>>
}
// -----
func.func @f(%a0: tensor<4x!quant<uniform<i2:f32, 0.3>>>) -> (tensor<2x!quant<uniform<i2<0:1>:f32, 0.25>>>) {
  // expected-error @+1 {{result element-type is expected to be '!quant.uniform<i2:f32, 3.000000e-01>', but got '!quant.uniform<i2<0:1>:f32, 2.500000e-01>'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i2:f32, 0.3>>, %x1: tensor<!quant.uniform<i2:f32, 0.3>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i2:f32, 0.3>>, tensor<!quant.uniform<i2:f32, 0.3>>) -> tensor<!quant.uniform<i2:f32, 0.3>>
      stablehlo.return %y : tensor<!quant.uniform<i2:f32, 0.3>>
  }) : (tensor<4x!quant.uniform<i2:f32, 0.3>>) -> (tensor<2x!quant.uniform<i2<0:1>:f32, 0.25>>)
  return %r#0 : tensor<2x!quant<uniform<i2<0:1>:f32, 0.25>>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<si8:bf16, 0.5 : 0>>) -> (tensor<2x!quant.uniform<i8:bf16, 0.5 : 0>>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<si8:bf16, 5.000000e-01>>'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i8:bf16, 0.5>>, %x1: tensor<!quant.uniform<i8:bf16, 0.5>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i8:bf16, 0.5>>, tensor<!quant.uniform<i8:bf16, 0.5>>) -> tensor<!quant.uniform<i8:bf16, 0.5>>
      stablehlo.return %y : tensor<!quant.uniform<i8:bf16, 0.5>>
  }) : (tensor<4x!quant.uniform<si8:bf16, 0.5>>) -> (tensor<2x!quant.uniform<i8:bf16, 0.5>>)
  return %r#0 : tensor<2x!quant.uniform<i8:bf16, 0.5 : 0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i16:f32, 0x3FE0000000000000 : 1>>) -> (tensor<2x!quant.uniform<i32<-2147483648:2147483646>:f32, 0x3FF0000000000000 : 1>>) {
  // expected-error @+1 {{result element-type is expected to be '!quant.uniform<i32:f32, 5.000000e-01:1>', but got '!quant.uniform<i32<-2147483648:2147483646>:f32, 1.000000e+00:1>'}}
  %r:1 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x0: tensor<!quant.uniform<i32:f32, 0.5 : 1>>, %x1: tensor<!quant.uniform<i32:f32, 0.5 : 1>>):
      %y = "un.known"(%x0, %x1) : (tensor<!quant.uniform<i32:f32, 0.5 : 1>>, tensor<!quant.uniform<i32:f32, 0.5 : 1>>) -> tensor<!quant.uniform<i32:f32, 0.5 : 1>>
      stablehlo.return %y : tensor<!quant.uniform<i32:f32, 0.5 : 1>>
  }) : (tensor<4x!quant.uniform<i16:f32, 0.5 : 1>>) -> (tensor<2x!quant.uniform<i32<-2147483648:2147483646>:f32, 1.0 : 1>>)
  return %r#0 : tensor<2x!quant.uniform<i32<-2147483648:2147483646>:f32, 0x3FF0000000000000 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<i8:f32, 1.0>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4x!quant.uniform<i8:f32, 1.0>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f32, 1.0>>
  }) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x!quant.uniform<i8:f32, 1.0>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>) -> (tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>) {
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>) -> tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>
  }) : (tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>) -> (tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32:0, {0.3, 0.5, 2.0, 0.25}>>
}
// -----
func.func @f(%a0: tensor<4xbf16>) -> (tensor<4x!quant.uniform<ui16:bf16, 0.1 : 65535>>) {
  // expected-error @+1 {{expect operands to be compatible with condition block arguments but got 'tensor<4xbf16>' vs 'tensor<4x!quant.uniform<ui16:bf16, 1.000000e-01>>'}}
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<ui16:bf16, 0.1>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<ui16:bf16, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4xi16>):
      %y = "un.known"(%x0) : (tensor<4xi16>) -> tensor<4x!quant.uniform<ui16:bf16, 0.1>>
      stablehlo.return %y : tensor<4x!quant.uniform<ui16:bf16, 0.1>>
  }) : (tensor<4xbf16>) -> (tensor<4x!quant.uniform<ui16:bf16, 0.1 : 65535>>)
  return %r#0 : tensor<4x!quant.uniform<ui16:bf16, 0.1 : 65535>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i32:f32, 2.0>>) -> (tensor<4x!quant.uniform<i24:f32, 2.0>>) {
  // expected-error @+1 {{'stablehlo.while' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i24:f32, 2.000000e+00>>'}}
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<i32:f32, 2.0>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i32:f32, 2.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4xi32>):
      %y = "un.known"(%x0) : (tensor<4xi32>) -> tensor<4x!quant.uniform<i32:f32, 2.0>>
      stablehlo.return %y : tensor<4x!quant.uniform<i32:f32, 2.0>>
  }) : (tensor<4x!quant.uniform<i32:f32, 2.0>>) -> (tensor<4x!quant.uniform<i24:f32, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<i24:f32, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>) -> (tensor<4xi8>) {
  // expected-error @+2 {{'stablehlo.while' op inferred type(s) 'tensor<4x!quant.uniform<i8:f16, 1.000000e+00:127>>' are incompatible with return type(s) of operation 'tensor<4xi8>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>) -> tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>
  }) : (tensor<4x!quant.uniform<i8:f16, 1.0 : 127>>) -> (tensor<4xi8>)
  return %r#0 : tensor<4xi8>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>) -> (tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>) {
  // expected-error @+1 {{expect operands to be compatible with body block arguments but got 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>' vs 'tensor<4xf32>'}}
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4xf32>):
      %y = "un.known"(%x0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>
      stablehlo.return %y : tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>) -> (tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>)
  return %r#0 : tensor<4x!quant.uniform<i8:f32, 0.5 : 1>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<u16:f16, 2.0>>) -> (tensor<4x!quant.uniform<u16:f16, 2.0>>) {
  // expected-error @+1 {{expect operands to be compatible with body block return types but got 'tensor<4x!quant.uniform<u16:f16, 2.000000e+00>>' vs 'tensor<4x!quant.uniform<i32:f16, 2.000000e+00>>'}}
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<u16:f16, 2.0>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<u16:f16, 2.0>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4x!quant.uniform<u16:f16, 2.0>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<u16:f16, 2.0>>) -> tensor<4x!quant.uniform<i32:f16, 2.0>>
      stablehlo.return %y : tensor<4x!quant.uniform<i32:f16, 2.0>>
  }) : (tensor<4x!quant.uniform<u16:f16, 2.0>>) -> (tensor<4x!quant.uniform<u16:f16, 2.0>>)
  return %r#0 : tensor<4x!quant.uniform<u16:f16, 2.0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.calibrated<f32 < 0.1:0.3 > >>) -> (tensor<4x!quant.uniform<u16:f32, 0.1 : 0>>) {
  // expected-error @+1 {{'stablehlo.while' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.calibrated<f32<1.000000e-01:3.000000e-01>>>'}}
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<u16:f32, 0.1>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<u16:f32, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4x!quant.uniform<u16:f32, 0.1>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<u16:f32, 0.1>>) -> tensor<4x!quant.uniform<u16:f32, 0.1>>
      stablehlo.return %y : tensor<4x!quant.uniform<u16:f32, 0.1>>
  }) : (tensor<4x!quant.calibrated<f32<0.1:0.3>>>) -> (tensor<4x!quant.uniform<u16:f32, 0.1>>)
  return %r#0 : tensor<4x!quant.uniform<u16:f32, 0.1 : 0>>
}
// -----
func.func @f(%a0: tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>) -> (tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>) {
  %r:1 = "stablehlo.while"(%a0) ({
    ^bb0(%x0: tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>) -> tensor<i1>
      stablehlo.return %y : tensor<i1>
  }, {
    ^bb0(%x0: tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>):
      %y = "un.known"(%x0) : (tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>) -> tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1 : 259>>
      // expected-error @+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x!quant.uniform<i8:f16, 1.000000e-01:259>>'}}
      stablehlo.return %y : tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1 : 259>>
  }) : (tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>) -> (tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>)
  return %r#0 : tensor<4x!quant.uniform<i8<-128:127>:f16, 0.1>>
}
