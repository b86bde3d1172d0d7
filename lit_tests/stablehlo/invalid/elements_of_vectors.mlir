// Elements of vectors are judged as those of tensors are.
// RUN: not sdy-opt %s 2>&1 | FileCheck %s

func.func @refused(%a: tensor<8x2xf32>) {
  // CHECK: :[[# @LINE + 1]]:8: error: replica groups should be a rank 2 tensor
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : vector<2xi64>}> : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}
