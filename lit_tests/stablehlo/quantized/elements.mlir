// Operations on quantized elements that differ as far as they may: in scales and zero points, and at the ends of the
// range of storage; dimensions with scales that are unknown.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s | sdy-opt | FileCheck %s

// CHECK: func.func @elements(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>, %arg2: tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, %arg3: tensor<4x!quant.uniform<i8:f32:0, {4.000000e+00:1,3.000000e+00,2.000000e+00,1.000000e+00}>>, %arg4: tensor<4xf32>) {
func.func @elements(%a: tensor<4x!quant.uniform<i8:f32, 1.0>>, %b: tensor<4x!quant.uniform<i8:f32, 2.0:3>>, %c: tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, %d: tensor<4x!quant.uniform<i8:f32:0, {4.0:1, 3.0, 2.0, 1.0}>>, %e: tensor<4xf32>) {
  // CHECK: %0 = stablehlo.tanh %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>
  %0 = "stablehlo.tanh"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0:3>>
  // CHECK: %1 = stablehlo.negate %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>
  %1 = "stablehlo.negate"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0:3>>
  // CHECK: %2 = stablehlo.sign %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>
  %2 = "stablehlo.sign"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0:3>>
  // CHECK: %3 = stablehlo.abs %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>
  %3 = "stablehlo.abs"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0:3>>
  // CHECK: %4 = stablehlo.add %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %4 = "stablehlo.add"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %5 = stablehlo.subtract %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %5 = "stablehlo.subtract"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %6 = stablehlo.multiply %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %6 = "stablehlo.multiply"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %7 = stablehlo.divide %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %7 = "stablehlo.divide"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %8 = stablehlo.maximum %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %8 = "stablehlo.maximum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %9 = stablehlo.minimum %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %9 = "stablehlo.minimum"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %10 = stablehlo.power %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %10 = "stablehlo.power"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %11 = stablehlo.remainder %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %11 = "stablehlo.remainder"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %12 = stablehlo.atan2 %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-7>>
  %12 = "stablehlo.atan2"(%a, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-7>>
  // CHECK: %13 = stablehlo.add %arg2, %arg3 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, tensor<4x!quant.uniform<i8:f32:0, {4.000000e+00:1,3.000000e+00,2.000000e+00,1.000000e+00}>>) -> tensor<4x!quant.uniform<i8:f32:0, {5.000000e+00,6.000000e+00,7.000000e+00,8.000000e+00}>>
  %13 = "stablehlo.add"(%c, %d) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32:0, {4.0:1, 3.0, 2.0, 1.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {5.0, 6.0, 7.0, 8.0}>>
  // CHECK: %14 = stablehlo.add %arg2, %arg0 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32:0, {4.000000e+00:1,3.000000e+00,2.000000e+00,1.000000e+00}>>
  %14 = "stablehlo.add"(%c, %a) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32:0, {4.0:1, 3.0, 2.0, 1.0}>>
  // CHECK: %15 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>) -> tensor<4xi1>
  %15 = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<4xi1>
  // CHECK: %16 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32, 2.000000e+00:3>>
  %16 = "stablehlo.clamp"(%a, %b, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 2.0:3>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 2.0:3>>
  // CHECK: %17 = stablehlo.is_finite %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4xi1>
  %17 = "stablehlo.is_finite"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xi1>
  // CHECK: %18 = stablehlo.bitcast_convert %arg2 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<4xi8>
  %18 = "stablehlo.bitcast_convert"(%c) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4xi8>
  // CHECK: %19 = stablehlo.bitcast_convert %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>
  %19 = "stablehlo.bitcast_convert"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  // CHECK: %20 = stablehlo.bitcast_convert %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %20 = "stablehlo.bitcast_convert"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  // CHECK: %21 = stablehlo.get_dimension_size %arg2, dim = 0 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<i32>
  %21 = "stablehlo.get_dimension_size"(%c) <{dimension = 0 : i64}> : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<i32>
  // CHECK: %22 = stablehlo.uniform_quantize %arg4 : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 1.000000e+00:255>>
  %22 = "stablehlo.uniform_quantize"(%e) : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 1.0:255>>
  // CHECK: %23 = stablehlo.uniform_quantize %arg4 : (tensor<4xf32>) -> tensor<4x!quant.uniform<ui8:f32:0, {1.000000e+00:255,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %23 = "stablehlo.uniform_quantize"(%e) : (tensor<4xf32>) -> tensor<4x!quant.uniform<ui8:f32:0, {1.0:255, 2.0:0, 3.0, 4.0}>>
  // CHECK: %24 = stablehlo.uniform_quantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %24 = "stablehlo.uniform_quantize"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  // CHECK: %25 = stablehlo.uniform_quantize %arg2 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<4x!quant.uniform<i32:f32, 1.000000e+00>>
  %25 = "stablehlo.uniform_quantize"(%c) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4x!quant.uniform<i32:f32, 1.0>>
  // CHECK: %26 = stablehlo.uniform_dequantize %arg2 : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<4xf32>
  %26 = "stablehlo.uniform_dequantize"(%c) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<4xf32>
  // CHECK: %27 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4xf32>
  %27 = "stablehlo.uniform_dequantize"(%a) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xf32>
  // CHECK: %cst = stablehlo.constant() <{value = dense<[0, 1, -1, 127]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>
  %28 = "stablehlo.constant"() <{value = dense<[0, 1, -1, 127]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<u8:f32, 1.0>>
  // CHECK: %cst_0 = stablehlo.constant() <{value = dense<255> : tensor<4xui8>}> : () -> tensor<4x!quant.uniform<ui8:f32, 1.000000e+00>>
  %29 = "stablehlo.constant"() <{value = dense<255> : tensor<4xui8>}> : () -> tensor<4x!quant.uniform<ui8:f32, 1.0>>
  // CHECK: %cst_1 = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %30 = "stablehlo.constant"() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  // CHECK: %cst_2 = stablehlo.constant() <{value = dense<-8> : tensor<4xi4>}> : () -> tensor<4x!quant.uniform<i4:f32, 1.000000e+00>>
  %31 = "stablehlo.constant"() <{value = dense<-8> : tensor<4xi4>}> : () -> tensor<4x!quant.uniform<i4:f32, 1.0>>
  // CHECK: %28 = stablehlo.reverse %arg0, dims = [0] : tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %32 = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %29 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<8x!quant.uniform<i8:f32, 1.000000e+00>>
  %33 = "stablehlo.concatenate"(%a, %a) <{dimension = 0 : i64}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %30 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.000000e+00>>
  %34 = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: 2>}> : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %31 = stablehlo.iota dim = 0 : tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
  %35 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %32 = stablehlo.custom_call @f(%arg2) : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<*x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %36 = "stablehlo.custom_call"(%c) <{call_target_name = "f"}> : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<*x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  // CHECK: %33 = stablehlo.tuple %arg2, %arg0 : tuple<tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>>
  %37 = "stablehlo.tuple"(%c, %a) : (tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tuple<tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32, 1.0>>>
  // CHECK: %34 = stablehlo.get_tuple_element %33[0] : (tuple<tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %38 = "stablehlo.get_tuple_element"(%37) <{index = 0 : i32}> : (tuple<tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4x!quant.uniform<i8:f32, 1.0>>>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  return
}
// CHECK: func.func @storage(%arg0: tensor<4x!quant.uniform<i8:f32, 1.000000e+00:-128>>, %arg1: tensor<4x!quant.uniform<i8:f32, 1.000000e+00:127>>, %arg2: tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>, %arg3: tensor<4x!quant.uniform<u8:f32, 1.000000e+00:255>>, %arg4: tensor<4x!quant.uniform<ui8:f32, 1.000000e+00:255>>, %arg5: tensor<4x!quant.uniform<i8<-5:5>:f32, 1.000000e+00:-5>>, %arg6: tensor<4x!quant.uniform<i8<-5:5>:f32, 1.000000e+00:5>>, %arg7: tensor<4x!quant.uniform<u8<3:9>:f32, 1.000000e+00:3>>, %arg8: tensor<4x!quant.uniform<u8<3:9>:f32, 1.000000e+00:9>>, %arg9: tensor<4x!quant.uniform<i2:f32, 1.000000e+00:-2>>, %arg10: tensor<4x!quant.uniform<u2:f32, 1.000000e+00:3>>, %arg11: tensor<4x!quant.uniform<i4:f32, 1.000000e+00>>, %arg12: tensor<4x!quant.uniform<i16:f32, 1.000000e+00:32767>>, %arg13: tensor<4x!quant.uniform<u32:f32, 1.000000e+00:4294967295>>) {
func.func @storage(%a: tensor<4x!quant.uniform<i8:f32, 1.0:-128>>, %b: tensor<4x!quant.uniform<i8:f32, 1.0:127>>, %c: tensor<4x!quant.uniform<u8:f32, 1.0:0>>, %d: tensor<4x!quant.uniform<u8:f32, 1.0:255>>, %e: tensor<4x!quant.uniform<ui8:f32, 1.0:255>>, %f: tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:-5>>, %g: tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:5>>, %h: tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:3>>, %i: tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:9>>, %j: tensor<4x!quant.uniform<i2:f32, 1.0:-2>>, %k: tensor<4x!quant.uniform<u2:f32, 1.0:3>>, %l: tensor<4x!quant.uniform<i4:f32, 1.0>>, %m: tensor<4x!quant.uniform<i16:f32, 1.0:32767>>, %n: tensor<4x!quant.uniform<u32:f32, 1.0:4294967295>>) {
  // CHECK: %0 = stablehlo.add %arg0, %arg0 : tensor<4x!quant.uniform<i8:f32, 1.000000e+00:-128>>
  %0 = "stablehlo.add"(%a, %a) : (tensor<4x!quant.uniform<i8:f32, 1.0:-128>>, tensor<4x!quant.uniform<i8:f32, 1.0:-128>>) -> tensor<4x!quant.uniform<i8:f32, 1.0:-128>>
  // CHECK: %1 = stablehlo.add %arg1, %arg1 : tensor<4x!quant.uniform<i8:f32, 1.000000e+00:127>>
  %1 = "stablehlo.add"(%b, %b) : (tensor<4x!quant.uniform<i8:f32, 1.0:127>>, tensor<4x!quant.uniform<i8:f32, 1.0:127>>) -> tensor<4x!quant.uniform<i8:f32, 1.0:127>>
  // CHECK: %2 = stablehlo.add %arg2, %arg2 : tensor<4x!quant.uniform<u8:f32, 1.000000e+00>>
  %2 = "stablehlo.add"(%c, %c) : (tensor<4x!quant.uniform<u8:f32, 1.0:0>>, tensor<4x!quant.uniform<u8:f32, 1.0:0>>) -> tensor<4x!quant.uniform<u8:f32, 1.0:0>>
  // CHECK: %3 = stablehlo.add %arg3, %arg3 : tensor<4x!quant.uniform<u8:f32, 1.000000e+00:255>>
  %3 = "stablehlo.add"(%d, %d) : (tensor<4x!quant.uniform<u8:f32, 1.0:255>>, tensor<4x!quant.uniform<u8:f32, 1.0:255>>) -> tensor<4x!quant.uniform<u8:f32, 1.0:255>>
  // CHECK: %4 = stablehlo.add %arg4, %arg4 : tensor<4x!quant.uniform<ui8:f32, 1.000000e+00:255>>
  %4 = "stablehlo.add"(%e, %e) : (tensor<4x!quant.uniform<ui8:f32, 1.0:255>>, tensor<4x!quant.uniform<ui8:f32, 1.0:255>>) -> tensor<4x!quant.uniform<ui8:f32, 1.0:255>>
  // CHECK: %5 = stablehlo.add %arg5, %arg5 : tensor<4x!quant.uniform<i8<-5:5>:f32, 1.000000e+00:-5>>
  %5 = "stablehlo.add"(%f, %f) : (tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:-5>>, tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:-5>>) -> tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:-5>>
  // CHECK: %6 = stablehlo.add %arg6, %arg6 : tensor<4x!quant.uniform<i8<-5:5>:f32, 1.000000e+00:5>>
  %6 = "stablehlo.add"(%g, %g) : (tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:5>>, tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:5>>) -> tensor<4x!quant.uniform<i8<-5:5>:f32, 1.0:5>>
  // CHECK: %7 = stablehlo.add %arg7, %arg7 : tensor<4x!quant.uniform<u8<3:9>:f32, 1.000000e+00:3>>
  %7 = "stablehlo.add"(%h, %h) : (tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:3>>, tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:3>>) -> tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:3>>
  // CHECK: %8 = stablehlo.add %arg8, %arg8 : tensor<4x!quant.uniform<u8<3:9>:f32, 1.000000e+00:9>>
  %8 = "stablehlo.add"(%i, %i) : (tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:9>>, tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:9>>) -> tensor<4x!quant.uniform<u8<3:9>:f32, 1.0:9>>
  // CHECK: %9 = stablehlo.add %arg9, %arg9 : tensor<4x!quant.uniform<i2:f32, 1.000000e+00:-2>>
  %9 = "stablehlo.add"(%j, %j) : (tensor<4x!quant.uniform<i2:f32, 1.0:-2>>, tensor<4x!quant.uniform<i2:f32, 1.0:-2>>) -> tensor<4x!quant.uniform<i2:f32, 1.0:-2>>
  // CHECK: %10 = stablehlo.add %arg10, %arg10 : tensor<4x!quant.uniform<u2:f32, 1.000000e+00:3>>
  %10 = "stablehlo.add"(%k, %k) : (tensor<4x!quant.uniform<u2:f32, 1.0:3>>, tensor<4x!quant.uniform<u2:f32, 1.0:3>>) -> tensor<4x!quant.uniform<u2:f32, 1.0:3>>
  // CHECK: %11 = stablehlo.add %arg11, %arg11 : tensor<4x!quant.uniform<i4:f32, 1.000000e+00>>
  %11 = "stablehlo.add"(%l, %l) : (tensor<4x!quant.uniform<i4:f32, 1.0>>, tensor<4x!quant.uniform<i4:f32, 1.0>>) -> tensor<4x!quant.uniform<i4:f32, 1.0>>
  // CHECK: %12 = stablehlo.add %arg12, %arg12 : tensor<4x!quant.uniform<i16:f32, 1.000000e+00:32767>>
  %12 = "stablehlo.add"(%m, %m) : (tensor<4x!quant.uniform<i16:f32, 1.0:32767>>, tensor<4x!quant.uniform<i16:f32, 1.0:32767>>) -> tensor<4x!quant.uniform<i16:f32, 1.0:32767>>
  // CHECK: %13 = stablehlo.add %arg13, %arg13 : tensor<4x!quant.uniform<u32:f32, 1.000000e+00:4294967295>>
  %13 = "stablehlo.add"(%n, %n) : (tensor<4x!quant.uniform<u32:f32, 1.0:4294967295>>, tensor<4x!quant.uniform<u32:f32, 1.0:4294967295>>) -> tensor<4x!quant.uniform<u32:f32, 1.0:4294967295>>
  return
}
// CHECK: func.func @shapes(%arg0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %arg1: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, %arg2: tensor<2xi32>, %arg3: tensor<?x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %arg4: tensor<1x2x!quant.uniform<i8:f32:0, {1.000000e-01:-30}>>, %arg5: tensor<?x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>, %arg6: tensor<2x3xf32>) {
func.func @shapes(%a: tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, %b: tensor<2x3x!quant.uniform<i8:f32, 1.0>>, %c: tensor<2xi32>, %d: tensor<?x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, %e: tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>, %f: tensor<?x?x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %g: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  %0 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>
  // CHECK: %1 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<?x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<3x?x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  %1 = "stablehlo.transpose"(%d) <{permutation = array<i64: 1, 0>}> : (tensor<?x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<3x?x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>
  // CHECK: %2 = stablehlo.transpose %arg5, dims = [1, 0] : (tensor<?x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>) -> tensor<?x?x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>
  %2 = "stablehlo.transpose"(%f) <{permutation = array<i64: 1, 0>}> : (tensor<?x?x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<?x?x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  // CHECK: %3 = stablehlo.reshape %arg0 : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  %3 = "stablehlo.reshape"(%a) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>>
  // CHECK: %4 = stablehlo.reshape %arg0 : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x1x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  %4 = "stablehlo.reshape"(%a) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<2x3x1x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
  // CHECK: %5 = stablehlo.reshape %arg1 : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<6x!quant.uniform<i8:f32, 1.000000e+00>>
  %5 = "stablehlo.reshape"(%b) : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>) -> tensor<6x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %6 = stablehlo.dynamic_reshape %arg0, %arg2 : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  %6 = "stablehlo.dynamic_reshape"(%a, %c) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
  // CHECK: %7 = stablehlo.dynamic_reshape %arg1, %arg2 : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>
  %7 = "stablehlo.dynamic_reshape"(%b, %c) : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %8 = stablehlo.dynamic_reshape %arg6, %arg2 : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>
  %8 = "stablehlo.dynamic_reshape"(%g, %c) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %9 = stablehlo.dynamic_reshape %arg1, %arg2 : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2xi32>) -> tensor<3x2xf32>
  %9 = "stablehlo.dynamic_reshape"(%b, %c) : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<2xi32>) -> tensor<3x2xf32>
  // CHECK: %10 = stablehlo.dynamic_reshape %arg1, %arg2 : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<u4:f32:0, {1.000000e+00,2.000000e+00}>>
  %10 = "stablehlo.dynamic_reshape"(%b, %c) : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<u4:f32:0, {1.0, 2.0}>>
  // CHECK: %11 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  %11 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<2x3x4x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
  // CHECK: %12 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:0, {1.000000e-01:-30}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,1.000000e-01:-30,1.000000e-01:-30}>>
  %12 = "stablehlo.broadcast_in_dim"(%e) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.1:-30, 0.1:-30}>>
  // CHECK: %13 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>) -> tensor<2x3x4x!quant.uniform<i8:f32:1, {9.000000e+00,8.000000e+00,7.000000e+00}>>
  %13 = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) -> tensor<2x3x4x!quant.uniform<i8:f32:1, {9.0, 8.0, 7.0}>>
  // CHECK: %14 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00>>
  %14 = "stablehlo.broadcast_in_dim"(%b) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x4x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %15 = stablehlo.dynamic_broadcast_in_dim %arg1, %arg2, dims = [0, 1] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<u8:f32, 9.000000e+00>>
  %15 = "stablehlo.dynamic_broadcast_in_dim"(%b, %c) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<u8:f32, 9.0>>
  // CHECK: %16 = stablehlo.dynamic_broadcast_in_dim %arg4, %arg2, dims = [0, 1] : (tensor<1x2x!quant.uniform<i8:f32:0, {1.000000e-01:-30}>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<i8:f32:0, {1.000000e-01:-30,1.000000e-01:-30}>>
  %16 = "stablehlo.dynamic_broadcast_in_dim"(%e, %c) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.1:-30}>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<i8:f32:0, {0.1:-30, 0.1:-30}>>
  // CHECK: %17 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [0, 1] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>
  %17 = "stablehlo.dynamic_broadcast_in_dim"(%a, %c) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  return
}
// CHECK: func.func @products(%arg0: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:4>>, %arg1: tensor<2x3xf32>, %arg2: tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>, %arg3: tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>, %arg4: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.000000e+00:5>>, %arg5: tensor<1x8x8x4xf32>, %arg6: tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.000000e+00:1,2.000000e+00:2}>>) {
func.func @products(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:4>>, %b: tensor<2x3xf32>, %c: tensor<3x2x!quant.uniform<i8:f32, 1.0>>, %d: tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %e: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:5>>, %f: tensor<1x8x8x4xf32>, %g: tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:1, 2.0:2}>>) {
  // CHECK: %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:4>>, tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x2x!quant.uniform<i32:f32, 1.000000e+00>>
  %0 = "stablehlo.dot_general"(%a, %c) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0:4>>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i32:f32, 1.0>>
  // CHECK: %1 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:4>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>) -> tensor<2x2x!quant.uniform<i32:f32:0, {3.000000e+00,4.000000e+00}>>
  %1 = "stablehlo.dot_general"(%a, %d) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0:4>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i32:f32:0, {3.0, 4.0}>>
  // CHECK: %2 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:4>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.000000e+00>>
  %2 = "stablehlo.dot_general"(%a, %d) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0:4>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  // CHECK: %3 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:4>>, tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x2x!quant.uniform<i8<-5:5>:f32, 1.000000e+00>>
  %3 = "stablehlo.dot_general"(%a, %c) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x!quant.uniform<i8:f32, 1.0:4>>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8<-5:5>:f32, 1.0>>
  // CHECK: %4 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x2xf32>
  %4 = "stablehlo.dot_general"(%b, %c) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2xf32>
  // CHECK: %5 = stablehlo.dot_general %arg1, %arg3, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>) -> tensor<2x2xf32>
  %5 = "stablehlo.dot_general"(%b, %d) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2xf32>
  // CHECK: %6 = stablehlo.dot %arg0, %arg3 : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:4>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>) -> tensor<2x2xf64>
  %6 = "stablehlo.dot"(%a, %d) : (tensor<2x3x!quant.uniform<i8:f32, 1.0:4>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2xf64>
  // CHECK: %7 = stablehlo.dot %arg1, %arg2 : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x2x!quant.uniform<u4:f32, 1.000000e+00>>
  %7 = "stablehlo.dot"(%b, %c) : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<u4:f32, 1.0>>
  // CHECK: %8 = stablehlo.convolution(%arg4, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.000000e+00:5>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.000000e+00:1,2.000000e+00:2}>>) -> tensor<1x6x6x2x!quant.uniform<i32:f32:3, {1.000000e+00,2.000000e+00}>>
  %8 = "stablehlo.convolution"(%e, %g) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:5>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:1, 2.0:2}>>) -> tensor<1x6x6x2x!quant.uniform<i32:f32:3, {1.0, 2.0}>>
  // CHECK: %9 = stablehlo.convolution(%arg4, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.000000e+00:5>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.000000e+00:1,2.000000e+00:2}>>) -> tensor<1x6x6x2x!quant.uniform<i32:f32, 1.000000e+00:7>>
  %9 = "stablehlo.convolution"(%e, %g) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:5>>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:1, 2.0:2}>>) -> tensor<1x6x6x2x!quant.uniform<i32:f32, 1.0:7>>
  // CHECK: %10 = stablehlo.convolution(%arg5, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.000000e+00:1,2.000000e+00:2}>>) -> tensor<1x6x6x2xf32>
  %10 = "stablehlo.convolution"(%f, %g) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x2x!quant.uniform<i8:f32:3, {1.0:1, 2.0:2}>>) -> tensor<1x6x6x2xf32>
  return
}
