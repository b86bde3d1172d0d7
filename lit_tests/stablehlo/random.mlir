// Random numbers.
// RUN: sdy-opt %s | FileCheck %s
// RUN: sdy-opt %s -mlir-print-op-generic | sdy-opt | FileCheck %s

// CHECK-LABEL: func.func @random(%arg0: tensor<f32>, %arg1: tensor<2xi64>, %arg2: tensor<2xui64>) {
// CHECK-NEXT:    %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
// CHECK-NEXT:    %1 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM {note} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
// CHECK-NEXT:    %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)
// CHECK-NEXT:    %output_state_0, %output_1 = stablehlo.rng_bit_generator %arg2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @random(%arg0: tensor<f32>, %arg1: tensor<2xi64>, %arg2: tensor<2xui64>) {
  %0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  %1 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM {note} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  %2:2 = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)
  %3, %4 = stablehlo.rng_bit_generator %arg2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10xui32>)
  return
}
