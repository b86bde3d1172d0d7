// Attributes of StableHLO, CHLO and SDY in their own encoding, of others as text, and properties with sizes of segments.
// RUN: sdy-opt %S/Inputs/dialects.mlirbc > %t.read
// RUN: sdy-opt %s | diff - %t.read
// RUN: sdy-opt %S/Inputs/dialects.v4.mlirbc | diff - %t.read
// RUN: sdy-opt %S/Inputs/dialects.v5.mlirbc | diff - %t.read
// RUN: sdy-opt -emit-bytecode -shardy=0.10.2 < %s | cmp - %S/Inputs/dialects.mlirbc
// RUN: sdy-opt -emit-bytecode -shardy=0.10.2 -emit-bytecode-version=4 < %s | cmp - %S/Inputs/dialects.v4.mlirbc
// RUN: FileCheck %s < %t.read
// VERSIONS: 4 5

// CHECK: sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>

// CHECK: func.func @sharded(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}], replicated={"b":(2)2}>}
func.func @sharded(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2, ?}p1, {}], replicated={"b":(2)2}>}) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <mesh<["x"=2]>, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = stablehlo.custom_call @foo(%0) {backend_config = "", sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} permutation={j}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}], unreduced={"b"}>] manual_axes={"a", "b"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

func.func @stablehlo(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<2xi32>, %arg3: !stablehlo.token, %arg4: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.compare LT, %0, %0, TOTALORDER : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %2 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.exponential %2 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-3, rtol = 0.0, ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// CHECK: chlo.scan
func.func @segments(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    %1 = stablehlo.add %a, %b : tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<3xf32>
}

func.func @arithmetic(%arg0: f32, %arg1: i32) -> i1 {
  %0 = arith.addf %arg0, %arg0 fastmath<nnan,ninf> : f32
  %1 = arith.cmpf oeq, %0, %arg0 : f32
  %2 = arith.addi %arg1, %arg1 overflow<nsw> : i32
  %3 = arith.constant 3 : i32
  return %1 : i1
}
