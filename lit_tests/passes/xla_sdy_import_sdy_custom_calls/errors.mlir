// Custom calls that lack what they need.
// RUN: not sdy-opt %s -xla-sdy-import-sdy-custom-calls -split-input-file 2>&1 | FileCheck %s

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: :[[# @LINE + 1]]:{{.*}}: error: expected CustomCallOp with a sharding attribute
  %0 = stablehlo.custom_call @Sharding(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %arg0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: :[[# @LINE + 1]]:{{.*}}: error: expected CustomCallOp with exactly one result
  %0:2 = stablehlo.custom_call @Sharding(%arg0) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %arg0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: :[[# @LINE + 1]]:{{.*}}: error: expected CustomCallOp with a sharding group id.
  stablehlo.custom_call @xla.sdy.ShardingGroup(%arg0) : (tensor<8xf32>) -> ()
  return %arg0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: :[[# @LINE + 1]]:{{.*}}: error: expected CustomCallOp with an allowed direction.
  %0 = stablehlo.custom_call @xla.sdy.PropagationBarrier(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %arg0 : tensor<8xf32>
}

// -----

func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: :[[# @LINE + 1]]:{{.*}}: error: xla.sdy.ShardingGroup CustomCallOp should have no uses.
  %0 = stablehlo.custom_call @xla.sdy.ShardingGroup(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
