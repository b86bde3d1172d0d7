// Where elements have a scale for each index of a dimension, collectives and slices move what is stored; the parts of
// devices have the scales of their blocks, which are all the same.
// RUN: sdy-opt %s -sdy-convert-global-to-local | FileCheck %s



sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK: func.func @gather(%arg0: tensor<4x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
// CHECK-NEXT: %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<4x2xi8>
// CHECK-NEXT: %1 = stablehlo.reshape %0 : (tensor<4x2xi8>) -> tensor<1x4x2xi8>
// CHECK-NEXT: %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<1x4x2xi8>) -> tensor<4x4x2xi8>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<4x4x2xi8>) -> tensor<2x2x4x2xi8>
// CHECK-NEXT: %4 = stablehlo.transpose %3, dims = [0, 2, 1, 3] : (tensor<2x2x4x2xi8>) -> tensor<2x4x2x2xi8>
// CHECK-NEXT: %5 = stablehlo.reshape %4 : (tensor<2x4x2x2xi8>) -> tensor<8x4xi8>
// CHECK-NEXT: %6 = stablehlo.bitcast_convert %5 : (tensor<8x4xi8>) -> tensor<8x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: return %6 : tensor<8x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>>
func.func @gather(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = sdy.all_gather [{"x"}, {"y"}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
  return %0 : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
}

// CHECK: func.func @slice(%arg0: tensor<8x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>>) -> (tensor<4x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
// CHECK-NEXT: %0 = stablehlo.bitcast_convert %arg0 : (tensor<8x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>>) -> tensor<8x4xi8>
// CHECK-NEXT: %1 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.convert %1 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
// CHECK-NEXT: %3 = stablehlo.dynamic_slice %c, %2, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %5 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %6 = stablehlo.convert %5 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<[0, 2, 0, 2]> : tensor<4xi64>
// CHECK-NEXT: %7 = stablehlo.dynamic_slice %c_0, %6, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %8 = stablehlo.reshape %7 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %9 = stablehlo.dynamic_slice %0, %4, %8, sizes = [4, 2] : (tensor<8x4xi8>, tensor<i64>, tensor<i64>) -> tensor<4x2xi8>
// CHECK-NEXT: %10 = stablehlo.bitcast_convert %9 : (tensor<4x2xi8>) -> tensor<4x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: return %10 : tensor<4x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
func.func @slice(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>) -> (tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = sdy.all_slice [{"x"}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
  return %0 : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
}

// CHECK: func.func @exchange(%arg0: tensor<4x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
// CHECK-NEXT: %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x4x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,5.000000e-01,2.500000e-01}>>) -> tensor<4x4xi8>
// CHECK-NEXT: %1 = "stablehlo.all_to_all"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 2], [1, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xi8>) -> tensor<8x2xi8>
// CHECK-NEXT: %2 = stablehlo.bitcast_convert %1 : (tensor<8x2xi8>) -> tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: return %2 : tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
func.func @exchange(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
  return %0 : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
}

// CHECK: func.func @permute(%arg0: tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
// CHECK-NEXT: %0 = stablehlo.bitcast_convert %arg0 : (tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>) -> tensor<8x2xi8>
// CHECK-NEXT: %1 = "stablehlo.collective_permute"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<{{\[\[}}0, 0], [1, 2], [2, 1], [3, 3]]> : tensor<4x2xi64>}> : (tensor<8x2xi8>) -> tensor<8x2xi8>
// CHECK-NEXT: %2 = stablehlo.bitcast_convert %1 : (tensor<8x2xi8>) -> tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
// CHECK-NEXT: return %2 : tensor<8x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
func.func @permute(%a: tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
  return %0 : tensor<8x4x!quant.uniform<i8:f32:1, {0.5,0.25,0.5,0.25}>>
}

// CHECK: func.func @reduce(%arg0: tensor<8x2x!quant.uniform<i8:f32, 5.000000e-01:3>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x2x!quant.uniform<i8:f32, 5.000000e-01:3>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
// CHECK-NEXT: %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
// CHECK-NEXT: ^bb0(%arg1: tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, %arg2: tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>):
// CHECK-NEXT: %1 = stablehlo.add %arg1, %arg2 : tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: stablehlo.return %1 : tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: }) : (tensor<8x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<8x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: return %0 : tensor<8x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @reduce(%a: tensor<8x4x!quant.uniform<i8:f32, 0.5:3>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x4x!quant.uniform<i8:f32, 0.5:3>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<8x4x!quant.uniform<i8:f32, 0.5:3>>
}

// CHECK: func.func @constants() -> (tensor<2x4x!quant.uniform<u8:f32, 5.000000e-01:3>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
// CHECK-NEXT: %cst = stablehlo.constant() <{value = dense<7> : tensor<2x4xi8>}> : () -> tensor<2x4x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK-NEXT: %cst_0 = stablehlo.constant() <{value = dense<[1, 2, 3, 4]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK-NEXT: %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT: %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %c = stablehlo.constant dense<[0, 0, 2, 2]> : tensor<4xi64>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %c, %1, sizes = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<1xi64>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
// CHECK-NEXT: %4 = stablehlo.dynamic_slice %cst_0, %3, sizes = [2] : (tensor<4x!quant.uniform<u8:f32, 5.000000e-01:3>>, tensor<i64>) -> tensor<2x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK-NEXT: %5 = stablehlo.iota dim = 0 : tensor<4x2x!quant.uniform<u8:f32, 5.000000e-01:3>>
// CHECK-NEXT: return %cst : tensor<2x4x!quant.uniform<u8:f32, 5.000000e-01:3>>
func.func @constants() -> (tensor<4x4x!quant.uniform<u8:f32, 0.5:3>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.constant() <{value = dense<7> : tensor<4x4xi8>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : () -> tensor<4x4x!quant.uniform<u8:f32, 0.5:3>>
  %1 = stablehlo.constant() <{value = dense<[1, 2, 3, 4]> : tensor<4xi8>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : () -> tensor<4x!quant.uniform<u8:f32, 0.5:3>>
  %2 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<4x4x!quant.uniform<u8:f32, 0.5:3>>
  return %0 : tensor<4x4x!quant.uniform<u8:f32, 0.5:3>>
}

// CHECK: func.func @blocks(%arg0: tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:2}, {{[{][{]}}5.000000e-01, 2.500000e-01}, {7.500000e-01, 1.000000e+00}}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
// CHECK-NEXT: return
func.func @blocks(%a: tensor<8x4x!quant.uniform<i8:f32:{0:2, 1:2}, {{0.5, 0.25}, {0.75, 1.0}, {0.5, 0.25}, {0.75, 1.0}}>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  return
}
