// Broadcasts and reductions of several tensors from and to a root that an operand names, tilings, and numbers.
// RUN: sdy-opt %s -mlir-print-op-generic | FileCheck %s
// RUN: sdy-opt %s | sdy-opt -mlir-print-op-generic | FileCheck %s
// RUN: bash -c "sdy-opt %s -emit-bytecode | sdy-opt -mlir-print-op-generic" | FileCheck %s
// RUN: not sdy-opt %s -mlir-print-op-generic -shardy=0.10.2 2>&1 | FileCheck %s --check-prefix=OLDER

// OLDER: error: expected non-function type

// CHECK-LABEL: sym_name = "roots"
func.func @roots(%a: tensor<8x8xf32>, %b: tensor<4xi32>, %root: tensor<1xi32>, %roots: tensor<2xi32>) {
  // CHECK: "stablehlo.collective_reduce"({{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  %0 = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: "stablehlo.collective_reduce"({{.*}}) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  %1 = "stablehlo.collective_reduce"(%0, %root) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<1xi32>) -> tensor<8x8xf32>
  // CHECK: "stablehlo.collective_broadcast"({{.*}}) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> :
  %2:2 = "stablehlo.collective_broadcast"(%0, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x8xf32>, tensor<4xi32>) -> (tensor<8x8xf32>, tensor<4xi32>)
  // CHECK: "stablehlo.collective_broadcast"({{.*}}) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> :
  %3:2 = "stablehlo.collective_broadcast"(%0, %b, %roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<8x8xf32>, tensor<4xi32>, tensor<2xi32>) -> (tensor<8x8xf32>, tensor<4xi32>)
  return
}

// CHECK-LABEL: sym_name = "tilings"
func.func @tilings(%a: tensor<8x8xf32>) {
  // CHECK: <{call_target_name = "f", result_tilings = {{\[\[}}dense<[8, 128]> : tensor<2xindex>]]}> :
  %0 = stablehlo.custom_call @f(%a) {result_tilings = [[dense<[8, 128]> : tensor<2xindex>]]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// CHECK-LABEL: sym_name = "numbers"
func.func @numbers(%a: f32, %b: tensor<4xf32>, %c: vector<4xf8E5M3FNU>) {
  // CHECK: "arith.maximumnumf"({{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
  %0 = arith.maximumnumf %a, %a : f32
  // CHECK: "arith.minimumnumf"({{.*}}) <{fastmath = #arith.fastmath<fast>}> :
  %1 = arith.minimumnumf %b, %b fastmath<fast> : tensor<4xf32>
  // CHECK: "arith.maximumnumf"({{.*}}) <{fastmath = #arith.fastmath<none>}> : (vector<4xf8E5M3FNU>,
  %2 = arith.maximumnumf %c, %c : vector<4xf8E5M3FNU>
  // CHECK: value = dense<[1.000000e+00, 1.525880e-04, 3.500000e+00, 0xFF]> : tensor<4xf8E5M3FNU>
  %3 = arith.constant dense<[1.0, 0x12, 3.5, 1.0e30]> : tensor<4xf8E5M3FNU>
  return
}
