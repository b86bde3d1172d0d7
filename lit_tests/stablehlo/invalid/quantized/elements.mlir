// Which quantized elements operations refuse, although the types are valid: by their storage, their zero points, and
// axes that do not fit the shape; those that are not uniform, or by blocks.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s

func.func @f(%a: tensor<4x!quant.uniform<si8:f32, 1.0>>, %b: tensor<4x!quant.uniform<si8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<si8:f32, 1.000000e+00>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<si8:f32, 1.0>>, tensor<4x!quant.uniform<si8:f32, 1.0>>) -> tensor<4x!quant.uniform<si8:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i7:f32, 1.0>>, %b: tensor<4x!quant.uniform<i7:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i7:f32, 1.000000e+00>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i7:f32, 1.0>>, tensor<4x!quant.uniform<i7:f32, 1.0>>) -> tensor<4x!quant.uniform<i7:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i1:f32, 1.0>>, %b: tensor<4x!quant.uniform<i1:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i1:f32, 1.000000e+00>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i1:f32, 1.0>>, tensor<4x!quant.uniform<i1:f32, 1.0>>) -> tensor<4x!quant.uniform<i1:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<u1:f32, 1.0>>, %b: tensor<4x!quant.uniform<u1:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u1:f32, 1.000000e+00>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<u1:f32, 1.0>>, tensor<4x!quant.uniform<u1:f32, 1.0>>) -> tensor<4x!quant.uniform<u1:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>, %b: tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<f8E5M2:f32, 1.000000e+00>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>, tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>) -> tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0:-129>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0:-129>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:-129>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0:-129>>, tensor<4x!quant.uniform<i8:f32, 1.0:-129>>) -> tensor<4x!quant.uniform<i8:f32, 1.0:-129>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0:128>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0:128>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:128>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0:128>>, tensor<4x!quant.uniform<i8:f32, 1.0:128>>) -> tensor<4x!quant.uniform<i8:f32, 1.0:128>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:-101>>, %b: tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:-101>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8<-100:100>:f32, 1.000000e+00:-101>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:-101>>, tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:-101>>) -> tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:-101>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:101>>, %b: tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:101>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8<-100:100>:f32, 1.000000e+00:101>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:101>>, tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:101>>) -> tensor<4x!quant.uniform<i8<-100:100>:f32, 1.0:101>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<u8:f32, 1.0:-1>>, %b: tensor<4x!quant.uniform<u8:f32, 1.0:-1>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00:-1>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<u8:f32, 1.0:-1>>, tensor<4x!quant.uniform<u8:f32, 1.0:-1>>) -> tensor<4x!quant.uniform<u8:f32, 1.0:-1>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<u8:f32, 1.0:256>>, %b: tensor<4x!quant.uniform<u8:f32, 1.0:256>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<u8:f32, 1.000000e+00:256>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<u8:f32, 1.0:256>>, tensor<4x!quant.uniform<u8:f32, 1.0:256>>) -> tensor<4x!quant.uniform<u8:f32, 1.0:256>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.any<i8:f32>>, %b: tensor<4x!quant.any<i8:f32>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.any<i8:f32>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.any<i8:f32>>, tensor<4x!quant.any<i8:f32>>) -> tensor<4x!quant.any<i8:f32>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.calibrated<f32<1.0:2.0>>>, %b: tensor<4x!quant.calibrated<f32<1.0:2.0>>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.calibrated<f32<1.000000e+00:2.000000e+00>>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.calibrated<f32<1.0:2.0>>>, tensor<4x!quant.calibrated<f32<1.0:2.0>>>) -> tensor<4x!quant.calibrated<f32<1.0:2.0>>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0, 3.0, 4.0}>>, %b: tensor<4x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0, 3.0, 4.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32:{0:1}, {1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00}>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32:1, {1.0}>>, %b: tensor<4x!quant.uniform<i8:f32:1, {1.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32:1, {1.000000e+00}>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32:1, {1.0}>>, tensor<4x!quant.uniform<i8:f32:1, {1.0}>>) -> tensor<4x!quant.uniform<i8:f32:1, {1.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %b: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0:128, 3.0, 4.0}>>, %b: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0:128, 3.0, 4.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00:128,3.000000e+00,4.000000e+00}>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0:128, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0:128, 3.0, 4.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0:128, 3.0, 4.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<si8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, %b: tensor<4x!quant.uniform<si8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<si8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<si8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<si8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4x!quant.uniform<si8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

func.func @f(%a: tensor<!quant.uniform<i8:f32:0, {1.0}>>, %b: tensor<!quant.uniform<i8:f32:0, {1.0}>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<!quant.uniform<i8:f32:0, {1.000000e+00}>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<!quant.uniform<i8:f32:0, {1.0}>>, tensor<!quant.uniform<i8:f32:0, {1.0}>>) -> tensor<!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<si8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<si8:f32, 1.000000e+00>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<si8:f32, 1.0>>) -> tensor<4x!quant.uniform<i7:f32, 1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0>>) {
  // CHECK: :[[# @LINE + 1]]:8: error: 'stablehlo.add' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<4x!quant.uniform<i7:f32, 1.000000e+00>>'
  %0 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i7:f32, 1.0>>
  return
}
