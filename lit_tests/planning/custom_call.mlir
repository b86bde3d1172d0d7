// What a custom call computes is not known, nor does it pass shardings on: notes say so.
// RUN: sdy-plan %s --mesh x=4 --memory none | FileCheck %s

func.func @main(%arg0: tensor<4096x4096xf32>, %arg1: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0]
    : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %1 = stablehlo.custom_call @my_kernel(%0) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %1 : tensor<4096x4096xf32>
}

// CHECK: note: times leave out the arithmetic of 1 operation, which is not known
// CHECK: note: nothing propagates through 1 operation without a sharding rule: stablehlo.custom_call @my_kernel
