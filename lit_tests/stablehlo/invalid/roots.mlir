// What is wrong with operations that broadcast from, or reduce to, a root, and with tilings.
// RUN: not sdy-opt %s -split-input-file 2>&1 | FileCheck %s
// RUN: not sdy-opt %s -split-input-file -shardy=0.10.2 2>&1 | FileCheck %s --check-prefix=OLDER

func.func @f(%a: tensor<8xf32>, %b: tensor<1xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: 'stablehlo.collective_broadcast' op inferred type(s) 'tensor<8xf32>', 'tensor<1xi32>' are incompatible with return type(s) of operation 'tensor<8xf32>'
  // OLDER: error: 'stablehlo.collective_broadcast' op requires a single operand
  %0 = "stablehlo.collective_broadcast"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8xf32>, tensor<1xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: collective_broadcast with has_dynamic_root=true requires at least two operands (data + root)
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<i32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: last operand of collective_broadcast with has_dynamic_root=true must be a rank-1 i32 tensor, but got 'tensor<i32>'
  %0 = "stablehlo.collective_broadcast"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<8xf32>, tensor<i32>) -> tensor<8xf32>
  return
}

// -----

func.func @f() {
  // CHECK: :[[# @LINE + 1]]:3: error: collective_broadcast requires at least one data operand
  "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<2xi32>) {
  // CHECK: :[[# @LINE + 2]]:8: error: last operand of collective_reduce with has_dynamic_root=true must have the same number of elements as data operands (1), but got 2
  // OLDER: error: unregistered operation 'stablehlo.collective_reduce' found in dialect ('stablehlo') that does not allow unknown operations
  %0 = "stablehlo.collective_reduce"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }) : (tensor<8xf32>, tensor<2xi32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: channel_id must be positive when useGlobalDeviceIds is set but got: 0
  %0 = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // CHECK: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'result_tilings' failed to satisfy constraint: Array of tiling attributes
  %0 = stablehlo.custom_call @f(%a) {result_tilings = [dense<8> : tensor<1xindex>]} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: invalid properties {call_target_name = "f", result_tilings = 1 : i32} for op stablehlo.custom_call: Invalid attribute `result_tilings` in property conversion: 1 : i32
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "f", result_tilings = 1 : i32}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}
